// The index of a log: what it counts, that it follows a log that grows, and that a file that does
// not fit is made again.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <random>
#include <tuple>

#include "base/file.h"
#include "base/json.h"
#include "serve/app/sample_index.h"
#include "serve/app/selection.h"
#include "support/temp_folder.h"

namespace papert::serve::app {
namespace {

std::string line(const std::string& id, int epoch, const std::string& verdict, double figure,
                 const Json& tags = Json::object(), const Json& detail = Json::object()) {
  Json json{{"id", id}, {"epoch", epoch}, {"tags", tags}, {"verdict", verdict}};
  json["metrics"]["exact"] = figure;
  json["detail"] = detail;
  json["reply"] = "a reply";
  return dump_json(json) + "\n";
}

class SampleIndexTest : public testing::Test {
 protected:
  void append(const std::string& text) {
    std::ofstream(folder_ / "samples.jsonl", std::ios::app) << text;
  }
  SampleIndex opened() {
    SampleIndex index(folder_.path(), "exact");
    EXPECT_TRUE(index.refresh());
    return index;
  }
  static std::vector<std::string> ids(const SampleIndex& index, const Selection& selection) {
    std::vector<std::string> found;
    for (const std::uint32_t place : selection) {
      found.emplace_back(index.entries()[place].id_beginning());
    }
    return found;
  }
  test::TempFolder folder_;
};

TEST_F(SampleIndexTest, AnAbsentLogIsAnEmptyOne) {
  const SampleIndex index = opened();
  EXPECT_TRUE(index.entries().empty());
  EXPECT_EQ(index.totals().samples, 0);
}

TEST_F(SampleIndexTest, CountsWhatCounts) {
  append(line("a", 0, "right", 1) + line("b", 0, "request_failed", 0) + line("c", 0, "wrong", 0));
  append("not json\n\n" + line("b", 0, "wrong", 0.5) + line("a", 0, "wrong", 0));
  const SampleIndex index = opened();
  EXPECT_EQ(index.totals().samples, 3);
  EXPECT_EQ(index.totals().scored, 3);
  EXPECT_EQ(index.totals().damaged, 1);
  EXPECT_DOUBLE_EQ(index.totals().sum, 1.5);
  EXPECT_EQ(index.find("a", 0)->the_verdict(), suite::Verdict::kRight);
  EXPECT_EQ(index.find("b", 0)->the_verdict(), suite::Verdict::kWrong);
  EXPECT_EQ(index.find("a", 1), nullptr);
}

TEST_F(SampleIndexTest, FollowsALogThatGrows) {
  append(line("a", 0, "right", 1) + R"({"id":"b","epoch":0)");
  SampleIndex index = opened();
  EXPECT_EQ(index.totals().samples, 1);
  append(R"(,"tags":{},"verdict":"wrong","metrics":{},"detail":{}})"
         "\n");
  const auto version = index.version();
  ASSERT_TRUE(index.refresh());
  EXPECT_EQ(index.totals().samples, 2);
  EXPECT_GT(index.version(), version);
  EXPECT_EQ(index.epochs("b").size(), 1U);
}

TEST_F(SampleIndexTest, TheFileSaysTheSame) {
  for (int i = 0; i < 50; ++i) {
    append(line("task " + std::to_string(i), i % 3, i % 2 == 0 ? "right" : "wrong", i % 2,
                {{"tier", i % 2 == 0 ? "easy" : "hard"}}));
  }
  const SampleIndex first = opened();
  ASSERT_TRUE(std::filesystem::exists(folder_ / "samples.idx"));
  append(line("last", 0, "wrong", 0));
  {
    // While the first lives another reads the file and does not write it.
    const SampleIndex other = opened();
    EXPECT_EQ(other.totals().samples, 51);
    const auto bytes = std::filesystem::file_size(folder_ / "samples.idx");
    EXPECT_EQ(bytes, (1 + 2 + 50) * kIndexRecordBytes);
  }
}

TEST_F(SampleIndexTest, AFileThatDoesNotFitIsMadeAgain) {
  append(line("a", 0, "right", 1) + line("b", 0, "right", 1) + line("c", 0, "wrong", 0));
  {
    const SampleIndex index = opened();
  }
  // A line is gone, as when damaged ones are set aside.
  const std::string rest = line("b", 0, "right", 1) + line("c", 0, "wrong", 0);
  std::filesystem::remove(folder_ / "samples.jsonl");
  append(rest);
  {
    const SampleIndex index = opened();
    EXPECT_EQ(index.totals().samples, 2);
    EXPECT_EQ(index.find("a", 0), nullptr);
    ASSERT_NE(index.find("c", 0), nullptr);
    EXPECT_EQ(index.read(*index.find("c", 0), run::Part::kOutcome)->id, "c");
  }
  std::ofstream(folder_ / "samples.idx") << std::string(1000, 'x');
  EXPECT_EQ(opened().totals().samples, 2);
}

TEST_F(SampleIndexTest, AFolderThatCannotBeWrittenIsReadAllTheSame) {
  append(line("a", 0, "right", 1));
  std::filesystem::create_directory(folder_ / "samples.idx");  // nobody can write that
  EXPECT_EQ(opened().totals().samples, 1);
}

TEST_F(SampleIndexTest, FiltersAndSorts) {
  append(line("b", 0, "wrong", 0.25, {{"tier", "easy"}}) +
         line("a", 0, "right", 1, {{"tier", {"easy", "hard"}}}) +
         line("c", 0, "invalid", 0, {{"tier", "hard"}}, {{"error", "bad_name"}}) +
         line("a", 1, "right", 0.5, {{"tier", "hard"}}));
  const SampleIndex index = opened();
  SampleQuery query;
  EXPECT_EQ(ids(index, select_samples(index, query, nullptr)),
            (std::vector<std::string>{"a", "a", "b", "c"}));
  query.tags = {"tier=hard"};
  EXPECT_EQ(select_samples(index, query, nullptr).size(), 3U);
  query.tags = {"tier=hard", "tier=easy"};
  EXPECT_EQ(ids(index, select_samples(index, query, nullptr)), (std::vector<std::string>{"a"}));
  query.tags = {"=bad_name"};
  EXPECT_EQ(ids(index, select_samples(index, query, nullptr)), (std::vector<std::string>{"c"}));
  query.tags = {"tier=none"};
  EXPECT_TRUE(select_samples(index, query, nullptr).empty());
  query.tags.clear();
  query.verdicts = {suite::Verdict::kWrong, suite::Verdict::kInvalid};
  query.order = SampleOrder::kMetric;
  EXPECT_EQ(ids(index, select_samples(index, query, nullptr)),
            (std::vector<std::string>{"c", "b"}));
  query.reverse = true;
  EXPECT_EQ(ids(index, select_samples(index, query, nullptr)),
            (std::vector<std::string>{"b", "c"}));
}

/// The same by comparing everything with everything.
Selection naive(const SampleIndex& index, const SampleQuery& query) {
  Selection all = index.counted();
  const auto& entries = index.entries();
  const auto by_id = [&](std::uint32_t a, std::uint32_t b) {
    const auto key = [](const IndexEntry& e) { return std::tuple(e.id, e.id_hash, e.epoch); };
    return key(entries[a]) < key(entries[b]);
  };
  const bool by_metric = query.order == SampleOrder::kMetric;
  std::sort(all.begin(), all.end(), [&](std::uint32_t a, std::uint32_t b) {
    if (!by_metric) return query.reverse ? by_id(b, a) : by_id(a, b);
    const double x = entries[a].primary;
    const double y = entries[b].primary;
    if (std::isnan(x) != std::isnan(y)) return std::isnan(y);
    if (!std::isnan(x) && x != y) return query.reverse ? y < x : x < y;
    return by_id(a, b);
  });
  return all;
}

TEST_F(SampleIndexTest, ALogThatGrowsStaysInOrder) {
  SampleIndex index(folder_.path(), "exact");
  IdOrder order;
  std::mt19937 random(7);
  const auto one_of = [&](unsigned count) { return static_cast<int>(random() % count); };
  for (int round = 0; round < 40; ++round) {
    std::string text;
    for (int i = one_of(20); i >= 0; --i) {
      const int id = one_of(90);
      const int epoch = one_of(3);
      // Some fail and are tried again, which takes the place of what was there.
      const bool failed = one_of(4) == 0;
      const double figure = one_of(5) == 0 ? std::nan("") : 0.25 * one_of(4);
      text += line("t" + std::to_string(id), epoch, failed ? "request_failed" : "wrong", figure);
    }
    append(text);
    if (round == 30) {  // another log, longer than what was read
      std::filesystem::remove(folder_ / "samples.jsonl");
      for (int id = 0; id < 400; ++id) append(line("u" + std::to_string(id), 0, "right", 1));
    }
    ASSERT_TRUE(index.refresh());
    order.follow(index);
    for (const SampleOrder by : {SampleOrder::kId, SampleOrder::kMetric}) {
      for (const bool reverse : {false, true}) {
        SampleQuery query;
        query.order = by;
        query.reverse = reverse;
        ASSERT_EQ(select_samples(index, query, nullptr, order), naive(index, query)) << round;
      }
    }
    SampleQuery lot;
    lot.order = SampleOrder::kLot;
    Selection there = select_samples(index, lot, nullptr, order);
    lot.reverse = true;
    Selection back = select_samples(index, lot, nullptr, order);
    std::reverse(back.begin(), back.end());
    ASSERT_EQ(there, back);
  }
}

TEST_F(SampleIndexTest, MoreTagsThanBitsAreReadFromTheLog) {
  for (int i = 0; i < 100; ++i) {
    append(line("t" + std::to_string(i), 0, "right", 1, {{"family", "f" + std::to_string(i)}}));
  }
  append(line("long", 0, "right", 1, {{"family", std::string(100, 'x')}}));
  const SampleIndex index = opened();
  SampleQuery query;
  query.tags = {"family=f3"};
  EXPECT_EQ(ids(index, select_samples(index, query, nullptr)), (std::vector<std::string>{"t3"}));
  query.tags = {"family=f97"};
  EXPECT_EQ(ids(index, select_samples(index, query, nullptr)), (std::vector<std::string>{"t97"}));
  query.tags = {"family=" + std::string(100, 'x')};
  EXPECT_EQ(ids(index, select_samples(index, query, nullptr)), (std::vector<std::string>{"long"}));
}

TEST_F(SampleIndexTest, FindsPartsOfLongIds) {
  const std::string id = "a very long name of a task, far beyond what the index holds of it";
  append(line(id, 0, "right", 1) + line("short", 0, "right", 1));
  const SampleIndex index = opened();
  SampleQuery query;
  query.text = "holds of";
  EXPECT_EQ(select_samples(index, query, nullptr).size(), 1U);
  query.text = "hort";
  EXPECT_EQ(select_samples(index, query, nullptr).size(), 1U);
  query.text = "nothing";
  EXPECT_TRUE(select_samples(index, query, nullptr).empty());
}

TEST_F(SampleIndexTest, ACursorGoesOnBehindItsSample) {
  append(line("a", 0, "right", 1) + line("b", 0, "right", 1) + line("b", 1, "wrong", 0));
  const SampleIndex index = opened();
  const Selection all = select_samples(index, {}, nullptr);
  EXPECT_EQ(place_behind("0:b", index, all).value(), 2U);
  EXPECT_EQ(place_behind("0:zz", index, all).error().code, ErrorCode::kNotFound);
  EXPECT_EQ(place_behind("b", index, all).error().code, ErrorCode::kUsage);
}

TEST(IndexFile, UsesWhatCanBeAndNoMore) {
  IndexEntry entry;
  entry.offset = 0;
  entry.bytes = 10;
  std::string bytes = index_header("exact");
  append_tag(0, "tier=easy", bytes);
  entry.tags = 1;
  append_entry(entry, bytes);
  entry.offset = 20;
  entry.tags = 2;  // a bit without a name
  append_entry(entry, bytes);
  EXPECT_EQ(read_index(bytes, 100, "exact").entries.size(), 1U);
  EXPECT_EQ(read_index(bytes, 100, "exact").tags, (std::vector<std::string>{"tier=easy"}));
  EXPECT_TRUE(read_index(bytes, 10, "exact").entries.empty()) << "the log ends within the line";
  EXPECT_TRUE(read_index(bytes, 100, "other").entries.empty()) << "of another metric";
  EXPECT_TRUE(read_index(bytes.substr(0, bytes.size() - 70), 100, "exact").entries.empty());
}

}  // namespace
}  // namespace papert::serve::app
