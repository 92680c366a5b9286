#include "suite/xlogo/xlogo.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/file.h"
#include "base/paths.h"
#include "base/sha256.h"
#include "mint/xlogo/image.h"
#include "raster/apng.h"
#include "reply/reasoning.h"
#include "suite/seeds.h"
#include "suite/xlogo/extract.h"
#include "suite/xlogo/folder.h"
#include "suite/xlogo/tasks.h"

namespace papert::suite::xlogo {
namespace {

constexpr std::size_t kMaxProgramBytes = std::size_t{4} << 20;
constexpr int kFrameMs = 500;

constexpr std::array<suite::MetricInfo, 6> kMetrics{{
    {"success", "success"},
    {"format", "format"},
    {"no_crash", "no crash"},
    {"constraints", "constraints kept"},
    {"goal", "goal reached"},
    {"programs", "programs"},
}};

constexpr std::array<std::string_view, 3> kForms{"text", "ascii", "picture"};
constexpr std::array<std::string_view, 3> kShotNames{"none", "three", "three_reasoned"};
constexpr std::array<std::string_view, 2> kNoYes{"false", "true"};
constexpr suite::Mode<Form> kForm{
    {"form", kForms, "how the world is shown: words, ASCII, or words and a picture"}};
constexpr suite::Mode<Shots> kShots{
    {"shots", kShotNames, "worked examples in the prompt: none, three, three with reasoning"}};
constexpr std::array<std::string_view, 2> kPromptings{"plain", "train"};
constexpr suite::Mode<Prompting> kPrompting{
    {.key = "prompting",
     .values = kPromptings,
     .title = "ask in full, or as models are trained: nothing about the form, the bare program",
     .later = true}};
constexpr suite::Mode<bool> kStrictReference{
    {.key = "strict_reference",
     .values = kNoYes,
     .title = "judge as the released emulator does, slips included",
     .flag = {.name = "--strict-reference",
              .value = "true",
              .title = "xlogo: judge as the released emulator does, slips included"}}};

constexpr std::array<std::string_view, 1> kLanguages{"xlogo"};

/// By facet: type, constraint, concept, length, grid, perturbation. Skills use the same names.
// clang-format off
constexpr std::array<std::string_view, 31> kValueOrder{
    "find", "draw", "math", "logic", "none", "at most", "exactly", "start by", "hybrid",
    "basic actions", "loops", "variables", "loops and variables", "code constraints", "1-5",
    "6-10", "11-17", ">=18", "<=3", "4", "5", "6", ">=7", "T", "T_A", "T_B", "T_C", "T_AB",
    "T_BC", "T_AC", "T_ABC"};
// clang-format on

Settings settings_from(const suite::Modes& modes) {
  Settings settings;
  settings.form = kForm.of(modes);
  settings.shots = kShots.of(modes);
  settings.prompting = kPrompting.of(modes);
  if (settings.prompting == Prompting::kTrain) settings.shots = Shots::kNone;
  settings.rules.strict_reference = kStrictReference.of(modes);
  settings.selection = selection_from(modes);
  return settings;
}

std::vector<suite::ModeInfo> all_modes() {
  std::vector<suite::ModeInfo> modes{kForm.info, kShots.info, kPrompting.info,
                                     kStrictReference.info};
  const auto selecting = selection_modes();
  modes.insert(modes.end(), selecting.begin(), selecting.end());
  return modes;
}

/// The task to paint: from tasks.jsonl or a folder; the id may be left out where there is only one.
Result<lang::xlogo::Task> find_task(const suite::PaintOptions& options) {
  StoredTasks stored =
      TRY(is_folder(options.file) ? read_tasks(options.file) : read_task_lines(options.file));
  if (options.id.empty() && stored.tasks.size() == 1) return std::move(stored.tasks.front().task);
  for (StoredTask& each : stored.tasks) {
    if (each.task.id == options.id) return std::move(each.task);
  }
  // A task that was named and cannot be read explains more than one that is missing.
  if (!stored.problems.empty()) return fail(stored.problems.front());
  return fail(ErrorCode::kUsage,
              options.id.empty()
                  ? fmt::format("there are {} tasks: give --id ID", stored.tasks.size())
                  : "there is no task '" + options.id + "'",
              options.file.string());
}

/// A Python program, a reply with one in it, or the short form (fd rt repeat 4 [fd]).
Result<lang::xlogo::Program> read_program(const std::filesystem::path& path) {
  const std::string text = TRY(read_file(path, kMaxProgramBytes));
  if (auto short_form = lang::xlogo::parse_dsl(text)) return std::move(*short_form);
  const reply::Answer answer =
      extract_program(reply::split_reasoning(text).answer, reply::Extraction::kLenient);
  auto program =
      lang::xlogo::parse_python(answer.first().code, lang::xlogo::PythonForm::kForgiving);
  if (program) return std::move(*program);
  return fail(ErrorCode::kBadData, program.error().message,
              fmt::format("{}:{}", path.string(), program.error().line));
}

class XlogoSuite final : public suite::Suite,
                         public suite::Generator,
                         public suite::Perturber,
                         public suite::Painter,
                         public suite::Recogniser {
 public:
  [[nodiscard]] const suite::SuiteInfo& info() const override { return info_; }
  [[nodiscard]] std::string_view default_prompt(const suite::Modes& modes) const override {
    return default_template(kPrompting.of(modes));
  }
  [[nodiscard]] const suite::Generator* generator() const override { return this; }
  [[nodiscard]] const suite::Perturber* perturber() const override { return this; }
  [[nodiscard]] const suite::Painter* painter() const override { return this; }
  [[nodiscard]] const suite::Recogniser* recogniser() const override { return this; }

  [[nodiscard]] Result<std::unique_ptr<suite::TaskSet>> load(
      const std::filesystem::path& data, const suite::LoadOptions& options) const override {
    TRY(suite::refuse_tiers(name(), options.tiers));
    const Settings settings = settings_from(options.modes);
    auto opened =
        TRY(open_tasks(data, [&](const StoredTask& task) { return look_at(task, settings); }));
    return std::make_unique<GridTasks>(std::move(opened), settings);
  }

  [[nodiscard]] int version() const override { return 3; }
  [[nodiscard]] Result<std::unique_ptr<suite::TaskSet>> mint_tasks(
      const suite::MintOptions& options) const override {
    TRY(suite::refuse_tiers(name(), options.tiers));
    const Settings settings = settings_from(options.modes);
    auto minted =
        TRY(mint_shelf(options, [&](const StoredTask& task) { return look_at(task, settings); }));
    minted.data_hash = suite::mint_hash(name(), version(), options);
    return std::make_unique<GridTasks>(std::move(minted), settings);
  }
  [[nodiscard]] Result<std::size_t> mint_folder(const std::filesystem::path& folder,
                                                const suite::MintOptions& options,
                                                const suite::WriteOptions& write) const override {
    TRY(suite::refuse_tiers(name(), options.tiers));
    return xlogo::mint_folder(folder, options, write);
  }
  [[nodiscard]] Result<suite::CheckReport> check_folder(const std::filesystem::path& folder,
                                                        std::size_t jobs) const override {
    return xlogo::check_folder(folder, jobs);
  }

  [[nodiscard]] Result<std::size_t> perturb(const std::filesystem::path& data,
                                            const std::filesystem::path& out,
                                            const suite::PerturbOptions& options) const override {
    return perturb_folder(data, out, options);
  }

  [[nodiscard]] suite::Belonging data(const std::filesystem::path& path) const override {
    if (suite::holds_file(path, "worlds.json")) return suite::Belonging::kName;
    return suite::first_task_has(path, "world") ? suite::Belonging::kContent
                                                : suite::Belonging::kNone;
  }

  [[nodiscard]] std::span<const std::string_view> languages() const override { return kLanguages; }
  /// A task with the way that a program takes through it; .apng moves.
  [[nodiscard]] Result<suite::Painted> paint(const suite::PaintOptions& options) const override {
    constexpr std::string_view kFormats[] = {".png", ".svg", ".apng", ".html", ".gif"};
    TRY(suite::check_format(options, kFormats));
    const lang::xlogo::Task task = TRY(find_task(options));
    lang::xlogo::PictureOptions picture;
    lang::xlogo::Trace path;
    if (!options.program.empty()) {
      const lang::xlogo::Program program = TRY(read_program(options.program));
      path = lang::xlogo::trace(task.world, program);
      picture.path = &path;
    }
    const int size = options.size ? options.size->longer() : mint::xlogo::kPictureSize;
    suite::Painted painted;
    if (options.format() == ".svg") {
      painted.bytes = lang::xlogo::task_svg(task, picture);
      return painted;
    }
    if (options.format() == ".png") {
      return suite::painted_png(TRY(mint::xlogo::task_image(task, picture, size)));
    }
    if (options.program.empty()) path = lang::xlogo::trace(task.world, task.solution);
    const auto frames = TRY(mint::xlogo::animation_frames(task, path, size));
    painted.bytes = TRY(raster::encode_apng(frames, {.delay_ms = kFrameMs}));
    return painted;
  }

 private:
  std::vector<suite::ModeInfo> modes_ = all_modes();
  suite::SuiteInfo info_{
      .name = "xlogo",
      .title = "direct a turtle through a grid, under goals and code constraints",
      .data_layout =
          "a folder with tasks.jsonl, or with worlds.json, goals.json, constraints.json, "
          "codes.json",
      .metrics = kMetrics,
      .value_order = kValueOrder,
      .modes = modes_};
};

}  // namespace

std::unique_ptr<suite::Suite> make_suite() { return std::make_unique<XlogoSuite>(); }

}  // namespace papert::suite::xlogo
