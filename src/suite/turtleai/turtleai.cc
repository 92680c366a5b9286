#include "suite/turtleai/turtleai.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "base/sha256.h"
#include "suite/turtleai/folder.h"
#include "suite/turtleai/tasks.h"

namespace papert::turtleai {
namespace {

constexpr std::array<suite::MetricInfo, 6> kMetrics{{
    {"success", "success"},
    {"similarity", "similarity"},
    {"runnable", "runnable"},
    {"length_ratio", "length / reference"},
    {"length_ratio_solved", "length, solved"},
    {"length_ratio_failed", "length, failed"},
}};

constexpr std::array<std::string_view, 2> kPromptings{"plain", "steps"};
constexpr std::array<std::string_view, 2> kPictures{"clean", "hand"};
constexpr std::array<std::string_view, 2> kRules{"pixel", "local"};
constexpr std::array<std::string_view, 8> kSimilarities{"paper", "0.80", "0.85", "0.90",
                                                        "0.92",  "0.95", "0.98", "0.99"};
constexpr std::array<suite::ModeInfo, 4> kModes{{
    {"prompting", kPromptings, "ask for the program, or for a description and a plan first"},
    {"picture", kPictures, "show the drawing clean, or as if drawn by hand"},
    {"metric", kRules, "the published rule on all ink, or one that no wrong part escapes"},
    {"similarity", kSimilarities, "asked for by metric=pixel; paper: 0.95 with fills, else 0.92"},
}};

constexpr std::array<std::string_view, 12> kValueOrder{
    "real",    "craft",  "syn",       "basic geometry", "rotation", "translation",
    "scaling", "spiral", "composite", "easy",           "medium",   "hard"};

Result<Settings> settings_from(const suite::Modes& modes) {
  Settings settings;
  if (suite::chosen_value(modes, kModes[0]) == "steps") settings.prompting = Prompting::kSteps;
  if (suite::chosen_value(modes, kModes[1]) == "hand") settings.picture = PictureStyle::kHand;
  if (suite::chosen_value(modes, kModes[2]) == "local") settings.judge.rule = Rule::kLocal;
  const std::string_view similarity = suite::chosen_value(modes, kModes[3]);
  if (similarity == "paper") return settings;
  if (settings.judge.rule == Rule::kLocal) {
    return fail(ErrorCode::kUsage,
                "metric=local has its own limits; similarity is for metric=pixel", "--mode");
  }
  double value = 0;
  std::from_chars(similarity.data(), similarity.data() + similarity.size(), value);
  settings.judge.similarity = value;
  return settings;
}

Result<void> check_tiers(const std::vector<std::string>& tiers) {
  for (const std::string& tier : tiers) {
    if (std::find(kDifficulties.begin(), kDifficulties.end(), tier) == kDifficulties.end()) {
      return fail(ErrorCode::kUsage,
                  fmt::format("there is no tier '{}'; the tiers are: {}", tier,
                              fmt::join(kDifficulties, ", ")),
                  "--tier");
    }
  }
  return {};
}

class TurtleaiSuite : public suite::Suite {
 public:
  [[nodiscard]] std::string_view name() const override { return "turtleai"; }
  [[nodiscard]] std::string_view title() const override {
    return "write the turtle program that draws a picture";
  }
  [[nodiscard]] std::string_view data_layout() const override {
    return "a folder with tasks.jsonl and the PNG files it names";
  }
  [[nodiscard]] std::span<const std::string_view> tiers() const override { return kDifficulties; }
  [[nodiscard]] std::span<const std::string_view> value_order() const override {
    return kValueOrder;
  }
  [[nodiscard]] std::span<const suite::ModeInfo> modes() const override { return kModes; }
  [[nodiscard]] std::span<const suite::MetricInfo> metrics() const override { return kMetrics; }
  [[nodiscard]] std::string_view default_prompt(const suite::Modes& modes) const override {
    return default_template(suite::chosen_value(modes, kModes[0]) == "steps" ? Prompting::kSteps
                                                                             : Prompting::kPlain);
  }

  [[nodiscard]] Result<std::unique_ptr<suite::TaskSet>> load(
      const std::filesystem::path& data, const suite::LoadOptions& options) const override {
    TRY(check_tiers(options.tiers));
    const Settings settings = TRY(settings_from(options.modes));
    StoredTasks stored = TRY(read_tasks(data));
    Sha256 hash;
    for (const StoredTask& each : stored.tasks) {
      hash.update(task_line(each) + " " + each.image_hash + "\n");
    }
    if (!options.tiers.empty()) {
      std::erase_if(stored.tasks, [&](const StoredTask& task) {
        return std::find(options.tiers.begin(), options.tiers.end(), task.difficulty) ==
               options.tiers.end();
      });
    }
    auto jails = std::make_unique<turtle::JailPool>(sandbox::JailOptions{});
    std::vector<MintedTask> drawn =
        TRY(draw_tasks(std::move(stored.tasks), options.jobs, *jails, stored.problems));
    return std::unique_ptr<suite::TaskSet>(std::make_unique<DrawingTasks>(
        std::move(drawn), std::move(stored.problems), settings, hash.hex(), std::move(jails)));
  }

  [[nodiscard]] Result<std::unique_ptr<suite::TaskSet>> mint(
      const suite::MintOptions& options) const override {
    TRY(check_tiers(options.tiers));
    const Settings settings = TRY(settings_from(options.modes));
    auto jails = std::make_unique<turtle::JailPool>(sandbox::JailOptions{});
    std::vector<MintedTask> minted = TRY(mint_tasks(*jails, options, {}));
    // Not the count or the tiers: asking for more of the same seed continues the same run.
    const std::string hash =
        sha256_hex(fmt::format("turtleai mint split={} seed={}", options.split, options.seed));
    return std::unique_ptr<suite::TaskSet>(std::make_unique<DrawingTasks>(
        std::move(minted), std::vector<Error>{}, settings, hash, std::move(jails)));
  }

  [[nodiscard]] Result<std::size_t> mint_to(const std::filesystem::path& folder,
                                            const suite::MintOptions& options,
                                            const suite::WriteOptions& write) const override {
    TRY(check_tiers(options.tiers));
    return mint_folder(folder, options, write);
  }

  [[nodiscard]] Result<suite::CheckReport> check(const std::filesystem::path& folder,
                                                 std::size_t) const override {
    return check_folder(folder);
  }
};

}  // namespace

std::unique_ptr<suite::Suite> make_suite() { return std::make_unique<TurtleaiSuite>(); }

}  // namespace papert::turtleai
