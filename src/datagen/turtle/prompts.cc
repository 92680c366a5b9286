#include "datagen/turtle/prompts.h"

#include <array>

#include "base/embedded.h"
#include "base/text.h"
#include "suite/prompt_template.h"

PAPERT_EMBEDDED(turtle_mutate);
PAPERT_EMBEDDED(turtle_mutate_any);
PAPERT_EMBEDDED(turtle_mutate_instruction);
PAPERT_EMBEDDED(turtle_score);
PAPERT_EMBEDDED(turtle_label);

namespace papert::datagen {
namespace {

constexpr std::array<PromptKind, 5> kKinds{PromptKind::kMutate, PromptKind::kMutateAny,
                                           PromptKind::kMutateInstruction, PromptKind::kScore,
                                           PromptKind::kLabel};

std::string_view first_line(std::string_view text) { return trim(text.substr(0, text.find('\n'))); }

PromptKind kind_of(const MutationInput& input) {
  if (!input.instruction.empty()) return PromptKind::kMutateInstruction;
  return input.guided ? PromptKind::kMutate : PromptKind::kMutateAny;
}

}  // namespace

std::string_view default_prompt(PromptKind kind) {
  switch (kind) {
    case PromptKind::kMutate:
      return embedded(papert_embedded_turtle_mutate, papert_embedded_turtle_mutate_end);
    case PromptKind::kMutateAny:
      return embedded(papert_embedded_turtle_mutate_any, papert_embedded_turtle_mutate_any_end);
    case PromptKind::kMutateInstruction:
      return embedded(papert_embedded_turtle_mutate_instruction,
                      papert_embedded_turtle_mutate_instruction_end);
    case PromptKind::kScore:
      return embedded(papert_embedded_turtle_score, papert_embedded_turtle_score_end);
    case PromptKind::kLabel:
      return embedded(papert_embedded_turtle_label, papert_embedded_turtle_label_end);
  }
  return {};
}

std::optional<PromptKind> prompt_kind(std::string_view text) {
  const std::string_view line = first_line(text);
  for (const PromptKind kind : kKinds) {
    if (line == first_line(default_prompt(kind))) return kind;
  }
  return std::nullopt;
}

Result<std::string> mutation_prompt(const RolePrompts& prompts, const MutationInput& input) {
  const std::string_view text =
      prompts.mutate.empty() ? default_prompt(kind_of(input)) : std::string_view(prompts.mutate);
  return suite::fill_template(text, {{"program", trim(input.code)},
                                     {"first", trim(input.first)},
                                     {"second", trim(input.second)},
                                     {"instruction", input.instruction}});
}

Result<std::string> label_prompt(const RolePrompts& prompts, std::string_view code) {
  return suite::fill_template(prompts.label, {{"program", trim(code)}});
}

Result<std::string> score_prompt(const RolePrompts& prompts) {
  return suite::fill_template(prompts.score, {});
}

Result<void> check_prompts(const RolePrompts& prompts) {
  if (!prompts.mutate.empty()) {
    TRY(suite::check_template_varies(prompts.mutate, {"program"}));
    TRY(mutation_prompt(prompts, {}));
  }
  TRY(score_prompt(prompts));
  TRY(label_prompt(prompts, ""));
  return {};
}

std::string asked_again(std::string_view prompt, std::string_view why) {
  return std::string(trim(prompt)) + "\n\nAn earlier reply was not accepted: " + std::string(why) +
         ". Answer again in full, and mind that.\n";
}

}  // namespace papert::datagen
