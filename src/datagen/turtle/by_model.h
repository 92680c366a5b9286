// The roles of a generation, played by models: what is asked, how replies are read, and when they
// are asked again. A reply that cannot be used as scores or as a label is asked for twice more,
// with the reason behind the prompt; a mutation is asked for once, whatever comes.
#pragma once

#include <memory>

#include "base/result.h"
#include "datagen/asker.h"
#include "datagen/turtle/prompts.h"
#include "datagen/turtle/roles.h"

namespace papert::datagen {

/// How often a reply of no use is asked for again.
inline constexpr int kAskedAgain = 2;

[[nodiscard]] std::unique_ptr<const AskedMutator> mutator_by_model(std::unique_ptr<Asker> asker,
                                                                   RolePrompts prompts);

/// Symbols of the blocklist are refused before anybody is asked.
[[nodiscard]] Result<std::unique_ptr<const AskedScorer>> scorer_by_model(
    std::unique_ptr<Asker> asker, const RolePrompts& prompts);

struct LabelRules {
  bool keep_words = true;  // where only the program is at fault: the words with the original
  bool code_only = false;  // the text is the program alone
};

[[nodiscard]] std::unique_ptr<const AskedDescriber> describer_by_model(std::unique_ptr<Asker> asker,
                                                                       RolePrompts prompts,
                                                                       LabelRules rules);

}  // namespace papert::datagen
