// WebSocket as a conversation: the client says something, gets one answer, and may go on. What a
// client sends before that waits in its own machine, so nobody can flood us with questions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace papert::http {

namespace detail {
class Core;
class WebSocketLink;
}  // namespace detail

inline constexpr std::size_t kMaxMessageBytes = std::size_t{4} << 20;  // larger: closed with 1009

/// The right to answer one message, once. One that is dropped unused closes the connection.
class MessageReply {
 public:
  MessageReply(std::shared_ptr<detail::Core> core, std::weak_ptr<detail::WebSocketLink> link);
  ~MessageReply();
  MessageReply(MessageReply&&) noexcept = default;
  MessageReply& operator=(MessageReply&&) noexcept = delete;
  MessageReply(const MessageReply&) = delete;
  MessageReply& operator=(const MessageReply&) = delete;

  /// From any thread. Goes nowhere if the connection or the server has ended.
  void send(std::string text);
  /// Ends the conversation.
  void close();

 private:
  std::shared_ptr<detail::Core> core_;  // null once used
  std::weak_ptr<detail::WebSocketLink> link_;
};

/// One client. All on the server's thread, so none of it may block. Destroyed with the connection.
class Conversation {
 public:
  virtual ~Conversation() = default;
  virtual void message(std::string text, MessageReply reply) = 0;
};

}  // namespace papert::http
