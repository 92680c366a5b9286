// How far answers to the same questions agree: over several runs, models or epochs, and over people
// beside them.
//
// A question's entropy is that of the answers given to it (score/agreement.h), in bits; answers
// that could not be read are counted and left out. Human answers are lines {"id", "annotator",
// "answer", "batch"?}: those of a batch (a set of questions that went to the same people) have a
// kappa of their own, and the answer most people gave is held against the key.
#pragma once

#include <filesystem>
#include <vector>

#include "base/json.h"
#include "base/result.h"

namespace papert::run {

struct ConsensusOptions {
  std::filesystem::path human;  // a file; empty: none
};

/// {suite, runs, questions, answers, unreadable, entropy: {mean, questions, histogram},
/// consistency, human?}; docs/sgp.md explains them. kUsage for runs of different suites, kBadData
/// for runs whose samples tell no answers and for bad lines of human answers.
[[nodiscard]] Result<Json> consensus_of(const std::vector<std::filesystem::path>& runs,
                                        const ConsensusOptions& options = {});

}  // namespace papert::run
