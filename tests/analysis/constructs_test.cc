#include "analysis/constructs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "suite/suite.h"

namespace papert::analysis {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::vector<std::string> texts(const std::vector<suite::Tag>& tags) {
  std::vector<std::string> list;
  for (const suite::Tag& tag : tags) list.push_back(tag.key + "=" + tag.value);
  return list;
}

TEST(Bins, AreTwiceAsWideEachTime) {
  EXPECT_EQ(bin_of(0), "0");
  EXPECT_EQ(bin_of(2), "2");
  EXPECT_EQ(bin_of(3), "3-4");
  EXPECT_EQ(bin_of(4), "3-4");
  EXPECT_EQ(bin_of(5), "5-8");
  EXPECT_EQ(bin_of(64), "33-64");
  EXPECT_EQ(bin_of(65), "65-128");
}

TEST(ConstructTags, SayHowManyAndWhich) {
  EXPECT_THAT(
      texts(construct_tags(
          {{"svg_element", "path", 3}, {"svg_element", "rect", 2}, {"path_command", "", 0}})),
      ElementsAre("svg_element=path", "svg_element=rect", "path_commands=0", "svg_elements=5-8"));
}

TEST(NaturalKey, OrdersNumbersAtTheStartByTheirValue) {
  std::vector<std::string> values{"17-32", "3-4", "9-16", "2", "other"};
  std::sort(values.begin(), values.end(),
            [](const auto& a, const auto& b) { return natural_key(a) < natural_key(b); });
  EXPECT_THAT(values, ElementsAre("2", "3-4", "9-16", "17-32", "other"));
}

ReportedRun run_with(const std::string& label) {
  ReportedRun run;
  run.config = {{"suite", "xlogo"}, {"model", "m/1"}, {"label", label}};
  return run;
}

TEST(LabelSettings, OfPairsAreSettingsOfTheirOwn) {
  const ReportedRun run = run_with("step=3, rate=0.1");
  EXPECT_EQ(setting_of(run, "step"), "3");
  EXPECT_EQ(setting_of(run, "rate"), "0.1");
  EXPECT_EQ(setting_of(run, "label"), std::nullopt);
}

TEST(LabelSettings, OfOtherFormsStayLabels) {
  for (const char* label : {"early", "step=", "=3", "a=1,b", "model=other", "two words=1"}) {
    const ReportedRun run = run_with(label);
    EXPECT_EQ(setting_of(run, "label"), label);
    EXPECT_EQ(setting_of(run, "model"), "m/1");
  }
}

TEST(LabelSettings, RunsAtDifferentStepsDoNotRepeatEachOther) {
  const ReportedRun first = run_with("step=1");
  const ReportedRun second = run_with("step=2");
  const ReportedRun again = run_with("again");
  const ReportedRun third = run_with("third");
  EXPECT_EQ(configurations({&first, &second}).size(), 2U);
  EXPECT_EQ(configurations({&again, &third}).size(), 1U);
}

TEST(AddConstructTags, SaysThatTheDataCannotBeOpened) {
  ReportedRun run = run_with("");
  run.folder = "no/such/run";
  const auto added = add_construct_tags({&run, 1}, {"xlogo_blocks"});
  ASSERT_FALSE(added);
  EXPECT_THAT(added.error().message, HasSubstr("'xlogo_blocks'"));
  EXPECT_TRUE(add_construct_tags({&run, 1}, {"model"}));
}

}  // namespace
}  // namespace papert::analysis
