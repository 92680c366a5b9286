// A whole generation with roles of its own: a mutator that changes one number, a scorer and a
// describer that follow from the program's text.

#include <gtest/gtest.h>

#include <fstream>
#include <functional>
#include <map>
#include <set>

#include "base/file.h"
#include "base/json.h"
#include "base/sha256.h"
#include "base/text.h"
#include "data/turtleai/folder.h"
#include "datagen/turtle/generate.h"
#include "datagen/turtle/selection.h"
#include "lang/turtle/host/jail_pool.h"
#include "score/compare_drawings.h"
#include "score/drawing_index.h"
#include "support/temp_folder.h"

namespace papert::datagen {
namespace {

namespace fs = std::filesystem;

class NumberMutator : public Mutator {
 public:
  [[nodiscard]] std::optional<Mutation> mutate(const MutationInput& input,
                                               Random& random) const override {
    std::vector<std::size_t> places;
    const std::string code(input.code);
    for (std::size_t i = 1; i < code.size(); ++i) {
      if (code[i - 1] == '(' && code[i] >= '0' && code[i] <= '9') places.push_back(i);
    }
    if (places.empty()) return std::nullopt;
    const std::size_t place = random.choice(places);
    const std::size_t end = code.find(')', place);
    const std::int64_t number = random.randint(1, 15);
    const bool loop = code.compare(place - 6, 6, "range(") == 0;
    const std::int64_t value = loop ? number % 8 + 1 : number * 12;
    return Mutation{code.substr(0, place) + std::to_string(value) + code.substr(end),
                    loop ? "test:loop" : "test:number"};
  }
};

class HashScorer : public Scorer {
 public:
  [[nodiscard]] std::string_view name() const override { return "hash"; }
  [[nodiscard]] ScoredDrawing score(const scene::Scene&,
                                    const DrawingOrigin& origin) const override {
    const std::string digest = sha256_hex(origin.code);
    ScoredDrawing scored;
    scored.scores.geometry = static_cast<double>(std::stoi(digest.substr(0, 3), nullptr, 16)) / 410;
    scored.scores.color = 10;
    scored.refused = digest[5] == '0';
    return scored;
  }
};

class PlainDescriber : public Describer {
 public:
  [[nodiscard]] Classification classify(std::string_view code, const scene::Scene&) const override {
    return {code.size() % 6, code.size() % 3};
  }
  [[nodiscard]] std::string label(std::string_view code, const scene::Scene&) const override {
    return "A drawing.\n```python\n" + std::string(code) + "```\n";
  }
};

Roles test_roles() {
  Roles roles;
  roles.mutator = std::make_unique<NumberMutator>();
  roles.scorer = std::make_unique<HashScorer>();
  roles.describer = std::make_unique<PlainDescriber>();
  return roles;
}

GenerateOptions mini(const fs::path& out) {
  GenerateOptions options;
  options.settings = *preset_settings("mini");
  options.settings.pairs = 6;
  options.settings.validation = 0.1;
  options.settings.carry_elite = true;
  options.settings.seed = 5;
  options.out = out;
  return options;
}

/// Every file of a folder but hidden ones, by its name.
std::map<std::string, std::string> bytes_of(const fs::path& folder) {
  std::map<std::string, std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    files[fs::relative(entry.path(), folder).string()] = *read_file(entry.path());
  }
  return files;
}

std::vector<Json> lines_of(const fs::path& path) {
  std::vector<Json> lines;
  const std::string text = *read_file(path);
  for (const std::string_view line : split(text, '\n')) {
    if (!line.empty()) lines.push_back(*parse_json(line));
  }
  return lines;
}

TEST(GenerateTurtle, GivesTheSameFolderForAnyNumberOfThreadsAndAnotherForAnotherSeed) {
  const test::TempFolder folder;
  const Roles roles = test_roles();
  GenerateOptions options = mini(folder.path() / "one");
  const auto first = generate(options, roles);
  ASSERT_TRUE(first) << first.error().to_string();
  ASSERT_TRUE(first->complete);
  EXPECT_GT(first->tasks, 10U);
  options.out = folder.path() / "three";
  options.jobs = 3;
  ASSERT_TRUE(generate(options, roles));
  const auto bytes = bytes_of(folder.path() / "one");
  EXPECT_EQ(bytes, bytes_of(folder.path() / "three"));
  EXPECT_EQ(bytes.count("round-2/elite.jsonl"), 1U);
  EXPECT_EQ(bytes.count("report.html"), 1U);
  options.out = folder.path() / "other";
  options.settings.seed = 6;
  ASSERT_TRUE(generate(options, roles));
  EXPECT_NE(bytes.at("dataset/tasks.jsonl"), bytes_of(options.out).at("dataset/tasks.jsonl"));
}

TEST(GenerateTurtle, GoesOnAfterInterruptionsInEveryStageAndEndsWithTheSameBytes) {
  const test::TempFolder folder;
  const Roles roles = test_roles();
  const GenerateOptions whole = mini(folder.path() / "whole");
  ASSERT_TRUE(generate(whole, roles));
  GenerateOptions options = mini(folder.path() / "often");
  options.jobs = 2;
  std::set<std::string> stages;
  std::size_t interruptions = 0;
  for (;; ++interruptions) {
    ASSERT_LT(interruptions, 20U);
    options.cancel = CancelToken();
    std::size_t steps = 0;
    options.progress = [&](const std::string& what, std::size_t, std::size_t) {
      // Once in each stage: what is written at once begins again.
      if (++steps >= 5 && stages.insert(what).second) options.cancel.cancel();
    };
    const auto report = generate(options, roles);
    if (report) break;
    ASSERT_EQ(report.error().code, ErrorCode::kCancelled) << report.error().to_string();
    // A process that is killed by the system may leave half a line.
    for (const char* name : {"round-1/candidates.jsonl", "round-2/candidates.jsonl"}) {
      const fs::path file = options.out / name;
      const fs::path next = file.parent_path() / "distinct.jsonl";
      if (fs::exists(file) && !fs::exists(next)) std::ofstream(file, std::ios::app) << R"({"key)";
    }
  }
  EXPECT_GT(interruptions, 5U);
  EXPECT_GE(stages.size(), 5U);
  EXPECT_EQ(bytes_of(whole.out), bytes_of(options.out));
}

TEST(GenerateTurtle, LeavesAFolderOfTasksThatHoldsWhatItPromises) {
  const test::TempFolder folder;
  const Roles roles = test_roles();
  const GenerateOptions options = mini(folder.path() / "grown");
  const auto report = generate(options, roles);
  ASSERT_TRUE(report) << report.error().to_string();
  const auto check = data::turtleai::check_folder(options.out / "dataset", 2);
  ASSERT_TRUE(check);
  EXPECT_EQ(check->checked, report->tasks);
  for (const Error& problem : check->problems) ADD_FAILURE() << problem.to_string();
  const std::size_t held = lines_of(options.out / "dataset/labels.jsonl").size();
  EXPECT_EQ(held, report->tasks);
  const std::string validation = *read_file(options.out / "dataset/validation.txt");
  const std::string train = *read_file(options.out / "dataset/train.txt");
  const auto count = [](const std::string& text) {
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
  };
  EXPECT_EQ(count(validation), report->tasks / 10);
  EXPECT_EQ(count(train) + count(validation), report->tasks);
  for (const std::string_view id : split(validation, '\n')) {
    if (id.empty()) continue;
    EXPECT_EQ(train.find(id), std::string::npos);
  }
}

TEST(GenerateTurtle, CountsEveryCandidateInItsFiguresAndRefusesWhatTheScorerRefuses) {
  const test::TempFolder folder;
  const Roles roles = test_roles();
  const GenerateOptions options = mini(folder.path() / "grown");
  ASSERT_TRUE(generate(options, roles));
  const Json growth = *parse_json(*read_file(options.out / "growth.json"));
  std::size_t refused = 0;
  for (const Json& round : growth.at("rounds")) {
    std::size_t ended = 0;
    for (const auto& [status, number] : round.at("statuses").items()) {
      ended += number.get<std::size_t>();
    }
    EXPECT_EQ(ended, round.at("planned").get<std::size_t>());
    const Json& lost = round.at("duplicates");
    const std::size_t duplicates = lost.at("exact").at("within").get<std::size_t>() +
                                   lost.at("exact").at("earlier").get<std::size_t>() +
                                   lost.at("symbolic").at("within").get<std::size_t>() +
                                   lost.at("symbolic").at("earlier").get<std::size_t>();
    EXPECT_EQ(round.at("usable").get<std::size_t>(),
              duplicates + round.at("distinct").get<std::size_t>());
    refused += round.at("refused").get<std::size_t>();
  }
  EXPECT_GT(refused, 0U);
  std::set<std::string> never;
  for (const char* round : {"round-1", "round-2"}) {
    for (const Json& line : lines_of(options.out / round / "scores.jsonl")) {
      if (line.at("status") == "refused") never.insert(line.at("key").get<std::string>());
    }
    for (const Json& line : lines_of(options.out / round / "elite.jsonl")) {
      EXPECT_EQ(never.count(line.at("key").get<std::string>()), 0U);
    }
  }
}

TEST(GenerateTurtle, TheSetIsThatOfComparingAllPairs) {
  const test::TempFolder folder;
  GenerateOptions options = mini(folder.path() / "grown");
  options.settings.symbolic = false;  // leaves the selection more to find
  ASSERT_TRUE(generate(options, test_roles()));
  std::map<std::string, std::string> codes;
  for (const char* round : {"round-1/elite.jsonl", "round-2/elite.jsonl"}) {
    for (const Json& line : lines_of(options.out / round)) {
      codes[line.at("id").get<std::string>()] = line.at("code").get<std::string>();
    }
  }
  lang::turtle::JailPool jails({});
  std::map<std::string, score::PaintedDrawing> staying;
  std::vector<std::pair<std::string, std::string>> dropped;  // and for what
  std::map<std::string, score::PaintedDrawing> drawings;
  for (const Json& line : lines_of(options.out / "selection.jsonl")) {
    const auto id = line.at("id").get<std::string>();
    auto drawn = jails.run(codes.at(id));
    ASSERT_TRUE(drawn);
    const auto& [at, fresh] = drawings.emplace(id, score::PaintedDrawing(std::move(drawn->scene)));
    ASSERT_TRUE(fresh);
    if (line.contains("dropped_for")) {
      dropped.emplace_back(id, line.at("dropped_for").get<std::string>());
    } else {
      staying.emplace(id, at->second);
    }
  }
  EXPECT_FALSE(dropped.empty());
  for (const auto& [id, reason] : dropped) {
    EXPECT_TRUE(score::pass_for_each_other(drawings.at(id), drawings.at(reason)));
    EXPECT_EQ(staying.count(reason), 1U);
  }
  for (auto one = staying.begin(); one != staying.end(); ++one) {
    for (auto other = std::next(one); other != staying.end(); ++other) {
      EXPECT_FALSE(score::pass_for_each_other(one->second, other->second))
          << one->first << " and " << other->first;
    }
  }
}

/// Gives the program with another number.
class AskedNumbers : public AskedMutator {
 public:
  [[nodiscard]] std::string_view name() const override { return "test/numbers"; }
  [[nodiscard]] std::size_t connections() const override { return 1; }
  [[nodiscard]] Result<AskedMutation> mutate(const std::string& key,
                                             const MutationInput& input) const override {
    Random random(static_cast<std::int64_t>(std::hash<std::string>()(key) % 1000));
    AskedMutation asked;
    if (const auto made = NumberMutator().mutate(input, random)) asked.programs = {made->code};
    return asked;
  }
};

TEST(GenerateTurtle, RefusesDamagedKeysOfCandidatesAndRounds) {
  const test::TempFolder folder;
  Roles roles = test_roles();
  roles.asked_mutator = std::make_unique<AskedNumbers>();
  GenerateOptions options = mini(folder.path() / "grown");
  options.until = Stage::kDistinct;
  options.settings.rounds = 1;
  ASSERT_TRUE(generate(options, roles));
  const fs::path candidates = options.out / "round-1/candidates.jsonl";
  const std::string text = *read_file(candidates);
  for (const char* key : {"0-000777-00", "9-000000-00", "1-999999-00"}) {
    std::string damaged = text;
    damaged.replace(damaged.find("1-000000-00"), 11, key);
    ASSERT_TRUE(write_file(candidates, damaged));
    const auto refused = generate(options, roles);
    ASSERT_FALSE(refused) << key;
    EXPECT_EQ(refused.error().code, ErrorCode::kBadData);
    EXPECT_NE(refused.error().message.find(key), std::string::npos) << refused.error().message;
  }
  ASSERT_TRUE(write_file(candidates, text));
  for (const char* round : {"-1", "0", "70000"}) {
    ASSERT_TRUE(write_file(options.out / "finish.json", std::string("{\"round\":") + round + "}"));
    const auto refused = generate(options, roles);
    ASSERT_FALSE(refused) << round;
    EXPECT_EQ(refused.error().code, ErrorCode::kBadData);
  }
}

TEST(GenerateTurtle, LeavesNoFolderBehindWhereNothingCouldBegin) {
  const test::TempFolder folder;
  fs::create_directories(folder.path() / "seeds");
  GenerateOptions options = mini(folder.path() / "sets/of/mine/grown");
  options.seeds = (folder.path() / "seeds").string();
  EXPECT_FALSE(generate(options, test_roles()));
  EXPECT_FALSE(fs::exists(folder.path() / "sets"));
  std::ofstream(folder.path() / "seeds/b.py") << "def draw(t):\n    t.forward(\n";
  EXPECT_FALSE(generate(options, test_roles()));
  EXPECT_FALSE(fs::exists(folder.path() / "sets"));
  EXPECT_TRUE(fs::exists(folder.path() / "seeds/b.py"));
}

TEST(GenerateTurtle, RefusesAFolderThatWasBegunWithAnotherRequest) {
  const test::TempFolder folder;
  const Roles roles = test_roles();
  GenerateOptions options = mini(folder.path() / "grown");
  options.until = Stage::kCandidates;
  options.settings.rounds = 1;
  const auto begun = generate(options, roles);
  ASSERT_TRUE(begun);
  EXPECT_FALSE(begun->complete);
  EXPECT_FALSE(fs::exists(options.out / "round-1/distinct.jsonl"));
  options.settings.seed = 99;
  const auto other = generate(options, roles);
  ASSERT_FALSE(other);
  EXPECT_EQ(other.error().code, ErrorCode::kUsage);
  EXPECT_NE(other.error().message.find("another seed (5 instead of 99)"), std::string::npos)
      << other.error().message;
}

TEST(GenerateTurtle, LeavesOutDrawingsOfEvaluationSets) {
  const test::TempFolder folder;
  const Roles roles = test_roles();
  GenerateOptions options = mini(folder.path() / "first");
  ASSERT_TRUE(generate(options, roles));
  const auto before = lines_of(options.out / "dataset/tasks.jsonl");
  options.excludes = {(options.out / "dataset").string()};
  options.out = folder.path() / "second";
  ASSERT_TRUE(generate(options, roles));
  std::set<std::string> ids;
  for (const Json& task : before) ids.insert(task.at("id").get<std::string>());
  for (const Json& task : lines_of(options.out / "dataset/tasks.jsonl")) {
    EXPECT_EQ(ids.count(task.at("id").get<std::string>()), 0U);
  }
  const Json growth = *parse_json(*read_file(options.out / "growth.json"));
  EXPECT_GT(growth.at("statuses").at("excluded").get<int>(), 0);
  EXPECT_EQ(growth.at("excluded_drawings").get<std::size_t>(), before.size());
}

TEST(GenerateTurtle, CutsTheLastRoundAndKeepsEarlierGenerations) {
  const test::TempFolder folder;
  const Roles roles = test_roles();
  GenerateOptions options = mini(folder.path() / "cut");
  options.settings.carry_elite = false;
  options.settings.max_candidates = 70;
  ASSERT_TRUE(generate(options, roles));
  EXPECT_EQ(lines_of(options.out / "round-1/candidates.jsonl").size(), 60U);
  EXPECT_EQ(lines_of(options.out / "round-2/candidates.jsonl").size(), 10U);
  const std::size_t both = lines_of(options.out / "round-1/elite.jsonl").size() +
                           lines_of(options.out / "round-2/elite.jsonl").size();
  EXPECT_EQ(lines_of(options.out / "selection.jsonl").size(), both);
}

TEST(GenerateTurtle, ReportsSeedsThatCannotBeUsed) {
  const test::TempFolder folder;
  fs::create_directories(folder.path() / "seeds");
  std::ofstream(folder.path() / "seeds/a.py")
      << "def draw(t):\n    for _ in range(5):\n        t.forward(80)\n        t.left(72)\n";
  std::ofstream(folder.path() / "seeds/b.py") << "def draw(t):\n    t.forward(\n";
  std::ofstream(folder.path() / "seeds/c.py")
      << "def draw(t):\n    for _ in range(5):\n        t.forward(40)\n        t.left(72)\n";
  GenerateOptions options = mini(folder.path() / "grown");
  options.seeds = (folder.path() / "seeds").string();
  options.settings.rounds = 1;
  const auto report = generate(options, test_roles());
  ASSERT_TRUE(report) << report.error().to_string();
  ASSERT_EQ(report->problems.size(), 1U);
  EXPECT_EQ(report->problems[0].where, "b.py");
  ASSERT_EQ(report->notes.size(), 1U);
  EXPECT_EQ(report->notes[0], "seed c.py draws the same as a.py and is left out");
}

}  // namespace
}  // namespace papert::datagen
