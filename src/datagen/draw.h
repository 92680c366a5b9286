// The draw behind resampled training data: what a failure weighs, where the training lines of a
// task come from, and the files that are written (weights.jsonl, indices.txt, train.jsonl).
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/cancel.h"
#include "base/result.h"
#include "run/record.h"
#include "suite/verdict.h"

namespace papert::datagen {

/// By how much the weight of a failure is above 1.
struct Beta {
  double others = 1;  // of verdicts that are not named
  std::map<suite::Verdict, double> by_verdict;

  [[nodiscard]] double weight(suite::Verdict verdict) const;
};

/// "2": of every failure; "crashed=1,invalid=2": of these alone; "1,invalid=2": of these, and 1 of
/// every other. kUsage, naming the piece, for what is neither a number from 0 on nor a verdict with
/// one, or for a verdict that is not a failure.
[[nodiscard]] Result<Beta> parse_beta(std::string_view text);

/// Gives the training line of a task.
class TrainingLines {
 public:
  virtual ~TrainingLines() = default;
  [[nodiscard]] virtual Result<std::string> line(const std::string& id) = 0;
};

/// Lines of a file, {"id", ...}, found again by their place in it. kBadData for a line without an
/// id, or two of one.
[[nodiscard]] Result<std::unique_ptr<TrainingLines>> lines_of_file(
    const std::filesystem::path& path);

struct DrawOptions {
  std::size_t count = 0;  // 0: as many as there are samples
  std::int64_t seed = 0;
  CancelToken cancel;
  std::function<void(std::size_t done, std::size_t total)> progress;
};

/// Draws lines of the samples, which are scored and in order. Gives the number of lines.
[[nodiscard]] Result<std::size_t> draw(const std::vector<run::Outcome>& samples, const Beta& beta,
                                       TrainingLines& lines, const std::filesystem::path& out,
                                       const DrawOptions& options);

}  // namespace papert::datagen
