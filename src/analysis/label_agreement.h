// How far people who labelled the same things agree, how often a rule would have said the same, and
// how their labels are distributed over runs, beside what was published.
//
// A kind is looked at by aspects, each with one value for each label: the one field of most kinds;
// every field and, as "overall", the lowest mark where marks are given; every choice as yes or no
// and, as "all", the whole set where any number may be chosen. Two annotators have Cohen's kappa,
// more have Fleiss' kappa over everything that at least two of them labelled, and each pair
// Cohen's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "analysis/label_lines.h"
#include "base/json.h"
#include "base/result.h"

namespace papert::analysis {

/// What two annotators said of the items that both labelled.
struct LabelPair {
  std::string first;
  std::string second;
  std::size_t items = 0;
  std::vector<std::string> values;                // of rows and columns
  std::vector<std::vector<std::int64_t>> matrix;  // rows: the first annotator
  std::optional<double> agreement;                // the share of equal ones
  std::optional<double> kappa;                    // Cohen's
};

struct LabelAspect {
  std::string name;
  std::size_t items = 0;  // with at least two labels
  std::string method;     // "Cohen" or "Fleiss"; empty with fewer than two annotators
  std::optional<double> kappa;
  std::optional<double> agreement;  // the mean over items of the share of equal pairs
  std::vector<LabelPair> pairs;
};

/// How often the suggestion was what people chose, over labels made before it was shown.
struct SuggestionCheck {
  std::size_t labels = 0;
  std::size_t right = 0;     // all that was suggested was chosen
  std::size_t informed = 0;  // labels made after, left out

  [[nodiscard]] std::optional<double> accuracy() const {
    if (labels == 0) return std::nullopt;
    return static_cast<double>(right) / static_cast<double>(labels);
  }
};

/// Labels of one run; marks as their means.
struct LabelShares {
  std::string run;   // its id; empty where labels name none
  std::string name;  // what tables call it
  std::size_t labels = 0;
  std::size_t items = 0;
  std::map<std::string, double> shares;  // choice -> share of labels, or field -> mean mark
};

/// Questions that went to the same people.
struct LabelBatch {
  std::string name;
  std::size_t items = 0;
  std::size_t annotators = 0;
  std::size_t fewest = 0;  // labels of an item
  std::size_t most = 0;
  std::optional<double> kappa;  // Fleiss'
};

struct KindAgreement {
  std::string kind;
  std::vector<std::string> annotators;
  std::size_t labels = 0;
  std::size_t items = 0;
  std::optional<double> mean_seconds;  // of a label
  std::vector<LabelAspect> aspects;    // the first is the one tables show alone
  std::optional<SuggestionCheck> suggestion;
  std::vector<std::string> choices;  // rows of the distribution, in order
  std::vector<LabelShares> runs;
  std::vector<LabelShares> published;
  std::vector<LabelBatch> batches;
};

struct LabelAgreement {
  std::vector<KindAgreement> kinds;  // in the order of their names
  std::size_t lines = 0;
  std::size_t replaced = 0;
};

/// `names`: what runs are called, by id; others by their id.
[[nodiscard]] LabelAgreement agreement_of_labels(const LabelLog& log,
                                                 const std::map<std::string, std::string>& names);

[[nodiscard]] Json to_json(const LabelAgreement& agreement);

}  // namespace papert::analysis
