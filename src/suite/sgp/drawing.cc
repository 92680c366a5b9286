#include "suite/sgp/drawing.h"

#include "lang/svg/document.h"
#include "mint/svg/image.h"
#include "score/picture_iou.h"
#include "suite/sgp/picture.h"

namespace papert::suite::sgp {
namespace {

Result<raster::Image> painted_program(std::string_view program) {
  const lang::svg::Document document = TRY(lang::svg::parse(program, {.bytes = kMaxProgramBytes}));
  return mint::svg::svg_image(document, kPictureSize);
}

}  // namespace

ReplyDrawing draw_reply(const Question& question, std::string_view program) {
  ReplyDrawing drawing;
  if (program.empty()) {
    drawing.state = ReplyDrawing::kNoProgram;
    return drawing;
  }
  auto image = painted_program(program);
  if (!image) {
    const bool limit = image.error().code == ErrorCode::kLimit;
    drawing.state = limit ? ReplyDrawing::kBeyondLimits : ReplyDrawing::kInvalid;
    drawing.message = image.error().message;
    return drawing;
  }
  drawing.image = std::move(*image);
  const auto target = program_image(question);
  if (!target) {
    drawing.state = ReplyDrawing::kNoTarget;
    drawing.message = target.error().message;
    drawing.similarity = std::nullopt;
    return drawing;
  }
  drawing.state = ReplyDrawing::kDrawn;
  drawing.similarity = score::picture_iou(*target, drawing.image);
  return drawing;
}

}  // namespace papert::suite::sgp
