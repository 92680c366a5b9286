// The routes about several runs.

#include <algorithm>
#include <cmath>

#include "serve/app/app.h"
#include "serve/app/query.h"

namespace papert::serve::app {
namespace {

constexpr std::size_t kFlips = 50;  // of each direction

struct Pair {
  IndexEntry a;
  IndexEntry b;
};

struct TwoRuns {
  std::shared_ptr<StoredRun> a;
  std::shared_ptr<StoredRun> b;
};

Result<TwoRuns> two_runs(App& app, const http::Request& request) {
  const std::string a = TRY(query_text(request, "a"));
  const std::string b = TRY(query_text(request, "b"));
  auto first = TRY(app.store.find(a));
  auto second = TRY(app.store.find(b));
  return TwoRuns{std::move(first), std::move(second)};
}

/// Whether a pair is in a cell of the table "right in both, in one, in neither".
bool in_cell(const Pair& pair, const std::string& cell) {
  const bool a = pair.a.the_verdict() == suite::Verdict::kRight;
  const bool b = pair.b.the_verdict() == suite::Verdict::kRight;
  if (cell == "both") return a && b;
  if (cell == "only_a") return a && !b;
  if (cell == "only_b") return !a && b;
  if (cell == "neither") return !a && !b;
  return true;
}

/// Samples that both have, both scored. Each run is locked by itself, so that two requests about
/// the same two runs never wait for each other.
Result<std::vector<Pair>> pairs_of(const TwoRuns& runs, const std::string& cell) {
  std::vector<IndexEntry> of_a;
  TRY(runs.a->look([&](const SampleIndex& index) -> Result<void> {
    of_a.reserve(index.counted().size());
    for (const std::uint32_t place : index.counted()) {
      if (index.entries()[place].scored()) of_a.push_back(index.entries()[place]);
    }
    return {};
  }));
  std::vector<Pair> pairs;
  TRY(runs.b->look([&](const SampleIndex& index) -> Result<void> {
    for (const IndexEntry& entry : of_a) {
      const IndexEntry* other = index.find_hash(entry.id_hash, entry.epoch);
      if (other == nullptr || !other->scored()) continue;
      const Pair pair{entry, *other};
      if (in_cell(pair, cell)) pairs.push_back(pair);
    }
    return {};
  }));
  const auto moved = [](const Pair& pair) {
    const double by = std::abs(pair.b.primary - pair.a.primary);
    return std::isnan(by) ? 0.0 : by;
  };
  std::sort(pairs.begin(), pairs.end(), [&](const Pair& x, const Pair& y) {
    if (moved(x) != moved(y)) return moved(x) > moved(y);
    return std::pair(x.a.id, x.a.epoch) < std::pair(y.a.id, y.a.epoch);
  });
  return pairs;
}

Json side_json(const IndexEntry& entry) {
  return {{"verdict", suite::verdict_name(entry.the_verdict())},
          {"primary", std::isnan(entry.primary) ? Json(nullptr) : Json(entry.primary)}};
}

}  // namespace

Result<http::Response> get_comparison(App& app, const Asked& asked) {
  const TwoRuns runs = TRY(two_runs(app, asked.request));
  const std::string policy = TRY(query_text(asked.request, "policy"));
  if (!policy.empty() && policy != "none" && policy != "all") {
    return fail(ErrorCode::kUsage, "policy is none or all", "policy");
  }
  return json_answer(TRY(app.board.compare(*runs.a, *runs.b, kFlips, policy == "all")));
}

Result<http::Response> get_pairs(App& app, const Asked& asked) {
  const TwoRuns runs = TRY(two_runs(app, asked.request));
  const std::string cell = TRY(query_text(asked.request, "cell"));
  const auto from =
      static_cast<std::size_t>(TRY(query_number(asked.request, "from", 0, 1'000'000'000, 0)));
  const auto limit = static_cast<std::size_t>(
      TRY(query_number(asked.request, "limit", 0, static_cast<std::int64_t>(kMaxRows), 50)));
  const std::vector<Pair> pairs = TRY(pairs_of(runs, cell));
  Json json{{"total", pairs.size()}, {"from", from}, {"rows", Json::array()}};
  TRY(runs.a->look([&](const SampleIndex& index) -> Result<void> {
    for (std::size_t i = from; i < pairs.size() && i - from < limit; ++i) {
      const auto record = index.read(pairs[i].a, run::Part::kOutcome);
      if (!record) continue;
      json["rows"].push_back({{"id", record->id},
                              {"epoch", record->epoch},
                              {"a", side_json(pairs[i].a)},
                              {"b", side_json(pairs[i].b)}});
    }
    return {};
  }));
  return json_answer(json);
}

Result<http::Response> get_leaderboard(App& app, const Asked& asked) {
  const std::string suite = TRY(query_text(asked.request, "suite"));
  const auto names = TRY(query_values(asked.request, "run"));
  std::vector<std::shared_ptr<StoredRun>> runs;
  for (auto& run : app.store.list()) {
    if (!names.empty() && std::find(names.begin(), names.end(), run->name()) == names.end()) {
      continue;
    }
    const auto facts = run->facts();
    if (!facts || (!suite.empty() && (*facts)->config.suite != suite)) continue;
    runs.push_back(std::move(run));
  }
  return json_answer(TRY(app.board.tables(runs)));
}

}  // namespace papert::serve::app
