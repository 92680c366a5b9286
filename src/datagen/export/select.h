// Which examples of a source are exported, and into which split. What is chosen depends on ids and
// the seed alone, not on the order of tasks or on threads, and more is chosen by adding: the
// hundred of `--limit 100` are among the thousand of `--limit 1000`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "suite/task.h"

namespace papert::datagen {

/// --only KEY=VALUE and --without KEY=VALUE. Values of one key are alternatives, keys add up:
/// skill=math skill=draw type=find wants type find and one of the two skills.
struct TagChoice {
  std::vector<suite::Tag> only;
  std::vector<suite::Tag> without;

  [[nodiscard]] bool empty() const { return only.empty() && without.empty(); }
  [[nodiscard]] bool wants(std::span<const suite::Tag> tags) const;
};

/// "skill=math"; kUsage, naming `flag`, for what has no '='.
[[nodiscard]] Result<suite::Tag> parse_tag(std::string_view text, const std::string& flag);

/// Key -> its values among the tasks.
using TagValues = std::map<std::string, std::set<std::string>>;

/// kUsage if a wish names what no task has: it would choose nothing, or leave nothing out.
[[nodiscard]] Result<void> check_tags(const TagChoice& choice, const TagValues& known);

/// --split: how many examples each split gets, as numbers or as shares of all there are.
struct SplitSizes {
  double train = 0;
  double validation = 0;
  bool shares = false;
};

/// "900,100" or "0.9,0.1"; shares add up to 1.
[[nodiscard]] Result<SplitSizes> parse_split(std::string_view text);

/// Examples that are never torn apart. Names are asked for: those of a million are not held.
struct ExampleGroups {
  std::vector<std::uint32_t> counts;                   // examples of each group
  std::function<std::string(std::size_t group)> name;  // the task, or the one it was made from

  [[nodiscard]] std::size_t size() const { return counts.size(); }
};

enum class Split : std::uint8_t { kNone, kTrain, kValidation };

/// For each group its split; kNone for those beyond the limit and beyond the sizes. kUsage where
/// there are fewer examples than the sizes want.
[[nodiscard]] Result<std::vector<Split>> choose_splits(const ExampleGroups& groups,
                                                       std::optional<std::size_t> limit,
                                                       const std::optional<SplitSizes>& sizes,
                                                       std::int64_t seed);

}  // namespace papert::datagen
