// A server that knows the key and repeats it in every dress: nothing a run leaves behind, and
// nothing it prints, holds it in any of them.

#include <atomic>

#include "base/base64.h"
#include "papert_process.h"
#include "support/tiny_server.h"

namespace papert::test {
namespace {

constexpr const char* kKey = "sk-proj/SECRET-abcdef123456";
constexpr const char* kQuery = "QUERY/SECRET-98765";
constexpr const char* kHeader = "HEADER/SECRET-55555";

std::string in_units(const std::string& text, const char* format) {
  std::string out;
  for (const char c : text) {
    char unit[16];
    std::snprintf(unit, sizeof unit, format, static_cast<unsigned char>(c));
    out += unit;
  }
  return out;
}

std::string replaced(const std::string& text, char c, const std::string& by) {
  std::string out;
  for (const char each : text) out += each == c ? by : std::string(1, each);
  return out;
}

/// The ways to write a secret that the server uses and the files are searched for.
std::vector<std::string> spellings(const std::string& secret) {
  return {secret,
          replaced(secret, '/', "\\/"),
          replaced(secret, '-', "\\u002d"),
          in_units(secret, "\\u%04x"),
          replaced(secret, '/', "%2F"),
          replaced(secret, '/', "%2f"),
          in_units(secret, "%%%02X"),
          replaced(replaced(secret, '-', "&#45;"), '/', "&#x2F;"),
          in_units(secret, "&#%d;"),
          base64(secret),
          base64("u:" + secret),
          in_units(secret, "%02x"),
          {secret.rbegin(), secret.rend()}};
}

/// JSON that holds a text without changing its escapes.
std::string raw(const std::string& text) { return '"' + text + '"'; }

/// All secrets in one spelling; those that are JSON escapes already stay what they are.
std::string echo(std::size_t spelling) {
  std::string text = "you sent";
  for (const char* secret : {kKey, kQuery, kHeader}) text += " " + spellings(secret)[spelling];
  return text;
}

TinyReply hostile(const TinyRequest& request) {
  const std::size_t count = spellings(kKey).size();
  const auto number = static_cast<std::size_t>(request.number);
  const std::string text = echo(number % count);
  const std::string reply = R"({"choices":[{"message":{"content":)" + raw(text) +
                            R"(,"reasoning":)" + raw(text) + R"(},"finish_reason":"stop"}]})";
  switch (number / count % 4) {
    case 0:
      return {.body = reply};
    case 1:
      return {.status = 400, .body = R"({"error":{"message":)" + raw(text) + "}}"};
    case 2:
      return {.status = 422, .type = "text/html", .body = "<p>" + text + "</p>"};
    default:
      return {.type = "text/event-stream",
              .body = R"(data: {"choices":[{"delta":{"content":)" + raw(text) +
                      R"(},"finish_reason":"stop"}]})" + "\n\ndata: [DONE]\n\n"};
  }
}

class SecrecyTest : public PapertTest {
 protected:
  ProcessResult eval(const TinyServer& server, const std::string& log_dir) {
    return papert({"eval",       "xlogo",
                   "--mint",     "7",
                   "--count",    "60",
                   "--model",    "openai/hostile",
                   "--base-url", server.url("/v1?api-key=") + kQuery,
                   "--header",   std::string("X-Portkey: ") + kHeader,
                   "--cache",    "--max-connections",
                   "1",          "--max-retries",
                   "0",          "--display",
                   "plain",      "--log-dir",
                   log_dir});
  }

  static void expect_nothing_in(const std::string& text, const std::string& where) {
    for (const char* secret : {kKey, kQuery, kHeader}) {
      for (const std::string& spelling : spellings(secret)) {
        EXPECT_EQ(text.find(spelling), std::string::npos) << spelling << " is in " << where;
      }
    }
  }
};

TEST_F(SecrecyTest, NothingARunLeavesBehindHoldsAKeyInAnySpelling) {
  ::setenv("PAPERT_CACHE_DIR", path("cache").c_str(), 1);
  ::setenv("OPENAI_API_KEY", kKey, 1);
  std::atomic<int> sent{0};
  const TinyServer server([&](const TinyRequest& request) {
    sent += request.headers.at("authorization") == std::string("Bearer ") + kKey &&
                    request.headers.at("x-portkey") == kHeader &&
                    request.path.ends_with(std::string("api-key=") + kQuery)
                ? 1
                : 0;
    return hostile(request);
  });
  const TinyServer elsewhere([&](const TinyRequest&) {
    return TinyReply{.status = 302, .headers = {"Location: http://127.0.0.1:1/?" + echo(0)}};
  });
  for (const TinyServer* each : {&server, &elsewhere}) {
    const auto run = eval(*each, each == &server ? "runs" : "other");
    expect_nothing_in(run.out, "standard output");
    expect_nothing_in(run.err, "standard error");
  }
  EXPECT_GE(sent, 52) << "every spelling in every place";
  int files = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder_.path())) {
    if (!entry.is_regular_file()) continue;
    expect_nothing_in(slurp(entry.path()), entry.path());
    ++files;
  }
  EXPECT_GE(files, 4) << "the log, the page, the summary, the cache";
  ::unsetenv("OPENAI_API_KEY");
}

TEST_F(SecrecyTest, EnvironmentFilesHaveCommentsQuotesAndExports) {
  ::setenv("PAPERT_CACHE_DIR", path("cache").c_str(), 1);
  ::unsetenv("OPENAI_API_KEY");
  std::string seen;
  const TinyServer server([&](const TinyRequest& request) {
    seen = request.headers.contains("authorization") ? request.headers.at("authorization") : "";
    return TinyReply{.body = R"({"choices":[{"message":{"content":"x"}}]})"};
  });
  const std::vector<std::pair<std::string, std::string>> cases{
      {"OPENAI_API_KEY=value # a comment", "Bearer value"},
      {"OPENAI_API_KEY=value\t# a comment", "Bearer value"},
      {"OPENAI_API_KEY=va#lue", "Bearer va#lue"},
      {"export OPENAI_API_KEY = 'va # lue'", ""},
      {"export OPENAI_API_KEY=\"va#lue\" # a comment", "Bearer va#lue"},
      {"# OPENAI_API_KEY=other\nOPENAI_API_KEY='value'", "Bearer value"},
      {"OPENAI_API_KEY=# nothing", ""},
  };
  for (std::size_t i = 0; i < cases.size(); ++i) {
    spit(path(".env"), cases[i].first + "\n");
    seen.clear();
    papert({"eval", "xlogo", "--mint", "7", "--count", "1", "--model", "openai/x", "--base-url",
            server.url(), "--no-cache", "--log-dir", "runs" + std::to_string(i)});
    EXPECT_EQ(seen, cases[i].second) << cases[i].first;
  }
}

}  // namespace
}  // namespace papert::test
