#include <gtest/gtest.h>

#include <fstream>
#include <map>

#include "base/file.h"
#include "datagen/forecast.h"
#include "datagen/stage_file.h"
#include "datagen/turtle/drawer.h"
#include "datagen/turtle/ink.h"
#include "datagen/turtle/plan.h"
#include "datagen/turtle/round.h"
#include "support/temp_folder.h"

namespace papert::datagen {
namespace {

TEST(RoundPlan, HasEveryCandidateOnceInTheOrderOfKeys) {
  const RoundPlan plan(3, 5, 4, 1000);
  ASSERT_EQ(plan.size(), 20U);
  EXPECT_FALSE(plan.cut());
  EXPECT_EQ(plan.at(0).text(), "3-000000-00");
  EXPECT_EQ(plan.at(19).text(), "3-000004-03");
  for (std::size_t i = 1; i < plan.size(); ++i) EXPECT_LT(plan.at(i - 1), plan.at(i));
}

TEST(RoundPlan, ACutLeavesEachParentAboutEquallyMany) {
  const RoundPlan plan(1, 7, 16, 31);
  ASSERT_EQ(plan.size(), 31U);
  EXPECT_TRUE(plan.cut());
  std::map<std::uint32_t, std::size_t> counts;
  for (std::size_t i = 0; i < plan.size(); ++i) {
    ++counts[plan.at(i).parent];
    EXPECT_TRUE(i == 0 || plan.at(i - 1) < plan.at(i));
  }
  ASSERT_EQ(counts.size(), 7U);
  for (const auto& [parent, count] : counts) {
    EXPECT_GE(count, 4U) << parent;
    EXPECT_LE(count, 5U) << parent;
  }
  EXPECT_EQ(RoundPlan(1, 7, 16, 3).at(2).text(), "1-000002-00");
}

TEST(CandidateKey, IsReadAsItIsWritten) {
  const CandidateKey key{2, 123456, 15};
  const auto read = candidate_key(key.text());
  ASSERT_TRUE(read);
  EXPECT_EQ(*read, key);
  EXPECT_FALSE(candidate_key("2-12"));
  EXPECT_FALSE(candidate_key("2-x-1"));
  EXPECT_TRUE(candidate_key("65535-4294967295-65535"));
  EXPECT_FALSE(candidate_key("65536-1-1"));
  EXPECT_FALSE(candidate_key("1-4294967296-1"));
  EXPECT_FALSE(candidate_key("1-1-65536"));
}

TEST(CandidateKey, IsOrderedByRoundThenParentThenNumber) {
  EXPECT_LT((CandidateKey{1, 9, 9}), (CandidateKey{2, 0, 0}));
  EXPECT_LT((CandidateKey{1, 1, 9}), (CandidateKey{1, 2, 0}));
  EXPECT_LT((CandidateKey{1, 1, 1}), (CandidateKey{1, 1, 2}));
}

// What is held of each of a million candidates, in bytes; what lies in files is not.
TEST(Memory, OfACandidateIsSmall) {
  EXPECT_LE(sizeof(CandidateKey), 8U);
  EXPECT_LE(sizeof(LinePlace), 8U);
  EXPECT_LE(sizeof(InkMark), 8U);
  EXPECT_LE(sizeof(Elite), 40U);
  EXPECT_LE(sizeof(CandidateFacts), 40U);
  EXPECT_LE(sizeof(Survivor), 16U);
}

TEST(LinePlace, IsAsFarBackAsAFileMayReach) {
  const auto last = LinePlace::at(LinePlace::kMaxOffset, LinePlace::kMaxSize, "file");
  ASSERT_TRUE(last);
  EXPECT_EQ(last->offset, LinePlace::kMaxOffset);
  EXPECT_EQ(last->size, LinePlace::kMaxSize);
  EXPECT_FALSE(LinePlace::at(LinePlace::kMaxOffset + 1, 1, "file"));
  EXPECT_FALSE(LinePlace::at(0, LinePlace::kMaxSize + 1, "file"));
}

TEST(DrawingPlaces, AreFoundHoweverManyThereAre) {
  DrawingPlaces places;
  const auto place_of = [](std::uint64_t i) {
    DrawingPlaces::Place place;
    place.offset = i & 0xFFFFFFU;
    return place;
  };
  constexpr std::uint64_t kMany = 40'000;
  for (std::uint64_t i = 0; i < kMany; ++i) places.add(i * 0x9E3779B97F4A7C15U, place_of(i));
  places.add(0, place_of(7));  // the first stays
  for (std::uint64_t i = 0; i < kMany; ++i) {
    const auto found = places.find(i * 0x9E3779B97F4A7C15U);
    ASSERT_TRUE(found) << i;
    EXPECT_EQ(found->offset, i);
  }
  EXPECT_FALSE(places.find(12345));
}

TEST(CandidateRandom, DependsOnAllOfTheCandidateAndOnNothingElse) {
  const auto first = [](std::int64_t seed, std::uint32_t round, const char* parent,
                        std::uint32_t number) {
    return candidate_random(seed, round, parent, number).getrandbits(64);
  };
  EXPECT_EQ(first(7, 1, "ab", 3), first(7, 1, "ab", 3));
  EXPECT_NE(first(7, 1, "ab", 3), first(8, 1, "ab", 3));
  EXPECT_NE(first(7, 1, "ab", 3), first(7, 2, "ab", 3));
  EXPECT_NE(first(7, 1, "ab", 3), first(7, 1, "ac", 3));
  EXPECT_NE(first(7, 1, "ab", 3), first(7, 1, "ab", 4));
}

TEST(Presets, AreThePublishedSettings) {
  const auto train = preset_settings("train");
  ASSERT_TRUE(train);
  EXPECT_EQ(train->rounds, 5U);
  EXPECT_EQ(train->pairs, 16U);
  EXPECT_EQ(train->keep, 0.7);
  EXPECT_TRUE(train->labels);
  const auto syn = preset_settings("syn");
  ASSERT_TRUE(syn);
  EXPECT_EQ(syn->rounds, 3U);
  EXPECT_EQ(syn->keep, 0.3);
  EXPECT_FALSE(syn->labels);
  EXPECT_FALSE(preset_settings("large"));
}

// 738,126 programs came of ten seeds; 1.40 million mutations and 1.18 million scores.
TEST(Forecast, GivesThePublishedFigures) {
  const Forecast published = forecast({});
  ASSERT_EQ(published.rounds.size(), 5U);
  EXPECT_NEAR(published.tasks, 738'126, 7'381);
  EXPECT_NEAR(published.candidates, 1.40e6, 0.005e6);
  EXPECT_NEAR(published.scored, 1.18e6, 0.005e6);
  EXPECT_EQ(published.labels, published.tasks);
}

TEST(Forecast, ACutRoundAddsEarlierGenerations) {
  ForecastInput input;
  input.max_candidates = 1000;
  const Forecast cut = forecast(input);
  EXPECT_EQ(cut.candidates, 1000);
  ASSERT_EQ(cut.rounds.size(), 2U);
  EXPECT_NEAR(cut.tasks, (160 + 840) * 0.84 * 0.7, 1e-6);
  input.max_candidates = 0;
  input.target = 5000;
  EXPECT_EQ(forecast(input).rounds.size(), 3U);
  EXPECT_EQ(forecast(input).tasks, 5000);
}

TEST(StageFile, GoesOnBehindTheLastWholeLine) {
  const test::TempFolder folder;
  const auto path = folder.path() / "lines.jsonl";
  const auto ignore = [](const JsonView&, const LinePlace&) -> Result<void> { return {}; };
  {
    auto file = StageFile::open(path, ignore);
    ASSERT_TRUE(file);
    ASSERT_TRUE(file->append(R"({"key":"a","code":"one"})"));
    ASSERT_TRUE(file->append(R"({"key":"b","code":"two"})"));
    ASSERT_TRUE(file->finish());
  }
  std::ofstream(path, std::ios::app) << R"({"key":"c","co)";
  std::vector<std::string> keys;
  auto file = StageFile::open(path, [&](const JsonView& line, const LinePlace&) -> Result<void> {
    keys.push_back(line["key"].string());
    return {};
  });
  ASSERT_TRUE(file);
  EXPECT_EQ(keys, (std::vector<std::string>{"a", "b"}));
  const auto place = file->append(R"({"key":"c","code":"three","steps":7})");
  ASSERT_TRUE(place);
  EXPECT_EQ(*read_file(path),
            "{\"key\":\"a\",\"code\":\"one\"}\n{\"key\":\"b\",\"code\":\"two\"}\n"
            "{\"key\":\"c\",\"code\":\"three\",\"steps\":7}\n");
  const auto source = LineSource::open(path);
  ASSERT_TRUE(source);
  EXPECT_EQ(*source->field(*place, "code"), "three");
  EXPECT_EQ(*source->number(*place, "steps"), 7U);
  EXPECT_FALSE(source->field(*place, "steps"));
  EXPECT_FALSE(source->number(*place, "code"));
}

TEST(StageFile, NamesALineThatIsNotAnObject) {
  const test::TempFolder folder;
  const auto path = folder.path() / "lines.jsonl";
  std::ofstream(path) << "{\"key\":1}\n[]\n";
  const auto read =
      for_each_line(path, [](const JsonView&, const LinePlace&) -> Result<void> { return {}; });
  ASSERT_FALSE(read);
  EXPECT_NE(read.error().where.find("lines.jsonl:2"), std::string::npos);
}

}  // namespace
}  // namespace papert::datagen
