// Sets and folders of fresh questions (mint/question/fresh.h).
#pragma once

#include <filesystem>
#include <vector>

#include "mint/question/question.h"
#include "suite/suite.h"

namespace papert::suite::sgp {

/// Seeds seed .. seed + count - 1, without those whose picture and question came before.
[[nodiscard]] Result<std::vector<mint::Question>> mint_questions(const suite::MintOptions& options,
                                                                 const suite::WriteOptions& write);

/// Adds to what the folder holds. Returns how many questions are new.
[[nodiscard]] Result<std::size_t> mint_folder(const std::filesystem::path& folder,
                                              const suite::MintOptions& options,
                                              const suite::WriteOptions& write);

}  // namespace papert::suite::sgp
