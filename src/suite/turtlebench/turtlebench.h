// The TurtleBench suite: draw a shape, or a changed version of it, with a turtle.
#pragma once

#include <memory>

#include "suite/suite.h"

namespace papert::suite::turtlebench {

[[nodiscard]] std::unique_ptr<suite::Suite> make_suite();

}  // namespace papert::suite::turtlebench
