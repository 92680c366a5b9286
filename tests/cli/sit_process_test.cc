// Instruction data as a user makes it: offline, by a model over HTTP that makes mistakes, killed
// and gone on with.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <map>
#include <set>

#include "../datagen/sit/svg_folder.h"
#include "mock_process.h"
#include "papert_process.h"

namespace papert::test {
namespace {

using testing::HasSubstr;

class SitProcess : public PapertTest {
 protected:
  void SetUp() override { put_drawings(path("icons"), 90); }

  static std::vector<std::string> request(const std::string& out, const std::string& describe) {
    return {"datagen", "sit",   "--programs", "icons",     "--describe",  describe,
            "--sizes", "20,50", "--out",      out,         "--direction", "forward,reverse,mixed",
            "--seed",  "4",     "--no-cache", "--display", "none"};
  }

  /// The sets of a folder by file name.
  std::map<std::string, std::string> sets_of(const std::string& out) {
    std::map<std::string, std::string> files;
    for (const auto& entry : std::filesystem::directory_iterator(path(out))) {
      const std::string name = entry.path().filename().string();
      if (name.starts_with("sit-")) files[name] = slurp(entry.path());
    }
    return files;
  }

  std::map<std::string, std::int64_t> statuses(const std::string& out) {
    std::map<std::string, std::int64_t> counts;
    for (const Json& line : json_lines(slurp(path(out) / "pool.jsonl"))) {
      ++counts[line["status"].get<std::string>()];
    }
    return counts;
  }
};

TEST_F(SitProcess, WorksWithoutAModel) {
  const auto made = papert(request("out", "mock"));
  EXPECT_EQ(made.exit_code, 0) << made.err;
  EXPECT_THAT(made.out, HasSubstr("sit-50-mixed.jsonl"));
  EXPECT_THAT(made.out, HasSubstr("50 of 90 programs described"));
  EXPECT_EQ(sets_of("out").size(), 12U);  // two sizes, three directions, lines and ids
  const auto help = papert({"datagen", "sit", "--help"});
  EXPECT_THAT(help.out, HasSubstr("DESCRIBE_BASE_URL"));
  const auto forecast = papert({"datagen", "sit", "--programs", "icons", "--describe", "openai/x",
                                "--sizes", "50", "--dry-run"});
  EXPECT_EQ(forecast.exit_code, 0) << forecast.err;
  EXPECT_THAT(forecast.out, HasSubstr("about 50 requests to openai/x"));
}

TEST_F(SitProcess, SaysWhatIsWrong) {
  const auto with = [&](std::vector<std::string> more) {
    std::vector<std::string> words{"datagen", "sit", "--describe", "mock", "--out", "out"};
    words.insert(words.end(), more.begin(), more.end());
    return papert(words);
  };
  const auto none = with({"--programs", "nothing"});
  EXPECT_EQ(none.exit_code, 2);
  EXPECT_THAT(none.err, HasSubstr("nothing"));
  const auto size = with({"--programs", "icons", "--sizes", "many"});
  EXPECT_EQ(size.exit_code, 2);
  EXPECT_THAT(size.err, HasSubstr("'many' is not a size"));
  const auto direction = with({"--programs", "icons", "--direction", "sideways"});
  EXPECT_EQ(direction.exit_code, 2);
  EXPECT_THAT(direction.err, HasSubstr("'sideways' is not a direction"));
  spit(path("rows.jsonl"), "{\"instruction\":\"a\",\"response\":\"b\"}\n{\"question\":1}\n");
  const auto mixed = with({"--programs", "icons", "--sizes", "10", "--mix", "rows.jsonl"});
  EXPECT_EQ(mixed.exit_code, 65) << mixed.err;
  EXPECT_THAT(mixed.err, HasSubstr("rows.jsonl:2"));
}

TEST_F(SitProcess, CatchesThePlantedMistakesOfAModel) {
  const MockProcess mock({"--recipe", "sit", "--plant",
                          "short:0.1,refusal:0.1,placeholder:0.1,thoughts:0.2,long:0.1", "--faults",
                          "429:0.1,500:0.1,hangup:0.05", "--retry-after", "0"});
  ::setenv("DESCRIBE_BASE_URL", mock.url().c_str(), 1);
  const auto made = papert(request("model", "openai/any"));
  ::unsetenv("DESCRIBE_BASE_URL");
  EXPECT_EQ(made.exit_code, 0) << made.err;
  const Json planted = mock.stats()["planted"];
  auto counts = statuses("model");
  EXPECT_EQ(counts["short_description"], planted.value("short", 0));
  EXPECT_EQ(counts["long_description"], planted.value("long", 0));
  EXPECT_EQ(counts["refused"], planted.value("refusal", 0));
  EXPECT_EQ(counts["placeholder"], planted.value("placeholder", 0));
  EXPECT_GT(planted.value("thoughts", 0), 0);
  EXPECT_EQ(counts["ok"], 50);
  EXPECT_EQ(counts["request_failed"], 0);
  for (const Json& line : json_lines(slurp(path("model") / "sit-50-forward.jsonl"))) {
    EXPECT_THAT(line["messages"][1]["content"].get<std::string>(),
                testing::StartsWith("The picture"));
  }
}

TEST_F(SitProcess, AServerThatIsNotThereEndsIt) {
  ::setenv("DESCRIBE_BASE_URL", "http://127.0.0.1:9", 1);
  auto words = request("dead", "openai/any");
  words.insert(words.end(), {"--max-retries", "0"});
  const auto made = papert(words);
  ::unsetenv("DESCRIBE_BASE_URL");
  EXPECT_EQ(made.exit_code, 2);
  EXPECT_THAT(made.err, HasSubstr("--describe"));
}

TEST_F(SitProcess, GoesOnAfterKills) {
  ASSERT_EQ(papert(request("whole", "mock")).exit_code, 0);
  int kills = 0;
  for (int i = 1; i <= 12; ++i) {
    ProcessOptions options;
    const std::string file = i <= 6 ? "programs.jsonl" : i <= 9 ? "pool.jsonl" : "sit-20-mixed.ids";
    const std::uintmax_t bytes = i <= 9 ? static_cast<std::uintmax_t>(i) * 6000 : 1;
    options.kill_when = [&] {
      std::error_code none;
      const std::uintmax_t size = std::filesystem::file_size(path("killed") / file, none);
      return !none && size >= bytes;
    };
    kills += papert(request("killed", "mock"), options).exit_code == 128 + 9 ? 1 : 0;
  }
  EXPECT_GT(kills, 3);
  ASSERT_EQ(papert(request("killed", "mock")).exit_code, 0);
  EXPECT_EQ(sets_of("killed"), sets_of("whole"));
  for (const char* name : {"programs.jsonl", "pool.jsonl", "README.md", "dataset_info.json"}) {
    EXPECT_EQ(slurp(path("killed") / name), slurp(path("whole") / name)) << name;
  }
}

}  // namespace
}  // namespace papert::test
