// The picture that a program makes, for people: reports and `papert render`.
#pragma once

#include <vector>

#include "base/result.h"
#include "lang/cad/solid.h"
#include "mint/question/question.h"
#include "raster/image.h"

namespace papert::mint {

inline constexpr int kPictureSize = 512;  // pixels each way

struct ProgramPicture {
  raster::Image image;
  std::string warning;  // a sentence on why it may not be what the program means; mostly empty
};

/// What is to be said of a solid that the kernel's own check calls invalid; nothing of others.
[[nodiscard]] std::string warning_of(const lang::cad::Measures& measures);

/// SVG and sketches as one picture, solids as four views. A solid that the geometry kernel's own
/// check calls invalid is painted with a warning. A solid may take so many seconds of processor
/// time to be built, and as many to be cut into triangles.
[[nodiscard]] Result<ProgramPicture> program_picture(
    const Question& question, int size = kPictureSize,
    double solid_seconds = lang::cad::BuildLimits{}.max_cpu_seconds);

/// The picture alone: SVG and sketches as one picture, solids as four views.
[[nodiscard]] Result<raster::Image> program_image(const Question& question,
                                                  int size = kPictureSize);

/// What somebody is shown who is to ask about a program: SVG and sketches as one picture, solids as
/// two, obliquely from the front and from the back, each of that size.
[[nodiscard]] Result<std::vector<raster::Image>> program_views(const Question& question,
                                                               int size = kPictureSize);

}  // namespace papert::mint
