#include "suite/shapecode/shapecode.h"

#include <fmt/format.h>

#include <array>

#include "base/file.h"
#include "base/paths.h"
#include "base/text.h"
#include "data/shapecode/dialect.h"
#include "data/shapecode/layout.h"
#include "data/shapecode/mint.h"
#include "data/task_folder.h"
#include "lang/shapes/v2_parse.h"
#include "raster/color_plane.h"
#include "raster/raster.h"
#include "replay/shapes.h"
#include "suite/shapecode/losses.h"
#include "suite/shapecode/tasks.h"

namespace papert::suite::shapecode {
namespace {

using data::shapecode::Drawn;

constexpr std::size_t kMaxBytes = 64U << 20;

constexpr std::array<suite::MetricInfo, 11> kMetrics{{
    {"exact_match", "exact match"},
    {"pixel_accuracy", "pixel accuracy"},
    {"foreground_iou", "foreground IoU"},
    {"color_iou", "IoU by colour", true},
    {"order_score", "order", true},
    {"parse_success", "parse success"},
    {"execution_success", "execution success"},
    {"shape_count", "shapes used"},
    {"shape_count_ratio", "shapes used / reference"},
    {"within_budget", "right within budget"},
    {"programs", "programs"},
}};

constexpr std::array<std::string_view, 3> kTierNames{"easy", "medium", "hard"};
constexpr std::array<std::string_view, 2> kLanguages{"shapes", "shapes-v2"};

Result<Drawn> draw_program(const std::string& text, Dialect dialect, const std::string& where) {
  auto drawn = data::shapecode::rules_of(dialect).draw(text);
  if (drawn) return std::move(*drawn);
  return fail(ErrorCode::kBadData,
              fmt::format("{} in line {}: {}", lang::shapes::error_name(drawn.error().name),
                          drawn.error().line, drawn.error().message),
              where);
}

/// The file of task `id` below a data folder.
Result<std::filesystem::path> find_task_file(const std::filesystem::path& folder,
                                             const std::string& id) {
  std::error_code error;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder, error)) {
    if (entry.path().filename() == id + ".json") return entry.path();
  }
  return fail(ErrorCode::kUsage, "there is no task '" + id + "' in this folder", folder.string());
}

/// A program as it is to be drawn.
struct Subject {
  std::string program;
  Dialect dialect = Dialect::kV1;
  std::string where;
};

/// A program file, a task file, or a data folder and an id. A language that was named decides.
Result<Subject> read_subject(const suite::PaintOptions& options) {
  std::filesystem::path path = options.file;
  if (is_folder(path)) {
    if (options.id.empty()) return fail(ErrorCode::kUsage, "a folder needs --id ID", path.string());
    path = TRY(find_task_file(path, options.id));
  }
  Subject subject;
  subject.where = path.string();
  subject.program = TRY(read_file(path, kMaxBytes));
  if (path.extension() == ".json") {
    const Json json = TRY(parse_json(subject.program, path.string()));
    subject.program = TRY(get_string(json, "ground_truth_program", path.string()));
  }
  subject.dialect = options.language == kLanguages[1] ? Dialect::kV2
                    : options.language.empty()
                        ? data::shapecode::dialect_of_program(subject.program)
                        : Dialect::kV1;
  return subject;
}

/// Where the pictures of two programs differ.
raster::Image compared(const Drawn& subject, const Drawn& answer, Dialect dialect) {
  if (dialect == Dialect::kV2) {
    const auto pixels = [](const Drawn& drawn) {
      const auto program = lang::shapes::v2::parse(drawn.program);
      return raster::render(
          lang::shapes::v2::to_scene(program.value_or(lang::shapes::v2::Program{})));
    };
    return raster::difference_picture(pixels(subject), pixels(answer));
  }
  return raster::difference_picture(raster::pixels_equal(subject.picture, 0),
                                    raster::pixels_equal(answer.picture, 0));
}

class ShapecodeSuite final : public suite::Suite,
                             public suite::Generator,
                             public suite::Painter,
                             public suite::Replayer,
                             public suite::Recogniser {
 public:
  [[nodiscard]] const suite::SuiteInfo& info() const override { return info_; }
  [[nodiscard]] std::string_view default_prompt(const suite::Modes& modes) const override {
    const Settings settings = settings_from(modes).value_or(Settings{});
    return default_template(settings.prompting, settings.shots, settings.dialect);
  }
  [[nodiscard]] Result<std::unique_ptr<suite::TaskSet>> load(
      const std::filesystem::path& data, const suite::LoadOptions& options) const override {
    const auto tiers = TRY(data::shapecode::select_tiers(options.tiers));
    const Settings settings = TRY(settings_from(options.modes));
    auto samples = TRY(data::shapecode::read_samples(data, settings.dialect, tiers, options.jobs));
    return make_tasks(std::move(samples), settings);
  }
  [[nodiscard]] const suite::Generator* generator() const override { return this; }
  [[nodiscard]] const suite::Painter* painter() const override { return this; }
  [[nodiscard]] const suite::Recogniser* recogniser() const override { return this; }
  [[nodiscard]] const suite::LossClassifier* loss_classifier() const override { return &losses_; }

  [[nodiscard]] int version() const override { return data::shapecode::kGenerator; }
  [[nodiscard]] Result<std::unique_ptr<suite::TaskSet>> mint_tasks(
      const suite::MintOptions& options) const override {
    const Settings settings = TRY(settings_from(options.modes));
    auto samples = TRY(data::shapecode::mint_samples(options, settings.dialect));
    return make_tasks(std::move(samples), settings);
  }
  [[nodiscard]] Result<std::size_t> mint_folder(const std::filesystem::path& folder,
                                                const suite::MintOptions& options,
                                                const suite::WriteOptions& write) const override {
    const Settings settings = TRY(settings_from(options.modes));
    return data::shapecode::mint_folder(folder, options, settings.dialect, write);
  }
  [[nodiscard]] Result<suite::CheckReport> check_folder(const std::filesystem::path& folder,
                                                        std::size_t jobs) const override {
    return data::shapecode::check_folder(folder, jobs);
  }
  [[nodiscard]] std::optional<suite::KnownTask> known_task() const override {
    return suite::KnownTask{"hard", 0,
                            "4c0043b72a2067439cb1ae5217d59828bce7e154425c1991732baa7806a4b518"};
  }

  [[nodiscard]] suite::Belonging data(const std::filesystem::path& path) const override {
    // What is synthesised has a manifest, too, but beside its tasks.
    const bool own =
        data::holds_file(path, "manifest.json") && !data::holds_file(path, "tasks.jsonl");
    return own ? suite::Belonging::kName : suite::Belonging::kNone;
  }
  /// Programs of shapes have no ending of their own.
  [[nodiscard]] suite::Belonging program(const std::filesystem::path&) const override {
    return suite::Belonging::kFallback;
  }

  [[nodiscard]] std::span<const std::string_view> languages() const override { return kLanguages; }
  [[nodiscard]] Result<scene::Replay> replay(std::string_view,
                                             std::string_view program) const override {
    if (!trim(program).starts_with('{')) return replay::replay_shapes(program);
    const Json task = TRY(parse_json(program));
    return replay::replay_shapes(TRY(get_string(task, "ground_truth_program")));
  }
  [[nodiscard]] Result<suite::Painted> paint(const suite::PaintOptions& options) const override {
    const Subject subject = TRY(read_subject(options));
    const Drawn drawn = TRY(draw_program(subject.program, subject.dialect, subject.where));
    raster::Image image = drawn.picture;
    if (!options.program.empty()) {
      const std::string text = TRY(read_file(options.program, kMaxBytes));
      const Drawn answer = TRY(draw_program(text, subject.dialect, options.program.string()));
      image = compared(drawn, answer, subject.dialect);
    }
    constexpr std::string_view kFormats[] = {".png", ".html", ".apng", ".gif"};
    TRY(suite::check_format(options, kFormats));
    suite::Painted painted = suite::painted_png(image);
    painted.extent = fmt::format("{} x {} pixels", image.width(), image.height());
    return painted;
  }

 private:
  ShapeLossClassifier losses_;
  suite::SuiteInfo info_{
      .name = "shapecode",
      .title = "picture -> program of circles and squares",
      .data_layout =
          "a folder with manifest.json and <split>/<tier>/<split>-<tier>-<seed>.png and .json",
      .tiers = kTierNames,
      .metrics = kMetrics,
      .modes = mode_infos()};
};

}  // namespace

std::unique_ptr<suite::Suite> make_suite() { return std::make_unique<ShapecodeSuite>(); }

}  // namespace papert::suite::shapecode
