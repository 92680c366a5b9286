#pragma once

#include <filesystem>
#include <memory>

#include "suite/suite.h"

namespace papert::suite::shapecode {

inline constexpr int kGenerator = 1;  // the version

[[nodiscard]] Result<std::unique_ptr<suite::TaskSet>> mint_tasks(const suite::MintOptions& options);

/// Writes tasks in the published layout (layout.h). The same seeds give the same bytes.
/// Interrupted, the manifest and checksums cover what was written until then.
[[nodiscard]] Result<std::size_t> mint_folder(const std::filesystem::path& folder,
                                              const suite::MintOptions& options,
                                              const suite::WriteOptions& write);

/// Every sample listed must be there, painted by its program, with the checksum that is on record;
/// every checksum must belong to a listed sample.
[[nodiscard]] Result<suite::CheckReport> check_folder(const std::filesystem::path& folder,
                                                      std::size_t jobs);

}  // namespace papert::suite::shapecode
