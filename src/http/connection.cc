// Reading is one loop around Beast's parser: whatever bytes have come are put into it, and what it
// says decides what happens next. The stream's timer runs over a whole phase, not over one read, so
// a client that sends a byte now and then gains nothing.
//
// A response may be sent while the client still sends a body that nobody wants. Closing at once
// would reset the connection, and the client would never see the response. So the connection
// lingers: it says that no more will come and throws away what arrives, for a while.

#include "http/connection.h"

#include <algorithm>
#include <array>
#include <boost/asio/write.hpp>
#include <chrono>
#include <exception>

#include "base/text.h"

namespace papert::http::detail {
namespace {

constexpr std::size_t kFirstRead = 1U << 10;
constexpr std::size_t kHeaderRead = 4U << 10;
constexpr std::size_t kBodyRead = 64U << 10;
constexpr std::chrono::milliseconds kLinger(2000);
constexpr std::size_t kLingerRead = 16U << 10;
constexpr std::size_t kLingerBytes = std::size_t{64} << 20;
constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";

using ParseError = beast::http::error;

int status_of(const beast::error_code& error) {
  if (error == ParseError::body_limit) return 413;
  if (error == ParseError::header_limit) return 431;
  if (error == ParseError::bad_version) return 505;
  return 400;
}

std::string_view view(beast::string_view text) { return {text.data(), text.size()}; }

template <class Message>
Request head_of_message(const Message& message) {
  Request request;
  request.method = view(message.method_string());
  request.target = view(message.target());
  for (const auto& field : message) {
    request.headers.push_back(
        {std::string(view(field.name_string())), std::string(view(field.value()))});
  }
  return request;
}

std::chrono::milliseconds milliseconds(std::int64_t count) {
  return std::chrono::milliseconds(count);
}

}  // namespace

Connection::Connection(Core& core, int fd)
    : core_(core), stream_(core.io().get_executor()), delay_(core.io().get_executor()) {
  beast::error_code error;
  stream_.socket().assign(net::ip::tcp::v4(), fd, error);
  stream_.socket().set_option(net::ip::tcp::no_delay(true), error);
}

void Connection::start() { next_request(); }

void Connection::wait_idle(bool idle) {
  if (idle == is_idle_) return;
  is_idle_ = idle;
  if (idle) {
    idle_key_ = core_.enter_idle(asked_, *this);
  } else {
    core_.leave_idle(idle_key_);
  }
}

void Connection::next_request() {
  parser_.emplace();
  parser_->header_limit(static_cast<std::uint32_t>(core_.limits().header_bytes));
  parser_->body_limit(core_.limits().body_bytes);
  header_bytes_ = 0;
  wait_idle(true);
  if (buffer_.size() > 0) {
    phase_ = Phase::kHeader;
    stream_.expires_after(milliseconds(core_.limits().header_ms));
    advance();
    return;
  }
  phase_ = Phase::kIdle;
  buffer_.shrink_to_fit();
  stream_.expires_after(milliseconds(core_.limits().idle_ms));
  read();
}

void Connection::read() {
  const std::size_t most = phase_ == Phase::kIdle     ? kFirstRead
                           : phase_ == Phase::kHeader ? kHeaderRead
                                                      : kBodyRead;
  stream_.async_read_some(
      buffer_.prepare(most),
      [self = shared_from_this()](const beast::error_code& error, std::size_t bytes) {
        self->on_read(error, bytes);
      });
}

void Connection::on_read(const beast::error_code& error, std::size_t bytes) {
  if (phase_ == Phase::kClosed) return;
  if (error) {
    close();
    return;
  }
  buffer_.commit(bytes);
  if (phase_ == Phase::kIdle) {
    phase_ = Phase::kHeader;
    stream_.expires_after(milliseconds(core_.limits().header_ms));
  }
  advance();
}

void Connection::advance() {
  while (!parser_->is_done()) {
    if (buffer_.size() == 0) {
      read();
      return;
    }
    const bool had_header = parser_->is_header_done();
    beast::error_code error;
    const std::size_t used = parser_->put(buffer_.data(), error);
    buffer_.consume(used);
    if (!had_header) header_bytes_ += used;
    // What the parser holds back is an unfinished line of the header, of a chunk or of a trailer.
    const bool too_long = error == ParseError::need_more
                              ? buffer_.size() > core_.limits().header_bytes
                              : header_bytes_ > core_.limits().header_bytes;
    if (too_long) error = make_error_code(ParseError::header_limit);
    if (error == ParseError::need_more) {
      read();
      return;
    }
    if (error) {
      complain(status_of(error), "the request is refused: " + error.message());
      return;
    }
    if (!had_header && parser_->is_header_done() && !accept_header()) return;
    if (had_header && !claim_body()) return;
  }
  dispatch();
}

/// False if reading does not go on at once.
bool Connection::accept_header() {
  request_ = head_of_message(parser_->get());
  keep_alive_ = parser_->get().keep_alive();
  is_head_ = request_.method == "HEAD";
  asked_ = true;
  wait_idle(false);
  if (!check_header()) return false;
  if (auto refusal = core_.handler().refuse(request_)) {
    keep_alive_ = keep_alive_ && parser_->is_done();
    phase_ = Phase::kWorking;
    respond(std::move(*refusal));
    return false;
  }
  if (!claim_body()) return false;
  phase_ = Phase::kBody;
  stream_.expires_after(milliseconds(core_.limits().body_ms));
  if (parser_->is_done() || !request_.header("Expect")) return true;
  send_continue();
  return false;
}

bool Connection::check_header() {
  if (request_.count("Host") > 1) {
    complain(400, "the request names more than one Host");
    return false;
  }
  const auto expected = request_.header("Expect");
  if (expected && lower(*expected) != "100-continue") {
    complain(417, "only Expect: 100-continue is known here");
    return false;
  }
  return true;
}

bool Connection::claim_body() {
  const auto announced = parser_->content_length();
  const std::size_t wanted =
      announced ? static_cast<std::size_t>(*announced) : parser_->get().body().size();
  if (wanted <= claimed_) return true;
  if (core_.claim(wanted - claimed_)) {
    claimed_ = wanted;
    return true;
  }
  complain(503, "too many large requests at once; try again later");
  return false;
}

void Connection::send_continue() {
  continuing_ = true;
  write_bytes(std::string(kContinue), "");
}

void Connection::dispatch() {
  phase_ = Phase::kWorking;
  stream_.expires_never();
  request_.body = std::move(parser_->get().body());
  Responder responder(core_.shared_from_this(), weak_from_this());
  try {
    core_.handler().answer(std::move(request_), std::move(responder));
  } catch (const std::exception&) {
    // The responder has answered when it was dropped, or will where it has gone.
  }
}

void Connection::complain(int status, const std::string& message) {
  keep_alive_ = false;
  phase_ = Phase::kWorking;
  wait_idle(false);
  respond(core_.handler().complain(status, message));
}

void Connection::respond(Response response) {
  if (phase_ != Phase::kWorking) return;
  phase_ = Phase::kWriting;
  if (response.delay_ms <= 0) {
    write(std::move(response));
    return;
  }
  stream_.expires_never();
  delay_.expires_after(milliseconds(response.delay_ms));
  delay_.async_wait([self = shared_from_this(),
                     waiting = std::move(response)](const beast::error_code& error) mutable {
    if (!error && self->phase_ == Phase::kWriting) self->write(std::move(waiting));
  });
}

void Connection::write(Response response) {
  if (response.hang_up) {
    close();
    return;
  }
  if (response.conversation) {
    upgrade(std::move(response.conversation));
    return;
  }
  const bool in_pieces = static_cast<bool>(response.pieces);
  const bool is_old = parser_->get().version() < 11;
  Framing framing;
  is_chunked_ = in_pieces && !response.length && !is_old;
  framing.chunked = is_chunked_;
  if (in_pieces) framing.length = response.length;
  if (!in_pieces && response.status != 204) framing.length = response.body.size();
  const bool until_close = in_pieces && !response.length && is_old;
  keep_alive_ = keep_alive_ && !response.close && !until_close && !core_.stopping();
  framing.keep_alive = keep_alive_;
  then_ = Piece::Then::kEnd;
  if (in_pieces && !is_head_) {
    pieces_ = std::move(response.pieces);
    then_ = Piece::Then::kMore;
  }
  write_bytes(head_of(response, framing), is_head_ ? "" : std::move(response.body));
}

void Connection::upgrade(std::shared_ptr<Conversation> conversation) {
  phase_ = Phase::kUpgraded;
  core_.release(claimed_);
  claimed_ = 0;
  const auto ended = [weak = weak_from_this()] {
    if (const auto alive = weak.lock()) alive->close();
  };
  link_ = start_link(core_, std::move(stream_), parser_->release(), std::move(conversation), ended);
}

void Connection::write_bytes(std::string head, std::string body) {
  out_head_ = std::move(head);
  out_body_ = std::move(body);
  stream_.expires_after(milliseconds(core_.limits().write_ms));
  const std::array<net::const_buffer, 2> parts{net::buffer(out_head_), net::buffer(out_body_)};
  net::async_write(stream_, parts,
                   [self = shared_from_this()](const beast::error_code& error, std::size_t) {
                     self->on_written(error);
                   });
}

void Connection::on_written(const beast::error_code& error) {
  if (phase_ == Phase::kClosed) return;
  if (error || then_ == Piece::Then::kHangUp) {
    close();
    return;
  }
  if (continuing_) {
    continuing_ = false;
    stream_.expires_after(milliseconds(core_.limits().body_ms));
    advance();
    return;
  }
  if (then_ == Piece::Then::kMore) {
    wait_ms_ > 0 ? write_piece_later() : write_piece();
    return;
  }
  after_response();
}

void Connection::write_piece_later() {
  stream_.expires_never();
  delay_.expires_after(milliseconds(std::exchange(wait_ms_, 0)));
  delay_.async_wait([self = shared_from_this()](const beast::error_code& error) {
    if (!error && self->phase_ == Phase::kWriting) self->write_piece();
  });
}

void Connection::write_piece() {
  Piece piece = pieces_();
  then_ = piece.then;
  wait_ms_ = then_ == Piece::Then::kMore ? piece.wait_ms : 0;
  std::string bytes = is_chunked_ ? chunk_of(piece.bytes) : std::move(piece.bytes);
  if (is_chunked_ && then_ == Piece::Then::kEnd) bytes += kLastChunk;
  write_bytes(std::move(bytes), "");
}

void Connection::after_response() {
  pieces_ = nullptr;
  out_body_ = std::string();
  then_ = Piece::Then::kEnd;
  core_.release(claimed_);
  claimed_ = 0;
  if (keep_alive_ && !core_.stopping()) {
    next_request();
  } else {
    linger();
  }
}

void Connection::linger() {
  phase_ = Phase::kLingering;
  // It has its answer and will not ask again: whoever needs room may have its place.
  asked_ = false;
  wait_idle(true);
  beast::error_code ignored;
  stream_.socket().shutdown(net::ip::tcp::socket::shutdown_send, ignored);
  buffer_.clear();
  stream_.expires_after(kLinger);
  discard();
}

void Connection::discard() {
  stream_.async_read_some(
      buffer_.prepare(kLingerRead),
      [self = shared_from_this()](const beast::error_code& error, std::size_t bytes) {
        if (self->phase_ == Phase::kClosed) return;
        self->discarded_ += bytes;
        if (error || self->discarded_ > kLingerBytes) {
          self->close();
        } else {
          self->discard();
        }
      });
}

void Connection::finish_soon() {
  keep_alive_ = false;
  if (phase_ == Phase::kIdle || phase_ == Phase::kHeader || phase_ == Phase::kUpgraded) close();
}

void Connection::close() {
  if (phase_ == Phase::kClosed) return;
  wait_idle(false);
  phase_ = Phase::kClosed;
  core_.release(claimed_);
  claimed_ = 0;
  pieces_ = nullptr;
  delay_.cancel();
  if (link_) {
    drop_link(*link_);
  } else {
    stream_.close();
  }
  core_.forget(*this);
}

}  // namespace papert::http::detail
