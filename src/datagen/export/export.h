// Exports examples of a source in a trainer's form: into a folder that is there finished or not at
// all (staging.h), the same bytes every time, with README.md and SHA256SUMS.
//
// First every task is looked at, without its prompt: whether its tags are wanted, whether it is in
// a published evaluation set or in data that are to be left out. Then the examples that stay are
// made on several threads and written in order; none is kept.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "base/cancel.h"
#include "base/result.h"
#include "base/shard.h"
#include "datagen/export/format.h"
#include "datagen/export/select.h"
#include "datagen/export/source.h"

namespace papert::datagen {

struct ExportOptions {
  const ExportFormat* format = nullptr;
  ExportUse use = ExportUse::kSft;
  std::filesystem::path out;
  TagChoice tags;
  std::unordered_set<std::string> excluded;  // hashes of tasks to leave out (task_hash)
  bool allow_evaluation = false;             // tasks of published evaluation sets, too
  std::optional<std::size_t> limit;
  std::optional<SplitSizes> split;
  std::int64_t seed = 0;
  Shard shard;  // of what is chosen of the whole set, only the tasks that belong to it
  std::size_t rows_per_shard = 0;
  bool jsonl = false;
  std::size_t jobs = 1;
  CancelToken cancel;
  /// `what` is "looked at" or "written".
  std::function<void(const char* what, std::size_t done, std::size_t total)> progress;
};

struct ExportReport {
  std::size_t train = 0;
  std::size_t validation = 0;
  std::size_t pictures = 0;     // stored, each once
  std::size_t unselected = 0;   // tasks left out: by their tags,
  std::size_t evaluation = 0;   // as tasks of published evaluation sets,
  std::size_t excluded = 0;     // as equal to one of the data to leave out
  std::size_t held_out = 0;     // examples of the set's own evaluation split
  std::size_t left_over = 0;    // examples beyond the limit or the sizes of splits
  std::size_t blanked = 0;      // examples written with a blank in a placeholder
  std::vector<Error> unusable;  // examples left out, and why
};

[[nodiscard]] Result<ExportReport> export_examples(const ExportSource& source,
                                                   const ExportOptions& options);

/// "sft", "rl", "pairs".
[[nodiscard]] std::string_view use_name(ExportUse use);

/// The hashes of a data set's tasks. kUsage where the suite does not tell tasks by their content.
[[nodiscard]] Result<std::unordered_set<std::string>> hashes_of(std::string_view suite,
                                                                const suite::TaskSet& tasks,
                                                                std::size_t jobs);

}  // namespace papert::datagen
