// Which samples of an index a query gives, and in which order. Ids are ordered by their first
// letters that the index has, then by their hash: all epochs of a task stand together, and the
// order is the same on every machine.
#pragma once

#include <cstdint>
#include <vector>

#include "base/result.h"
#include "serve/app/query.h"
#include "serve/app/sample_index.h"

namespace papert::serve::app {

/// Places in SampleIndex::entries().
using Selection = std::vector<std::uint32_t>;

/// `column`: the metric's value of each entry, where the query sorts by one that is not primary.
/// The samples that count by id and epoch. A log grows while it is looked at, so what is there
/// stays in order and what has come is put between it.
class IdOrder {
 public:
  void follow(const SampleIndex& index);
  /// In counted() of the index.
  [[nodiscard]] const std::vector<std::uint32_t>& order() const { return order_; }

 private:
  std::uint64_t generation_ = ~std::uint64_t{0};
  std::vector<std::uint32_t> order_;
};

/// `order` has followed the index.
[[nodiscard]] Selection select_samples(const SampleIndex& index, const SampleQuery& query,
                                       const std::vector<double>* column, const IdOrder& order);
/// With an order made for this alone.
[[nodiscard]] Selection select_samples(const SampleIndex& index, const SampleQuery& query,
                                       const std::vector<double>* column);

/// A metric of every entry, read from the log: for sorting by what the index does not have.
[[nodiscard]] Result<std::vector<double>> read_column(const SampleIndex& index,
                                                      const std::string& metric);

/// A sample as a cursor: "EPOCH:ID".
[[nodiscard]] std::string cursor_of(const run::Record& record);
/// The place in the selection behind that sample. kUsage for what is not a cursor, kNotFound where
/// the sample is not there.
[[nodiscard]] Result<std::size_t> place_behind(const std::string& cursor, const SampleIndex& index,
                                               const Selection& selection);

}  // namespace papert::serve::app
