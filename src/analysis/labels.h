// Verdicts by people. Where a person looked at a sample, what the person said counts in place of
// what the rule said, and both figures are shown.
//
// A file has a line for each verdict, JSON or (named .csv) a table with the same columns:
//
//     {"id": "t1", "epoch": 0, "run": "8c1d52b9e7", "person": "ann", "verdict": "right"}
//
// Lines that a page of 'papert label' wrote (label_lines.h; kinds same and verdict/SUITE) are read,
// too; of these the last of a person counts.
//
// Several people vote: the majority counts. A tie leaves the rule's verdict and is named, and so is
// a person who said both. A verdict on a sample that the run does not have, or that was never
// scored, is named and has no effect.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "run/record.h"

namespace papert::analysis {

struct LabelLimits {
  std::size_t file_bytes = std::size_t{256} << 20;
  std::size_t labels = 5'000'000;
};

/// A line of the file.
struct Label {
  std::string id;
  std::int64_t epoch = 0;
  std::string run;  // an id or a folder's name; empty: the only run
  std::string person;
  bool right = false;
  std::string where;
};

struct LabelFile {
  std::vector<Label> labels;
  std::size_t other_kinds = 0;  // lines that are about something else than right or wrong
  std::vector<Error> problems;  // lines that could not be used
};

/// kNotFound, kIo, kLimit; what is wrong with a line is a problem.
[[nodiscard]] Result<LabelFile> read_labels(const std::filesystem::path& file,
                                            const LabelLimits& limits = {});

/// How people voted on a sample.
struct Votes {
  std::int64_t right = 0;
  std::int64_t wrong = 0;

  /// Nothing for a tie.
  [[nodiscard]] std::optional<bool> majority() const {
    if (right == wrong) return std::nullopt;
    return right > wrong;
  }
};

struct TiedSample {
  std::string id;
  std::int64_t epoch = 0;
  Votes votes;
};

/// What people said of one run.
struct PeopleCounts {
  std::size_t persons = 0;
  std::size_t verdicts = 0;  // samples that have one
  std::size_t differ = 0;    // of these, from the rule's
  std::vector<TiedSample> ties;
};

class RunLabels {
 public:
  using Key = std::pair<std::string, std::int64_t>;  // id, epoch

  /// The labels that are about this run, named by its id or its folder's name. Those that name no
  /// run are, too, if it is the `only` one. A person who said both about a sample is a problem.
  RunLabels(const LabelFile& file, std::string_view id, std::string_view folder, bool only);

  [[nodiscard]] bool empty() const { return samples_.empty(); }
  [[nodiscard]] const std::vector<Error>& problems() const { return problems_; }

  /// How people voted; null where nobody did.
  [[nodiscard]] const Votes* votes(const std::string& id, std::int64_t epoch) const;

  /// The verdict that counts: the people's where they have one, else the rule's. Where people and
  /// rule agree that it is not right, the rule's, which says why.
  [[nodiscard]] suite::Verdict verdict(const std::string& id, std::int64_t epoch,
                                       suite::Verdict rule) const;

  /// Puts the verdict that counts, and `primary`, the metric that it decides, into the record.
  void apply(std::string_view primary, run::Record& record) const;

  /// Counts what people said of these samples, and names the labels of samples that are not there.
  class Tally {
   public:
    explicit Tally(const RunLabels& labels) : labels_(labels) {}
    /// A sample with the rule's verdict.
    void add(const std::string& id, std::int64_t epoch, suite::Verdict rule);
    [[nodiscard]] PeopleCounts counts() const;
    [[nodiscard]] std::vector<Error> unknown() const;

   private:
    const RunLabels& labels_;
    std::set<Key> seen_;
    std::size_t verdicts_ = 0;
    std::size_t differ_ = 0;
    std::vector<TiedSample> ties_;
  };

 private:
  struct Sample {
    Votes votes;
    std::string where;  // of the first
  };

  std::map<Key, Sample> samples_;
  std::set<std::string> persons_;
  std::vector<Error> problems_;
};

/// A run as labels name it.
struct LabelledRun {
  std::string id;
  std::string folder;  // its name
};

/// The labels that are about none of these runs: they name another, or none where there are
/// several.
[[nodiscard]] std::vector<Error> labels_of_no_run(const LabelFile& file,
                                                  const std::vector<LabelledRun>& runs);

/// {"persons", "verdicts", "differ", "ties": [{"id", "epoch", "right", "wrong"}]}.
[[nodiscard]] Json to_json(const PeopleCounts& counts);

/// "12 verdicts by people, 3 differ from the rule's; 1 tie, where the rule's counts: t1 (epoch 0)".
[[nodiscard]] std::string to_text(const PeopleCounts& counts);

}  // namespace papert::analysis
