// Instruction data from SVG programs (docs/datagen-sit.md): programs are looked at, described, and
// become pairs of a request and a reply, from the program to the description, the other way round,
// or half and half.
//
//     DIR/request.json      what was asked for; a folder belongs to one request
//     DIR/programs.jsonl    every program of the source, usable or why not        streamed
//     DIR/pool.jsonl        descriptions, accepted or why not                     streamed
//     DIR/sit-*.jsonl ...   the sets (training_files.h)                           barrier
//     DIR/README.md         what was made, and how it is trained with             barrier, the last
//
// Everything follows from the request and the describer's words: not from the number of threads,
// and not from how often the process was killed.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/cancel.h"
#include "base/result.h"
#include "datagen/sit/describer.h"
#include "datagen/sit/program.h"
#include "datagen/sit/sizes.h"
#include "datagen/sit/stages.h"
#include "datagen/sit/training_files.h"
#include "datagen/sit/wordings.h"

namespace papert::datagen::sit {

struct SitOptions {
  std::filesystem::path programs;
  std::vector<SetSize> sizes;
  std::vector<Direction> directions;
  std::filesystem::path mix;                    // empty: none
  std::vector<std::filesystem::path> excludes;  // evaluation sets, of any kind of source
  Wordings wordings;
  std::size_t max_bytes = kMaxBytes;
  std::int64_t seed = 0;
  bool finish = false;  // ask nothing more, and write the sets of what there is
  std::filesystem::path out;
  std::size_t jobs = 1;
  CancelToken cancel;
  Report progress;
  /// Told what earlier commands spent, before anything is asked.
  std::function<void(double usd)> charge;
};

struct SitReport {
  std::vector<Error> problems;  // rows of the instruction set that cannot be used
  std::vector<std::string> notes;
  std::map<Status, std::size_t> counts;
  std::size_t programs = 0;  // of the source
  std::size_t accepted = 0;
  std::size_t wanted = 0;
  std::size_t failed = 0;  // requests; then there are no files yet
  double spent_usd = 0;
  std::vector<ChosenSet> sets;
  std::vector<TrainingFile> files;
};

/// Begins or continues the folder. kUsage if it was begun with another request, kCancelled if the
/// user interrupted it, kBadData if there is no program to train on.
[[nodiscard]] Result<SitReport> make_sit(const SitOptions& options, Describer& describer);

/// README.md of the folder.
[[nodiscard]] std::string sit_readme(const SitOptions& options, const SitReport& report,
                                     const std::string& describer);

}  // namespace papert::datagen::sit
