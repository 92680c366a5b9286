#include "serve/access.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace papert::serve {
namespace {

constexpr const char* kToken = "0123456789abcdefABCDEF-_";

Access access_at(AccessOptions options, int port = 7676) {
  auto access = Access::make(std::move(options));
  EXPECT_TRUE(access) << access.error().to_string();
  access->listening_at(port);
  return *access;
}

http::Request head(std::vector<http::Header> headers, const char* method = "POST") {
  return {.method = method, .target = "/", .headers = std::move(headers)};
}

/// 0: it may pass.
int status(const Access& access, std::vector<http::Header> headers, Guard guard = Guard::kWork) {
  const auto refused = access.check(head(std::move(headers)), guard, std::nullopt);
  return refused ? refused->status : 0;
}

const http::Header kBearer{"Authorization", std::string("Bearer ") + kToken};

TEST(Access, HostIsExact) {
  const Access access = access_at({.token = kToken, .origins = {"https://rewards.example"}});
  for (const char* host :
       {"localhost:7676", "127.0.0.1:7676", "[::1]:7676", "LOCALHOST:7676", "rewards.example"}) {
    EXPECT_EQ(status(access, {{"Host", host}, kBearer}), 0) << host;
  }
  for (const char* host :
       {"", "localhost", "localhost:7677", "evil.example:7676", "127.0.0.1:7676.evil.example",
        "127.0.0.2:7676", "localhost:7676 ", "rewards.example:443", "user@localhost:7676"}) {
    EXPECT_EQ(status(access, {{"Host", host}, kBearer}), 421) << host;
  }
  EXPECT_EQ(status(access, {kBearer}), 421);
  EXPECT_EQ(status(access, {{"Host", "evil.example"}}, Guard::kNothing), 0);
  EXPECT_EQ(status(access_at({.token = kToken}, 80), {{"Host", "localhost"}, kBearer}), 0);
}

TEST(Access, ABrowserHasTheTokenInACookie) {
  Access access = access_at({.token = kToken});
  const http::Header host{"Host", "localhost:7676"};
  const http::Header cookie{"Cookie", std::string("a=b; papert-7676=") + kToken};
  EXPECT_EQ(status(access, {host, cookie}), 401) << "no cookie is looked at unless told";
  access.set_cookie("papert-7676");
  EXPECT_EQ(status(access, {host, cookie}), 0);
  EXPECT_EQ(status(access, {host, {"Cookie", std::string("papert-1=") + kToken}}), 401);
  EXPECT_EQ(status(access, {host, {"Cookie", "papert-7676=wrong"}}), 401);
  EXPECT_EQ(status(access, {host, {"Cookie", "papert-7676"}}), 401);
  EXPECT_THAT(access.cookie(), testing::HasSubstr("; HttpOnly; SameSite=Strict"));
}

TEST(Access, PagesNeedNoTokenButOurName) {
  const Access access = access_at({.host = "0.0.0.0", .token = kToken});
  EXPECT_EQ(status(access, {{"Host", "localhost:7676"}}, Guard::kPage), 0);
  EXPECT_EQ(status(access, {{"Host", "evil.example"}}, Guard::kPage), 421);
  const http::Header foreign{"Origin", "http://evil.example"};
  EXPECT_EQ(status(access, {{"Host", "localhost:7676"}, foreign}, Guard::kPage), 403);
}

// A pupil's mail or a course's page has the link to an exercise.
TEST(Access, ALinkElsewhereLeadsToPagesAndToNothingElse) {
  const Access access = access_at({.token = kToken});
  const http::Header host{"Host", "localhost:7676"};
  const http::Header site{"Sec-Fetch-Site", "cross-site"};
  const http::Header mode{"Sec-Fetch-Mode", "navigate"};
  const http::Header window{"Sec-Fetch-Dest", "document"};
  const auto answer = [&](const char* method, std::vector<http::Header> headers, Guard guard) {
    const auto refused = access.check(head(std::move(headers), method), guard, std::nullopt);
    return refused ? refused->status : 0;
  };
  EXPECT_EQ(answer("GET", {host, site, mode, window}, Guard::kPage), 0);
  EXPECT_EQ(answer("POST", {host, site, mode, window}, Guard::kPage), 403);
  EXPECT_EQ(answer("GET", {host, site, mode, {"Sec-Fetch-Dest", "iframe"}}, Guard::kPage), 403);
  EXPECT_EQ(answer("GET", {host, site, {"Sec-Fetch-Mode", "no-cors"}, window}, Guard::kPage), 403);
  EXPECT_EQ(answer("GET", {host, site}, Guard::kPage), 403);
  EXPECT_EQ(answer("GET", {host, site, mode, window, kBearer}, Guard::kWork), 403);
  EXPECT_EQ(answer("GET", {host, site, mode, window}, Guard::kRead), 403);
  EXPECT_EQ(answer("GET", {{"Host", "evil.example"}, site, mode, window}, Guard::kPage), 421);
}

TEST(Access, OriginAndSiteAreOurs) {
  const Access access = access_at({.token = kToken, .origins = {"https://rewards.example"}});
  const http::Header host{"Host", "localhost:7676"};
  for (const char* origin :
       {"http://localhost:7676", "http://127.0.0.1:7676", "https://rewards.example"}) {
    EXPECT_EQ(status(access, {host, kBearer, {"Origin", origin}}), 0) << origin;
  }
  for (const char* origin : {"null", "", "https://localhost:7676", "http://localhost",
                             "http://evil.example", "http://localhost:7676.evil.example"}) {
    EXPECT_EQ(status(access, {host, kBearer, {"Origin", origin}}), 403) << origin;
  }
  for (const auto& [site, expected] : {std::pair{"same-origin", 0}, std::pair{"none", 0},
                                       std::pair{"same-site", 403}, std::pair{"cross-site", 403}}) {
    EXPECT_EQ(status(access, {host, kBearer, {"Sec-Fetch-Site", site}}), expected) << site;
  }
}

TEST(Access, TheTokenIsAskedFor) {
  const Access access = access_at({.token = kToken});
  const http::Header host{"Host", "localhost:7676"};
  const std::string token = kToken;
  for (const std::string& given : {std::string("Bearer "), "Bearer " + token + "x",
                                   "Bearer " + token.substr(1), token, "Basic " + token}) {
    EXPECT_EQ(status(access, {host, {"Authorization", given}}), 401) << given;
  }
  EXPECT_EQ(status(access, {host}), 401);
  EXPECT_EQ(status(access, {host}, Guard::kRead), 0);
  EXPECT_EQ(status(access, {host, {"authorization", "bearer " + token}}), 0);
  EXPECT_EQ(access.check(head({host}), Guard::kWork, token), std::nullopt);
  EXPECT_EQ(access.check(head({host, kBearer}), Guard::kWork, "another")->status, 401);
}

TEST(Access, OthersReachItOnlyWithAToken) {
  EXPECT_FALSE(Access::make({.host = "0.0.0.0"}));
  EXPECT_FALSE(Access::make({.host = "192.0.2.1"}));
  const Access access = access_at({.host = "192.0.2.1", .token = kToken});
  const http::Header host{"Host", "192.0.2.1:7676"};
  EXPECT_EQ(status(access, {host}, Guard::kRead), 401);
  EXPECT_EQ(status(access, {host, kBearer}, Guard::kRead), 0);
  EXPECT_EQ(status(access, {host}, Guard::kNothing), 0);
  const Access open = access_at({});
  EXPECT_EQ(status(open, {{"Host", "localhost:7676"}}), 0);
  EXPECT_EQ(status(open, {{"Host", "evil.example:7676"}}), 421);
}

TEST(Access, OnlyAddressesAreOfThisMachine) {
  for (const char* host : {"localhost", "::1", "127.0.0.1", "127.1.2.3"}) {
    EXPECT_TRUE(is_loopback(host)) << host;
  }
  for (const char* host :
       {"", "0.0.0.0", "::", "128.0.0.1", "127", "127.example.com", "localhost.example"}) {
    EXPECT_FALSE(is_loopback(host)) << host;
  }
  EXPECT_FALSE(Access::make({.host = "127.example.com"}));
}

TEST(Access, BadOptions) {
  for (const char* token : {"short", "0123456789abcde", "0123456789abcdef/", "0123456789 abcdef"}) {
    EXPECT_FALSE(Access::make({.token = token})) << token;
  }
  for (const char* origin : {"", "rewards.example", "ftp://a", "http://", "http://a/b", "*"}) {
    EXPECT_FALSE(Access::make({.origins = {origin}})) << origin;
  }
}

TEST(Token, IsLongAndNeverTheSame) {
  std::set<std::string> tokens;
  for (int i = 0; i < 100; ++i) {
    const auto token = make_token();
    ASSERT_TRUE(token);
    EXPECT_THAT(*token, testing::MatchesRegex("[A-Za-z0-9_-]{43}"));
    EXPECT_TRUE(Access::make({.token = *token}));
    tokens.insert(*token);
  }
  EXPECT_EQ(tokens.size(), 100U);
}

TEST(Token, Compared) {
  EXPECT_TRUE(same_secret("abc", "abc"));
  for (const char* other : {"", "ab", "abd", "abcd", "Abc"}) {
    EXPECT_FALSE(same_secret(other, "abc")) << other;
  }
  EXPECT_FALSE(same_secret("", ""));
}

TEST(Token, InTheAddress) {
  const auto split = split_token("/t/abc/get_reward");
  ASSERT_TRUE(split);
  EXPECT_EQ(split->token, "abc");
  EXPECT_EQ(split->rest, "/get_reward");
  EXPECT_EQ(split_token("/t//x")->token, "");
  for (const char* path : {"/", "/t/", "/t/abc", "/get_reward", "/tt/abc/x"}) {
    EXPECT_FALSE(split_token(path)) << path;
  }
}

}  // namespace
}  // namespace papert::serve
