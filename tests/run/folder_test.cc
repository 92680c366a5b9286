#include "run/folder.h"

#include <gtest/gtest.h>

#include "support/process.h"

namespace papert::run {
namespace {

RunConfig config() {
  RunConfig config;
  config.suite = "shapecode";
  config.data = {.seed = 7, .count = 3};
  config.data_hash = "abc";
  config.model = "baseline/oracle";
  config.prompt_name = "default";
  config.prompt_text = "Draw.";
  return config;
}

TEST(RunConfig, IdentityIsSuiteDataModelAndPrompt) {
  const std::string id = config().id();
  RunConfig same = config();
  same.limit = "5";
  same.epochs = 9;
  same.data.count = 100;
  EXPECT_EQ(same.id(), id);
  for (int field = 0; field < 4; ++field) {
    RunConfig other = config();
    (field == 0   ? other.suite
     : field == 1 ? other.data_hash
     : field == 2 ? other.model
                  : other.prompt_text) += "x";
    EXPECT_NE(other.id(), id) << field;
  }
}

TEST(RunConfig, RoundTrips) {
  RunConfig before = config();
  before.data.tiers = {"easy"};
  const auto after = RunConfig::from_json(before.to_json(), "run.json");
  ASSERT_TRUE(after) << after.error().to_string();
  EXPECT_EQ(dump_json(after->to_json()), dump_json(before.to_json()));
  EXPECT_FALSE(RunConfig::from_json(Json::array(), "run.json"));
  EXPECT_FALSE(RunConfig::from_json(Json{{"suite", 3}}, "run.json"));
}

TEST(RunFolder, TheSameRunIsFoundAgain) {
  const test::TempFolder log_dir;
  std::filesystem::path first;
  {
    const auto folder = RunFolder::open_or_create(log_dir.path(), config(), "20260101T000000");
    ASSERT_TRUE(folder) << folder.error().to_string();
    first = folder->path();
    EXPECT_FALSE(folder->resumed());
    test::spit(samples_path(first), "");
  }
  const auto folder = RunFolder::open_or_create(log_dir.path(), config(), "20270101T000000");
  ASSERT_TRUE(folder);
  EXPECT_EQ(folder->path(), first);
  EXPECT_TRUE(folder->resumed());
  EXPECT_EQ(read_config(first)->model, "baseline/oracle");
  EXPECT_EQ(list_runs(log_dir.path()), std::vector{first});
  EXPECT_EQ(*find_run(first.filename().string(), log_dir.path()), first);
  EXPECT_EQ(find_run("nothing", log_dir.path()).error().code, ErrorCode::kUsage);
}

TEST(RunFolder, ANarrowerRepetitionDoesNotForgetTheRest) {
  const test::TempFolder log_dir;
  RunConfig wide = config();
  wide.epochs = 5;
  wide.data.tiers = {"easy"};
  RunConfig narrow = config();
  narrow.data.count = 1;
  narrow.data.tiers = {"hard"};
  ASSERT_TRUE(RunFolder::open_or_create(log_dir.path(), wide, "20260101T000000"));
  const auto folder = RunFolder::open_or_create(log_dir.path(), narrow, "20260101T000000");
  ASSERT_TRUE(folder);
  const auto kept = read_config(folder->path());
  EXPECT_EQ(kept->epochs, 5);
  EXPECT_EQ(kept->data.count, 3);
  EXPECT_EQ(kept->data.tiers, (std::vector<std::string>{"hard", "easy"}));
}

TEST(RunFolder, OneWriterAtATime) {
  const test::TempFolder log_dir;
  const auto holder = RunFolder::open_or_create(log_dir.path(), config(), "20260101T000000");
  ASSERT_TRUE(holder);
  const auto second = RunFolder::open_or_create(log_dir.path(), config(), "20260101T000001");
  ASSERT_FALSE(second);
  EXPECT_NE(second.error().message.find("another process"), std::string::npos);
  EXPECT_EQ(read_config(holder->path())->model, "baseline/oracle") << "still intact";
}

}  // namespace
}  // namespace papert::run
