// Descriptions, in the order in which the sets need them and no more than they need: while as many
// are on their way as are still wanted, nothing further is asked.

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <optional>

#include "base/for_each_in_order.h"
#include "base/json_text.h"
#include "base/text.h"
#include "datagen/asker.h"
#include "datagen/sit/stages.h"

namespace papert::datagen::sit {
namespace {

/// A step of the plan: a program of the source, and whether it is to be described.
struct Step {
  std::size_t number = 0;
  Status known = Status::kOk;  // what is refused already is only written down
};

std::vector<Step> plan_of(const std::vector<ScannedProgram>& programs, std::size_t wanted) {
  std::vector<Step> plan;
  std::vector<Candidate> usable;
  plan.reserve(programs.size());
  usable.reserve(programs.size());
  for (std::size_t i = 0; i < programs.size(); ++i) {
    if (programs[i].status == Status::kOk) {
      usable.push_back({i, programs[i].bytes, programs[i].lot});
    } else {
      plan.push_back({i, programs[i].status});
    }
  }
  for (const std::size_t index : order_of_asking(usable, wanted)) {
    plan.push_back({usable[index].number, Status::kOk});
  }
  return plan;
}

struct Asked {
  std::size_t step = 0;
  Description description;
  std::string line;
};

struct Known {
  bool there = false;
  Status status = Status::kOk;
  LinePlace place;
};

class PoolFiller {
 public:
  PoolFiller(const Bench& bench, Describer& describer, const PoolTask& task, LineSource programs)
      : bench_(bench),
        describer_(describer),
        task_(task),
        programs_(std::move(programs)),
        plan_(plan_of(task.programs, task.wanted)),
        known_(plan_.size()) {}

  [[nodiscard]] Result<Pool> run() {
    step_of_.resize(task_.programs.size());
    for (std::size_t i = 0; i < plan_.size(); ++i) step_of_[plan_[i].number] = i;
    StageFile file = TRY(StageFile::open(
        pool_path(bench_.out),
        [&](const JsonView& line, const LinePlace& place) { return read_back(line, place); }));
    count_known();
    if (task_.charge) task_.charge(spent_usd());
    if (task_.ask) TRY(ask_all(file));
    TRY(file.finish());
    if (task_.ask) TRY(not_cancelled(bench_.cancel));
    return result();
  }

 private:
  [[nodiscard]] Result<void> read_back(const JsonView& line, const LinePlace& place) {
    const auto number = line["number"].integer();
    const auto status = status_of(line["status"].string());
    if (!number || *number < 0 || static_cast<std::size_t>(*number) >= step_of_.size() || !status) {
      return fail(ErrorCode::kBadData,
                  "is not a line that this command wrote; remove the folder and begin again",
                  fmt::format("{}, byte {}", pool_path(bench_.out).string(), place.offset));
    }
    known_[step_of_[static_cast<std::size_t>(*number)]] = {true, *status, place};
    if (const JsonPiece usage = line["usage"]; usage.is_object()) {
      purse_.add(model::usage_from_json(usage.json()));
    }
    return {};
  }

  void count_known() {
    for (const Known& known : known_) {
      if (known.there && known.status == Status::kOk) ++accepted_;
    }
    const auto usable = static_cast<std::size_t>(std::count_if(
        plan_.begin(), plan_.end(), [](const Step& step) { return step.known == Status::kOk; }));
    total_ = std::min(task_.wanted, usable);
  }

  /// What has no final line yet, in the order of the plan; waits while enough is on its way.
  [[nodiscard]] std::optional<std::size_t> produce() {
    for (; next_ < plan_.size(); ++next_) {
      const Known& known = known_[next_];
      if (!known.there || known.status == Status::kRequestFailed) break;
    }
    if (next_ == plan_.size()) return std::nullopt;
    std::unique_lock lock(mutex_);
    const bool asks = plan_[next_].known == Status::kOk;
    const bool again = known_[next_].there;  // an undisturbed run would have had its reply
    while (asks && !again && accepted_ + on_the_way_ >= task_.wanted) {
      if (accepted_ >= task_.wanted || stopped_ || bench_.cancel.cancelled()) return std::nullopt;
      moved_.wait_for(lock, std::chrono::milliseconds(50));
    }
    if (stopped_ || bench_.cancel.cancelled()) return std::nullopt;
    if (asks) ++on_the_way_;
    return next_++;
  }

  [[nodiscard]] Result<Asked> work(std::size_t index) {
    const Step& step = plan_[index];
    const LinePlace& place = task_.programs[step.number].place;
    const std::string id = TRY(programs_.field(place, "id"));
    Asked asked;
    asked.step = index;
    std::string program;
    std::string picture;
    std::size_t wording = 0;
    if (step.known != Status::kOk) {
      asked.description.status = step.known;
      asked.description.reason = TRY(programs_.field(place, "reason"));
    } else {
      program = TRY(programs_.field(place, "program"));
      picture = TRY(programs_.field(place, "picture"));
      wording = task_.wordings.describe_index(bench_.seed, id);
      asked.description = describer_.describe(
          {.id = id, .program = program, .wording = task_.wordings.describe[wording]},
          bench_.cancel);
    }
    asked.line = line_of(step, id, asked.description, program, picture, wording);
    return asked;
  }

  [[nodiscard]] std::string line_of(const Step& step, const std::string& id,
                                    const Description& description, const std::string& program,
                                    const std::string& picture, std::size_t wording) const {
    std::string line = "{\"id\":";
    append_quoted(id, line);
    line += fmt::format(R"(,"number":{},"status":"{}","bytes":{})", step.number,
                        name_of(description.status), task_.programs[step.number].bytes);
    const auto add = [&](std::string_view name, std::string_view value) {
      if (value.empty()) return;
      line += fmt::format(",\"{}\":", name);
      append_quoted(value, line);
    };
    add("reason", description.reason);
    add("picture", picture);
    if (description.status == Status::kOk) {
      line += fmt::format(",\"wording\":{}", wording);
      add("program", program);
      add("description", description.text);
    }
    if (const Json usage = description.usage.to_json(); !usage.empty()) {
      line += ",\"usage\":";
      append_json(usage, line);
    }
    return line + "}";
  }

  /// The error of replies after which nothing more can be had.
  [[nodiscard]] Result<void> may_go_on(const Description& description) {
    if (description.status != Status::kRequestFailed) {
      failures_.answered();
      return {};
    }
    TRY(not_cancelled(bench_.cancel));
    if (description.fatal) {
      return fail(ErrorCode::kUsage,
                  description.reason + "; what there is stays, and --finish writes its sets",
                  "--describe");
    }
    if (!failures_.failed(description.reason)) return {};
    return fail(ErrorCode::kUsage,
                fmt::format("{} requests in a row failed, the last: {}", FailureWatch::kMost,
                            description.reason),
                "--describe");
  }

  [[nodiscard]] Result<void> take(StageFile& file, const Asked& asked) {
    const bool described = plan_[asked.step].known == Status::kOk;
    Result<void> going_on;
    if (described) going_on = may_go_on(asked.description);
    Result<LinePlace> place = going_on ? file.append(asked.line) : fail(going_on.error());
    const std::lock_guard lock(mutex_);
    if (described) --on_the_way_;
    stopped_ = stopped_ || !place;
    moved_.notify_one();
    if (!place) return fail(place.error());
    known_[asked.step] = {true, asked.description.status, *place};
    if (described && asked.description.status == Status::kOk) ++accepted_;
    purse_.add(asked.description.usage);
    report();
    return {};
  }

  [[nodiscard]] double spent_usd() const { return purse_.spent().usage.cost_usd.value_or(0); }

  void report() const {
    if (!bench_.progress) return;
    std::string note = describer_.waiting();
    const double spent = spent_usd();
    if (spent > 0 && accepted_ > 0) {
      const double each = spent / static_cast<double>(accepted_);
      note += fmt::format("{}${:.2f} spent, about ${:.2f} in all", note.empty() ? "" : "  ", spent,
                          each * static_cast<double>(total_));
    }
    bench_.progress("descriptions", std::min(accepted_, total_), total_, note);
  }

  [[nodiscard]] Result<void> ask_all(StageFile& file) {
    const std::size_t at_once =
        describer_.concurrency() > 0 ? describer_.concurrency() : bench_.jobs;
    return for_each_in_order(
        at_once, [&] { return produce(); }, [&](std::size_t index) { return work_or_stop(index); },
        [&](const Asked& asked) { return take(file, asked); });
  }

  /// An error of ours ends the waiting of produce(), too.
  [[nodiscard]] Result<Asked> work_or_stop(std::size_t index) {
    Result<Asked> asked = work(index);
    if (!asked) {
      const std::lock_guard lock(mutex_);
      stopped_ = true;
      moved_.notify_one();
    }
    return asked;
  }

  [[nodiscard]] Pool result() const {
    Pool pool;
    pool.spent_usd = spent_usd();
    pool.accepted.reserve(total_);
    for (std::size_t i = 0; i < plan_.size() && pool.accepted.size() < task_.wanted; ++i) {
      const Known& known = known_[i];
      if (!known.there) continue;
      ++pool.counts[known.status];
      if (known.status == Status::kRequestFailed) ++pool.failed;
      if (known.status != Status::kOk) continue;
      const std::size_t number = plan_[i].number;
      pool.accepted.push_back({number, task_.programs[number].bytes, known.place});
    }
    return pool;
  }

  const Bench& bench_;
  Describer& describer_;
  const PoolTask& task_;
  LineSource programs_;
  std::vector<Step> plan_;
  std::vector<Known> known_;          // by step
  std::vector<std::size_t> step_of_;  // by number
  std::size_t next_ = 0;
  FailureWatch failures_{FailureWatch::Counts::kAll};
  Purse purse_;
  std::size_t total_ = 0;  // descriptions that there can be
  std::mutex mutex_;       // guards what follows
  std::condition_variable moved_;
  std::size_t accepted_ = 0;
  std::size_t on_the_way_ = 0;
  bool stopped_ = false;
};

}  // namespace

std::filesystem::path pool_path(const std::filesystem::path& out) { return out / "pool.jsonl"; }

Result<Pool> fill_pool(const Bench& bench, Describer& describer, const PoolTask& task) {
  LineSource programs = TRY(LineSource::open(programs_path(bench.out)));
  PoolFiller filler(bench, describer, task, std::move(programs));
  return filler.run();
}

}  // namespace papert::datagen::sit
