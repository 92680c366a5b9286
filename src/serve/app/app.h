// What the routes of the web application share, and the routes as a table. A page of the browser
// needs no entry here; an address of the API is one line of routes.cc.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/deadline.h"
#include "base/json.h"
#include "base/result.h"
#include "http/message.h"
#include "reward/task_sets.h"
#include "serve/access.h"
#include "serve/app/annotations.h"
#include "serve/app/board.h"
#include "serve/app/drawings.h"
#include "serve/app/events.h"
#include "serve/app/run_store.h"
#include "serve/app/static_files.h"
#include "serve/reward_server.h"

namespace papert::serve::app {

inline constexpr std::int64_t kMostMinted = 200;  // tasks per tier

struct App {
  App(std::filesystem::path log_dir, std::filesystem::path given, std::size_t jobs,
      reward::TaskSets& task_sets, Engine work, StaticFiles embedded)
      : store(std::move(log_dir)),
        annotations(std::move(given)),
        drawings(jobs),
        board(jobs),
        sets(task_sets),
        engine(std::move(work)),
        files(std::move(embedded)) {}

  RunStore store;
  Annotations annotations;
  Drawings drawings;
  Board board;
  Events events;
  reward::TaskSets& sets;
  Engine engine;
  StaticFiles files;
  /// Why no work is taken, empty: it is; the figures of /metrics; and what counts the verdicts of
  /// an answer for these. Set by the server, as is the longest that scoring may take.
  std::function<std::string()> problem;
  std::function<std::string()> figures;
  std::function<void(std::string_view)> count_verdicts;
  std::int64_t scoring_ms = 0;
};

/// A request whose route is known.
struct Asked {
  const http::Request& request;
  std::vector<std::string> names;  // what stands for the {} of the path, decoded
  Deadline deadline;               // of a program; over when a newer one has come
  std::chrono::steady_clock::time_point begun;
};

using Work = Result<http::Response> (*)(App& app, const Asked& asked);

/// On which thread: the server's own, or one of those for what is quick, for what may take long,
/// for programs, and for replies that are scored.
enum class Cost : std::uint8_t { kNothing, kLittle, kMuch, kProgram, kScores };

struct Route {
  std::string_view method;
  std::string_view path;  // with {} for a name
  Guard guard = Guard::kRead;
  Cost cost = Cost::kLittle;
  bool lasting = false;  // the answer never changes
  Work work = nullptr;
};

[[nodiscard]] std::span<const Route> all_routes();

struct FoundRoute {
  const Route* route = nullptr;  // null: there is none
  std::vector<std::string> names;
};
[[nodiscard]] FoundRoute find_route(const http::Request& request, bool any_method);

[[nodiscard]] http::Response json_answer(const Json& json);
[[nodiscard]] http::Response png_answer(std::string bytes);

// What is there.
Result<http::Response> get_health(App& app, const Asked& asked);
Result<http::Response> get_readiness(App& app, const Asked& asked);
Result<http::Response> get_metrics(App& app, const Asked& asked);
Result<http::Response> get_info(App& app, const Asked& asked);
Result<http::Response> get_runs(App& app, const Asked& asked);
Result<http::Response> get_run(App& app, const Asked& asked);
Result<http::Response> get_run_summary(App& app, const Asked& asked);
Result<http::Response> get_run_events(App& app, const Asked& asked);

// Samples.
Result<http::Response> get_samples(App& app, const Asked& asked);
Result<http::Response> get_sample(App& app, const Asked& asked);
Result<http::Response> get_explanation(App& app, const Asked& asked);
Result<http::Response> get_replay(App& app, const Asked& asked);
Result<http::Response> get_stored_picture(App& app, const Asked& asked);
Result<http::Response> get_made_picture(App& app, const Asked& asked);

// The playground.
Result<http::Response> post_run(App& app, const Asked& asked);

// Replies, as `papert serve --reward` scores them.
Result<http::Response> post_score(App& app, const Asked& asked);
Result<http::Response> post_reward(App& app, const Asked& asked);

// Runs against each other.
Result<http::Response> get_comparison(App& app, const Asked& asked);
Result<http::Response> get_pairs(App& app, const Asked& asked);
Result<http::Response> get_leaderboard(App& app, const Asked& asked);

// Tasks.
using OpenSet = std::shared_ptr<const reward::OpenSet>;
/// suite, mode=KEY:VALUE, and data=HASH or seed, count, tier.
[[nodiscard]] Result<OpenSet> open_asked_set(App& app, const http::Request& request);
Result<http::Response> get_tasks(App& app, const Asked& asked);
Result<http::Response> get_task(App& app, const Asked& asked);
Result<http::Response> get_task_picture(App& app, const Asked& asked);

// What people give (annotations.h).
Result<http::Response> get_annotations(App& app, const Asked& asked);
Result<http::Response> get_label_kinds(App& app, const Asked& asked);
Result<http::Response> get_label_items(App& app, const Asked& asked);
Result<http::Response> get_labels(App& app, const Asked& asked);
Result<http::Response> post_label(App& app, const Asked& asked);
Result<http::Response> get_answers(App& app, const Asked& asked);
Result<http::Response> post_answer(App& app, const Asked& asked);
Result<http::Response> get_drawings(App& app, const Asked& asked);
Result<http::Response> post_drawing(App& app, const Asked& asked);

}  // namespace papert::serve::app
