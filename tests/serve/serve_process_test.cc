// `papert serve` as a process: what it refuses at the start. clients_test.py talks to one that
// runs.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "support/process.h"

namespace papert::serve {
namespace {

TEST(ServeProcess, WrongUsage) {
  const std::vector<std::pair<std::vector<std::string>, std::string>> cases{
      {{"--reward", "--demo"}, "--demo"},
      {{"--host", "0.0.0.0", "--no-token"}, "without a token"},
      {{"--token", "short"}, "16 to 256"},
      {{"--origin", "pages.example"}, "not an origin"},
      {{"--reward", "--host", "0.0.0.0", "--no-token"}, "without a token"},
      {{"--reward", "--token", "short"}, "16 to 256"},
      {{"--reward", "--no-token", "--token", "0123456789abcdef"}, "--no-token"},
      {{"--reward", "--origin", "rewards.example"}, "not an origin"},
      {{"--reward", "--host", "192.0.2.1"}, "192.0.2.1"},
      {{"--reward", "--port", "65536"}, "65536"},
      {{"--reward", "--data", "/no/such/folder"}, "/no/such/folder"},
      {{"--reward", "--jobs", "0"}, "--jobs"},
  };
  for (const auto& [flags, told] : cases) {
    std::vector<std::string> words{PAPERT_BINARY, "serve"};
    words.insert(words.end(), flags.begin(), flags.end());
    const test::ProcessResult result = test::run_process(words);
    EXPECT_EQ(result.exit_code, 2) << result.err;
    EXPECT_THAT(result.err, testing::HasSubstr(told));
    EXPECT_EQ(result.out, "");
  }
}

}  // namespace
}  // namespace papert::serve
