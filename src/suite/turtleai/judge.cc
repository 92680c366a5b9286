#include "suite/turtleai/judge.h"

#include <fmt/format.h>

#include "base/text.h"
#include "suite/turtle_outcome.h"
#include "suite/turtleai/local_rule.h"

namespace papert::turtleai {
namespace {

void compare(const score::PaintedDrawing& reference, const score::PaintedDrawing& answer,
             const JudgeOptions& options, Judgement& judgement) {
  // The explanation of the pixel rule serves all rules: what is missing or extra is the same.
  // Turned copies are not sought, which would take longer than everything else.
  score::DrawingOptions drawing_options{.explain = score::Explain::kFailures, .seek_turns = false};
  if (options.rule == Rule::kPixel && options.threshold) {
    drawing_options.filled_similarity = drawing_options.line_similarity = *options.threshold;
  }
  const bool local_rule = options.rule == Rule::kLocal;
  const LocalComparison local = local_rule ? compare_locally(reference, answer) : LocalComparison{};
  if (local_rule) {
    drawing_options.explain = local.success ? score::Explain::kNever : score::Explain::kAlways;
  }
  const score::DrawingComparison pixels =
      score::compare_drawings(reference, answer, drawing_options);
  const double difference = local_rule ? local.difference() : pixels.difference;
  std::string prefix;
  bool success = pixels.success;
  if (local_rule) {
    success = local.success;
    judgement.detail["stray_pixels"] = local.stray;
    judgement.detail["largest_patch"] = local.largest_patch;
    judgement.detail["pixel_difference"] = pixels.difference;
    prefix = fmt::format(
        "No match: {:.1f} % of the ink is stray, {} pixels of it in one patch. By the pixel rule: ",
        difference * 100, local.largest_patch);
  } else {
    judgement.detail["limit"] = pixels.limit;
  }
  success = success && options.rule != Rule::kEmbedding;
  judgement.detail["difference"] = difference;
  if (!success) judgement.detail["message"] = prefix + pixels.explanation.sentence;
  judgement.similarity = 1 - difference;
  judgement.verdict = success ? suite::Verdict::kRight : suite::Verdict::kWrong;
}

int rank(suite::Verdict verdict) {
  if (verdict == suite::Verdict::kRight) return 0;
  if (!suite::is_scored(verdict)) return 1;
  if (verdict == suite::Verdict::kWrong) return 2;
  return verdict == suite::Verdict::kInvalid ? 4 : 3;
}

}  // namespace

Judgement judge(turtle::JailPool& jails, std::string_view code,
                const score::PaintedDrawing& reference, const JudgeOptions& options) {
  Judgement judgement;
  auto drawing = jails.run(code, options.limits);
  if (!drawing) {
    judgement.detail["error"] = "no_jail";
    judgement.detail["message"] = drawing.error().to_string();
    return judgement;
  }
  const sandbox::Outcome& outcome = drawing->outcome;
  judgement.steps = outcome.steps;
  judgement.cpu_seconds = outcome.cpu_seconds;
  judgement.verdict = suite::verdict_of(outcome.status);
  judgement.runnable = outcome.status == sandbox::Status::kOk;
  if (judgement.runnable) {
    const score::PaintedDrawing answer(std::move(drawing->scene));
    compare(reference, answer, options, judgement);
    judgement.drawing = answer.scene();
    return judgement;
  }
  suite::note_failure(outcome, judgement.detail);
  return judgement;
}

bool is_better(const Judgement& a, const Judgement& b) {
  const int rank_a = rank(a.verdict);
  const int rank_b = rank(b.verdict);
  return rank_a != rank_b ? rank_a < rank_b : a.similarity > b.similarity;
}

std::size_t code_lines(std::string_view code) {
  std::size_t count = 0;
  for (const std::string_view line : split(code, '\n')) {
    const std::string_view text = trim(line);
    if (!text.empty() && text.front() != '#') ++count;
  }
  return count;
}

}  // namespace papert::turtleai
