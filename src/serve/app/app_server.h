// The web application: pages, and the API behind them (docs/serve.md). Pages are the same for
// everybody and need no token; what reads wants one where others reach the server; what runs a
// model's program wants one everywhere. The browser gets it as a cookie from the printed address.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include "base/result.h"
#include "http/server.h"
#include "reward/task_sets.h"
#include "serve/access.h"
#include "serve/app/program_gate.h"
#include "serve/reward_server.h"

namespace papert::serve::app {

struct AppServerOptions {
  http::ServerOptions http;
  AccessOptions access;
  std::filesystem::path log_dir;      // one that is missing has no runs
  std::filesystem::path annotations;  // what people give; empty: a folder of that name in log_dir
  std::size_t jobs = 1;
  std::size_t waiting = 256;                        // requests; more: 503
  std::size_t waiting_programs = 64;                // of the playground; more: 429
  double programs_per_second = kProgramsPerSecond;  // of the playground; more: 429
  ScoringLimits scoring;
  /// Called once, on a thread of its own, so that the first program need not wait for a jail: why
  /// no program can be run, for /readyz; empty: they can.
  std::function<std::string()> warm_up;
};

class AppServer {
 public:
  /// Listens when it returns. Refers to the sets. The engine answers `info`.
  [[nodiscard]] static Result<std::unique_ptr<AppServer>> start(reward::TaskSets& sets,
                                                                Engine engine,
                                                                AppServerOptions options);
  ~AppServer();
  AppServer(const AppServer&) = delete;
  AppServer& operator=(const AppServer&) = delete;

  [[nodiscard]] int port() const;
  [[nodiscard]] std::string url() const;

  /// The address to open: with the token, if there is one.
  [[nodiscard]] std::string address() const;

  /// Ends streams, answers work in progress, up to `grace_ms`; what waits is dropped.
  void stop(std::int64_t grace_ms = 0);

 private:
  class Handler;
  explicit AppServer(std::unique_ptr<Handler> handler);
  std::unique_ptr<Handler> handler_;
};

}  // namespace papert::serve::app
