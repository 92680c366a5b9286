// `papert mock` as a process: it says where it listens, answers there, and ends when told to.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <chrono>
#include <thread>
#include <utility>
#include <vector>

#include "mock_support.h"
#include "support/http_client.h"
#include "support/process.h"

namespace papert::mock {
namespace {

using testing::HasSubstr;

/// A mock that prints to a file and is stopped at the end.
class MockProcess {
 public:
  explicit MockProcess(std::vector<std::string> words) {
    words.insert(words.begin(), {PAPERT_BINARY, "mock"});
    words.insert(words.end(), {"--port", "0"});
    child_ = ::fork();
    if (child_ != 0) return;
    const std::string out = folder_ / "out";
    ::dup2(::open(out.c_str(), O_WRONLY | O_CREAT, 0600), 1);
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    ::execv(arguments[0], arguments.data());
    ::_exit(127);
  }
  ~MockProcess() {
    if (child_ > 0) stop(SIGKILL);
  }
  MockProcess(const MockProcess&) = delete;
  MockProcess& operator=(const MockProcess&) = delete;

  /// The line it prints when it is ready; empty if it ends before.
  std::string first_line() {
    for (;;) {
      const std::string text = test::slurp(folder_ / "out");
      if (const std::size_t end = text.find('\n'); end != std::string::npos) {
        return text.substr(0, end);
      }
      if (::waitpid(child_, nullptr, WNOHANG) != 0) {
        child_ = -1;
        return "";
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
  }

  /// The exit code, or 128 + the signal.
  int stop(int signal) {
    ::kill(child_, signal);
    int status = 0;
    ::waitpid(child_, &status, 0);
    child_ = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }

 private:
  test::TempFolder folder_;
  pid_t child_ = -1;
};

TEST(MockProcess, AnswersAndEndsOnASignal) {
  for (const int signal : {SIGTERM, SIGINT}) {
    MockProcess mock({"--suite", "shapecode", "--mint", "7", "--count", "3", "--json"});
    const auto ready = parse_json(mock.first_line());
    ASSERT_TRUE(ready) << ready.error().to_string();
    EXPECT_EQ((*ready)["format"], 1);
    EXPECT_EQ((*ready)["tasks"], kTasks);
    const int port = (*ready)["port"].get<int>();
    EXPECT_EQ((*ready)["url"], "http://127.0.0.1:" + std::to_string(port) + "/v1");
    const auto tasks = minted_tasks();
    test::HttpClient client(port);
    const test::HttpAnswer reply =
        client.post("/v1/chat/completions", dump_json(openai_request(prompt_of(*tasks, 2))));
    EXPECT_EQ((*parse_json(reply.body))["choices"][0]["message"]["content"], tasks->reference(2));
    EXPECT_EQ(mock.stop(signal), 0);
  }
}

TEST(MockProcess, PlainLine) {
  MockProcess mock({"--suite", "shapecode", "--mint", "7", "--count", "1"});
  EXPECT_THAT(mock.first_line(), testing::MatchesRegex("listening on http://127.0.0.1:[0-9]+/v1"));
  EXPECT_EQ(mock.stop(SIGTERM), 0);
}

TEST(MockProcess, WrongUsage) {
  const auto run = [](std::vector<std::string> words) {
    words.insert(words.begin(), {PAPERT_BINARY, "mock"});
    return test::run_process(words);
  };
  const std::vector<std::pair<std::vector<std::string>, std::string>> cases{
      {{}, "--suite"},
      {{"--suite", "nosuch", "--mint", "1"}, "nosuch"},
      {{"--suite", "shapecode"}, "--data"},
      {{"--suite", "shapecode", "--mint", "1", "--faults", "418:1"}, "418"},
      {{"--suite", "shapecode", "--mint", "1", "--answers", "gpt"}, "baseline/NAME"},
      {{"--suite", "shapecode", "--mint", "1", "--answers", "baseline/x"}, "oracle"},
      {{"--suite", "shapecode", "--mint", "1", "--mode", "a=b"}, "a"},
      {{"--suite", "shapecode", "--mint", "1", "--host", "192.0.2.1"}, "192.0.2.1"},
      {{"--suite", "shapecode", "--mint", "1", "--port", "65536"}, "65536"},
      {{"--answers", "replay/none"}, "none"},
      {{"--answers", "replay/none", "--suite", "shapecode"}, "leave"},
      {{"--recipe", "soup"}, "there is no recipe 'soup'; there are: echo"},
      {{"--recipe", "echo", "--suite", "shapecode"}, "leave --suite"},
      {{"--recipe", "echo", "--plant", "salt:0.1"}, "'salt' cannot be planted here"},
      {{"--suite", "shapecode", "--mint", "1", "--plant", "empty:0.1"}, "--recipe"},
  };
  for (const auto& [words, told] : cases) {
    const test::ProcessResult result = run(words);
    EXPECT_EQ(result.exit_code, 2) << result.err;
    EXPECT_THAT(result.err, HasSubstr(told));
    EXPECT_EQ(result.out, "");
  }
}

}  // namespace
}  // namespace papert::mock
