// Synthesis as a user meets it: made, interrupted, gone on with, checked, and read by other verbs.

#include <algorithm>

#include "papert_process.h"

namespace papert::test {
namespace {

using testing::HasSubstr;
using testing::Not;

class SynthTest : public PapertTest {
 protected:
  SynthTest() {
    const auto minted = papert(
        {"mint", "xlogo", "--seed", "0", "--count", "60", "--mode", "length=1-5", "--out", "pool"});
    EXPECT_EQ(minted.exit_code, 0) << minted.err;
    // Five of them, with short names.
    std::string few;
    std::size_t number = 0;
    for (Json& task : json_lines(slurp(path("pool/tasks.jsonl")))) {
      if (number++ % 12 != 0) continue;
      task["id"] = std::to_string(number);
      few += dump_json(task) + "\n";
    }
    spit(path("refs/tasks.jsonl"), few);
  }

  static std::vector<std::string> request(const std::string& out, const std::string& jobs = "2") {
    return {"synth",     "xlogo", "--data",          "refs", "--difficulty", "easy,hard",
            "--seed",    "3",     "--out",           out,    "--jobs",       jobs,
            "--display", "none",  "--per-reference", "12"};
  }

  static std::vector<std::string> with(std::vector<std::string> words,
                                       std::initializer_list<std::string> more) {
    words.insert(words.end(), more);
    return words;
  }

  std::size_t finished_units(const std::string& out) {
    std::error_code none;
    std::size_t count = 0;
    for (const auto& entry : std::filesystem::directory_iterator(path(out + "/units"), none)) {
      count += entry.path().extension() == ".done" ? 1 : 0;
    }
    return count;
  }
};

TEST_F(SynthTest, AnyNumberOfJobsAndAnyKillsGiveTheSameFiles) {
  const auto one = papert(request("one", "1"));
  ASSERT_EQ(one.exit_code, 0) << one.err;
  EXPECT_THAT(one.out, HasSubstr("published"));
  EXPECT_THAT(one.out, HasSubstr("tasks written"));
  const std::string sums = slurp(path("one/SHA256SUMS"));
  EXPECT_THAT(sums, HasSubstr("  tasks.jsonl\n"));
  for (const char* jobs : {"2", "8"}) {
    ASSERT_EQ(papert(request(jobs, jobs)).exit_code, 0);
    EXPECT_EQ(slurp(path(std::string(jobs) + "/SHA256SUMS")), sums) << jobs;
  }
  for (const int moment : {2, 40, 90}) {
    papert(request("killed"), {.kill_after_ms = moment});
  }
  for (const std::size_t units : {2U, 6U}) {
    papert(request("killed"), {.kill_when = [&] { return finished_units("killed") >= units; }});
  }
  ASSERT_EQ(papert(request("killed")).exit_code, 0);
  EXPECT_EQ(slurp(path("killed/SHA256SUMS")), sums);
  // Nothing in the files tells where or when they were made.
  EXPECT_THAT(slurp(path("one/manifest.json")), Not(HasSubstr("jobs")));
}

TEST_F(SynthTest, PartsOfSeveralMachinesJoinToTheFolderOfOne) {
  const auto files = [&](const std::string& folder) {
    std::map<std::string, std::string> contents;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(path(folder))) {
      if (!entry.is_regular_file()) continue;
      contents[entry.path().lexically_relative(path(folder)).string()] = slurp(entry.path());
    }
    return contents;
  };
  const auto whole = [&](std::initializer_list<std::string> more) {
    return with(with(request("whole"), {"--split", "3,5", "--group"}), more);
  };
  ASSERT_EQ(papert(whole({})).exit_code, 0);
  std::size_t units = 0;
  for (const std::string shard : {"2/3", "0/3", "1/3"}) {
    // Killed once and repeated.
    papert(whole({"--shard", shard}), {.kill_after_ms = 40});
    const auto part = papert(whole({"--shard", shard}));
    ASSERT_EQ(part.exit_code, 0) << part.err;
    const std::string folder = "whole.s00" + shard.substr(0, 1) + "of003";
    units += finished_units(folder);
    EXPECT_FALSE(std::filesystem::exists(path(folder + "/tasks.jsonl")));
  }
  EXPECT_EQ(units, 10U) << "each unit is in one part";
  std::filesystem::rename(path("refs"), path("elsewhere"));  // parts bring what they started from
  const std::vector<std::string> parts{"whole.s000of003", "whole.s001of003", "whole.s002of003"};
  const auto merged = papert({"merge", parts[0], parts[2], parts[1], "--out", "joined"});
  ASSERT_EQ(merged.exit_code, 0) << merged.err;
  EXPECT_EQ(files("joined"), files("whole"));
  EXPECT_EQ(papert({"synth", "xlogo", "--check", "joined"}).exit_code, 0);
  const auto lacking = papert({"merge", parts[0], parts[1], "--out", "less"});
  EXPECT_EQ(lacking.exit_code, 1);
  EXPECT_THAT(lacking.err, HasSubstr("shard 2/3 is not here"));
  const auto partial = papert({"merge", parts[0], parts[1], "--partial", "--out", "less"});
  EXPECT_EQ(partial.exit_code, 2);
  EXPECT_THAT(partial.err, HasSubstr("the units of a synthesis are joined all together"));
  spit(path(parts[1] + "/excluded.txt"), "another\n");
  const auto other = papert({"merge", parts[0], parts[1], parts[2], "--out", "other"});
  EXPECT_EQ(other.exit_code, 65);
  EXPECT_THAT(other.err, HasSubstr("excluded.txt: differs from that of"));
  EXPECT_FALSE(std::filesystem::exists(path("other")));
}

TEST_F(SynthTest, WhatItWritesIsCheckedAndRead) {
  const auto made = papert(with(request("set"), {"--sheet", "page.html", "--split", "3,5"}));
  ASSERT_EQ(made.exit_code, 0) << made.err;
  EXPECT_THAT(slurp(path("page.html")), HasSubstr("</html>"));
  EXPECT_THAT(made.out, HasSubstr("validation 3, evaluation 5"));
  const auto check = papert({"synth", "xlogo", "--check", "set", "--data", "refs"});
  EXPECT_EQ(check.exit_code, 0) << check.out << check.err;
  EXPECT_THAT(check.out, HasSubstr("0 problems"));

  const std::vector<Json> tasks = json_lines(slurp(path("set/tasks.jsonl")));
  ASSERT_GT(tasks.size(), 20U);
  const Json& task = tasks.front();
  EXPECT_EQ(task["base"], task["synth"]["reference"]);
  EXPECT_TRUE(task["synth"]["flat_proof"].get<bool>());
  const std::string id = task["id"];
  const auto asked = papert({"eval", "xlogo", "--data", "set", "--model", "baseline/oracle"});
  EXPECT_EQ(asked.exit_code, 0) << asked.err;
  EXPECT_THAT(asked.out, HasSubstr("success           1.0000"));
  EXPECT_EQ(papert({"describe", "set"}).exit_code, 0);
  EXPECT_EQ(papert({"render", "set", "--id", id, "-o", "task.png"}).exit_code, 0);
  EXPECT_EQ(
      papert({"perturb", "xlogo", "--data", "set", "--kinds", "A", "--out", "changed"}).exit_code,
      0);
  const auto scored = papert({"score", "xlogo", "--data", "set", "--answers", "-"},
                             {.input = "{\"id\": \"" + id + "\", \"text\": \"fd\"}\n"});
  EXPECT_EQ(scored.exit_code, 0) << scored.err;

  std::string lines = slurp(path("set/tasks.jsonl"));
  spit(path("set/tasks.jsonl"), lines + lines.substr(0, lines.find('\n') + 1));
  const auto spoilt = papert({"synth", "xlogo", "--check", "set"});
  EXPECT_EQ(spoilt.exit_code, 1);
  EXPECT_THAT(spoilt.err, HasSubstr("checksum"));
  EXPECT_THAT(spoilt.err, HasSubstr("turned or mirrored"));
}

TEST_F(SynthTest, WhatIsExcludedDoesNotComeOut) {
  ASSERT_EQ(papert(request("first")).exit_code, 0);
  const auto second = papert(with(request("second"), {"--exclude", "first"}));
  ASSERT_EQ(second.exit_code, 0) << second.err;
  const auto check = papert({"synth", "xlogo", "--check", "second", "--exclude", "first"});
  EXPECT_EQ(check.exit_code, 0) << check.err;
  EXPECT_EQ(papert({"synth", "xlogo", "--check", "first", "--exclude", "first"}).exit_code, 1);
}

TEST_F(SynthTest, InterruptedItSaysWhatIsKept) {
  const auto stopped =
      papert(with(request("set", "1"), {"--allow-longer"}),
             {.kill_signal = SIGINT, .kill_when = [&] { return finished_units("set") >= 1; }});
  EXPECT_EQ(stopped.exit_code, 130) << stopped.err;
  EXPECT_THAT(stopped.err, HasSubstr("the same command goes on"));
}

TEST_F(SynthTest, WrongWordsAreNamed) {
  const auto message = [&](const std::vector<std::string>& words, int code) {
    const auto result = papert(words);
    EXPECT_EQ(result.exit_code, code) << result.err;
    return result.err;
  };
  EXPECT_THAT(message({"synth", "turtleai", "--check", "x"}, 2), HasSubstr("turtleai"));
  EXPECT_THAT(message({"synth", "xlogo", "--data", "refs"}, 2), HasSubstr("--difficulty"));
  EXPECT_THAT(message(with(request("a"), {"--ids", "1,nobody"}), 2), HasSubstr("nobody"));
  EXPECT_THAT(message(with(request("a"), {"--split", "7"}), 2), HasSubstr("1000,1000"));
  EXPECT_THAT(message(with(request("a"), {"--level", "3"}), 2), HasSubstr("--level"));
  EXPECT_THAT(message(with(request("a"), {"--exclude", "nowhere"}), 65), HasSubstr("nowhere"));
  ASSERT_EQ(papert(with(request("a"), {"--level", "0"})).exit_code, 0);
  EXPECT_THAT(message(request("a"), 2), HasSubstr("another level (0 instead of 2)"));
}

}  // namespace
}  // namespace papert::test
