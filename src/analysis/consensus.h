// How far answers to the same questions agree: over several runs, models or epochs, and over people
// beside them.
//
// A question's entropy is that of the answers given to it (score/agreement.h), in bits; answers
// that could not be read are counted and left out. Human answers are lines {"id", "annotator",
// "answer", "batch"?}: those of a batch (a set of questions that went to the same people) have a
// kappa of their own, and the answer most people gave is held against the key. Files that a page of
// 'papert label answer/sgp' saved are read as they are: of their lines the last of a person counts.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/json.h"
#include "base/result.h"

namespace papert::analysis {

struct ConsensusOptions {
  std::filesystem::path human;  // a file; empty: none
};

struct ConsensusRun {
  std::string name;  // of its folder
  std::string model;
  std::int64_t answers = 0;
  std::int64_t unreadable = 0;
  std::vector<Error> damaged;  // lines that were left out
};

/// How many questions have an entropy in this range, in bits.
struct EntropyBar {
  std::optional<double> above;  // none: full agreement alone
  std::optional<double> up_to;  // none: without end
  std::int64_t questions = 0;
};

struct Entropy {
  std::optional<double> mean;
  std::optional<double> error;  // standard
  std::size_t questions = 0;
  std::vector<EntropyBar> histogram;
};

/// Questions that went to the same people.
struct HumanBatch {
  std::string name;
  std::size_t questions = 0;
  std::int64_t fewest_answers = 0;  // to a question
  std::int64_t most_answers = 0;
  std::optional<double> kappa;  // Fleiss'
};

struct HumanConsensus {
  std::size_t annotators = 0;
  std::size_t questions = 0;
  std::size_t without_key = 0;
  std::optional<double> agreement_with_key;
  std::int64_t ties = 0;
  Entropy entropy;
  Entropy models_entropy;  // on the same questions
  std::vector<HumanBatch> batches;
};

struct Consensus {
  std::string suite;
  std::vector<ConsensusRun> runs;
  std::size_t questions = 0;
  std::int64_t answers = 0;
  std::int64_t unreadable = 0;
  Entropy entropy;
  std::optional<double> consistency;  // the mean share of the most frequent answer
  std::optional<HumanConsensus> human;
};

/// {suite, runs, questions, answers, unreadable, entropy: {mean, questions, histogram},
/// consistency, human?}; docs/sgp.md explains them.
[[nodiscard]] Json to_json(const Consensus& consensus);

/// kUsage for runs of different suites, kBadData for runs whose samples tell no answers and for bad
/// lines of human answers.
[[nodiscard]] Result<Consensus> consensus_of(const std::vector<std::filesystem::path>& runs,
                                             const ConsensusOptions& options = {});

}  // namespace papert::analysis
