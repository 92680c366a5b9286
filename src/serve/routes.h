// The routes of a reward server as a table, and what each of them does. reward_server.h has the
// list.
#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/json.h"
#include "serve/metrics.h"
#include "serve/openenv.h"
#include "serve/reward_server.h"
#include "serve/work_queue.h"

namespace papert::serve {

class RewardServer::Routes : public http::Handler {
 public:
  using Clock = std::chrono::steady_clock;

  Routes(Engine engine, RewardServerOptions options, Access access);

  [[nodiscard]] Result<void> start();
  void stop(std::int64_t grace_ms);
  [[nodiscard]] const http::Server& server() const { return *server_; }

  void listening_at(int port) override { access_.listening_at(port); }
  std::optional<http::Response> refuse(const http::Request& head) override;
  void answer(http::Request request, http::Responder responder) override;
  http::Response complain(int status, const std::string& message) override;

 private:
  struct Route;
  struct Asked {
    const Route& route;
    const http::Request& request;
    std::string suite;  // from the address, where the route has one
    Clock::time_point begun;
  };
  using Work = http::Response (Routes::*)(const Asked& asked);
  struct Route {
    std::string_view method;
    std::string_view path;  // with * for the name of a suite
    Guard guard = Guard::kWork;
    bool below_token = false;  // also at /t/TOKEN/...
    bool queued = true;        // on a thread of the queue, not on the server's
    std::string_view operation;
    Work work = nullptr;
  };
  struct Found {
    const Route* route = nullptr;
    std::string suite;
  };
  struct Job {
    Found found;
    http::Request request;
    http::Responder responder;
    Clock::time_point begun;
  };
  class OpenEnvConversation;

  [[nodiscard]] static std::span<const Route> all();
  [[nodiscard]] static Found find(const http::Request& head, bool any_method);
  [[nodiscard]] std::optional<http::Response> refusal(const http::Request& head,
                                                      const Route* route) const;
  [[nodiscard]] Lane lane_of(const Route& route, const http::Request& request) const;
  void work_on(Job& job);
  void finish(Job& job, http::Response response);

  http::Response health(const Asked& asked);
  http::Response readiness(const Asked& asked);
  http::Response metrics(const Asked& asked);
  http::Response ask_engine(const Asked& asked);
  http::Response openrlhf(const Asked& asked);
  http::Response run_code(const Asked& asked);
  http::Response nemo_gym(const Asked& asked);
  http::Response nemo_gym_session(const Asked& asked);
  http::Response nemo_gym_means(const Asked& asked);
  http::Response nemo_gym_mode(const Asked& asked);
  http::Response openenv_health(const Asked& asked);
  http::Response openenv_about(const Asked& asked);
  http::Response openenv_actions(const Asked& asked);
  http::Response openenv_nothing(const Asked& asked);
  http::Response openenv_once(const Asked& asked);
  http::Response openenv_socket(const Asked& asked);

  [[nodiscard]] Result<Json> ask(std::string_view operation, const Json& request,
                                 Clock::time_point begun);
  [[nodiscard]] Result<Json> run_and_fetch(const Json& body, Clock::time_point begun);
  [[nodiscard]] Result<OpenEnvOptions> openenv_options(const Asked& asked) const;

  Engine engine_;
  RewardServerOptions options_;
  Access access_;
  Metrics metrics_;
  std::atomic<std::size_t> sessions_{0};
  std::unique_ptr<http::Server> server_;
  WorkQueue queue_;
};

}  // namespace papert::serve
