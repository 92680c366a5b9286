#include "suite/turtleai/drawing_verdict.h"

#include <utility>

#include "base/text.h"
#include "score/faithful.h"
#include "suite/turtle_outcome.h"

namespace papert::suite::turtleai {
namespace {

void compare(const score::PaintedDrawing& reference, const score::PaintedDrawing& answer,
             const VerdictOptions& options, DrawingVerdict& judged) {
  const bool by_pixels = options.rule == Rule::kPixel;
  // Turned copies are not sought, which would take longer than everything else.
  score::DrawingOptions pixel_options{
      .explain = by_pixels ? score::Explain::kFailures : score::Explain::kNever,
      .seek_turns = false,
      .keep = options.keep};
  if (by_pixels && options.threshold) {
    pixel_options.filled_similarity = pixel_options.line_similarity = *options.threshold;
  }
  const score::FaithfulComparison faithful =
      score::compare_faithfully(reference, answer, options.keep);
  const score::DrawingComparison pixels = score::compare_drawings(reference, answer, pixel_options);
  judged.faithful_success = faithful.success;
  judged.pixel_success = pixels.success;
  const double difference = by_pixels ? pixels.difference : faithful.difference();
  const bool decided = by_pixels ? pixels.success : faithful.success;
  const bool success = decided && options.rule != Rule::kEmbedding;
  judged.detail["difference"] = difference;
  if (by_pixels) {
    judged.detail["limit"] = pixels.limit;
  } else {
    judged.detail["stray_pixels"] = faithful.stray;
    judged.detail["largest_patch"] = faithful.largest_patch;
    judged.detail["unlike_places"] = faithful.unlike_places;
    judged.detail["pixel_difference"] = pixels.difference;
  }
  const score::NotKept& not_kept = by_pixels ? pixels.not_kept : faithful.not_kept;
  if (not_kept.any()) judged.detail["not_kept"] = names_of(not_kept.factors);
  if (!decided) {
    judged.detail["message"] = by_pixels ? pixels.explanation.sentence
                                         : score::explain_faithfully(reference, answer, faithful,
                                                                     /*seek_turns=*/false, &pixels)
                                               .sentence;
  }
  judged.similarity = 1 - difference;
  judged.verdict = success ? suite::Verdict::kRight : suite::Verdict::kWrong;
}

int rank(suite::Verdict verdict) {
  if (verdict == suite::Verdict::kRight) return 0;
  if (!suite::is_scored(verdict)) return 1;
  if (verdict == suite::Verdict::kWrong) return 2;
  return verdict == suite::Verdict::kInvalid ? 4 : 3;
}

}  // namespace

DrawingVerdict verdict_on(lang::turtle::JailPool& jails, std::string_view code,
                          const score::PaintedDrawing& reference, const VerdictOptions& options) {
  DrawingVerdict judged;
  auto drawing = jails.run(code, options.limits, options.deadline);
  if (!drawing) {
    judged.detail["error"] = "no_jail";
    judged.detail["message"] = drawing.error().to_string();
    return judged;
  }
  const sandbox::Outcome& outcome = drawing->outcome;
  judged.steps = outcome.steps;
  judged.cpu_seconds = outcome.cpu_seconds;
  judged.verdict = suite::verdict_of(outcome.status);
  judged.runnable = outcome.status == sandbox::Status::kOk;
  if (judged.runnable) {
    score::PaintedDrawing answer(std::move(drawing->scene));
    compare(reference, answer, options, judged);
    judged.drawing = std::move(answer).take_scene();
    return judged;
  }
  suite::note_failure(outcome, judged.detail);
  return judged;
}

Json names_of(const score::Keep& factors) {
  Json names = Json::array();
  if (factors.place) names.push_back("place");
  if (factors.size) names.push_back("size");
  if (factors.width) names.push_back("width");
  return names;
}

bool is_better(const DrawingVerdict& a, const DrawingVerdict& b) {
  const int rank_a = rank(a.verdict);
  const int rank_b = rank(b.verdict);
  return rank_a != rank_b ? rank_a < rank_b : a.similarity > b.similarity;
}

}  // namespace papert::suite::turtleai
