// Which tasks a run asks, and in what order.
//
// The order is drawn from the data: within a tier tasks are sorted by the SHA-256 of the data hash
// and their id, and tiers take turns. So a run that is cut short has a bit of everything instead of
// the first ids, the order is the same for every model and on every machine, and a task keeps its
// place among its tier when more tasks of the same seed are minted. A limit names positions in this
// order, whatever order tasks are then asked in:
//
//     10        the first ten
//     11-20     the next ten
//     10,21-30  both parts of a run that was asked for in two
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/result.h"
#include "suite/suite.h"

namespace papert::run {

/// The indices of all tasks in the order drawn from the data.
[[nodiscard]] std::vector<std::size_t> seeded_order(const suite::TaskSet& tasks,
                                                    const suite::Suite& suite);

/// Positions in the seeded order; all of them by default.
class Limit {
 public:
  Limit() = default;

  /// Empty text is all. kUsage for what is not a limit.
  [[nodiscard]] static Result<Limit> parse(const std::string& text);
  [[nodiscard]] std::string text() const;

  [[nodiscard]] bool all() const { return spans_.empty(); }
  [[nodiscard]] bool covers(const Limit& other) const;
  void add(const Limit& other);

  /// The elements of `order` at these positions.
  [[nodiscard]] std::vector<std::size_t> pick(const std::vector<std::size_t>& order) const;

 private:
  struct Span {
    std::size_t first = 0;  // from 1
    std::size_t last = 0;   // included
  };
  void tidy();

  std::vector<Span> spans_;  // in order, neither touching nor overlapping; none: all
};

}  // namespace papert::run
