// The prompts of the three roles that models can play. Templates in which {{name}} stands for a
// value; any of them can be replaced by a file of the user's own.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "datagen/turtle/roles.h"

namespace papert::datagen {

/// By whom a mutation is guided decides which of the first three is asked.
enum class PromptKind { kMutate, kMutateAny, kMutateInstruction, kScore, kLabel };

[[nodiscard]] std::string_view default_prompt(PromptKind kind);

/// The prompt whose first line a text begins with: what a mock knows prompts by.
[[nodiscard]] std::optional<PromptKind> prompt_kind(std::string_view text);

/// The templates of a generation: those above, unless others are given.
struct RolePrompts {
  std::string mutate;  // empty: by the kind of guidance
  std::string score = std::string(default_prompt(PromptKind::kScore));
  std::string label = std::string(default_prompt(PromptKind::kLabel));
};

/// {{program}}, {{first}} and {{second}} (the pair), {{instruction}}.
[[nodiscard]] Result<std::string> mutation_prompt(const RolePrompts& prompts,
                                                  const MutationInput& input);
/// {{program}}.
[[nodiscard]] Result<std::string> label_prompt(const RolePrompts& prompts, std::string_view code);
[[nodiscard]] Result<std::string> score_prompt(const RolePrompts& prompts);

/// kUsage for a placeholder that is not known, and for a mutation without the program.
[[nodiscard]] Result<void> check_prompts(const RolePrompts& prompts);

/// What follows a prompt whose last reply was of no use.
[[nodiscard]] std::string asked_again(std::string_view prompt, std::string_view why);

}  // namespace papert::datagen
