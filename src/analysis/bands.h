// Bands of distance of the reader's own. A log has the distance of a changed task only as the name
// of a fixed band; a published table may want others (5-10 and 20-25, say). The distances
// themselves are in the run's data, so those are opened, and the tag "distance" of every sample is
// written anew before anything is counted:
//
//     DistanceBands bands = TRY(open_bands(TRY(parse_bands("5-10,20-25")), run_folder, jobs));
//     RunSummary summary = TRY(summarise_run(folder, config, suite, {}, options, &bands));
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "run/record.h"

namespace papert::analysis {

/// Distances from `low` to `high`, both included.
struct Band {
  std::int64_t low = 0;
  std::int64_t high = 0;
  std::string name;  // as it was given: "5-10"

  [[nodiscard]] bool has(std::int64_t distance) const {
    return low <= distance && distance <= high;
  }
};

/// "5-10,20-25". Bands may overlap; a task is then in both. kUsage, quoting what is wrong.
[[nodiscard]] Result<std::vector<Band>> parse_bands(std::string_view text);

struct DistanceBands {
  std::vector<Band> bands;                                  // none: tags stay as they are
  std::unordered_map<std::string, std::int64_t> distances;  // by task

  /// The tag "distance" becomes the names of the bands that the task is in; without one it goes.
  void retag(run::Record& record) const;

  /// Bands that no task is in.
  [[nodiscard]] std::vector<std::string> empty_bands() const;

  /// The bands' names in front of the suite's order of values. Views of both.
  [[nodiscard]] std::vector<std::string_view> order(
      std::span<const std::string_view> value_order) const;
};

/// Opens the data of a run. kUsage where no task of it has a distance.
[[nodiscard]] Result<DistanceBands> open_bands(std::vector<Band> bands,
                                               const std::filesystem::path& folder,
                                               std::size_t jobs);

}  // namespace papert::analysis
