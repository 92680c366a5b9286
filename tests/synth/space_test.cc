// The code space against the counts that the released program and a full enumeration by a solver
// gave, and the order in which candidates come.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/jsonl.h"
#include "lang/xlogo/constraints.h"
#include "lang/xlogo/program.h"
#include "support/published_data.h"
#include "synth/permutation.h"
#include "synth/space.h"

namespace papert::synth {
namespace {

using lang::xlogo::BlockType;
using lang::xlogo::Color;
using lang::xlogo::ItemName;
using lang::xlogo::kCountAll;
using lang::xlogo::Objective;
using lang::xlogo::ObjectiveKind;
using lang::xlogo::Task;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::Not;

constexpr std::array kAll{Difficulty::kEasy, Difficulty::kMedium, Difficulty::kHard};

/// In a grid of 3 x 3, to find a strawberry.
Task reference(std::string_view code, int side = 3) {
  Task task;
  task.world.width = task.world.height = side;
  task.world.tiles.resize(static_cast<std::size_t>(side * side));
  task.solution = lang::xlogo::parse_dsl(code).value();
  task.goal = {Objective{ObjectiveKind::kFind, {{{{.name = ItemName::kStrawberry}}}}, 0}};
  return task;
}

Space published(const Task& task, Difficulty difficulty) {
  return Space::of(task, difficulty, 0, Rules::kPublished);
}

std::array<std::uint64_t, 3> codes(const Task& task) {
  std::array<std::uint64_t, 3> counts{};
  for (const Difficulty difficulty : kAll) {
    counts[static_cast<std::size_t>(difficulty)] = published(task, difficulty).codes();
  }
  return counts;
}

std::array<std::uint64_t, 3> pairs(const Task& task) {
  std::array<std::uint64_t, 3> counts{};
  for (const Difficulty difficulty : kAll) {
    counts[static_cast<std::size_t>(difficulty)] = published(task, difficulty).pairs();
  }
  return counts;
}

std::string text_of(const Candidate& candidate) {
  Task task;
  task.goal = candidate.goal;
  return lang::xlogo::to_dsl(candidate.code) + " | " + to_json(candidate.constraints).dump() +
         " | " + to_json(candidate.goal, task.world).dump();
}

TEST(Space, CountsCodesOfHandMadeReferences) {
  EXPECT_THAT(codes(reference("fd")), ElementsAre(1, 21, 16));
  EXPECT_THAT(codes(reference("rt fd")), ElementsAre(2, 48, 38));
  EXPECT_THAT(codes(reference("fd fd lt fd")), ElementsAre(2, 104, 86));
  EXPECT_THAT(codes(reference("repeat 4 [fd rt]")), ElementsAre(10, 930, 820));
  EXPECT_THAT(codes(reference("setpc red fd fd lt fd bk bk")), ElementsAre(10, 1520, 1360));
  EXPECT_THAT(codes(reference("setpc blue fd fd rt setpc green fd fd rt setpc yellow fd fd rt "
                              "setpc red fd fd")),
              ElementsAre(1536, 926'208, 873'984));
  EXPECT_EQ(
      published(reference("repeat 3 [setpc blue fd setpc red fd]"), Difficulty::kEasy).codes(),
      72U);
  EXPECT_EQ(
      published(reference("setpc green repeat 4 [fd rt] lt lt repeat 4 [fd rt]"), Difficulty::kEasy)
          .codes(),
      100U);
}

TEST(Space, CountsConstraintsOfHandMadeReferences) {
  EXPECT_EQ(pairs(reference("fd"))[2], 104U);
  EXPECT_EQ(pairs(reference("rt fd"))[2], 264U);
  EXPECT_EQ(pairs(reference("fd fd lt fd"))[2], 612U);
  EXPECT_EQ(pairs(reference("repeat 4 [fd rt]"))[2], 5670U);
  Task exactly = reference("rt fd lt fd");
  exactly.constraints.resize(1);
  exactly.constraints[0].exactly[static_cast<std::size_t>(BlockType::kLeft)] = 1;
  EXPECT_EQ(pairs(exactly)[0], 26U);
  Task starts = reference("fd lt fd fd");
  starts.constraints.resize(1);
  starts.constraints[0].start_by = {BlockType::kForward};
  EXPECT_EQ(pairs(starts)[0], 14U);
}

TEST(Space, ThreeEntriesFitTheRepairedRulesOnly) {
  Task task = reference("rt fd fd");
  task.constraints.resize(1);
  task.constraints[0].exactly[static_cast<std::size_t>(BlockType::kForward)] = 2;
  task.constraints[0].exactly[static_cast<std::size_t>(BlockType::kRight)] = 1;
  task.constraints[0].exactly[kCountAll] = 3;
  EXPECT_THAT(codes(task), ElementsAre(2, 64, 52));
  EXPECT_THAT(pairs(task), ElementsAre(0, 0, 0));
  const Space easy = Space::of(task, Difficulty::kEasy, 0);
  ASSERT_EQ(easy.candidates(), 2U);
  const auto constraints = easy.candidate(1, 0).constraints;
  ASSERT_EQ(constraints.size(), 1U);
  EXPECT_EQ(constraints[0].exactly[kCountAll], 3);
  EXPECT_EQ(constraints[0].exactly[static_cast<std::size_t>(BlockType::kForward)], 2);
  EXPECT_GT(Space::of(task, Difficulty::kMedium, 0).pairs(), 0U);
  EXPECT_GT(Space::of(task, Difficulty::kHard, 0).pairs(), 0U);
}

TEST(Space, LongRunsNeedAWideGrid) {
  EXPECT_EQ(Space::of(reference("fd fd fd", 3), Difficulty::kEasy, 0).codes(), 0U);
  EXPECT_EQ(Space::of(reference("fd fd fd", 4), Difficulty::kEasy, 0).codes(), 1U);
  EXPECT_EQ(published(reference("fd fd fd", 4), Difficulty::kEasy).codes(), 0U);
}

std::uint64_t goals(lang::xlogo::Goal goal) {
  Task task = reference("fd");
  task.goal = std::move(goal);
  const Space space = published(task, Difficulty::kHard);
  EXPECT_EQ(space.candidates() % space.pairs(), 0U);
  return space.candidates() / space.pairs();
}

lang::xlogo::Spec colored(Color color) { return {{{.color = color}}}; }
lang::xlogo::Spec colored(Color color, ItemName name) {
  return {{{.color = color}}, {{.name = name}}};
}

TEST(Space, CountsGoals) {
  EXPECT_EQ(goals(reference("fd").goal), 2U);
  EXPECT_EQ(goals({{ObjectiveKind::kFind, {colored(Color::kRed, ItemName::kCircle)}, 0}}), 17U);
  EXPECT_EQ(goals({{ObjectiveKind::kCollectAll, {colored(Color::kBlue)}, 0}}), 8U);
  EXPECT_EQ(goals({{ObjectiveKind::kFind, {colored(Color::kBlue, ItemName::kTriangle)}, 0},
                   {ObjectiveKind::kForbid, {colored(Color::kRed)}, 0}}),
            119U);
  EXPECT_EQ(goals({{ObjectiveKind::kCollectAll, {colored(Color::kBlue)}, 0},
                   {ObjectiveKind::kForbid, {colored(Color::kRed)}, 0}}),
            56U);
  EXPECT_EQ(goals({{ObjectiveKind::kCollectAll, {colored(Color::kGreen)}, 0},
                   {ObjectiveKind::kForbid, {{{{.name = ItemName::kCross}}}}, 0}}),
            32U);
  EXPECT_EQ(goals({{ObjectiveKind::kConcat,
                    {colored(Color::kOrange, ItemName::kCircle),
                     colored(Color::kBlack, ItemName::kCircle),
                     colored(Color::kGreen, ItemName::kCircle)},
                    0}}),
            354U);
  EXPECT_EQ(goals({{ObjectiveKind::kSum, {{{{.name = ItemName::kStrawberry}}}}, 4}}), 10U);
  EXPECT_EQ(goals({{ObjectiveKind::kConcat,
                    {{{{.name = ItemName::kLetterA}}},
                     {{{.name = static_cast<ItemName>(8)}}},
                     {{{.name = ItemName::kLetterA}}}},
                    0}}),
            650U);
}

TEST(Space, SumsAreOfMoreStrawberries) {
  Task task = reference("fd");
  task.goal = {{ObjectiveKind::kSum, {{{{.name = ItemName::kStrawberry}}}}, 4}};
  const Space space = Space::of(task, Difficulty::kHard, 0);
  std::set<int> totals;
  for (std::uint64_t i = 0; i < space.candidates(); ++i) {
    const auto goal = space.candidate(7, i).goal;
    EXPECT_EQ(goal[0].specs, task.goal[0].specs);
    totals.insert(goal[0].total);
  }
  EXPECT_THAT(totals, ElementsAre(5, 6, 7, 8, 9));
}

TEST(Space, EveryCandidateComesOnceThenAllComeAgain) {
  for (const char* code : {"repeat 2 [fd] rt repeat 3 [fd]", "setpc red fd rt setpc blue fd"}) {
    const Space space = published(reference(code), Difficulty::kEasy);
    std::set<std::string> seen;
    for (std::uint64_t i = 0; i < space.candidates(); ++i) {
      EXPECT_TRUE(seen.insert(text_of(space.candidate(11, i))).second) << i;
    }
    EXPECT_EQ(seen.size(), space.codes());
    EXPECT_EQ(text_of(space.candidate(11, 3)), text_of(space.candidate(11, 3 + seen.size())));
  }
}

TEST(Space, ShapesTakeTurns) {
  const Space space = published(reference("rt fd"), Difficulty::kHard);
  ASSERT_EQ(space.codes(), 38U);
  std::set<std::string> codes;
  for (std::uint64_t i = 0; i < space.codes(); ++i) {
    codes.insert(lang::xlogo::to_dsl(space.candidate(5, i).code));
  }
  EXPECT_EQ(codes.size(), space.codes());
}

TEST(Space, TheSeedGivesTheOrder) {
  const Space space = published(reference("repeat 4 [fd rt]"), Difficulty::kMedium);
  std::size_t equal = 0;
  for (std::uint64_t i = 0; i < 100; ++i) {
    EXPECT_EQ(text_of(space.candidate(1, i)), text_of(space.candidate(1, i)));
    if (text_of(space.candidate(1, i)) == text_of(space.candidate(2, i))) ++equal;
  }
  EXPECT_LT(equal, 10U);
}

TEST(Space, ConstraintsHoldAndAreCounted) {
  Task task = reference("fd rt fd fd");
  task.constraints.resize(1);
  task.constraints[0].at_most[kCountAll] = 4;
  const Space space = published(task, Difficulty::kHard);
  ASSERT_GT(space.candidates(), 0U);
  for (std::uint64_t i = 0; i < 500; ++i) {
    const Candidate candidate = space.candidate(3, i);
    const auto counts = lang::xlogo::facts(candidate.code).count;
    std::string why;
    EXPECT_EQ(check_constraints(candidate.constraints, candidate.code, counts, {}, &why), true)
        << text_of(candidate) << why;
    ASSERT_EQ(candidate.constraints.size(), 1U);
    std::ptrdiff_t entries = 0;
    for (const auto* part :
         {&candidate.constraints[0].exactly, &candidate.constraints[0].at_most}) {
      entries += std::count_if(part->begin(), part->end(), [](auto& c) { return c.has_value(); });
    }
    EXPECT_EQ(entries, 2) << text_of(candidate);
    EXPECT_EQ(candidate.code.blocks.size(), 6U);
  }
}

TEST(Space, HardGoesOnWithFewerBlocks) {
  const Space space = Space::of(reference("fd"), Difficulty::kHard, 0);
  std::map<std::size_t, std::uint64_t> last;  // by length
  std::map<std::size_t, std::uint64_t> first;
  for (std::uint64_t i = 0; i < space.candidates(); ++i) {
    const std::size_t length = space.candidate(9, i).code.blocks.size();
    first.emplace(length, i);
    last[length] = i;
  }
  ASSERT_EQ(first.size(), 3U);
  EXPECT_EQ(first[3], 0U);
  EXPECT_LT(last[3], first[2]);
  EXPECT_LT(last[2], first[1]);
}

TEST(Space, LevelTwoHasOtherCommandsAndMovedBlocks) {
  const Task task = reference("rt repeat 3 [fd]");
  std::set<std::string> shapes;
  const Space space = Space::of(task, Difficulty::kEasy, 2);
  for (std::uint64_t i = 0; i < space.candidates(); ++i) {
    shapes.insert(shape_of(space.candidate(1, i).code));
  }
  EXPECT_THAT(shapes, Contains("r[f]"));
  EXPECT_THAT(shapes, Contains("b[f]"));
  EXPECT_THAT(shapes, Contains("[rf]"));
  EXPECT_THAT(shapes, Not(Contains("f[f]"))) << "a copy of the body beside it";
  EXPECT_GT(space.codes(), Space::of(task, Difficulty::kEasy, 1).codes());
}

TEST(Permutation, IsOne) {
  for (std::uint64_t size = 1; size <= 70; ++size) {
    const Permutation permutation(size, size * 31);
    std::set<std::uint64_t> seen;
    for (std::uint64_t i = 0; i < size; ++i) seen.insert(permutation.at(i));
    EXPECT_EQ(seen.size(), size);
    EXPECT_EQ(*seen.rbegin(), size - 1);
  }
}

std::vector<Task> visible(const std::filesystem::path& folder) {
  std::vector<Task> tasks;
  auto reader = LineReader::open(folder / "tasks.jsonl");
  papert::Line line;
  while (reader && *reader->next(line)) {
    const auto json = parse_json(line.text, "tasks.jsonl");
    tasks.push_back(lang::xlogo::task_from_json(*json).value());
  }
  return tasks;
}

TEST(Space, CountsEqualThoseOfThePublishedReferences) {
  PAPERT_NEED_PUBLISHED(folder, "xlogo");
  const std::vector<Task> tasks = visible(folder);
  ASSERT_EQ(tasks.size(), 57U);
  std::array<std::uint64_t, 3> all_codes{};
  std::array<std::uint64_t, 3> all_pairs{};
  std::map<std::string, std::array<std::uint64_t, 3>> by_id;
  std::map<std::string, std::array<std::uint64_t, 3>> pairs_by_id;
  for (const Task& task : tasks) {
    by_id[task.id] = codes(task);
    pairs_by_id[task.id] = pairs(task);
    for (std::size_t d = 0; d < 3; ++d) {
      all_codes[d] += by_id[task.id][d];
      all_pairs[d] += pairs_by_id[task.id][d];
    }
  }
  EXPECT_THAT(all_codes, ElementsAre(12'961, 8'525'183, 8'067'016));
  EXPECT_THAT(all_pairs, ElementsAre(13'065, 8'572'315, 44'448'506));
  EXPECT_THAT(by_id["1"], ElementsAre(1, 21, 16));
  EXPECT_THAT(by_id["5"], ElementsAre(2, 48, 38));
  EXPECT_THAT(by_id["9b"], ElementsAre(2, 104, 86));
  EXPECT_THAT(by_id["51"], ElementsAre(10, 930, 820));
  EXPECT_THAT(by_id["60"], ElementsAre(10, 1'520, 1'360));
  EXPECT_THAT(by_id["64"], ElementsAre(1'536, 926'208, 873'984));
  EXPECT_THAT(by_id["11"], ElementsAre(2, 64, 52));
  EXPECT_THAT(pairs_by_id["11"], ElementsAre(0, 0, 0));
  EXPECT_EQ(by_id["83"][0], 24U);
  EXPECT_EQ(by_id["105"][0], 72U);
  EXPECT_EQ(by_id["63"][0], 100U);
  EXPECT_EQ(by_id["18b"][0], 4U);
  EXPECT_EQ(pairs_by_id["18b"][0], 26U);
  EXPECT_EQ(by_id["12a"][0], 2U);
  EXPECT_EQ(pairs_by_id["12a"][0], 14U);
  EXPECT_EQ(pairs_by_id["1"][2], 104U);
  EXPECT_EQ(pairs_by_id["5"][2], 264U);
  EXPECT_EQ(pairs_by_id["9b"][2], 612U);
  EXPECT_EQ(pairs_by_id["51"][2], 5'670U);
}

}  // namespace
}  // namespace papert::synth
