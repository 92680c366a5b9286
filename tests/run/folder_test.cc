#include "run/folder.h"

#include <gtest/gtest.h>

#include "run/plan.h"
#include "suite/registry.h"
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

// A mode that a suite got later, and one whose values became modes of their own.
TEST(RunConfig, RunsOfBeforeAModeKeepTheirIdentity) {
  const auto id = [](const suite::Modes& modes) {
    RunConfig chosen = config();
    chosen.suite = "turtlebench";
    chosen.modes = modes;
    return chosen.id();
  };
  EXPECT_EQ(id({{"prompting", "cot"}, {"shots", "0"}, {"library", "turtle"}}),
            id({{"prompting", "cot"}}));
  EXPECT_EQ(id({{"prompting", "basic"}, {"shots", "0"}, {"library", "rabbit"}}),
            id({{"prompting", "rabbit"}}));
  EXPECT_EQ(id({{"prompting", "basic"}, {"shots", "4"}, {"library", "turtle"}}),
            id({{"prompting", "few-shot"}}));
  EXPECT_NE(id({{"prompting", "basic"}, {"shots", "4"}, {"library", "rabbit"}}),
            id({{"prompting", "rabbit"}}));
  EXPECT_NE(id({{"prompting", "basic"}, {"library", "matplotlib"}}), id({{"prompting", "basic"}}));
}

TEST(RunConfig, ServerLabelAndSystemMessageArePartOfIt) {
  const std::string id = config().id();
  std::string RunConfig::* const fields[]{&RunConfig::address, &RunConfig::judge_address,
                                          &RunConfig::label, &RunConfig::system_text};
  for (std::string RunConfig::* field : fields) {
    RunConfig other = config();
    other.*field = "x";
    EXPECT_NE(other.id(), id);
    const std::string one = other.id();
    other.*field = "y";
    EXPECT_NE(other.id(), one);
  }
  RunConfig elsewhere = config();
  elsewhere.system_name = "another/file.txt";
  elsewhere.planned = 9;
  elsewhere.started = "2026-01-01T00:00:00Z";
  EXPECT_EQ(elsewhere.id(), id);
}

TEST(RunConfig, ALaterFormatIsRefused) {
  Json json = config().to_json();
  EXPECT_EQ(json["format"], 1);
  json["format"] = 2;
  const auto later = RunConfig::from_json(json, "run.json");
  ASSERT_FALSE(later);
  EXPECT_NE(later.error().message.find("format 2"), std::string::npos);
}

TEST(RunConfig, TheShortNameTellsRunsApart) {
  const auto xlogo = suite::find_suite("xlogo").value();
  RunConfig named = config();
  named.modes = suite::resolve_modes(*xlogo, {}).value();
  EXPECT_EQ(short_name(named, *xlogo), "baseline/oracle");
  named.label = "step 400";
  named.modes["form"] = "picture";
  EXPECT_EQ(short_name(named, *xlogo), "baseline/oracle [step 400] form=picture");
}

TEST(RunConfig, RoundTrips) {
  RunConfig before = config();
  before.data.tiers = {"easy"};
  before.address = "http://127.0.0.1:8000/v1";
  before.label = "step 400";
  before.system_name = "system.txt";
  before.system_text = "Be brief.";
  before.planned = 9;
  before.started = "2026-01-01T00:00:00Z";
  before.ended = "2026-01-01T00:01:00Z";
  before.machine = this_machine();
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
    test::spit(samples_path(first), "");
  }
  const auto folder = RunFolder::open_or_create(log_dir.path(), config(), "20270101T000000");
  ASSERT_TRUE(folder);
  EXPECT_EQ(folder->path(), first);
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

TEST(RunFolder, ASmallerLimitDoesNotShrinkTheRun) {
  const test::TempFolder log_dir;
  RunConfig wide = config();
  wide.limit = "18";
  RunConfig narrow = config();
  narrow.limit = "2";
  ASSERT_TRUE(RunFolder::open_or_create(log_dir.path(), wide, "20260101T000000"));
  const auto folder = RunFolder::open_or_create(log_dir.path(), narrow, "20260101T000000");
  EXPECT_EQ(read_config(folder->path())->limit, "18");
}

TEST(RunFolder, AnotherServerIsAnotherRun) {
  const test::TempFolder log_dir;
  RunConfig one = config();
  one.address = "http://127.0.0.1:1/v1";
  RunConfig two = config();
  two.address = "http://127.0.0.1:2/v1";
  const auto first = RunFolder::open_or_create(log_dir.path(), one, "20260101T000000");
  const auto second = RunFolder::open_or_create(log_dir.path(), two, "20260101T000000");
  ASSERT_TRUE(first && second);
  EXPECT_NE(first->path(), second->path());
  EXPECT_EQ(read_config(first->path())->address, one.address);
}

TEST(RunFolder, ARunWithoutAnAddressBelongsToTheFirstServerThatContinuesIt) {
  const test::TempFolder log_dir;
  RunConfig with = config();
  with.address = "http://127.0.0.1:1/v1";
  std::filesystem::path old;
  {
    const auto folder = RunFolder::open_or_create(log_dir.path(), config(), "20260101T000000");
    old = folder->path();
    Json json = parse_json(test::slurp(old / "run.json")).value();
    for (const char* key : {"format", "address", "label", "planned", "started", "ended"}) {
      json.erase(key);
    }
    test::spit(old / "run.json", dump_json(json));
  }
  for (int i = 0; i < 2; ++i) {
    const auto folder = RunFolder::open_or_create(log_dir.path(), with, "20270101T000000");
    ASSERT_TRUE(folder) << folder.error().to_string();
    EXPECT_EQ(folder->path(), old);
  }
  with.address = "http://127.0.0.1:2/v1";
  EXPECT_NE(RunFolder::open_or_create(log_dir.path(), with, "20270101T000000")->path(), old);
}

TEST(RunFolder, WhatAKilledProcessLeftUnfinishedIsRemoved) {
  const test::TempFolder log_dir;
  const auto path = RunFolder::open_or_create(log_dir.path(), config(), "20260101T000000")->path();
  test::spit(path / "images/ab/.abcd.png.123.0.tmp", "torn");
  test::spit(path / ".run.json.123.0.tmp", "torn");
  test::spit(path / "images/ab/abcd.png", "whole");
  ASSERT_TRUE(RunFolder::open_or_create(log_dir.path(), config(), "20260101T000000"));
  EXPECT_FALSE(std::filesystem::exists(path / "images/ab/.abcd.png.123.0.tmp"));
  EXPECT_FALSE(std::filesystem::exists(path / ".run.json.123.0.tmp"));
  EXPECT_TRUE(std::filesystem::exists(path / "images/ab/abcd.png"));
}

TEST(RunFolder, AFailedStartLeavesNothingAndAnOlderRunStays) {
  const test::TempFolder log_dir;
  std::filesystem::path path;
  {
    auto folder = RunFolder::open_or_create(log_dir.path(), config(), "20260101T000000");
    path = folder->path();
    test::spit(samples_path(path), "");
    folder->discard_if_empty();
    EXPECT_FALSE(std::filesystem::exists(path));
  }
  ASSERT_TRUE(RunFolder::open_or_create(log_dir.path(), config(), "20260101T000000"));
  auto again = RunFolder::open_or_create(log_dir.path(), config(), "20260101T000000");
  again->discard_if_empty();
  EXPECT_TRUE(std::filesystem::exists(path)) << "this object did not make it";
}

TEST(RunFolder, PicturesOfEarlierVersionsAreFound) {
  const test::TempFolder folder;
  EXPECT_EQ(picture_path(folder.path(), "abcd"), folder / "images/ab/abcd.png");
  test::spit(folder / "images/abcd.png", "flat");
  EXPECT_EQ(picture_path(folder.path(), "abcd"), folder / "images/abcd.png");
  test::spit(folder / "images/ab/abcd.png", "new");
  EXPECT_EQ(picture_path(folder.path(), "abcd"), folder / "images/ab/abcd.png");
}

/// Plans over minted tasks, with a log in which some are done.
class PlanTest : public testing::Test {
 protected:
  /// What run.json says is planned, after asking for `limit` in `epochs`; the first `logged` of
  /// these samples then come to be in the log.
  std::int64_t ask(const std::string& limit, std::int64_t epochs, std::size_t logged) {
    RunConfig config;
    config.suite = "shapecode";
    config.data = {.seed = 1, .count = 4};
    config.data_hash = tasks_->data_hash();
    config.limit = limit;
    config.epochs = epochs;
    auto folder = RunFolder::open_or_create(log_dir_.path(), config, "20260101T000000");
    EXPECT_TRUE(folder);
    const auto chosen = Limit::parse(limit)->pick(seeded_order(*tasks_, *suite_));
    const auto ledger = Ledger::open(*tasks_, folder->path());
    EXPECT_TRUE(folder->plan(*ledger, chosen));
    std::string text = test::slurp(samples_path(folder->path()));
    for (std::size_t i = 0; i < logged; ++i) {
      const Json line{{"id", tasks_->task(chosen[i / static_cast<std::size_t>(epochs)]).id},
                      {"epoch", i % static_cast<std::size_t>(epochs)},
                      {"verdict", "wrong"},
                      {"tags", Json::object()},
                      {"metrics", Json::object()},
                      {"detail", Json::object()}};
      text += dump_json(line) + "\n";
    }
    test::spit(samples_path(folder->path()), text);
    return read_config(folder->path())->planned;
  }

  test::TempFolder log_dir_;
  std::unique_ptr<suite::Suite> suite_ = std::move(*suite::find_suite("shapecode"));
  std::unique_ptr<suite::TaskSet> tasks_ = std::move(*suite_->mint({.seed = 1, .count = 4}));
};

TEST_F(PlanTest, RaisingAsksForMoreAndShrinkingForNoLess) {
  EXPECT_EQ(ask("4", 1, 2), 4);
  EXPECT_EQ(ask("4", 1, 0), 4) << "the same again";
  EXPECT_EQ(ask("6", 1, 6), 6);
  EXPECT_EQ(ask("3", 1, 0), 6);
  EXPECT_EQ(ask("", 2, 24), 24);
  EXPECT_EQ(ask("2", 1, 0), 24);
}

TEST_F(PlanTest, PartsAddUp) {
  EXPECT_EQ(ask("4", 1, 4), 4);
  EXPECT_EQ(ask("5-8", 1, 4), 8) << "another part";
  EXPECT_EQ(ask("2", 3, 6), 12) << "two tasks of it more often";
  EXPECT_EQ(ask("3", 3, 9), 14);
}

TEST_F(PlanTest, APartThatWasCutStaysPlanned) {
  EXPECT_EQ(ask("8", 1, 3), 8);
  EXPECT_EQ(ask("2", 1, 0), 8);
  EXPECT_EQ(ask("9-10", 1, 2), 10);
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
