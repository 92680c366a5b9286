// Which benchmark a data folder belongs to.
#pragma once

#include <string>

namespace papert::cli {

/// The suite whose tasks a path holds: a data folder, or the file in it that lists them. Empty if
/// it holds none, or nobody can tell.
[[nodiscard]] std::string suite_of_data(const std::string& path);

}  // namespace papert::cli
