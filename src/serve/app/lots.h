// Which part of all items or tasks people are asked about, and who of them about which: what
// --sample, --seed, --by, --batches and --people are to `papert label`, read from an address.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "analysis/label_items.h"
#include "base/result.h"
#include "http/message.h"

namespace papert::serve::app {

inline constexpr std::size_t kMostDealt = 100'000;  // batches times people

struct Lots {
  bool drawn = false;  // something was asked for; otherwise all there is
  analysis::SampleSize sample;
  analysis::BatchPlan batches;
  std::size_t people = 0;  // with batches
  std::int64_t seed = 0;   // also of the order
  std::string by;

  /// These, of the request.
  void put(analysis::LabelRequest& request) const;

  /// The batch of person 1, 2, ...: the same for the same address, however much is done.
  [[nodiscard]] std::vector<std::string> deal() const;
};

/// sample=N|SHARE or batches=NxM and people=N, order=SEED, by=TAG. kUsage, at the key, for what is
/// none of it; kLimit for too much.
[[nodiscard]] Result<Lots> read_lots(const http::Request& request);

/// What an error calls --sample is sample here.
[[nodiscard]] Error without_dashes(Error error);

}  // namespace papert::serve::app
