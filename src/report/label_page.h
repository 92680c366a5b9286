// The page that asks people for labels: one self-contained file that works from disk, with the
// items, their pictures and the kind's definitions inside. What people choose stays in their
// browser until they download it (docs/labels.md).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "analysis/label_items.h"
#include "base/json.h"
#include "base/result.h"

namespace papert::report {

struct LabelPageLimits {
  std::size_t text_bytes = 20'000;                  // per text; longer ones are cut, and say so
  std::size_t total_bytes = std::size_t{64} << 20;  // of the page's data
};

struct LabelPage {
  std::string kind;  // by its full name
  std::int64_t seed = 0;
  std::vector<std::string> deal;  // the batch of each person; empty: no batches
};

/// What the page asks, as JSON, with pictures and definitions. kLimit where that is too large.
[[nodiscard]] Result<std::string> label_data(const LabelPage& page,
                                             const std::vector<analysis::LabelItem>& items,
                                             const LabelPageLimits& limits = {});

/// The kinds there are: [{"name", "title", "question", "form", "fields", "suite", "source"}].
[[nodiscard]] Json label_kinds_json();

/// The page with that inside. kLimit for one that would be too large.
[[nodiscard]] Result<std::string> label_html(const LabelPage& page,
                                             const std::vector<analysis::LabelItem>& items,
                                             const LabelPageLimits& limits = {});

}  // namespace papert::report
