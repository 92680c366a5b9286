#include "suite/sgp/sgp.h"

#include <algorithm>
#include <array>
#include <iterator>

#include "base/sha256.h"
#include "mint/svg/check.h"
#include "suite/sgp/folder.h"
#include "suite/sgp/mint.h"
#include "suite/sgp/perturb.h"
#include "suite/sgp/prompt.h"
#include "suite/sgp/tasks.h"

namespace papert::suite::sgp {
namespace {

constexpr int kGenerator = 2;

constexpr std::array<suite::MetricInfo, 2> kMetrics{{
    {"accuracy", "accuracy"},
    {"strict", "accuracy, last line only"},
}};

/// Types, subsets, variants, bands of distance.
constexpr std::array<std::string_view, 17> kValueOrder{mint::kTypeNames[0],
                                                       mint::kTypeNames[1],
                                                       mint::kTypeNames[2],
                                                       mint::kTypeNames[3],
                                                       mint::kTypeNames[4],
                                                       kUntyped,
                                                       mint::kSubsetNames[1],
                                                       mint::kSubsetNames[2],
                                                       mint::kSubsetNames[3],
                                                       "t",
                                                       "se2",
                                                       kDistanceBands[0],
                                                       kDistanceBands[1],
                                                       kDistanceBands[2],
                                                       kDistanceBands[3],
                                                       kDistanceBands[4],
                                                       kDistanceBands[5]};

class SgpSuite : public suite::Suite {
 public:
  [[nodiscard]] std::string_view name() const override { return "sgp"; }
  [[nodiscard]] std::string_view title() const override {
    return "answer questions about the picture or solid that a program makes";
  }
  [[nodiscard]] std::string_view data_layout() const override {
    return "a .csv file in a published layout, or a folder with tasks.jsonl";
  }
  [[nodiscard]] std::span<const std::string_view> tiers() const override { return {}; }
  [[nodiscard]] std::span<const std::string_view> value_order() const override {
    return kValueOrder;
  }
  [[nodiscard]] std::span<const suite::MetricInfo> metrics() const override { return kMetrics; }
  [[nodiscard]] std::string_view default_prompt(const suite::Modes&) const override {
    return default_template();
  }

  [[nodiscard]] Result<std::unique_ptr<suite::TaskSet>> load(
      const std::filesystem::path& data, const suite::LoadOptions& options) const override {
    TRY(suite::refuse_tiers(name(), options.tiers));
    StoredQuestions stored = TRY(read_questions(data));
    Sha256 hash;
    for (const Question& question : stored.questions) {
      hash.update(dump_json(to_json(question)) + "\n");
    }
    return std::unique_ptr<suite::TaskSet>(
        std::make_unique<QuestionSet>(std::move(stored), hash.hex()));
  }

  [[nodiscard]] Result<std::unique_ptr<suite::TaskSet>> mint(
      const suite::MintOptions& options) const override {
    TRY(suite::refuse_tiers(name(), options.tiers));
    StoredQuestions minted;
    minted.questions = TRY(mint_questions(options, {.jobs = options.jobs}));
    return std::unique_ptr<suite::TaskSet>(std::make_unique<QuestionSet>(
        std::move(minted), suite::mint_hash(name(), kGenerator, options)));
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
    return perturb_questions(data, out, options);
  }

  [[nodiscard]] Result<suite::CheckReport> check(const std::filesystem::path& folder,
                                                 std::size_t) const override {
    suite::CheckReport report = TRY(check_folder(folder));
    PictureCheck pictures = check_pictures(TRY(read_questions(folder)).questions);
    std::move(pictures.disagreements.begin(), pictures.disagreements.end(),
              std::back_inserter(report.problems));
    return report;
  }
};

}  // namespace

std::unique_ptr<suite::Suite> make_suite() { return std::make_unique<SgpSuite>(); }

}  // namespace papert::suite::sgp
