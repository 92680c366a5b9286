// How complex a picture is, by the number of its contours (raster/contours.h), and which levels of
// complexity a model can do.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "base/json.h"

namespace papert::turtlebench {

inline constexpr int kLevels = 3;

/// Level 1: at most one contour; level 2: up to five; level 3: six or more.
[[nodiscard]] constexpr int complexity_level(std::int64_t contours) {
  if (contours <= 1) return 1;
  return contours <= 5 ? 2 : 3;
}

/// The value of the tag "input x output".
[[nodiscard]] std::string level_pair(int input, int output);

/// Of the tasks with each input and output level, how many were solved at least once, whatever the
/// run, the prompt, the mode and the epoch:
///
///     EverSolved ever;
///     for (each line of each run's samples.jsonl) ever.add(line);
///     print(ever.table());
class EverSolved {
 public:
  struct Cell {
    std::int64_t solved = 0;
    std::int64_t tasks = 0;
  };

  /// A line of a run's log: "id", "tags" and "verdict". Lines without levels, and samples from
  /// which nothing was learnt, do not count.
  void add(const Json& sample);

  /// Levels from 1.
  [[nodiscard]] Cell cell(int input, int output) const;

  /// Rows are input levels, columns output levels.
  [[nodiscard]] std::string table() const;

 private:
  struct Task {
    std::string levels;
    bool solved = false;
  };
  std::map<std::string, Task> tasks_;  // by id
};

}  // namespace papert::turtlebench
