#include "analysis/programs.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "base/numbers.h"
#include "run/folder.h"
#include "run/log.h"

namespace papert::analysis {
namespace {

/// The number behind the last ", line " of a sentence.
std::optional<std::int64_t> line_in(const std::string& message) {
  constexpr std::string_view kMark = ", line ";
  const std::size_t mark = message.rfind(kMark);
  if (mark == std::string::npos) return std::nullopt;
  const std::size_t begin = mark + kMark.size();
  const std::size_t end = std::min(message.find_first_not_of("0123456789", begin), message.size());
  return parse_number<std::int64_t>(std::string_view(message).substr(begin, end - begin));
}

struct Found {
  std::string base;
  std::vector<std::pair<std::size_t, AnsweredProgram>> programs;  // place of the run
};

AnsweredProgram program_of(const std::string& run, run::Record& record) {
  AnsweredProgram program;
  program.run = run;
  program.epoch = record.epoch;
  program.verdict = record.verdict;
  program.code = std::move(record.texts.answer);
  program.failing_line = failing_line(record, program.code);
  if (const std::string* message = record.detail_text("message")) program.reason = *message;
  return program;
}

}  // namespace

std::optional<std::int64_t> failing_line(const run::Record& record, const std::string& code) {
  if (record.right() || !record.scored()) return std::nullopt;
  std::optional<std::int64_t> line;
  if (const auto told = record.detail.find("line");
      told != record.detail.end() && told->is_number_integer()) {
    line = told->get<std::int64_t>();
  } else if (const std::string* message = record.detail_text("message")) {
    line = line_in(*message);
  }
  const auto lines = std::count(code.begin(), code.end(), '\n') + 1;
  return line && *line >= 1 && *line <= lines ? line : std::nullopt;
}

Result<std::vector<TaskPrograms>> programs_of(const std::vector<NamedRun>& runs,
                                              const std::vector<std::string>& tasks) {
  const auto wanted = [&](const run::Record& record) {
    return std::any_of(tasks.begin(), tasks.end(),
                       [&](const std::string& id) { return record.id == id || record.base == id; });
  };
  std::map<std::string, Found> found;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    TRY(run::read_log(run::samples_path(runs[i].folder), run::Part::kAll, [&](run::Record& record) {
      if (!wanted(record)) return;
      Found& task = found[record.id];
      task.base = record.base;
      task.programs.emplace_back(i, program_of(runs[i].name, record));
    }));
  }
  for (const std::string& id : tasks) {
    const bool any = std::any_of(found.begin(), found.end(), [&](const auto& each) {
      return each.first == id || each.second.base == id;
    });
    if (!any) return fail(ErrorCode::kUsage, "no run has the task '" + id + "'", "--task");
  }
  std::vector<TaskPrograms> list;
  for (auto& [id, task] : found) {
    std::stable_sort(task.programs.begin(), task.programs.end(), [](const auto& a, const auto& b) {
      return std::tie(a.first, a.second.epoch) < std::tie(b.first, b.second.epoch);
    });
    list.push_back({id, task.base, {}});
    for (auto& [place, program] : task.programs) list.back().programs.push_back(std::move(program));
  }
  return list;
}

Json to_json(const std::vector<TaskPrograms>& tasks) {
  Json json = Json::array();
  for (const TaskPrograms& task : tasks) {
    Json entry{{"task", task.task}, {"base", task.base}, {"programs", Json::array()}};
    for (const AnsweredProgram& program : task.programs) {
      entry["programs"].push_back(
          {{"run", program.run},
           {"epoch", program.epoch},
           {"verdict", suite::verdict_name(program.verdict)},
           {"program", program.code},
           {"failing_line", program.failing_line ? Json(*program.failing_line) : Json(nullptr)},
           {"reason", program.reason}});
    }
    json.push_back(std::move(entry));
  }
  return json;
}

}  // namespace papert::analysis
