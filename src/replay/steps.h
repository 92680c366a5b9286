// What replays of all languages do: which steps are shown, what is seen after each, and where in
// the source it stands.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "raster/image.h"
#include "scene/replay.h"

namespace papert::replay {

/// Of a language with a picture a step, so many steps are shown; more are left out evenly.
inline constexpr std::size_t kMaxPictureSteps = 120;

/// Which of the steps 1 to `count` those are; the last is among them.
[[nodiscard]] std::vector<std::size_t> shown_steps(std::size_t count,
                                                   std::size_t most = kMaxPictureSteps);

/// What is seen after the steps that the replay has so far.
void add_picture(scene::Replay& replay, const raster::Image& image);

/// What is marked from byte `begin` to `end` of the source, as a step of a replay whose source is
/// set afterwards (scene::set_source). What reaches over several lines is marked to the end of the
/// first.
[[nodiscard]] scene::ReplayStep step_at(std::string_view source, std::size_t begin,
                                        std::size_t end);

}  // namespace papert::replay
