// Rewards over HTTP: routes, access, queues and figures. The scoring itself is a function that is
// passed in.
//
//     GET  /healthz, /readyz                    whether it lives, and takes work
//     GET  /metrics                             for Prometheus
//     GET  /api/v1/info
//     POST /api/v1/{score,reward,tasks,task,run,render}     docs/rl.md has their requests
//     POST /get_reward                          OpenRLHF
//     POST /run_code                            SandboxFusion
//     GET  /openenv/SUITE/{health,metadata,schema,state}, POST .../{reset,step}, WebSocket .../ws
//     POST /verify, /seed_session, /aggregate_metrics, GET /reverify_mode      NeMo-Gym
//
// The routes of other programs are also below /t/TOKEN/. An error is
// {"error":{"code","message","where"}}, whatever asked for it.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"
#include "http/server.h"
#include "serve/access.h"
#include "serve/request_body.h"
#include "serve/scoring.h"

namespace papert::serve {

struct RewardServerOptions : ScoringLimits {
  http::ServerOptions http;
  AccessOptions access;
  std::size_t jobs = 1;
  std::size_t waiting_programs = 64;  // run and render; more: 429
  std::size_t sessions = 512;         // of OpenEnv, each a WebSocket; more: 503
  /// Why work cannot be done, for /readyz; empty: it can.
  std::function<std::string()> problem;
};

class RewardServer {
 public:
  /// Listens when it returns.
  [[nodiscard]] static Result<std::unique_ptr<RewardServer>> start(Engine engine,
                                                                   RewardServerOptions options);
  /// Stops.
  ~RewardServer();
  RewardServer(const RewardServer&) = delete;
  RewardServer& operator=(const RewardServer&) = delete;

  [[nodiscard]] int port() const;
  [[nodiscard]] std::string url() const;

  /// Work in progress is answered, up to `grace_ms`; what waits is dropped.
  void stop(std::int64_t grace_ms = 0);

 private:
  class Routes;
  explicit RewardServer(std::unique_ptr<Routes> routes);
  std::unique_ptr<Routes> routes_;
};

}  // namespace papert::serve
