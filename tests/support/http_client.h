// A client for tests of servers: bytes as the test writes them, and responses taken apart.
//
//     HttpClient client(server.port());
//     const HttpAnswer answer = client.post("/v1/x", R"({"a":1})");
//     EXPECT_EQ(answer.status, 200);
#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text.h"

namespace papert::test {

struct HttpAnswer {
  int status = 0;                              // 0: none came
  std::map<std::string, std::string> headers;  // names in lower case
  std::string body;                            // without the marks of chunks
  bool whole = false;                          // all of the body came
  [[nodiscard]] std::string header(const std::string& name) const {
    const auto found = headers.find(name);
    return found == headers.end() ? "" : found->second;
  }
};

/// One connection to a port of this machine.
class RawConnection {
 public:
  explicit RawConnection(int port, int patience_s = 20) : fd_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const timeval patience{.tv_sec = patience_s, .tv_usec = 0};
    ::setsockopt(fd_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    ::setsockopt(fd_, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    const int yes = 1;
    ::setsockopt(fd_, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    connected_ = ::connect(fd_, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
  }
  ~RawConnection() { ::close(fd_); }
  RawConnection(const RawConnection&) = delete;
  RawConnection& operator=(const RawConnection&) = delete;

  [[nodiscard]] bool connected() const { return connected_; }

  /// False once the other side takes no more.
  bool send(std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t sent = ::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (sent <= 0) return false;
      bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
    return true;
  }
  void end_sending() { ::shutdown(fd_, SHUT_WR); }

  /// Until `end` has come, or the other side closes.
  std::string read_until(const std::string& end) {
    while (pending_.find(end) == std::string::npos && receive()) {
    }
    return std::exchange(pending_, "");
  }
  /// All that comes until the other side closes.
  std::string read_all() {
    while (receive()) {
    }
    return std::exchange(pending_, "");
  }
  /// So many bytes; fewer if the other side closes before.
  std::string read_exactly(std::size_t bytes) {
    fill(bytes);
    return take(bytes);
  }
  /// Whether the other side has closed; waits for that at most so long.
  [[nodiscard]] bool closes_within(int ms) {
    pollfd poll{.fd = fd_, .events = POLLIN, .revents = 0};
    while (::poll(&poll, 1, ms) == 1) {
      if (!receive()) return true;
    }
    return false;
  }

  /// Whether the other side has neither sent anything until now nor closed.
  [[nodiscard]] bool nothing_came() const {
    pollfd poll{.fd = fd_, .events = POLLIN, .revents = 0};
    return pending_.empty() && ::poll(&poll, 1, 0) == 0;
  }

  /// The next response. `to_head`: to a HEAD request, so without a body.
  HttpAnswer read_answer(bool to_head = false) {
    HttpAnswer answer;
    std::size_t end = 0;
    while ((end = pending_.find("\r\n\r\n")) == std::string::npos) {
      if (!receive()) return answer;
    }
    parse_head(pending_.substr(0, end), answer);
    pending_.erase(0, end + 4);
    if (answer.status == 100) return read_answer(to_head);
    if (to_head) {
      answer.whole = true;
    } else if (answer.header("transfer-encoding") == "chunked") {
      read_chunks(answer);
    } else if (answer.headers.contains("content-length")) {
      const std::size_t size = std::stoull(answer.header("content-length"));
      answer.whole = fill(size);
      answer.body = take(size);
    } else {
      answer.body = read_all();
      answer.whole = true;
    }
    return answer;
  }

 private:
  bool receive() {
    char buffer[16384];
    const ssize_t got = ::recv(fd_, buffer, sizeof buffer, 0);
    if (got <= 0) return false;
    pending_.append(buffer, static_cast<std::size_t>(got));
    return true;
  }
  bool fill(std::size_t bytes) {
    while (pending_.size() < bytes) {
      if (!receive()) return false;
    }
    return true;
  }
  std::string take(std::size_t bytes) {
    std::string taken = pending_.substr(0, bytes);
    pending_.erase(0, bytes);
    return taken;
  }
  void read_chunks(HttpAnswer& answer) {
    for (;;) {
      std::size_t line = 0;
      while ((line = pending_.find("\r\n")) == std::string::npos) {
        if (!receive()) return;
      }
      const std::size_t size = std::stoull(take(line + 2), nullptr, 16);
      if (!fill(size + 2)) return;
      answer.body += take(size);
      pending_.erase(0, 2);
      if (size == 0) break;
    }
    answer.whole = true;
  }
  static void parse_head(const std::string& head, HttpAnswer& answer) {
    const auto lines = split(head, '\n');
    if (lines[0].size() >= 12) answer.status = std::stoi(std::string(lines[0].substr(9, 3)));
    for (std::size_t i = 1; i < lines.size(); ++i) {
      const std::size_t colon = lines[i].find(':');
      if (colon == std::string_view::npos) continue;
      answer.headers[lower(lines[i].substr(0, colon))] = trim(lines[i].substr(colon + 1));
    }
  }

  int fd_;
  bool connected_ = false;
  std::string pending_;
};

/// Keeps its connection, and opens another when the server has closed it.
class HttpClient {
 public:
  using Headers = std::vector<std::string>;  // "name: value"

  explicit HttpClient(int port, Headers headers = {}) : port_(port), headers_(std::move(headers)) {}

  HttpAnswer get(const std::string& target, const Headers& headers = {}) {
    return exchange(head("GET", target, headers) + "\r\n");
  }
  HttpAnswer post(const std::string& target, std::string_view body, const Headers& headers = {}) {
    std::string request = head("POST", target, headers);
    request += "Content-Type: application/json\r\nContent-Length: " + std::to_string(body.size()) +
               "\r\n\r\n";
    request += body;
    return exchange(request);
  }
  /// A request as it is.
  HttpAnswer exchange(const std::string& request) {
    for (int attempt = 0; attempt < 2; ++attempt) {
      const bool fresh = !connection_;
      if (fresh) connection_.emplace(port_);
      connection_->send(request);
      HttpAnswer answer = connection_->read_answer();
      if (answer.status == 0 || answer.header("connection") == "close" || !answer.whole) {
        connection_.reset();
      }
      if (answer.status != 0 || fresh) return answer;
    }
    return {};
  }

 private:
  [[nodiscard]] std::string head(const char* method, const std::string& target,
                                 const Headers& headers) const {
    std::string text = std::string(method) + " " + target +
                       " HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(port_) + "\r\n";
    for (const std::string& header : headers_) text += header + "\r\n";
    for (const std::string& header : headers) text += header + "\r\n";
    return text;
  }

  int port_;
  Headers headers_;
  std::optional<RawConnection> connection_;
};

}  // namespace papert::test
