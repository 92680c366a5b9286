// Replies that came from anywhere as a run folder, so that everything that reads runs reads them:
// people who played become a run `human/NAME`.
//
// The run is found again by what every run is known by (suite, data, model, label, modes), so more
// replies under the same name add to it; a sample that has a score keeps it.
#pragma once

#include <cstddef>
#include <string>

#include "base/result.h"
#include "run/config.h"

namespace papert::cli {

struct SaveRequest {
  run::RunConfig config;  // suite, data and modes
  std::string answers;    // a file of score lines' input
  std::string model;      // human/NAME, say
  std::string label;
  std::string log_dir;
  std::size_t jobs = 1;
  bool json = false;  // the result as one JSON object
};

/// Scores the replies into the run and prints its table. Returns the exit code.
[[nodiscard]] Result<int> save_run(const SaveRequest& request);

}  // namespace papert::cli
