#include "serve/access.h"

#include <sys/random.h>

#include <algorithm>
#include <array>

#include "base/base64.h"
#include "base/text.h"

namespace papert::serve {
namespace {

constexpr std::size_t kTokenBytes = 32;
constexpr std::size_t kMinTokenLetters = 16;
constexpr std::size_t kMaxTokenLetters = 256;

bool is_token_letter(char c) {
  return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' ||
         c == '_';
}

/// The part of an origin behind its scheme; nothing if it is not an origin.
std::optional<std::string> host_of_origin(std::string_view origin) {
  for (const std::string_view scheme : {"http://", "https://"}) {
    if (!origin.starts_with(scheme)) continue;
    const std::string_view host = origin.substr(scheme.size());
    const bool plain = std::all_of(host.begin(), host.end(), [](char c) {
      return is_token_letter(c) || c == '.' || c == ':' || c == '[' || c == ']';
    });
    if (!host.empty() && plain) return std::string(host);
  }
  return std::nullopt;
}

/// The value of a cookie among those of a request.
std::optional<std::string_view> cookie_value(const http::Request& head, std::string_view name) {
  for (const http::Header& header : head.headers) {
    if (lower(header.name) != "cookie") continue;
    for (const std::string_view each : split(header.value, ';')) {
      const std::string_view pair = trim(each);
      const std::size_t equals = pair.find('=');
      if (equals != std::string_view::npos && pair.substr(0, equals) == name) {
        return pair.substr(equals + 1);
      }
    }
  }
  return std::nullopt;
}

/// Whether a browser goes to the address itself, in a window of its own, as from a link in a mail.
/// The page with the link sees nothing of what comes.
bool follows_link(const http::Request& head) {
  return (head.method == "GET" || head.method == "HEAD") &&
         head.header("Sec-Fetch-Mode") == "navigate" && head.header("Sec-Fetch-Dest") == "document";
}

bool contains(const std::vector<std::string>& list, std::string_view item) {
  return std::find(list.begin(), list.end(), item) != list.end();
}

}  // namespace

Result<Access> Access::make(AccessOptions options) {
  const std::string& token = options.token;
  if (token.empty() && !is_loopback(options.host)) {
    return fail(ErrorCode::kUsage,
                "others reach this address: only a server on 127.0.0.1, ::1 or localhost can do "
                "without a token",
                "--no-token");
  }
  const bool plain = std::all_of(token.begin(), token.end(), is_token_letter);
  if (!token.empty() &&
      (token.size() < kMinTokenLetters || token.size() > kMaxTokenLetters || !plain)) {
    return fail(ErrorCode::kUsage,
                "a token has 16 to 256 letters, digits, - or _: leave it out, and one is made",
                "--token");
  }
  for (const std::string& origin : options.origins) {
    if (host_of_origin(origin)) continue;
    return fail(ErrorCode::kUsage,
                "'" + origin +
                    "' is not an origin: give a scheme, a host and perhaps a port, as in "
                    "https://rewards.example:8443",
                "--origin");
  }
  return Access(std::move(options));
}

void Access::listening_at(int port) {
  hosts_.clear();
  origins_.clear();
  const bool is_ipv6 = options_.host.find(':') != std::string::npos;
  const std::string own = is_ipv6 ? "[" + options_.host + "]" : options_.host;
  for (const std::string& name :
       {std::string("localhost"), std::string("127.0.0.1"), std::string("[::1]"), lower(own)}) {
    hosts_.push_back(name + ":" + std::to_string(port));
    if (port == 80) hosts_.push_back(name);
  }
  for (const std::string& host : hosts_) origins_.push_back("http://" + host);
  for (const std::string& origin : options_.origins) {
    origins_.push_back(lower(origin));
    hosts_.push_back(lower(*host_of_origin(origin)));
  }
}

bool Access::has_token(const http::Request& head,
                       std::optional<std::string_view> path_token) const {
  if (path_token) return same_secret(*path_token, options_.token);
  if (!cookie_.empty()) {
    const auto cookie = cookie_value(head, cookie_);
    if (cookie && same_secret(*cookie, options_.token)) return true;
  }
  constexpr std::string_view kBearer = "bearer ";
  const auto given = head.header("Authorization");
  if (!given || given->size() < kBearer.size()) return false;
  if (lower(given->substr(0, kBearer.size())) != kBearer) return false;
  return same_secret(trim(given->substr(kBearer.size())), options_.token);
}

std::optional<Refusal> Access::check(const http::Request& head, Guard guard,
                                     std::optional<std::string_view> path_token) const {
  if (guard == Guard::kNothing) return std::nullopt;
  const auto host = head.header("Host");
  if (!host || !contains(hosts_, lower(*host))) {
    return Refusal{421, "wrong_host",
                   "this server does not have that name: see --origin of papert serve"};
  }
  const auto origin = head.header("Origin");
  if (origin && !contains(origins_, lower(*origin))) {
    return Refusal{403, "foreign_origin", "pages of other origins are not served"};
  }
  const auto site = head.header("Sec-Fetch-Site");
  const bool foreign = site && *site != "same-origin" && *site != "none";
  if (foreign && !(guard == Guard::kPage && follows_link(head))) {
    return Refusal{403, "foreign_origin", "pages of other sites are not served"};
  }
  if (guard == Guard::kPage) return std::nullopt;
  const bool wants_token =
      !options_.token.empty() && (guard == Guard::kWork || !is_loopback(options_.host));
  if (wants_token && !has_token(head, path_token)) {
    return Refusal{401, "no_token",
                   "send the token that papert serve printed: Authorization: Bearer TOKEN"};
  }
  return std::nullopt;
}

std::string Access::cookie() const {
  return cookie_ + "=" + options_.token + "; Path=/; HttpOnly; SameSite=Strict";
}

Result<std::string> make_token() {
  std::array<char, kTokenBytes> bytes{};
  if (::getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size())) {
    return fail(ErrorCode::kIo, "the system gives no random bytes for a token");
  }
  std::string token = base64(std::string_view(bytes.data(), bytes.size()));
  while (token.ends_with('=')) token.pop_back();
  std::replace(token.begin(), token.end(), '+', '-');
  std::replace(token.begin(), token.end(), '/', '_');
  return token;
}

bool same_secret(std::string_view given, std::string_view secret) {
  volatile unsigned char different = given.size() == secret.size() ? 0 : 1;
  for (std::size_t i = 0; i < secret.size(); ++i) {
    const char letter = i < given.size() ? given[i] : '\0';
    different = static_cast<unsigned char>(different | (letter ^ secret[i]));
  }
  return different == 0 && !secret.empty();
}

bool is_loopback(std::string_view host) {
  const bool is_number = host.find_first_not_of("0123456789.") == std::string_view::npos;
  return host == "localhost" || host == "::1" || (is_number && host.starts_with("127."));
}

std::optional<TokenPath> split_token(std::string_view path) {
  constexpr std::string_view kBegin = "/t/";
  if (!path.starts_with(kBegin)) return std::nullopt;
  const std::string_view behind = path.substr(kBegin.size());
  const std::size_t slash = behind.find('/');
  if (slash == std::string_view::npos) return std::nullopt;
  return TokenPath{behind.substr(0, slash), behind.substr(slash)};
}

}  // namespace papert::serve
