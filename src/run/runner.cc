#include "run/runner.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <ctime>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <numeric>
#include <thread>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/jsonl.h"
#include "base/thread_pool.h"
#include "reply/reasoning.h"
#include "run/folder.h"
#include "run/pictures.h"
#include "run/sample.h"
#include "run/turns.h"

namespace papert::run {
namespace {

using Clock = std::chrono::steady_clock;

/// Different reasons that are told apart.
constexpr std::size_t kReasons = 50;

/// The log, put on the disk at least every second while it grows.
class SyncedLog {
 public:
  /// `failed` is called from another thread, once, if the log cannot be put on the disk.
  SyncedLog(JsonlWriter writer, std::function<void(const Error&)> failed)
      : writer_(std::move(writer)),
        failed_(std::move(failed)),
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
      // The system reports a failed write-back once and then forgets it, so it ends the run.
      const auto synced = writer_.sync();
      if (synced) continue;
      lock.unlock();
      failed_(synced.error());
      return;
    }
  }

  std::mutex mutex_;
  std::condition_variable_any wake_;
  JsonlWriter writer_;
  std::function<void(const Error&)> failed_;
  bool dirty_ = false;
  std::jthread syncer_;
};

/// The samples to ask for: all epochs of one task after another.
class Slots {
 public:
  Slots(const suite::TaskSet& tasks, const RunOptions& options)
      : tasks_(options.tasks), epochs_(static_cast<std::size_t>(options.epochs)) {
    if (!tasks_.empty()) return;
    tasks_.resize(tasks.size());
    std::iota(tasks_.begin(), tasks_.end(), std::size_t{0});
  }

  [[nodiscard]] std::size_t size() const { return tasks_.size() * epochs_; }
  [[nodiscard]] std::size_t task(std::size_t slot) const { return tasks_[slot / epochs_]; }
  [[nodiscard]] std::int64_t epoch(std::size_t slot) const {
    return static_cast<std::int64_t>(slot % epochs_);
  }

 private:
  std::vector<std::size_t> tasks_;
  std::size_t epochs_;
};

/// Counts requests in a row that failed in the same way. Not for several threads at once.
class EqualFailures {
 public:
  explicit EqualFailures(const RunOptions& options)
      : limit_(options.max_equal_errors), without_status_(options.failures_without_status) {}

  /// True if this one makes the limit full.
  [[nodiscard]] bool add(const model::Reply& reply) {
    const bool failed = reply.status == model::ReplyStatus::kFailed;
    const bool counts = (reply.http_status >= 400 && reply.http_status < 500) ||
                        (without_status_ && reply.http_status == 0);
    if (!failed || !counts || reply.error != error_) count_ = 0;
    if (!failed || !counts) return false;
    error_ = reply.error;
    return ++count_ == limit_;
  }

 private:
  std::size_t limit_;
  bool without_status_;
  std::string error_;
  std::size_t count_ = 0;
};

/// Why a sample was not scored, as its line says.
std::string reason_of(const Record& record) {
  const std::string* const message = record.detail_text("message");
  return message != nullptr ? *message : std::string(suite::verdict_name(record.verdict));
}

/// The sample will be asked again from its beginning. The replies that the cache then gives back
/// count when it does.
void leave_to_cache(Record& sample) {
  if (sample.scored()) return;
  sample.usage.cost_usd.reset();
  for (RecordedTurn& turn : sample.turns) {
    if (suite::was_read(turn.verdict)) turn.exchange.usage.cost_usd.reset();
    if (turn.judge) turn.judge->usage.cost_usd.reset();
    if (const auto& cost = turn.exchange.usage.cost_usd) {
      sample.usage.cost_usd = sample.usage.cost_usd.value_or(0) + *cost;
    }
  }
}

class Runner {
 public:
  Runner(const suite::TaskSet& tasks, model::Model& model, const std::filesystem::path& folder,
         const RunOptions& options, const Ledger& ledger)
      : tasks_(tasks),
        model_(model),
        options_(options),
        ledger_(ledger),
        slots_(tasks, options),
        pictures_(folder, std::max(slots_.size(), options.samples_in_all)),
        maker_(tasks, options.extraction, pictures_, options.judge, options.prompt_template),
        equal_failures_(options) {
    progress_.total = slots_.size();
    for (std::size_t slot = 0; slot < slots_.size(); ++slot) {
      if (!ledger.is_scored(slots_.task(slot), slots_.epoch(slot))) continue;
      ++progress_.resumed;
      if (ledger.is_right(slots_.task(slot), slots_.epoch(slot))) ++progress_.right;
    }
    progress_.done = progress_.resumed;
  }

  [[nodiscard]] Result<Progress> run(JsonlWriter writer) {
    log_ =
        std::make_unique<SyncedLog>(std::move(writer), [this](const Error& error) { stop(error); });
    if (options_.progress) options_.progress(progress_);
    {
      ThreadPool pool(options_.jobs);
      for (std::size_t i = 0; i < options_.jobs; ++i) pool.submit([this] { work(); });
      pool.wait_idle();
    }
    TRY(log_->sync());
    log_.reset();
    TRY(std::move(failure_));
    if (progress_.done == progress_.total) TRY(pictures_.settle());
    return std::move(progress_);
  }

 private:
  void work() {
    while (!options_.cancel.cancelled()) {
      const std::size_t slot = next_.fetch_add(1, std::memory_order_relaxed);
      if (slot >= slots_.size()) return;
      if (ledger_.is_scored(slots_.task(slot), slots_.epoch(slot))) continue;
      if (!ask(slots_.task(slot), slots_.epoch(slot))) return;
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
    Record failed = maker_.internal_error(index, epoch, why);
    failed.time = now();
    return record(failed);
  }

  /// `repeat`: how often this epoch of the task was asked before without an answer.
  Response respond(std::size_t index, std::int64_t epoch, int repeat) {
    model::Request request;
    request.epoch = epoch;
    request.repeat = repeat;
    const bool wanted = model_.reads_prompt();
    return respond(index, std::move(request),
                   wanted ? tasks_.prompt(index, options_.prompt_template) : suite::Prompt());
  }

  Response respond(std::size_t index, model::Request request, Result<suite::Prompt> prompt) {
    Response response;
    if (!prompt) {
      response.reply = model::Reply::failed(prompt.error().to_string());
      response.reply.time = now();
      return response;
    }
    response.prompt = std::move(*prompt);
    request.id = tasks_.task(index).id;
    request.text = response.prompt.text;
    request.images = response.prompt.images;
    request.system = options_.system;
    request.index = index;
    response.reply = model_.ask(request, options_.cancel);
    if (!response.reply.time) response.reply.time = now();
    return response;
  }

  /// The next turn of a conversation.
  Response respond(std::size_t index, std::int64_t epoch, const std::vector<Turn>& turns) {
    model::Request request;
    request.epoch = epoch;
    for (const Turn& turn : turns) {
      const suite::Prompt& prompt = turn.response.prompt;
      const reply::SplitReply split = reply::split_reasoning(turn.response.reply.text);
      request.history.push_back({prompt.text, prompt.images, said(split.answer)});
    }
    if (turns.empty()) {
      return respond(index, std::move(request), tasks_.prompt(index, options_.prompt_template));
    }
    const bool sees = !turns.front().response.prompt.images.empty();
    return respond(index, std::move(request),
                   maker_.follow_up(index, turns.back().reading, options_.turn_prompt, sees));
  }

  /// Until an answer is right, teaches nothing, or no turn is left.
  bool converse(std::size_t index, std::int64_t epoch) {
    const auto started = Clock::now();
    std::vector<Turn> turns;
    while (true) {
      Turn turn{respond(index, epoch, turns), {}};
      const bool goes = goes_on(turn.response.reply);
      if (!goes && !is_paid_for(turns, turn.response.reply)) return false;
      turn.reading = maker_.read(index, epoch, turn.response.reply, options_.cancel);
      if (turn.reading.judge && !goes_on(*turn.reading.judge)) return false;
      turns.push_back(std::move(turn));
      const suite::Score& score = turns.back().reading.judged.score;
      const bool again = suite::is_scored(score.verdict) && !score.right();
      if (again && static_cast<std::int64_t>(turns.size()) < options_.turns) continue;
      const std::chrono::duration<double, std::milli> latency = Clock::now() - started;
      Record sample = maker_.make_turns(index, epoch, turns, options_.turns, latency.count());
      if (model_.cache_use().on) leave_to_cache(sample);
      const ReadReply& reading = turns.back().reading;
      const bool recorded = record(sample);
      return goes && recorded &&
             !gives_up(reading.judge ? *reading.judge : turns.back().response.reply);
    }
  }

  /// Whether a sample that cannot go on had turns which nobody gives back: then they are recorded,
  /// lest what they cost be forgotten when the run resumes and asks from the beginning.
  [[nodiscard]] bool is_paid_for(const std::vector<Turn>& turns, const model::Reply& reply) const {
    return reply.fatal && !turns.empty() && !model_.cache_use().on;
  }

  bool try_ask(std::size_t index, std::int64_t epoch) {
    if (options_.turns > 1) return converse(index, epoch);
    const auto started = Clock::now();
    std::vector<model::Reply> earlier;
    while (true) {
      const int repeat = static_cast<int>(earlier.size());
      Response response = respond(index, epoch, repeat);
      if (!goes_on(response.reply)) return false;
      const ReadReply reading = maker_.read(index, epoch, response.reply, options_.cancel);
      if (reading.judge && !goes_on(*reading.judge)) return false;
      if (reading.found_nothing() && repeat < options_.answer_retries) {
        earlier.push_back(std::move(response.reply));
        continue;
      }
      const std::chrono::duration<double, std::milli> latency = Clock::now() - started;
      const bool recorded =
          record(maker_.make(index, epoch, response, reading, earlier, latency.count()));
      return recorded && !gives_up(reading.judge ? *reading.judge : response.reply);
    }
  }

  /// Whether there is anything to record: not if no request can succeed, nor if it was given up.
  bool goes_on(const model::Reply& reply) {
    if (reply.status != model::ReplyStatus::kFailed) return true;
    if (reply.fatal) return stop({ErrorCode::kUsage, reply.error, ""});
    return !options_.cancel.cancelled();
  }

  /// Whether so many requests failed alike that the next ones would, too.
  bool gives_up(const model::Reply& reply) {
    const std::lock_guard lock(mutex_);
    if (!equal_failures_.add(reply)) return false;
    progress_.gave_up = reply.error;
    options_.cancel.cancel();
    return true;
  }

  bool stop(const Error& error) {
    const std::lock_guard lock(mutex_);
    if (failure_) failure_ = fail(error);
    options_.cancel.cancel();
    return false;
  }

  [[nodiscard]] std::string now() const {
    return utc_time(options_.now ? options_.now() : std::time(nullptr));
  }

  bool record(const Record& sample) {
    const auto written = log_->append(to_json(sample));
    if (!written) return stop(written.error());
    const std::lock_guard lock(mutex_);
    ++progress_.done;
    const model::Usage usage = sample.all_usage();
    progress_.input_tokens =
        model::saturated_sum(progress_.input_tokens, usage.input_tokens.value_or(0));
    progress_.output_tokens =
        model::saturated_sum(progress_.output_tokens, usage.output_tokens.value_or(0));
    progress_.cost_usd += usage.cost_usd.value_or(0);
    if (sample.cached) ++progress_.cached;
    if (sample.right()) ++progress_.right;
    if (!sample.scored()) {
      ++progress_.not_scored;
      const std::string reason = reason_of(sample);
      const bool room = progress_.reasons.size() < kReasons || progress_.reasons.contains(reason);
      ++progress_.reasons[room ? reason : "other reasons"];
    }
    if (!sample.texts.picture_error.empty() && ++progress_.without_pictures == 1) {
      progress_.picture_error = sample.texts.picture_error;
    }
    if (options_.progress) options_.progress(progress_);
    return true;
  }

  const suite::TaskSet& tasks_;
  model::Model& model_;
  const RunOptions& options_;
  const Ledger& ledger_;
  Slots slots_;
  PictureStore pictures_;
  SampleMaker maker_;
  std::atomic<std::size_t> next_{0};
  std::mutex mutex_;
  EqualFailures equal_failures_;
  Progress progress_;
  Result<void> failure_;
  std::unique_ptr<SyncedLog> log_;  // while it runs
};

}  // namespace

Result<Progress> run_tasks(const suite::TaskSet& tasks, model::Model& model,
                           const std::filesystem::path& folder, const Ledger& ledger,
                           const RunOptions& options) {
  JsonlWriter writer = TRY(JsonlWriter::open_append(samples_path(folder)));
  Runner runner(tasks, model, folder, options, ledger);
  return runner.run(std::move(writer));
}

Result<Progress> run_tasks(const suite::TaskSet& tasks, model::Model& model,
                           const std::filesystem::path& folder, const RunOptions& options) {
  const Ledger ledger = TRY(Ledger::open(tasks, folder));
  return run_tasks(tasks, model, folder, ledger, options);
}

}  // namespace papert::run
