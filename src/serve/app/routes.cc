#include <array>

#include "base/text.h"
#include "serve/app/app.h"
#include "serve/app/query.h"

namespace papert::serve::app {
namespace {

constexpr std::size_t kMaxPathBytes = 8192;

/// Whether a path is the pattern's; its names are decoded.
bool matches(std::string_view pattern, std::string_view path, std::vector<std::string>& names) {
  const auto wanted = split(pattern, '/');
  const auto given = split(path, '/');
  if (wanted.size() != given.size()) return false;
  names.clear();
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (wanted[i] != "{}") {
      if (wanted[i] != given[i]) return false;
      continue;
    }
    auto name = http::percent_decode(given[i]);
    if (!name || name->empty() || name->size() > kMaxTextBytes) return false;
    names.push_back(std::move(*name));
  }
  return true;
}

}  // namespace

std::span<const Route> all_routes() {
  constexpr Guard kNothing = Guard::kNothing;
  constexpr Guard kRead = Guard::kRead;
  constexpr Guard kWork = Guard::kWork;
  constexpr Cost kNone = Cost::kNothing;
  constexpr Cost kLittle = Cost::kLittle;
  constexpr Cost kMuch = Cost::kMuch;
  // method, path, guard, cost, lasting, work
  static constexpr std::array<Route, 32> kRoutes{{
      {"GET", "/healthz", kNothing, kNone, false, get_health},
      {"GET", "/readyz", kNothing, kNone, false, get_readiness},
      {"GET", "/metrics", kRead, kNone, false, get_metrics},
      {"GET", "/api/v1/info", kRead, kLittle, false, get_info},
      {"GET", "/api/v1/runs", kRead, kLittle, false, get_runs},
      {"GET", "/api/v1/runs/{}", kRead, kLittle, false, get_run},
      {"GET", "/api/v1/runs/{}/summary", kRead, kMuch, false, get_run_summary},
      {"GET", "/api/v1/runs/{}/events", kRead, kLittle, false, get_run_events},
      {"GET", "/api/v1/runs/{}/samples", kRead, kLittle, false, get_samples},
      {"GET", "/api/v1/runs/{}/samples/{}/{}", kRead, kLittle, false, get_sample},
      {"GET", "/api/v1/runs/{}/samples/{}/{}/explanation", kWork, kMuch, false, get_explanation},
      {"GET", "/api/v1/runs/{}/samples/{}/{}/pictures/{}", kWork, kMuch, false, get_made_picture},
      {"GET", "/api/v1/runs/{}/samples/{}/{}/replay", kWork, kMuch, false, get_replay},
      {"GET", "/api/v1/runs/{}/pictures/{}", kRead, kLittle, true, get_stored_picture},
      {"GET", "/api/v1/compare", kWork, kMuch, false, get_comparison},
      {"GET", "/api/v1/compare/pairs", kRead, kLittle, false, get_pairs},
      {"GET", "/api/v1/leaderboard", kRead, kMuch, false, get_leaderboard},
      {"GET", "/api/v1/tasks", kWork, kMuch, false, get_tasks},
      {"GET", "/api/v1/tasks/one", kWork, kMuch, false, get_task},
      {"GET", "/api/v1/tasks/picture", kWork, kMuch, false, get_task_picture},
      {"POST", "/api/v1/run", kWork, Cost::kProgram, false, post_run},
      {"POST", "/api/v1/score", kWork, Cost::kScores, false, post_score},
      {"POST", "/api/v1/reward", kWork, Cost::kScores, false, post_reward},
      {"GET", "/api/v1/labels/kinds", kRead, kLittle, false, get_label_kinds},
      {"GET", "/api/v1/labels/items", kWork, kMuch, false, get_label_items},
      {"GET", "/api/v1/annotations", kWork, kLittle, false, get_annotations},
      {"GET", "/api/v1/annotations/{}", kWork, kLittle, false, get_labels},
      {"POST", "/api/v1/annotations/{}", kWork, kLittle, false, post_label},
      {"GET", "/api/v1/answers/{}/{}", kWork, kLittle, false, get_answers},
      {"POST", "/api/v1/answers/{}/{}", kWork, kLittle, false, post_answer},
      {"GET", "/api/v1/drawings/{}/{}", kWork, kMuch, false, get_drawings},
      {"POST", "/api/v1/drawings/{}/{}", kWork, kMuch, false, post_drawing},
  }};
  return kRoutes;
}

FoundRoute find_route(const http::Request& request, bool any_method) {
  const std::string_view method =
      request.method == "HEAD" ? "GET" : std::string_view(request.method);
  const std::string_view path = request.path();
  FoundRoute found;
  if (path.size() > kMaxPathBytes) return found;
  for (const Route& route : all_routes()) {
    if (!any_method && route.method != method) continue;
    if (!matches(route.path, path, found.names)) continue;
    found.route = &route;
    break;
  }
  return found;
}

http::Response json_answer(const Json& json) { return {.body = dump_json(json)}; }

http::Response png_answer(std::string bytes) {
  return {.content_type = "image/png", .body = std::move(bytes)};
}

}  // namespace papert::serve::app
