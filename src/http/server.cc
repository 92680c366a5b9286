// Listening, accepting and ending. Sockets are made and accepted by the system's own calls, since
// Asio's leave them open in programs that this process starts.

#include "http/server.h"

#include <fcntl.h>
#include <netdb.h>
#include <sys/socket.h>

#include <boost/asio/dispatch.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/post.hpp>
#include <cerrno>
#include <chrono>

#include "http/connection.h"

namespace papert::http {
namespace detail {
namespace {

constexpr int kBacklog = 1024;
constexpr int kAcceptedAtOnce = 64;
constexpr std::chrono::milliseconds kPause(20);

}  // namespace

Core::Core(Handler& handler, Limits limits, FileDescriptor listener, std::string host, int port)
    : handler_(handler),
      limits_(limits),
      host_(std::move(host)),
      port_(port),
      acceptor_(io_.get_executor()),
      pause_(io_.get_executor()) {
  beast::error_code error;
  acceptor_.assign(net::ip::tcp::v4(), listener.release(), error);
}

void Core::run() {
  accept_later();
  thread_ = std::thread([this] {
    // A request in work is no work of Asio's: without this, its answer would find nobody at home
    // once the server takes no more connections.
    const auto at_home = net::make_work_guard(io_);
    io_.run();
  });
}

void Core::accept_later() {
  acceptor_.async_wait(net::socket_base::wait_read, [this](const beast::error_code& error) {
    if (!error) accept_waiting();
  });
}

void Core::accept_waiting() {
  for (int i = 0; i < kAcceptedAtOnce; ++i) {
    const int fd =
        ::accept4(acceptor_.native_handle(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
    if (fd < 0 && (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM)) {
      // The caller stays in the system's queue until there is room.
      (void)make_room();
      pause_.expires_after(kPause);
      pause_.async_wait([this](const beast::error_code& error) {
        if (!error) accept_later();
      });
      return;
    }
    if (fd < 0) break;
    FileDescriptor accepted(fd);
    ++accepted_;
    if (connections_.size() >= limits_.connections && !make_room()) {
      const std::string full =
          head_of({.status = 503, .content_type = "", .headers = {{"Retry-After", "1"}}},
                  {.keep_alive = false, .length = 0});
      (void)::send(fd, full.data(), full.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
      continue;
    }
    auto connection = std::make_shared<Connection>(*this, accepted.release());
    connections_.insert(connection);
    open_ = connections_.size();
    connection->start();
  }
  accept_later();
}

bool Core::make_room() {
  if (idle_.empty()) return false;
  ++evicted_;
  idle_.begin()->second->close();
  return true;
}

bool Core::claim(std::size_t bytes) {
  if (bytes > limits_.bodies_bytes - claimed_) return false;
  claimed_ += bytes;
  return true;
}

std::pair<bool, std::uint64_t> Core::enter_idle(bool asked, Connection& connection) {
  const std::pair key{asked, next_idle_++};
  idle_[key] = &connection;
  return key;
}

void Core::forget(Connection& connection) {
  connections_.erase(connection.shared_from_this());
  open_ = connections_.size();
  if (!stopping_ || !connections_.empty()) return;
  const std::lock_guard lock(mutex_);
  drained_ = true;
  changed_.notify_all();
}

void Core::post(std::weak_ptr<Connection> connection, std::optional<Response> response) {
  net::dispatch(io_, [this, weak = std::move(connection), answer = std::move(response)]() mutable {
    const auto alive = weak.lock();
    if (!alive) return;
    if (!answer) answer = handler_.complain(500, "the request was dropped: our own fault");
    alive->respond(std::move(*answer));
  });
}

void Core::begin_stop() {
  stopping_ = true;
  beast::error_code ignored;
  acceptor_.close(ignored);
  pause_.cancel();
  const auto all = connections_;  // closing removes them
  for (const auto& connection : all) connection->finish_soon();
  if (!connections_.empty()) return;
  const std::lock_guard lock(mutex_);
  drained_ = true;
  changed_.notify_all();
}

void Core::stop(std::int64_t grace_ms) {
  const std::lock_guard once(stop_mutex_);
  if (!thread_.joinable()) return;
  net::post(io_, [this] { begin_stop(); });
  {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, std::chrono::milliseconds(grace_ms), [this] { return drained_; });
  }
  net::post(io_, [this] {
    if (!stopping_) begin_stop();
    const auto all = connections_;
    for (const auto& connection : all) connection->close();
    io_.stop();
  });
  thread_.join();
}

ServerStats Core::stats() const {
  return {.connections = open_, .accepted = accepted_, .evicted = evicted_};
}

}  // namespace detail

namespace {

struct Listener {
  FileDescriptor socket;
  int port = 0;
};

int port_of(int fd) {
  sockaddr_storage storage{};
  socklen_t size = sizeof storage;
  if (::getsockname(fd, reinterpret_cast<sockaddr*>(&storage), &size) != 0) return -1;
  const bool is_ipv6 = storage.ss_family == AF_INET6;
  return ntohs(is_ipv6 ? reinterpret_cast<const sockaddr_in6&>(storage).sin6_port
                       : reinterpret_cast<const sockaddr_in&>(storage).sin_port);
}

/// The first of the host's addresses that can be had. The port is ours alone: no SO_REUSEPORT.
Result<Listener> listen_at(const std::string& host, int port) {
  addrinfo hints{};
  hints.ai_family = AF_UNSPEC;
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV;
  addrinfo* found = nullptr;
  const std::string digits = std::to_string(port);
  Listener listener;
  if (::getaddrinfo(host.c_str(), digits.c_str(), &hints, &found) == 0) {
    for (const addrinfo* each = found; each != nullptr; each = each->ai_next) {
      FileDescriptor socket(
          ::socket(each->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
      const int yes = 1;
      ::setsockopt(socket.get(), SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
      if (::bind(socket.get(), each->ai_addr, each->ai_addrlen) != 0) continue;
      if (::listen(socket.get(), detail::kBacklog) != 0) continue;
      listener.port = port_of(socket.get());
      listener.socket = std::move(socket);
      break;
    }
    ::freeaddrinfo(found);
  }
  if (listener.socket) return listener;
  return fail(ErrorCode::kUsage,
              "cannot listen there: the address is not ours, or the port is taken",
              host + ":" + digits);
}

}  // namespace

void Handler::listening_at(int) {}

std::optional<Response> Handler::refuse(const Request&) { return std::nullopt; }

Response Handler::complain(int status, const std::string& message) {
  return {.status = status, .content_type = "text/plain; charset=utf-8", .body = message + "\n"};
}

Responder::Responder(std::shared_ptr<detail::Core> core,
                     std::weak_ptr<detail::Connection> connection)
    : core_(std::move(core)), connection_(std::move(connection)) {}

Responder::~Responder() {
  if (core_) core_->post(std::move(connection_), std::nullopt);
}

Responder& Responder::operator=(Responder&& other) noexcept {
  std::swap(core_, other.core_);
  std::swap(connection_, other.connection_);
  return *this;
}

void Responder::send(Response response) {
  const auto core = std::move(core_);
  core_ = nullptr;
  if (core) core->post(std::move(connection_), std::move(response));
}

Result<std::unique_ptr<Server>> Server::start(Handler& handler, const ServerOptions& options) {
  auto listener = TRY(listen_at(options.host, options.port));
  auto core = std::make_shared<detail::Core>(handler, options.limits, std::move(listener.socket),
                                             options.host, listener.port);
  handler.listening_at(core->port());
  core->run();
  return std::unique_ptr<Server>(new Server(std::move(core)));
}

Server::Server(std::shared_ptr<detail::Core> core) : core_(std::move(core)) {}
Server::~Server() { stop(); }

int Server::port() const { return core_->port(); }

std::string Server::url() const {
  const std::string& host = core_->host();
  const bool is_ipv6 = host.find(':') != std::string::npos;
  return "http://" + (is_ipv6 ? "[" + host + "]" : host) + ":" + std::to_string(port());
}

ServerStats Server::stats() const { return core_->stats(); }
void Server::stop(std::int64_t grace_ms) { core_->stop(grace_ms); }

}  // namespace papert::http
