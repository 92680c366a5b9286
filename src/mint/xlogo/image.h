// Pictures of tasks (lang/xlogo/picture.h) as pixels.
#pragma once

#include <cstddef>
#include <vector>

#include "base/result.h"
#include "lang/xlogo/picture.h"
#include "raster/image.h"

namespace papert::mint::xlogo {

inline constexpr int kPictureSize = 400;           // pixels of the longer side
inline constexpr std::size_t kMaxAnimation = 200;  // frames

/// The longer side has `size` pixels.
[[nodiscard]] Result<raster::Image> task_image(const lang::xlogo::Task& task,
                                               const lang::xlogo::PictureOptions& options = {},
                                               int size = kPictureSize);

/// The start and then a frame for each command; of more than kMaxAnimation frames that many are
/// chosen evenly, the first and the last among them. Drawing tasks show the pen's lines, others
/// arrows.
[[nodiscard]] Result<std::vector<raster::Image>> animation_frames(const lang::xlogo::Task& task,
                                                                  const lang::xlogo::Trace& path,
                                                                  int size = kPictureSize);

}  // namespace papert::mint::xlogo
