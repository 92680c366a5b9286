#include "serve/app/events.h"

#include <algorithm>
#include <cmath>

#include "serve/error_response.h"

namespace papert::serve::app {
namespace {

using Clock = std::chrono::steady_clock;
constexpr auto kPause = std::chrono::milliseconds(250);
constexpr auto kHeartbeat = std::chrono::seconds(10);
constexpr std::int64_t kPieceWaitMs = 100;
constexpr std::size_t kSamplesAtOnce = 100;
constexpr std::size_t kMaxPending = std::size_t{1} << 20;

std::string event(std::string_view name, std::uint64_t id, const Json& data) {
  return "event: " + std::string(name) + "\nid: " + std::to_string(id) +
         "\ndata: " + dump_json(data) + "\n\n";
}

Json sample_json(const run::Record& record, double primary) {
  return {{"id", record.id},
          {"epoch", record.epoch},
          {"verdict", suite::verdict_name(record.verdict)},
          {"primary", std::isnan(primary) ? Json(nullptr) : Json(primary)}};
}

/// The new samples of an index behind a place, the newest of them.
std::string new_samples(const SampleIndex& index, std::uint64_t from) {
  const auto& entries = index.entries();
  auto first =
      std::lower_bound(entries.begin(), entries.end(), from,
                       [](const IndexEntry& e, std::uint64_t at) { return e.offset < at; });
  if (static_cast<std::size_t>(entries.end() - first) > kSamplesAtOnce) {
    first = entries.end() - kSamplesAtOnce;
  }
  std::string text;
  for (; first != entries.end(); ++first) {
    if (first->kind != IndexKind::kSample) continue;
    const auto record = index.read(*first, run::Part::kOutcome);
    if (record) text += event("sample", first->end() + 1, sample_json(*record, first->primary));
  }
  return text;
}

Json progress_json(const IndexTotals& totals, std::int64_t planned) {
  Json json{{"done", totals.samples}, {"planned", planned}};
  json["not_scored"] = totals.samples - totals.scored;
  json["figure"] = analysis::to_json(running_figure(totals));
  for (std::size_t i = 0; i < totals.verdicts.size(); ++i) {
    if (totals.verdicts[i] > 0) {
      json["verdicts"][std::string(suite::kVerdicts[i].name)] = totals.verdicts[i];
    }
  }
  return json;
}

}  // namespace

Events::Events() : thread_([this] { work(); }) {}
Events::~Events() { stop(); }

void Events::stop() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
    for (const auto& weak : watchers_) {
      if (const auto watcher = weak.lock()) {
        const std::lock_guard inner(watcher->mutex);
        watcher->ended = true;
      }
    }
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
}

http::Response Events::watch(std::shared_ptr<StoredRun> run, std::uint64_t from) {
  const auto watcher = std::make_shared<Watcher>();
  watcher->run = std::move(run);
  watcher->at = from;
  watcher->told = watcher->begun = Clock::now();
  {
    const std::lock_guard lock(mutex_);
    std::erase_if(watchers_, [](const auto& weak) { return weak.expired(); });
    if (stopping_ || watchers_.size() >= kMaxWatchers) {
      auto busy = error_response(
          503, "busy",
          "runs are watched " + std::to_string(watchers_.size()) +
              " times, and not more often at once; close a page that watches one, or try again");
      busy.headers.push_back({"Retry-After", "5"});
      return busy;
    }
    watchers_.push_back(watcher);
  }
  changed_.notify_all();
  http::Response response{.content_type = "text/event-stream"};
  response.close = true;
  response.pieces = [watcher, begun = false]() mutable {
    http::Piece piece;
    const std::lock_guard lock(watcher->mutex);
    if (!begun) piece.bytes = "retry: 2000\n\n";
    begun = true;
    piece.bytes += std::exchange(watcher->pending, "");
    piece.then = watcher->ended ? http::Piece::Then::kEnd : http::Piece::Then::kMore;
    piece.wait_ms = kPieceWaitMs;
    return piece;
  };
  return response;
}

void Events::work() {
  std::unique_lock lock(mutex_);
  while (!stopping_) {
    std::vector<std::shared_ptr<Watcher>> now;
    for (const auto& weak : watchers_) {
      if (auto watcher = weak.lock()) now.push_back(std::move(watcher));
    }
    lock.unlock();
    for (const auto& watcher : now) {
      if (tell(*watcher)) continue;
      const std::lock_guard inner(watcher->mutex);
      watcher->ended = true;
    }
    const bool none = now.empty();
    now.clear();
    lock.lock();
    if (none) {
      changed_.wait(lock, [&] { return stopping_ || !watchers_.empty(); });
      std::erase_if(watchers_, [](const auto& weak) { return weak.expired(); });
    } else {
      changed_.wait_for(lock, kPause, [&] { return stopping_; });
    }
  }
}

bool Events::tell(Watcher& watcher) {
  {
    const std::lock_guard lock(watcher.mutex);
    if (watcher.ended) return false;
    if (watcher.pending.size() > kMaxPending) return true;  // it does not read: later, then
  }
  const auto facts = watcher.run->facts();
  if (!facts) return false;
  const run::RunConfig& config = (*facts)->config;
  std::string text;
  IndexTotals totals;
  const auto looked = watcher.run->look([&](const SampleIndex& index) -> Result<void> {
    totals = index.totals();
    if (index.version() == watcher.version) return {};
    watcher.version = index.version();
    if (watcher.at < index.log_bytes()) text = new_samples(index, watcher.at);
    watcher.at = index.log_bytes();
    return {};
  });
  if (!looked) return false;
  const auto now = Clock::now();
  if (watcher.done_then < 0) watcher.done_then = totals.samples;
  const RunState state = watcher.run->state(totals.samples, config);
  const bool over = state != RunState::kRunning;
  if (!text.empty() || over || watcher.told == watcher.begun) {
    Json progress = progress_json(totals, config.planned);
    progress["state"] = state_name(state);
    const double seconds = std::chrono::duration<double>(now - watcher.begun).count();
    const auto more = static_cast<double>(totals.samples - watcher.done_then);
    if (seconds > 1 && more > 0) {
      progress["rate"] = more / seconds;
      if (config.planned > totals.samples) {
        progress["left_s"] = static_cast<double>(config.planned - totals.samples) * seconds / more;
      }
    }
    text += event("progress", watcher.at, progress);
  }
  if (over) text += event("end", watcher.at, {{"state", state_name(state)}});
  if (text.empty() && now - watcher.told > kHeartbeat) text = ":\n\n";
  if (text.empty()) return true;
  watcher.told = now + std::chrono::nanoseconds(1);
  const std::lock_guard lock(watcher.mutex);
  watcher.pending += text;
  return !over;
}

}  // namespace papert::serve::app
