// Requests and responses as values. What is on the wire is server.h's business.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace papert::http {

class Conversation;

struct Header {
  std::string name;
  std::string value;
};

struct Request {
  std::string method;
  std::string target;  // as sent: path and query, not decoded
  std::vector<Header> headers;
  std::string body;

  /// The target up to its query, not decoded.
  [[nodiscard]] std::string_view path() const;

  /// The first header of that name, whatever its case.
  [[nodiscard]] std::optional<std::string_view> header(std::string_view name) const;
  [[nodiscard]] std::size_t count(std::string_view name) const;

  /// The first value of that key in the query, decoded; nothing if absent or damaged.
  [[nodiscard]] std::optional<std::string> query(std::string_view key) const;
};

/// A part of a body that is made while it is sent.
struct Piece {
  enum class Then : std::uint8_t {
    kMore,
    kEnd,
    kHangUp,  // the connection closes, whatever was promised
  };
  std::string bytes;
  Then then = Then::kMore;
  std::int64_t wait_ms = 0;  // before the next one is asked for
};

struct Response {
  int status = 200;
  std::string content_type = "application/json";
  std::vector<Header> headers;  // further ones
  std::string body;
  /// Instead of `body`: called on the server's thread for one piece after the other, each when the
  /// one before is on its way. Must not block.
  std::function<Piece()> pieces;
  std::optional<std::uint64_t> length;  // of all pieces; absent: sent in chunks
  std::int64_t delay_ms = 0;            // before anything is sent
  bool hang_up = false;                 // closes the connection without a word
  bool close = false;                   // closes the connection behind the response
  /// Instead of all above: the connection becomes a WebSocket (websocket.h), if the client asked.
  std::shared_ptr<Conversation> conversation;
};

/// "%2F" -> "/"; nothing if a % has no two hexadecimal digits behind it.
[[nodiscard]] std::optional<std::string> percent_decode(std::string_view text);

/// The usual words for a status, "Not Found".
[[nodiscard]] std::string_view reason(int status);

/// What is sent before the body. A header whose name or value holds a line break is left out.
struct Framing {
  bool keep_alive = true;
  bool chunked = false;
  std::optional<std::uint64_t> length;
};
[[nodiscard]] std::string head_of(const Response& response, const Framing& framing);

/// One chunk of a body of unknown length; empty bytes would end it, so they give nothing.
[[nodiscard]] std::string chunk_of(std::string_view bytes);
inline constexpr std::string_view kLastChunk = "0\r\n\r\n";

}  // namespace papert::http
