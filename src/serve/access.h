// Who may ask what. A server on one's own machine is reached by every page one opens and by every
// other user of the machine, so where it listens protects little:
//
// * Host must be exactly one of our names. A page whose name is pointed at this machine (DNS
//   rebinding) sends its own.
// * Origin and Sec-Fetch-Site, where a browser sends them, must be ours: no page of others. Only a
//   link on one may lead to our pages, which are the same for everybody and hold nothing.
// * What runs code wants a token; what only reads wants one unless we listen on this machine alone.
//
// A client that can send no header has the token in its address: /t/TOKEN/get_reward. A browser has
// it in a cookie, which pages of other sites cannot make it send.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "http/message.h"

namespace papert::serve {

/// What a route asks for.
enum class Guard : std::uint8_t {
  kNothing,  // not even a Host: probes of balancers
  kPage,     // the same for everybody: our name and no foreign page, but no token
  kRead,
  kWork,
};

struct AccessOptions {
  std::string host = "127.0.0.1";    // where the server listens
  std::string token;                 // empty: none, only where the host is this machine
  std::vector<std::string> origins;  // further addresses it has: "https://rewards.example"
};

/// Why a request is turned away.
struct Refusal {
  int status = 403;
  std::string code;
  std::string message;
};

class Access {
 public:
  /// kUsage for a token that is too short or has other letters than base64url, an origin that is
  /// none, and a server that others reach without a token.
  [[nodiscard]] static Result<Access> make(AccessOptions options);

  /// The port is part of our names. Before the first check.
  void listening_at(int port);

  /// `path_token`: from the address, if one was there.
  [[nodiscard]] std::optional<Refusal> check(const http::Request& head, Guard guard,
                                             std::optional<std::string_view> path_token) const;

  [[nodiscard]] const std::string& token() const { return options_.token; }

  /// Takes the token from a cookie of that name, too: browsers cannot send it otherwise.
  void set_cookie(std::string name) { cookie_ = std::move(name); }
  /// What sets it: for this server's pages alone, and out of reach of scripts.
  [[nodiscard]] std::string cookie() const;

 private:
  explicit Access(AccessOptions options) : options_(std::move(options)) {}
  [[nodiscard]] bool has_token(const http::Request& head,
                               std::optional<std::string_view> path_token) const;

  AccessOptions options_;
  std::string cookie_;  // its name; empty: none is looked at
  std::vector<std::string> hosts_;
  std::vector<std::string> origins_;
};

/// 32 random bytes in base64url.
[[nodiscard]] Result<std::string> make_token();

/// Takes as long whatever they differ in.
[[nodiscard]] bool same_secret(std::string_view given, std::string_view secret);

/// Whether only this machine reaches a server at that address.
[[nodiscard]] bool is_loopback(std::string_view host);

/// "/t/TOKEN/rest" -> TOKEN and "/rest"; nothing for other paths.
struct TokenPath {
  std::string_view token;
  std::string_view rest;
};
[[nodiscard]] std::optional<TokenPath> split_token(std::string_view path);

}  // namespace papert::serve
