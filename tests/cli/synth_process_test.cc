// Synthesis as a user meets it: made, interrupted, gone on with, checked, and read by other verbs.

#include <algorithm>
#include <cmath>

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
  EXPECT_THAT(made.out, Not(HasSubstr("less than asked for")));
  const auto check = papert({"synth", "xlogo", "--check", "set", "--data", "refs"});
  EXPECT_EQ(check.exit_code, 0) << check.out << check.err;
  EXPECT_THAT(check.out, HasSubstr("0 problems"));
  EXPECT_THAT(check.out, Not(HasSubstr("not compared")));
  EXPECT_THAT(papert({"synth", "xlogo", "--check", "set"}).out,
              HasSubstr("not compared with their references: give --data, too"));

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

TEST_F(SynthTest, ThePageHasEveryUnitAndIsMadeOfAFinishedSet) {
  const auto made = papert(with(request("set"), {"--sheet", "page.html"}));
  ASSERT_EQ(made.exit_code, 0) << made.err;
  EXPECT_THAT(made.out, HasSubstr("page.html: written"));
  const std::string page = slurp(path("page.html"));
  const Json manifest = *parse_json(slurp(path("set/manifest.json")));
  std::size_t pictures = 0;
  for (const Json& unit : manifest["units"]) {
    const auto accepted = unit["accepted"].get<std::size_t>();
    if (accepted == 0) continue;
    pictures += 1 + std::min<std::size_t>(accepted, 5);  // the reference, too
    const std::string reference = unit["reference"];
    const std::string name = reference + " " + unit["difficulty"].get<std::string>();
    EXPECT_THAT(page, HasSubstr("<h2>" + name + " <small>" + std::to_string(accepted) + " tasks"));
    EXPECT_THAT(page, HasSubstr("reference " + reference));
  }
  EXPECT_GT(pictures, 20U);
  std::size_t shown = 0;
  for (std::size_t at = page.find("<img "); at != std::string::npos;
       at = page.find("<img ", at + 1))
    ++shown;
  EXPECT_EQ(shown, pictures);

  const auto again =
      papert({"synth", "xlogo", "--check", "set", "--data", "refs", "--sheet", "again.html"});
  EXPECT_EQ(again.exit_code, 0) << again.out << again.err;
  EXPECT_EQ(slurp(path("again.html")), page);
}

TEST_F(SynthTest, ACheckRefusesWhatItHasNoUseFor) {
  const std::vector<std::vector<std::string>> wrong{{"--out", "x"},
                                                    {"--ids", "1"},
                                                    {"--difficulty", "easy"},
                                                    {"--per-reference", "3"},
                                                    {"--seed", "1"},
                                                    {"--level", "1"},
                                                    {"--engine", "direct"},
                                                    {"--split", "1,1"},
                                                    {"--like", "sim"},
                                                    {"--group"},
                                                    {"--allow-longer"},
                                                    {"--shard", "0/2"},
                                                    {"--out", "x", "--shard", "0/2"}};
  for (const std::vector<std::string>& flags : wrong) {
    std::vector<std::string> words{"synth", "xlogo", "--check", "refs"};
    words.insert(words.end(), flags.begin(), flags.end());
    const auto refused = papert(words);
    EXPECT_EQ(refused.exit_code, 2) << flags.front();
    EXPECT_THAT(refused.err, HasSubstr(flags.front()));
    EXPECT_THAT(refused.err, HasSubstr("is for making tasks"));
  }
}

TEST_F(SynthTest, APartLikeThePublishedSetSaysWhatItLacks) {
  std::vector<std::string> words = request("set");
  words.back() = "60";
  ASSERT_EQ(papert(words).exit_code, 0);
  words = with(words, {"--like", "sim"});
  *std::ranges::find(words, "set") = "like";
  const auto made = papert(words);
  ASSERT_EQ(made.exit_code, 0) << made.err;
  const Json all = *parse_json(slurp(path("set/statistics.json")));
  const Json like = *parse_json(slurp(path("like/statistics.json")));
  EXPECT_EQ(all["pool"], all["tasks"]);
  EXPECT_EQ(like["pool"], all["tasks"]);
  EXPECT_LT(like["tasks"], like["pool"]);
  EXPECT_GT(like["tasks"], 20);
  // The same tasks, and of them a part.
  const std::string pool = slurp(path("set/tasks.jsonl"));
  const std::string part = slurp(path("like/tasks.jsonl"));
  std::int64_t lines = 0;
  for (const std::string_view line : split(part, '\n')) {
    if (line.empty()) continue;
    ++lines;
    EXPECT_THAT(pool, HasSubstr(std::string(line) + "\n"));
  }
  EXPECT_EQ(like["tasks"], lines);
  // Every share is within two points or named, in the file and on the terminal.
  std::size_t far = 0;
  for (const char* table : {"type", "constraint", "concept", "length", "grid"}) {
    for (const auto& [name, row] : like[table].items()) {
      if (std::abs(row["difference"].get<double>()) <= 0.02) continue;
      ++far;
      EXPECT_THAT(made.out, HasSubstr("not reached with these tasks: " + std::string(table) + " " +
                                      name + ": "));
    }
  }
  EXPECT_GT(far, 0U);
  EXPECT_EQ(like["impossible"].size(), far);
  EXPECT_TRUE(all["impossible"].empty());
  EXPECT_THAT(made.out, HasSubstr("kept as divided like the published set: " +
                                  std::to_string(lines) + " of " + dump_json(like["pool"]) + " "));
  // What did not come out is counted over all units.
  std::map<std::string, std::uint64_t> left_out;
  const Json manifest = *parse_json(slurp(path("like/manifest.json")));
  for (const Json& unit : manifest["units"]) {
    left_out["held_back"] += unit["held_back"].get<std::uint64_t>();
    left_out["held_back"] -= unit["held_back_used"].get<std::uint64_t>();
    left_out["in_other_units"] += unit["in_earlier_units"].get<std::uint64_t>();
    left_out["excluded"] += unit["excluded"].get<std::uint64_t>();
    left_out["duplicates"] += unit["duplicates"].get<std::uint64_t>();
  }
  EXPECT_EQ(like["left_out"].size(), left_out.size());
  for (const auto& [why, count] : left_out) EXPECT_EQ(like["left_out"][why], count) << why;
  EXPECT_GT(left_out["duplicates"], 0U);
  EXPECT_THAT(made.out, HasSubstr("\nleft out: "));
  EXPECT_THAT(made.out, HasSubstr(format_count(static_cast<std::int64_t>(left_out["duplicates"])) +
                                  " that were there already"));
  const auto check = papert({"synth", "xlogo", "--check", "like", "--data", "refs"});
  EXPECT_EQ(check.exit_code, 0) << check.out << check.err;
}

/// A unit of which construction leaves the last few to tasks with obstacles of little use.
TEST_F(SynthTest, TheSolverOfWorldsFillsWhatConstructionLeaves) {
  const auto words = [](const std::string& engine) {
    return std::vector<std::string>{
        "synth",  "xlogo", "--data",          "refs", "--ids",   "1", "--difficulty", "easy",
        "--seed", "3",     "--per-reference", "60",   "--level", "0", "--engine",     engine,
        "--out",  engine,  "--display",       "none"};
  };
  const auto solved = papert(words("smt"));
  const Json program = *parse_json(papert({"--version", "--json"}).out);
  if (!program["parts"]["smt"].get<bool>()) {
    EXPECT_EQ(solved.exit_code, 2);
    EXPECT_THAT(solved.err, HasSubstr("--engine: this program was built without Z3"));
    GTEST_SKIP() << "built without Z3 (PAPERT_SMT)";
  }
  ASSERT_EQ(solved.exit_code, 0) << solved.err;
  const auto direct = papert(words("direct"));
  ASSERT_EQ(direct.exit_code, 0) << direct.err;
  const auto tasks_of = [&](const std::string& folder) {
    return json_lines(slurp(path(folder + "/tasks.jsonl")));
  };
  const std::vector<Json> built = tasks_of("direct");
  const std::vector<Json> with_solver = tasks_of("smt");
  ASSERT_EQ(built.size(), 60U);
  ASSERT_EQ(with_solver.size(), 60U);
  std::size_t equal = 0;  // what construction has comes first in both
  while (equal < 60 && built[equal] == with_solver[equal]) ++equal;
  EXPECT_GT(equal, 10U);
  EXPECT_LT(equal, 60U);
  const Json manifest = *parse_json(slurp(path("smt/manifest.json")));
  EXPECT_EQ(manifest["request"]["engine"], "smt");
  const auto check = papert({"synth", "xlogo", "--check", "smt", "--data", "refs"});
  EXPECT_EQ(check.exit_code, 0) << check.out << check.err;
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
