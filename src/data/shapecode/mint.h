#pragma once

#include <filesystem>

#include "data/options.h"
#include "data/shapecode/layout.h"

namespace papert::data::shapecode {

inline constexpr int kGenerator = 1;  // the version

/// The samples that can be generated; why others cannot is among the problems.
[[nodiscard]] Result<Samples> mint_samples(const data::MintOptions& options, Dialect dialect);

/// Writes tasks in the published layout (layout.h). The same seeds give the same bytes.
/// Interrupted, the manifest and checksums cover what was written until then.
[[nodiscard]] Result<std::size_t> mint_folder(const std::filesystem::path& folder,
                                              const data::MintOptions& options, Dialect dialect,
                                              const data::WriteOptions& write);

/// Every sample listed must be there, painted by its program, with the checksum that is on record;
/// every checksum must belong to a listed sample.
[[nodiscard]] Result<data::CheckReport> check_folder(const std::filesystem::path& folder,
                                                     std::size_t jobs);

}  // namespace papert::data::shapecode
