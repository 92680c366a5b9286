#include "python/task_set.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <deque>
#include <unordered_map>
#include <vector>

#include "lang/turtle/host/jail_pool.h"
#include "python/convert.h"
#include "reward/policy.h"

namespace papert::python {
namespace {

using Set = Scores::Set;

/// The strings of a list as UTF-8, to be read without the GIL: Python keeps the bytes of a str that
/// has them as long as the list holds it; the others are copied.
class Texts {
 public:
  explicit Texts(const py::list& list) {
    views_.reserve(list.size());
    for (const py::handle each : list) views_.push_back(view_of(each));
  }

  [[nodiscard]] std::size_t size() const { return views_.size(); }
  [[nodiscard]] std::string_view operator[](std::size_t at) const { return views_[at]; }

 private:
  std::string_view view_of(py::handle text) {
    Py_ssize_t size = 0;
    if (PyUnicode_Check(text.ptr())) {
      if (const char* bytes = PyUnicode_AsUTF8AndSize(text.ptr(), &size)) {
        return {bytes, static_cast<std::size_t>(size)};
      }
      PyErr_Clear();
    }
    return copies_.emplace_back(to_text(text));
  }

  std::vector<std::string_view> views_;
  std::deque<std::string> copies_;
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

/// What is scored, once the tasks are known.
Result<std::vector<suite::ScoredAnswer>> score_texts(const std::vector<Scores::Task>& tasks,
                                                     const Texts& texts,
                                                     const reward::ScoreOptions& options) {
  std::vector<reward::ScoreItem> items;
  items.reserve(tasks.size());
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    items.push_back({.set = tasks[i].set.get(), .index = tasks[i].index, .text = texts[i]});
  }
  return reward::score_batch(items, options);
}

/// `find_tasks` gives the tasks of the texts; it is called without the GIL.
template <class FindTasks>
std::unique_ptr<Scores> score_all(const FindTasks& find_tasks, const Texts& texts,
                                  const Batch& batch) {
  const reward::ScoreOptions options = options_of(batch);
  const auto score = [&]() -> Result<std::unique_ptr<Scores>> {
    std::vector<Scores::Task> tasks = TRY(find_tasks());
    std::vector<suite::ScoredAnswer> scored = TRY(score_texts(tasks, texts, options));
    return std::make_unique<Scores>(std::move(tasks), std::move(scored));
  };
  std::optional<Result<std::unique_ptr<Scores>>> scores;
  {
    const py::gil_scoped_release released;
    scores = score();
  }
  if (PyErr_Occurred() != nullptr) throw py::error_already_set();
  return value_or_raise(*std::move(scores));
}

}  // namespace

bool no_signal() {
  const py::gil_scoped_acquire held;
  return PyErr_CheckSignals() == 0;
}

/// Thousands of answers are freed while others may hold the GIL.
Scores::~Scores() {
  if (scored_.empty()) return;
  const py::gil_scoped_release released;
  scored_.clear();
  tasks_.clear();
}

const suite::ScoredAnswer& Scores::scored(std::size_t at) const {
  if (at >= scored_.size()) throw py::index_error("there is no such score");
  return scored_[at];
}

std::string_view Scores::verdict(std::size_t at) const {
  return suite::verdict_name(scored(at).score.verdict);
}

py::dict Scores::metrics(std::size_t at) const {
  py::dict metrics;
  for (const suite::Metric& metric : scored(at).score.metrics) {
    metrics[to_str(metric.name)] =
        metric.value ? py::object(py::float_(*metric.value)) : py::none();
  }
  return metrics;
}

py::object Scores::detail(std::size_t at) const {
  return to_python(suite::detail_json(scored(at).score));
}
py::str Scores::answer(std::size_t at) const { return to_str(scored(at).answer.first().code); }
py::str Scores::rule(std::size_t at) const { return to_str(scored(at).answer.first().rule); }

py::str Scores::line(std::size_t at) const {
  const suite::ScoredAnswer& answer = scored(at);
  const reward::ScoreItem item{.set = tasks_[at].set.get(), .index = tasks_[at].index};
  return to_str(reward::score_line(item, answer));
}

std::optional<double> Scores::reward(std::size_t at, const std::string& policy) const {
  const suite::Score& score = scored(at).score;
  return reward::reward_of(value_or_raise(reward::policy_from_name(policy)),
                           tasks_[at].set->suite(), score);
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

std::unique_ptr<Scores> TaskSet::score_batch(const py::list& ids, const py::list& texts,
                                             const Batch& batch) const {
  const Set set = this->set();
  if (ids.size() != texts.size()) throw py::value_error("as many replies as tasks are needed");
  const Texts names(ids);
  const auto find_tasks = [&]() -> Result<std::vector<Scores::Task>> {
    std::vector<Scores::Task> tasks;
    tasks.reserve(names.size());
    for (std::size_t i = 0; i < names.size(); ++i) {
      const std::size_t index = TRY(set->find(names[i]));
      tasks.push_back({set, index});
    }
    return tasks;
  };
  return score_all(find_tasks, Texts(texts), batch);
}

std::unique_ptr<Scores> score_refs(const py::list& refs, const py::list& texts,
                                   const Batch& batch) {
  if (refs.size() != texts.size())
    throw py::value_error("as many replies as references are needed");
  const Texts names(refs);
  const auto find_tasks = [&]() -> Result<std::vector<Scores::Task>> {
    // A batch repeats its references: each is read once.
    std::unordered_map<std::string_view, Scores::Task> known;
    std::vector<Scores::Task> tasks;
    tasks.reserve(names.size());
    for (std::size_t i = 0; i < names.size(); ++i) {
      auto found = known.find(names[i]);
      if (found == known.end()) {
        const reward::TaskRef ref = TRY(reward::parse_task_ref(names[i]));
        const Set set = TRY(reward::TaskSets::of_this_process().open(ref.set));
        const std::size_t index = TRY(set->find(ref.id));
        found = known.emplace(names[i], Scores::Task{set, index}).first;
      }
      tasks.push_back(found->second);
    }
    return tasks;
  };
  return score_all(find_tasks, Texts(texts), batch);
}

}  // namespace papert::python
