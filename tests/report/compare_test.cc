#include "report/compare.h"

#include <gtest/gtest.h>

namespace papert::report {
namespace {

using analysis::Comparison;
using suite::Verdict;

analysis::Difference difference(double a, double b) {
  return {a, b, {b - a, 0.0125, -0.5, 0.5, 1234}};
}

Comparison comparison() {
  Comparison made;
  made.suite = "s";
  for (analysis::ComparedRun& run : made.runs) {
    run.folder = "runs/x";
    run.model = "m/1";
    run.samples = 1234;
  }
  made.runs[1].not_scored = 2;
  made.differs = {"model", "data_hash"};
  made.tasks_in_both = 1234;
  made.tasks_only_in = {0, 5};
  made.metrics = {{"hit", "hits"}};
  made.differences = {difference(0.25, 0.5)};
  made.mcnemar = {1, 12, 0, 3, 0.25, false};
  analysis::PolicyResult& policy = made.policies.emplace_back();
  policy.difference = difference(0.375, 0.5);
  policy.sides[0].moved = 7;
  policy.sides[0].moves = {{Verdict::kInvalid, "", Verdict::kRight, "lines", 7, {"t5"}}};
  analysis::Flip& flip = made.flips[0].emplace_back();
  flip.id = "t1";
  flip.epoch = 3;
  flip.sides[0] = {Verdict::kRight, "", "", "\n  circle(1)\nmore", {}};
  flip.sides[1] = {Verdict::kNoAnswer, "", "", "\x1b[31mred\xC2\x9B!", {}};
  made.level = 0.95;
  return made;
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
  Comparison made = comparison();
  made.policies.clear();
  made.differs.clear();
  made.differences[0].figure.mean.reset();
  const std::string text = comparison_text(made);
  EXPECT_EQ(text.find("extraction"), std::string::npos);
  EXPECT_NE(text.find("; same settings\n"), std::string::npos);
}

}  // namespace
}  // namespace papert::report
