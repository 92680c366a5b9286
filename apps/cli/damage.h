// Lines of a run's log that a verb went on without.
#pragma once

#include <string>

#include "base/json.h"
#include "cli.h"

namespace papert::cli {

/// Prints what an object that describes a run lists under "damaged", if anything.
inline void report_damage(const Json& run) {
  for (const Json& line : run.value("damaged", Json::array())) {
    report_note(line.get<std::string>() + "; it was left out");
  }
}

}  // namespace papert::cli
