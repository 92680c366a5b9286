// Replies are taken in blocks of one set, of about ten milliseconds each: a hundred replies where
// one is a matter of microseconds, a single one where it is a program to run. How long a reply of a
// set takes is learnt from block to block (OpenSet::learn).
//
// Who wants to be asked (ScoreOptions::go_on) must not wait behind a program that runs for seconds:
// then others do the work, and the calling thread waits and asks. Replies that take microseconds
// are scored by the calling thread itself, which asks between blocks; to start a thread for them
// would take longer than they do.

#include "reward/scorer.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <utility>

#include "base/thread_pool.h"

namespace papert::reward {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::nanoseconds;

constexpr std::chrono::milliseconds kBlockTime{10};
constexpr std::size_t kMostInBlock = 256;
constexpr std::chrono::milliseconds kAskEvery{50};
/// A reply that takes no longer never runs a program, and the calling thread can score it.
constexpr std::chrono::microseconds kQuick{200};
/// Work of less is not worth a second thread.
constexpr std::chrono::microseconds kWorthThreads{500};

suite::ScoredAnswer unscored(std::string message) {
  suite::ScoredAnswer scored;
  scored.score.verdict = suite::Verdict::kHostSlow;
  scored.score.detail["error"] = "deadline";
  scored.score.detail["message"] = std::move(message);
  return scored;
}

/// Worth what an empty answer is worth, under its own name.
suite::ScoredAnswer truncated(const ScoreItem& item, const ScoreOptions& options) {
  const std::size_t indices[] = {item.index};
  std::vector<suite::ScoredAnswer> empty = suite::score_answers(
      item.set->tasks(), indices, [](std::size_t) { return reply::Answer(); }, options.deadline);
  suite::ScoredAnswer scored;
  scored.score.verdict = suite::Verdict::kTruncated;
  scored.score.metrics = std::move(empty.front().score.metrics);
  scored.score.detail["error"] = "reply_too_long";
  scored.score.detail["message"] = "the reply has " + std::to_string(item.text.size()) +
                                   " bytes; at most " + std::to_string(options.max_reply_bytes) +
                                   " are read";
  return scored;
}

bool is_long(const ScoreItem& item, const ScoreOptions& options) {
  return item.text.size() > options.max_reply_bytes;
}

/// Items of one set, each once.
void score_once(std::span<const ScoreItem> items, const ScoreOptions& options,
                std::span<suite::ScoredAnswer> out) {
  const suite::TaskSet& tasks = items.front().set->tasks();
  std::vector<std::size_t> indices;
  std::vector<std::size_t> places;
  indices.reserve(items.size());
  places.reserve(items.size());
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (is_long(items[i], options)) {
      out[i] = truncated(items[i], options);
      continue;
    }
    indices.push_back(items[i].index);
    places.push_back(i);
  }
  std::vector<suite::ScoredAnswer> scored = suite::score_answers(
      tasks, indices,
      [&](std::size_t k) {
        return suite::read_answer(tasks, items[places[k]].text, options.extraction);
      },
      options.deadline);
  for (std::size_t k = 0; k < places.size(); ++k) out[places[k]] = std::move(scored[k]);
}

/// Items of one set; our own faults are tried again.
void score_block(std::span<const ScoreItem> items, const ScoreOptions& options,
                 std::span<suite::ScoredAnswer> out) {
  if (options.deadline.over()) {
    for (suite::ScoredAnswer& each : out) each = unscored("the time was over before its turn");
    return;
  }
  const auto began = Clock::now();
  score_once(items, options, out);
  items.front().set->learn((Clock::now() - began) / static_cast<std::int64_t>(items.size()));
  for (std::size_t i = 0; i < items.size(); ++i) {
    for (int again = 0; again < kRetries; ++again) {
      if (suite::is_scored(out[i].score.verdict) || options.deadline.over()) break;
      score_once(items.subspan(i, 1), options, out.subspan(i, 1));
    }
  }
}

/// How many replies of a set go together.
std::size_t block_size(const OpenSet& set) {
  const std::size_t least = std::max<std::size_t>(set.tasks().batch_size(), 1);
  const auto usual = set.usual();
  if (!usual) return least;
  const auto fit =
      static_cast<std::size_t>(nanoseconds(kBlockTime) / std::max(*usual, nanoseconds(1)));
  return std::max(std::min(fit, kMostInBlock), least);
}

class Batch {
 public:
  Batch(std::span<const ScoreItem> items, const ScoreOptions& options)
      : items_(items), options_(options), scored_(items.size()) {
    if (options_.go_on) options_.deadline = options_.deadline.with(given_up_);
  }

  [[nodiscard]] Result<std::vector<suite::ScoredAnswer>> run() {
    const std::size_t jobs = std::min(options_.jobs, items_.size());
    const std::optional<nanoseconds> total = estimate();
    const bool small = total && *total < kWorthThreads;
    const bool alone = jobs <= 1 && (!options_.go_on || quick());
    if (small || alone) {
      work_and_ask();
    } else if (options_.go_on) {
      ask_while(jobs);
    } else {
      ThreadPool pool(jobs - 1);
      for (std::size_t i = 1; i < jobs; ++i) pool.submit([this] { work(); });
      work();
    }
    if (!given_up_.cancelled()) return std::move(scored_);
    return fail(ErrorCode::kCancelled, "given up before all replies were scored");
  }

 private:
  struct Range {
    std::size_t first = 0;
    std::size_t count = 0;
  };

  /// What all of it takes on one thread; none where nothing is known of a set.
  [[nodiscard]] std::optional<nanoseconds> estimate() const {
    nanoseconds total{0};
    for (const ScoreItem& item : items_) {
      const auto usual = item.set->usual();
      if (!usual) return std::nullopt;
      total += *usual;
      if (total > kWorthThreads) break;
    }
    return total;
  }

  [[nodiscard]] bool quick() const {
    return std::all_of(items_.begin(), items_.end(), [](const ScoreItem& item) {
      const auto usual = item.set->usual();
      return usual && *usual < kQuick;
    });
  }

  [[nodiscard]] Range take() {
    const std::lock_guard lock(mutex_);
    Range range{next_, 0};
    if (next_ == items_.size()) return range;
    const OpenSet* const set = items_[next_].set;
    const std::size_t most = block_size(*set);
    while (next_ < items_.size() && range.count < most && items_[next_].set == set) {
      ++next_;
      ++range.count;
    }
    return range;
  }

  bool step() {
    const Range range = take();
    if (range.count == 0 || given_up_.cancelled()) return false;
    score_block(items_.subspan(range.first, range.count), options_,
                std::span(scored_).subspan(range.first, range.count));
    return true;
  }

  void work() {
    while (step()) {
    }
  }

  void work_and_ask() {
    auto asked = Clock::now();
    while (step()) {
      if (!options_.go_on || Clock::now() - asked < kAskEvery) continue;
      if (!options_.go_on()) given_up_.cancel();
      asked = Clock::now();
    }
  }

  void ask_while(std::size_t jobs) {
    std::size_t working = jobs;
    std::condition_variable done;
    std::mutex mutex;
    ThreadPool pool(jobs);
    for (std::size_t i = 0; i < jobs; ++i) {
      pool.submit([&] {
        work();
        const std::lock_guard lock(mutex);
        --working;
        done.notify_all();
      });
    }
    std::unique_lock lock(mutex);
    while (!done.wait_for(lock, kAskEvery, [&] { return working == 0; })) {
      lock.unlock();
      if (!options_.go_on()) given_up_.cancel();
      lock.lock();
    }
  }

  std::span<const ScoreItem> items_;
  ScoreOptions options_;
  CancelToken given_up_;
  std::vector<suite::ScoredAnswer> scored_;
  std::mutex mutex_;
  std::size_t next_ = 0;
};

}  // namespace

Result<std::vector<suite::ScoredAnswer>> score_batch(std::span<const ScoreItem> items,
                                                     const ScoreOptions& options) {
  if (items.empty()) return std::vector<suite::ScoredAnswer>();
  return Batch(items, options).run();
}

suite::ScoredAnswer score_one(const ScoreItem& item, const ScoreOptions& options) {
  suite::ScoredAnswer scored;
  score_block({&item, 1}, options, {&scored, 1});
  return scored;
}

void append_line(const ScoreItem& item, const suite::ScoredAnswer& scored, std::string& out) {
  suite::append_score_line({item.set->id(item.index), item.epoch, item.key}, scored.answer,
                           scored.score, out);
}

std::string score_line(const ScoreItem& item, const suite::ScoredAnswer& scored) {
  std::string line;
  append_line(item, scored, line);
  return line;
}

}  // namespace papert::reward
