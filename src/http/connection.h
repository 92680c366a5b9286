// One connection and what all connections of a server share. Only server.cc and connection.cc see
// this header: it is where Boost begins.
#pragma once

#include <atomic>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core/basic_stream.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>
#include <condition_variable>
#include <map>
#include <mutex>
#include <thread>
#include <unordered_set>
#include <utility>

#include "base/file_descriptor.h"
#include "http/server.h"
#include "http/websocket.h"

namespace papert::http::detail {

namespace net = boost::asio;
namespace beast = boost::beast;
using Executor = net::io_context::executor_type;
using Stream = beast::basic_stream<net::ip::tcp, Executor>;
using Upgrade = beast::http::request<beast::http::string_body>;

/// A connection that has become a WebSocket; websocket.cc has it, since it takes long to compile.
class WebSocketLink;
/// `ended` is called once, when the connection is over.
[[nodiscard]] std::shared_ptr<WebSocketLink> start_link(Core& core, Stream stream, Upgrade request,
                                                        std::shared_ptr<Conversation> conversation,
                                                        std::function<void()> ended);
void drop_link(WebSocketLink& link);

/// Reads requests one behind the other, each answered before the next is looked at.
///
///     idle -> header -> body -> working -> writing -> idle ... -> lingering -> closed
///                                       -> upgraded -> closed
class Connection : public std::enable_shared_from_this<Connection> {
 public:
  Connection(Core& core, int fd);

  void start();
  /// The answer to the request in work; later ones are ignored.
  void respond(Response response);
  /// Closes now if no request is in work; else behind its answer.
  void finish_soon();
  void close();

 private:
  enum class Phase : std::uint8_t {
    kIdle,
    kHeader,
    kBody,
    kWorking,
    kWriting,
    kLingering,
    kUpgraded,
    kClosed
  };

  void next_request();
  void read();
  void on_read(const beast::error_code& error, std::size_t bytes);
  void advance();
  [[nodiscard]] bool accept_header();
  [[nodiscard]] bool check_header();
  [[nodiscard]] bool claim_body();
  void send_continue();
  void dispatch();
  void complain(int status, const std::string& message);
  void write(Response response);
  void upgrade(std::shared_ptr<Conversation> conversation);
  void write_bytes(std::string head, std::string body);
  void on_written(const beast::error_code& error);
  void write_piece();
  void write_piece_later();
  void after_response();
  void linger();
  void discard();
  void wait_idle(bool idle);

  Core& core_;
  Stream stream_;
  net::basic_waitable_timer<std::chrono::steady_clock, net::wait_traits<std::chrono::steady_clock>,
                            Executor>
      delay_;
  beast::flat_buffer buffer_;
  std::optional<beast::http::request_parser<beast::http::string_body>> parser_;
  std::shared_ptr<WebSocketLink> link_;  // once upgraded, instead of the stream
  Request request_;
  std::function<Piece()> pieces_;
  std::string out_head_;
  std::string out_body_;
  std::pair<bool, std::uint64_t> idle_key_;  // in the core's table, while idle
  std::size_t header_bytes_ = 0;
  std::size_t claimed_ = 0;    // of the bytes that all bodies share
  std::size_t discarded_ = 0;  // while lingering
  std::int64_t wait_ms_ = 0;   // before the next piece
  Phase phase_ = Phase::kIdle;
  Piece::Then then_ = Piece::Then::kEnd;
  bool asked_ = false;  // a complete request has come
  bool is_idle_ = false;
  bool keep_alive_ = false;
  bool is_head_ = false;
  bool is_chunked_ = false;
  bool continuing_ = false;  // "100 Continue" is being written
};

/// A server without its lifetime. All but stop(), post() and stats() belong to its thread.
class Core : public std::enable_shared_from_this<Core> {
 public:
  Core(Handler& handler, Limits limits, FileDescriptor listener, std::string host, int port);

  void run();
  void stop(std::int64_t grace_ms);
  /// Without a response: the request was dropped.
  void post(std::weak_ptr<Connection> connection, std::optional<Response> response);

  /// False if the bodies in work would be too large together.
  [[nodiscard]] bool claim(std::size_t bytes);
  void release(std::size_t bytes) { claimed_ -= bytes; }
  [[nodiscard]] std::pair<bool, std::uint64_t> enter_idle(bool asked, Connection& connection);
  void leave_idle(std::pair<bool, std::uint64_t> key) { idle_.erase(key); }
  void forget(Connection& connection);

  [[nodiscard]] Handler& handler() { return handler_; }
  [[nodiscard]] const Limits& limits() const { return limits_; }
  [[nodiscard]] net::io_context& io() { return io_; }
  [[nodiscard]] bool stopping() const { return stopping_; }
  [[nodiscard]] const std::string& host() const { return host_; }
  [[nodiscard]] int port() const { return port_; }
  [[nodiscard]] ServerStats stats() const;

 private:
  void accept_later();
  void accept_waiting();
  [[nodiscard]] bool make_room();
  void begin_stop();

  net::io_context io_{1};  // destroyed last: connections live in it
  Handler& handler_;
  const Limits limits_;
  const std::string host_;
  const int port_;
  net::basic_socket_acceptor<net::ip::tcp, Executor> acceptor_;
  net::basic_waitable_timer<std::chrono::steady_clock, net::wait_traits<std::chrono::steady_clock>,
                            Executor>
      pause_;
  std::unordered_set<std::shared_ptr<Connection>> connections_;
  std::map<std::pair<bool, std::uint64_t>, Connection*> idle_;  // who goes first stands first
  std::uint64_t next_idle_ = 0;
  std::size_t claimed_ = 0;
  bool stopping_ = false;
  std::atomic<std::size_t> open_{0};
  std::atomic<std::uint64_t> accepted_{0};
  std::atomic<std::uint64_t> evicted_{0};
  std::mutex mutex_;  // with the next two: whoever stops waits for the last connection
  std::condition_variable changed_;
  bool drained_ = false;
  std::mutex stop_mutex_;
  std::thread thread_;
};

}  // namespace papert::http::detail
