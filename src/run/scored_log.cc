#include "run/scored_log.h"

#include <algorithm>
#include <exception>
#include <functional>
#include <limits>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "base/thread_pool.h"
#include "reply/reasoning.h"
#include "run/folder.h"
#include "run/log.h"

namespace papert::run {
namespace {

constexpr double kUndefined = std::numeric_limits<double>::quiet_NaN();

/// How many replies are held at once while they are scored.
constexpr std::size_t kBatch = 2048;

auto key(const ScoredSample& sample) { return std::tie(sample.id, sample.epoch); }

Result<ScoredSample> sample_of(const LogLine& line, const suite::Suite& suite,
                               const std::string& where) {
  ScoredSample sample;
  sample.id = line.json["id"].get<std::string>();
  sample.base = line.json.value("base", "");
  sample.epoch = line.json["epoch"].get<std::int64_t>();
  sample.line = line.number;
  sample.verdict = line.verdict;
  sample.rule = TRY(get_optional_string(line.json, "rule", where)).value_or("");
  const Json& metrics = line.json["metrics"];
  for (const suite::MetricInfo& info : suite.metrics()) {
    const auto found = metrics.find(info.name);
    const bool defined = sample.scored() && found != metrics.end() && found->is_number();
    sample.values.push_back(defined ? found->get<double>() : kUndefined);
  }
  return sample;
}

/// Replies waiting to be scored, each with the place its score goes to.
class Rescoring {
 public:
  Rescoring(const suite::Suite& suite, const suite::TaskSet& tasks, reply::Extraction extraction,
            std::size_t jobs)
      : suite_(suite), tasks_(tasks), extraction_(extraction), pool_(jobs) {
    for (std::size_t i = 0; i < tasks.size(); ++i) index_.emplace(tasks.id(i), i);
  }

  [[nodiscard]] Result<void> add(ScoredSample& sample, std::string reply,
                                 const std::string& where) {
    const auto found = index_.find(sample.id);
    if (found == index_.end()) {
      return fail(ErrorCode::kBadData,
                  "there is no task '" + sample.id + "' in the run's data; have they changed?",
                  where);
    }
    waiting_.push_back({found->second, std::move(reply), &sample});
    if (waiting_.size() >= kBatch) flush();
    return {};
  }

  void flush() {
    for (const Waiting& each : waiting_) pool_.submit([this, &each] { score(each); });
    pool_.wait_idle();
    waiting_.clear();
  }

 private:
  struct Waiting {
    std::size_t index = 0;
    std::string reply;
    ScoredSample* sample = nullptr;
  };

  // Our own failure is a verdict, as it is in a run.
  void score(const Waiting& each) const {
    try {
      try_score(each);
    } catch (const std::exception&) {
      each.sample->verdict = suite::Verdict::kInternalError;
      std::fill(each.sample->values.begin(), each.sample->values.end(), kUndefined);
    }
  }

  void try_score(const Waiting& each) const {
    const reply::Answer answer = suite::read_answer(tasks_, each.reply, extraction_);
    const suite::Score score = tasks_.score(each.index, answer);
    each.sample->verdict = score.verdict;
    each.sample->rule = answer.first().rule;
    const auto metrics = suite_.metrics();
    for (std::size_t m = 0; m < metrics.size(); ++m) {
      const auto found =
          std::find_if(score.metrics.begin(), score.metrics.end(),
                       [&](const suite::Metric& metric) { return metric.name == metrics[m].name; });
      const bool defined = each.sample->scored() && found != score.metrics.end() && found->value;
      each.sample->values[m] = defined ? *found->value : kUndefined;
    }
  }

  const suite::Suite& suite_;
  const suite::TaskSet& tasks_;
  reply::Extraction extraction_;
  ThreadPool pool_;
  std::unordered_map<std::string, std::size_t> index_;
  std::vector<Waiting> waiting_;
};

/// Calls `visit` for the lines of the samples only, and ends with the first failure of it.
Result<LogReport> each_sample(
    const ScoredLog& log,
    const std::function<Result<void>(const LogLine&, const std::string&)>& visit) {
  const std::filesystem::path path = samples_path(log.folder);
  Result<void> outcome;
  LogReport report = TRY(read_log(path, [&](const LogLine& line) {
    if (outcome) outcome = visit(line, path.string() + ":" + std::to_string(line.number));
  }));
  TRY(std::move(outcome));
  return report;
}

}  // namespace

Result<ScoredLog> load_scored_log(const std::filesystem::path& folder, const suite::Suite& suite) {
  ScoredLog log;
  log.folder = folder;
  log.config = TRY(read_config(folder));
  LogReport report =
      TRY(each_sample(log, [&](const LogLine& line, const std::string& where) -> Result<void> {
        log.samples.push_back(TRY(sample_of(line, suite, where)));
        return {};
      }));
  log.damaged = std::move(report.damaged);
  if (log.samples.empty()) {
    return fail(ErrorCode::kBadData, "the run has no samples", folder.string());
  }
  std::sort(log.samples.begin(), log.samples.end(),
            [](const ScoredSample& a, const ScoredSample& b) { return key(a) < key(b); });
  return log;
}

Result<std::vector<ScoredSample>> rescore(const ScoredLog& log, const suite::Suite& suite,
                                          const suite::TaskSet& tasks, reply::Extraction extraction,
                                          std::size_t jobs) {
  std::vector<ScoredSample> samples = log.samples;
  Rescoring rescoring(suite, tasks, extraction, jobs);
  TRY(each_sample(log, [&](const LogLine& line, const std::string& where) -> Result<void> {
    const ScoredSample wanted = TRY(sample_of(line, suite, where));
    const auto found = std::lower_bound(
        samples.begin(), samples.end(), wanted,
        [](const ScoredSample& a, const ScoredSample& b) { return key(a) < key(b); });
    // A run that goes on while it is compared may have gained lines.
    if (found == samples.end() || found->line != wanted.line || !suite::was_read(found->verdict))
      return {};
    const std::string reply = TRY(get_string(line.json, "reply", where));
    return rescoring.add(*found, reply, where);
  }));
  rescoring.flush();
  return samples;
}

}  // namespace papert::run
