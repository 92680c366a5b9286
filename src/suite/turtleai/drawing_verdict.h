// One program against one drawing.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "lang/turtle/host/jail_pool.h"
#include "scene/scene.h"
#include "score/compare_drawings.h"
#include "suite/task.h"

namespace papert::suite::turtleai {

/// kFaithful is what a careful person says (score/faithful.h), kPixel the published rule
/// (score/compare_drawings.h), kEmbedding compares features of pictures (score/embedding.h).
enum class Rule { kFaithful, kPixel, kEmbedding };

/// What features must exceed unless told otherwise.
inline constexpr double kEmbeddingThreshold = 0.95;

struct VerdictOptions {
  Rule rule = Rule::kFaithful;
  std::optional<double> threshold;  // instead of 0.95 and 0.92, or of kEmbeddingThreshold
  score::Keep keep;                 // whatever the rule
  sandbox::Limits limits;
  Deadline deadline;  // of whoever wants the verdict
};

struct DrawingVerdict {
  suite::Verdict verdict = suite::Verdict::kInternalError;
  double similarity = 0;  // 1 - difference by the rule; 0 for a program that did not run
  bool runnable = false;
  bool faithful_success = false;
  bool pixel_success = false;
  std::optional<scene::Scene> drawing;  // of a program that ran
  Json detail = Json::object();
  std::uint64_t steps = 0;  // what the program has spent
  double cpu_seconds = 0;
};

/// Runs the program and compares what it draws, by both rules on drawings whichever decides. For
/// kEmbedding the figures are those of kFaithful, and what ran is wrong until its features are
/// compared.
[[nodiscard]] DrawingVerdict verdict_on(lang::turtle::JailPool& jails, std::string_view code,
                                        const score::PaintedDrawing& reference,
                                        const VerdictOptions& options);

/// What was to be kept and is not, as a list of names.
[[nodiscard]] Json names_of(const score::Keep& factors);

/// Whether `a` says more for the answer than `b`: right before wrong, the more similar first, and
/// wrong before what did not run. What taught us nothing comes right after right.
[[nodiscard]] bool is_better(const DrawingVerdict& a, const DrawingVerdict& b);

}  // namespace papert::suite::turtleai
