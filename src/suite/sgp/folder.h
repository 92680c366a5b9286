// Folders of questions that we write: tasks.jsonl, in the order of ids, and SHA256SUMS over it.
#pragma once

#include <filesystem>
#include <vector>

#include "base/result.h"
#include "suite/sgp/question.h"
#include "suite/suite.h"

namespace papert::suite::sgp {

/// Replaces what the folder holds.
[[nodiscard]] Result<void> write_questions(const std::filesystem::path& folder,
                                           std::vector<Question> questions);

/// Every question is readable, every program is one and draws something, and the checksum holds.
[[nodiscard]] Result<suite::CheckReport> check_folder(const std::filesystem::path& folder,
                                                      std::size_t jobs);

}  // namespace papert::suite::sgp
