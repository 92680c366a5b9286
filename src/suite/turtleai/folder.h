// Task folders that we write: tasks.jsonl in the order of ids, a PNG file for each, and SHA256SUMS
// over all of them.
#pragma once

#include <filesystem>

#include "suite/suite.h"
#include "suite/turtleai/picture.h"

namespace papert::suite::turtleai {

/// Mints into a folder, with what it holds already; a drawing that is there is left out. A task
/// that is there in another data set, with another style of picture, is an error, and nothing is
/// written. Returns how many tasks are new.
[[nodiscard]] Result<std::size_t> mint_folder(const std::filesystem::path& folder,
                                              const suite::MintOptions& options, PictureStyle style,
                                              const suite::WriteOptions& write);

/// Every task is readable, its program runs and draws what may be a task, its picture is that
/// drawing's (by hand in the craft set), no two draw the same, and the checksums hold.
[[nodiscard]] Result<suite::CheckReport> check_folder(const std::filesystem::path& folder,
                                                      std::size_t jobs);

}  // namespace papert::suite::turtleai
