// Training data drawn by difficulty. Each sample of a run weighs 1, or 1 + beta where its answer
// was not right; samples are then drawn with replacement in proportion to their weight, so a
// model's failures come up more often in what it is trained on next.
//
//     weight(i) = (1 + beta * [failed]) / |D|, normalised to 1
//
// The draw is CPython's random.Random(seed).choices(range(|D|), weights, k=count), so it can be
// repeated anywhere. |D| is the number of scored samples, in the order of (id, epoch). Memory is a
// few bytes a sample; the training file is streamed. beta may differ by verdict (draw.h).
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <vector>

#include "base/result.h"
#include "datagen/draw.h"

namespace papert::datagen {

/// One of the two.
struct ResampleSource {
  std::filesystem::path run;     // a run's folder
  std::filesystem::path scores;  // what `papert score` wrote (scores.h)
};

struct ResampleOptions {
  Beta beta;
  DrawOptions draw;
  /// Training lines by task id ({"id", ...}); empty: made from the run's tasks, as
  /// {"id", "messages": [the prompt, the reference], "images": [...]}. Scores need them.
  std::filesystem::path train;
  bool allow_evaluation = false;  // tasks of published evaluation sets, too (evaluation_tasks.h)
};

struct ResampleReport {
  std::size_t drawn = 0;       // lines
  std::size_t samples = 0;     // |D|
  std::size_t failed = 0;      // of them
  std::size_t unscored = 0;    // left out: nothing was learnt about the model
  std::size_t evaluation = 0;  // left out: of tasks of published evaluation sets
  /// Why nothing was left out: with training lines of one's own the run's tasks may be gone.
  std::optional<Error> not_compared;
  std::vector<Error> damaged;  // lines of the log that were left out, too
};

/// Writes weights.jsonl ({"format", "index", "id", "epoch", "success", "weight"}), indices.txt (one
/// drawn index a line) and train.jsonl (one line per drawn index) into `out`.
[[nodiscard]] Result<ResampleReport> resample(const ResampleSource& source,
                                              const std::filesystem::path& out,
                                              const ResampleOptions& options);

}  // namespace papert::datagen
