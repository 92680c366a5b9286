// One replay as a page of its own: plays without a network, opened from disk.
#pragma once

#include <cstddef>
#include <string>

#include "base/result.h"
#include "scene/replay.h"

namespace papert::report {

inline constexpr std::size_t kMaxReplayPageBytes = std::size_t{64} << 20;

/// `title` stands above it. kLimit for a page larger than kMaxReplayPageBytes.
[[nodiscard]] Result<std::string> replay_html(const scene::Replay& replay,
                                              const std::string& title);

}  // namespace papert::report
