#include "report/compare.h"

#include <gtest/gtest.h>

namespace papert::report {
namespace {

Json figure(double a, double b) {
  return {{"a", a},      {"b", b},   {"difference", b - a}, {"stderr", 0.0125}, {"low", -0.5},
          {"high", 0.5}, {"n", 1234}};
}

Json comparison() {
  Json run{{"run", "runs/x"}, {"model", "m/1"}, {"not_scored", 0}, {"samples", 1234}};
  Json other = run;
  other["not_scored"] = 2;
  const Json flip{{"id", "t1"},
                  {"epoch", 3},
                  {"a", {{"verdict", "right"}, {"reply", "\n  circle(1)\nmore"}}},
                  {"b", {{"verdict", "no_answer"}, {"reply", "\x1b[31mred\xC2\x9B!"}}}};
  const Json move{{"from", "invalid"},  {"from_rule", ""}, {"to", "right"},
                  {"to_rule", "lines"}, {"count", 7},      {"examples", {"t5"}}};
  Json json;
  json["suite"] = "s";
  json["runs"] = {run, other};
  json["differs"] = {"model", "data_hash"};
  json["tasks"] = {{"both", 1234}, {"only_a", 0}, {"only_b", 5}};
  json["primary"] = "hit";
  json["metrics"] = {{{"name", "hit"}, {"title", "hits"}}};
  json["differences"]["hit"] = figure(0.25, 0.5);
  json["mcnemar"] = {{"pairs", 1234}, {"both", 1}, {"only_a", 12},        {"only_b", 0},
                     {"neither", 3},  {"p", 0.25}, {"independent", false}};
  json["policies"] = Json::array();
  json["policies"].push_back({{"policy", "lenient"},
                              {"difference", figure(0.375, 0.5)},
                              {"a", {{"moved", 7}, {"moves", {move}}}},
                              {"b", {{"moved", 0}, {"moves", Json::array()}}}});
  json["flips"] = {{"only_a", {flip}}, {"only_b", Json::array()}};
  json["bootstrap"] = {{"level", 0.95}};
  return json;
}

TEST(ComparisonText, SaysItAll) {
  const std::string text = comparison_text(comparison());
  for (const char* expected :
       {"A: m/1  runs/x\n", "   2 of 1,234 samples taught nothing about the model\n",
        "s: 1,234 tasks in both, 5 only in B (left out); the runs differ in model, data_hash\n",
        "The data differ", "hits    0.2500  0.5000  +0.2500    0.0125  [-0.5000, +0.5000]  1,234\n",
        "right in both 1, only in A 12, only in B 0, in neither 3\n",
        "McNemar's exact test: p = 0.25\n", "trust the interval",
        "lenient      0.3750  +12.50  0.5000   +0.00  +0.1250",
        "A under lenient: 7 verdicts move\n",
        "  7 samples: invalid (nothing found) -> right (found by \"lines\"), e.g. t5\n",
        "B under lenient: 0 verdicts move\n", "right only in A: 12, the first 1\n  t1, epoch 3\n",
        "    A right: circle(1) ...\n"}) {
    EXPECT_NE(text.find(expected), std::string::npos) << expected << "\nis not in\n" << text;
  }
  EXPECT_EQ(text.find("right only in B"), std::string::npos);
  EXPECT_EQ(text.find('\x1b'), std::string::npos) << "replies do not steer the terminal";
  EXPECT_EQ(text.find('\x9b'), std::string::npos);
}

TEST(ComparisonText, LeavesOutWhatWasNotAsked) {
  Json json = comparison();
  json["policies"] = Json::array();
  json["differs"] = Json::array();
  json["differences"]["hit"]["difference"] = nullptr;
  const std::string text = comparison_text(json);
  EXPECT_EQ(text.find("extraction"), std::string::npos);
  EXPECT_NE(text.find("; same settings\n"), std::string::npos);
}

}  // namespace
}  // namespace papert::report
