#include "suite/turtlebench/turtlebench.h"

#include <array>

#include "base/file.h"
#include "base/sha256.h"
#include "data/seeds.h"
#include "data/task_folder.h"
#include "data/turtlebench/folder.h"
#include "lang/turtle/host/jail_pool.h"
#include "reply/reasoning.h"
#include "suite/replay.h"
#include "suite/turtlebench/extract.h"
#include "suite/turtlebench/paint.h"
#include "suite/turtlebench/prompt.h"
#include "suite/turtlebench/tasks.h"

namespace papert::suite::turtlebench {
namespace {

constexpr std::array<suite::MetricInfo, 5> kMetrics{{
    {"solved", "solved"},
    {"published_iou", "published IoU"},
    {"canonical_similarity", "canonical similarity"},
    {"runnable", "runnable"},
    {"programs", "programs"},
}};

constexpr std::array<std::string_view, 1> kLanguages{"turtle"};

/// By facet: task, level, input x output, kind of tweak.
constexpr std::array<std::string_view, 19> kValueOrder{
    "scratch",  "tweak",     "level 1",  "level 2",    "level 3",       "1 x 1", "1 x 2",
    "1 x 3",    "2 x 1",     "2 x 2",    "2 x 3",      "3 x 1",         "3 x 2", "3 x 3",
    "deletion", "insertion", "rotation", "reflection", "generalisation"};

class TurtlebenchSuite final : public suite::Suite,
                               public suite::Generator,
                               public suite::Painter,
                               public suite::Replayer,
                               public suite::Recogniser {
 public:
  [[nodiscard]] const suite::SuiteInfo& info() const override { return info_; }
  [[nodiscard]] std::string_view default_prompt(const suite::Modes& modes) const override {
    const Settings settings = settings_from(modes);
    return default_template(settings.prompting, settings.library);
  }
  [[nodiscard]] const suite::Generator* generator() const override { return this; }
  [[nodiscard]] const suite::Painter* painter() const override { return this; }
  [[nodiscard]] const suite::Recogniser* recogniser() const override { return this; }

  [[nodiscard]] Result<std::unique_ptr<suite::TaskSet>> load(
      const std::filesystem::path& data, const suite::LoadOptions& options) const override {
    TRY(data::refuse_tiers(name(), options.tiers));
    const Settings settings = settings_from(options.modes);
    TRY(check_combination(settings));
    Items items = TRY(data::turtlebench::read_items(data));
    // SHA256SUMS stands for the pictures; without it they are read now.
    const auto sums = read_file(data::checksums_path(data));
    Origin origin;
    if (!sums) origin.data_hash = TRY(data::turtlebench::hash_of(items.items));
    origin.store =
        lang::turtle::open_references(sums ? sha256_hex(*sums) : origin.data_hash, origin.notes);
    return std::make_unique<TurtleTasks>(std::move(items), settings, std::move(origin));
  }

  [[nodiscard]] int version() const override { return 2; }
  [[nodiscard]] Result<std::unique_ptr<suite::TaskSet>> mint_tasks(
      const suite::MintOptions& options) const override {
    TRY(data::refuse_tiers(name(), options.tiers));
    const Settings settings = settings_from(options.modes);
    TRY(check_combination(settings));
    Items items = TRY(data::turtlebench::mint_items(options));
    Origin origin;
    origin.data_hash = data::mint_hash(name(), version(), options);
    return std::make_unique<TurtleTasks>(std::move(items), settings, std::move(origin));
  }
  [[nodiscard]] Result<std::size_t> mint_folder(const std::filesystem::path& folder,
                                                const suite::MintOptions& options,
                                                const suite::WriteOptions& write) const override {
    TRY(data::refuse_tiers(name(), options.tiers));
    TRY(refuse_modes_of_mint(options.modes));
    return data::turtlebench::mint_folder(folder, options, write);
  }
  [[nodiscard]] Result<suite::CheckReport> check_folder(const std::filesystem::path& folder,
                                                        std::size_t jobs) const override {
    return data::turtlebench::check_folder(folder, jobs);
  }

  [[nodiscard]] suite::Belonging data(const std::filesystem::path& path) const override {
    return data::holds_file(path, "dataset.jsonl") ? suite::Belonging::kName
                                                   : suite::Belonging::kNone;
  }
  [[nodiscard]] suite::Belonging program(const std::filesystem::path& path) const override {
    return path.extension() == ".py" ? suite::Belonging::kName : suite::Belonging::kNone;
  }
  [[nodiscard]] std::span<const std::string_view> languages() const override { return kLanguages; }
  [[nodiscard]] Result<scene::Replay> replay(std::string_view,
                                             std::string_view text) const override {
    std::string program(text);
    if (text.find("```") != std::string_view::npos) {
      program = extract_program(reply::split_reasoning(text).answer, reply::Extraction::kLenient)
                    .first()
                    .code;
      if (program.empty()) return fail(ErrorCode::kBadData, "no code was found in this reply");
    }
    lang::turtle::JailPool jails({});
    sandbox::Limits limits;
    limits.trace = true;
    lang::turtle::Drawing drawing = TRY(jails.run(program, limits));
    return lang::turtle::replay_of(std::move(drawing));
  }
  [[nodiscard]] Result<suite::Painted> paint(const suite::PaintOptions& options) const override {
    return options.is_data ? suite::paint_task(*this, options) : paint_program(options);
  }

 private:
  suite::SuiteInfo info_{
      .name = "turtlebench",
      .title = "draw a shape, or a changed version of it, with a turtle",
      .data_layout = "a folder with dataset.jsonl and source/ (.jpg or .png pictures)",
      .metrics = kMetrics,
      .value_order = kValueOrder,
      .modes = mode_infos()};
};

}  // namespace

std::unique_ptr<suite::Suite> make_suite() { return std::make_unique<TurtlebenchSuite>(); }

}  // namespace papert::suite::turtlebench
