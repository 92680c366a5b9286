// Which tasks are kept out of training data, and by what they are recognised.

#include "datagen/evaluation_tasks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "base/text.h"
#include "datagen/training.h"
#include "suite/registry.h"
#include "suite/task_keys.h"
#include "support/process.h"
#include "support/published_data.h"
#include "support/temp_folder.h"

namespace papert::datagen {
namespace {

using testing::HasSubstr;
using testing::Not;

std::unique_ptr<suite::TaskSet> minted(const char* suite, std::int64_t seed, std::int64_t count,
                                       std::vector<std::string> tiers = {}) {
  return (*suite::find_suite(suite))
      ->mint({.seed = seed, .count = count, .tiers = std::move(tiers)})
      .value();
}

TEST(EvaluationTasks, TheScenesOfTheFirstFiftySeedsAreKnownAndNoOthers) {
  const EvaluationTasks published;
  EXPECT_EQ(published.count("shapecode"), 150U);
  const auto known = minted("shapecode", 0, 50);
  for (std::size_t i = 0; i < known->size(); ++i) {
    EXPECT_TRUE(published.hold("shapecode", *known, i).value()) << known->id(i);
  }
  const auto fresh = minted("shapecode", 1'000'000, 50);
  for (std::size_t i = 0; i < fresh->size(); ++i) {
    EXPECT_FALSE(published.hold("shapecode", *fresh, i).value()) << fresh->id(i);
  }
  EXPECT_FALSE(published.hold("xlogo", *known, 0).value()) << "hashes are of a suite";
}

TEST(EvaluationTasks, ATableHasCommentsAndBlankLines) {
  const auto tasks = minted("shapecode", 1'000'000, 1, {"easy"});
  const std::string hash = suite::task_hash("shapecode", *tasks, 0).value();
  EXPECT_EQ(hash.size(), 32U);
  const EvaluationTasks own("# mine\n\nshapecode " + hash + "  # one\r\n");
  EXPECT_EQ(own.count("shapecode"), 1U);
  EXPECT_TRUE(own.hold("shapecode", *tasks, 0).value());
}

TEST(EvaluationTasks, APaintedPictureIsATaskWhateverProgramPaintsIt) {
  const test::TempFolder folder;
  const auto mint = [&](const char* split) {
    ASSERT_TRUE((*suite::find_suite("shapecode"))
                    ->mint_to(folder / split, {.seed = 0, .count = 1, .split = split}, {}));
  };
  mint("one");
  mint("two");
  const auto one = (*suite::find_suite("shapecode"))->load(folder / "one", {}).value();
  const auto two = (*suite::find_suite("shapecode"))->load(folder / "two", {}).value();
  EXPECT_NE(one->id(0), two->id(0));
  EXPECT_EQ(suite::task_hash("shapecode", *one, 0).value(),
            suite::task_hash("shapecode", *two, 0).value());
}

TEST(EvaluationTasks, TurnedGridsAreTheSameTask) {
  const test::TempFolder folder;
  const auto suite = suite::find_suite("xlogo").value();
  ASSERT_TRUE(suite->mint_to(folder / "set", {.seed = 1'000'000, .count = 4}, {}));
  ASSERT_TRUE(
      suite->perturb_to(folder / "set", folder / "turned", {.kinds = {"turn"}, .count = 3}));
  const auto tasks = suite->load(folder / "turned", {}).value();
  std::set<std::string> hashes;
  for (std::size_t i = 0; i < tasks->size(); ++i) {
    hashes.insert(suite::task_hash("xlogo", *tasks, i).value());
  }
  EXPECT_GT(tasks->size(), 4U);
  EXPECT_LE(hashes.size(), 4U);
}

TEST(EvaluationTasks, SpacesDoNotMakeAnotherProgram) {
  const test::TempFolder folder;
  const auto load = [&](const std::string& program) {
    Json line{{"id", "a"},
              {"program", program},
              {"language", "svg"},
              {"question", "Which?"},
              {"options", {"x", "y"}},
              {"answer", "A"}};
    test::spit(folder / "tasks.jsonl", dump_json(line) + "\n");
    return (*suite::find_suite("sgp"))->load(folder.path(), {}).value();
  };
  const std::string plain = R"(<svg viewBox="0 0 9 9"><path d="M 1 2 L 3 4"/></svg>)";
  const std::string spaced = "<svg  viewBox=\"0 0 9 9\">\n  <path\n d=\"M 1 2 L 3 4\"/>\n</svg>\n";
  const std::string other = R"(<svg viewBox="0 0 9 9"><path d="M 1 2 L 3 5"/></svg>)";
  const std::string hash = suite::task_hash("sgp", *load(plain), 0).value();
  EXPECT_EQ(suite::task_hash("sgp", *load(spaced), 0).value(), hash);
  EXPECT_NE(suite::task_hash("sgp", *load(other), 0).value(), hash);
}

TEST(EvaluationTasks, AreLeftOutOfTrainingAndCounted) {
  const test::TempFolder out;
  const auto tasks = minted("shapecode", 48, 4, {"easy"});  // 48 and 49 are published
  TrainingOptions options;
  options.suite = "shapecode";
  options.prompt_template = "Draw it.";
  const auto report = write_training(*tasks, out.path(), options);
  ASSERT_TRUE(report) << report.error().to_string();
  EXPECT_EQ(report->written, 2U);
  EXPECT_EQ(report->evaluation, 2U);
  EXPECT_THAT(test::slurp(out / "train.jsonl"), Not(HasSubstr("00000049")));
  EXPECT_THAT(test::slurp(out / "train.jsonl"), HasSubstr("00000050"));
  options.allow_evaluation = true;
  EXPECT_EQ(write_training(*tasks, out.path(), options)->written, 4U);
  EXPECT_THAT(test::slurp(out / "train.jsonl"), HasSubstr("00000049"));
}

TEST(PublishedEvaluationTasks, AllThatIsHereIsKnown) {
  const EvaluationTasks published;
  for (const auto& [suite, path] : {std::pair{"shapecode", "shapecodebench/eval_v1"},
                                    {"xlogo", "xlogo"},
                                    {"sgp", "sgp/sgp_inv_testset.csv"},
                                    {"sgp", "sgp/sgp_mnist_testset.csv"}}) {
    PAPERT_NEED_PUBLISHED(data, path);
    const auto tasks = (*suite::find_suite(suite))->load(data, {.jobs = 2}).value();
    for (std::size_t i = 0; i < tasks->size(); ++i) {
      EXPECT_TRUE(published.hold(suite, *tasks, i).value()) << path << " " << tasks->id(i);
    }
  }
}

}  // namespace
}  // namespace papert::datagen
