#include "http/websocket.h"

#include <boost/asio/dispatch.hpp>
#include <boost/beast/websocket.hpp>
#include <chrono>
#include <utility>

#include "http/connection.h"

namespace papert::http {
namespace detail {

///     accepting -> reading -> working -> writing -> reading ...
class WebSocketLink : public std::enable_shared_from_this<WebSocketLink> {
 public:
  /// `ended` is called once, when the connection is over.
  WebSocketLink(Core& core, Stream stream, std::shared_ptr<Conversation> conversation,
                std::function<void()> ended);

  void start(Upgrade request);
  void answer(std::string text);
  /// Says goodbye first.
  void close();
  void end();

 private:
  void read();
  void on_read(const beast::error_code& error);

  Core& core_;
  beast::websocket::stream<Stream> socket_;
  std::shared_ptr<Conversation> conversation_;
  std::function<void()> ended_;
  Upgrade request_;
  beast::flat_buffer buffer_;
  std::string out_;
  bool working_ = false;  // a message is not yet answered
};

namespace {

namespace ws = boost::beast::websocket;

constexpr std::chrono::seconds kHandshake(10);
constexpr std::chrono::seconds kIdle(300);  // a client that answers no ping is gone

}  // namespace

WebSocketLink::WebSocketLink(Core& core, Stream stream, std::shared_ptr<Conversation> conversation,
                             std::function<void()> ended)
    : core_(core),
      socket_(std::move(stream)),
      conversation_(std::move(conversation)),
      ended_(std::move(ended)) {}

void WebSocketLink::start(Upgrade request) {
  request_ = std::move(request);
  beast::get_lowest_layer(socket_).expires_never();  // it has a clock of its own
  ws::stream_base::timeout times{kHandshake, kIdle, true};
  socket_.set_option(times);
  socket_.read_message_max(kMaxMessageBytes);
  socket_.auto_fragment(false);
  socket_.async_accept(request_, [self = shared_from_this()](const beast::error_code& error) {
    self->request_ = {};
    error ? self->end() : self->read();
  });
}

void WebSocketLink::read() {
  working_ = false;
  buffer_.clear();
  buffer_.shrink_to_fit();
  socket_.async_read(buffer_, [self = shared_from_this()](const beast::error_code& error,
                                                          std::size_t) { self->on_read(error); });
}

void WebSocketLink::on_read(const beast::error_code& error) {
  if (error || !ended_) {
    end();
    return;
  }
  const auto bytes = buffer_.data();
  std::string text(static_cast<const char*>(bytes.data()), bytes.size());
  buffer_.clear();
  working_ = true;
  MessageReply reply(core_.shared_from_this(), weak_from_this());
  conversation_->message(std::move(text), std::move(reply));
}

void WebSocketLink::answer(std::string text) {
  if (!working_ || !ended_) return;
  out_ = std::move(text);
  socket_.text(true);
  socket_.async_write(boost::asio::buffer(out_),
                      [self = shared_from_this()](const beast::error_code& error, std::size_t) {
                        self->out_ = std::string();
                        error ? self->end() : self->read();
                      });
}

void WebSocketLink::close() {
  if (!ended_) return;
  socket_.async_close(ws::close_code::normal,
                      [self = shared_from_this()](const beast::error_code&) { self->end(); });
}

void WebSocketLink::end() {
  const auto ended = std::exchange(ended_, nullptr);
  if (!ended) return;
  beast::get_lowest_layer(socket_).close();
  conversation_ = nullptr;
  ended();
}

std::shared_ptr<WebSocketLink> start_link(Core& core, Stream stream, Upgrade request,
                                          std::shared_ptr<Conversation> conversation,
                                          std::function<void()> ended) {
  auto link = std::make_shared<WebSocketLink>(core, std::move(stream), std::move(conversation),
                                              std::move(ended));
  link->start(std::move(request));
  return link;
}

void drop_link(WebSocketLink& link) { link.end(); }

}  // namespace detail

MessageReply::MessageReply(std::shared_ptr<detail::Core> core,
                           std::weak_ptr<detail::WebSocketLink> link)
    : core_(std::move(core)), link_(std::move(link)) {}

MessageReply::~MessageReply() { close(); }

void MessageReply::send(std::string text) {
  const auto core = std::move(core_);
  core_ = nullptr;
  if (!core) return;
  boost::asio::dispatch(core->io(), [link = link_, said = std::move(text)]() mutable {
    if (const auto alive = link.lock()) alive->answer(std::move(said));
  });
}

void MessageReply::close() {
  const auto core = std::move(core_);
  core_ = nullptr;
  if (!core) return;
  boost::asio::dispatch(core->io(), [link = link_] {
    if (const auto alive = link.lock()) alive->close();
  });
}

}  // namespace papert::http
