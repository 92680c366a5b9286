// The file that people's labels are kept in: a line of JSON for each, only ever appended to.
//
//     {"kind": "failure/xlogo", "id": "t1", "epoch": 0, "run": "8c1d52b9e7", "annotator": "ann",
//      "labels": ["goal"], "suggested": ["spatial_reasoning"], "note": "", "ms": 5120,
//      "position": 3, "at": "2026-01-31T12:00:00.000Z", "version": "1.0.0"}
//
// What was said is in "labels", "answer", "same" or "scores", as the kind has it (label_kinds.h).
// The last line of (kind, id, epoch, run, annotator) counts; a line with "undone": true takes the
// label back. So files can be joined by appending one to the other.
//
// Lines are untrusted: one that cannot be used is a problem with the name of its file and its line
// number, and the others are read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "analysis/label_kinds.h"
#include "base/json.h"
#include "base/result.h"

namespace papert::analysis {

struct LabelLineLimits {
  std::size_t line_bytes = std::size_t{1} << 20;
  std::size_t lines = 5'000'000;
  std::size_t problems = 1000;  // more are counted, not kept
};

struct LabelLine {
  std::string kind;  // as the line has it: "verdict/xlogo"
  std::string id;
  std::optional<std::int64_t> epoch;  // none for what is no sample
  std::string run;
  std::string annotator;
  std::string batch;
  /// What was said: field -> values, in the kind's order. A field of one choice has one value.
  std::vector<std::pair<std::string, std::vector<std::string>>> said;
  std::vector<std::string> suggested;
  bool informed = false;  // the suggestion had been shown before the choice
  bool undone = false;    // takes back what the annotator said before
  std::string note;
  std::string edited;  // a corrected text
  std::int64_t ms = 0;
  std::int64_t position = 0;  // in the order of this annotator, from 1
  std::string at;
  std::string version;
  std::string where;  // file:line

  /// What is labelled.
  using Item = std::tuple<std::string, std::string, std::int64_t>;  // run, id, epoch
  [[nodiscard]] Item item() const { return {run, id, epoch.value_or(0)}; }

  /// All values said, field after field.
  [[nodiscard]] std::vector<std::string> values() const;
};

/// Whether a line is of this form, and not of an older one that also has labels: it names a kind
/// there is and who said it.
[[nodiscard]] bool is_label_line(const Json& json);

/// Of a line that is an object; kBadData names what is wrong with it.
[[nodiscard]] Result<LabelLine> read_label_line(const Json& json, const std::string& where);

/// The line as it is written, which read_label_line reads back. kUsage for an unknown kind.
[[nodiscard]] Result<Json> label_line_json(const LabelLine& line);

/// What several files say together.
struct LabelLog {
  std::vector<LabelLine> labels;  // those that count, in the order of their first lines
  std::size_t lines = 0;          // that could be read
  std::size_t replaced = 0;       // by a later line, or taken back
  std::vector<Error> problems;
  std::size_t more_problems = 0;  // that are not in the list
};

/// Only one line of (kind, id, epoch, run, annotator) counts.
class LabelLogBuilder {
 public:
  void add(LabelLine line);
  void add_problem(Error problem, const LabelLineLimits& limits);
  [[nodiscard]] LabelLog finish() &&;

 private:
  using Key = std::tuple<std::string, LabelLine::Item, std::string>;

  LabelLog log_;
  std::map<Key, std::size_t> places_;
};

/// kNotFound, kIo, kLimit; what is wrong with a line is a problem.
[[nodiscard]] Result<LabelLog> read_label_log(const std::vector<std::filesystem::path>& files,
                                              const LabelLineLimits& limits = {});

}  // namespace papert::analysis
