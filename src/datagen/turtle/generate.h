// Drawing programs that grow from a few: mutation, execution, removal of duplicates, selection of
// the best, round after round (docs/datagen-turtle.md).
//
//     DIR/request.json               what was asked for; a folder belongs to one request
//     DIR/seeds.jsonl                the programs it began with
//     DIR/round-1/candidates.jsonl   every mutation and what became of it         streamed
//     DIR/round-1/distinct.jsonl     one program for each drawing                 barrier
//     DIR/round-1/features.f32       what an encoder sees in each, if there is one  streamed
//     DIR/round-1/clusters.jsonl     which of them look alike to it               barrier
//     DIR/round-1/scores.jsonl       six figures of each drawing                  streamed
//     DIR/round-1/elite.jsonl        the best: parents of the next round          barrier
//     DIR/selection.jsonl            what goes into the set, and what does not    barrier
//     DIR/labels.jsonl               the set in words                             streamed
//     DIR/dataset/                   a turtleai data folder                       barrier
//     DIR/selected/                  what people called good of it, where they were asked
//     DIR/growth.json, report.html   figures and a page to look at                barrier
//
// Everything follows from the request: not from the number of threads, and not from how often the
// process was killed. A stage reads only files of finished stages (stage_file.h).
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/cancel.h"
#include "base/result.h"
#include "datagen/turtle/drawing_encoder.h"
#include "datagen/turtle/plan.h"
#include "datagen/turtle/roles.h"

namespace papert::datagen {

/// The first four belong to a round; --until names the last round's.
enum class Stage { kCandidates, kDistinct, kScores, kElite, kLabels, kDataset };
inline constexpr std::string_view kStageNames[] = {"candidates", "distinct", "scores",
                                                   "elite",      "labels",   "dataset"};

struct GenerateOptions {
  TurtleSettings settings;
  std::string seeds = "builtin";      // or a folder
  std::vector<std::string> excludes;  // turtleai data folders
  /// One of them, by lot, says what to change about each program (settings.guide is then their
  /// hash); none: as settings.guide says.
  std::vector<std::string> instructions;
  /// Labels of kind quality/turtleai (opinions.h): what they call good becomes a second folder of
  /// tasks, selected/. Empty: nobody was asked.
  std::filesystem::path select;
  /// Goes with settings.encoder; may be none.
  std::shared_ptr<const DrawingEncoder> encoder;
  std::filesystem::path out;
  Stage until = Stage::kDataset;
  std::size_t jobs = 1;
  CancelToken cancel;
  Json models = Json::object();  // roles that models play: part of the request
  std::shared_ptr<Purse> purse;  // theirs; may be none
  bool finish = false;           // ask nobody any more: close the round with what there is
  /// `what` names the stage: "round 2 candidates".
  std::function<void(const std::string& what, std::size_t done, std::size_t total)> progress;
};

/// What became of the tasks of the set where people chose.
struct SelectedCounts {
  std::size_t good = 0;
  std::size_t bad = 0;
  std::size_t unlabelled = 0;
  std::size_t strangers = 0;  // labels of drawings that the set does not have
};

struct GenerateReport {
  std::vector<Error> problems;  // seeds that could not be used
  std::vector<std::string> notes;
  bool complete = false;  // the set is written: not where `until` came first
  std::size_t tasks = 0;  // of the set
  std::optional<SelectedCounts> selected;
};

/// Begins or continues the folder. kUsage if it was begun with another request, kCancelled if the
/// user interrupted it.
[[nodiscard]] Result<GenerateReport> generate(const GenerateOptions& options, const Roles& roles);

}  // namespace papert::datagen
