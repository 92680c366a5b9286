// Fresh tasks from a seed: a shape, and tweaks of it made by editing its program.
//
// Every program is run before it becomes a task. A shape is drawn anew (from the same seed) until
// it lies wholly on the published sheet; a tweak is kept if that holds for it too and it clearly
// differs from the shape and from the tweaks before it. So turning a square by 90 degrees, say, is
// never asked.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "data/turtlebench/folder.h"
#include "lang/turtle/host/jail_pool.h"
#include "mint/turtle/designs.h"
#include "scene/scene.h"

namespace papert::data::turtlebench {

struct MintedItem {
  Item item;         // without a picture file
  scene::Scene ink;  // what its program draws
  std::string key;   // equal for drawings with the same canonical picture
};

inline constexpr std::size_t kTweaksPerShape = 2;

/// Question 1 and up to kTweaksPerShape tweaks. The same seed gives the same items.
[[nodiscard]] Result<std::vector<MintedItem>> mint_shape(lang::turtle::JailPool& jails,
                                                         const mint::turtle::DesignBook& book,
                                                         std::int64_t seed, const std::string& id);

}  // namespace papert::data::turtlebench
