#include "datagen/resample.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "base/thread_pool.h"
#include "datagen/evaluation_tasks.h"
#include "datagen/scores.h"
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

/// The tasks of a file of scores.
Result<std::vector<run::Outcome>> scored_samples(const std::filesystem::path& scores,
                                                 const ResampleOptions& options,
                                                 ResampleReport& report) {
  if (options.train.empty()) {
    return fail(ErrorCode::kUsage,
                "scores do not hold the tasks: give their training lines (--train FILE)",
                "--scores");
  }
  ScoredTasks read = TRY(read_scores(scores));
  report.unscored = read.unscored;
  report.damaged = std::move(read.damaged);
  report.samples = read.tasks.size();
  report.failed = static_cast<std::size_t>(std::count_if(
      read.tasks.begin(), read.tasks.end(), [](const auto& task) { return !task.right(); }));
  if (!options.allow_evaluation) {
    report.not_compared =
        Error{ErrorCode::kNotFound, "scores do not hold the tasks", scores.string()};
  }
  return std::move(read.tasks);
}

}  // namespace

Result<ResampleReport> resample(const ResampleSource& source, const std::filesystem::path& out,
                                const ResampleOptions& options) {
  ResampleReport report;
  std::optional<RunTasks> tasks;
  std::vector<run::Outcome> samples;
  if (source.scores.empty()) {
    samples = TRY(drawable_samples(source.run, options, tasks, report));
  } else {
    samples = TRY(scored_samples(source.scores, options, report));
  }
  std::unique_ptr<TrainingLines> training;
  if (options.train.empty()) {
    training = std::make_unique<TaskLines>(*tasks, out);
  } else {
    training = TRY(lines_of_file(options.train));
  }
  report.drawn = TRY(draw(samples, options.beta, *training, out, options.draw));
  return report;
}

}  // namespace papert::datagen
