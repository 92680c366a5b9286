// How far a similarity can be trusted: what people said of pairs of drawings ("same" or not) beside
// what a rule gave them, at one threshold, at the best one, and at all that make a difference.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "score/confusion.h"

namespace papert::analysis {

struct CalibrationInput {
  /// A line each: {"id", "epoch", "same"}, perhaps with the metric; or what a page of
  /// 'papert label same' saved.
  std::filesystem::path labels;
  std::filesystem::path scores;  // score lines, or a run's folder; empty: labels carry the metric
  std::string metric = "similarity";
  double threshold = 0.95;
};

struct Calibration {
  std::size_t labels = 0;
  score::CurvePoint given;  // at the threshold that was asked about
  score::CurvePoint best;
  std::vector<score::CurvePoint> curve;
  std::vector<Error> problems;   // lines that could not be used
  std::size_t other_labels = 0;  // of other kinds, or about another run
};

/// kBadData, the first problem if there is one, where no label can be used.
[[nodiscard]] Result<Calibration> calibrate(const CalibrationInput& input);

[[nodiscard]] Json to_json(const Calibration& calibration);

}  // namespace papert::analysis
