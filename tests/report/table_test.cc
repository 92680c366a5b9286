#include "report/table.h"

#include <gtest/gtest.h>

#include <array>

#include "support/records.h"

namespace papert::report {
namespace {

constexpr std::array<suite::MetricInfo, 2> kMetrics{{{"hit", "hits"}, {"none", "never defined"}}};

analysis::RunSummary summary() {
  analysis::SummaryBuilder builder(kMetrics, {});
  builder.add(test::record("a", "", 0, {{"tier", "low"}}, suite::Verdict::kRight, {{"hit", 1}},
                           Json::object()));
  builder.add(test::record("b", "", 0, {{"tier", "low"}}, suite::Verdict::kInvalid, {{"hit", 0}},
                           {{"error", "syntax_error"}}));
  builder.add_missing("c");
  analysis::RunSummary summary;
  summary.model = "m/1";
  summary.figures = builder.finish();
  return summary;
}

TEST(TextTable, AlignsTextLeftAndFiguresRight) {
  TextTable table({"name", "n", "what"});
  table.add_row({"±", "1,234", "long text"});
  table.add_row({"abc", "-", "x"});
  EXPECT_EQ(table.to_string({}),
            "name      n  what\n"
            "±     1,234  long text\n"
            "abc       -  x\n");
}

TEST(SummaryTable, ShowsFiguresGroupsVerdictsErrorsAndWhatIsMissing) {
  const std::string text = summary_table(summary());
  EXPECT_NE(text.find("hits    0.5000    0.5000  [0.0945, 0.9055]  2"), std::string::npos) << text;
  EXPECT_EQ(text.find("never defined"), std::string::npos) << "no row has it\n" << text;
  EXPECT_NE(text.find("low   0.5000"), std::string::npos) << text;
  EXPECT_NE(text.find("verdicts: right 1, invalid 1\n"), std::string::npos) << text;
  EXPECT_NE(text.find("errors: syntax_error 1\n"), std::string::npos) << text;
  EXPECT_NE(text.find("missing: 1 task has no sample yet"), std::string::npos) << text;
}

TEST(SummaryTable, SaysThatARunIsNotComplete) {
  analysis::RunSummary cut = summary();
  EXPECT_EQ(summary_table(cut).find('*'), std::string::npos);
  cut.progress = {795, 6000};
  const std::string text = summary_table(cut);
  EXPECT_EQ(text.find("* not complete, 795 of 6,000 samples (13 %) are done"), 0U) << text;
  EXPECT_NE(text.find("value *"), std::string::npos) << "a mark on the table\n" << text;
}

TEST(SummaryTable, ShowsPassAtKOnceThereAreEpochs) {
  EXPECT_EQ(summary_table(summary()).find("pass@"), std::string::npos);
  analysis::SummaryBuilder builder(kMetrics, {});
  for (const char* id : {"a", "b"}) {
    for (int epoch = 0; epoch < 3; ++epoch) {
      const bool right = epoch == 1;
      builder.add(test::record(id, "", epoch, {{"tier", "low"}},
                               right ? suite::Verdict::kRight : suite::Verdict::kWrong,
                               {{"hit", right ? 1 : 0}}, Json::object()));
    }
  }
  builder.add(test::record("c", "", 0, {{"tier", "low"}}, suite::Verdict::kWrong, {{"hit", 0}},
                           Json::object()));
  analysis::RunSummary sampled;
  sampled.figures = builder.finish();
  const std::string text = summary_table(sampled);
  EXPECT_NE(text.find("pass@3  1.0000    0.0000  [0.3424, 1.0000]  2\n"), std::string::npos)
      << text;
  EXPECT_NE(text.find("pass^3  0.0000    0.0000  [0.0000, 0.6576]  2\n"), std::string::npos)
      << text;
  EXPECT_NE(text.find("tasks with fewer than k scored samples: k = 3 1\n"), std::string::npos)
      << text;
  EXPECT_NE(text.find("tier    hits  pass@3  pass^3  n\n"), std::string::npos) << text;
}

}  // namespace
}  // namespace papert::report
