// What the two servers of `papert serve` share: rewards (serve.cc) and the web application
// (serve_app.cc).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/cancel.h"
#include "base/result.h"
#include "base/thread_pool.h"
#include "reward/request.h"
#include "serve/reward_server.h"

namespace papert::cli {

/// What work in progress gets when the server is told to end.
inline constexpr std::int64_t kGraceMs = 10'000;

struct ServeOptions {
  bool reward = false;
  bool demo = false;
  std::string log_dir;
  std::string annotations = "annotations";
  std::vector<std::string> data;
  std::size_t jobs = available_processors();
  std::string token;
  bool no_token = false;
  std::int64_t rate = 20;  // programs of the playground a second
  bool json = false;
  serve::RewardServerOptions server;
};

/// From the options or the environment, or a new one; empty where none is wanted.
[[nodiscard]] Result<std::string> token_of(const ServeOptions& options);

/// Runs one program, so that the first request need not wait for a jail; why it could not run, if
/// so.
[[nodiscard]] std::string start_a_jail();

/// Returns when the user interrupts.
void wait_for_signal(const SignalCancel& signals);

/// Refers to the service.
[[nodiscard]] serve::Engine engine_of(const reward::Service& service);

/// The web application, until the user interrupts.
[[nodiscard]] Result<int> serve_app(ServeOptions options);

}  // namespace papert::cli
