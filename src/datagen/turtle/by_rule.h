// The roles of a generation without a model and without a network.
#pragma once

#include "base/result.h"
#include "datagen/turtle/roles.h"

namespace papert::datagen {

/// --mutate grammar, --score rule, --label template.
[[nodiscard]] Result<Roles> roles_by_rule();

}  // namespace papert::datagen
