#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "suite/suite.h"

namespace papert::suite {

/// Every suite, in the order of the list command.
[[nodiscard]] std::vector<std::unique_ptr<Suite>> all_suites();

/// The suite of that name; the error lists the names there are.
[[nodiscard]] Result<std::unique_ptr<Suite>> find_suite(std::string_view name);

}  // namespace papert::suite
