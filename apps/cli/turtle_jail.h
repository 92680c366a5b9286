#pragma once

#include "base/result.h"
#include "sandbox/sandbox.h"

namespace papert::cli {

/// Starts the jailed interpreter: PAPERT_ZYGOTE, or papert-zygote beside this program or where it
/// is installed.
[[nodiscard]] Result<sandbox::Jail> start_jail();

/// Where it is looked for; the error lists the places.
[[nodiscard]] Result<std::string> zygote_path();

}  // namespace papert::cli
