// The certificate as a user asks for it: what is shared is found, whatever it is called and however
// it is written; what is not shared is not; what cannot be compared is said.

#include <algorithm>

#include "papert_process.h"

namespace papert::test {
namespace {

using testing::HasSubstr;
using testing::Not;

class CertifyTest : public PapertTest {
 protected:
  void mint(const std::string& suite, const std::string& seed, const std::string& count,
            const std::string& out, const std::string& split = "fresh") {
    const auto minted = papert({"mint", suite, "--seed", seed, "--count", count, "--split", split,
                                "--out", out, "--display", "none"});
    ASSERT_EQ(minted.exit_code, 0) << minted.err;
  }

  ProcessResult certify(std::vector<std::string> words) {
    words.insert(words.begin(), "certify");
    words.insert(words.end(), {"--display", "none"});
    return papert(words);
  }

  Json certificate(std::vector<std::string> words, int exit_code) {
    words.emplace_back("--json");
    const auto result = certify(words);
    EXPECT_EQ(result.exit_code, exit_code) << result.err << result.out;
    const auto json = parse_json(result.out);
    EXPECT_TRUE(json) << result.out;
    return json.value_or(Json::object());
  }

  /// Tasks of the set that a source shares by a key.
  static std::int64_t shared(const Json& certificate, std::size_t source, const std::string& key) {
    for (const Json& each : certificate["sources"][source]["keys"]) {
      if (each["key"] == key) return each["tasks"].get<std::int64_t>();
    }
    return -1;
  }

  void expect_shared(const std::string& suite, const std::vector<std::string>& keys,
                     std::int64_t tasks) {
    mint(suite, "10", "4", "kept", "kept");
    mint(suite, "12", "4", "later");  // seeds 12 and 13 are in both
    mint(suite, "90", "4", "apart");
    const Json both = certificate({"kept", "--against", "later", "--against", "apart"}, 1);
    for (const std::string& key : keys) {
      EXPECT_EQ(shared(both, 0, key), tasks) << suite << " " << key;
      EXPECT_EQ(shared(both, 1, key), 0) << suite << " " << key;
    }
    EXPECT_EQ(certificate({"kept", "--against", "apart"}, 0)["overlaps"], false);
  }
};

TEST_F(CertifyTest, ScenesOfSharedSeedsAreFoundUnderAnotherName) {
  expect_shared("shapecode", {"drawing", "program"}, 6);
  const auto text = certify({"kept", "--against", "later", "-o", "page.html"});
  EXPECT_EQ(text.exit_code, 1);
  EXPECT_THAT(text.out, HasSubstr("6 of 12 tasks occur in later"));
  EXPECT_THAT(text.out, HasSubstr("kept-easy-00000012"));
  EXPECT_THAT(text.out, HasSubstr("fresh-easy-00000012"));
  const std::string page = slurp(path("page.html"));
  EXPECT_THAT(page, HasSubstr("6 of 12 tasks occur in later"));
  EXPECT_THAT(page, Not(HasSubstr("<script")));
  EXPECT_THAT(page, Not(HasSubstr("@import")));
}

TEST_F(CertifyTest, TheSameForAnyNumberOfJobs) {
  mint("shapecode", "10", "6", "kept", "kept");
  mint("shapecode", "12", "6", "later");
  const std::vector<std::string> words{"kept", "--against", "later", "--list", "3"};
  std::vector<std::string> one = words;
  one.insert(one.end(), {"--jobs", "1"});
  std::vector<std::string> many = words;
  many.insert(many.end(), {"--jobs", "7"});
  const Json json = certificate(one, 1);
  EXPECT_EQ(json, certificate(many, 1));
  for (const Json& key : json["sources"][0]["keys"]) {
    EXPECT_EQ(key["tasks"], 12);
    EXPECT_EQ(key["pairs"].size(), 3U) << "lists are cut, counts are not";
  }
}

TEST_F(CertifyTest, WorldsAreFoundTurnedAndMirrored) {
  mint("xlogo", "10", "6", "kept", "kept");
  ASSERT_EQ(papert({"perturb", "xlogo", "--data", "kept", "--kinds", "turn", "--out", "turned"})
                .exit_code,
            0);
  const Json turned = certificate({"kept", "--against", "turned"}, 1);
  EXPECT_EQ(shared(turned, 0, "task"), turned["tasks"]);
  EXPECT_EQ(shared(turned, 0, "world"), turned["tasks"]);
}

TEST_F(CertifyTest, TasksInWordsAreNotReadAndThatIsSaid) {
  mint("xlogo", "10", "6", "kept", "kept");
  for (const std::string use : {"sft", "rl"}) {
    const auto exported = papert({"export", "kept", "--format", "trl", "--for", use, "--out", use,
                                  "--display", "none", "--allow-evaluation"});
    ASSERT_EQ(exported.exit_code, 0) << exported.err;
  }
  const auto words = certify({"kept", "--against", "sft"});
  EXPECT_EQ(words.exit_code, 65) << words.out;
  EXPECT_THAT(words.out, HasSubstr("none of its items has a key that counts here (task)"));
  const Json truth = certificate({"kept", "--against", "rl"}, 1);
  EXPECT_EQ(shared(truth, 0, "task"), truth["tasks"]) << "the ground truth is the task as JSON";
}

TEST_F(CertifyTest, SolutionsThatSolveManyWorldsDoNotCount) {
  mint("xlogo", "10", "60", "kept", "kept");
  mint("xlogo", "500", "60", "apart");
  const Json apart = certificate({"kept", "--against", "apart"}, 0);
  EXPECT_GT(shared(apart, 0, "program"), 0) << "short solutions meet by chance";
  EXPECT_EQ(apart["overlaps"], false);
  const Json asked = certificate({"kept", "--against", "apart", "--keys", "program"}, 1);
  EXPECT_EQ(asked["overlaps"], true) << "a key that was asked for counts";
  EXPECT_EQ(asked["keys"].size(), 1U);
}

TEST_F(CertifyTest, ExportsGiveTheirTasksAwayInEveryForm) {
  mint("shapecode", "10", "3", "kept", "kept");
  for (const std::string format : {"messages", "sharegpt", "trl", "openrlhf", "axolotl",
                                   "open-instruct", "imagefolder", "lm-eval"}) {
    if (format == "openrlhf" || format == "open-instruct") continue;  // text only
    const auto exported = papert({"export", "kept", "--format", format, "--out", "sft-" + format,
                                  "--display", "none", "--allow-evaluation"});
    ASSERT_EQ(exported.exit_code, 0) << format << exported.err;
    const Json json = certificate({"kept", "--against", "sft-" + format}, 1);
    EXPECT_EQ(shared(json, 0, "picture"), 9) << format;
    if (format != "lm-eval") {
      EXPECT_EQ(shared(json, 0, "drawing"), 9) << format;
      EXPECT_EQ(shared(json, 0, "program"), 9) << format;
    }
  }
  mint("shapecode", "90", "3", "apart");
  certificate({"apart", "--against", "sft-messages"}, 0);
}

TEST_F(CertifyTest, PlainLinesListsAndProgramsAreLookedInto) {
  mint("shapecode", "10", "1", "kept", "kept");
  const std::string program =
      "circle(cx=349, cy=159, radius=143, stroke=3)\nfilled_square(cx=40, cy=60, size=31)\n";
  std::string reference;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(path("kept"))) {
    if (entry.path().extension() == ".json" && entry.path().filename() != "manifest.json") {
      reference = (*parse_json(slurp(entry.path())))["ground_truth_program"].get<std::string>();
    }
  }
  ASSERT_FALSE(reference.empty());
  const std::string spaced = "```python\n# a copy\n" + reference + "   # with a comment\n```\n";
  spit(path("plain.jsonl"), dump_json(Json{{"text", program}}) + "\n\n" +
                                dump_json(Json{{"x", {{"deep", {1, spaced}}}}}) + "\n");
  const Json lines = certificate({"kept", "--against", "plain.jsonl"}, 1);
  EXPECT_EQ(lines["sources"][0]["items"], 2);
  EXPECT_EQ(shared(lines, 0, "program"), 1);
  EXPECT_EQ(lines["sources"][0]["keys"][1]["pairs"][0][1], "plain.jsonl:3");
  std::filesystem::create_directory(path("mixed"));
  spit(path("mixed/all.json"), dump_json(Json::array({1, Json{{"id", "a"}, {"t", spaced}}})));
  spit(path("mixed/one.py"), reference + "\n");
  spit(path("mixed/LICENSE"), "none");
  const Json mixed = certificate({"kept", "--against", "mixed"}, 1);
  EXPECT_EQ(mixed["sources"][0]["keys"][1]["others"], 2);
  EXPECT_THAT(dump_json(mixed["sources"][0]["notes"]), HasSubstr("LICENSE"));
}

TEST_F(CertifyTest, WhatCannotBeComparedIsSaid) {
  mint("shapecode", "10", "1", "kept", "kept");
  std::filesystem::create_directory(path("bad"));
  spit(path("bad/train.jsonl"),
       "{\"text\": \"circle(cx=1, cy=1, radius=1, stroke=1)\"}\n{damaged\n\xff\xfe\n");
  spit(path("bad/rows.parquet"), "PAR1");
  spit(path("bad/a.png"), "not a picture");
  const auto result = certify({"kept", "--against", "bad"});
  EXPECT_EQ(result.exit_code, 65) << result.out;
  EXPECT_THAT(result.out, HasSubstr("but not everything could be compared"));
  EXPECT_THAT(result.out, HasSubstr("rows.parquet"));
  EXPECT_THAT(result.out, HasSubstr("a.png"));
  EXPECT_THAT(result.out, HasSubstr("train.jsonl:2"));
  spit(path("bad/rows.jsonl"), "{\"text\": \"the same rows\"}\n");
  EXPECT_THAT(certify({"kept", "--against", "bad"}).out,
              HasSubstr("rows.parquet is taken to hold the rows of rows.jsonl"));
  std::filesystem::create_directory(path("empty"));
  const auto empty = certify({"kept", "--against", "empty"});
  EXPECT_EQ(empty.exit_code, 65);
  EXPECT_THAT(empty.err, HasSubstr("empty: holds neither tasks nor lines, programs or pictures"));
}

TEST_F(CertifyTest, UsageIsExplained) {
  mint("shapecode", "10", "1", "kept", "kept");
  mint("xlogo", "10", "1", "grid");
  EXPECT_EQ(certify({"kept"}).exit_code, 2);
  const auto other = certify({"kept", "--against", "grid"});
  EXPECT_EQ(other.exit_code, 2);
  EXPECT_THAT(other.err, HasSubstr("holds tasks of xlogo"));
  const auto key = certify({"kept", "--against", "kept", "--keys", "world"});
  EXPECT_EQ(key.exit_code, 2);
  EXPECT_THAT(key.err, HasSubstr("shapecode has no key 'world' here; it has: drawing, program"));
  EXPECT_EQ(certify({"nowhere", "--against", "kept"}).exit_code, 2);
  EXPECT_EQ(certify({"kept", "--against", "nowhere"}).exit_code, 2);
}

TEST_F(CertifyTest, PublishedSetsAreKnownByTheirHashes) {
  // The frozen split, made again from its seeds.
  const Json json =
      certificate({"shapecode", "--mint", "0", "--count", "2", "--against", "published"}, 1);
  EXPECT_EQ(shared(json, 0, "drawing"), 6);
  EXPECT_EQ(json["sources"][0]["items"], 150);
  certificate({"shapecode", "--mint", "1000000", "--count", "2", "--against", "published"}, 0);
}

TEST_F(CertifyTest, TheGapIsBetweenRunsThatDifferInTheirTasksAlone) {
  mint("shapecode", "10", "2", "kept", "kept");
  const auto run = [&](std::vector<std::string> words, const std::string& model) {
    words.insert(words.begin(), {"eval", "shapecode"});
    words.insert(words.end(), {"--model", model, "--display", "none"});
    const auto result = papert(words);
    EXPECT_EQ(result.exit_code, 0) << result.err;
    return run_of(result).string();
  };
  const std::string kept = run({"--data", "kept"}, "baseline/oracle");
  const std::string fresh = run({"--mint", "90", "--count", "2"}, "baseline/oracle");
  const std::string lone = run({"--data", "kept"}, "baseline/empty");
  const Json json = certificate({"kept", "--run", kept, "--run", fresh, "--run", lone}, 0);
  ASSERT_EQ(json["gaps"].size(), 2U);
  EXPECT_EQ(json["gaps"][0]["gap"]["mean"], 0.0);
  EXPECT_LT(json["gaps"][0]["gap"]["low"], 0.0);
  EXPECT_GT(json["gaps"][0]["gap"]["high"], 0.0);
  EXPECT_TRUE(json["gaps"][1]["gap"]["mean"].is_null());
  EXPECT_THAT(dump_json(json["gap_notes"]), HasSubstr("no run on fresh tasks"));
  const auto text = certify({"kept", "--run", kept, "--run", fresh});
  EXPECT_THAT(text.out, HasSubstr("kept minus fresh"));
}

#ifdef PAPERT_HAS_ZYGOTE
TEST_F(CertifyTest, DrawingsOfTurtlesAreFoundInProgramsThatAreWrittenOtherwise) {
  expect_shared("turtleai", {"drawing", "program"}, 6);
  const Json task = json_lines(slurp(path("kept/tasks.jsonl"))).front();
  const std::string code = task["code"].get<std::string>();
  spit(path("same.jsonl"),
       dump_json(Json{{"reply", "```python\n" + code + "\nunused = 1\n```"}}) + "\n");
  const Json found = certificate({"kept", "--against", "same.jsonl"}, 1);
  EXPECT_GE(shared(found, 0, "drawing"), 1);
  EXPECT_EQ(shared(found, 0, "program"), 0);
}

TEST_F(CertifyTest, AReferenceThatDoesNotRunIsSaid) {
  mint("turtleai", "10", "1", "kept", "kept");
  std::string lines = slurp(path("kept/tasks.jsonl"));
  Json task = json_lines(lines).front();
  const std::string code = task["code"].get<std::string>();
  task["code"] = "raise ValueError(1)\n";
  std::string changed;
  for (const Json& line : json_lines(lines)) {
    changed += dump_json(line["id"] == task["id"] ? task : line) + "\n";
  }
  mint("turtleai", "90", "1", "apart");
  spit(path("kept/tasks.jsonl"), changed);
  std::filesystem::remove(path("kept/SHA256SUMS"));
  const auto result = certify({"kept", "--against", "apart"});
  EXPECT_EQ(result.exit_code, 65) << result.out << result.err;
  EXPECT_THAT(result.out, HasSubstr("drawing could not be looked at: its program does not run"));
}
#endif

#ifdef PAPERT_HAS_CAD
TEST_F(CertifyTest, ProgramsOfQuestionsAreFoundInPrompts) {
  mint("sgp", "10", "6", "kept", "kept");
  const auto exported = papert({"export", "kept", "--format", "messages", "--out", "sft",
                                "--display", "none", "--allow-evaluation"});
  ASSERT_EQ(exported.exit_code, 0) << exported.err;
  const Json json = certificate({"kept", "--against", "sft"}, 1);
  EXPECT_GT(shared(json, 0, "program"), 0);
}
#endif

}  // namespace
}  // namespace papert::test
