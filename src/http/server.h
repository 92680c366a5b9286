// An HTTP/1.1 server that outlives its clients' mistakes: one thread does all reading and writing,
// and no request, however long, slow or broken, costs more than the limits below.
//
//     class Hello : public http::Handler {
//       void answer(http::Request request, http::Responder responder) override {
//         responder.send({.content_type = "text/plain", .body = "hello"});
//       }
//     };
//     Hello hello;
//     auto server = TRY(http::Server::start(hello, {.port = 8080}));
//
// The handler is called on that one thread. What takes time belongs on other threads: a Responder
// can be moved there, and used from anywhere.
//
// When all connections are in use, the one that has waited longest without a complete request makes
// room for a new one, those that never asked anything first: idle connections shut nobody out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "base/result.h"
#include "http/message.h"

namespace papert::http {

struct Limits {
  std::size_t header_bytes = std::size_t{16} << 10;   // with the request line; more: 431
  std::size_t body_bytes = std::size_t{8} << 20;      // of one request, unpacked; more: 413
  std::size_t bodies_bytes = std::size_t{256} << 20;  // of all requests not yet answered; more: 503
  std::size_t connections = 1024;
  std::int64_t header_ms = 10'000;  // from a request's first byte to the end of its header
  std::int64_t body_ms = 30'000;    // from there to the end of its body
  std::int64_t idle_ms = 120'000;   // before a request's first byte
  std::int64_t write_ms = 60'000;   // for each piece of a response
};

struct ServerOptions {
  std::string host = "127.0.0.1";  // an address or a name
  int port = 0;                    // 0: a free one
  Limits limits;
};

namespace detail {
class Core;
class Connection;
}  // namespace detail

/// The right to answer one request, once. One that is dropped unused answers with status 500.
class Responder {
 public:
  Responder(std::shared_ptr<detail::Core> core, std::weak_ptr<detail::Connection> connection);
  ~Responder();
  Responder(Responder&&) noexcept = default;
  Responder& operator=(Responder&& other) noexcept;
  Responder(const Responder&) = delete;
  Responder& operator=(const Responder&) = delete;

  /// From any thread. Goes nowhere if the connection or the server has ended.
  void send(Response response);

 private:
  std::shared_ptr<detail::Core> core_;  // null once used
  std::weak_ptr<detail::Connection> connection_;
};

/// What a server serves. All on the server's thread, so none of it may block.
class Handler {
 public:
  virtual ~Handler() = default;

  /// Once, before the first request, on the thread that starts the server.
  virtual void listening_at(int port);

  /// A request without its body: what is refused here never sends one.
  [[nodiscard]] virtual std::optional<Response> refuse(const Request& head);

  virtual void answer(Request request, Responder responder) = 0;

  /// The response to what is not HTTP or over a limit.
  [[nodiscard]] virtual Response complain(int status, const std::string& message);
};

struct ServerStats {
  std::size_t connections = 0;  // open now
  std::uint64_t accepted = 0;
  std::uint64_t evicted = 0;  // made room for others
};

class Server {
 public:
  /// Listens when it returns. `handler` must outlive it. kUsage if it cannot listen there.
  [[nodiscard]] static Result<std::unique_ptr<Server>> start(Handler& handler,
                                                             const ServerOptions& options);
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  [[nodiscard]] int port() const;
  [[nodiscard]] std::string url() const;  // "http://127.0.0.1:PORT", without a slash at the end
  [[nodiscard]] ServerStats stats() const;

  /// Takes no more connections and requests; hangs up when all requests are answered, at the latest
  /// after `grace_ms`. The handler is not called after it returns.
  void stop(std::int64_t grace_ms = 0);

 private:
  explicit Server(std::shared_ptr<detail::Core> core);
  std::shared_ptr<detail::Core> core_;
};

}  // namespace papert::http
