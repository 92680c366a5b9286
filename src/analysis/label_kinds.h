// What people are asked about samples, tasks and questions: the kinds of labels, their choices with
// definitions, and what was published about each. The page that asks, the reader of what it saves
// and the tables of agreement all go by this one table.
//
//     failure/xlogo: one of seven types   failure/turtlebench: any of four
//     quality/xlogo: three marks          answer/sgp: one of the question's own options
//
// A kind has fields, and a field has choices. Most kinds have one field; a kind with several asks
// for a choice in each.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace papert::analysis {

struct LabelChoice {
  std::string_view value;  // as files have it
  std::string_view title;
  std::string_view definition;
};

struct LabelField {
  std::string_view name;
  std::string_view title;
  std::span<const LabelChoice> choices;  // none: the item brings its own
  bool many = false;                     // any number of choices, none included

  [[nodiscard]] const LabelChoice* find(std::string_view value) const;
};

/// Which member of a line holds what was said.
enum class LabelForm {
  kLabels,  // "labels": the values, of all fields in order
  kSame,    // "same": true or false
  kAnswer,  // "answer": an option's letter, or a text
  kScores   // "scores": {field: value}
};

/// What a page is made from.
enum class LabelSource {
  kFailures,  // samples of runs that were scored and are not right
  kSamples,   // samples of runs that were scored
  kDrawings,  // those of them that drew something
  kTasks      // a folder of tasks
};

/// A published share of a choice, in per cent.
struct PublishedShare {
  std::string_view of;  // whose samples
  std::string_view value;
  double percent = 0;
};

struct LabelKind {
  std::string_view name;
  std::string_view suite;  // empty: any drawing suite
  std::string_view title;
  std::string_view question;
  LabelForm form = LabelForm::kLabels;
  LabelSource source = LabelSource::kTasks;
  std::span<const LabelField> fields;
  std::span<const PublishedShare> shares;
  std::string_view published;  // what else was published, a sentence
};

/// "verdict/SUITE" stands for one kind per suite.
inline constexpr std::string_view kVerdictPrefix = "verdict/";

[[nodiscard]] std::span<const LabelKind> label_kinds();

/// The kind of that name; kUsage, with the names there are, for another. "verdict/xlogo" is the
/// kind "verdict/SUITE", whose name stays as it is.
[[nodiscard]] Result<const LabelKind*> find_label_kind(std::string_view name);

/// The names, separated by commas.
[[nodiscard]] std::string label_kind_names();

}  // namespace papert::analysis
