// The generation that a round left, as a set of its own: for training on rounds one by one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>

#include "base/cancel.h"
#include "base/result.h"

namespace papert::datagen {

/// The folder round-N/dataset of a folder of `papert datagen turtle`: the tasks, pictures, split
/// and labels (by template) of that generation. It is written if it is not there. kUsage where the
/// folder is none of that kind or the round is not finished.
[[nodiscard]] Result<std::filesystem::path> round_dataset(const std::filesystem::path& folder,
                                                          std::uint32_t round, std::size_t jobs,
                                                          const CancelToken& cancel);

}  // namespace papert::datagen
