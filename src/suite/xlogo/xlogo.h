// The grid-world suite: direct a turtle to items or along lines, under constraints on the code.
#pragma once

#include <memory>

#include "suite/suite.h"

namespace papert::suite::xlogo {

[[nodiscard]] std::unique_ptr<suite::Suite> make_suite();

}  // namespace papert::suite::xlogo
