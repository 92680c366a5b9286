// Which samples get pictures, and where they are kept. A picture costs about a millisecond and some
// kilobytes, so a run of a million samples keeps a bounded number: an even sample chosen by lot,
// the hash of (id, epoch), and the failures with the smallest lots. Neither depends on the order in
// which samples come, nor on how many machines share the run.
//
// Which failures have the smallest lots is known at the end. Until then those are kept that have
// them so far, and settle() takes back what was too much.
#pragma once

#include <cstdint>
#include <filesystem>
#include <mutex>
#include <queue>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "run/record.h"
#include "suite/suite.h"

namespace papert::run {

/// How many samples of a run keep their pictures because they failed, and about how many by lot.
inline constexpr std::size_t kPicturedFailures = 2000;
inline constexpr std::size_t kPicturedByLot = 500;

/// The lot of a sample.
[[nodiscard]] std::uint64_t sample_lot(std::string_view id, std::int64_t epoch);

/// Whether a sample is pictured by lot alone in a run of so many.
[[nodiscard]] bool is_pictured_by_lot(std::uint64_t lot, std::size_t samples);

/// The smallest lots of those that came.
class SmallestLots {
 public:
  explicit SmallestLots(std::size_t room) : room_(room) {}

  /// False if there were `room` smaller ones before it.
  bool add(std::uint64_t lot);

  /// Whether a lot that came is one of the smallest in the end.
  [[nodiscard]] bool has(std::uint64_t lot) const {
    return lots_.size() < room_ || lot <= lots_.top();
  }

 private:
  std::size_t room_;
  std::priority_queue<std::uint64_t> lots_;  // the largest first
};

class PictureStore {
 public:
  /// `folder` is the run's; `samples`: how many the whole run has, all of its shards, which sets
  /// the lot.
  PictureStore(std::filesystem::path folder, std::size_t samples)
      : folder_(std::move(folder)), samples_(samples), failures_(kPicturedFailures) {}

  /// Stores one picture under the hash of its bytes, which it returns. Thread-safe.
  [[nodiscard]] Result<std::string> put(std::string_view png) const;

  /// Decides about a sample. Thread-safe.
  [[nodiscard]] bool wants(const std::string& id, std::int64_t epoch, bool failed);

  /// The pictures of a sample as its record lists them. Thread-safe.
  [[nodiscard]] Result<std::vector<RecordedPicture>> put_sample(const suite::TaskSet& tasks,
                                                                std::size_t index,
                                                                const suite::Judged& judged) const;

  /// When all samples are in the log: failures keep their pictures only if their lots are the
  /// smallest. Replaces the log as a whole where that takes any away; nobody may write to it then.
  [[nodiscard]] Result<void> settle() const;

 private:
  std::filesystem::path folder_;
  std::size_t samples_;
  std::mutex mutex_;
  SmallestLots failures_;
};

/// A line of the log without what only samples with pictures have, as if it had never had it.
[[nodiscard]] Json without_pictures(Json line);

/// Those of `names` that no line of a log names.
[[nodiscard]] Result<std::unordered_set<std::string>> unnamed_pictures(
    const std::filesystem::path& log, std::unordered_set<std::string> names);

/// The pictures that a line of the log names, whether they are of the sample or of its prompts.
[[nodiscard]] std::vector<std::string> pictures_named(const Json& line);

}  // namespace papert::run
