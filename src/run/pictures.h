// Which samples get pictures, and where they are kept. A picture costs about a millisecond and some
// kilobytes, so a run of a million samples keeps a bounded number: failures while there is room,
// and otherwise an even sample chosen by the hash of (id, epoch), the same on every machine.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "run/record.h"
#include "suite/suite.h"

namespace papert::run {

/// How many samples of a run keep their pictures because they failed, and about how many by lot.
inline constexpr std::size_t kPicturedFailures = 2000;
inline constexpr std::size_t kPicturedByLot = 500;

class PictureStore {
 public:
  /// `folder` is the run's; `samples`: how many the whole run has, which sets the lot.
  PictureStore(std::filesystem::path folder, std::size_t samples)
      : folder_(std::move(folder)), samples_(samples) {}

  /// Stores one picture under the hash of its bytes, which it returns. Thread-safe.
  [[nodiscard]] Result<std::string> put(std::string_view png) const;

  /// Decides about a sample. Thread-safe.
  [[nodiscard]] bool wants(const std::string& id, std::int64_t epoch, bool failed);

  /// The pictures of a sample as its record lists them. Thread-safe.
  [[nodiscard]] Result<std::vector<RecordedPicture>> put_sample(const suite::TaskSet& tasks,
                                                                std::size_t index,
                                                                const suite::Judged& judged) const;

 private:
  std::filesystem::path folder_;
  std::size_t samples_;
  std::atomic<std::size_t> failures_{0};
};

}  // namespace papert::run
