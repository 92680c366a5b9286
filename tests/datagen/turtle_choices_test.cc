// Generations without a part of the recipe, or with another in its place, by the rules of the
// program itself.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <set>

#include "base/file.h"
#include "base/json.h"
#include "base/text.h"
#include "datagen/turtle/by_rule.h"
#include "datagen/turtle/generate.h"
#include "suite/turtleai/folder.h"
#include "support/temp_folder.h"

namespace papert::datagen {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class TurtleChoices : public testing::Test {
 protected:
  [[nodiscard]] GenerateOptions mini(const std::string& name) const {
    GenerateOptions options;
    options.settings = *preset_settings("mini");
    options.settings.seed = 5;
    options.settings.labels = false;
    options.out = folder_.path() / name;
    options.jobs = 2;
    return options;
  }

  static GenerateReport grown(const GenerateOptions& options) {
    auto roles = roles_by_rule();
    EXPECT_TRUE(roles);
    if (options.settings.score == kNobody) roles->scorer = std::move(*scorer_by_lot());
    const auto report = generate(options, *roles);
    EXPECT_TRUE(report) << report.error().to_string();
    return report.value_or(GenerateReport{});
  }

  static std::vector<Json> lines_of(const fs::path& path) {
    std::vector<Json> lines;
    const std::string text = *read_file(path);
    for (const std::string_view line : split(text, '\n')) {
      if (!line.empty()) lines.push_back(*parse_json(line));
    }
    return lines;
  }

  static std::vector<std::string> column(const fs::path& path, const char* key) {
    std::vector<std::string> values;
    for (const Json& line : lines_of(path)) values.push_back(line.at(key).get<std::string>());
    return values;
  }

  test::TempFolder folder_;
};

TEST_F(TurtleChoices, WithoutScoresTheKeptShareIsDrawnBySeed) {
  GenerateOptions options = mini("lot");
  options.settings.score = kNobody;
  options.settings.rounds = 1;
  grown(options);
  const auto scores = lines_of(options.out / "round-1/scores.jsonl");
  const auto kept = column(options.out / "round-1/elite.jsonl", "key");
  EXPECT_EQ(kept.size(), (scores.size() + 1) / 2);
  EXPECT_FALSE(scores.front().contains("total"));
  GenerateOptions again = options;
  again.out = folder_.path() / "again";
  grown(again);
  EXPECT_EQ(kept, column(again.out / "round-1/elite.jsonl", "key"));
  GenerateOptions best = mini("best");
  best.settings.rounds = 1;
  grown(best);
  EXPECT_NE(kept, column(best.out / "round-1/elite.jsonl", "key")) << "the same candidates";
  GenerateOptions all = options;
  all.out = folder_.path() / "all";
  all.settings.keep = 1;
  grown(all);
  EXPECT_EQ(column(all.out / "round-1/elite.jsonl", "key").size(), scores.size());
}

TEST_F(TurtleChoices, WithoutDuplicatesSoughtEveryUsableCandidateStaysUnderAnIdOfItsOwn) {
  GenerateOptions options = mini("all");
  options.settings.exact = false;
  options.settings.keep = 1;
  options.settings.pairs = 8;
  const GenerateReport report = grown(options);
  std::size_t usable = 0;
  for (const Json& line : lines_of(options.out / "round-2/candidates.jsonl")) {
    usable += line.at("status") == "ok" ? 1 : 0;
  }
  EXPECT_EQ(report.tasks, usable);
  const auto ids = column(options.out / "dataset/tasks.jsonl", "id");
  EXPECT_EQ(std::set<std::string>(ids.begin(), ids.end()).size(), usable);
  const auto drawings = column(options.out / "round-2/elite.jsonl", "drawing");
  EXPECT_LT(std::set<std::string>(drawings.begin(), drawings.end()).size(), usable);
  const auto read = suite::turtleai::read_tasks(options.out / "dataset");
  ASSERT_TRUE(read);
  EXPECT_TRUE(read->problems.empty());
  // Parents that draw the same have children of their own.
  const auto parents = column(options.out / "round-2/candidates.jsonl", "parent");
  EXPECT_EQ(std::set<std::string>(parents.begin(), parents.end()).size() * 8, parents.size());
}

TEST_F(TurtleChoices, InstructionsNameTheOnlyOperators) {
  GenerateOptions options = mini("guided");
  options.instructions = {"rotate", "sides"};
  options.settings.guide = "a hash of them";
  grown(options);
  std::map<std::string, std::size_t> vias;
  for (const std::string& via : column(options.out / "round-1/candidates.jsonl", "via")) {
    ++vias[via];
  }
  EXPECT_GT(vias["grammar:rotate"], 5U);
  EXPECT_GT(vias["grammar:sides"], 5U);
  vias.erase("none");  // an operator that does not apply to a program
  EXPECT_EQ(vias.size(), 2U);
}

TEST_F(TurtleChoices, WithoutAGuideChangesAreByLot) {
  GenerateOptions options = mini("none");
  options.settings.guide = kNobody;
  options.settings.rounds = 1;
  options.settings.pairs = 40;
  grown(options);
  std::map<std::string, std::size_t> vias;
  const auto all = column(options.out / "round-1/candidates.jsonl", "via");
  for (const std::string& via : all) ++vias[via];
  // Guided by pairs of ten simple programs, some operators hardly occur.
  EXPECT_GE(vias.size(), 10U);
  EXPECT_GT(vias["grammar:rotate"], all.size() / 40);
}

TEST_F(TurtleChoices, AnInstructionThatIsNoOperatorIsNamedWithTheOperators) {
  EXPECT_TRUE(check_operator_names({"rotate", "edge_colour"}));
  const auto bad = check_operator_names({"rotate", "turn it round"});
  ASSERT_FALSE(bad);
  EXPECT_EQ(bad.error().code, ErrorCode::kUsage);
  EXPECT_THAT(bad.error().message, HasSubstr("'turn it round'"));
  EXPECT_THAT(bad.error().message, HasSubstr("sides, rotate, move"));
}

TEST_F(TurtleChoices, AFolderBegunWithAChoiceIsNotContinuedWithoutIt) {
  GenerateOptions options = mini("begun");
  options.settings.guide = kNobody;
  options.settings.rounds = 1;
  options.until = Stage::kCandidates;
  grown(options);
  options.settings.guide = "pairs";
  const auto other = generate(options, *roles_by_rule());
  ASSERT_FALSE(other);
  EXPECT_THAT(other.error().message, HasSubstr("another guide (\"none\" instead of nothing)"));
}

}  // namespace
}  // namespace papert::datagen
