// Pictures to turtle programs: a model is shown a drawing and writes the program that draws it.
#pragma once

#include <memory>

#include "suite/suite.h"

namespace papert::suite::turtleai {

[[nodiscard]] std::unique_ptr<suite::Suite> make_suite();

}  // namespace papert::suite::turtleai
