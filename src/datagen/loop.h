// Training in rounds with a look at the failures in between. For every seed, and every epoch from 0
// on:
//
//     where the epoch is due    the infer command answers every task by the checkpoint so far; the
//                               replies are scored here; failures weigh 1 + beta; as many lines as
//                               there are tasks are drawn (draw.h) and trained on from now on
//     in every epoch            the train command makes a checkpoint from the one before
//     with evaluation tasks     the infer command answers those by the new checkpoint
//
// The commands are run by a shell; what stands in braces is filled in:
//
//     infer   {checkpoint} {prompts} {replies}     reads {"id", "prompt", "images"} a line, writes
//                                                  {"id", "text"} a line
//     train   {train} {checkpoint} {out} {epoch} {epochs} {seed}     makes {out}, a file or folder
//
// Files: train.jsonl (every task once: what epochs before the first draw are trained on),
// prompts.jsonl, eval/prompts.jsonl; seed-S/epoch-E/ with replies.jsonl, scores.jsonl,
// summary.json, weights.jsonl, indices.txt, train.jsonl where it was due, checkpoint, infer.log,
// train.log, eval/; results.json.
// state.jsonl has a line for each step that is finished, so a command that was interrupted at any
// point, also by kill -9, goes on behind the last of them. What a command that outlived us still
// writes is not used: every attempt has names of its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/cancel.h"
#include "base/json.h"
#include "base/result.h"
#include "datagen/draw.h"
#include "suite/suite.h"

namespace papert::datagen {

struct LoopOptions {
  std::string suite;
  std::string prompt_template;
  std::string infer;
  std::string train;
  std::string checkpoint;  // to start from: what the first {checkpoint} is
  std::int64_t epochs = 8;
  std::vector<std::int64_t> resample_at{3, 6};  // epochs, from 0 on
  Beta beta;
  std::int64_t seeds = 5;                      // 1 to this
  const suite::TaskSet* evaluation = nullptr;  // asked after every epoch; null: none
  bool allow_evaluation = false;               // train on tasks of published evaluation sets, too
  Json identity = Json::object();              // what else makes this loop another one
  std::size_t jobs = 1;                        // of scoring
  CancelToken cancel;
  std::function<void(const std::string& step)> progress;
};

/// The share of tasks that were right, one value for each seed.
struct LoopPoint {
  std::int64_t epoch = 0;
  std::vector<double> values;
  double mean = 0;
  std::optional<double> standard_error;  // none for a single seed
};

struct LoopReport {
  std::size_t tasks = 0;              // trained on
  std::size_t left_out = 0;           // of published evaluation sets
  std::vector<LoopPoint> training;    // by the checkpoint that a due epoch began with
  std::vector<LoopPoint> evaluation;  // by the checkpoint that an epoch made

  [[nodiscard]] Json to_json() const;
};

/// kUsage where the folder holds another loop, or a command lacks a placeholder; kBadData where a
/// command fails or leaves tasks without a reply.
[[nodiscard]] Result<LoopReport> run_loop(const suite::TaskSet& tasks,
                                          const std::filesystem::path& out,
                                          const LoopOptions& options);

}  // namespace papert::datagen
