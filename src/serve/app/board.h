// Tables of runs that may be compared: the same suite, tasks, modes, prompt and way of asking, and
// answers judged alike.
// Within a table runs are ordered by the primary metric, and share a rank where the interval of the
// paired difference to the first of that rank contains 0.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "serve/app/run_store.h"

namespace papert::serve::app {

/// What runs must agree in to share a table: all that decides which tasks are asked (data, how many
/// are minted, tiers, limit, shard), how, and how the answers are judged.
[[nodiscard]] std::string table_key(const RunFacts& facts);

/// Thread-safe. Comparisons are kept as long as both logs stay as they are.
class Board {
 public:
  explicit Board(std::size_t jobs) : jobs_(jobs) {}

  /// What `papert compare --json` prints, with at most `flips` flipped samples of each direction.
  [[nodiscard]] Result<Json> compare(StoredRun& a, StoredRun& b, std::size_t flips, bool policies);

  /// {"tables": [{suite, data_hash, data, modes, prompt, extraction, judge, limit, shard, turns,
  /// metric, rows: [{rank, ...row of a run}]}]}.
  [[nodiscard]] Result<Json> tables(const std::vector<std::shared_ptr<StoredRun>>& runs);

 private:
  struct Entry {
    std::shared_ptr<StoredRun> run;
    std::shared_ptr<const RunFacts> facts;
    Json row;
  };
  [[nodiscard]] Json table(std::vector<Entry> entries);
  [[nodiscard]] bool tied(StoredRun& first, StoredRun& other);

  const std::size_t jobs_;
  std::mutex mutex_;
  std::unordered_map<std::string, Json> kept_;
};

}  // namespace papert::serve::app
