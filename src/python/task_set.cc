#include "python/task_set.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <unordered_map>
#include <vector>

#include "lang/turtle/host/jail_pool.h"
#include "python/convert.h"
#include "reward/policy.h"

namespace papert::python {
namespace {

using Set = std::shared_ptr<const reward::OpenSet>;

/// One reply: the text is a copy, so that nothing of Python is touched while the GIL is away.
struct Work {
  Set set;
  std::size_t index = 0;
  std::string text;
};

Set open(const reward::SetRef& ref) {
  const py::gil_scoped_release released;
  auto opened = reward::TaskSets::of_this_process().open(ref);
  const py::gil_scoped_acquire held;
  return value_or_raise(std::move(opened));
}

Result<reply::Extraction> extraction_of(const std::string& name) {
  if (name == "lenient") return reply::Extraction::kLenient;
  if (name == "strict") return reply::Extraction::kStrict;
  return fail(ErrorCode::kUsage,
              "'" + name + "' is not a way to look for answers; there are: lenient, strict",
              "extract");
}

reward::ScoreOptions options_of(const Batch& batch) {
  reward::ScoreOptions options;
  options.extraction = value_or_raise(extraction_of(batch.extract));
  options.max_reply_bytes = batch.max_reply_bytes;
  options.jobs = batch.jobs > 0 ? batch.jobs : value_or_raise(lang::turtle::jail_limit());
  if (batch.deadline_s) {
    constexpr double kLongest = 1e9;
    const double seconds = std::isfinite(*batch.deadline_s) ? *batch.deadline_s : kLongest;
    options.deadline = Deadline::after(std::chrono::milliseconds(
        static_cast<std::int64_t>(std::clamp(seconds, 0.0, kLongest) * 1000)));
  }
  options.go_on = no_signal;
  return options;
}

py::list score_all(const std::vector<Work>& work, const Batch& batch) {
  const reward::ScoreOptions options = options_of(batch);
  std::optional<Result<std::vector<suite::ScoredAnswer>>> scored;
  {
    const py::gil_scoped_release released;
    std::vector<reward::ScoreItem> items;
    items.reserve(work.size());
    for (const Work& each : work) {
      items.push_back({.set = each.set.get(), .index = each.index, .text = each.text});
    }
    scored = reward::score_batch(items, options);
  }
  if (PyErr_Occurred() != nullptr) throw py::error_already_set();
  std::vector<suite::ScoredAnswer> answers = value_or_raise(*std::move(scored));
  py::list scores(work.size());
  for (std::size_t i = 0; i < work.size(); ++i) {
    scores[i] = py::cast(Score(work[i].set, work[i].index, std::move(answers[i])));
  }
  return scores;
}

}  // namespace

bool no_signal() {
  const py::gil_scoped_acquire held;
  return PyErr_CheckSignals() == 0;
}

py::dict Score::metrics() const {
  py::dict metrics;
  for (const suite::Metric& metric : scored_.score.metrics) {
    metrics[to_str(metric.name)] =
        metric.value ? py::object(py::float_(*metric.value)) : py::none();
  }
  return metrics;
}

py::object Score::detail() const { return to_python(suite::detail_json(scored_.score)); }
py::str Score::answer() const { return to_str(scored_.answer.first().code); }
py::str Score::rule() const { return to_str(scored_.answer.first().rule); }

py::str Score::line() const {
  const reward::ScoreItem item{.set = set_.get(), .index = index_};
  return to_str(reward::score_line(item, scored_));
}

std::optional<double> Score::reward(const std::string& policy) const {
  return reward::reward_of(value_or_raise(reward::policy_from_name(policy)), set_->suite(),
                           scored_.score);
}

TaskSet::TaskSet(const std::string& ref) {
  const Json json = value_or_raise(parse_json(ref));
  ref_ = value_or_raise(reward::set_ref_from_json(json));
  (void)set();
}

Set TaskSet::set() const {
  if (set_ && owner_ == ::getpid()) return set_;
  if (set_) new Set(std::move(set_));  // of the parent: neither used nor destroyed here
  Set opened = open(ref_);
  set_ = opened;
  owner_ = ::getpid();
  return opened;
}

py::list TaskSet::score_batch(const py::list& ids, const py::list& texts,
                              const Batch& batch) const {
  const Set tasks = set();
  if (ids.size() != texts.size()) throw py::value_error("as many replies as tasks are needed");
  std::vector<Work> work;
  work.reserve(ids.size());
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const std::size_t index = value_or_raise(tasks->find(to_text(ids[i])));
    work.push_back({tasks, index, to_text(texts[i])});
  }
  return score_all(work, batch);
}

py::list score_refs(const py::list& refs, const py::list& texts, const Batch& batch) {
  if (refs.size() != texts.size())
    throw py::value_error("as many replies as references are needed");
  // A batch repeats its references: each is read once.
  std::unordered_map<std::string, std::pair<Set, std::size_t>> known;
  std::vector<Work> work;
  work.reserve(refs.size());
  for (std::size_t i = 0; i < refs.size(); ++i) {
    const std::string text = to_text(refs[i]);
    auto found = known.find(text);
    if (found == known.end()) {
      const reward::TaskRef ref = value_or_raise(reward::parse_task_ref(text));
      const Set set = open(ref.set);
      const std::size_t index = value_or_raise(set->find(ref.id));
      found = known.emplace(text, std::pair(set, index)).first;
    }
    work.push_back({found->second.first, found->second.second, to_text(texts[i])});
  }
  return score_all(work, batch);
}

}  // namespace papert::python
