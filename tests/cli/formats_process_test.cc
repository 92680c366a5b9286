// Files of every format that was ever written (tests/cases/formats) are read, those of a newer one
// are refused by name, and `papert upgrade` writes earlier runs again without changing what they
// say.

#include <cstdint>
#include <set>

#include "papert_process.h"

namespace papert::test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

const fs::path kCases = fs::path(PAPERT_TEST_CASES) / "formats";

class FormatsTest : public PapertTest {
 protected:
  static std::vector<std::string> formats() {
    std::set<std::string> names;
    for (const auto& entry : fs::directory_iterator(kCases)) {
      if (entry.is_directory()) names.insert(entry.path().filename().string());
    }
    EXPECT_GE(names.size(), 2U) << "the files are gone";
    return {names.begin(), names.end()};
  }

  std::string copy_of(const std::string& format, const std::string& name, const std::string& as) {
    fs::copy(kCases / format / name, path(as), fs::copy_options::recursive);
    return as;
  }

  /// What a run says, whatever it looks like: its figures and its samples.
  Json said_by(const std::string& run) {
    const auto scored = papert({"score", "--run", run, "--summary"});
    EXPECT_EQ(scored.exit_code, 0) << run << scored.err;
    const auto lines = papert({"merge", run, "--canonical"});
    EXPECT_EQ(lines.exit_code, 0) << run << lines.err;
    const auto reported = papert({"report", run, "--format", "json"});
    EXPECT_EQ(reported.exit_code, 0) << run << reported.err;
    Json said{*parse_json(scored.out), *parse_json(reported.out)};
    for (Json line : json_lines(lines.out)) {
      line.erase("format");
      said.push_back(std::move(line));
    }
    return said;
  }

  void set_format(const std::string& file, const std::string& number) {
    std::string text = slurp(path(file));
    const std::size_t place = text.find("\"format\"");
    if (place == std::string::npos) {
      text.insert(text.find('{') + 1, "\"format\":" + number + ",");
    } else {
      const std::size_t colon = text.find(':', place) + 1;
      text.replace(colon, text.find_first_of(",}", colon) - colon, number);
    }
    spit(path(file), text);
  }

  ProcessResult ask(const std::string& request) {
    const auto size = static_cast<std::uint32_t>(request.size());
    std::string frame;
    for (int shift = 0; shift < 32; shift += 8) frame += static_cast<char>(size >> shift & 0xffU);
    return papert({"worker"}, {.input = frame + request});
  }
};

TEST_F(FormatsTest, AllAreRead) {
  for (const std::string& format : formats()) {
    const std::string run = copy_of(format, "run", "run-" + format);
    const Json said = said_by(run);
    EXPECT_EQ(said[0]["samples"], 1) << format;
    EXPECT_EQ(said.size(), 3U) << format;
    for (const std::string suite : {"shapecode", "xlogo"}) {
      const std::string data = copy_of(format, suite, suite + "-" + format);
      const auto checked = papert({"mint", suite, "--check", data});
      EXPECT_EQ(checked.exit_code, 0) << format << suite << checked.err;
      const auto asked = papert({"eval", suite, "--data", data, "--model", "baseline/oracle",
                                 "--display", "none", "--log-dir", "runs-" + format});
      EXPECT_EQ(asked.exit_code, 0) << format << suite << asked.err;
    }
    copy_of(format, "labels.jsonl", "labels-" + format);
    const auto labels = papert({"agreement", "--labels", "labels-" + format, "--json"});
    EXPECT_EQ(labels.exit_code, 0) << format << labels.err;
    EXPECT_EQ((*parse_json(labels.out))["lines"], 2) << format;
    const auto answer = ask(slurp(kCases / format / "request.json"));
    EXPECT_THAT(answer.out, HasSubstr("fresh-00000007")) << format;
  }
}

TEST_F(FormatsTest, NewerOnesAreRefusedByName) {
  const std::string newer = "written by a newer Papert (format 7; this one, ";
  copy_of("1", "run", "run");
  set_format("run/run.json", "7");
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{{"report", "run", "--format", "text"},
                                             {"score", "--run", "run", "--summary"},
                                             {"merge", "run", "--canonical"},
                                             {"upgrade", "run"}}) {
    const auto refused = papert(words);
    EXPECT_EQ(refused.exit_code, 65) << words.front() << refused.err;
    EXPECT_THAT(refused.err, HasSubstr(newer)) << words.front();
    EXPECT_THAT(refused.err, HasSubstr("use version 0.1.0 or a later one")) << words.front();
  }
  copy_of("1", "xlogo", "grid");
  set_format("grid/tasks.jsonl", "7");
  EXPECT_THAT(papert({"describe", "grid"}).err, HasSubstr("tasks.jsonl:1: " + newer));
  copy_of("1", "shapecode", "scenes");
  set_format("scenes/manifest.json", "7");
  EXPECT_THAT(papert({"describe", "scenes"}).err, HasSubstr("manifest.json: " + newer));
  copy_of("1", "labels.jsonl", "labels.jsonl");
  set_format("labels.jsonl", "7");
  EXPECT_THAT(papert({"agreement", "--labels", "labels.jsonl"}).err,
              HasSubstr("labels.jsonl:1: " + newer));
  copy_of("1", "request.json", "request.json");
  set_format("request.json", "7");
  EXPECT_THAT(ask(slurp(path("request.json"))).out, HasSubstr(newer));
  std::string request = slurp(path("request.json"));
  request.replace(request.find("\"format\":7"), 10, "\"format\":1");
  request.replace(request.find("\"v\":1"), 5, "\"v\":7");
  EXPECT_THAT(ask(request).out,
              HasSubstr("written by a newer Papert (references of version 7; this one reads"));
}

TEST_F(FormatsTest, RunsOfEarlierVersionsAreWrittenAgain) {
  for (const std::string& format : formats()) {
    const std::string run = copy_of(format, "run", "run-" + format);
    const Json before = said_by(run);
    const Json config = *parse_json(slurp(path(run) / "run.json"));
    const auto upgraded = papert({"upgrade", run, "--display", "none"});
    EXPECT_EQ(upgraded.exit_code, 0) << format << upgraded.err;
    EXPECT_EQ(said_by(run), before) << format;
    const Json now = *parse_json(slurp(path(run) / "run.json"));
    EXPECT_EQ(now["format"], 1);
    for (const auto& [key, value] : config.items()) EXPECT_EQ(now[key], value) << format << key;
    for (const Json& line : json_lines(slurp(path(run) / "samples.jsonl"))) {
      EXPECT_EQ(line.begin().key(), "format") << format;
    }
    EXPECT_EQ((*parse_json(slurp(path(run) / "summary.json")))["format"], 1);
    for (const auto& entry : fs::directory_iterator(path(run) / "images")) {
      EXPECT_TRUE(entry.is_directory()) << entry.path();
    }
    const auto again = papert({"upgrade", run});
    EXPECT_EQ(again.exit_code, 0) << format;
    EXPECT_EQ(again.out, run + ": of the newest format already (1)\n");
    EXPECT_EQ(*parse_json(slurp(path(run) / "run.json")), now);
  }
}

TEST_F(FormatsTest, ADryRunChangesNothing) {
  const std::string run = copy_of("none", "run", "run");
  const std::string log = slurp(path(run) / "samples.jsonl");
  const std::string config = slurp(path(run) / "run.json");
  const auto looked = papert({"upgrade", run, "--dry-run"});
  EXPECT_EQ(looked.exit_code, 1);
  EXPECT_EQ(
      looked.out,
      "run: of an earlier form: run.json, summary.json, 1 of 1 lines of the log, 4 pictures\n");
  EXPECT_EQ(slurp(path(run) / "samples.jsonl"), log);
  EXPECT_EQ(slurp(path(run) / "run.json"), config);
  EXPECT_EQ(papert({"upgrade", run, "--display", "none"}).exit_code, 0);
  EXPECT_EQ(papert({"upgrade", run, "--dry-run"}).exit_code, 0);
}

// Whatever step the process died after, the same command does the rest.
TEST_F(FormatsTest, AnUpgradeGoesOnAfterAnyStep) {
  const std::string whole = copy_of("none", "run", "whole");
  const Json said = said_by(whole);
  ASSERT_EQ(papert({"upgrade", whole, "--display", "none"}).exit_code, 0);
  for (const std::string done : {"images", "samples.jsonl", "summary.json", "torn"}) {
    const std::string run = copy_of("none", "run", "half-" + done);
    if (done == "torn") {
      spit(path(run) / ".samples.jsonl.tmp", "{\"format\":1,\"id\":");
    } else {
      fs::remove_all(path(run) / done);
      fs::copy(path(whole) / done, path(run) / done, fs::copy_options::recursive);
    }
    EXPECT_EQ(said_by(run), said) << done << ": it can be read in between";
    EXPECT_EQ(papert({"upgrade", run, "--display", "none"}).exit_code, 0) << done;
    for (const char* file : {"run.json", "samples.jsonl", "summary.json"}) {
      EXPECT_EQ(slurp(path(run) / file), slurp(path(whole) / file)) << done << file;
    }
    EXPECT_FALSE(fs::exists(path(run) / ".samples.jsonl.tmp"));
  }
}

TEST_F(FormatsTest, WhatIsDamagedStaysAsItIs) {
  const std::string run = copy_of("none", "run", "run");
  const std::string log = slurp(path(run) / "samples.jsonl");
  spit(path(run) / "samples.jsonl", "{damaged\n\n" + log + "{\"id\":\"torn");
  const auto upgraded = papert({"upgrade", run, "--display", "none"});
  EXPECT_EQ(upgraded.exit_code, 65);
  EXPECT_THAT(upgraded.err, HasSubstr("samples.jsonl:1: is not a sample; it stays as it is"));
  EXPECT_EQ(slurp(path(run) / "samples.jsonl"),
            "{damaged\n\n{\"format\":1," + log.substr(1) + "{\"id\":\"torn");
  const std::string changed = copy_of("none", "run", "changed");
  std::string config = slurp(path(changed) / "run.json");
  config.replace(config.find("baseline/heuristic"), 18, "baseline/oracle");
  spit(path(changed) / "run.json", config);
  const auto refused = papert({"upgrade", changed});
  EXPECT_EQ(refused.exit_code, 65);
  EXPECT_THAT(refused.err, HasSubstr("it was changed by hand, and is left as it is"));
  EXPECT_EQ(slurp(path(changed) / "run.json"), config);
}

}  // namespace
}  // namespace papert::test
