// The picture that a program makes, for people: reports and `papert render`.
#pragma once

#include "base/result.h"
#include "lang/cad/solid.h"
#include "lang/svg/document.h"
#include "raster/image.h"
#include "suite/sgp/question.h"

namespace papert::suite::sgp {

inline constexpr int kPictureSize = 512;  // pixels each way

/// An SVG document that can be painted in bounded time (lang/svg/render_check.h).
[[nodiscard]] Result<raster::Image> svg_image(const lang::svg::Document& document,
                                              int size = kPictureSize);

struct ProgramPicture {
  raster::Image image;
  std::string warning;  // a sentence on why it may not be what the program means; mostly empty
};

/// What is to be said of a solid that the kernel's own check calls invalid; nothing of others.
[[nodiscard]] std::string warning_of(const lang::cad::Measures& measures);

/// SVG and sketches as one picture, solids as four views. A solid that the geometry kernel's own
/// check calls invalid is painted with a warning.
[[nodiscard]] Result<ProgramPicture> program_picture(const Question& question,
                                                     int size = kPictureSize);

/// The picture alone: SVG and sketches as one picture, solids as four views.
[[nodiscard]] Result<raster::Image> program_image(const Question& question,
                                                  int size = kPictureSize);

/// A pixel is off if one of its samples is by more than this; a picture is wrong if more than this
/// share of its pixels is.
inline constexpr int kOffBy = 32;
inline constexpr double kOffShare = 0.001;

/// The share of pixels that are off, of two pictures of one size.
[[nodiscard]] double share_off(const raster::Image& a, const raster::Image& b);

}  // namespace papert::suite::sgp
