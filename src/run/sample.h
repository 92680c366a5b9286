// One line of samples.jsonl: what was asked, what came back, what was found in it, what it is
// worth. Whoever has responses (the runner, a batch file) makes its lines here.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/json.h"
#include "run/pictures.h"
#include "run/respondent.h"
#include "suite/suite.h"

namespace papert::run {

struct Sample {
  suite::Verdict verdict = suite::Verdict::kInternalError;
  Json line;
};

class SampleMaker {
 public:
  /// Refers to both arguments.
  SampleMaker(const suite::TaskSet& tasks, suite::Extraction extraction, PictureStore& pictures)
      : tasks_(tasks), extraction_(extraction), pictures_(pictures) {}

  /// Scores the response and stores the pictures of the sample. Thread-safe; a suite may throw.
  /// The latency is none where nobody measured it.
  [[nodiscard]] Sample make(std::size_t index, std::int64_t epoch, const Response& response,
                            std::optional<double> latency_ms) const;

  /// The sample whose making failed by our own fault.
  [[nodiscard]] Sample internal_error(std::size_t index, std::int64_t epoch,
                                      const std::string& why) const;

 private:
  const suite::TaskSet& tasks_;
  suite::Extraction extraction_;
  PictureStore& pictures_;
};

}  // namespace papert::run
