#include "suite/sgp/drawing.h"

#include "lang/svg/document.h"
#include "mint/question/picture.h"
#include "mint/svg/image.h"
#include "score/picture_iou.h"

namespace papert::suite::sgp {
namespace {

/// Fonts differ between machines, and letters of any size can be asked for, so no text is painted.
void leave_out_text(lang::svg::Node& node) {
  std::erase_if(node.children, [](const lang::svg::Node& child) {
    return child.is_element() && (child.name == "text" || child.name.ends_with(":text"));
  });
  for (lang::svg::Node& child : node.children) leave_out_text(child);
}

Result<raster::Image> target_image(const mint::Question& question) {
  return question.language == mint::Language::kSvg ? image_without_text(question.program)
                                                   : mint::program_image(question);
}

}  // namespace

Result<raster::Image> image_without_text(std::string_view program) {
  lang::svg::Document document = TRY(lang::svg::parse(program, {.bytes = mint::kMaxProgramBytes}));
  leave_out_text(document.root);
  return mint::svg::svg_image(document, mint::kPictureSize);
}

ReplyDrawing draw_reply(const mint::Question& question, std::string_view program) {
  ReplyDrawing drawing;
  if (program.empty()) {
    drawing.state = ReplyDrawing::kNoProgram;
    return drawing;
  }
  auto image = image_without_text(program);
  if (!image) {
    const bool limit = image.error().code == ErrorCode::kLimit;
    drawing.state = limit ? ReplyDrawing::kBeyondLimits : ReplyDrawing::kInvalid;
    drawing.message = image.error().message;
    return drawing;
  }
  drawing.image = std::move(*image);
  const auto target = target_image(question);
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
