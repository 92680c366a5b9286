// The shapecode suite: from a black-and-white picture back to the four-primitive program that drew
// it. Three tiers of scenes, minted from seeds; an answer is judged by the pixels it paints.
#pragma once

#include <memory>

#include "suite/suite.h"

namespace papert::suite::shapecode {

[[nodiscard]] std::unique_ptr<suite::Suite> make_suite();

}  // namespace papert::suite::shapecode
