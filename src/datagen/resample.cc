#include "datagen/resample.h"

#include <fcntl.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "base/file.h"
#include "base/format.h"
#include "base/jsonl.h"
#include "base/random.h"
#include "base/thread_pool.h"
#include "datagen/evaluation_tasks.h"
#include "datagen/training.h"
#include "run/folder.h"
#include "run/log.h"
#include "run/recorded.h"

namespace papert::datagen {
namespace {

Result<std::vector<run::Outcome>> read_samples(const std::filesystem::path& run,
                                               ResampleReport& report) {
  std::vector<run::Outcome> samples;
  run::LogReport log =
      TRY(run::read_log(run::samples_path(run), run::Part::kOutcome, [&](run::Record& record) {
        if (!record.scored()) {
          ++report.unscored;
          return;
        }
        if (!record.right()) ++report.failed;
        samples.push_back(std::move(record));
      }));
  report.samples = samples.size();
  report.damaged = std::move(log.damaged);
  if (samples.empty())
    return fail(ErrorCode::kBadData, "the run has no scored samples", run.string());
  std::sort(samples.begin(), samples.end(), [](const run::Outcome& a, const run::Outcome& b) {
    return std::tie(a.id, a.epoch) < std::tie(b.id, b.epoch);
  });
  return samples;
}

/// Gives the training line of a task.
class TrainingLines {
 public:
  virtual ~TrainingLines() = default;
  [[nodiscard]] virtual Result<std::string> line(const std::string& id) = 0;
};

/// Lines of a file, found again by their place in it.
class FileLines : public TrainingLines {
 public:
  static Result<std::unique_ptr<TrainingLines>> open(const std::filesystem::path& path) {
    auto lines = std::unique_ptr<FileLines>(new FileLines);
    LineReader reader = TRY(LineReader::open(path));
    Line line;
    std::size_t offset = 0;
    while (TRY(reader.next(line))) {
      const std::string where = path.string() + ":" + std::to_string(line.number);
      if (line.too_long) return fail(ErrorCode::kLimit, "the line is too long", where);
      const std::size_t begin = offset;
      offset += line.text.size() + 1;
      if (line.blank()) continue;
      const Json json = TRY(parse_json(line.text, where));
      const std::string id = TRY(get_string(json, "id", where));
      if (!lines->places_.emplace(id, Place{begin, line.text.size()}).second) {
        return fail(ErrorCode::kBadData, "a second line of task '" + id + "'", where);
      }
    }
    lines->name_ = path.string();
    lines->file_ = TRY(open_file(path, O_RDONLY));
    return std::unique_ptr<TrainingLines>(std::move(lines));
  }

  [[nodiscard]] Result<std::string> line(const std::string& id) override {
    const auto place = places_.find(id);
    if (place == places_.end()) {
      return fail(ErrorCode::kBadData, "there is no line of task '" + id + "'", name_);
    }
    std::string text = TRY(read_at(file_.get(), place->second.offset, place->second.size, name_));
    if (text.size() < place->second.size) {
      return fail(ErrorCode::kIo, "the file changed while it was read", name_);
    }
    return text;
  }

 private:
  struct Place {
    std::size_t offset;
    std::size_t size;
  };
  FileLines() = default;

  std::unordered_map<std::string, Place> places_;
  std::string name_;
  FileDescriptor file_;
};

/// The run's own tasks, by id.
struct RunTasks {
  run::RecordedRun recorded;
  std::unordered_map<std::string, std::size_t> index;

  static Result<RunTasks> open(const std::filesystem::path& run) {
    RunTasks tasks;
    tasks.recorded = TRY(run::open_recorded(run, available_processors()));
    for (std::size_t i = 0; i < tasks.recorded.tasks->size(); ++i) {
      tasks.index.emplace(tasks.recorded.tasks->id(i), i);
    }
    return tasks;
  }
};

/// Prompt and reference of the run's own tasks, with pictures beside the training file.
class TaskLines : public TrainingLines {
 public:
  TaskLines(const RunTasks& tasks, std::filesystem::path out)
      : tasks_(tasks), out_(std::move(out)) {}

  [[nodiscard]] Result<std::string> line(const std::string& id) override {
    const auto found = tasks_.index.find(id);
    if (found == tasks_.index.end()) {
      return fail(ErrorCode::kBadData, "the run's data no longer has task '" + id + "'");
    }
    const run::RecordedRun& recorded = tasks_.recorded;
    return training_line(*recorded.tasks, found->second, recorded.config.prompt_text, out_);
  }

 private:
  const RunTasks& tasks_;
  std::filesystem::path out_;
};

/// Without the samples of tasks that are in a published evaluation set.
Result<void> leave_evaluation_out(const RunTasks& tasks, std::vector<run::Outcome>& samples,
                                  ResampleReport& report) {
  const EvaluationTasks published;
  std::unordered_map<std::string, bool> known;
  std::vector<run::Outcome> kept;
  for (run::Outcome& sample : samples) {
    const auto place = tasks.index.find(sample.id);
    if (place != tasks.index.end() && !known.contains(sample.id)) {
      known[sample.id] =
          TRY(published.hold(tasks.recorded.config.suite, *tasks.recorded.tasks, place->second));
    }
    if (!known[sample.id]) {
      kept.push_back(std::move(sample));
      continue;
    }
    ++report.evaluation;
    --report.samples;
    if (!sample.right()) --report.failed;
  }
  samples = std::move(kept);
  return {};
}

Result<void> write_weights(const std::vector<run::Outcome>& samples,
                           const std::vector<double>& weights, double total,
                           const std::filesystem::path& out) {
  JsonlWriter lines = TRY(fresh_lines(out / "weights.jsonl"));
  for (std::size_t i = 0; i < samples.size(); ++i) {
    TRY(lines.write({{"format", kFormat},
                     {"index", i},
                     {"id", samples[i].id},
                     {"epoch", samples[i].epoch},
                     {"success", samples[i].right()},
                     {"weight", weights[i] / total}}));
  }
  return {};
}

/// The scored samples that may be drawn. `tasks` are there unless the caller brings lines and the
/// run's tasks cannot be opened.
Result<std::vector<run::Outcome>> drawable_samples(const std::filesystem::path& run,
                                                   const ResampleOptions& options,
                                                   std::optional<RunTasks>& tasks,
                                                   ResampleReport& report) {
  std::vector<run::Outcome> samples = TRY(read_samples(run, report));
  const bool own_lines = !options.train.empty();
  if (own_lines && options.allow_evaluation) return samples;
  auto opened = RunTasks::open(run);
  if (!opened && !own_lines) return fail(opened.error());
  if (!opened) {
    report.not_compared = opened.error();
    return samples;
  }
  tasks = std::move(*opened);
  if (options.allow_evaluation) return samples;
  TRY(leave_evaluation_out(*tasks, samples, report));
  if (samples.empty()) {
    return fail(ErrorCode::kUsage,
                "all samples are of tasks of published evaluation sets, which do not belong in "
                "training data (--allow-evaluation draws them all the same)",
                run.string());
  }
  return samples;
}

}  // namespace

Result<ResampleReport> resample(const std::filesystem::path& run, const std::filesystem::path& out,
                                const ResampleOptions& options) {
  if (!(options.beta >= 0) || !std::isfinite(options.beta)) {
    return fail(ErrorCode::kUsage, "must be a finite number, 0 or more", "--beta");
  }
  ResampleReport report;
  std::optional<RunTasks> tasks;
  const std::vector<run::Outcome> samples = TRY(drawable_samples(run, options, tasks, report));
  std::vector<double> weights;
  weights.reserve(samples.size());
  double total = 0;
  for (const run::Outcome& sample : samples) {
    weights.push_back(sample.right() ? 1.0 : 1.0 + options.beta);
    total += weights.back();
  }
  TRY(make_directories(out));
  TRY(write_weights(samples, weights, total, out));
  std::unique_ptr<TrainingLines> training;
  if (options.train.empty()) {
    training = std::make_unique<TaskLines>(*tasks, out);
  } else {
    training = TRY(FileLines::open(options.train));
  }
  JsonlWriter index_lines = TRY(fresh_lines(out / "indices.txt"));
  JsonlWriter train_lines = TRY(fresh_lines(out / "train.jsonl"));
  Random random(options.seed);
  std::size_t done = 0;
  for (const std::size_t index : random.choice_indices_weighted(weights, options.count)) {
    if (options.cancel.cancelled()) {
      return fail(ErrorCode::kCancelled, "interrupted: train.jsonl is not complete", out.string());
    }
    TRY(index_lines.write_line(std::to_string(index)));
    TRY(train_lines.write_line(TRY(training->line(samples[index].id))));
    if (options.progress) options.progress(++done, options.count);
  }
  TRY(train_lines.sync());
  return report;
}

}  // namespace papert::datagen
