#include "run/runner.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <unordered_map>
#include <vector>

#include "base/jsonl.h"
#include "base/thread_pool.h"
#include "run/folder.h"
#include "run/log.h"
#include "run/pictures.h"
#include "run/sample.h"

namespace papert::run {
namespace {

using Clock = std::chrono::steady_clock;

/// The log, put on the disk at least every second while it grows.
class SyncedLog {
 public:
  explicit SyncedLog(JsonlWriter writer)
      : writer_(std::move(writer)),
        syncer_([this](const std::stop_token& stop) { keep_synced(stop); }) {}

  [[nodiscard]] Result<void> append(const Json& line) {
    const std::lock_guard lock(mutex_);
    TRY(writer_.write(line));
    dirty_ = true;
    return {};
  }

  [[nodiscard]] Result<void> sync() {
    const std::lock_guard lock(mutex_);
    dirty_ = false;
    return writer_.sync();
  }

 private:
  void keep_synced(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    while (!stop.stop_requested()) {
      wake_.wait_for(lock, stop, std::chrono::milliseconds(900), [] { return false; });
      if (!dirty_) continue;
      dirty_ = false;
      // A disk that cannot sync cannot write either: the next append reports it.
      (void)writer_.sync();
    }
  }

  std::mutex mutex_;
  std::condition_variable_any wake_;
  JsonlWriter writer_;
  bool dirty_ = false;
  std::jthread syncer_;
};

/// Which (task, epoch) already have a line that counts.
class Ledger {
 public:
  Ledger(const suite::TaskSet& tasks, const RunOptions& options)
      : first_(options.first),
        epochs_(static_cast<std::size_t>(options.epochs)),
        done_((options.last - options.first) * epochs_, false) {
    for (std::size_t i = options.first; i < options.last; ++i) index_[tasks.task(i).id] = i;
  }

  [[nodiscard]] Result<void> read(const std::filesystem::path& log, Progress& progress) {
    return read_log(log, [&](const LogLine& line) {
      const auto found = index_.find(line.json["id"].get<std::string>());
      const auto epoch = line.json["epoch"].get<std::int64_t>();
      if (found == index_.end() || epoch < 0 || static_cast<std::size_t>(epoch) >= epochs_ ||
          !suite::is_scored(line.verdict)) {
        return;
      }
      done_[(found->second - first_) * epochs_ + static_cast<std::size_t>(epoch)] = true;
      ++progress.done;
      ++progress.resumed;
      if (line.verdict == suite::Verdict::kRight) ++progress.right;
    });
  }

  [[nodiscard]] std::size_t size() const { return done_.size(); }
  [[nodiscard]] bool is_done(std::size_t slot) const { return done_[slot]; }
  [[nodiscard]] std::size_t task_of(std::size_t slot) const { return first_ + slot / epochs_; }
  [[nodiscard]] std::int64_t epoch_of(std::size_t slot) const {
    return static_cast<std::int64_t>(slot % epochs_);
  }

 private:
  std::size_t first_;
  std::size_t epochs_;
  std::vector<bool> done_;
  std::unordered_map<std::string, std::size_t> index_;
};

class Runner {
 public:
  Runner(const suite::TaskSet& tasks, Respondent& respondent, const std::filesystem::path& folder,
         const RunOptions& options, Ledger ledger, JsonlWriter writer, Progress progress)
      : tasks_(tasks),
        respondent_(respondent),
        options_(options),
        ledger_(std::move(ledger)),
        pictures_(images_path(folder), ledger_.size()),
        maker_(tasks, options.extraction, pictures_, options.judge),
        log_(std::move(writer)),
        progress_(progress) {}

  [[nodiscard]] Result<Progress> run() {
    {
      ThreadPool pool(options_.jobs);
      for (std::size_t i = 0; i < options_.jobs; ++i) pool.submit([this] { work(); });
      pool.wait_idle();
    }
    TRY(log_.sync());
    TRY(std::move(failure_));
    return progress_;
  }

 private:
  void work() {
    while (!options_.cancel.cancelled()) {
      const std::size_t slot = next_.fetch_add(1, std::memory_order_relaxed);
      if (slot >= ledger_.size()) return;
      if (ledger_.is_done(slot)) continue;
      if (!ask(ledger_.task_of(slot), ledger_.epoch_of(slot))) return;
    }
  }

  // Our own failure is a verdict of its own, so that one sample never takes the run with it. False:
  // the run is over.
  bool ask(std::size_t index, std::int64_t epoch) {
    std::string why;
    try {
      return try_ask(index, epoch);
    } catch (const std::exception& error) {
      why = error.what();
    }
    return record(maker_.internal_error(index, epoch, why));
  }

  bool try_ask(std::size_t index, std::int64_t epoch) {
    const auto started = Clock::now();
    std::vector<model::Reply> earlier;
    while (true) {
      const int repeat = static_cast<int>(earlier.size());
      Response response = respondent_.respond(tasks_, index, epoch, repeat,
                                              options_.prompt_template, options_.cancel);
      if (!goes_on(response.reply)) return false;
      const ReadReply reading = maker_.read(index, epoch, response.reply, options_.cancel);
      if (reading.judge && !goes_on(*reading.judge)) return false;
      if (reading.found_nothing() && repeat < options_.answer_retries) {
        earlier.push_back(std::move(response.reply));
        continue;
      }
      const std::chrono::duration<double, std::milli> latency = Clock::now() - started;
      return record(maker_.make(index, epoch, response, reading, earlier, latency.count()));
    }
  }

  /// Whether there is anything to record: not if no request can succeed, nor if it was given up.
  bool goes_on(const model::Reply& reply) {
    if (reply.status != model::ReplyStatus::kFailed) return true;
    if (reply.fatal) return stop({ErrorCode::kUsage, reply.error, ""});
    return !options_.cancel.cancelled();
  }

  bool stop(const Error& error) {
    const std::lock_guard lock(mutex_);
    if (failure_) failure_ = fail(error);
    options_.cancel.cancel();
    return false;
  }

  bool record(const Sample& sample) {
    const auto written = log_.append(sample.line);
    if (!written) return stop(written.error());
    const std::lock_guard lock(mutex_);
    ++progress_.done;
    progress_.input_tokens += sample.usage.input_tokens.value_or(0);
    progress_.output_tokens += sample.usage.output_tokens.value_or(0);
    progress_.cost_usd += sample.usage.cost_usd.value_or(0);
    if (sample.verdict == suite::Verdict::kRight) ++progress_.right;
    if (!suite::is_scored(sample.verdict)) ++progress_.not_scored;
    if (options_.progress) options_.progress(progress_);
    return true;
  }

  const suite::TaskSet& tasks_;
  Respondent& respondent_;
  const RunOptions& options_;
  Ledger ledger_;
  PictureStore pictures_;
  SampleMaker maker_;
  SyncedLog log_;
  std::atomic<std::size_t> next_{0};
  std::mutex mutex_;
  Progress progress_;
  Result<void> failure_;
};

}  // namespace

Result<Progress> run_tasks(const suite::TaskSet& tasks, Respondent& respondent,
                           const std::filesystem::path& folder, const RunOptions& options) {
  const std::filesystem::path log = samples_path(folder);
  // Opening for appending mends a torn last line, so it comes before reading.
  JsonlWriter writer = TRY(JsonlWriter::open_append(log));
  Ledger ledger(tasks, options);
  Progress progress;
  progress.total = ledger.size();
  TRY(ledger.read(log, progress));
  Runner runner(tasks, respondent, folder, options, std::move(ledger), std::move(writer), progress);
  return runner.run();
}

}  // namespace papert::run
