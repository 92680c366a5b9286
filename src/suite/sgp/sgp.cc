#include "suite/sgp/sgp.h"

#include <algorithm>
#include <array>

#include "base/file.h"
#include "base/sha256.h"
#include "base/text.h"
#include "data/seeds.h"
#include "data/sgp/load.h"
#include "data/sgp/mint.h"
#include "data/sgp/perturb.h"
#include "data/task_folder.h"
#include "lang/cad/cad.h"
#include "mint/question/picture.h"
#include "replay/graphics.h"
#include "suite/sgp/modes.h"
#include "suite/sgp/prompt.h"
#include "suite/sgp/tasks.h"

namespace papert::suite::sgp {
namespace {

constexpr std::array<suite::MetricInfo, 4> kMetrics{{
    {"accuracy", "accuracy"},
    {"strict", "accuracy, last line only"},
    {"similarity", "similarity of the drawing", true},
    {"drawn", "replies that draw", true},
}};

/// Types, subsets, variants, bands of distance.
// clang-format off
constexpr std::array<std::string_view, 17> kValueOrder{
    mint::kTypeNames[0], mint::kTypeNames[1], mint::kTypeNames[2], mint::kTypeNames[3],
    mint::kTypeNames[4], mint::kUntyped, mint::kSubsetNames[1], mint::kSubsetNames[2],
    mint::kSubsetNames[3], "t", "se2", kDistanceBands[0], kDistanceBands[1], kDistanceBands[2],
    kDistanceBands[3], kDistanceBands[4], kDistanceBands[5]};
// clang-format on

constexpr std::array<std::string_view, 2> kLanguages{"svg", "cad"};

/// Whether a file is an SVG or CAD program, by its extension or, for .txt and .json, its text.
bool is_graphics_program(const std::filesystem::path& path) {
  const std::string extension = path.extension().string();
  if (extension == ".svg" || extension == ".cad") return true;
  if (extension != ".json" && extension != ".txt") return false;
  const auto text = read_file(path, mint::kMaxProgramBytes);
  // A task of the shape suite is JSON as well, and names its program.
  return text && text->find("\"ground_truth_program\"") == std::string::npos &&
         lang::cad::detect(*text).has_value();
}

suite::Painted painted(const mint::ProgramPicture& picture) {
  suite::Painted painted = suite::painted_png(picture.image);
  if (!picture.warning.empty()) painted.notes.push_back(picture.warning);
  return painted;
}

/// What an SVG or CAD program shows: SVG and sketches once, solids from four sides.
Result<suite::Painted> paint_program(const suite::PaintOptions& options) {
  constexpr std::string_view kFormats[] = {".png", ".html", ".apng", ".gif"};
  constexpr int kSize = 1024;
  const std::string where = options.file.string();
  const std::string text = TRY(read_file(options.file, mint::kMaxProgramBytes));
  const bool svg = trim(text).starts_with('<');
  if (!svg && !lang::cad::detect(text)) {
    return fail(ErrorCode::kBadData, "neither SVG nor a CAD program of a known notation", where);
  }
  TRY(suite::check_format(options, kFormats));
  mint::Question question;
  question.language = svg ? mint::Language::kSvg : mint::Language::kCad3d;
  question.program = text;
  const auto picture =
      mint::program_picture(question, options.size ? options.size->longer() : kSize);
  if (!picture) return fail(picture.error().code, picture.error().to_string(), where);
  return painted(*picture);
}

/// The picture that the program of a question makes, or, for SVG, the program itself.
Result<suite::Painted> paint_question(const suite::PaintOptions& options) {
  const data::sgp::StoredQuestions stored = TRY(data::sgp::read_questions(options.file));
  const auto found =
      std::find_if(stored.questions.begin(), stored.questions.end(),
                   [&](const mint::Question& each) { return each.id == options.id; });
  if (found == stored.questions.end()) {
    return fail(ErrorCode::kUsage,
                options.id.empty() ? "say which question: --id ID"
                                   : "there is no question '" + options.id + "'",
                options.file.string());
  }
  if (options.format() == ".svg" && found->language == mint::Language::kSvg) {
    suite::Painted itself;
    itself.bytes = found->program;
    return itself;
  }
  if (options.format() != ".png") {
    return fail(ErrorCode::kUsage,
                "the name must end with .png, .html, .apng or .gif (or .svg for SVG)", options.out);
  }
  const mint::ProgramPicture picture = TRY(
      mint::program_picture(*found, options.size ? options.size->longer() : mint::kPictureSize));
  return painted(picture);
}

class SgpSuite final : public suite::Suite,
                       public suite::Generator,
                       public suite::Perturber,
                       public suite::Painter,
                       public suite::Replayer,
                       public suite::Recogniser {
 public:
  [[nodiscard]] const suite::SuiteInfo& info() const override { return info_; }
  [[nodiscard]] std::string_view default_prompt(const suite::Modes& modes) const override {
    return default_template(kInput.of(modes));
  }
  [[nodiscard]] const suite::Generator* generator() const override { return this; }
  [[nodiscard]] const suite::Perturber* perturber() const override { return this; }
  [[nodiscard]] const suite::Painter* painter() const override { return this; }
  [[nodiscard]] const suite::Recogniser* recogniser() const override { return this; }

  [[nodiscard]] Result<std::unique_ptr<suite::TaskSet>> load(
      const std::filesystem::path& data, const suite::LoadOptions& options) const override {
    TRY(data::refuse_tiers(name(), options.tiers));
    if (kFamily.of(options.modes) != Family::kAny) {
      return fail(ErrorCode::kUsage, "a family chooses what is minted: give it with --mint SEED",
                  "--family");
    }
    data::sgp::StoredQuestions stored = TRY(data::sgp::read_questions(data));
    Sha256 hash;
    for (const mint::Question& question : stored.questions) {
      hash.update(dump_json(to_json(question)) + "\n");
    }
    return std::make_unique<QuestionSet>(std::move(stored), hash.hex(), kInput.of(options.modes));
  }

  [[nodiscard]] int version() const override { return 2; }
  [[nodiscard]] Result<std::unique_ptr<suite::TaskSet>> mint_tasks(
      const suite::MintOptions& options) const override {
    TRY(data::refuse_tiers(name(), options.tiers));
    data::sgp::StoredQuestions minted;
    minted.questions =
        TRY(data::sgp::mint_questions(options, kFamily.of(options.modes), {.jobs = options.jobs}));
    return std::make_unique<QuestionSet>(
        std::move(minted), data::mint_hash(name(), version(), options), kInput.of(options.modes));
  }
  [[nodiscard]] Result<std::size_t> mint_folder(const std::filesystem::path& folder,
                                                const suite::MintOptions& options,
                                                const suite::WriteOptions& write) const override {
    TRY(data::refuse_tiers(name(), options.tiers));
    return data::sgp::mint_folder(folder, options, kFamily.of(options.modes), write);
  }
  [[nodiscard]] Result<suite::CheckReport> check_folder(const std::filesystem::path& folder,
                                                        std::size_t jobs) const override {
    return data::sgp::check_folder(folder, jobs);
  }

  [[nodiscard]] Result<std::size_t> perturb(const std::filesystem::path& data,
                                            const std::filesystem::path& out,
                                            const suite::PerturbOptions& options) const override {
    return data::sgp::perturb_questions(data, out, options);
  }

  [[nodiscard]] suite::Belonging data(const std::filesystem::path& path) const override {
    if (path.extension() == ".csv") return suite::Belonging::kContent;
    return data::first_task_has(path, "program") ? suite::Belonging::kContent
                                                 : suite::Belonging::kNone;
  }
  [[nodiscard]] suite::Belonging program(const std::filesystem::path& path) const override {
    return is_graphics_program(path) ? suite::Belonging::kName : suite::Belonging::kNone;
  }
  [[nodiscard]] std::span<const std::string_view> languages() const override { return kLanguages; }
  [[nodiscard]] Result<scene::Replay> replay(std::string_view,
                                             std::string_view program) const override {
    return replay::replay_graphics(program);
  }
  [[nodiscard]] Result<suite::Painted> paint(const suite::PaintOptions& options) const override {
    return options.is_data ? paint_question(options) : paint_program(options);
  }

 private:
  suite::SuiteInfo info_{
      .name = "sgp",
      .title = "answer questions about the picture or solid that a program makes",
      .data_layout = "a .csv file in a published layout, or a folder with tasks.jsonl",
      .metrics = kMetrics,
      .value_order = kValueOrder,
      .modes = kModes};
};

}  // namespace

std::unique_ptr<suite::Suite> make_suite() { return std::make_unique<SgpSuite>(); }

}  // namespace papert::suite::sgp
