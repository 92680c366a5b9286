#include "suite/turtlebench/complexity.h"

#include <fmt/format.h>

namespace papert::suite::turtlebench {

std::string level_pair(int input, int output) { return fmt::format("{} x {}", input, output); }

}  // namespace papert::suite::turtlebench
