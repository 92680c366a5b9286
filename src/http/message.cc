#include "http/message.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/text.h"

namespace papert::http {
namespace {

constexpr std::array<std::pair<int, std::string_view>, 26> kReasons{{
    {100, "Continue"},
    {101, "Switching Protocols"},
    {200, "OK"},
    {204, "No Content"},
    {304, "Not Modified"},
    {400, "Bad Request"},
    {401, "Unauthorized"},
    {403, "Forbidden"},
    {404, "Not Found"},
    {405, "Method Not Allowed"},
    {408, "Request Timeout"},
    {411, "Length Required"},
    {413, "Payload Too Large"},
    {415, "Unsupported Media Type"},
    {417, "Expectation Failed"},
    {421, "Misdirected Request"},
    {422, "Unprocessable Entity"},
    {426, "Upgrade Required"},
    {429, "Too Many Requests"},
    {431, "Request Header Fields Too Large"},
    {500, "Internal Server Error"},
    {502, "Bad Gateway"},
    {503, "Service Unavailable"},
    {504, "Gateway Timeout"},
    {505, "HTTP Version Not Supported"},
    {529, "Overloaded"},
}};

bool same_name(std::string_view a, std::string_view b) {
  const auto small = [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [&](char x, char y) { return small(x) == small(y); });
}

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

bool fits_a_line(const Header& header) {
  constexpr std::string_view kBreaks("\r\n\0", 3);
  return !header.name.empty() && header.name.find_first_of(kBreaks) == std::string::npos &&
         header.value.find_first_of(kBreaks) == std::string::npos;
}

}  // namespace

std::string_view Request::path() const {
  const std::string_view whole = target;
  return whole.substr(0, whole.find('?'));
}

std::optional<std::string_view> Request::header(std::string_view name) const {
  for (const Header& each : headers) {
    if (same_name(each.name, name)) return each.value;
  }
  return std::nullopt;
}

std::size_t Request::count(std::string_view name) const {
  return static_cast<std::size_t>(std::count_if(
      headers.begin(), headers.end(), [&](const Header& h) { return same_name(h.name, name); }));
}

std::optional<std::string> Request::query(std::string_view key) const {
  const std::size_t mark = target.find('?');
  if (mark == std::string::npos) return std::nullopt;
  for (const std::string_view item : split(std::string_view(target).substr(mark + 1), '&')) {
    const std::size_t equals = std::min(item.find('='), item.size());
    if (percent_decode(item.substr(0, equals)) != key) continue;
    return percent_decode(item.substr(std::min(equals + 1, item.size())));
  }
  return std::nullopt;
}

std::optional<std::string> percent_decode(std::string_view text) {
  std::string decoded;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      decoded += text[i];
      continue;
    }
    if (text.size() - i < 3) return std::nullopt;
    const int high = hex_digit(text[i + 1]);
    const int low = hex_digit(text[i + 2]);
    if (high < 0 || low < 0) return std::nullopt;
    decoded += static_cast<char>(high * 16 + low);
    i += 2;
  }
  return decoded;
}

std::string_view reason(int status) {
  for (const auto& [code, words] : kReasons) {
    if (code == status) return words;
  }
  return "Status";
}

std::string head_of(const Response& response, const Framing& framing) {
  std::string head = fmt::format("HTTP/1.1 {} {}\r\n", response.status, reason(response.status));
  const auto add = [&head](const Header& header) {
    if (fits_a_line(header)) head += header.name + ": " + header.value + "\r\n";
  };
  if (!response.content_type.empty()) add({"Content-Type", response.content_type});
  for (const Header& header : response.headers) add(header);
  if (framing.chunked) add({"Transfer-Encoding", "chunked"});
  if (framing.length) add({"Content-Length", std::to_string(*framing.length)});
  add({"Connection", framing.keep_alive ? "keep-alive" : "close"});
  return head + "\r\n";
}

std::string chunk_of(std::string_view bytes) {
  if (bytes.empty()) return {};
  std::string chunk = fmt::format("{:x}\r\n", bytes.size());
  chunk += bytes;
  chunk += "\r\n";
  return chunk;
}

}  // namespace papert::http
