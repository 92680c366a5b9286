// One round of a generation: its stages, each a function that reads finished files and appends to a
// streamed file or writes a barrier file. Private to this folder and its tests.
#pragma once

#include <array>
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
#include "datagen/turtle/seeds.h"

namespace papert::datagen {

/// What all stages use.
struct Workbench {
  const GenerateOptions& options;
  const Roles& roles;
  Drawer& drawer;
  const ExcludedDrawings& excluded;
  /// Set where nobody is asked any more: the round that ends with what there is.
  std::optional<std::uint32_t> finish_at;

  void report(const std::string& what, std::size_t done, std::size_t total) const {
    if (options.progress) options.progress(what, done, total);
  }
};

struct Round {
  std::uint32_t number = 1;
  std::filesystem::path folder;
  const std::vector<Parent>& parents;
  RoundPlan plan;

  [[nodiscard]] std::string named(const char* stage) const {
    return "round " + std::to_string(number) + " " + stage;
  }
};

/// The first 128 bits of a drawing's key, for hundreds of thousands of them.
using ShortKey = std::array<std::uint64_t, 2>;
[[nodiscard]] ShortKey short_key(std::string_view drawing);

/// What is remembered of a candidate.
struct CandidateFacts {
  CandidateKey key;
  bool ok = false;
  std::uint32_t lines = 0;
  ShortKey drawing{};
  LinePlace place;  // in candidates.jsonl
};

/// The key of a candidate whose line this is; its place in the plan is `index`.
[[nodiscard]] Result<CandidateFacts> candidate_facts(const JsonView& line, const LinePlace& place);

[[nodiscard]] std::filesystem::path candidates_path(const std::filesystem::path& round_folder);
[[nodiscard]] std::filesystem::path distinct_path(const std::filesystem::path& round_folder);
[[nodiscard]] std::filesystem::path scores_path(const std::filesystem::path& round_folder);
[[nodiscard]] std::filesystem::path elite_path(const std::filesystem::path& round_folder);
[[nodiscard]] std::filesystem::path round_folder(const std::filesystem::path& folder,
                                                 std::uint32_t round);

/// All candidates of the round, in the order of the plan.
[[nodiscard]] Result<std::vector<CandidateFacts>> make_candidates(const Workbench& bench,
                                                                  const Round& round);

/// A program that stands for its drawing.
struct Survivor {
  CandidateKey key;
  std::string drawing;
  LinePlace place;  // of the candidate
};

struct Elite {
  CandidateKey key;
  double total = 0;
  Parent program;
};

/// Scores the survivors and keeps the best of them, in the order of their keys.
[[nodiscard]] Result<void> score_survivors(const Workbench& bench, const Round& round,
                                           const std::vector<Survivor>& survivors);
[[nodiscard]] Result<std::vector<Elite>> choose_elite(const Workbench& bench, const Round& round,
                                                      const std::vector<Survivor>& survivors);
[[nodiscard]] Result<std::vector<Elite>> read_elite(const std::filesystem::path& path);

/// Scores by a model: asks for what is missing.
[[nodiscard]] Result<void> ask_scores(const Workbench& bench, const Round& round,
                                      const std::vector<Survivor>& survivors);

/// kCancelled if the user asked to stop.
[[nodiscard]] Result<void> not_cancelled(const Workbench& bench);

}  // namespace papert::datagen
