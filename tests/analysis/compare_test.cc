#include "analysis/compare.h"

#include <gtest/gtest.h>

#include <array>

#include "base/file.h"
#include "run/config.h"
#include "run/folder.h"
#include "suite/registry.h"
#include "support/process.h"

namespace papert::analysis {
namespace {

using run::RunConfig;
using run::samples_path;

/// As programs read it.
Result<Json> compared(const std::filesystem::path& a, const std::filesystem::path& b,
                      const CompareOptions& options = {}) {
  const auto comparison = compare_runs(a, b, options);
  if (!comparison) return fail(comparison.error());
  return to_json(*comparison);
}

Json sample(const std::string& id, std::int64_t epoch, const std::string& verdict,
            const Json& metrics, const std::string& reply = "") {
  return {{"id", id},           {"epoch", epoch},          {"tags", Json::object()},
          {"verdict", verdict}, {"metrics", metrics},      {"detail", Json::object()},
          {"rule", "whole"},    {"answer", "of " + reply}, {"reply", reply}};
}

class CompareTest : public testing::Test {
 protected:
  /// Writes a run of freshly minted tasks with these lines.
  std::filesystem::path run(const std::string& name, const std::vector<Json>& lines,
                            const RunConfig& changes = {}) {
    RunConfig config = changes;
    if (config.suite.empty()) config.suite = "shapecode";
    config.data.seed = 1;
    config.data.count = 4;
    config.model = "some/" + name;
    config.prompt_name = "default";
    std::string text;
    for (const Json& line : lines) text += dump_json(line) + "\n";
    test::spit(folder_ / name / "run.json", dump_json(config.to_json()));
    test::spit(samples_path(folder_ / name), text);
    return folder_ / name;
  }

  static std::string error_of(const Result<Json>& result) {
    return result ? "no error" : result.error().to_string();
  }

  test::TempFolder folder_;
};

// cases/score/make_exact.py wrote the two runs, and the answers with numpy and whole numbers.
TEST_F(CompareTest, EqualsNumpy) {
  const Json fixture =
      parse_json(read_file(PAPERT_TEST_CASES "/score/paired.json").value()).value();
  std::array<std::vector<Json>, 2> lines;
  for (std::size_t side = 0; side < 2; ++side) {
    for (const Json& row : fixture["runs"][side]) {
      lines[side].push_back(sample(row["id"].get<std::string>(), row["epoch"].get<std::int64_t>(),
                                   row["verdict"].get<std::string>(), row["metrics"]));
      lines[side].back()["base"] = row["base"];
    }
  }
  const auto got = compared(run("a", lines[0]), run("b", lines[1]));
  ASSERT_TRUE(got) << error_of(got);
  const Json& want = fixture["want"];
  for (const char* metric : {"exact_match", "foreground_iou"}) {
    const Json& figure = (*got)["differences"][metric];
    const Json& expected = want[metric];
    EXPECT_NEAR(figure["a"].get<double>(), expected["a"].get<double>(), 1e-14);
    EXPECT_NEAR(figure["b"].get<double>(), expected["b"].get<double>(), 1e-14);
    EXPECT_NEAR(figure["difference"].get<double>(), expected["mean"].get<double>(), 1e-14);
    EXPECT_NEAR(figure["stderr"].get<double>(), expected["stderr"].get<double>(), 1e-14);
    EXPECT_NEAR(figure["low"].get<double>(), expected["interval"][0].get<double>(), 1e-13);
    EXPECT_NEAR(figure["high"].get<double>(), expected["interval"][1].get<double>(), 1e-13);
    EXPECT_NEAR(figure["low"].get<double>(), expected["converged"][0].get<double>(), 0.02);
    EXPECT_NEAR(figure["high"].get<double>(), expected["converged"][1].get<double>(), 0.02);
    EXPECT_EQ(figure["n"], expected["n"]);
  }
  EXPECT_TRUE((*got)["differences"]["shape_count"]["difference"].is_null());
  for (const char* key : {"both", "only_a", "only_b", "neither"}) {
    EXPECT_EQ((*got)["mcnemar"][key], want["mcnemar"][key]) << key;
  }
  EXPECT_NEAR((*got)["mcnemar"]["p"].get<double>(), want["mcnemar"]["p"].get<double>(), 1e-14);
  EXPECT_EQ((*got)["mcnemar"]["independent"], false);
  EXPECT_EQ((*got)["tasks"], want["tasks"]);
  EXPECT_EQ((*got)["differs"], Json::array({"model"}));
}

TEST_F(CompareTest, SameBytesWhateverTheOrderOfLines) {
  const Json hit{{"exact_match", 1.0}};
  const Json miss{{"exact_match", 0.0}};
  std::vector<Json> a{sample("x", 0, "right", hit), sample("y", 0, "wrong", miss),
                      sample("z", 0, "right", hit)};
  std::vector<Json> b{sample("z", 0, "invalid", miss), sample("x", 0, "wrong", miss),
                      sample("y", 0, "right", hit)};
  const std::string first = dump_json(compared(run("a", a), run("b", b)).value());
  std::reverse(a.begin(), a.end());
  std::reverse(b.begin(), b.end());
  EXPECT_EQ(dump_json(compared(run("a", a), run("b", b)).value()), first);
  EXPECT_EQ(parse_json(first).value()["mcnemar"]["independent"], true);
}

TEST_F(CompareTest, FlipsAreListedWithBothReplies) {
  std::vector<Json> a;
  std::vector<Json> b;
  for (int i = 0; i < 5; ++i) {
    const std::string id = "t" + std::to_string(i);
    a.push_back(sample(id, 0, i < 3 ? "right" : "wrong", Json::object(), "A says " + id));
    b.push_back(sample(id, 0, i == 0 || i == 4 ? "right" : "no_answer", Json::object(), "B " + id));
  }
  a.push_back(sample("t1", 1, "right", Json::object(), "no partner"));
  const Json all = compared(run("a", a), run("b", b)).value()["flips"];
  ASSERT_EQ(all["only_a"].size(), 2U);
  EXPECT_EQ(all["only_a"][0]["id"], "t1");
  EXPECT_EQ(all["only_a"][0]["a"]["reply"], "A says t1");
  EXPECT_EQ(all["only_a"][0]["b"]["reply"], "B t1");
  EXPECT_EQ(all["only_a"][0]["b"]["verdict"], "no_answer");
  EXPECT_EQ(all["only_a"][1]["id"], "t2");
  ASSERT_EQ(all["only_b"].size(), 1U);
  EXPECT_EQ(all["only_b"][0]["id"], "t4");
  const Json limited = compared(run("a", a), run("b", b), {.max_flips = 1}).value();
  EXPECT_EQ(limited["flips"]["only_a"].size(), 1U);
  EXPECT_EQ(limited["mcnemar"]["only_a"], 2) << "counted, if not listed";
}

TEST_F(CompareTest, ScoringAgainTellsWhatMovedAndByWhichRule) {
  const auto suite = suite::find_suite("shapecode").value();
  const auto tasks = suite->mint({.seed = 1, .count = 4}).value();
  const auto id = [&](std::size_t i) { return tasks->task(i).id; };
  const Json hit{{"exact_match", 1.0}};
  const Json miss{{"exact_match", 0.0}};
  const auto program = [&](std::size_t i) { return tasks->reference(i); };
  // Recorded by the published rule: a bare program, one in prose, one in the second of two fences,
  // a refusal.
  const std::vector<Json> a{
      sample(id(0), 0, "right", hit, program(0)),
      sample(id(1), 0, "right", hit, "Here it is:\n" + program(1) + "\nThere."),
      sample(id(2), 0, "wrong", miss, "```\nx\n```\n```\n" + program(2) + "\n```"),
      sample(id(3), 0, "refused", miss, program(3))};
  const std::vector<Json> b{sample(id(0), 0, "right", hit, program(0)),
                            sample(id(1), 0, "request_failed", Json::object(), ""),
                            sample(id(2), 0, "right", hit, program(2)),
                            sample(id(3), 0, "right", hit, program(3))};
  const auto got = compared(run("a", a), run("b", b),
                            {.policies = {reply::Extraction::kStrict, reply::Extraction::kLenient,
                                          reply::Extraction::kPublished},
                             .jobs = 2});
  ASSERT_TRUE(got) << error_of(got);
  ASSERT_EQ((*got)["policies"].size(), 3U);
  const Json& strict = (*got)["policies"][0];
  EXPECT_EQ(strict["policy"], "strict");
  EXPECT_EQ(strict["a"]["right_before"], 2);
  EXPECT_EQ(strict["a"]["right"], 1) << "prose is not a program";
  EXPECT_EQ(strict["b"]["moved"], 0);
  EXPECT_EQ(strict["b"]["right"], 3);
  bool prose = false;
  for (const Json& move : strict["a"]["moves"]) {
    EXPECT_NE(move["from"], "refused") << "a refusal stays one";
    if (move["from"] != "right") continue;
    prose = true;
    EXPECT_EQ(move["to"], "invalid");
    EXPECT_EQ(move["to_rule"], "whole");
    EXPECT_EQ(move["examples"], Json::array({id(1)}));
  }
  EXPECT_TRUE(prose);
  EXPECT_EQ(strict["difference"]["n"], 3) << "a failed request pairs with nothing";
  const Json& lenient = (*got)["policies"][1];
  EXPECT_EQ(lenient["a"]["right"], 3) << "the last program counts";
  EXPECT_EQ((*got)["policies"][2]["policy"], "published");
  EXPECT_EQ((*got)["policies"][2]["a"]["right"], 2) << "the first block counts";
}

TEST_F(CompareTest, RefusesWhatCannotBeCompared) {
  const std::vector<Json> one{sample("x", 0, "right", Json::object())};
  RunConfig other;
  other.suite = "xlogo";
  const auto suites = compared(run("a", one), run("b", one, other));
  EXPECT_NE(error_of(suites).find("different suites, shapecode and xlogo"), std::string::npos)
      << error_of(suites);
  other.suite = "no_such_suite";
  EXPECT_FALSE(compared(run("a", one, other), run("b", one, other)));
  const auto apart = compared(run("a", one), run("b", {sample("y", 0, "right", Json::object())}));
  EXPECT_NE(error_of(apart).find("no task in common"), std::string::npos) << error_of(apart);
  const auto empty = compared(run("a", one), run("b", {}));
  EXPECT_NE(error_of(empty).find("no samples"), std::string::npos) << error_of(empty);
  EXPECT_FALSE(compared(folder_ / "nowhere", run("b", one)));
}

TEST_F(CompareTest, DamagedLinesAreNamedAndLeftOut) {
  const Json good = sample("x", 0, "right", Json::object());
  const std::filesystem::path fine = run("a", {good});
  for (const char* key : {"id", "epoch", "verdict", "tags", "metrics", "detail"}) {
    Json bad = sample("y", 0, "right", Json::object());
    bad.erase(key);
    const auto result = compared(fine, run("b", {good, bad}));
    ASSERT_TRUE(result) << key << ": " << error_of(result);
    const Json& side = result->at("runs")[1];
    EXPECT_EQ(side["samples"], 1) << key;
    ASSERT_EQ(side["damaged"].size(), 1U) << key;
    EXPECT_NE(side["damaged"][0].get<std::string>().find("samples.jsonl:2: the line is damaged"),
              std::string::npos);
  }
  Json bad = good;
  bad["rule"] = 7;
  const auto odd = compared(fine, run("b", {good, bad}));
  ASSERT_TRUE(odd) << error_of(odd);
  EXPECT_NE(odd->at("runs")[1]["damaged"][0].get<std::string>().find("its rule is not a text"),
            std::string::npos);
  const auto twice = compared(fine, run("b", {good, good}));
  ASSERT_TRUE(twice) << error_of(twice);
  EXPECT_EQ(twice->at("runs")[1]["samples"], 1) << "a duplicate never counts twice";
  test::spit(folder_ / "b" / "run.json", "{\"suite\": \"shapecode\"}");
  EXPECT_NE(error_of(compared(fine, folder_ / "b")).find("run.json"), std::string::npos);
}

TEST_F(CompareTest, ARunThatIsNotCompleteSaysSo) {
  const Json good = sample("x", 0, "right", Json::object());
  RunConfig planned;
  planned.planned = 3;
  const Json runs = compared(run("a", {good}), run("b", {good}, planned)).value()["runs"];
  EXPECT_FALSE(runs[0].contains("planned")) << "of an earlier version";
  EXPECT_EQ(runs[1]["planned"], 3);
  EXPECT_EQ(runs[1]["done"], 1);
  EXPECT_EQ(runs[1]["complete"], false);
}

TEST_F(CompareTest, ScoringAgainNeedsRepliesAndKnownTasks) {
  const CompareOptions strict{.policies = {reply::Extraction::kStrict}};
  const std::vector<Json> unknown{sample("x", 0, "right", Json::object(), "text")};
  const auto no_task = compared(run("a", unknown), run("b", unknown), strict);
  EXPECT_NE(error_of(no_task).find("there is no task 'x'"), std::string::npos) << error_of(no_task);
  const auto suite = suite::find_suite("shapecode").value();
  Json mute =
      sample(suite->mint({.seed = 1, .count = 4}).value()->task(0).id, 0, "right", Json::object());
  mute.erase("reply");
  const auto no_reply = compared(run("a", {mute}), run("b", {mute}), strict);
  EXPECT_NE(error_of(no_reply).find("reply"), std::string::npos) << error_of(no_reply);
  EXPECT_TRUE(compared(run("a", {mute}), run("b", {mute}))) << "not needed otherwise";
}

}  // namespace
}  // namespace papert::analysis
