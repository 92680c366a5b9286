// Runs shown step by step: what a suite, or its tasks, can do beside painting. Not every one can.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "raster/image.h"
#include "reply/answer.h"
#include "scene/replay.h"

namespace papert::suite {

/// Beside Suite: steps through programs that need no task.
class Replayer {
 public:
  virtual ~Replayer() = default;

  /// `language` is one of the painter's. kUsage where a program of this language means nothing
  /// without a task; kBadData for what is not a program.
  [[nodiscard]] virtual Result<scene::Replay> replay(std::string_view language,
                                                     std::string_view program) const = 0;
};

/// Beside TaskSet: steps through the answer to a task.
class ReplayedTasks {
 public:
  virtual ~ReplayedTasks() = default;

  /// The first program of the answer, run as judging runs it; where the answer to a question is no
  /// program, the program that the question is about. kNotFound where there is none.
  [[nodiscard]] virtual Result<scene::Replay> replay(std::size_t index,
                                                     const reply::Answer& answer) const = 0;
};

/// Of a language with a picture a step, so many steps are shown; more are left out evenly.
inline constexpr std::size_t kMaxPictureSteps = 120;

/// Which of the steps 1 to `count` those are; the last is among them.
[[nodiscard]] std::vector<std::size_t> shown_steps(std::size_t count,
                                                   std::size_t most = kMaxPictureSteps);

/// What is seen after the steps that the replay has so far.
void add_picture(scene::Replay& replay, const raster::Image& image);

/// What is marked from byte `begin` to `end` of the source, as a step of a replay whose source is
/// set afterwards (scene::set_source). What reaches over several lines is marked to the end of the
/// first.
[[nodiscard]] scene::ReplayStep step_at(std::string_view source, std::size_t begin,
                                        std::size_t end);

}  // namespace papert::suite
