#include "report/table.h"

#include <gtest/gtest.h>

#include <array>

#include "suite/summary.h"

namespace papert::report {
namespace {

constexpr std::array<suite::MetricInfo, 2> kMetrics{{{"hit", "hits"}, {"none", "never defined"}}};

Json summary() {
  suite::SummaryBuilder builder(kMetrics, {});
  builder.add("a", 0, {{"tier", "low"}}, suite::Verdict::kRight, {{"hit", 1}}, Json::object());
  builder.add("b", 0, {{"tier", "low"}}, suite::Verdict::kInvalid, {{"hit", 0}},
              {{"error", "syntax_error"}});
  builder.add_missing("c");
  Json json = builder.finish();
  json["model"] = "m/1";
  return json;
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
  EXPECT_NE(text.find("hits           0.5000    0.5000  [0.0000, 1.0000]  2"), std::string::npos)
      << text;
  EXPECT_NE(text.find("never defined       -"), std::string::npos) << text;
  EXPECT_NE(text.find("low   0.5000"), std::string::npos) << text;
  EXPECT_NE(text.find("verdicts: right 1, invalid 1\n"), std::string::npos) << text;
  EXPECT_NE(text.find("errors: syntax_error 1\n"), std::string::npos) << text;
  EXPECT_NE(text.find("missing: 1 tasks"), std::string::npos) << text;
}

TEST(ComparisonTable, OneRowPerRun) {
  const std::string text = comparison_table({summary(), summary()});
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 3);
  EXPECT_NE(text.find("m/1"), std::string::npos);
  EXPECT_EQ(comparison_table({}), "");
}

}  // namespace
}  // namespace papert::report
