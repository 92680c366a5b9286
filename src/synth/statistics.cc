#include "synth/statistics.h"

#include <algorithm>

namespace papert::synth {
namespace {

constexpr PublishedShare kTypes[] = {
    {"find", 36'055}, {"draw", 24'851}, {"math", 14'994}, {"logic", 13'153}};
constexpr PublishedShare kConstraintKinds[] = {{"none", 34'680},
                                               {"at most", 29'354},
                                               {"exactly", 16'169},
                                               {"start by", 1'430},
                                               {"hybrid", 7'420}};
constexpr PublishedShare kConcepts[] = {{"basic actions", 53'779},
                                        {"loops", 24'432},
                                        {"variables", 5'931},
                                        {"loops and variables", 4'911}};
constexpr PublishedShare kLengths[] = {
    {"1-5", 20'985}, {"6-10", 45'682}, {"11-17", 22'386}, {">=18", 0}};
constexpr PublishedShare kGrids[] = {
    {"<=3", 35'908}, {"4", 25'933}, {"5", 14'852}, {"6", 8'061}, {">=7", 4'299}};
constexpr std::array<Marginal, kMarginals> kTables{{{"type", kTypes},
                                                    {"constraint", kConstraintKinds},
                                                    {"concept", kConcepts},
                                                    {"length", kLengths},
                                                    {"grid", kGrids}}};

constexpr PublishedShare kSkills[] = {{"logic", 13'153},
                                      {"math", 14'994},
                                      {"draw", 24'851},
                                      {"basic actions", 53'779},
                                      {"loops", 24'432},
                                      {"variables", 5'931},
                                      {"loops and variables", 4'911},
                                      {"code constraints", 54'373}};

std::size_t place_of(std::span<const PublishedShare> classes, std::string_view name) {
  const auto found = std::find_if(classes.begin(), classes.end(),
                                  [&](const PublishedShare& each) { return each.name == name; });
  return static_cast<std::size_t>(found - classes.begin());
}

std::size_t length_class(std::size_t blocks) {
  return blocks <= 5 ? 0 : blocks <= 10 ? 1 : blocks <= 17 ? 2 : 3;
}

std::size_t grid_class(int side) { return static_cast<std::size_t>(std::clamp(side, 3, 7)) - 3; }

ShareTable empty_table(std::string_view name, std::span<const PublishedShare> classes) {
  ShareTable table{std::string(name), {}};
  table.rows.reserve(classes.size());
  for (const PublishedShare& each : classes) {
    Share row;
    row.name = each.name;
    row.published_count = each.count;
    row.published_share = static_cast<double>(each.count) / static_cast<double>(kPublishedTasks);
    table.rows.push_back(std::move(row));
  }
  return table;
}

void count_skills(const Classes& classes, ShareTable& skills) {
  const auto add = [&](std::string_view name) {
    const std::size_t place = place_of(kSkills, name);
    if (place < skills.rows.size()) ++skills.rows[place].count;
  };
  add(kTypes[classes[0]].name);  // "find" is not a skill
  add(kConcepts[classes[2]].name);
  if (classes[1] != 0) add("code constraints");
}

void add_rubrics(std::span<const SynthTask* const> tasks, Statistics& statistics) {
  Quality sum;
  double overall = 0;
  for (const SynthTask* task : tasks) {
    const Quality& quality = task->built.quality;
    sum.code += quality.code;
    sum.utility += quality.utility;
    sum.appeal += quality.appeal;
    overall += quality.overall();
  }
  const auto mean = [&](double total) -> std::optional<double> {
    if (tasks.empty()) return std::nullopt;
    return total / static_cast<double>(tasks.size());
  };
  statistics.rubrics = {{"appeal", mean(sum.appeal), 0.97},
                        {"utility", mean(sum.utility), 0.94},
                        {"code", mean(sum.code), 0.89},
                        {"overall", mean(overall), 0.84}};
}

Json table_json(const ShareTable& table) {
  Json json = Json::object();
  for (const Share& row : table.rows) {
    json[row.name] = {{"count", row.count},
                      {"share", row.share},
                      {"published_count", row.published_count},
                      {"published_share", row.published_share},
                      {"difference", row.difference()}};
  }
  return json;
}

}  // namespace

const std::array<Marginal, kMarginals>& marginals() { return kTables; }

Classes classes_of(const lang::xlogo::Task& task) {
  const lang::xlogo::Facts code = lang::xlogo::facts(task.solution);
  return {place_of(kTypes, lang::xlogo::type_name(task)),
          place_of(kConstraintKinds, lang::xlogo::constraint_kind(task.constraints)),
          place_of(kConcepts, lang::xlogo::concept_name(code)), length_class(code.length),
          grid_class(std::max(task.world.width, task.world.height))};
}

Statistics statistics_of(std::span<const SynthTask* const> tasks) {
  Statistics statistics;
  statistics.tasks = static_cast<std::int64_t>(tasks.size());
  statistics.tables.reserve(kMarginals + 1);
  for (const Marginal& each : kTables) {
    statistics.tables.push_back(empty_table(each.name, each.classes));
  }
  ShareTable skills = empty_table("skill", kSkills);
  for (const SynthTask* task : tasks) {
    const Classes classes = classes_of(task->built.task);
    for (std::size_t i = 0; i < kMarginals; ++i) ++statistics.tables[i].rows[classes[i]].count;
    count_skills(classes, skills);
    ++statistics.levels[static_cast<std::size_t>(task->built.level)];
    statistics.loose += task->built.proof.binds ? 0 : 1;
    statistics.not_minimal += task->built.proof.minimal ? 0 : 1;
  }
  statistics.tables.push_back(std::move(skills));
  for (ShareTable& table : statistics.tables) {
    for (Share& row : table.rows) {
      if (!tasks.empty())
        row.share = static_cast<double>(row.count) / static_cast<double>(tasks.size());
    }
  }
  add_rubrics(tasks, statistics);
  return statistics;
}

Json to_json(const Statistics& statistics) {
  Json json{{"tasks", statistics.tasks}, {"published_tasks", kPublishedTasks}};
  for (const ShareTable& table : statistics.tables) json[table.name] = table_json(table);
  Json quality = Json::object();
  for (const Rubric& rubric : statistics.rubrics) {
    quality[rubric.name] = {{"mean", number_or_null(rubric.mean)}, {"published", rubric.published}};
  }
  json["quality"] = std::move(quality);
  json["levels"] = statistics.levels;
  json["not_binding"] = statistics.loose;
  json["not_minimal"] = statistics.not_minimal;
  return json;
}

}  // namespace papert::synth
