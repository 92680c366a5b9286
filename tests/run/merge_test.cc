#include "run/merge.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <numeric>
#include <set>

#include "base/file.h"
#include "base/folder_lock.h"
#include "base/text.h"
#include "run/folder.h"
#include "run/pictures.h"
#include "support/process.h"

namespace papert::run {
namespace {

using test::slurp;
using test::TempFolder;
using testing::ElementsAre;
using testing::HasSubstr;

Json sample(const std::string& id, const std::string& verdict = "right") {
  return {{"format", 1},
          {"id", id},
          {"epoch", 0},
          {"tags", Json::object()},
          {"verdict", verdict},
          {"success", verdict == "right"},
          {"metrics", {{"exact_match", verdict == "right" ? 1.0 : 0.0}}},
          {"detail", Json::object()},
          {"answer", "a"},
          {"rule", "calls"},
          {"reply", "text of " + id},
          {"reasoning", ""},
          {"usage", Json::object()},
          {"latency_ms", 3.5},
          {"time", "2026-01-31T12:00:00Z"},
          {"prompt", {{"text", ""}, {"images", Json::array()}}},
          {"pictures", Json::array()}};
}

class MergeTest : public testing::Test {
 protected:
  static RunConfig config(const Shard& shard) {
    RunConfig config;
    config.suite = "shapecode";
    config.data = {.folder = "", .seed = 7, .count = 3, .tiers = {}};
    config.data_hash = "abc";
    config.model = "baseline/oracle";
    config.prompt_name = "default";
    config.prompt_text = "Draw.";
    config.shard = shard;
    config.samples = 20;
    config.started = "2026-01-31T12:00:00Z";
    config.ended = "2026-01-31T12:01:00Z";
    return config;
  }

  /// A part with those of 20 samples that belong to it.
  std::filesystem::path part(
      const Shard& shard, const std::string& name,
      const std::function<void(RunConfig&, std::vector<Json>&)>& change = {}) {
    RunConfig made = config(shard);
    std::vector<Json> lines;
    for (int i = 19; i >= 0; --i) {
      const std::string id = "task-" + std::to_string(100 + i);
      if (shard.owns(id)) lines.push_back(sample(id));
    }
    made.planned = static_cast<std::int64_t>(lines.size());
    if (change) change(made, lines);
    const std::filesystem::path folder = folder_ / name;
    EXPECT_TRUE(make_directories(folder));
    EXPECT_TRUE(write_config(folder, made));
    std::string log;
    for (const Json& line : lines) log += dump_json(line) + "\n";
    EXPECT_TRUE(write_file(samples_path(folder), log));
    return folder;
  }

  static std::string why(const std::vector<std::filesystem::path>& folders,
                         const MergeOptions& options = {}) {
    const auto parts = MergeParts::open(folders, options);
    return parts ? "" : parts.error().to_string();
  }

  TempFolder folder_;
};

TEST_F(MergeTest, LinesComeOnceAndInOrder) {
  const std::vector<std::filesystem::path> folders{part({1, 3}, "b"), part({0, 3}, "a"),
                                                   part({2, 3}, "c")};
  const auto parts = MergeParts::open(folders, {});
  ASSERT_TRUE(parts) << parts.error().to_string();
  EXPECT_THAT(parts->missing(), ElementsAre());
  EXPECT_EQ(parts->ids().size(), 20U);
  ASSERT_TRUE(make_directories(folder_ / "out"));
  ASSERT_TRUE(parts->write(folder_ / "out", {}));
  const std::filesystem::path whole =
      part({}, "whole", [](RunConfig& made, auto&) { made.samples = 0; });
  const auto canonical = [](const std::filesystem::path& run) {
    std::string lines;
    EXPECT_TRUE(MergeParts::open({run}, {})->canonical([&](std::string_view text) -> Result<void> {
      lines += text;
      return {};
    }));
    return lines;
  };
  EXPECT_EQ(canonical(folder_ / "out"), canonical(whole));
  EXPECT_THAT(canonical(whole), testing::Not(HasSubstr("latency_ms")));
  EXPECT_THAT(slurp(samples_path(folder_ / "out")), HasSubstr("latency_ms"));
  const auto joined = read_config(folder_ / "out");
  ASSERT_TRUE(joined);
  EXPECT_TRUE(joined->shard.whole());
  EXPECT_EQ(joined->planned, 20);
  EXPECT_EQ(joined->id(), config({}).id());
}

TEST_F(MergeTest, WhatIsMissingIsListed) {
  const auto short_part = part({1, 4}, "b", [](RunConfig& made, auto&) { ++made.planned; });
  const auto running = part({2, 4}, "c", [](RunConfig& made, auto&) { made.ended.clear(); });
  const auto parts = MergeParts::open({part({0, 4}, "a"), short_part, running}, {});
  ASSERT_TRUE(parts) << parts.error().to_string();
  EXPECT_THAT(parts->missing(),
              ElementsAre(HasSubstr("shard 1/4 is not done"), HasSubstr("shard 2/4 is not done"),
                          "shard 3/4 is not here"));
  EXPECT_EQ(parts->config().ended, "");
}

TEST_F(MergeTest, PartsOfOtherRunsAreRefusedByName) {
  const auto first = part({0, 2}, "a");
  const auto other = [&](const std::function<void(RunConfig&)>& change) {
    static int number = 0;
    return why({first, part({1, 2}, "other-" + std::to_string(number++),
                            [&](RunConfig& made, auto&) { change(made); })});
  };
  EXPECT_THAT(other([](RunConfig& made) { made.data_hash = "x"; }),
              HasSubstr("hash 'x', not 'abc'"));
  EXPECT_THAT(other([](RunConfig& made) { made.model = "baseline/empty"; }), HasSubstr("id"));
  EXPECT_THAT(other([](RunConfig& made) { made.suite = "xlogo"; }), HasSubstr("suite 'xlogo'"));
  EXPECT_THAT(other([](RunConfig& made) { made.epochs = 2; }), HasSubstr("epochs '2'"));
  EXPECT_THAT(other([](RunConfig& made) { made.limit = "5"; }), HasSubstr("limit '5'"));
  EXPECT_THAT(why({first, part({1, 3}, "three")}), HasSubstr("number of shards '3'"));
  EXPECT_THAT(why({folder_ / "nothing"}), HasSubstr("run.json"));
  EXPECT_FALSE(MergeParts::open({}, {}));
}

TEST_F(MergeTest, VersionsMustBeEqualOrAllowed) {
  const auto first = part({0, 2}, "a");
  const auto second = part({1, 2}, "b");
  Json json = *parse_json(slurp(second / "run.json"));
  json["papert"] = "0.0.1";
  ASSERT_TRUE(write_file(second / "run.json", dump_json(json)));
  EXPECT_THAT(why({first, second}), HasSubstr("was made by Papert 0.0.1"));
  MergeOptions options;
  options.allow_versions = true;
  EXPECT_EQ(why({first, second}, options), "");
  json["format"] = 99;
  ASSERT_TRUE(write_file(second / "run.json", dump_json(json)));
  EXPECT_THAT(why({first, second}, options), HasSubstr("newer"));
}

TEST_F(MergeTest, AShardThatIsHereTwiceMustBeTheSame) {
  const auto first = part({0, 2}, "a");
  const auto second = part({1, 2}, "b");
  const auto copy = part({1, 2}, "copy", [](RunConfig&, std::vector<Json>& lines) {
    for (Json& line : lines) line["latency_ms"] = 99;
  });
  const auto parts = MergeParts::open({first, second, copy}, {});
  ASSERT_TRUE(parts) << parts.error().to_string();
  EXPECT_EQ(parts->samples(), 20U);
  const auto changed = part({1, 2}, "changed", [](RunConfig&, std::vector<Json>& lines) {
    lines.front()["reply"] = "something else";
  });
  EXPECT_THAT(why({first, second, changed}), HasSubstr("has another answer for task"));
}

TEST_F(MergeTest, ACompleteCopyOfAShardWins) {
  const auto first = part({0, 2}, "a");
  const auto cut = part({1, 2}, "cut", [](RunConfig& made, std::vector<Json>& lines) {
    lines.resize(2);
    lines.front()["reply"] = "something else";
    made.started = "2020-01-31T12:00:00Z";
    made.ended.clear();
  });
  std::ofstream(samples_path(cut), std::ios::app) << R"({"id": "task-1)";
  const auto second = part({1, 2}, "b");
  for (const auto& folders : {std::vector{cut, first, second}, std::vector{second, cut, first}}) {
    const auto parts = MergeParts::open(folders, {});
    ASSERT_TRUE(parts) << parts.error().to_string();
    EXPECT_THAT(parts->missing(), ElementsAre());
    EXPECT_THAT(parts->passed_over(),
                ElementsAre(testing::AllOf(HasSubstr("shard 1/2 is not done in " + cut.string()),
                                           HasSubstr(second.string()))));
    EXPECT_THAT(parts->damaged(), testing::IsEmpty());
    EXPECT_EQ(parts->samples(), 20U);
    EXPECT_EQ(parts->config().planned, 20);
    EXPECT_EQ(parts->config().started, "2026-01-31T12:00:00Z");
    EXPECT_EQ(parts->config().ended, "2026-01-31T12:01:00Z");
    std::string lines;
    ASSERT_TRUE(parts->canonical([&](std::string_view text) -> Result<void> {
      lines += text;
      return {};
    }));
    EXPECT_THAT(lines, testing::Not(HasSubstr("something else")));
  }
  const auto parts = MergeParts::open({first, cut, cut}, {});
  ASSERT_TRUE(parts) << parts.error().to_string();
  EXPECT_THAT(parts->passed_over(), ElementsAre());
  EXPECT_EQ(parts->missing().size(), 2U) << "none of them is complete";
}

TEST_F(MergeTest, HostilePartsAreReportedNotBelieved) {
  const auto first = part({0, 2}, "a");
  const auto second = part({1, 2}, "b");
  const std::string log = slurp(samples_path(second));
  ASSERT_TRUE(write_file(samples_path(second), log.substr(0, log.size() - 20)));
  const auto torn = MergeParts::open({first, second}, {});
  ASSERT_TRUE(torn) << torn.error().to_string();
  EXPECT_THAT(torn->missing(), ElementsAre(HasSubstr("shard 1/2 is not done")));
  ASSERT_TRUE(write_file(samples_path(second), "not json\n" + log));
  const auto damaged = MergeParts::open({first, second}, {});
  ASSERT_TRUE(damaged);
  EXPECT_EQ(damaged->damaged().size(), 1U);
  EXPECT_THAT(damaged->missing(), ElementsAre());
  const auto foreign = part({1, 2}, "foreign", [](RunConfig&, std::vector<Json>& lines) {
    for (int i = 0; i < 9; ++i) lines.push_back(sample("../../etc/passwd" + std::to_string(i)));
  });
  EXPECT_THAT(why({first, foreign}), HasSubstr("does not belong to shard 1/2"));
  const auto locked = part({1, 2}, "locked");
  const auto lock = lock_folder(locked, "busy");
  ASSERT_TRUE(lock);
  EXPECT_THAT(why({first, locked}), HasSubstr("still running"));
}

TEST_F(MergeTest, OnlyPicturesAreTakenOver) {
  const std::string hash(64, 'a');
  const auto first = part({0, 2}, "a");
  const auto second = part({1, 2}, "b");
  ASSERT_TRUE(make_directories(first / "images" / "aa"));
  ASSERT_TRUE(write_file(first / "images" / "aa" / (hash + ".png"), "png"));
  ASSERT_TRUE(write_file(first / "images" / "aa" / "other.png", "png"));
  std::filesystem::create_symlink("/etc/passwd",
                                  first / "images" / "aa" / (std::string(64, 'b') + ".png"));
  ASSERT_TRUE(make_directories(folder_ / "out"));
  ASSERT_TRUE(MergeParts::open({first, second}, {})->write(folder_ / "out", {}));
  std::vector<std::string> names;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(folder_ / "out" / "images")) {
    if (!entry.is_directory()) names.push_back(entry.path().filename().string());
  }
  EXPECT_THAT(names, ElementsAre(hash + ".png"));
}

// As many failures as keep pictures, and more: which of them do must not depend on who came first
// nor on how many machines there were.
class PicturedFailures : public testing::Test {
 protected:
  static constexpr std::size_t kFailures = kPicturedFailures + 700;

  static std::string hash_of(std::size_t i) {
    std::string digits = std::to_string(i);
    return std::string(64 - digits.size(), 'a') + digits;
  }

  /// A file for every picture would be most of the work.
  static bool has_file(std::size_t i) { return i % 20 == 0; }

  /// Puts samples in a folder's log as a run would; the pictures are files of any content.
  static void put(const std::filesystem::path& folder, const std::vector<std::size_t>& samples) {
    PictureStore store(folder, kFailures);
    ASSERT_TRUE(make_directories(folder));
    std::string log;
    for (const std::size_t i : samples) {
      const std::string id = "task-" + std::to_string(i);
      Json line = sample(id, "wrong");
      const bool wanted = store.wants(id, 0, true);
      if (wanted) {
        line["pictures"].push_back({{"title", "target"}, {"image", hash_of(i)}});
        line["reference"] = "program";
        line["prompt"] = {{"text", "Draw."}, {"images", Json::array()}};
        line["prompt_unsent"] = true;
      }
      if (wanted && has_file(i)) {
        std::filesystem::create_directories(picture_path(folder, hash_of(i)).parent_path());
        std::ofstream(picture_path(folder, hash_of(i))) << "png";
      }
      log += dump_json(line) + "\n";
    }
    ASSERT_TRUE(write_file(samples_path(folder), log));
    ASSERT_TRUE(store.settle());
  }

  static std::set<std::string> lines(const std::filesystem::path& folder) {
    std::set<std::string> found;
    const std::string log = slurp(samples_path(folder));
    for (const std::string_view line : split(log, '\n')) {
      found.emplace(line);
    }
    return found;
  }

  static std::size_t pictures(const std::filesystem::path& folder) {
    std::size_t count = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(images_path(folder))) {
      count += entry.is_regular_file() ? 1 : 0;
    }
    return count;
  }

  TempFolder folder_;
};

TEST_F(PicturedFailures, DoNotDependOnTheOrder) {
  std::vector<std::size_t> samples(kFailures);
  std::iota(samples.begin(), samples.end(), std::size_t{0});
  put(folder_ / "up", samples);
  std::reverse(samples.begin(), samples.end());
  put(folder_ / "down", samples);
  EXPECT_EQ(lines(folder_ / "up"), lines(folder_ / "down"));
  std::size_t by_lot = 0;
  std::size_t shown = 0;
  std::size_t files = 0;
  for (const std::size_t i : samples) {
    by_lot += is_pictured_by_lot(sample_lot("task-" + std::to_string(i), 0), kFailures) ? 1 : 0;
  }
  for (const std::string& line : lines(folder_ / "up")) {
    const std::size_t name = line.find(R"("image":")");
    if (name == std::string::npos) continue;
    ++shown;
    files += has_file(std::stoul(line.substr(line.find("task-") + 5))) ? 1 : 0;
  }
  EXPECT_EQ(shown, kPicturedFailures + by_lot);
  EXPECT_EQ(pictures(folder_ / "up"), files);
  EXPECT_EQ(pictures(folder_ / "down"), files);
}

TEST_F(PicturedFailures, DoNotDependOnShards) {
  std::vector<std::size_t> all(kFailures);
  std::iota(all.begin(), all.end(), std::size_t{0});
  put(folder_ / "whole", all);
  std::vector<std::filesystem::path> folders;
  for (std::int64_t index = 0; index < 2; ++index) {
    const Shard shard{index, 2};
    std::vector<std::size_t> own;
    for (const std::size_t i : all) {
      if (shard.owns("task-" + std::to_string(i))) own.push_back(i);
    }
    folders.push_back(folder_ / shard.suffix());
    put(folders.back(), own);
    RunConfig config;
    config.suite = "shapecode";
    config.data_hash = "abc";
    config.model = "baseline/empty";
    config.prompt_name = "default";
    config.shard = shard;
    config.samples = kFailures;
    config.planned = static_cast<std::int64_t>(own.size());
    config.ended = "2026-01-31T12:01:00Z";
    ASSERT_TRUE(write_config(folders.back(), config));
  }
  const auto parts = MergeParts::open(folders, {});
  ASSERT_TRUE(parts) << parts.error().to_string();
  EXPECT_THAT(parts->missing(), ElementsAre());
  ASSERT_TRUE(make_directories(folder_ / "out"));
  ASSERT_TRUE(parts->write(folder_ / "out", {}));
  EXPECT_EQ(lines(folder_ / "out"), lines(folder_ / "whole"));
  EXPECT_EQ(pictures(folder_ / "out"), pictures(folder_ / "whole"));
}

}  // namespace
}  // namespace papert::run
