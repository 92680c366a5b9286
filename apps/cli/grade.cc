// Teacher mode: a folder of turtle programs against a reference, a line and a picture for each.

#include <fmt/format.h>

#include <algorithm>

#include "base/file.h"
#include "base/paths.h"
#include "base/text.h"
#include "cli.h"
#include "lang/turtle/host/hint.h"
#include "lang/turtle/host/jail_pool.h"
#include "lang/turtle/host/requirement.h"
#include "lang/turtle/host/run_program.h"
#include "progress.h"
#include "report/grades.h"
#include "score/faithful.h"
#include "score/kept.h"
#include "score/parts.h"

namespace papert::cli {
namespace {

constexpr const char* kGradeExamples = R"(Examples:
  papert grade reference.py students --out grades.csv
      every .py file in the folder, judged by its drawing: position, size and pen width do not
      count, nor does a text that the reference does not have
  papert grade reference.py students --out grades.csv --html grades.html
      and a page with each drawing, what is missing or extra, the reason and the program
  papert grade reference.py students --metric pixel --line-similarity 0.9
      by the published rule on all ink, with a limit of one's own
  papert grade reference.py students --keep place,size
      a drawing at another place or of another size does not pass; the reason says by how much
  papert grade reference.py students --require "uses loop" --require "at most 12 commands"
      what the programs must be like, too; lines "# require: uses loop" of the reference say the
      same. Requirements: uses loop, uses nested loop, uses function, at most N commands,
      at least N commands, no repetition, no unused code)";

struct GradeOptions {
  std::string reference;
  std::string folder;
  std::string out = "grades.csv";
  std::string html;
  std::string display;
  std::string metric = "faithful";
  std::string keep = "none";
  std::vector<std::string> required;
  score::DrawingOptions comparison{.explain = score::Explain::kNever};
  Option* filled_flag = nullptr;
  Option* line_flag = nullptr;
};

constexpr std::size_t kMaxProgramBytes = 1U << 20;

struct Programs {
  std::vector<std::filesystem::path> files;
  bool has_reference = false;  // it lies in the folder too, and is not among them
};

Result<Programs> programs_in(const std::string& folder, const std::string& reference) {
  if (!is_folder(folder)) {
    return fail(ErrorCode::kUsage, "there is no such folder", folder);
  }
  Programs programs;
  std::error_code problem;
  std::filesystem::recursive_directory_iterator entry(folder, problem);
  for (; !problem && entry != std::filesystem::recursive_directory_iterator();
       entry.increment(problem)) {
    std::error_code error;
    if (lower(entry->path().extension().string()) != ".py" || entry->is_directory(error)) continue;
    const bool is_reference =
        !entry->is_symlink(error) && std::filesystem::equivalent(entry->path(), reference, error);
    if (is_reference) {
      programs.has_reference = true;
    } else {
      programs.files.push_back(entry->path());
    }
  }
  if (problem) return fail(ErrorCode::kIo, "cannot be listed: " + problem.message(), folder);
  std::sort(programs.files.begin(), programs.files.end());
  if (programs.files.empty() && !programs.has_reference) {
    return fail(ErrorCode::kUsage, "there are no .py files", folder);
  }
  return programs;
}

/// What counts beside the drawing.
struct Terms {
  score::Keep keep;
  std::vector<lang::turtle::Requirement> required;
};

/// The reference, and how drawings are held against it.
class Grader {
 public:
  Grader(scene::Scene reference, const GradeOptions& options, Terms terms)
      : reference_(std::move(reference)),
        options_(options),
        terms_(std::move(terms)),
        parts_(score::compare_parts(reference_, reference_).parts) {}

  [[nodiscard]] const scene::Scene& reference() const { return reference_.scene(); }
  [[nodiscard]] std::size_t parts() const { return parts_; }

  [[nodiscard]] report::Grade grade(sandbox::Jail& jail, const std::filesystem::path& file,
                                    const std::string& name) const {
    report::Grade grade;
    grade.name = name;
    grade.parts = parts_;
    auto code = read_file(file, kMaxProgramBytes);
    if (!code) {
      grade.status = "unreadable";
      grade.reason = code.error().message;
      return grade;
    }
    lang::turtle::Drawing drawing = lang::turtle::run_program(jail, *code);
    grade.code = sanitise_utf8(*code);
    grade.status = std::string(sandbox::status_name(drawing.outcome.status));
    grade.line = drawing.outcome.line;
    grade.hint = lang::turtle::hint_for(*code, drawing);
    grade.reason = drawing.outcome.reason;
    const bool ran = drawing.outcome.status == sandbox::Status::kOk;
    compare(score::PaintedDrawing(std::move(drawing.scene)), ran, grade);
    const bool is_python = drawing.outcome.status != sandbox::Status::kSyntaxError;
    if (is_python && !terms_.required.empty()) check_requirements(*code, grade);
    return grade;
  }

 private:
  /// A program that failed gets credit for what it drew until then, but does not pass.
  void compare(const score::PaintedDrawing& drawing, bool ran, report::Grade& grade) const {
    grade.drawing = drawing.scene();
    if (drawing.scene().items.empty() && !ran) return;
    const bool by_pixels = options_.metric == "pixel";
    const score::FaithfulComparison faithful =
        score::compare_faithfully(reference_, drawing, terms_.keep);
    score::DrawingOptions pixel_options = options_.comparison;
    pixel_options.keep = terms_.keep;
    if (by_pixels) pixel_options.explain = score::Explain::kAlways;
    const score::DrawingComparison pixels =
        score::compare_drawings(reference_, drawing, pixel_options);
    score::PartsComparison parts = score::compare_parts(reference_, drawing);
    grade.parts_there = parts.there;
    grade.difference = std::move(parts.difference);
    grade.pixel_passed = ran && pixels.success;
    grade.draws = grade.passed = ran && (by_pixels ? pixels.success : faithful.success);
    grade.similarity = 1 - (by_pixels ? pixels.difference : faithful.difference());
    if (!ran) return;
    grade.reason = by_pixels ? pixels.explanation.sentence
                             : score::explain_faithfully(reference_, drawing, faithful,
                                                         /*seek_turns=*/true)
                                   .sentence;
  }

  void check_requirements(std::string_view code, report::Grade& grade) const {
    const auto facts = lang::turtle::facts_of(code);
    if (!facts) return;
    for (const lang::turtle::Requirement& each : terms_.required) {
      std::string text = lang::turtle::unmet(each, *facts);
      if (!text.empty()) grade.unmet.push_back(std::move(text));
    }
    grade.passed = grade.passed && grade.unmet.empty();
  }

  score::PaintedDrawing reference_;
  const GradeOptions& options_;
  Terms terms_;
  std::size_t parts_;
};

Result<scene::Scene> reference_drawing(sandbox::Jail& jail, const std::string& file) {
  const std::string code = TRY(read_file(file, kMaxProgramBytes));
  lang::turtle::Drawing drawing = lang::turtle::run_program(jail, code);
  const bool nothing = drawing.scene.items.empty();
  if (drawing.outcome.status == sandbox::Status::kOk && !nothing) return std::move(drawing.scene);
  const std::string hint = lang::turtle::hint_for(code, drawing);
  const std::string what = nothing && drawing.outcome.reason.empty()
                               ? "the reference draws nothing"
                               : "the reference does not run: " + drawing.outcome.reason;
  return fail(ErrorCode::kBadData, hint.empty() ? what : what + ". " + hint,
              drawing.outcome.line > 0 ? fmt::format("{}:{}", file, drawing.outcome.line) : file);
}

Result<void> check(const GradeOptions& options) {
  const bool limits = options.filled_flag->count() + options.line_flag->count() > 0;
  if (!limits || options.metric == "pixel") return {};
  return fail(ErrorCode::kUsage, "the faithful rule has limits of its own; add --metric pixel",
              options.line_flag->count() > 0 ? "--line-similarity" : "--filled-similarity");
}

/// What the flags and the reference's own comments ask for; what both say counts once.
Result<Terms> terms_of(const GradeOptions& options) {
  Terms terms;
  terms.keep = TRY(score::parse_keep(options.keep));
  for (const std::string& text : options.required) {
    terms.required.push_back(TRY(lang::turtle::parse_requirement(text, "--require")));
  }
  const std::string code = TRY(read_file(options.reference, kMaxProgramBytes));
  auto own = TRY(lang::turtle::requirements_in(code, options.reference));
  for (lang::turtle::Requirement& each : own) {
    const bool known = std::any_of(terms.required.begin(), terms.required.end(),
                                   [&](const auto& other) { return other.text == each.text; });
    if (!known) terms.required.push_back(std::move(each));
  }
  return terms;
}

std::vector<std::string> texts_of(const std::vector<lang::turtle::Requirement>& required) {
  std::vector<std::string> texts;
  texts.reserve(required.size());
  for (const lang::turtle::Requirement& each : required) texts.push_back(each.text);
  return texts;
}

/// "3 of 5 programs draw the reference: grades.csv".
std::string result_line(const GradeOptions& options, const Programs& programs, bool required,
                        const std::vector<report::Grade>& grades) {
  const auto count = [&](bool report::Grade::* what) {
    return std::count_if(grades.begin(), grades.end(),
                         [&](const auto& each) { return each.*what; });
  };
  const auto drawn = count(&report::Grade::draws);
  const auto passed = count(&report::Grade::passed);
  const std::string met = required ? fmt::format(", {} of them {} what is required", passed,
                                                 passed == 1 ? "meets" : "meet")
                                   : "";
  return fmt::format("{} of {} programs draw the reference{}{}: {}{}\n", drawn, grades.size(),
                     programs.has_reference ? " (which was not graded itself)" : "", met,
                     options.out, options.html.empty() ? "" : ", " + options.html);
}

Result<int> grade(const GradeOptions& options) {
  TRY(check(options));
  const Programs programs = TRY(programs_in(options.folder, options.reference));
  const Terms terms = TRY(terms_of(options));
  sandbox::Jail jail = TRY(lang::turtle::start_jail());
  scene::Scene reference = TRY(reference_drawing(jail, options.reference));
  const Grader grader(std::move(reference), options, terms);
  std::vector<report::Grade> grades;
  {
    ProgressLine line(display_from(options.display), "graded");
    for (const std::filesystem::path& file : programs.files) {
      const std::string name = file.lexically_relative(options.folder).string();
      grades.push_back(grader.grade(jail, file, name));
      line.update(grades.size(), programs.files.size());
    }
  }
  const bool required = !terms.required.empty();
  const std::string table = report::grades_csv(
      grades, required ? report::RequirementColumn::kUnmet : report::RequirementColumn::kNone);
  if (options.out == "-") {
    print(table);
  } else {
    TRY(write_file(options.out, table));
  }
  if (!options.html.empty()) {
    const report::GradesPage page{.reference_name = options.reference,
                                  .reference = grader.reference(),
                                  .parts = grader.parts(),
                                  .with_texts = score::has_texts(grader.reference()),
                                  .rule = options.metric,
                                  .keep = terms.keep,
                                  .required = texts_of(terms.required)};
    TRY(write_file(options.html, report::grades_html(page, grades)));
  }
  const std::string result = result_line(options, programs, required, grades);
  options.out == "-" ? print_error(result) : print(result);
  return kExitDone;
}

/// By what a program passes.
void add_rule(Command& app, GradeOptions& options) {
  app.add_option("--metric", options.metric,
                 "faithful: what a careful person says; pixel: the published rule on all ink")
      ->type_name("faithful|pixel")
      ->check(one_of({"faithful", "pixel"}))
      ->capture_default_str();
  app.add_option(
         "--keep", options.keep,
         "what counts beside the drawing itself: its place, its size, the width of its pens")
      ->type_name("place,size,width")
      ->capture_default_str();
  app.add_option("--require", options.required,
                 "what a program must be like, too (may be given several times): uses loop, "
                 "at most N commands, ... (see below)")
      ->type_name("TEXT")
      ->expected(1)
      ->take_all();
  options.filled_flag =
      app.add_option("--filled-similarity", options.comparison.filled_similarity,
                     "with --metric pixel, how alike a drawing must be if the reference has fills")
          ->type_name("X")
          ->check(between(0.0, 1.0))
          ->capture_default_str();
  options.line_flag =
      app.add_option("--line-similarity", options.comparison.line_similarity, "and if it has none")
          ->type_name("X")
          ->check(between(0.0, 1.0))
          ->capture_default_str();
}

}  // namespace

std::function<int()> add_grade(Command& app) {
  auto options = std::make_shared<GradeOptions>();
  app.add_option("reference", options->reference, "the program to draw like")
      ->type_name("REF.py")
      ->required();
  app.add_option("folder", options->folder, "programs to grade")->type_name("DIR")->required();
  app.add_option("-o,--out", options->out, "the table; - is stdout")
      ->type_name("FILE.csv")
      ->capture_default_str();
  app.add_option("--html", options->html, "a page with pictures")->type_name("FILE.html");
  add_rule(app, *options);
  add_display(app, options->display);
  app.footer(kGradeExamples);
  return [options] {
    const auto code = grade(*options);
    return code ? *code : report_error(code.error());
  };
}

}  // namespace papert::cli
