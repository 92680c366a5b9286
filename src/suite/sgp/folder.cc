#include "suite/sgp/folder.h"

#include <algorithm>

#include "base/file.h"
#include "base/sha256.h"
#include "suite/data_folder.h"
#include "suite/sgp/load.h"
#include "suite/sgp/picture.h"

namespace papert::suite::sgp {
namespace {

std::string sums_text(const std::string& tasks) {
  return suite::checksums_text({{tasks_path("").string(), sha256_hex(tasks)}});
}

}  // namespace

Result<void> write_questions(const std::filesystem::path& folder, std::vector<Question> questions) {
  std::sort(questions.begin(), questions.end(),
            [](const Question& a, const Question& b) { return a.id < b.id; });
  std::string text;
  for (const Question& question : questions) text += dump_json(to_json(question)) + "\n";
  TRY(make_directories(folder));
  TRY(write_file(tasks_path(folder), text));
  return write_file(suite::checksums_path(folder), sums_text(text));
}

Result<suite::CheckReport> check_folder(const std::filesystem::path& folder) {
  const std::string text = TRY(read_file(tasks_path(folder)));
  const auto sums = read_file(suite::checksums_path(folder), std::size_t{1} << 20);
  StoredQuestions stored = TRY(read_questions(folder));
  suite::CheckReport report;
  report.checked = stored.questions.size();
  report.problems = std::move(stored.problems);
  if (!sums) {
    report.problems.push_back(sums.error());
  } else if (*sums != sums_text(text)) {
    report.problems.push_back(
        {ErrorCode::kBadData, "does not have the checksum of SHA256SUMS", tasks_path("").string()});
  }
  for (const Question& question : stored.questions) {
    const auto picture = program_picture(question);
    if (!picture) {
      report.problems.push_back({picture.error().code, picture.error().to_string(), question.id});
    } else if (!picture->warning.empty()) {
      report.problems.push_back({ErrorCode::kBadData, picture->warning, question.id});
    }
  }
  return report;
}

}  // namespace papert::suite::sgp
