#include "suite/sgp/folder.h"

#include "base/file.h"
#include "base/thread_pool.h"
#include "suite/sgp/load.h"
#include "suite/sgp/picture.h"
#include "suite/task_folder.h"

namespace papert::suite::sgp {

Result<void> write_questions(const std::filesystem::path& folder, std::vector<Question> questions) {
  const std::string lines = suite::sorted_lines(
      questions, [](const Question& each) { return each.id; },
      [](const Question& each) { return dump_json(to_json(each)); });
  return suite::write_task_folder(folder, lines);
}

Result<suite::CheckReport> check_folder(const std::filesystem::path& folder, std::size_t jobs) {
  const std::string text = TRY(read_file(suite::tasks_path(folder)));
  StoredQuestions stored = TRY(read_questions(folder));
  suite::CheckReport report;
  report.checked = stored.questions.size();
  report.problems = std::move(stored.problems);
  suite::check_task_sums(folder, text, report);
  std::size_t next = 0;
  const auto produce = [&]() -> std::optional<const Question*> {
    return next < stored.questions.size() ? std::optional(&stored.questions[next++]) : std::nullopt;
  };
  const auto look = [](const Question* question) -> std::optional<Error> {
    const auto picture = program_picture(*question);
    if (!picture) return Error{picture.error().code, picture.error().to_string(), question->id};
    if (picture->warning.empty()) return std::nullopt;
    return Error{ErrorCode::kBadData, picture->warning, question->id};
  };
  ordered_pipeline(jobs, 4 * jobs, produce, look, [&](std::optional<Error> problem) {
    if (problem) report.problems.push_back(std::move(*problem));
  });
  return report;
}

}  // namespace papert::suite::sgp
