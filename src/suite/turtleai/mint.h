// Fresh tasks from seeds.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "lang/turtle/host/jail_pool.h"
#include "mint/turtle/book.h"
#include "scene/scene.h"
#include "score/drawing_index.h"
#include "suite/suite.h"
#include "suite/turtleai/folder.h"
#include "suite/turtleai/picture.h"

namespace papert::suite::turtleai {

struct MintedTask {
  StoredTask task;
  scene::Scene scene;  // what its program draws
};

/// The drawing may be a task: it lies within the turtle's usual window, is neither empty nor tiny
/// nor a mere line. Else what is wrong with it.
[[nodiscard]] Result<void> check_drawing(const scene::Scene& scene);

/// The task of one seed and difficulty (a place in kDifficulties), with id
/// <split>-<seed:08>-<difficulty>. Seeds take the categories in turn.
[[nodiscard]] Result<MintedTask> mint_task(const mint::turtle::ProgramBook& book,
                                           lang::turtle::JailPool& jails, std::int64_t seed,
                                           std::size_t difficulty, const std::string& split);

/// The ids of what mint_tasks() may give.
[[nodiscard]] Result<std::vector<std::string>> ids_of(const suite::MintOptions& options);

/// The tasks of seeds seed .. seed + count - 1 in each difficulty, in the order of their ids, as
/// the data set of that style of pictures. A drawing that passes for one of a smaller seed, or for
/// one that is `known` already, is left out; the others are known then.
[[nodiscard]] Result<std::vector<MintedTask>> mint_tasks(lang::turtle::JailPool& jails,
                                                         const suite::MintOptions& options,
                                                         PictureStyle style,
                                                         const suite::WriteOptions& write,
                                                         score::DrawingIndex& known);

}  // namespace papert::suite::turtleai
