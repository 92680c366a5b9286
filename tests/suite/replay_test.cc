// Programs and answers of every suite step by step; what the steps are is in replay/replay_test.cc.

#include "suite/replay.h"

#include <gtest/gtest.h>

#include <string>

#include "scene/replay_json.h"
#include "suite/registry.h"
#include "suite/suite.h"

namespace papert::suite {
namespace {

Result<scene::Replay> replay(std::string_view suite_name, std::string_view language,
                             std::string_view program) {
  const auto suite = TRY(find_suite(std::string(suite_name)));
  const auto* replayer = dynamic_cast<const Replayer*>(suite.get());
  if (replayer == nullptr) return fail(ErrorCode::kUsage, "no replayer");
  return replayer->replay(language, program);
}

TEST(SuiteReplay, ProgramsThatNeedNoTask) {
  const std::string square = "filled_square(cx=20, cy=20, size=10)";
  const Json task{{"ground_truth_program", square}};
  for (const std::string& program : {square, task.dump()}) {
    const auto steps = replay("shapecode", "shapes", program);
    ASSERT_TRUE(steps.has_value()) << steps.error().to_string();
    EXPECT_EQ(steps->source, square);
  }
  const auto svg = replay("sgp", "svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"><rect/></svg>");
  ASSERT_TRUE(svg.has_value()) << svg.error().to_string();
  EXPECT_EQ(svg->language, "svg");
}

/// The reference of a minted task, as an answer.
Result<scene::Replay> replay_reference(const std::string& name) {
  const auto suite = TRY(find_suite(name));
  MintOptions options;
  options.modes = TRY(resolve_modes(*suite, {}));
  const auto tasks = TRY(suite->generator()->mint_tasks(options));
  const auto* replayed = dynamic_cast<const ReplayedTasks*>(tasks.get());
  if (replayed == nullptr) return fail(ErrorCode::kUsage, "no replay");
  const auto answer = read_answer(*tasks, tasks->reference(0), reply::Extraction::kLenient);
  return replayed->replay(0, answer);
}

TEST(SuiteReplay, EverySuiteReplaysItsReference) {
  for (const char* name : {"xlogo", "shapecode", "sgp"}) {
    const auto steps = replay_reference(name);
    ASSERT_TRUE(steps.has_value()) << name << ": " << steps.error().to_string();
    EXPECT_FALSE(steps->steps.empty()) << name;
    const Json json = scene::to_json(*steps);
    EXPECT_EQ(json["frames"].get<std::size_t>(), steps->steps.size() + 1);
    EXPECT_EQ(json["language"].get<std::string>(), steps->language);
    EXPECT_FALSE(json["source"].get<std::string>().empty());
    EXPECT_TRUE(json["items"][0]["src"].get<std::string>().starts_with("data:image/png;base64,"));
  }
}

TEST(SuiteReplay, GridWorldsGoByCommands) {
  const auto steps = replay_reference("xlogo");
  ASSERT_TRUE(steps.has_value());
  for (const scene::ReplayStep& step : steps->steps) {
    EXPECT_GE(step.line, 1);
    EXPECT_GE(step.pen, 0);
  }
}

#ifndef PAPERT_NO_JAIL
TEST(SuiteReplay, TurtleSuitesReplayInTheJail) {
  for (const char* name : {"turtleai", "turtlebench"}) {
    const auto steps = replay_reference(name);
    ASSERT_TRUE(steps.has_value()) << name << ": " << steps.error().to_string();
    EXPECT_FALSE(steps->steps.empty());
    const auto lines = std::count(steps->source.begin(), steps->source.end(), '\n') + 1;
    for (const scene::ReplayStep& step : steps->steps) EXPECT_LE(step.line, lines);
    EXPECT_FALSE(scene::scene_at(*steps, steps->steps.size()).items.empty());
  }
}
#endif

}  // namespace
}  // namespace papert::suite
