// Files of every format that was ever written (tests/cases/formats) are read, those of a newer one
// are refused by name, and `papert upgrade` writes earlier runs again without changing what they
// say.

#include <cstdint>
#include <map>
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

#ifdef PAPERT_HAS_ZYGOTE
constexpr bool kPrograms = true;
#else
constexpr bool kPrograms = false;
#endif

/// A data folder of a suite, as one format had it.
struct KeptFolder {
  std::string folder;
  std::string suite;
  std::string dialect;  // "" or "v2"
  std::string tasks;    // the file whose first line carries the number
  bool runs_programs = false;
};

const std::vector<KeptFolder>& kept_folders() {
  static const std::vector<KeptFolder> kAll{
      {"shapecode", "shapecode", "", "manifest.json"},
      {"shapecode-v2", "shapecode", "v2", "manifest.json"},
      {"xlogo", "xlogo", "", "tasks.jsonl"},
      {"xlogo-v2", "xlogo", "v2", "tasks.jsonl"},
      {"sgp", "sgp", "", "tasks.jsonl"},
      {"turtleai", "turtleai", "", "tasks.jsonl", true},
      {"turtlebench", "turtlebench", "", "dataset.jsonl"},
  };
  return kAll;
}

std::vector<std::string> describe_words(const std::string& folder, const KeptFolder& kept) {
  std::vector<std::string> words{"describe", folder, "--format", "json"};
  if (!kept.dialect.empty()) words.insert(words.end(), {"--mode", "dialect=" + kept.dialect});
  return words;
}

TEST_F(FormatsTest, TasksOfEverySuiteAndDialectAreRead) {
  for (const KeptFolder& kept : kept_folders()) {
    if (kept.runs_programs && !kPrograms) continue;
    const std::string folder = copy_of("1", kept.folder, kept.folder);
    const auto described = papert(describe_words(folder, kept));
    ASSERT_EQ(described.exit_code, 0) << kept.folder << described.err;
    const Json table = (*parse_json(described.out))["tables"][0];
    EXPECT_EQ(table["suite"], kept.suite);
    EXPECT_EQ(table["rows"][0]["what"], kept.suite + " tasks");
    EXPECT_GE(table["rows"][0]["count"], 1) << kept.folder;
    for (const Json& row : table["rows"]) {
      if (row["what"] == "problems (items that could not be used)") {
        EXPECT_EQ(row["count"], 0) << kept.folder;
      }
    }
  }
}

TEST_F(FormatsTest, NewerTasksOfEverySuiteAndDialectAreRefusedByName) {
  for (const KeptFolder& kept : kept_folders()) {
    if (kept.runs_programs && !kPrograms) continue;
    const std::string folder = copy_of("1", kept.folder, kept.folder);
    set_format(folder + "/" + kept.tasks, "7");
    const auto refused = papert(describe_words(folder, kept));
    EXPECT_NE(refused.exit_code, 0) << kept.folder;
    EXPECT_THAT(refused.err, HasSubstr("written by a newer Papert (format 7; this one, "))
        << kept.folder;
    EXPECT_THAT(refused.err, HasSubstr(kept.tasks)) << kept.folder;
  }
}

TEST_F(FormatsTest, PartsAreJoinedAndNewerOnesRefusedByName) {
  const std::string minted = copy_of("1", "minted", "minted");
  const std::string scored = copy_of("1", "scored", "scored");
  const auto join = [&](const std::string& what, const std::string& out) {
    const std::string part = what == minted ? "/part.s00" : "/scores.jsonl.s00";
    return papert({"merge", what + part + "0of002", what + part + "1of002", "--out", out,
                   "--allow-versions", "--display", "none"});
  };
  const auto tasks = join(minted, "tasks");
  EXPECT_EQ(tasks.exit_code, 0) << tasks.err;
  EXPECT_EQ(json_lines(slurp(path("tasks") / "tasks.jsonl")).size(), 2U);
  const auto lines = join(scored, "scores.jsonl");
  EXPECT_EQ(lines.exit_code, 0) << lines.err;
  EXPECT_EQ(json_lines(slurp(path("scores.jsonl"))).size(), 2U);

  const std::string newer = "written by a newer Papert (format 7; this one, ";
  set_format(minted + "/part.s001of002/shard.json", "7");
  const auto newer_tasks = join(minted, "tasks-7");
  EXPECT_EQ(newer_tasks.exit_code, 65);
  EXPECT_THAT(newer_tasks.err, HasSubstr("shard.json: " + newer));
  set_format(scored + "/scores.jsonl.s001of002.json", "7");
  const auto newer_lines = join(scored, "scores-7.jsonl");
  EXPECT_EQ(newer_lines.exit_code, 65);
  EXPECT_THAT(newer_lines.err, HasSubstr("scores.jsonl.s001of002.json: " + newer));
}

TEST_F(FormatsTest, NewerLinesOfALogAreNamed) {
  const std::string run = copy_of("1", "run", "run");
  set_format(run + "/samples.jsonl", "7");
  const auto scored = papert({"score", "--run", run, "--summary"});
  EXPECT_THAT(scored.err, HasSubstr("samples.jsonl:1: "));
  EXPECT_THAT(scored.err, HasSubstr("written by a newer Papert (format 7; this one"));
  const auto upgraded = papert({"upgrade", run});
  EXPECT_EQ(upgraded.exit_code, 65);
  EXPECT_THAT(upgraded.err, HasSubstr("samples.jsonl:1: written by a newer Papert (format 7"));
}

/// What the program says it has a number for is here.
TEST_F(FormatsTest, EveryFormatThatTheProgramNamesHasAFile) {
  const std::map<std::string, std::string> files{
      {"run.json", "run/run.json"},
      {"samples.jsonl", "run/samples.jsonl"},
      {"summary.json", "run/summary.json"},
      {"score lines", "scored/scores.jsonl.s000of002"},
      {"tasks", "xlogo/tasks.jsonl"},
      {"shard.json", "minted/part.s000of002/shard.json"},
      {"manifest.json", "shapecode/manifest.json"},
      {"labels", "labels.jsonl"},
      {"requests and responses", "request.json"},
      {"task references", "ref.json"},
  };
  const auto said = papert({"--version", "--json"});
  ASSERT_EQ(said.exit_code, 0) << said.err;
  const Json formats = (*parse_json(said.out))["formats"];
  EXPECT_EQ(formats.size(), files.size());
  for (const auto& [name, number] : formats.items()) {
    const auto file = files.find(name);
    ASSERT_NE(file, files.end()) << name;
    const fs::path kept = kCases / std::to_string(number.get<int>()) / file->second;
    EXPECT_TRUE(fs::exists(kept)) << name << ": " << kept;
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
