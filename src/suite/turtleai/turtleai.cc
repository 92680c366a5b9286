#include "suite/turtleai/turtleai.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/file.h"
#include "base/sha256.h"
#include "data/seeds.h"
#include "data/task_folder.h"
#include "data/turtleai/folder.h"
#include "mint/turtle/book.h"
#include "score/kept.h"
#include "suite/turtle_outcome.h"
#include "suite/turtleai/tasks.h"

namespace papert::suite::turtleai {
namespace {

constexpr std::array<suite::MetricInfo, 15> kMetrics{{
    {"success", "success"},
    {"faithful_success", "faithful success"},
    {"pixel_success", "pixel success"},
    {"similarity", "similarity"},
    {"runnable", "runnable"},
    {"length_ratio", "length / reference"},
    {"length_ratio_solved", "length, solved"},
    {"length_ratio_failed", "length, failed"},
    {"embedding_similarity", "embedding similarity"},
    {"embedding_success", "embedding success"},
    {"programs", "programs"},
    {"repeated_statements", "repeated statements"},
    {"loop_depth", "loop depth"},
    {"helpers", "helpers"},
    {"unused_code", "unused code"},
}};

constexpr std::array<std::string_view, 2> kPromptings{"plain", "steps"};
constexpr std::array<std::string_view, 2> kPictures{"clean", "hand"};
constexpr std::array<std::string_view, 3> kRules{"faithful", "pixel", "embedding"};
constexpr std::array<std::string_view, 1> kThresholds{"paper"};
constexpr std::array<std::string_view, 1> kEncoders{"off"};
constexpr std::array<std::string_view, 2> kEncoderViews{"default", "published"};
constexpr std::array<std::string_view, 4> kFactors{"none", "place", "size", "width"};
constexpr suite::Mode<Prompting> kPrompting{
    {"prompting", kPromptings, "ask for the program, or for a description and a plan first"}};
constexpr suite::Mode<raster::PictureStyle> kPicture{
    {"picture", kPictures, "show the drawing clean, or as if drawn by hand"}};
constexpr suite::Mode<Rule> kRule{
    {.key = "metric",
     .values = kRules,
     .title = "what a careful person says, the published rule on all ink, or features of pictures",
     .flag = suite::kMetricFlag}};
constexpr suite::ModeInfo kThreshold{
    .key = "threshold",
    .values = kThresholds,
    .title = "what the similarity must exceed; paper: 0.95, but 0.92 for pixels without fills",
    .numbers = suite::NumberRange{0, 1},
    .flag = suite::kThresholdFlag};
constexpr suite::ModeInfo kEncoder{
    .key = "encoder",
    .values = kEncoders,
    .title = "an ONNX network that turns pictures into features",
    .files = true,
    .flag = {.name = "--encoder",
             .type = "FILE",
             .title = "turtleai: an ONNX model, to compare embeddings too (also: PAPERT_ENCODER)",
             .setting = "PAPERT_ENCODER"}};
constexpr suite::Mode<raster::EncoderView> kEncoderView{
    {.key = "encoder_view",
     .values = kEncoderViews,
     .title = "what the encoder looks at: all of the drawing with a pen of 3, or the canonical "
              "sheet of 256 x 256 with a pen of 1, without its rim",
     .later = true}};
constexpr suite::ModeInfo kKeep{
    .key = "keep",
    .values = kFactors,
    .title = "what counts beside the drawing itself: where it stands, how large it is, its pens",
    .several = true,
    .flag = {.name = "--keep",
             .type = "place,size,width",
             .title = "turtleai: a drawing at another place, of another size or with other pens is "
                      "wrong (any of the three)"},
    .later = true};
constexpr std::array<suite::ModeInfo, 7> kModes{
    kPrompting.info, kPicture.info, kRule.info, kThreshold, kEncoder, kEncoderView.info, kKeep};

constexpr std::array<std::string_view, 12> kValueOrder{
    "real",    "craft",  "syn",       "basic geometry", "rotation", "translation",
    "scaling", "spiral", "composite", "easy",           "medium",   "hard"};

Result<Settings> settings_from(const suite::Modes& modes) {
  Settings settings;
  settings.prompting = kPrompting.of(modes);
  settings.picture = kPicture.of(modes);
  settings.judge.rule = kRule.of(modes);
  settings.judge.threshold = suite::chosen_number(modes, kThreshold);
  settings.judge.keep = TRY(score::parse_keep(suite::chosen_value(modes, kKeep)));
  settings.encoder = suite::chosen_file(modes, kEncoder);
  settings.encoder_view = kEncoderView.of(modes);
  if (settings.judge.threshold && settings.judge.rule == Rule::kFaithful) {
    return fail(ErrorCode::kUsage,
                "metric=faithful has limits of its own; give --metric pixel or embedding with it",
                "--threshold");
  }
  if (settings.judge.rule == Rule::kEmbedding && !settings.encoder) {
    return fail(ErrorCode::kUsage,
                "metric=embedding needs a network: give --encoder FILE.onnx or set PAPERT_ENCODER "
                "(docs/turtleai.md says how to make one)",
                "--metric");
  }
  if (settings.encoder_view != raster::EncoderView::kDefault && !settings.encoder) {
    return fail(ErrorCode::kUsage,
                "encoder_view says what the encoder looks at: give --encoder FILE.onnx with it",
                "--mode");
  }
  return settings;
}

/// The encoder that the run was made with, or none.
Result<std::unique_ptr<const score::Encoder>> open_encoder(const Settings& settings) {
  if (!settings.encoder) return std::unique_ptr<const score::Encoder>();
  const std::string name = settings.encoder->path.string();
  const std::string bytes = TRY(read_file(name, score::kMaxEncoderBytes));
  if (sha256_hex(bytes) != settings.encoder->hash) {
    return fail(ErrorCode::kUsage, "this is not the encoder of the run: its bytes are others",
                name);
  }
  return std::make_unique<const score::Encoder>(TRY(score::Encoder::from_bytes(bytes, name)));
}

Result<void> check_tiers(const std::vector<std::string>& tiers) {
  for (const std::string& tier : tiers) {
    if (std::find(mint::turtle::kDifficulties.begin(), mint::turtle::kDifficulties.end(), tier) ==
        mint::turtle::kDifficulties.end()) {
      return fail(ErrorCode::kUsage,
                  fmt::format("there is no tier '{}'; the tiers are: {}", tier,
                              fmt::join(mint::turtle::kDifficulties, ", ")),
                  "--tier");
    }
  }
  return {};
}

class TurtleaiSuite final : public suite::Suite,
                            public suite::Generator,
                            public suite::Painter,
                            public suite::Recogniser {
 public:
  [[nodiscard]] const suite::SuiteInfo& info() const override { return info_; }
  [[nodiscard]] std::string_view default_prompt(const suite::Modes& modes) const override {
    return default_template(kPrompting.of(modes));
  }
  [[nodiscard]] const suite::Generator* generator() const override { return this; }
  [[nodiscard]] const suite::Painter* painter() const override { return this; }
  [[nodiscard]] const suite::Recogniser* recogniser() const override { return this; }

  [[nodiscard]] Result<std::unique_ptr<suite::TaskSet>> load(
      const std::filesystem::path& data, const suite::LoadOptions& options) const override {
    TRY(check_tiers(options.tiers));
    const Settings settings = TRY(settings_from(options.modes));
    auto encoder = TRY(open_encoder(settings));
    DrawingSource source;
    auto opened = TRY(data::turtleai::open_tasks(data, options.tiers));
    source.tasks = std::move(opened.tasks);
    source.problems = std::move(opened.problems);
    source.data_hash = std::move(opened.data_hash);
    TRY(lang::turtle::zygote_path());
    source.store = lang::turtle::open_references(source.data_hash, source.notes);
    return std::make_unique<DrawingTasks>(std::move(source), settings, std::move(encoder));
  }

  [[nodiscard]] int version() const override { return 2; }
  [[nodiscard]] Result<std::unique_ptr<suite::TaskSet>> mint_tasks(
      const suite::MintOptions& options) const override {
    TRY(check_tiers(options.tiers));
    const Settings settings = TRY(settings_from(options.modes));
    auto encoder = TRY(open_encoder(settings));
    lang::turtle::JailPool jails({});
    score::DrawingIndex known;
    DrawingSource source;
    std::vector<data::turtleai::MintedTask> minted = TRY(data::turtleai::mint_tasks(
        jails, options, settings.picture, {.jobs = options.jobs}, known));
    std::vector<StoredTask> tasks;
    for (auto& [task, scene] : minted) {
      tasks.push_back(std::move(task));
      source.drawn.push_back(std::move(scene));
    }
    source.tasks = data::TaskShelf<StoredTask>(std::move(tasks));
    source.data_hash = data::mint_hash(name(), version(), options);
    return std::make_unique<DrawingTasks>(std::move(source), settings, std::move(encoder));
  }
  [[nodiscard]] Result<std::size_t> mint_folder(const std::filesystem::path& folder,
                                                const suite::MintOptions& options,
                                                const suite::WriteOptions& write) const override {
    TRY(check_tiers(options.tiers));
    return data::turtleai::mint_folder(folder, options, kPicture.of(options.modes), write);
  }
  [[nodiscard]] Result<suite::CheckReport> check_folder(const std::filesystem::path& folder,
                                                        std::size_t jobs) const override {
    return data::turtleai::check_folder(folder, jobs);
  }

  /// Tasks of the grid world have code, too, but a world before it.
  [[nodiscard]] suite::Belonging data(const std::filesystem::path& path) const override {
    const bool own = data::first_task_has(path, "code") && !data::first_task_has(path, "world");
    return own ? suite::Belonging::kContent : suite::Belonging::kNone;
  }
  [[nodiscard]] Result<suite::Painted> paint(const suite::PaintOptions& options) const override {
    return suite::paint_task(*this, options);
  }

 private:
  suite::SuiteInfo info_{.name = "turtleai",
                         .title = "write the turtle program that draws a picture",
                         .data_layout = "a folder with tasks.jsonl and the PNG files it names",
                         .tiers = mint::turtle::kDifficulties,
                         .metrics = kMetrics,
                         .value_order = kValueOrder,
                         .modes = kModes,
                         .greedy = true};
};

}  // namespace

std::unique_ptr<suite::Suite> make_suite() { return std::make_unique<TurtleaiSuite>(); }

}  // namespace papert::suite::turtleai
