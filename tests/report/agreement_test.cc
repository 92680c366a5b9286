#include "report/agreement.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "run/folder.h"
#include "support/process.h"

namespace papert::report {
namespace {

using analysis::kMaxGroups;
using analysis::RunGroup;
using testing::HasSubstr;
using testing::Not;

Result<analysis::Agreement> agreement(const std::vector<RunGroup>& groups,
                                      const std::vector<analysis::BreakdownKeys>& by) {
  return analysis::agreement_of(groups, by);
}

class Agreement : public testing::Test {
 protected:
  struct Sample {
    std::string id;
    std::string verdict;
    int epoch = 0;
    std::string picture;  // the hash of what was drawn
  };

  std::filesystem::path make_run(const std::string& model, const std::vector<Sample>& samples,
                                 const suite::Modes& modes = {},
                                 const std::string& suite = "turtlebench") {
    run::RunConfig config;
    config.suite = suite;
    config.model = model;
    config.modes = modes;
    const auto folder = run::RunFolder::open_or_create(log_dir_.path(), config, "20260101T000000");
    EXPECT_TRUE(folder) << folder.error().to_string();
    std::string log;
    for (const Sample& sample : samples) {
      Json line;
      line["id"] = sample.id;
      line["epoch"] = sample.epoch;
      line["tags"] = {{"input", sample.id < "c" ? "level 1" : "level 3"},
                      {"output", sample.id < "b" ? "level 1" : "level 3"}};
      if (sample.id == "d") line["tags"]["tweak"] = {"deletion", "rotation"};
      line["verdict"] = sample.verdict;
      line["metrics"] = Json::object();
      line["detail"] = Json::object();
      line["pictures"] = Json::array({{{"title", "target"}, {"image", kTarget}}});
      if (!sample.picture.empty()) {
        line["pictures"].push_back({{"title", "drawn"}, {"image", sample.picture}});
        test::spit(run::images_path(folder->path()) / (sample.picture + ".png"), "drawn");
      }
      log += dump_json(line) + "\n";
    }
    test::spit(run::images_path(folder->path()) / (kTarget + ".png"), "target");
    test::spit(run::samples_path(folder->path()), log);
    return folder->path();
  }

  const std::string kTarget = std::string(64, 'a');
  const std::string kDrawn = std::string(64, 'b');
  test::TempFolder log_dir_;
};

Json row(const Json& agreement, const std::vector<std::string>& groups) {
  for (const Json& each : agreement["rows"]) {
    if (each["groups"] == Json(groups)) return each["ids"];
  }
  return nullptr;
}

TEST_F(Agreement, ATaskCountsOnlyWhereEveryGroupIsUnanimous) {
  const auto weak1 =
      make_run("m/1", {{"a", "right"}, {"b", "wrong"}, {"c", "right"}, {"d", "wrong"}});
  const auto weak2 =
      make_run("m/2", {{"a", "right"}, {"b", "crashed"}, {"c", "wrong"}, {"d", "no_answer"}});
  const auto strong = make_run(
      "m/3", {{"a", "wrong"}, {"b", "right"}, {"c", "right"}, {"d", "wrong"}, {"e", "right"}});
  const auto found = agreement({{"weak", {weak1, weak2}}, {"strong", {strong}}}, {});
  ASSERT_TRUE(found) << found.error().to_string();
  EXPECT_EQ(row(to_json(*found), {"solve", "solve"}), Json::array());
  EXPECT_EQ(row(to_json(*found), {"solve", "fail"}), Json({"a"}));
  EXPECT_EQ(row(to_json(*found), {"fail", "solve"}), Json({"b"}));
  EXPECT_EQ(row(to_json(*found), {"fail", "fail"}), Json({"d"}));
  EXPECT_EQ(to_json(*found)["divided"], 1);
  EXPECT_EQ(to_json(*found)["divided_ids"], Json({"c"}));
  EXPECT_EQ(to_json(*found)["missing"], 1) << "e";
  EXPECT_EQ(to_json(*found)["tasks"], 5);
  const Json weak = to_json(*found)["groups"][0];
  EXPECT_DOUBLE_EQ(weak["mean"].get<double>(), 0.375);
  EXPECT_DOUBLE_EQ(weak["stderr"].get<double>(), 0.125);
  EXPECT_EQ(weak["ever_solved"], 2);
  EXPECT_EQ(weak["always_solved"], 1);
  EXPECT_TRUE(to_json(*found)["groups"][1]["stderr"].is_null()) << "of one run";
  const std::string text = agreement_text(*found);
  EXPECT_THAT(text, HasSubstr("turtlebench: 5 tasks"));
  EXPECT_THAT(text, HasSubstr("solve  fail        1"));
  EXPECT_THAT(text, HasSubstr("a group is divided: 1"));
  EXPECT_THAT(text, HasSubstr("a run has no scored sample: 1"));
}

TEST_F(Agreement, RunsThatDifferInModeHaveDifferentNamesAndCutOnesAreMarked) {
  const auto one = make_run("m/1", {{"a", "right"}}, {{"modality", "image_only"}});
  const auto two = make_run("m/1", {{"a", "wrong"}}, {{"modality", "text_only"}});
  Json config = *parse_json(test::slurp(two / "run.json"));
  config["planned"] = 4;
  test::spit(two / "run.json", dump_json(config));
  const std::vector<RunGroup> groups{{"all", {one, two}}};
  const auto found = agreement(groups, {});
  ASSERT_TRUE(found);
  const std::string words = "m/1 modality=text_only: not complete, 1 of 4 samples (25 %) are done";
  EXPECT_THAT(agreement_text(*found), HasSubstr("* " + words));
  EXPECT_THAT(agreement_text(*found), HasSubstr("tasks *"));
  const auto page = agreement_html(*found);
  ASSERT_TRUE(page);
  EXPECT_THAT(*page, HasSubstr("all: m/1 modality=image_only"));
  EXPECT_THAT(*page, HasSubstr(words));
}

// Where a group is divided is where a look at the drawings teaches most.
TEST_F(Agreement, ThePageShowsDividedTasks) {
  const auto run = make_run("m/1", {{"a", "right", 0, kDrawn}, {"a", "wrong", 1}});
  const std::vector<RunGroup> groups{{"one", {run}}};
  const auto page = agreement_html(*agreement(groups, {}));
  ASSERT_TRUE(page);
  EXPECT_THAT(*page, HasSubstr("<h2>a group is divided</h2><p>1 tasks</p>\n<article><h3>a</h3>"));
  EXPECT_THAT(*page, HasSubstr("1 of 2 right"));
}

TEST_F(Agreement, EpochsAreSamplesOfTheGroup) {
  const auto run = make_run("m/1", {{"a", "right", 0},
                                    {"a", "right", 1},
                                    {"b", "right", 0},
                                    {"b", "wrong", 1},
                                    {"c", "request_failed", 0}});
  const auto found = agreement({{"one", {run}}}, {});
  ASSERT_TRUE(found);
  EXPECT_EQ(row(to_json(*found), {"solve"}), Json({"a"}));
  EXPECT_EQ(to_json(*found)["divided"], 1);
  EXPECT_EQ(to_json(*found)["missing"], 1) << "nothing was learnt about c";
}

TEST_F(Agreement, RunsOfBeforeAModeHaveItsDefault) {
  const auto before = make_run("m/1", {{"a", "right"}}, {{"prompting", "cot"}});
  const auto former = make_run("m/2", {{"a", "wrong"}}, {{"prompting", "rabbit"}});
  const auto found = agreement({{"all", {before, former}}}, {{"library"}});
  ASSERT_TRUE(found) << found.error().to_string();
  const Json cells = to_json(*found)["by"][0]["cells"];
  ASSERT_EQ(cells.size(), 2U);
  EXPECT_EQ(cells[0]["values"], Json({"rabbit"}));
  EXPECT_EQ(cells[0]["ever_solved"], 0);
  EXPECT_EQ(cells[1]["values"], Json({"turtle"}));
  EXPECT_EQ(cells[1]["ever_solved"], 1);
}

TEST_F(Agreement, TasksEverSolvedByTagsAndModes) {
  const auto one = make_run("m/1", {{"a", "wrong"}, {"b", "right"}, {"c", "wrong"}, {"d", "wrong"}},
                            {{"modality", "image_only"}});
  const auto two = make_run("m/1", {{"a", "right"}, {"b", "wrong"}, {"c", "wrong"}, {"d", "right"}},
                            {{"modality", "text_only"}});
  const auto found =
      agreement({{"all", {one, two}}}, {{"input", "output"}, {"tweak"}, {"modality"}});
  ASSERT_TRUE(found) << found.error().to_string();
  const Json matrix = to_json(*found)["by"][0]["cells"];
  ASSERT_EQ(matrix.size(), 3U);
  EXPECT_EQ(matrix[0]["values"], Json({"level 1", "level 1"}));
  EXPECT_EQ(matrix[0]["ever_solved"], 1);
  EXPECT_EQ(matrix[2]["values"], Json({"level 3", "level 3"}));
  EXPECT_EQ(matrix[2]["ever_solved"], 1);
  EXPECT_EQ(matrix[2]["tasks"], 2);
  EXPECT_DOUBLE_EQ(matrix[2]["mean"].get<double>(), 0.25);
  const Json tweaks = to_json(*found)["by"][1]["cells"];
  EXPECT_EQ(tweaks[0]["values"], Json({"deletion"}));
  EXPECT_EQ(tweaks[1]["values"], Json({"rotation"}));
  EXPECT_EQ(to_json(*found)["by"][2]["cells"][0]["ever_solved"], 1);
  const std::string text = agreement_text(*found);
  EXPECT_THAT(text, HasSubstr("input \\ output"));
  EXPECT_THAT(text, HasSubstr("level 3         -             1/2   50.0 %"));
  EXPECT_THAT(text, HasSubstr("text_only"));
  EXPECT_THAT(text, HasSubstr("level 3  1/2   50.0 %  0.2500 ± 0.2500")) << text;
}

TEST_F(Agreement, WhatCannotBeComparedIsRefused) {
  const auto one = make_run("m/1", {{"a", "right"}});
  const auto other = make_run("m/1", {{"a", "right"}}, {}, "shapecode");
  EXPECT_THAT(agreement({{"x", {one}}, {"y", {other}}}, {}).error().message,
              HasSubstr("of suite shapecode, others are of turtlebench"));
  EXPECT_THAT(agreement({{"x", {one}}, {"x", {one}}}, {}).error().message, HasSubstr("'x'"));
  EXPECT_FALSE(agreement({}, {}));
  EXPECT_FALSE(agreement({{"x", {}}}, {}));
  EXPECT_FALSE(agreement(std::vector<RunGroup>(kMaxGroups + 1), {}));
  const auto unknown = agreement({{"x", {one}}}, {{"colour"}});
  EXPECT_THAT(unknown.error().message, HasSubstr("there are: input, library, output"));
  EXPECT_FALSE(agreement({{"x", {one}}}, {{"input", "output", "tweak"}}));
}

TEST_F(Agreement, ThePageShowsEveryDrawingAndEscapesNames) {
  const auto one = make_run("m/<b>", {{"a<i>", "right", 0, kDrawn}, {"b", "wrong"}});
  const auto two = make_run("m/2", {{"a<i>", "right", 0, kDrawn}, {"b", "wrong"}});
  const std::vector<RunGroup> groups{{"weak", {one}}, {"strong", {two}}};
  const auto found = agreement(groups, {});
  ASSERT_TRUE(found);
  const auto page = agreement_html(*found);
  ASSERT_TRUE(page) << page.error().to_string();
  EXPECT_THAT(*page, HasSubstr("<h3>a&lt;i&gt;</h3>"));
  EXPECT_THAT(*page, HasSubstr("weak: m/&lt;b&gt;"));
  EXPECT_THAT(*page, Not(HasSubstr("<i>")));
  EXPECT_THAT(*page, HasSubstr("weak solve, strong solve"));
  EXPECT_THAT(*page, HasSubstr("no drawing kept"));
  EXPECT_THAT(*page, HasSubstr("--paper: #15181b")) << "the colours of all pages, dark ones too";
  const std::string rule = ".p" + kDrawn.substr(0, 16) + " {";
  ASSERT_NE(page->find(rule), std::string::npos);
  EXPECT_EQ(page->find(rule, page->find(rule) + 1), std::string::npos) << "embedded once";
  const auto cut = agreement_html(*found, {.tasks_per_row = 0, .picture_bytes = 0});
  ASSERT_TRUE(cut);
  EXPECT_THAT(*cut, HasSubstr("the first 0 are shown"));
  EXPECT_THAT(*cut, Not(HasSubstr("base64")));
}

}  // namespace
}  // namespace papert::report
