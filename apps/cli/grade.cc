// Teacher mode: a folder of turtle programs against a reference, a line and a picture for each.

#include <fmt/format.h>

#include <algorithm>

#include "base/file.h"
#include "base/text.h"
#include "cli.h"
#include "lang/turtle/run_program.h"
#include "progress.h"
#include "report/grades.h"
#include "score/compare_drawings.h"
#include "turtle_jail.h"

namespace papert::cli {
namespace {

constexpr const char* kExamples = R"(Examples:
  papert grade reference.py students --out grades.csv
      every .py file in the folder, judged by its drawing: position, size and pen width do not count
  papert grade reference.py students --out grades.csv --html grades.html
      and a page with the reference, each drawing, and the reason for every failure)";

struct Options {
  std::string reference;
  std::string folder;
  std::string out = "grades.csv";
  std::string html;
  std::string display;
  score::DrawingOptions comparison;
};

constexpr std::size_t kMaxProgramBytes = 1U << 20;

Result<std::vector<std::filesystem::path>> programs_in(const std::string& folder) {
  if (!std::filesystem::is_directory(folder)) {
    return fail(ErrorCode::kUsage, "there is no such folder", folder);
  }
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    std::error_code error;
    const bool directory = entry.is_directory(error);
    if (lower(entry.path().extension().string()) == ".py" && !directory) {
      files.push_back(entry.path());
    }
  }
  std::sort(files.begin(), files.end());
  if (files.empty()) return fail(ErrorCode::kUsage, "there are no .py files", folder);
  return files;
}

report::Grade grade_one(sandbox::Jail& jail, const std::filesystem::path& file,
                        const std::string& name, const scene::Scene& reference,
                        const score::DrawingOptions& options) {
  report::Grade grade;
  grade.name = name;
  const auto code = read_file(file, kMaxProgramBytes);
  if (!code) {
    grade.status = "unreadable";
    grade.reason = code.error().message;
    return grade;
  }
  turtle::Drawing drawing = turtle::run_program(jail, *code);
  const score::DrawingComparison comparison =
      score::compare_drawings(reference, drawing.scene, options);
  const bool ran = drawing.outcome.status == sandbox::Status::kOk;
  grade.status = std::string(sandbox::status_name(drawing.outcome.status));
  grade.similarity = 1 - comparison.difference;
  grade.passed = ran && comparison.success;
  grade.line = drawing.outcome.line;
  grade.reason = ran ? comparison.explanation.sentence : drawing.outcome.reason;
  grade.drawing = std::move(drawing.scene);
  return grade;
}

Result<int> grade(const Options& options) {
  const std::vector<std::filesystem::path> files = TRY(programs_in(options.folder));
  sandbox::Jail jail = TRY(start_jail());
  const std::string code = TRY(read_file(options.reference, kMaxProgramBytes));
  const turtle::Drawing reference = turtle::run_program(jail, code);
  if (reference.outcome.status != sandbox::Status::kOk || reference.scene.items.empty()) {
    return fail(ErrorCode::kBadData,
                reference.scene.items.empty() && reference.outcome.reason.empty()
                    ? "the reference draws nothing"
                    : "the reference does not run: " + reference.outcome.reason,
                reference.outcome.line > 0
                    ? fmt::format("{}:{}", options.reference, reference.outcome.line)
                    : options.reference);
  }
  std::vector<report::Grade> grades;
  {
    ProgressLine line(display_from(options.display), "graded");
    for (const std::filesystem::path& file : files) {
      const std::string name = file.lexically_relative(options.folder).string();
      grades.push_back(grade_one(jail, file, name, reference.scene, options.comparison));
      line.update(grades.size(), files.size());
    }
  }
  const std::string table = report::grades_csv(grades);
  if (options.out == "-") {
    print(table);
  } else {
    TRY(write_file(options.out, table));
  }
  if (!options.html.empty()) {
    TRY(write_file(options.html, report::grades_html(options.reference, reference.scene, grades)));
  }
  const auto passed =
      std::count_if(grades.begin(), grades.end(), [](const report::Grade& g) { return g.passed; });
  const std::string result =
      fmt::format("{} of {} programs draw the reference: {}{}\n", passed, grades.size(),
                  options.out, options.html.empty() ? "" : ", " + options.html);
  options.out == "-" ? print_error(result) : print(result);
  return kExitDone;
}

}  // namespace

std::function<int()> add_grade(CLI::App& app) {
  auto options = std::make_shared<Options>();
  app.add_option("reference", options->reference, "the program to draw like")
      ->type_name("REF.py")
      ->required();
  app.add_option("folder", options->folder, "programs to grade")->type_name("DIR")->required();
  app.add_option("-o,--out", options->out, "the table; - is stdout")
      ->type_name("FILE.csv")
      ->capture_default_str();
  app.add_option("--html", options->html, "a page with pictures")->type_name("FILE.html");
  app.add_option("--filled-similarity", options->comparison.filled_similarity,
                 "how alike a drawing must be if the reference has fills")
      ->type_name("X")
      ->check(quiet(CLI::Range(0.0, 1.0)))
      ->capture_default_str();
  app.add_option("--line-similarity", options->comparison.line_similarity, "and if it has none")
      ->type_name("X")
      ->check(quiet(CLI::Range(0.0, 1.0)))
      ->capture_default_str();
  add_display(app, options->display);
  app.footer(kExamples);
  return [options] {
    const auto code = grade(*options);
    return code ? *code : report_error(code.error());
  };
}

}  // namespace papert::cli
