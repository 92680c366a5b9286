// The agreement of answers for a terminal, from the object that run::consensus_of gives.
#pragma once

#include <string>

#include "base/json.h"
#include "report/table.h"

namespace papert::report {

[[nodiscard]] std::string consensus_text(const Json& consensus, const TableOptions& options = {});

}  // namespace papert::report
