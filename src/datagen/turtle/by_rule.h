// The roles of a generation without a model and without a network.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "datagen/turtle/roles.h"

namespace papert::datagen {

/// --mutate grammar, --score rule, --label template.
[[nodiscard]] Result<Roles> roles_by_rule();

/// --label-style code: the label is the program alone.
[[nodiscard]] std::unique_ptr<const Describer> describer_of_programs();

/// --score none: gives no figures; symbols of the blocklist are refused all the same.
[[nodiscard]] Result<std::unique_ptr<const Scorer>> scorer_by_lot();

/// --guide FILE with --mutate grammar: every instruction must be the name of an operator. kUsage,
/// naming the first that is not, and the operators.
[[nodiscard]] Result<void> check_operator_names(const std::vector<std::string>& instructions);

}  // namespace papert::datagen
