// The two streamed files of a set of instructions, and what later stages know of their lines.
//
//     programs.jsonl   every program of the source, in its order: looked at, and usable or not
//     pool.jsonl       what was refused before, then the usable ones in the order of asking, each
//                      with its description
//
// Both grow in an order that is known beforehand (stage_file.h), whatever the number of threads. A
// request that failed has a line that is not final: it is asked again by the next command, and then
// the later line counts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "base/cancel.h"
#include "base/result.h"
#include "datagen/sit/describer.h"
#include "datagen/sit/evaluation.h"
#include "datagen/sit/sizes.h"
#include "datagen/sit/source.h"
#include "datagen/sit/status.h"
#include "datagen/sit/wordings.h"
#include "datagen/stage_file.h"

namespace papert::datagen::sit {

/// `note` follows the counts.
using Report = std::function<void(const std::string& what, std::size_t done, std::size_t total,
                                  const std::string& note)>;

/// What all stages share.
struct Bench {
  std::filesystem::path out;
  std::int64_t seed = 0;
  std::size_t max_bytes = 0;
  std::size_t jobs = 1;
  CancelToken cancel;
  Report progress;
};

/// A line of programs.jsonl.
struct ScannedProgram {
  Status status = Status::kOk;
  std::size_t bytes = 0;
  std::uint64_t lot = 0;
  LinePlace place;
};

[[nodiscard]] std::filesystem::path programs_path(const std::filesystem::path& out);
[[nodiscard]] std::filesystem::path pool_path(const std::filesystem::path& out);

/// Begins or continues programs.jsonl. In the order of the source.
[[nodiscard]] Result<std::vector<ScannedProgram>> scan_programs(const Bench& bench,
                                                                ProgramSource& source,
                                                                const EvaluationPrograms& out_of);

/// A line of pool.jsonl.
struct PooledProgram {
  std::size_t number = 0;  // in the source
  std::size_t bytes = 0;
  LinePlace place;
};

struct Pool {
  std::vector<PooledProgram> accepted;   // in the order of asking, at most as many as are wanted
  std::map<Status, std::size_t> counts;  // of all that were looked at
  std::size_t failed = 0;                // requests to be asked again
  double spent_usd = 0;
};

struct PoolTask {
  const std::vector<ScannedProgram>& programs;
  const Wordings& wordings;
  std::size_t wanted = 0;
  bool ask = true;  // or only read what there is
  /// Told what earlier commands spent, before anything is asked.
  std::function<void(double usd)> charge;
};

/// Begins or continues pool.jsonl. kUsage, with the model's words, where no request can succeed, or
/// where ten in a row failed.
[[nodiscard]] Result<Pool> fill_pool(const Bench& bench, Describer& describer,
                                     const PoolTask& task);

[[nodiscard]] Result<void> not_cancelled(const CancelToken& cancel);

}  // namespace papert::datagen::sit
