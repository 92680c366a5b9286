#include "support/tiny_server.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <optional>
#include <stdexcept>
#include <string_view>

#include "base/text.h"

namespace papert::test {
namespace {

bool send_all(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = ::send(fd, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

bool receive_more(int fd, std::string& buffer) {
  std::array<char, 65536> bytes{};
  const ssize_t got = ::recv(fd, bytes.data(), bytes.size(), 0);
  if (got <= 0) return false;
  buffer.append(bytes.data(), static_cast<std::size_t>(got));
  return true;
}

void parse_head(std::string_view head, TinyRequest& request) {
  const auto lines = split(head, '\n');
  const auto words = split(trim(lines[0]), ' ');
  if (words.size() >= 2) {
    request.method = words[0];
    request.path = words[1];
  }
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const std::size_t colon = lines[i].find(':');
    if (colon == std::string_view::npos) continue;
    request.headers[lower(lines[i].substr(0, colon))] = trim(lines[i].substr(colon + 1));
  }
}

/// The next request of a connection; nothing at its end.
std::optional<TinyRequest> receive(int fd, std::string& buffer) {
  std::size_t end = 0;
  while ((end = buffer.find("\r\n\r\n")) == std::string::npos) {
    if (!receive_more(fd, buffer)) return std::nullopt;
  }
  TinyRequest request;
  parse_head(std::string_view(buffer).substr(0, end), request);
  buffer.erase(0, end + 4);
  const std::string length = request.headers["content-length"];
  const std::size_t wanted = length.empty() ? 0 : std::stoul(length);
  while (buffer.size() < wanted) {
    if (!receive_more(fd, buffer)) return std::nullopt;
  }
  request.body = buffer.substr(0, wanted);
  buffer.erase(0, wanted);
  return request;
}

/// False if the connection is to end.
bool respond(int fd, const TinyReply& reply) {
  if (reply.drop) return false;
  std::string text = "HTTP/1.1 " + std::to_string(reply.status) + " Whatever\r\n";
  if (!reply.type.empty()) text += "Content-Type: " + reply.type + "\r\n";
  for (const std::string& header : reply.headers) text += header + "\r\n";
  if (!reply.chunked) {
    text += "Content-Length: " + std::to_string(reply.body.size()) + "\r\n\r\n";
    text += reply.cut ? reply.body.substr(0, reply.body.size() / 2) : reply.body;
    return send_all(fd, text) && !reply.cut;
  }
  text += "Transfer-Encoding: chunked\r\n\r\n";
  constexpr std::size_t kChunk = 7;
  for (std::size_t at = 0; at < reply.body.size(); at += kChunk) {
    const std::string chunk = reply.body.substr(at, kChunk);
    text += std::to_string(chunk.size()) + "\r\n" + chunk + "\r\n";
  }
  return send_all(fd, text + "0\r\n\r\n");
}

}  // namespace

TinyServer::TinyServer(Handler handler) : handler_(std::move(handler)) {
  listener_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  auto* any = reinterpret_cast<sockaddr*>(&address);
  if (::bind(listener_, any, size) != 0 || ::listen(listener_, 1024) != 0 ||
      ::getsockname(listener_, any, &size) != 0) {
    throw std::runtime_error("the test server cannot listen");
  }
  port_ = ntohs(address.sin_port);
  acceptor_ = std::thread([this] { accept_all(); });
}

TinyServer::~TinyServer() {
  stopping_ = true;
  ::shutdown(listener_, SHUT_RDWR);
  acceptor_.join();
  {
    const std::lock_guard lock(mutex_);
    for (const int fd : open_) ::shutdown(fd, SHUT_RDWR);
  }
  for (std::thread& thread : threads_) thread.join();
  ::close(listener_);
}

void TinyServer::accept_all() {
  while (!stopping_) {
    const int fd = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
    if (fd < 0) continue;
    const int on = 1;
    ::setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    ++connections_;
    const std::lock_guard lock(mutex_);
    open_.push_back(fd);
    threads_.emplace_back([this, fd] { serve(fd); });
  }
}

void TinyServer::serve(int fd) {
  std::string buffer;
  while (auto request = receive(fd, buffer)) {
    request->number = requests_++;
    const TinyReply reply = handler_(*request);
    // In slices: a client that has gone, or the end of the test, is not a reason to sleep on.
    for (int waited = 0; waited < reply.delay_ms && !stopping_; waited += 10) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    if (!respond(fd, reply)) break;
  }
  const std::lock_guard lock(mutex_);
  open_.erase(std::find(open_.begin(), open_.end(), fd));
  ::close(fd);
}

}  // namespace papert::test
