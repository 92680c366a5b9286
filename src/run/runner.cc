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

suite::Score score_response(const suite::TaskSet& tasks, std::size_t index,
                            const model::Reply& reply, suite::Answer& answer) {
  suite::Score score;
  switch (reply.status) {
    case model::ReplyStatus::kFailed:
      score.verdict = suite::Verdict::kRequestFailed;
      score.detail["message"] = reply.error;
      return score;
    case model::ReplyStatus::kRefused:
    case model::ReplyStatus::kTruncated:
      // Worth what an empty answer is worth, under its own name.
      score = tasks.score(index, {});
      score.verdict = reply.status == model::ReplyStatus::kRefused ? suite::Verdict::kRefused
                                                                   : suite::Verdict::kTruncated;
      score.detail = Json::object();
      return score;
    case model::ReplyStatus::kComplete:
      break;
  }
  answer = tasks.extract(reply.text);
  return tasks.score(index, answer);
}

class Runner {
 public:
  Runner(const suite::TaskSet& tasks, Respondent& respondent, const std::filesystem::path& folder,
         const RunOptions& options, Ledger ledger, JsonlWriter writer, Progress progress)
      : tasks_(tasks),
        respondent_(respondent),
        options_(options),
        ledger_(std::move(ledger)),
        pictures_(images_path(folder), ledger_.size()),
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
      suite::Verdict verdict = suite::Verdict::kInternalError;
      const Json line = sample(ledger_.task_of(slot), ledger_.epoch_of(slot), verdict);
      if (!record(line, verdict)) return;
    }
  }

  // Our own failure is a verdict of its own, so that one sample never takes the run with it.
  Json sample(std::size_t index, std::int64_t epoch, suite::Verdict& verdict) {
    std::string why;
    try {
      return try_sample(index, epoch, verdict);
    } catch (const std::exception& error) {
      why = error.what();
    }
    verdict = suite::Verdict::kInternalError;
    const suite::Task task = tasks_.task(index);
    suite::Score score;
    score.verdict = verdict;
    score.detail["message"] = why;
    return line_json(task, epoch, {}, {}, score);
  }

  Json try_sample(std::size_t index, std::int64_t epoch, suite::Verdict& verdict) {
    const suite::Task task = tasks_.task(index);
    const auto started = Clock::now();
    const Response response = respondent_.respond(tasks_, index, epoch, options_.prompt_template);
    const std::chrono::duration<double, std::milli> latency = Clock::now() - started;
    suite::Answer answer;
    const suite::Score score = score_response(tasks_, index, response.reply, answer);
    verdict = score.verdict;
    Json line = line_json(task, epoch, response, answer, score);
    line["latency_ms"] = latency.count();
    Json images = Json::array();
    for (const std::string& image : response.prompt.images) {
      auto hash = pictures_.put(image);
      if (hash) images.push_back(*hash);
    }
    line["prompt"] = {{"text", response.prompt.text}, {"images", images}};
    line["pictures"] = Json::array();
    if (pictures_.wants(task.id, epoch, !score.right())) {
      line["reference"] = tasks_.reference(index);
      auto pictures = pictures_.put_sample(tasks_, index, answer);
      if (pictures) line["pictures"] = std::move(*pictures);
    }
    return line;
  }

  static Json line_json(const suite::Task& task, std::int64_t epoch, const Response& response,
                        const suite::Answer& answer, const suite::Score& score) {
    Json line;
    line["id"] = task.id;
    line["epoch"] = epoch;
    line["tags"] = suite::tags_json(task.tags);
    line["verdict"] = suite::verdict_name(score.verdict);
    line["success"] = suite::success_json(score.verdict);
    line["metrics"] = suite::metrics_json(score.metrics);
    line["detail"] = score.detail;
    line["answer"] = answer.text;
    line["rule"] = answer.rule;
    line["reply"] = response.reply.text;
    line["reasoning"] = response.reply.reasoning;
    line["usage"] = response.reply.usage;
    return line;
  }

  bool record(const Json& line, suite::Verdict verdict) {
    const auto written = log_.append(line);
    const std::lock_guard lock(mutex_);
    if (!written) {
      if (failure_) failure_ = fail(written.error());
      options_.cancel.cancel();
      return false;
    }
    ++progress_.done;
    if (verdict == suite::Verdict::kRight) ++progress_.right;
    if (!suite::is_scored(verdict)) ++progress_.not_scored;
    if (options_.progress) options_.progress(progress_);
    return true;
  }

  const suite::TaskSet& tasks_;
  Respondent& respondent_;
  const RunOptions& options_;
  Ledger ledger_;
  PictureStore pictures_;
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
