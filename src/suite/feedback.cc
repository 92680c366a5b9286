#include "suite/feedback.h"

#include <fmt/format.h>

#include "base/embedded.h"
#include "base/text.h"
#include "raster/png.h"
#include "suite/prompt_template.h"

extern const char papert_embedded_suite_again[];
extern const char papert_embedded_suite_again_end[];

namespace papert::suite {
namespace {

constexpr std::string_view kPictured = "The attached picture shows what your answer drew.\n\n";

/// A program may raise an exception with a message of any length.
constexpr std::size_t kMaxDifferenceBytes = 2000;

/// How a verdict is told, without an end.
std::string_view told(Verdict verdict) {
  switch (verdict) {
    case Verdict::kNoAnswer:
      return "No answer in the form that was asked for was found in your reply";
    case Verdict::kInvalid:
      return "Your program is not valid";
    case Verdict::kCrashed:
      return "Your program failed while it ran";
    case Verdict::kStepLimit:
      return "Your program did not come to its end: it took too many steps or too long";
    case Verdict::kMemoryLimit:
      return "Your program used too much memory";
    case Verdict::kOutputLimit:
      return "Your program drew or wrote too much";
    case Verdict::kForbidden:
      return "Your program did something that is not allowed";
    case Verdict::kRefused:
      return "Your reply was a refusal and not an answer";
    case Verdict::kTruncated:
      return "Your reply was cut off before its end; answer more briefly";
    default:
      return "Your answer is not right";
  }
}

/// The second picture of a sample: the first is the target.
std::optional<raster::Image> drawn(const TaskSet& tasks, std::size_t index, const Judged& judged) {
  if (!judged.drawing.has_value()) return std::nullopt;
  std::vector<Picture> pictures = tasks.pictures(index, judged);
  if (pictures.size() < 2) return std::nullopt;
  return std::move(pictures[1].image);
}

}  // namespace

std::string explain_to_model(const TaskSet& tasks, std::size_t index, const Judged& judged) {
  const Verdict verdict = judged.score.verdict;
  std::string text(told(verdict));
  const auto line = judged.score.detail.find("line");
  const bool placed = line != judged.score.detail.end() && line->is_number_integer();
  if (placed) text += fmt::format(" (line {})", line->get<std::int64_t>());
  const bool looked_at = was_read(verdict) && verdict != Verdict::kNoAnswer;
  const std::string difference = looked_at ? tasks.difference(index, judged) : std::string();
  if (difference.empty()) return text + ".";
  text += ": " + std::string(cut_utf8(difference, kMaxDifferenceBytes));
  if (!text.ends_with('.')) text += '.';
  return text;
}

std::string_view default_turn_prompt() {
  return embedded(papert_embedded_suite_again, papert_embedded_suite_again_end);
}

Result<void> check_turn_prompt(std::string_view turn_prompt) {
  TRY(fill_template(turn_prompt, {{"explanation", ""}, {"drawing", ""}}));
  return {};
}

Result<Prompt> follow_up(const TaskSet& tasks, std::size_t index, const Judged& judged,
                         std::string_view turn_prompt, bool with_picture) {
  Prompt prompt;
  const auto picture = with_picture ? drawn(tasks, index, judged) : std::nullopt;
  const std::string explanation = explain_to_model(tasks, index, judged);
  prompt.text = TRY(fill_template(
      turn_prompt, {{"explanation", explanation}, {"drawing", picture ? kPictured : ""}}));
  if (picture) prompt.images.push_back(raster::encode_png(*picture));
  return prompt;
}

}  // namespace papert::suite
