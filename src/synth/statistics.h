// What a synthesised set is made of, beside the set that was published (XLogoMiniProg, 89,053
// tasks): five tables that each divide all tasks, the skills, and the means of the four rubrics.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "synth/synth_task.h"

namespace papert::synth {

inline constexpr std::int64_t kPublishedTasks = 89'053;

/// A class of tasks and how many of the published set belong to it.
struct PublishedShare {
  std::string_view name;
  std::int64_t count = 0;
};

/// type, constraint, concept, length and grid: every task is in one class of each.
inline constexpr std::size_t kMarginals = 5;
struct Marginal {
  std::string_view name;
  std::span<const PublishedShare> classes;
};
[[nodiscard]] const std::array<Marginal, kMarginals>& marginals();

/// The classes of a task, by marginal: positions in Marginal::classes.
using Classes = std::array<std::size_t, kMarginals>;
[[nodiscard]] Classes classes_of(const lang::xlogo::Task& task);

struct Share {
  std::string name;
  std::int64_t count = 0;
  double share = 0;  // of all tasks
  std::int64_t published_count = 0;
  double published_share = 0;
  [[nodiscard]] double difference() const { return share - published_share; }
};
struct ShareTable {
  std::string name;
  std::vector<Share> rows;
};

/// The mean of a rubric, and what people gave a sample of the published set.
struct Rubric {
  std::string name;
  std::optional<double> mean;  // nothing without tasks
  double published = 0;
};

struct Statistics {
  std::int64_t tasks = 0;
  std::vector<ShareTable> tables;  // by marginal, then the skills, which overlap
  std::vector<Rubric> rubrics;
  std::array<std::int64_t, kMaxLevel + 1> levels{};
  std::int64_t loose = 0;        // a constraint does not bind
  std::int64_t not_minimal = 0;  // a shorter program is known
};

[[nodiscard]] Statistics statistics_of(std::span<const SynthTask* const> tasks);
[[nodiscard]] Json to_json(const Statistics& statistics);

}  // namespace papert::synth
