#include "datagen/evaluation_tasks.h"

#include <algorithm>

#include "base/embedded.h"
#include "base/text.h"
#include "suite/task_keys.h"

extern "C" {
PAPERT_EMBEDDED(evaluation_tasks);
}

namespace papert::datagen {
namespace {

std::string entry_of(std::string_view suite, std::string_view hash) {
  return std::string(suite) + " " + std::string(hash);
}

}  // namespace

EvaluationTasks::EvaluationTasks()
    : EvaluationTasks(
          embedded(papert_embedded_evaluation_tasks, papert_embedded_evaluation_tasks_end)) {}

EvaluationTasks::EvaluationTasks(std::string_view table) {
  for (const std::string_view line : split(table, '\n')) {
    const std::string_view entry = trim(line.substr(0, line.find('#')));
    if (!entry.empty()) entries_.emplace(entry);
  }
}

Result<bool> EvaluationTasks::hold(std::string_view suite, const suite::TaskSet& tasks,
                                   std::size_t index) const {
  const std::string hash = TRY(suite::task_hash(suite, tasks, index));
  return holds(suite, hash);
}

bool EvaluationTasks::holds(std::string_view suite, std::string_view hash) const {
  return !hash.empty() && entries_.contains(entry_of(suite, hash));
}

std::size_t EvaluationTasks::count(std::string_view suite) const {
  const std::string prefix = entry_of(suite, "");
  return static_cast<std::size_t>(std::ranges::count_if(
      entries_, [&](const std::string& entry) { return entry.starts_with(prefix); }));
}

}  // namespace papert::datagen
