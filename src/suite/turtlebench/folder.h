// Fresh tasks in numbers, in memory or in a folder of the published layout.
#pragma once

#include <filesystem>

#include "suite/suite.h"
#include "suite/turtlebench/load.h"

namespace papert::suite::turtlebench {

/// Seeds seed to seed+count-1, three items each at most. A drawing that an earlier item has is left
/// out, with its tweaks if it is a shape; so there may be fewer. Pictures are not painted.
[[nodiscard]] Result<Items> mint_items(const suite::MintOptions& options);

/// Writes them into a folder, pictures as PNG, extending what is there; SHA256SUMS covers every
/// file. Returns how many items were added.
[[nodiscard]] Result<std::size_t> mint_folder(const std::filesystem::path& folder,
                                              const suite::MintOptions& options,
                                              const suite::WriteOptions& write);

/// Every item is readable, its program draws its picture, source_contours is that of the shape's
/// picture, and the checksums hold where the folder has any.
[[nodiscard]] Result<suite::CheckReport> check_folder(const std::filesystem::path& folder,
                                                      std::size_t jobs);

}  // namespace papert::suite::turtlebench
