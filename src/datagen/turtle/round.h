// One round of a generation: its stages, each a function that reads finished files and appends to a
// streamed file or writes a barrier file. Private to this folder and its tests.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "datagen/stage_file.h"
#include "datagen/turtle/drawer.h"
#include "datagen/turtle/generate.h"
#include "datagen/turtle/plan.h"
#include "datagen/turtle/programs.h"
#include "datagen/turtle/seeds.h"

namespace papert::datagen {

/// What all stages use.
struct Workbench {
  const GenerateOptions& options;
  const Roles& roles;
  Drawer& drawer;
  const ExcludedDrawings& excluded;
  const ProgramFiles& programs;
  /// Set where nobody is asked any more: the round that ends with what there is.
  std::optional<std::uint32_t> finish_at = std::nullopt;

  void report(const std::string& what, std::size_t done, std::size_t total) const {
    if (options.progress) options.progress(what, done, total);
  }
};

struct Round {
  std::uint32_t number = 1;
  std::filesystem::path folder;
  const std::vector<Elite>& parents;
  RoundPlan plan;

  [[nodiscard]] std::string named(const char* stage) const {
    return "round " + std::to_string(number) + " " + stage;
  }
};

/// What is remembered of a candidate.
struct CandidateFacts {
  CandidateKey key;
  ShortKey drawing{};
  LinePlace place;  // in candidates.jsonl
  std::uint32_t lines = 0;
  bool ok = false;
};
static_assert(sizeof(CandidateFacts) <= 40, "a million of them are held");

/// The key of a candidate whose line this is; its place in the plan is `index`.
[[nodiscard]] Result<CandidateFacts> candidate_facts(const JsonView& line, const LinePlace& place);

[[nodiscard]] std::filesystem::path candidates_path(const std::filesystem::path& round_folder);
[[nodiscard]] std::filesystem::path distinct_path(const std::filesystem::path& round_folder);
[[nodiscard]] std::filesystem::path scores_path(const std::filesystem::path& round_folder);

/// All candidates of the round, in the order of the plan.
[[nodiscard]] Result<std::vector<CandidateFacts>> make_candidates(const Workbench& bench,
                                                                  const Round& round);

/// A program that stands for its drawing.
struct Survivor {
  CandidateKey key;
  LinePlace place;  // of the candidate
};
static_assert(sizeof(Survivor) <= 16, "a million of them are held");

/// Scores the survivors and keeps the best of them, in the order of their keys.
[[nodiscard]] Result<void> score_survivors(const Workbench& bench, const Round& round,
                                           const std::vector<Survivor>& survivors);
[[nodiscard]] Result<std::vector<Elite>> choose_elite(const Workbench& bench, const Round& round,
                                                      const std::vector<Survivor>& survivors);

/// Scores by a model: asks for what is missing.
[[nodiscard]] Result<void> ask_scores(const Workbench& bench, const Round& round,
                                      const std::vector<Survivor>& survivors);

/// kCancelled if the user asked to stop.
[[nodiscard]] Result<void> not_cancelled(const Workbench& bench);

}  // namespace papert::datagen
