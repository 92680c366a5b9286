// A replay as a moving picture.
#pragma once

#include <cstddef>
#include <vector>

#include "base/result.h"
#include "raster/image.h"
#include "scene/replay.h"

namespace papert::raster {

struct FilmOptions {
  int side = 400;                // pixels of the longer side, up to kMaxFilmSide
  std::size_t max_frames = 200;  // fewer where they are large
  bool turtles = true;           // of a turtle's drawing
};
inline constexpr int kMaxFilmSide = 1600;

/// The sheet after `step` steps, RGB, as papert paints it; a picture of the replay keeps its size.
[[nodiscard]] Result<Image> step_image(const scene::Replay& replay, std::size_t step,
                                       const FilmOptions& options = {});

/// Frames from before the first step to after the last, both among them; if there are more steps
/// than frames, chosen evenly. All of one size. kUsage for a side outside the limits.
[[nodiscard]] Result<std::vector<Image>> film_frames(const scene::Replay& replay,
                                                     const FilmOptions& options = {});

}  // namespace papert::raster
