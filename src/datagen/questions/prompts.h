// What models are asked. The templates are ours (prompts/*.txt); who plays a model knows them by
// their first lines.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "mint/question/question.h"

namespace papert::datagen::questions {

enum class PromptKind { kAsk, kVerify, kGuess };

/// "{count} questions", about a picture or, of CAD, about a part.
[[nodiscard]] Result<std::string> ask_prompt(mint::Language language, std::size_t count);

struct OptionedQuestion {
  std::string_view text;
  const std::vector<std::string>& options;
};

[[nodiscard]] Result<std::string> verify_prompt(mint::Language language,
                                                const OptionedQuestion& question);
[[nodiscard]] Result<std::string> guess_prompt(const OptionedQuestion& question);

/// Which one a text is, by its first line; kBadData for another.
[[nodiscard]] Result<PromptKind> kind_of_prompt(std::string_view text);

/// How many questions an ask_prompt is for.
[[nodiscard]] std::size_t count_in_prompt(std::string_view text);

/// Of all templates: part of what a folder is for.
[[nodiscard]] std::string prompts_hash();

}  // namespace papert::datagen::questions
