#include "suite/xlogo/xlogo.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/file.h"
#include "base/paths.h"
#include "base/sha256.h"
#include "data/seeds.h"
#include "data/xlogo/folder.h"
#include "lang/xlogo/assets.h"
#include "mint/xlogo/image.h"
#include "raster/apng.h"
#include "reply/reasoning.h"
#include "suite/own_modes.h"
#include "suite/xlogo/extract.h"
#include "suite/xlogo/tasks.h"
#include "suite/xlogo/v2_tasks.h"

namespace papert::suite::xlogo {
namespace {

constexpr std::size_t kMaxProgramBytes = std::size_t{4} << 20;
constexpr int kFrameMs = 500;
constexpr std::string_view kSecondMintName = "xlogo-v2";  // in the identity of minted tasks

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

constexpr std::array<std::string_view, 2> kDialectNames{"v1", "v2"};
constexpr suite::Mode<Dialect> kDialect{
    {.key = "dialect",
     .values = kDialectNames,
     .title = "the published language, or the one with conditions, while loops and functions",
     .later = true}};

constexpr std::array<std::string_view, 1> kLanguages{"xlogo"};

/// By facet: type, constraint, concept, length, grid, perturbation. Skills use the same names.
// clang-format off
constexpr std::array<std::string_view, 35> kValueOrder{
    "find", "draw", "math", "logic", "none", "at most", "exactly", "start by", "hybrid",
    "basic actions", "loops", "variables", "loops and variables", "conditionals", "while",
    "while and conditionals", "functions", "code constraints", "1-5", "6-10", "11-17", ">=18", "<=3", "4", "5", "6", ">=7", "T", "T_A", "T_B", "T_C", "T_AB",
    "T_BC", "T_AC", "T_ABC"};
// clang-format on

Result<Settings> settings_from(const suite::Modes& modes) {
  Settings settings;
  settings.form = kForm.of(modes);
  settings.shots = kShots.of(modes);
  settings.prompting = kPrompting.of(modes);
  if (settings.prompting == Prompting::kTrain) settings.shots = Shots::kNone;
  settings.dialect = kDialect.of(modes);
  settings.rules.strict_reference = kStrictReference.of(modes);
  if (settings.dialect == Dialect::kV1) {
    TRY(refuse_second_modes(modes));
    settings.selection = selection_from(modes);
    return settings;
  }
  if (settings.rules.strict_reference) {
    return fail(ErrorCode::kUsage, "the released emulator knows nothing of dialect v2",
                "--strict-reference");
  }
  settings.wish = TRY(second_wish_from(modes));
  return settings;
}

std::vector<suite::ModeInfo> all_modes() {
  std::vector<suite::ModeInfo> modes{kForm.info, kShots.info, kPrompting.info,
                                     kStrictReference.info};
  const auto selecting = selection_modes();
  modes.insert(modes.end(), selecting.begin(), selecting.end());
  modes.push_back(kDialect.info);
  return modes;
}

bool has_task_lines(const std::filesystem::path& folder) {
  return may_exist(data::tasks_path(folder));
}

/// The one of these tasks that is asked for; the id may be left out where there is only one.
template <class Task>
Result<Task> chosen_task(data::Stored<Task> stored, const suite::PaintOptions& options) {
  if (options.id.empty() && stored.tasks.size() == 1) return std::move(stored.tasks.front());
  for (Task& each : stored.tasks) {
    if (id_of(each) == options.id) return std::move(each);
  }
  // A task that was named and cannot be read explains more than one that is missing.
  if (!stored.problems.empty()) return fail(stored.problems.front());
  return fail(ErrorCode::kUsage,
              options.id.empty()
                  ? fmt::format("there are {} tasks: give --id ID", stored.tasks.size())
                  : "there is no task '" + options.id + "'",
              options.file.string());
}

template <class Program>
Result<Program> or_error(lang::xlogo::Parsed<Program> program, const std::filesystem::path& path) {
  if (program) return std::move(*program);
  return fail(ErrorCode::kBadData, program.error().message,
              fmt::format("{}:{}", path.string(), program.error().line));
}

/// A Python program, or a reply with one in it.
Result<std::string> read_code(const std::filesystem::path& path) {
  const std::string text = TRY(read_file(path, kMaxProgramBytes));
  return extract_program(reply::split_reasoning(text).answer, reply::Extraction::kLenient)
      .first()
      .code;
}

/// These, or the short form (fd rt repeat 4 [fd]).
Result<lang::xlogo::Program> read_program(const std::filesystem::path& path) {
  const std::string text = TRY(read_file(path, kMaxProgramBytes));
  if (auto short_form = lang::xlogo::parse_dsl(text)) return std::move(*short_form);
  const std::string code = TRY(read_code(path));
  return or_error(lang::xlogo::parse_python(code, lang::xlogo::PythonForm::kForgiving), path);
}

/// A task to paint: its world, the way of its solution, and that of a program where one is given.
struct Scenery {
  lang::xlogo::Task site;
  lang::xlogo::Trace solution;
  std::optional<lang::xlogo::Trace> path;
};

/// From tasks.jsonl or a folder.
Result<Scenery> read_scenery(const suite::PaintOptions& options) {
  Scenery scenery;
  if (data::xlogo::dialect_of(options.file) == Dialect::kV2) {
    const SecondTask stored =
        TRY(chosen_task(TRY(data::xlogo::read_second_tasks(options.file)), options));
    scenery.site = stored.task.site;
    scenery.solution = lang::xlogo::trace(scenery.site.world, stored.task.solution);
    if (options.program.empty()) return scenery;
    const std::string code = TRY(read_code(options.program));
    const auto program = TRY(or_error(lang::xlogo::v2::parse_python(code), options.program));
    scenery.path = lang::xlogo::trace(scenery.site.world, program);
    return scenery;
  }
  data::xlogo::StoredTasks stored =
      TRY(is_folder(options.file) ? data::xlogo::read_tasks(options.file)
                                  : data::xlogo::read_task_lines(options.file));
  StoredTask task = TRY(chosen_task(std::move(stored), options));
  scenery.site = std::move(task.task);
  scenery.solution = lang::xlogo::trace(scenery.site.world, scenery.site.solution);
  if (options.program.empty()) return scenery;
  const lang::xlogo::Program program = TRY(read_program(options.program));
  scenery.path = lang::xlogo::trace(scenery.site.world, program);
  return scenery;
}

class XlogoSuite final : public suite::Suite,
                         public suite::Generator,
                         public suite::Perturber,
                         public suite::Painter,
                         public suite::OwnModes,
                         public suite::Recogniser {
 public:
  [[nodiscard]] const suite::SuiteInfo& info() const override { return info_; }
  [[nodiscard]] std::string_view default_prompt(const suite::Modes& modes) const override {
    return default_template(kPrompting.of(modes), kDialect.of(modes));
  }
  [[nodiscard]] const suite::Generator* generator() const override { return this; }
  [[nodiscard]] const suite::Perturber* perturber() const override { return this; }
  [[nodiscard]] const suite::Painter* painter() const override { return this; }
  [[nodiscard]] const suite::Recogniser* recogniser() const override { return this; }

  [[nodiscard]] Result<std::unique_ptr<suite::TaskSet>> load(
      const std::filesystem::path& data, const suite::LoadOptions& options) const override {
    TRY(data::refuse_tiers(name(), options.tiers));
    const Settings settings = TRY(settings_from(options.modes));
    if (has_task_lines(data) || lang::xlogo::has_assets(data)) {
      TRY(data::xlogo::expect_dialect(data, settings.dialect));
    }
    if (settings.dialect == Dialect::kV2) {
      auto second = TRY(data::xlogo::open_second_tasks(
          data, [&](const SecondTask& task) { return look_at(task, settings); }));
      return std::make_unique<SecondTasks>(std::move(second), settings);
    }
    auto opened = TRY(data::xlogo::open_tasks(
        data, [&](const StoredTask& task) { return look_at(task, settings); }));
    return std::make_unique<GridTasks>(std::move(opened), settings);
  }

  [[nodiscard]] int version() const override { return 3; }
  [[nodiscard]] Result<std::unique_ptr<suite::TaskSet>> mint_tasks(
      const suite::MintOptions& options) const override {
    TRY(data::refuse_tiers(name(), options.tiers));
    const Settings settings = TRY(settings_from(options.modes));
    if (settings.dialect == Dialect::kV2) {
      auto second = TRY(data::xlogo::mint_second_shelf(
          options, settings.wish, [&](const SecondTask& task) { return look_at(task, settings); }));
      second.data_hash = data::mint_hash(kSecondMintName, mint::xlogo::kSecondGenerator, options);
      return std::make_unique<SecondTasks>(std::move(second), settings);
    }
    auto minted =
        TRY(data::xlogo::mint_shelf(options, settings.selection, [&](const StoredTask& task) {
          return look_at(task, settings);
        }));
    minted.data_hash = data::mint_hash(name(), version(), options);
    return std::make_unique<GridTasks>(std::move(minted), settings);
  }
  [[nodiscard]] Result<std::size_t> mint_folder(const std::filesystem::path& folder,
                                                const suite::MintOptions& options,
                                                const suite::WriteOptions& write) const override {
    TRY(data::refuse_tiers(name(), options.tiers));
    const Settings settings = TRY(settings_from(options.modes));
    if (has_task_lines(folder)) TRY(data::xlogo::expect_dialect(folder, settings.dialect));
    if (settings.dialect == Dialect::kV2) {
      return data::xlogo::mint_second_folder(folder, options, settings.wish, write);
    }
    return data::xlogo::mint_folder(folder, options, settings.selection, write);
  }
  [[nodiscard]] Result<suite::CheckReport> check_folder(const std::filesystem::path& folder,
                                                        std::size_t jobs) const override {
    return data::xlogo::dialect_of(folder) == Dialect::kV2
               ? data::xlogo::check_second_folder(folder, jobs)
               : data::xlogo::check_folder(folder, jobs);
  }

  [[nodiscard]] Result<std::size_t> perturb(const std::filesystem::path& data,
                                            const std::filesystem::path& out,
                                            const suite::PerturbOptions& options) const override {
    if (data::xlogo::dialect_of(data) == Dialect::kV2) {
      return fail(ErrorCode::kUsage,
                  "tasks of dialect v2 cannot be perturbed; those of the published dialect can",
                  data.string());
    }
    return data::xlogo::perturb_folder(data, out, options);
  }

  [[nodiscard]] suite::Belonging data(const std::filesystem::path& path) const override {
    if (data::holds_file(path, "worlds.json")) return suite::Belonging::kName;
    return data::first_task_has(path, "world") ? suite::Belonging::kContent
                                               : suite::Belonging::kNone;
  }

  [[nodiscard]] suite::Modes modes_of(const std::filesystem::path& data) const override {
    if (data::xlogo::dialect_of(data) == Dialect::kV1) return {};
    return {{std::string(kDialect.info.key), std::string(kDialect.name_of(Dialect::kV2))}};
  }

  [[nodiscard]] std::span<const std::string_view> languages() const override { return kLanguages; }
  /// A task with the way that a program takes through it; .apng moves.
  [[nodiscard]] Result<suite::Painted> paint(const suite::PaintOptions& options) const override {
    constexpr std::string_view kFormats[] = {".png", ".svg", ".apng", ".html", ".gif"};
    TRY(suite::check_format(options, kFormats));
    const Scenery scenery = TRY(read_scenery(options));
    const lang::xlogo::Task& task = scenery.site;
    lang::xlogo::PictureOptions picture;
    if (scenery.path) picture.path = &*scenery.path;
    const int size = options.size ? options.size->longer() : mint::xlogo::kPictureSize;
    suite::Painted painted;
    if (options.format() == ".svg") {
      painted.bytes = lang::xlogo::task_svg(task, picture);
      return painted;
    }
    if (options.format() == ".png") {
      return suite::painted_png(TRY(mint::xlogo::task_image(task, picture, size)));
    }
    const lang::xlogo::Trace& path = scenery.path ? *scenery.path : scenery.solution;
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
