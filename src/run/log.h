// Reading samples.jsonl: streaming, tolerant of a torn last line, and each (task, epoch) once.
//
// The first line with a score counts. A sample that taught nothing about the model (a failed
// request, say) is asked again when a run resumes: then the line with a score counts and the
// earlier one is passed over; of several without a score the last counts. So a line that was
// copied, or written by two programs, never counts twice.
//
// A line that is not a sample (an editor or a disk damaged it) is passed over and listed by file
// and line number; a blank one is harmless. Readers go on without damaged lines; a run that
// resumes sets them aside and asks for their samples again (ledger.h).
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <unordered_set>
#include <vector>

#include "base/result.h"
#include "run/record.h"

namespace papert::run {

/// What was noticed while a log was read.
struct LogReport {
  std::vector<Error> damaged;            // lines that could not be used
  std::unordered_set<std::int64_t> bad;  // their numbers
  std::size_t duplicates = 0;            // lines passed over, as their sample has its score
  double spent_usd = 0;                  // by all lines, those passed over included
};

/// May take the record for itself.
using RecordVisitor = std::function<void(Record& record)>;

/// Calls `visit` for every line that counts, in an order that means nothing, with as much of it as
/// is wanted. An absent file is an empty log.
[[nodiscard]] Result<LogReport> read_log(const std::filesystem::path& log, Part part,
                                         const RecordVisitor& visit);

/// Only these lines, by number, whether they count or not; the others are not even parsed.
[[nodiscard]] Result<void> read_lines(const std::filesystem::path& log, Part part,
                                      const std::unordered_set<std::int64_t>& numbers,
                                      const RecordVisitor& visit);

/// Moves these lines to the end of `bad`, a file beside the log, which is then replaced as a whole.
[[nodiscard]] Result<void> set_lines_aside(const std::filesystem::path& log,
                                           const std::unordered_set<std::int64_t>& numbers,
                                           const std::filesystem::path& bad);

}  // namespace papert::run
