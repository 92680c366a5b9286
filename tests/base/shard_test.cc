#include "base/shard.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

namespace papert {
namespace {

using testing::HasSubstr;

Shard::LookUp variables(std::map<std::string, std::string> values) {
  return [values = std::move(values)](const std::string& name) {
    const auto found = values.find(name);
    return found == values.end() ? std::string() : found->second;
  };
}

TEST(Shard, IsReadAsItIsWritten) {
  const auto shard = Shard::parse("3/16", variables({}));
  ASSERT_TRUE(shard);
  EXPECT_EQ(*shard, (Shard{3, 16}));
  EXPECT_EQ(shard->text(), "3/16");
  EXPECT_EQ(shard->suffix(), ".s003of016");
  EXPECT_EQ((Shard{12, 12345}.suffix()), ".s00012of12345");
  EXPECT_EQ(Shard{}.suffix(), "");
  EXPECT_EQ(*Shard::from_json(shard->to_json(), "here"), *shard);
}

TEST(Shard, WhatIsNoneIsRefused) {
  for (const char* text : {"", "3", "3/", "/3", "3/3", "-1/3", "a/b", "0/0", "1/2/3", " 1/3",
                           "1/3 ", "0/1000001", "99999999999999999999/3"}) {
    const auto shard = Shard::parse(text, variables({}));
    ASSERT_FALSE(shard) << text;
    EXPECT_EQ(shard.error().code, ErrorCode::kUsage) << text;
  }
  for (const char* text :
       {"[]", "{}", R"({"index": 3, "count": 3})", R"({"index": "0", "count": 1})"}) {
    EXPECT_FALSE(Shard::from_json(*parse_json(text), "here")) << text;
  }
}

TEST(Shard, IsTheTasksPlaceInASlurmArray) {
  const auto at = [](const char* id, const char* first, const char* count, const char* step) {
    return Shard::parse("auto", variables({{"SLURM_ARRAY_TASK_ID", id},
                                           {"SLURM_ARRAY_TASK_MIN", first},
                                           {"SLURM_ARRAY_TASK_COUNT", count},
                                           {"SLURM_ARRAY_TASK_STEP", step},
                                           {"PAPERT_SHARD", "0/2"}}));
  };
  EXPECT_EQ(*at("5", "0", "8", "1"), (Shard{5, 8}));
  EXPECT_EQ(*at("5", "1", "8", ""), (Shard{4, 8})) << "arrays may begin with any number";
  EXPECT_EQ(*at("6", "0", "4", "2"), (Shard{3, 4})) << "and go by steps";
  EXPECT_FALSE(at("7", "0", "4", "2"));
  EXPECT_FALSE(at("17", "1", "3", "1")) << "1,5,17";
  EXPECT_FALSE(at("x", "0", "8", "1"));
  EXPECT_FALSE(at("0", "1", "8", "1"));
  EXPECT_EQ(*Shard::parse("auto", variables({{"PAPERT_SHARD", "0/2"}})), (Shard{0, 2}));
  const auto none = Shard::parse("auto", variables({}));
  ASSERT_FALSE(none);
  EXPECT_THAT(none.error().message, HasSubstr("PAPERT_SHARD"));
  EXPECT_FALSE(Shard::parse("auto", variables({{"PAPERT_SHARD", "auto"}})));
}

TEST(Shard, NamesEndWithIt) {
  EXPECT_EQ(Shard::of_name("a.jsonl.s003of016"), (Shard{3, 16}));
  EXPECT_EQ(Shard::of_name("run.s000of002"), (Shard{0, 2}));
  for (const char* name : {"", "run", ".s", "run.s3of16", "run.s016of016", "run.s003of016.tmp",
                           "run.s-01of016", "run.s003of0016", "run.s000of001"}) {
    EXPECT_FALSE(Shard::of_name(name)) << name;
  }
  EXPECT_EQ((Shard{1, 2}.part_of("a/fresh")), "a/fresh.s001of002");
  EXPECT_EQ((Shard{1, 2}.part_of("a/fresh/")), "a/fresh.s001of002");
  EXPECT_EQ(Shard{}.part_of("fresh"), "fresh");
}

TEST(Shard, EveryNameAndNumberHasOneOwner) {
  for (const std::int64_t count : {1, 2, 7, 16}) {
    std::vector<int> sizes(static_cast<std::size_t>(count));
    for (std::int64_t i = -500; i < 500; ++i) {
      int owners = 0;
      int number_owners = 0;
      for (std::int64_t index = 0; index < count; ++index) {
        const Shard shard{index, count};
        const bool owns = shard.owns("task-" + std::to_string(i) + "-hard");
        owners += owns ? 1 : 0;
        sizes[static_cast<std::size_t>(index)] += owns ? 1 : 0;
        number_owners += shard.owns_number(i) ? 1 : 0;
      }
      EXPECT_EQ(owners, 1);
      EXPECT_EQ(number_owners, 1) << i;
    }
    for (const int size : sizes) EXPECT_NEAR(size, 1000.0 / static_cast<double>(count), 70);
  }
}

// What is on other machines already depends on it.
TEST(Shard, TheLotNeverChanges) {
  EXPECT_EQ(lot_of(""), 0xe3b0c44298fc1c14U);
  EXPECT_EQ(lot_of("abc"), 0xba7816bf8f01cfeaU);
}

}  // namespace
}  // namespace papert
