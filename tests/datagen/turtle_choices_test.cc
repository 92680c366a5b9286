// Generations without a part of the recipe, or with another in its place, by the rules of the
// program itself.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <set>

#include "base/file.h"
#include "base/json.h"
#include "base/text.h"
#include "data/turtleai/folder.h"
#include "data/turtlebench/folder.h"
#include "datagen/turtle/bench_set.h"
#include "datagen/turtle/bench_words.h"
#include "datagen/turtle/by_rule.h"
#include "datagen/turtle/generate.h"
#include "datagen/turtle/opinions.h"
#include "datagen/turtle/round_dataset.h"
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
  const auto read = data::turtleai::read_tasks(options.out / "dataset");
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

TEST_F(TurtleChoices, EachCategoryKeepsItsShare) {
  GenerateOptions options = mini("balanced");
  options.settings.balance = true;
  options.settings.rounds = 1;
  options.settings.pairs = 12;
  options.settings.keep = 0.3;
  grown(options);
  std::map<std::string, std::string> category_of;
  std::map<std::string, double> scored;
  for (const Json& line : lines_of(options.out / "round-1/scores.jsonl")) {
    const std::string category = line.at("category").get<std::string>();
    category_of[line.at("key").get<std::string>()] = category;
    scored[category] += 1;
  }
  std::map<std::string, double> kept;
  for (const std::string& key : column(options.out / "round-1/elite.jsonl", "key")) {
    kept[category_of.at(key)] += 1;
  }
  EXPECT_GE(scored.size(), 3U);
  for (const auto& [category, count] : scored) {
    EXPECT_EQ(kept[category], std::max(1.0, std::round(0.3 * count))) << category;
  }
}

TEST_F(TurtleChoices, PicturesAreCleanOrByHandOrBothInTwoFolders) {
  GenerateOptions options = mini("both");
  options.settings.picture = "both";
  options.settings.rounds = 1;
  grown(options);
  for (const char* name : {"dataset", "dataset-hand"}) {
    const auto check = data::turtleai::check_folder(options.out / name, 2);
    ASSERT_TRUE(check) << check.error().to_string();
    for (const Error& problem : check->problems) ADD_FAILURE() << name << problem.to_string();
  }
  const auto clean = lines_of(options.out / "dataset/tasks.jsonl");
  const auto hand = lines_of(options.out / "dataset-hand/tasks.jsonl");
  ASSERT_EQ(clean.size(), hand.size());
  EXPECT_EQ(clean.front().at("dataset"), "syn");
  EXPECT_EQ(hand.front().at("dataset"), "craft");
  const std::string image = clean.front().at("image").get<std::string>();
  EXPECT_NE(*read_file(options.out / "dataset" / image),
            *read_file(options.out / "dataset-hand" / image));
  GenerateOptions only = mini("hand");
  only.settings.picture = "hand";
  only.settings.rounds = 1;
  grown(only);
  EXPECT_EQ(*read_file(only.out / "dataset/tasks.jsonl"),
            *read_file(options.out / "dataset-hand/tasks.jsonl"));
  EXPECT_FALSE(fs::exists(only.out / "dataset-hand"));
}

TEST_F(TurtleChoices, PeopleRemoveWhatTheyCallBadOnce) {
  GenerateOptions options = mini("chosen");
  options.settings.rounds = 1;
  options.settings.labels = true;
  const GenerateReport all = grown(options);
  const auto ids = column(options.out / "dataset/tasks.jsonl", "id");
  ASSERT_GT(ids.size(), 6U);
  options.select = folder_.path() / "labels.jsonl";
  const auto say = [&](const std::string& id, const std::string& color, const char* more = "") {
    std::ofstream(options.select, std::ios::app)
        << R"({"kind":"quality/turtleai","id":")" << id
        << R"(","annotator":"ann","scores":{"geometry":"good","visual":"good","structure":"good",)"
        << R"("alignment":"good","education":"good","color":")" << color << "\"}" << more << "}\n";
  };
  std::ofstream(options.select) << R"({"kind":"category/turtleai","id":"x","labels":["spiral"]})"
                                << "\n";
  for (std::size_t i = 1; i < ids.size(); ++i) say(ids[i], "good");  // the first has no label
  say(ids[1], "bad");
  say(ids[2], "bad");
  say(ids[2], "good");  // the last word counts
  say(ids[3], "good", R"(,"undone":true)");
  say("0000000000000000", "good");
  const GenerateReport report = grown(options);
  ASSERT_TRUE(report.selected);
  EXPECT_EQ(report.selected->good, ids.size() - 3);
  EXPECT_EQ(report.selected->bad, 1U);
  EXPECT_EQ(report.selected->unlabelled, 2U);
  EXPECT_EQ(report.selected->strangers, 1U);
  auto expected = ids;
  expected.erase(expected.begin() + 3);
  expected.erase(expected.begin(), expected.begin() + 2);
  EXPECT_EQ(column(options.out / "selected/tasks.jsonl", "id"), expected);
  EXPECT_EQ(column(options.out / "selected/labels.jsonl", "id"), expected);
  EXPECT_EQ(column(options.out / "dataset/tasks.jsonl", "id"), ids) << "the set itself stays";
  say(ids[4], "bad");  // and the labels may grow
  EXPECT_EQ(grown(options).selected->bad, 2U);
  EXPECT_EQ(column(options.out / "selected/tasks.jsonl", "id").size(), expected.size() - 1);
}

TEST_F(TurtleChoices, LabelsThatCannotBeReadAreNamedByTheirLine) {
  const fs::path file = folder_.path() / "labels.jsonl";
  const auto problem = [&](const std::string& text) {
    std::ofstream(file) << text << "\n";
    const auto opinions = read_opinions(file);
    return opinions ? std::string() : opinions.error().to_string();
  };
  EXPECT_THAT(problem(R"({"kind":"same"})"), HasSubstr("no label of kind quality/turtleai"));
  EXPECT_THAT(problem("\n{"), HasSubstr("labels.jsonl:2"));
  EXPECT_THAT(problem(R"({"kind":"quality/turtleai","id":"a"})"), HasSubstr("'scores'"));
  EXPECT_THAT(problem(R"({"kind":"quality/turtleai","id":"a","scores":{"geometry":"fine"}})"),
              HasSubstr("'fine' of geometry"));
}

TEST_F(TurtleChoices, ARoundIsASetOfItsOwn) {
  GenerateOptions options = mini("grown");
  options.settings.labels = true;
  options.settings.validation = 0.2;
  grown(options);
  const auto first = round_dataset(options.out, 1, 2, {});
  ASSERT_TRUE(first) << first.error().to_string();
  auto ids = column(options.out / "round-1/elite.jsonl", "id");
  std::sort(ids.begin(), ids.end());
  EXPECT_EQ(column(*first / "tasks.jsonl", "id"), ids);
  EXPECT_EQ(column(*first / "labels.jsonl", "id"), ids);
  const std::string held = *read_file(*first / "validation.txt");
  EXPECT_EQ(static_cast<std::size_t>(std::count(held.begin(), held.end(), '\n')), ids.size() / 5);
  const auto third = round_dataset(options.out, 3, 2, {});
  ASSERT_FALSE(third);
  EXPECT_THAT(third.error().message, HasSubstr("no finished round 3; there are 1 to 2"));
  EXPECT_FALSE(round_dataset(folder_.path(), 1, 2, {}));
}

TEST_F(TurtleChoices, TheSetBecomesShapesAndTweaksOfTurtlebench) {
  GenerateOptions options = mini("grown");
  options.settings.carry_elite = true;
  grown(options);
  const auto report = write_bench_set(options.out, {});
  ASSERT_TRUE(report) << report.error().to_string();
  EXPECT_GT(report->shapes, 5U);
  EXPECT_GT(report->tweaks, 5U);
  const fs::path set = options.out / "turtlebench";
  const auto check = data::turtlebench::check_folder(set, 2);
  ASSERT_TRUE(check) << check.error().to_string();
  EXPECT_EQ(check->checked, report->shapes + report->tweaks);
  for (const Error& problem : check->problems) ADD_FAILURE() << problem.to_string();
  std::set<std::string> kinds;
  std::size_t named = 0;
  for (const Json& line : lines_of(set / "dataset.jsonl")) {
    const bool tweak = line.at("question_number") != 1;
    EXPECT_EQ(line.contains("tweak_kinds"), tweak);
    if (tweak) kinds.insert(line.at("tweak_kinds")[0].get<std::string>());
    const std::string variables = line.at("variables").get<std::string>();
    const std::string name = variables.substr(0, variables.find('='));
    named += !name.empty() &&
                     line.at("base_shape_code").get<std::string>().find(name) != std::string::npos
                 ? 1
                 : 0;
  }
  EXPECT_GE(kinds.size(), 2U);
  EXPECT_GT(named * 10, check->checked * 8) << "lengths have names";
  const std::string before = *read_file(set / "dataset.jsonl");
  ASSERT_TRUE(write_bench_set(options.out, {}));
  EXPECT_EQ(*read_file(set / "dataset.jsonl"), before);
  // What it wrote can be the beginning of another generation.
  GenerateOptions next = mini("next");
  next.seeds = set.string();
  next.settings.rounds = 1;
  next.settings.pairs = 2;
  EXPECT_GT(grown(next).tasks, 3U);
}

TEST_F(TurtleChoices, TheCommonestLengthIsAVariable) {
  const BenchProgram made = bench_program(
      "def draw(t):\n    size = 3\n    t.pencolor(\"red\")\n    t.forward(50)\n    t.left(90)\n    "
      "t.forward(50)\n"
      "    t.circle(20)\n");
  EXPECT_EQ(made.variables, "size_2=50");
  EXPECT_THAT(made.code, HasSubstr("    t.forward(size_2)\n    t.left(90)\n"));
  EXPECT_THAT(made.code, HasSubstr("t.circle(20)"));
  EXPECT_EQ(made.code.find("red"), std::string::npos);
  const BenchProgram helped = bench_program(
      "def square(t, side):\n    for _ in range(4):\n        t.forward(side)\n        "
      "t.left(90)\n\n\ndef draw(t):\n    square(t, 70)\n");
  EXPECT_EQ(helped.variables, "size=70");
  EXPECT_THAT(helped.code, HasSubstr("square(t, size)"));
  EXPECT_TRUE(made.code.ends_with("\ndraw(t)\n"));
  EXPECT_EQ(tweak_kind("mirror"), "reflection");
  EXPECT_EQ(tweak_kind("drop"), "deletion");
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
