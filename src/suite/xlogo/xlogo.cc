#include "suite/xlogo/xlogo.h"

#include <algorithm>
#include <array>

#include "base/sha256.h"
#include "suite/xlogo/folder.h"
#include "suite/xlogo/tasks.h"

namespace papert::suite::xlogo {
namespace {

constexpr int kGenerator = 3;

constexpr std::array<suite::MetricInfo, 6> kMetrics{{
    {"success", "success"},
    {"format", "format"},
    {"no_crash", "no crash"},
    {"constraints", "constraints kept"},
    {"goal", "goal reached"},
    {"programs", "programs"},
}};

constexpr std::array<std::string_view, 3> kForms{"text", "ascii", "picture"};
constexpr std::array<std::string_view, 3> kShots{"none", "three", "three_reasoned"};
constexpr std::array<std::string_view, 2> kNoYes{"false", "true"};
constexpr std::array<suite::ModeInfo, 3> kAskModes{{
    {"form", kForms, "how the world is shown: words, ASCII, or words and a picture"},
    {"shots", kShots, "worked examples in the prompt: none, three, three with reasoning"},
    {"strict_reference", kNoYes, "judge as the released emulator does, slips included"},
}};

/// By facet: type, constraint, concept, length, grid, perturbation. Skills use the same names.
constexpr std::array<std::string_view, 31> kValueOrder{"find",
                                                       "draw",
                                                       "math",
                                                       "logic",
                                                       "none",
                                                       "at most",
                                                       "exactly",
                                                       "start by",
                                                       "hybrid",
                                                       "basic actions",
                                                       "loops",
                                                       "variables",
                                                       "loops and variables",
                                                       "code constraints",
                                                       "1-5",
                                                       "6-10",
                                                       "11-17",
                                                       ">=18",
                                                       "<=3",
                                                       "4",
                                                       "5",
                                                       "6",
                                                       ">=7",
                                                       "T",
                                                       "T_A",
                                                       "T_B",
                                                       "T_C",
                                                       "T_AB",
                                                       "T_BC",
                                                       "T_AC",
                                                       "T_ABC"};

Settings settings_from(const suite::Modes& modes) {
  const auto chosen = [&](std::size_t mode) { return suite::chosen_index(modes, kAskModes[mode]); };
  Settings settings;
  settings.form = static_cast<Form>(chosen(0));
  settings.shots = static_cast<Shots>(chosen(1));
  settings.judge.strict_reference = chosen(2) == 1;
  settings.selection = selection_from(modes);
  return settings;
}

class XlogoSuite : public suite::Suite {
 public:
  [[nodiscard]] std::string_view name() const override { return "xlogo"; }
  [[nodiscard]] std::string_view title() const override {
    return "direct a turtle through a grid, under goals and code constraints";
  }
  [[nodiscard]] std::string_view data_layout() const override {
    return "a folder with tasks.jsonl, or with worlds.json, goals.json, constraints.json, "
           "codes.json";
  }
  [[nodiscard]] std::span<const std::string_view> tiers() const override { return {}; }
  [[nodiscard]] std::span<const std::string_view> value_order() const override {
    return kValueOrder;
  }
  [[nodiscard]] std::span<const suite::ModeInfo> modes() const override { return modes_; }
  [[nodiscard]] std::span<const suite::MetricInfo> metrics() const override { return kMetrics; }
  [[nodiscard]] std::string_view default_prompt(const suite::Modes&) const override {
    return default_template();
  }

  [[nodiscard]] Result<std::unique_ptr<suite::TaskSet>> load(
      const std::filesystem::path& data, const suite::LoadOptions& options) const override {
    TRY(suite::refuse_tiers(name(), options.tiers));
    StoredTasks stored = TRY(read_tasks(data));
    Sha256 hash;
    for (const StoredTask& each : stored.tasks) hash.update(task_line(each) + "\n");
    return std::unique_ptr<suite::TaskSet>(
        std::make_unique<GridTasks>(std::move(stored), settings_from(options.modes), hash.hex()));
  }

  [[nodiscard]] Result<std::unique_ptr<suite::TaskSet>> mint(
      const suite::MintOptions& options) const override {
    TRY(suite::refuse_tiers(name(), options.tiers));
    StoredTasks minted = TRY(mint_tasks(options, {.jobs = options.jobs}));
    return std::unique_ptr<suite::TaskSet>(
        std::make_unique<GridTasks>(std::move(minted), settings_from(options.modes),
                                    suite::mint_hash(name(), kGenerator, options)));
  }

  [[nodiscard]] Result<std::size_t> mint_to(const std::filesystem::path& folder,
                                            const suite::MintOptions& options,
                                            const suite::WriteOptions& write) const override {
    TRY(suite::refuse_tiers(name(), options.tiers));
    return mint_folder(folder, options, write);
  }

  [[nodiscard]] Result<std::size_t> perturb_to(
      const std::filesystem::path& data, const std::filesystem::path& out,
      const suite::PerturbOptions& options) const override {
    return perturb_folder(data, out, options);
  }

  [[nodiscard]] Result<suite::CheckReport> check(const std::filesystem::path& folder,
                                                 std::size_t) const override {
    return check_folder(folder);
  }

 private:
  static std::vector<suite::ModeInfo> all_modes() {
    std::vector<suite::ModeInfo> modes(kAskModes.begin(), kAskModes.end());
    const auto selecting = selection_modes();
    modes.insert(modes.end(), selecting.begin(), selecting.end());
    return modes;
  }

  std::vector<suite::ModeInfo> modes_ = all_modes();
};

}  // namespace

std::unique_ptr<suite::Suite> make_suite() { return std::make_unique<XlogoSuite>(); }

}  // namespace papert::suite::xlogo
