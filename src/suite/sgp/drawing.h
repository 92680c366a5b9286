// Indirect questions: what the SVG program of a reply draws, and how like it is to the true
// picture. A figure beside the answer, which it never changes. Both pictures are painted without
// text elements, so that it is the same on every machine.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "mint/question/question.h"
#include "raster/image.h"

namespace papert::suite::sgp {

struct ReplyDrawing {
  std::string_view state;  // "drawn", or why there is nothing to compare
  std::string message;     // what is wrong with the program; mostly empty
  /// score/picture_iou.h at kPictureSize; 0 where nothing was drawn, none where the true picture
  /// cannot be painted.
  std::optional<double> similarity = 0;
  raster::Image image;

  [[nodiscard]] bool drawn() const { return state == kDrawn; }

  static constexpr std::string_view kDrawn = "drawn";
  static constexpr std::string_view kNoProgram = "no_program";        // the reply has none
  static constexpr std::string_view kInvalid = "invalid";             // it is not SVG
  static constexpr std::string_view kBeyondLimits = "beyond_limits";  // too large, or too slow
  static constexpr std::string_view kNoTarget = "no_target";
};

/// `program` is untrusted: it is painted only where the time for it is bounded
/// (lang/svg/render_check.h).
[[nodiscard]] ReplyDrawing draw_reply(const mint::Question& question, std::string_view program);

/// What a program draws without its text, kPictureSize each way; the same limits.
[[nodiscard]] Result<raster::Image> image_without_text(std::string_view program);

}  // namespace papert::suite::sgp
