// The suite of graphics programs: what does the picture show that this program makes?
#pragma once

#include <memory>

#include "suite/suite.h"

namespace papert::suite::sgp {

[[nodiscard]] std::unique_ptr<suite::Suite> make_suite();

}  // namespace papert::suite::sgp
