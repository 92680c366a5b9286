// A suite with nothing but what every suite must have, and how the registry deals with it.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "suite/registry.h"

namespace papert::suite {
namespace {

using testing::HasSubstr;

class PlainSuite final : public Suite, public Recogniser {
 public:
  [[nodiscard]] const SuiteInfo& info() const override { return info_; }
  [[nodiscard]] std::string_view default_prompt(const Modes&) const override { return "?"; }
  [[nodiscard]] Result<std::unique_ptr<TaskSet>> load(const std::filesystem::path&,
                                                      const LoadOptions&) const override {
    return fail(ErrorCode::kUsage, "there is nothing to load");
  }
  [[nodiscard]] const Recogniser* recogniser() const override { return this; }
  [[nodiscard]] Belonging data(const std::filesystem::path& path) const override {
    return path.extension() == ".csv" ? Belonging::kName : Belonging::kNone;
  }

 private:
  SuiteInfo info_{.name = "plain", .title = "nothing"};
};

std::unique_ptr<Suite> make_plain() { return std::make_unique<PlainSuite>(); }

const Registration kRegistered(make_plain);

TEST(Capabilities, WhatASuiteCannotDoItSays) {
  const PlainSuite suite;
  EXPECT_EQ(suite.mint({}).error().message, "plain cannot be minted");
  EXPECT_EQ(suite.mint_to("x", {}, {}).error().message, "plain cannot be minted");
  EXPECT_THAT(suite.check("x", 1).error().message, HasSubstr("plain cannot be checked"));
  EXPECT_EQ(suite.perturb_to("x", "y", {}).error().message, "suite plain has no perturbations");
  EXPECT_EQ(suite.painter(), nullptr);
  EXPECT_TRUE(suite.tiers().empty());
  EXPECT_EQ(resolve_modes(suite, {{"form", "x"}}).error().message,
            "suite plain has no mode 'form': it has none");
}

TEST(Registry, ARegisteredSuiteIsFoundBehindTheBuiltInOnes) {
  EXPECT_EQ(all_suites().back()->name(), "plain");
  EXPECT_EQ(all_suites().size(), 6U);
  ASSERT_TRUE(find_suite("plain"));
  EXPECT_THAT(find_suite("plian").error().message, HasSubstr("did you mean 'plain'?"));
}

TEST(Registry, TheSurestSuiteGetsAPath) {
  const auto by_name = suite_of_data("table.csv");  // sgp goes by what stands in it
  ASSERT_NE(by_name, nullptr);
  EXPECT_EQ(by_name->name(), "plain");
  EXPECT_EQ(suite_of_data("no-such-folder"), nullptr);
  EXPECT_EQ(suite_of_program("x.py")->name(), "turtlebench");
  EXPECT_EQ(suite_of_program("x.svg")->name(), "sgp");
  EXPECT_EQ(suite_of_program("x.anything")->name(), "shapecode") << "it takes what nobody wants";
}

}  // namespace
}  // namespace papert::suite
