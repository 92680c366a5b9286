// The grid-world suite as a whole: loading, facets, scoring, folders that we write.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "base/file.h"
#include "base/json.h"
#include "data/xlogo/folder.h"
#include "suite/xlogo/tasks.h"
#include "suite/xlogo/xlogo.h"
#include "support/process.h"
#include "support/published_data.h"
#include "support/temp_folder.h"

namespace papert::suite::xlogo {
namespace {

using reply::Extraction;
using suite::Verdict;
using testing::HasSubstr;

// A 2 x 2 world: the turtle bottom left, facing north; a strawberry above it; a wall to the right.
constexpr const char* kTask =
    R"({"id": "a", "world": {"turtle": {"x": 0, "y": 1, "direction": 0}, "tiles": [
{"x": 0, "y": 0, "allowed": true, "walls": {}}, {"x": 1, "y": 0, "allowed": false, "walls": {}},
{"x": 0, "y": 1, "allowed": true, "walls": {"right": true}},
{"x": 1, "y": 1, "allowed": true, "walls": {"left": true}}],
"items": [{"x": 0, "y": 0, "name": "strawberry", "color": "red", "count": 1}], "lines": []},
"goal": [{"name": "find", "specs": [[[{"name": "strawberry", "neg": 0}]]]}],
"constraints": [{"at_most": {"all": 3}}], "code": {"run": [{"type": "fd"}]}})";

std::string one_line(std::string text) {
  std::erase(text, '\n');
  return text;
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

class XlogoSuite : public testing::Test {
 protected:
  std::unique_ptr<suite::TaskSet> load(const std::string& lines, const suite::Modes& modes = {}) {
    test::spit(folder_ / "tasks.jsonl", lines);
    auto tasks = suite_->load(folder_.path(), {.modes = modes});
    EXPECT_TRUE(tasks) << tasks.error().to_string();
    return std::move(*tasks);
  }
  suite::Score score(const std::string& reply) {
    const auto tasks = load(one_line(kTask) + "\n");
    return tasks->score(0, tasks->read(reply, reply::Extraction::kLenient));
  }

  test::TempFolder folder_;
  std::unique_ptr<suite::Suite> suite_ = make_suite();
};

TEST_F(XlogoSuite, MintingIntoAFolderOfSynthesisedTasksKeepsWhatIsKnownOfThem) {
  const std::string synth = R"("synth":{"difficulty":"easy","reference":"51","level":0})";
  test::spit(folder_ / "tasks.jsonl", replaced(one_line(kTask), R"({"id": "a",)",
                                               R"({"id":"a","base":"51",)" + synth + ",") +
                                          "\n");
  const std::string hash = suite_->load(folder_.path(), {}).value()->data_hash();
  const auto added = data::xlogo::mint_folder(folder_.path(), {.seed = 7}, {}, {});
  ASSERT_TRUE(added) << added.error().to_string();
  const std::string lines = test::slurp(folder_ / "tasks.jsonl");
  EXPECT_THAT(lines, HasSubstr(synth));
  EXPECT_THAT(lines, HasSubstr(R"("base":"51")"));
  EXPECT_EQ(std::count(lines.begin(), lines.end(), '\n'), 2);
  // And the identity of the data is what it was without these words.
  test::spit(folder_ / "tasks.jsonl", lines.substr(0, lines.find('\n') + 1));
  EXPECT_EQ(suite_->load(folder_.path(), {}).value()->data_hash(), hash);
}

Json metrics_of(const suite::Score& score) { return suite::metrics_json(score.metrics); }

TEST_F(XlogoSuite, EveryOutcomeHasItsVerdictAndMetrics) {
  struct Case {
    const char* reply;
    Verdict verdict;
    const char* metrics;
  };
  const Case cases[] = {
      {"```python\ndef run():\n    move_forward()\n```", Verdict::kRight,
       R"({"success":1.0,"format":1.0,"no_crash":1.0,"constraints":1.0,"goal":1.0,"programs":1.0})"},
      {"def run():\n    turn_left()", Verdict::kWrong,
       R"({"success":0.0,"format":1.0,"no_crash":1.0,"constraints":1.0,"goal":0.0,"programs":1.0})"},
      {"def run():\n    for i in range(4):\n        turn_left()\n    turn_left()\n"
       "    turn_right()\n    move_forward()",
       Verdict::kWrong,
       R"({"success":0.0,"format":1.0,"no_crash":1.0,"constraints":0.0,"goal":1.0,"programs":1.0})"},
      {"def run():\n    turn_right()\n    move_forward()", Verdict::kCrashed,
       R"({"success":0.0,"format":1.0,"no_crash":0.0,"constraints":null,"goal":null,"programs":1.0})"},
      {"def run():\n    jump()", Verdict::kInvalid,
       R"({"success":0.0,"format":0.0,"no_crash":0.0,"constraints":null,"goal":null,"programs":1.0})"},
      {"I cannot do that.", Verdict::kNoAnswer,
       R"({"success":0.0,"format":0.0,"no_crash":0.0,"constraints":null,"goal":null,"programs":0.0})"},
      {"", Verdict::kNoAnswer,
       R"({"success":0.0,"format":0.0,"no_crash":0.0,"constraints":null,"goal":null,"programs":0.0})"},
  };
  for (const Case& c : cases) {
    const suite::Score result = score(c.reply);
    EXPECT_EQ(suite::verdict_name(result.verdict), suite::verdict_name(c.verdict)) << c.reply;
    EXPECT_EQ(dump_json(metrics_of(result)), c.metrics) << c.reply;
  }
}

TEST_F(XlogoSuite, CrashesSayWhatAndWhere) {
  const suite::Score wall = score("def run():\n    turn_right()\n    move_forward()");
  EXPECT_EQ(dump_json(wall.detail["crash"]), R"({"kind":"WALL","x":0,"y":1})");
  EXPECT_THAT(wall.detail["message"].get<std::string>(), HasSubstr("wall"));
  const suite::Score cell =
      score("def run():\n    move_forward()\n    turn_right()\n    move_forward()");
  EXPECT_EQ(dump_json(cell.detail["crash"]), R"({"kind":"FORBIDDEN_AREA","x":1,"y":0})");
  const suite::Score out = score("def run():\n    turn_left()\n    move_forward()");
  EXPECT_EQ(dump_json(out.detail["crash"]), R"({"kind":"OUT_OF_WORLD","x":-1,"y":1})");
  std::string loops = "def run():\n";
  std::string indent = "    ";
  for (int i = 0; i < 5; ++i) {
    loops += indent + "for i in range(12):\n";
    indent += "    ";
  }
  const suite::Score endless = score(loops + indent + "turn_left()\n");
  EXPECT_EQ(endless.verdict, Verdict::kStepLimit);
  EXPECT_EQ(dump_json(endless.detail["crash"]), R"({"kind":"EXCEED_MAX_CALLS","x":null,"y":null})");
}

TEST_F(XlogoSuite, StrictExtractionTakesOneBlockOrTheWholeReply) {
  const std::string code = "def run():\n    move_forward()\n";
  const auto tasks = load(one_line(kTask) + "\n");
  const auto verdict = [&](const std::string& reply, reply::Extraction extraction) {
    return tasks->score(0, tasks->read(reply, extraction)).verdict;
  };
  for (const std::string& reply :
       {code, "```\n" + code + "```", "So:\n```python\n" + code + "```\nDone."}) {
    EXPECT_EQ(verdict(reply, reply::Extraction::kStrict), Verdict::kRight) << reply;
    EXPECT_EQ(verdict(reply, reply::Extraction::kLenient), Verdict::kRight) << reply;
  }
  const std::string two = "```\nfirst try\n```\nNo, this:\n```python\n" + code + "```\n";
  EXPECT_EQ(verdict(two, reply::Extraction::kStrict), Verdict::kNoAnswer);
  EXPECT_EQ(verdict(two, reply::Extraction::kLenient), Verdict::kRight);
  const std::string prose = "Here it is.\n\n" + code + "\nThat reaches it.";
  EXPECT_EQ(verdict(prose, reply::Extraction::kStrict), Verdict::kInvalid);
  EXPECT_EQ(verdict(prose, reply::Extraction::kLenient), Verdict::kRight);
}

TEST_F(XlogoSuite, ForgivesWhatChangesNothingUnlessTheReferenceIsStrict) {
  const std::string reply =
      "> ```python\n> import turtle\n> def run() -> None:\n>     for i in range(0, 1):\n"
      ">         move_forward()\n>     return\n>\n> if __name__ == '__main__':\n>     run()\n> "
      "```\n";
  const auto verdict = [&](const suite::Modes& modes) {
    const auto tasks = load(one_line(kTask) + "\n", modes);
    return tasks->score(0, tasks->read(reply, reply::Extraction::kLenient)).verdict;
  };
  EXPECT_EQ(verdict({}), Verdict::kRight);
  EXPECT_EQ(verdict({{"strict_reference", "true"}}), Verdict::kInvalid);
}

TEST_F(XlogoSuite, ThePublishedRuleTakesTheFirstProgram) {
  const auto tasks = load(one_line(kTask) + "\n");
  const std::string reply =
      "```\ndef run():\n    turn_left()\n```\nWait:\n```\ndef run():\n    move_forward()\n```\n";
  const auto lenient = tasks->read(reply, reply::Extraction::kLenient);
  EXPECT_EQ(lenient.first().code, "def run():\n    move_forward()\n");
  EXPECT_EQ(lenient.programs, 2U);
  EXPECT_EQ(tasks->read(reply, reply::Extraction::kPublished).first().code,
            "def run():\n    turn_left()\n");
}

TEST_F(XlogoSuite, DamagedTasksAreListedAndTheRestIsUsed) {
  const std::string good = one_line(kTask);
  const std::pair<std::string, std::string> cases[] = {
      {replaced(good, "\"tiles\"", "\"files\""), "tiles"},
      {replaced(good, "\"strawberry\", \"color\"", "\"banana\", \"color\""), "banana"},
      {replaced(good, "\"direction\": 0", "\"direction\": 7"), "direction"},
      {replaced(good, "\"x\": 1, \"y\": 0, \"allowed\"", "\"x\": 0, \"y\": 0, \"allowed\""),
       "tiles[1]"},
      {replaced(good, "{\"type\": \"fd\"}", "{\"type\": \"repeat\", \"times\": 2.5, \"body\": []}"),
       "times"},
      {replaced(good, "{\"type\": \"fd\"}", "{\"type\": \"lt\"}"), "its own solution fails"},
      {"{\"id\": \"x\"", "tasks.jsonl:2"},
      {replaced(good, "\"walls\"", "\"wall\""), "there is no key 'wall'; did you mean 'walls'?"},
      {replaced(good, "\"id\": \"a\"", "\"id\": \"a\", \"hint\": \"\""),
       "no key 'hint'; known are id"},
      {replaced(good, "{\"type\": \"fd\"}", "{\"type\": \"fd\", \"time\": 2}"),
       "code.run[0]: there is no key 'time'; did you mean 'times'?"},
      {replaced(good, "{\"type\": \"fd\"}",
                R"({"type": "repeat", "times": 1, "body": [{"typ": "fd"}]})"),
       "code.run[0].body[0]: there is no key 'typ'; did you mean 'type'?"},
      {std::string(10'000'000, ' ') + good, "longer than"},
  };
  for (const auto& [line, word] : cases) {
    const auto tasks = load(replaced(good, "\"id\": \"a\"", "\"id\": \"b\"") + "\n" + line + "\n");
    ASSERT_EQ(tasks->size(), 1U) << word;
    ASSERT_EQ(tasks->problems().size(), 1U) << word;
    EXPECT_THAT(tasks->problems()[0].to_string(), HasSubstr(word));
  }
}

TEST_F(XlogoSuite, TheTaskOfTheDocumentationCanBeCopied) {
  const std::string page = test::slurp(PAPERT_SOURCE_DIR "/docs/xlogo.md");
  const std::size_t begin = page.find("{\"id\": \"garden\"");
  ASSERT_NE(begin, std::string::npos);
  const auto tasks = load(one_line(page.substr(begin, page.find("\n\n", begin) - begin)));
  EXPECT_TRUE(tasks->problems().empty()) << tasks->problems()[0].to_string();
  EXPECT_EQ(tasks->size(), 1U);
  const auto report = suite_->check(folder_.path(), 1);
  ASSERT_TRUE(report);
  EXPECT_TRUE(report->problems.empty()) << "made by hand, without SHA256SUMS";
}

TEST_F(XlogoSuite, TheReferenceIsAReplyAsThePromptAsksForIt) {
  EXPECT_EQ(load(one_line(kTask) + "\n")->reference(0),
            "```python\ndef run():\n    move_forward()\n```\n");
}

TEST_F(XlogoSuite, TheFormatIsNotPartOfTheDataHash) {
  const std::string line = one_line(kTask) + "\n";
  const std::string hash = load(line)->data_hash();
  EXPECT_EQ(load(replaced(line, "{\"id\"", "{\"format\": 1, \"id\""))->data_hash(), hash);
}

TEST_F(XlogoSuite, ALaterFormatIsRefusedAsAWhole) {
  test::spit(folder_ / "tasks.jsonl",
             replaced(one_line(kTask), "{\"id\"", "{\"format\": 2, \"id\"") + "\n");
  const auto tasks = suite_->load(folder_.path(), {});
  ASSERT_FALSE(tasks);
  EXPECT_THAT(tasks.error().to_string(),
              HasSubstr("tasks.jsonl:1: written by a newer Papert (format 2"));
}

TEST_F(XlogoSuite, TheReleasedLayoutIsReadToo) {
  const Json task = *parse_json(kTask);
  const std::pair<const char*, Json> files[] = {
      {"worlds.json", {{"a", {{"world_json", task["world"]}}}}},
      {"goals.json", {{"a", {{"goal", task["goal"]}}}}},
      {"constraints.json", {{"a", {{"constraints", task["constraints"]}}}}},
      {"codes.json", {{"a", {{"code_json", task["code"]}}}}}};
  for (const auto& [name, json] : files) test::spit(folder_ / name, dump_json(json));
  const auto tasks = suite_->load(folder_.path(), {});
  ASSERT_TRUE(tasks) << tasks.error().to_string();
  ASSERT_EQ((*tasks)->size(), 1U);
  EXPECT_EQ((*tasks)->task(0).id, "a");
  test::spit(folder_ / "goals.json", "{}");
  const auto damaged = suite_->load(folder_.path(), {});
  ASSERT_TRUE(damaged);
  EXPECT_EQ((*damaged)->size(), 0U);
  EXPECT_THAT((*damaged)->problems()[0].to_string(), HasSubstr("goals.json"));
}

TEST_F(XlogoSuite, FacetsOfATask) {
  const auto tasks = load(one_line(kTask) + "\n");
  EXPECT_EQ(dump_json(suite::tags_json(tasks->task(0).tags)),
            R"({"type":"find","constraint":"at most","concept":"basic actions","length":"1-5",)"
            R"("grid":"<=3","skill":["basic actions","code constraints"]})");
}

TEST_F(XlogoSuite, ModesAreCheckedAndChangeThePrompt) {
  EXPECT_THAT(
      suite::resolve_modes(*suite_, {{"colour", "red"}}).error().message,
      HasSubstr(
          "form, shots, prompting, strict_reference, type, constraint, concept, length, grid"));
  EXPECT_THAT(suite::resolve_modes(*suite_, {{"form", "song"}}).error().message,
              HasSubstr("text, ascii, picture"));
  std::set<std::string> prompts;
  for (const char* form : {"text", "ascii", "picture"}) {
    for (const char* shots : {"none", "three", "three_reasoned"}) {
      test::spit(folder_ / "tasks.jsonl", one_line(kTask));
      const auto modes = suite::resolve_modes(*suite_, {{"form", form}, {"shots", shots}});
      ASSERT_TRUE(modes);
      const auto tasks = suite_->load(folder_.path(), {.modes = *modes});
      const auto prompt = (*tasks)->prompt(0, suite_->default_prompt(*modes));
      ASSERT_TRUE(prompt) << prompt.error().to_string();
      EXPECT_EQ(prompt->images.empty(), std::string(form) != "picture") << form << shots;
      EXPECT_THAT(prompt->text, HasSubstr("Find the strawberry"));
      prompts.insert(prompt->text);
    }
  }
  EXPECT_EQ(prompts.size(), 9U);
}

TEST_F(XlogoSuite, MintedFoldersExtendCheckAndLoad) {
  ASSERT_TRUE(suite_->mint_to(folder_.path(), {.seed = 0, .count = 6}, {}));
  const std::string first = test::slurp(folder_ / "tasks.jsonl");
  ASSERT_TRUE(suite_->mint_to(folder_.path(), {.seed = 3, .count = 6}, {}));
  EXPECT_THAT(test::slurp(folder_ / "tasks.jsonl"), testing::StartsWith(first));
  const auto report = suite_->check(folder_.path(), 1);
  ASSERT_TRUE(report);
  EXPECT_TRUE(report->problems.empty());
  const auto loaded = suite_->load(folder_.path(), {});
  const auto minted_set = suite_->mint({.seed = 0, .count = 9});
  ASSERT_EQ((*loaded)->size(), (*minted_set)->size());
  for (std::size_t i = 0; i < (*loaded)->size(); ++i) {
    EXPECT_EQ((*loaded)->task(i).id, (*minted_set)->task(i).id);
    EXPECT_EQ((*loaded)->reference(i), (*minted_set)->reference(i));
    const auto answer = (*loaded)->read((*loaded)->reference(i), reply::Extraction::kStrict);
    EXPECT_EQ((*loaded)->score(i, answer).verdict, Verdict::kRight);
  }
  test::spit(folder_ / "tasks.jsonl", first);
  EXPECT_EQ(suite_->check(folder_.path(), 1)->problems.size(), 1U) << "the checksum is off";
}

TEST_F(XlogoSuite, SynthesisedTasksAreKnownAndHaveTheirOwnCheck) {
  const std::string made =
      replaced(one_line(kTask), R"("constraints")",
               R"("base": "r", "synth": {"difficulty": "hard"}, "constraints")");
  const auto tasks = load(made + "\n");
  ASSERT_EQ(tasks->size(), 1U);
  EXPECT_EQ(tasks->task(0).base, "r");
  EXPECT_EQ(tasks->task(0).tags.back().key, "synthesised");
  EXPECT_EQ(tasks->task(0).tags.back().value, "hard");
  const auto report = suite_->check(folder_.path(), 1);
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, ErrorCode::kUsage);
  EXPECT_THAT(report.error().message,
              HasSubstr("'papert synth xlogo --check " + folder_.path().string() + "'"));
}

TEST_F(XlogoSuite, KindsOfTasksCanBeChosen) {
  const suite::Modes chosen{{"type", "draw"},
                            {"constraint", "at_most"},
                            {"concept", "loops"},
                            {"length", "1-5"},
                            {"grid", "4"}};
  const auto modes = suite::resolve_modes(*suite_, chosen);
  ASSERT_TRUE(modes);
  const auto minted_set = suite_->mint({.modes = *modes, .seed = 3, .count = 5});
  ASSERT_TRUE(minted_set) << minted_set.error().to_string();
  EXPECT_GE((*minted_set)->size(), 3U);
  for (std::size_t i = 0; i < (*minted_set)->size(); ++i) {
    const Json tags = suite::tags_json((*minted_set)->task(i).tags);
    EXPECT_EQ(tags["type"], "draw");
    EXPECT_EQ(tags["constraint"], "at most");
    EXPECT_EQ(tags["concept"], "loops");
    EXPECT_EQ(tags["length"], "1-5");
    EXPECT_EQ(tags["grid"], "4");
  }
  const auto impossible =
      suite::resolve_modes(*suite_, {{"type", "find"}, {"concept", "variables"}});
  EXPECT_THAT(suite_->mint({.modes = *impossible, .seed = 0, .count = 1}).error().to_string(),
              HasSubstr("not made"));

  ASSERT_TRUE(suite_->mint_to(folder_.path(), {.seed = 0, .count = 40}, {}));
  const auto all = suite_->load(folder_.path(), {});
  std::size_t counted = 0;
  for (const char* type : {"find", "draw", "math", "logic"}) {
    const auto only = suite::resolve_modes(*suite_, {{"type", type}});
    counted += (*suite_->load(folder_.path(), {.modes = *only}))->size();
  }
  EXPECT_EQ(counted, (*all)->size());
}

TEST_F(XlogoSuite, PerturbedFoldersHaveEveryCombinationAndStaySolvable) {
  load(one_line(kTask) + "\n");
  test::TempFolder out;
  ASSERT_EQ(*suite_->perturb_to(folder_.path(), out.path(), {.kinds = {"A", "B", "C"}}), 8U);
  const auto tasks = suite_->load(out.path(), {});
  ASSERT_TRUE(tasks);
  ASSERT_EQ((*tasks)->size(), 8U);
  std::set<std::string> names;
  for (std::size_t i = 0; i < 8; ++i) {
    const suite::Task task = (*tasks)->task(i);
    EXPECT_EQ(task.base, "a");
    names.insert(suite::tags_json(task.tags)["perturbation"].get<std::string>());
  }
  EXPECT_THAT(names,
              testing::ElementsAre("T", "T_A", "T_AB", "T_ABC", "T_AC", "T_B", "T_BC", "T_C"));
  ASSERT_EQ(*suite_->perturb_to(folder_.path(), out.path(), {.kinds = {"A"}}), 2U);
  ASSERT_EQ(*suite_->perturb_to(folder_.path(), out.path(), {.kinds = {"turn"}, .count = 7}), 7U);
  EXPECT_EQ((*suite_->load(out.path(), {}))->size(), 7U);
  EXPECT_THAT(suite_->perturb_to(folder_.path(), out.path(), {.kinds = {"D"}}).error().to_string(),
              HasSubstr("'D'"));
  EXPECT_FALSE(suite_->perturb_to(folder_.path(), out.path(), {.kinds = {"A"}, .ids = {"zz"}}));
}

TEST_F(XlogoSuite, PublishedTasksAreAllUsable) {
  PAPERT_NEED_PUBLISHED(data, "xlogo");
  for (const char* strict : {"false", "true"}) {
    const auto modes = suite::resolve_modes(*suite_, {{"strict_reference", strict}});
    const auto tasks = suite_->load(data, {.modes = *modes});
    ASSERT_TRUE(tasks) << tasks.error().to_string();
    EXPECT_EQ((*tasks)->size(), 57U);
    EXPECT_TRUE((*tasks)->problems().empty());
    for (std::size_t i = 0; i < (*tasks)->size(); ++i) {
      const auto answer = (*tasks)->read((*tasks)->reference(i), reply::Extraction::kStrict);
      EXPECT_EQ((*tasks)->score(i, answer).verdict, Verdict::kRight) << (*tasks)->task(i).id;
    }
  }
}

}  // namespace
}  // namespace papert::suite::xlogo
