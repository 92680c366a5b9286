// Sets and folders of fresh questions (mint/question/fresh.h).
#pragma once

#include <filesystem>
#include <vector>

#include "data/options.h"
#include "mint/question/question.h"

namespace papert::data::sgp {

/// What is minted: scenes and machine parts, or pictures of which people misjudge sizes.
enum class Family { kAny, kIllusion };

/// Seeds seed .. seed + count - 1, without those whose picture and question came before.
[[nodiscard]] Result<std::vector<mint::Question>> mint_questions(const data::MintOptions& options,
                                                                 Family family,
                                                                 const data::WriteOptions& write);

/// Adds to what the folder holds. Returns how many questions are new.
[[nodiscard]] Result<std::size_t> mint_folder(const std::filesystem::path& folder,
                                              const data::MintOptions& options, Family family,
                                              const data::WriteOptions& write);

}  // namespace papert::data::sgp
