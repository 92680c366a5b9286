// Do answers stay the same when the task is changed in a way that must not matter? Tasks made from
// one original (Task::base) are a group; their samples' answers ("detail.answer") are compared.
//
//     accuracy                    over the changed tasks
//     consistency                 the mean over groups of the share that the most frequent answer
//                                 has among the changed tasks
//     consistency_with_original   the same with the original's answer in the group, as a released
//                                 script counts; only groups whose original was asked
//
// An answer that could not be read agrees with no other: it counts in the size of the group only.
// Epochs are groups of their own. Samples that taught nothing about the model are left out. Figures
// come for all changed tasks and for each value of the tags "variant" and "distance": a group is
// then what has that value, and the original.
//
// Only suites whose samples give their answers enter. A refused or cut-off reply has no detail in
// any suite; it counts as an unreadable answer only where another sample of the run gave one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "base/json.h"
#include "suite/task.h"

namespace papert::suite {

class InvarianceBuilder {
 public:
  /// As SummaryBuilder::add has them. Samples without an "answer" in their detail do not count.
  void add(const std::string& id, const std::string& base, std::int64_t epoch, const Json& tags,
           Verdict verdict, const Json& detail);

  /// [{by, value, groups, accuracy, consistency, consistency_with_original}], each figure as {mean,
  /// stderr, n} with standard errors over originals; null where no sample is of a changed task, or
  /// none gives an answer. `place` gives the place of a tag's value in tables.
  [[nodiscard]] Json finish(
      const std::function<std::ptrdiff_t(const std::string& value)>& place) const;

 private:
  struct Sample {
    std::string base;
    std::int64_t epoch = 0;
    std::string id;
    std::optional<std::string> answer;
    bool right = false;

    friend bool operator<(const Sample& a, const Sample& b) {
      return std::tie(a.base, a.epoch, a.id) < std::tie(b.base, b.epoch, b.id);
    }
  };

  [[nodiscard]] Json figures(std::vector<Sample> changed) const;

  bool gives_answers_ = false;
  std::map<std::pair<std::string, std::int64_t>, Sample> originals_;  // by (id, epoch)
  std::vector<Sample> changed_;
  std::map<std::string, std::map<std::string, std::vector<std::size_t>>> tagged_;
};

}  // namespace papert::suite
