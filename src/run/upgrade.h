// Run folders of earlier versions, written again as today's version writes them. Readers understand
// the old form, too; who wants one form in an archive, or reads it with a program of his own, has
// it brought up to date.
//
// What changes is how things are said, never what: run.json gets its format and the keys that came
// later (null where nobody knows), lines of the log get the format in front of their other fields,
// summary.json the same, and pictures move into the subfolders of today. The id stays, so does the
// version of Papert that made the run, and every key that this program does not know.
//
// A file is replaced as a whole when it is on the disk, run.json last, and each step finds out by
// itself whether it is still to be done. So a process may be killed at any moment: the run can be
// read before and after, and the same command does the rest. The log is never held in memory.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>

#include "base/cancel.h"
#include "base/result.h"

namespace papert::run {

struct UpgradeOptions {
  bool dry_run = false;  // find out what there is to do, and leave it
  CancelToken cancel;
  std::function<void(std::size_t done, std::size_t total)> progress;  // bytes of the log
};

/// What was of an earlier form.
struct Upgrade {
  bool config = false;  // run.json
  bool summary = false;
  std::size_t lines = 0;     // of the log
  std::size_t of_lines = 0;  // that the log has
  std::size_t pictures = 0;
  std::vector<Error> damaged;  // lines that are no samples; they stay as they are

  [[nodiscard]] bool any() const { return config || summary || lines > 0 || pictures > 0; }
};

/// kUsage where another process is writing to the run; kBadData for a run of a newer Papert, or one
/// whose id does not follow from what run.json says: it is left as it is.
[[nodiscard]] Result<Upgrade> upgrade_run(const std::filesystem::path& folder,
                                          const UpgradeOptions& options);

}  // namespace papert::run
