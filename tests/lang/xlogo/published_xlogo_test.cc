// The published tasks and the recorded results of the released emulator: read all, agree with all.

#include <gtest/gtest.h>
#include <algorithm>

#include <functional>
#include <iostream>
#include <map>
#include <string>
#include <vector>

#include "base/jsonl.h"
#include "lang/xlogo/emulator.h"
#include "support/published_data.h"

namespace papert::lang::xlogo {
namespace {

constexpr RunRules kStrict{.strict_reference = true};

void for_each_line(const std::filesystem::path& path,
                   const std::function<void(const Json&, const std::string&)>& use) {
  auto reader = LineReader::open(path);
  ASSERT_TRUE(reader) << reader.error().to_string();
  papert::Line line;
  for (;;) {
    const auto more = reader->next(line);
    ASSERT_TRUE(more) << more.error().to_string();
    if (!*more) return;
    const std::string where = reader->name() + ":" + std::to_string(line.number);
    const auto json = parse_json(line.text, where);
    ASSERT_TRUE(json) << json.error().to_string();
    use(*json, where);
  }
}

std::map<std::string, Task> read_tasks(const std::filesystem::path& folder) {
  std::map<std::string, Task> tasks;
  for_each_line(folder / "tasks.jsonl", [&](const Json& json, const std::string& where) {
    auto task = task_from_json(json, where);
    ASSERT_TRUE(task) << task.error().to_string();
    tasks.emplace(task->id, std::move(*task));
  });
  return tasks;
}

Task read_synthetic(const Json& json, const std::string& where) {
  Task task;
  auto world = world_from_json(json, where);
  auto goal = goal_from_json(json["goal"], where);
  auto constraints = constraints_from_json(json["constraints"], where);
  EXPECT_TRUE(world && goal && constraints) << (!world  ? world.error()
                                                : !goal ? goal.error()
                                                        : constraints.error())
                                                   .to_string();
  if (!world || !goal || !constraints) return task;
  task.id = where;
  task.world = std::move(*world);
  task.goal = std::move(*goal);
  task.constraints = std::move(*constraints);
  return task;
}

/// A recorded result in the words of a judgement, compared as text.
std::string recorded_text(const Json& result) {
  if (!result["crashed"].get<bool>()) {
    return "goal " + result["goal_ok"].dump() + " constraints " + result["cons_ok"].dump();
  }
  const Json& crash = result["crashed_msg"];
  return crash.is_string() ? crash.get<std::string>()
                           : crash["crash_type"].get<std::string>() + crash["pos"].dump();
}

std::string text_of(const Judgement& judgement) {
  if (judgement.raises) return "raises";
  if (!judgement.crash) {
    return std::string("goal ") + (*judgement.goal ? "true" : "false") + " constraints " +
           (*judgement.constraints ? "true" : "false");
  }
  const Crash& crash = *judgement.crash;
  const std::string name(kCrashNames[static_cast<std::size_t>(crash.kind)]);
  if (crash.kind == CrashKind::kExceedMaxCalls) return name;
  return name + "[" + std::to_string(crash.x) + "," + std::to_string(crash.y) + "]";
}

bool uses_unused_exactly(const Task& task, const Program& program) {
  const Facts use = facts(program);
  for (const ConstraintSet& set : task.constraints) {
    for (std::size_t i = 0; i < kCountAll; ++i) {
      if (set.exactly[i].value_or(0) != 0 && use.count[i] == 0) return true;
    }
  }
  return false;
}

bool has_item_outside_the_table(const World& world) {
  for (const Item& item : world.items) {
    const std::string name(item_name(item.name));
    const std::string color(color_name(item.color));
    const bool rgb = color == "red" || color == "green" || color == "blue";
    const bool usual = name == "strawberry" ? color == "red" && item.count <= 4
                       : item.count != 1    ? false
                       : name == "lemon"    ? color == "yellow"
                       : name == "circle"   ? true
                       : name.size() == 1   ? color == "black"
                                            : rgb;
    if (!usual) return true;
  }
  return false;
}

/// The documented rule by which the default judges differently, or "" if there is none.
std::string why_different(const Task& task, const Program& program, const Judgement& ours,
                          const Judgement& strict) {
  if (ours.goal != strict.goal) {
    // The reference never reaches a goal in such a world; nothing else may change a goal.
    const bool explained = ours.goal == true && has_item_outside_the_table(task.world);
    return explained && !task.draws() ? "items outside the reference's table count" : "";
  }
  if (ours.constraints != false) return "";
  if (task.constraints.size() > 1) return "several constraint objects all hold";
  if (uses_unused_exactly(task, program)) return "exactly is checked for unused blocks";
  return "";
}

struct Conformance {
  std::size_t rows = 0;
  std::map<std::string, std::vector<std::string>> differences;  // by rule: program and both results

  void check(const Task& task, const Json& row, const std::string& where) {
    const auto program = program_from_json(row["code"], where);
    ASSERT_TRUE(program) << program.error().to_string();
    const Judgement strict = GridRun(task, kStrict).run(*program);
    ASSERT_EQ(text_of(strict), recorded_text(row["result"])) << where;
    ++rows;
    GridRun judge(task);
    const Judgement ours = judge.run(*program);
    EXPECT_FALSE(judge.explain(*program, ours).empty()) << where;
    if (text_of(ours) == text_of(strict)) return;
    const std::string why = why_different(task, *program, ours, strict);
    EXPECT_FALSE(why.empty()) << where << ": ours " << text_of(ours) << ", reference "
                              << text_of(strict);
    differences[why].push_back(where + " " + to_dsl(*program) + ": default " + text_of(ours) +
                               ", reference " + text_of(strict));
  }

  [[nodiscard]] std::size_t total() const {
    std::size_t sum = 0;
    for (const auto& [why, programs] : differences) sum += programs.size();
    return sum;
  }

  void report() const {
    std::cout << rows << " results equal in reference mode; the default differs in:\n";
    for (const auto& [why, programs] : differences) {
      std::cout << "  " << programs.size() << "  " << why << "\n";
      for (std::string text : programs) {
        std::replace(text.begin(), text.end(), '\n', ' ');
        std::cout << "      " << text << "\n";
      }
    }
  }
};

TEST(PublishedXlogo, SolutionsSucceed) {
  PAPERT_NEED_PUBLISHED(folder, "xlogo");
  const auto tasks = read_tasks(folder);
  EXPECT_EQ(tasks.size(), 57U);
  for (const auto& [id, task] : tasks) {
    for (const RunRules options : {RunRules(), kStrict}) {
      GridRun judge(task, options);
      const Judgement result = judge.run(task.solution);
      EXPECT_TRUE(result.success()) << id << ": " << judge.explain(task.solution, result);
      EXPECT_EQ(judge.explain(task.solution, result), "succeeds");
    }
  }
}

TEST(PublishedXlogo, TasksAreWrittenAsRead) {
  PAPERT_NEED_PUBLISHED(folder, "xlogo");
  for (const auto& [id, task] : read_tasks(folder)) {
    const auto again = task_from_json(to_json(task));
    ASSERT_TRUE(again) << again.error().to_string();
    EXPECT_EQ(again->world, task.world) << id;
    EXPECT_EQ(again->goal, task.goal) << id;
    EXPECT_EQ(again->constraints, task.constraints) << id;
    EXPECT_EQ(again->solution, task.solution) << id;
    EXPECT_EQ(again->description, task.description) << id;
  }
}

TEST(PublishedXlogo, RealResults) {
  PAPERT_NEED_PUBLISHED(folder, "xlogo");
  const auto tasks = read_tasks(folder);
  Conformance conformance;
  for_each_line(folder / "emulator_results.jsonl", [&](const Json& row, const std::string& where) {
    conformance.check(tasks.at(row["task_id"].get<std::string>()), row, where);
  });
  EXPECT_EQ(conformance.rows, 12573U);
  EXPECT_EQ(conformance.total(), 53U);
  conformance.report();
}

TEST(PublishedXlogo, SyntheticResults) {
  PAPERT_NEED_PUBLISHED(folder, "xlogo");
  Conformance conformance;
  for_each_line(folder / "synthetic_results.jsonl", [&](const Json& row, const std::string& where) {
    conformance.check(read_synthetic(row["task"], where), row, where);
  });
  EXPECT_EQ(conformance.rows, 2158U);
  EXPECT_EQ(conformance.total(), 209U);
  conformance.report();
}

}  // namespace
}  // namespace papert::lang::xlogo
