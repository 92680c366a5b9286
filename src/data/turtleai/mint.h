// Fresh tasks from seeds (mint/turtle/drawing.h).
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "data/options.h"
#include "data/turtleai/folder.h"
#include "lang/turtle/host/jail_pool.h"
#include "scene/scene.h"
#include "score/drawing_index.h"

namespace papert::data::turtleai {

struct MintedTask {
  StoredTask task;
  scene::Scene scene;  // what its program draws
};

/// The ids of what mint_tasks() may give.
[[nodiscard]] Result<std::vector<std::string>> ids_of(const data::MintOptions& options);

/// The tasks of seeds seed .. seed + count - 1 in each difficulty, in the order of their ids, as
/// the data set of that style of pictures. A drawing that passes for one of a smaller seed, or for
/// one that is `known` already, is left out; the others are known then.
[[nodiscard]] Result<std::vector<MintedTask>> mint_tasks(lang::turtle::JailPool& jails,
                                                         const data::MintOptions& options,
                                                         raster::PictureStyle style,
                                                         const data::WriteOptions& write,
                                                         score::DrawingIndex& known);

}  // namespace papert::data::turtleai
