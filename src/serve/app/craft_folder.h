// Targets drawn by hand, as a data folder of their suite: the tasks are those of the set they were
// drawn after, and their pictures are the person's. `papert eval` and `papert describe` read it.
//
//     turtleai      tasks.jsonl, ID.png; the data set of the tasks becomes "craft"
//     turtlebench   dataset.jsonl, source/ID.png
//
// A drawing of a task that has one replaces it. Whoever writes locks the folder, other processes
// included. The picture is written before its line, each as a whole, so a process that is killed
// in between leaves a picture that belongs to no task: nobody reads it, and the next drawing of
// that task replaces it.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "reward/task_sets.h"

namespace papert::serve::app {

inline constexpr int kMaxDrawingSide = 2048;
inline constexpr std::size_t kMaxDrawingBytes = std::size_t{4} << 20;

/// Writes the task with this picture, a PNG. Thread-safe. kUsage for a suite whose targets are not
/// drawings and for a folder of another suite, kBadData and kLimit for the picture.
[[nodiscard]] Result<void> put_drawing(const std::filesystem::path& folder,
                                       const reward::OpenSet& set, std::size_t index,
                                       std::string_view png);

/// The tasks of the set that have a drawing in the folder: a picture and a line.
[[nodiscard]] std::vector<std::string> drawn_tasks(const std::filesystem::path& folder,
                                                   const reward::OpenSet& set);

}  // namespace papert::serve::app
