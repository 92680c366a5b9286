// An HTTP server that gives every request the same answer.
#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>

namespace papert::test {

class FixedServer {
 public:
  /// `status` as in "400 Bad Request". `delay_ms`: before each answer.
  FixedServer(const std::string& status, const std::string& body, int delay_ms = 0)
      : reply_("HTTP/1.1 " + status + "\r\nContent-Type: application/json\r\nContent-Length: " +
               std::to_string(body.size()) + "\r\nConnection: close\r\n\r\n" + body),
        delay_ms_(delay_ms),
        listener_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    if (::bind(listener_, reinterpret_cast<sockaddr*>(&address), size) != 0 ||
        ::listen(listener_, 64) != 0 ||
        ::getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size) != 0) {
      throw std::runtime_error("no server");
    }
    port_ = ntohs(address.sin_port);
    thread_ = std::thread([this] { serve(); });
  }
  ~FixedServer() {
    ::shutdown(listener_, SHUT_RDWR);
    thread_.join();
    ::close(listener_);
  }
  FixedServer(const FixedServer&) = delete;
  FixedServer& operator=(const FixedServer&) = delete;

  [[nodiscard]] std::string url() const { return "http://127.0.0.1:" + std::to_string(port_); }
  [[nodiscard]] int requests() const { return requests_; }

  /// A reply in OpenAI's format.
  static std::string completion(const std::string& text) {
    return R"({"choices":[{"index":0,"finish_reason":"stop","message":{"role":"assistant",)"
           R"("content":")" +
           text + R"("}}],"usage":{"prompt_tokens":10,"completion_tokens":5}})";
  }

 private:
  void serve() {
    for (int client = 0; (client = ::accept(listener_, nullptr, nullptr)) >= 0;) {
      read_request(client);
      ++requests_;
      if (delay_ms_ > 0) std::this_thread::sleep_for(std::chrono::milliseconds(delay_ms_));
      const ssize_t sent = ::send(client, reply_.data(), reply_.size(), MSG_NOSIGNAL);
      if (sent < 0) ++broken_;
      ::close(client);
    }
  }

  /// Up to the end of the body: a connection that is closed before is reset.
  static void read_request(int client) {
    std::string text;
    std::size_t wanted = std::string::npos;
    char buffer[65536];
    while (text.size() < wanted) {
      const ssize_t got = ::recv(client, buffer, sizeof buffer, 0);
      if (got <= 0) return;
      text.append(buffer, static_cast<std::size_t>(got));
      const std::size_t head = text.find("\r\n\r\n");
      const std::size_t length = text.find("Content-Length: ");
      if (head == std::string::npos || length > head) continue;
      wanted = head + 4 + std::stoul(text.substr(length + 16));
    }
  }

  std::string reply_;
  int delay_ms_;
  int listener_;
  int port_ = 0;
  std::atomic<int> requests_{0};
  int broken_ = 0;
  std::thread thread_;
};

}  // namespace papert::test
