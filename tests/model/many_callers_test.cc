// 256 callers at once, none of whom goes without a reply. The server runs in a process of its own.
// What it costs is measured by bench/model_bench.cc.

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <functional>
#include <thread>
#include <vector>

#include "model/factory.h"
#include "model/transport.h"
#include "support/temp_folder.h"
#include "support/tiny_server.h"

namespace papert::model {
namespace {

using test::TinyReply;
using test::TinyRequest;
using test::TinyServer;

class ServerProcess {
 public:
  ServerProcess() {
    int port_pipe[2];
    int life_pipe[2];
    if (::pipe(port_pipe) != 0 || ::pipe(life_pipe) != 0) std::abort();
    child_ = ::fork();
    if (child_ == 0) {
      ::close(life_pipe[1]);
      serve(port_pipe[1], life_pipe[0]);
    }
    ::close(life_pipe[0]);
    life_ = life_pipe[1];
    if (::read(port_pipe[0], &port_, sizeof port_) != sizeof port_) std::abort();
    ::close(port_pipe[0]);
    ::close(port_pipe[1]);
  }
  ~ServerProcess() {
    ::close(life_);
    ::waitpid(child_, nullptr, 0);
  }
  ServerProcess(const ServerProcess&) = delete;
  ServerProcess& operator=(const ServerProcess&) = delete;

  [[nodiscard]] std::string url() const { return "http://127.0.0.1:" + std::to_string(port_); }

 private:
  [[noreturn]] static void serve(int port_pipe, int life_pipe) {
    const std::string body = R"({"choices":[{"message":{"content":")" + std::string(600, 'x') +
                             R"("},"finish_reason":"stop"}],"usage":{"prompt_tokens":9}})";
    {
      const TinyServer server(
          [&](const TinyRequest&) { return TinyReply{.body = body, .delay_ms = 10}; });
      const int port = server.port();
      if (::write(port_pipe, &port, sizeof port) != sizeof port) ::_exit(1);
      char ignored = 0;
      while (::read(life_pipe, &ignored, 1) > 0) {
      }
    }
    ::_exit(0);
  }

  pid_t child_ = -1;
  int life_ = -1;
  int port_ = 0;
};

constexpr int kCallers = 256;
constexpr int kCallsEach = 20;

/// How many of all the calls of `work(number)` came out well.
int count_good(const std::function<bool(int number)>& work) {
  std::atomic<int> good{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < kCallers; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < kCallsEach; ++i) good += work(t * kCallsEach + i) ? 1 : 0;
    });
  }
  for (auto& thread : threads) thread.join();
  return good;
}

TEST(ManyCallers, OfTheTransport) {
  const ServerProcess server;
  const auto transport = Transport::open({.max_connections = 256});
  ASSERT_TRUE(transport);
  const std::string body(30'000, 'b');
  const CancelToken cancel;
  EXPECT_EQ(count_good([&](int) {
              return (*transport)->send({server.url(), {}, body}, cancel).status == 200;
            }),
            kCallers * kCallsEach);
}

TEST(ManyCallers, OfAModelWithAnImageAndACache) {
  const ServerProcess server;
  const test::TempFolder folder;
  ModelOptions options;
  options.base_url = server.url();
  options.max_connections = 256;
  options.cache = std::shared_ptr<Cache>(*Cache::open(folder / "replies.sqlite"));
  const auto model = make_model("openai/m", options);
  ASSERT_TRUE(model);
  const std::string image(20'000, 'p');
  const std::string text(4'000, 't');
  const CancelToken cancel;
  EXPECT_EQ(count_good([&](int number) {
              const Request request{"task", number, text, {image}};
              return (*model)->ask(request, cancel).text.size() == 600;
            }),
            kCallers * kCallsEach);
}

}  // namespace
}  // namespace papert::model
