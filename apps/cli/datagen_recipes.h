// Recipes of papert datagen that have a file of their own. Each adds its options and gives what
// does the work.
#pragma once

#include <functional>

#include "base/result.h"
#include "command.h"

namespace papert::cli {

using Recipe = std::function<Result<int>()>;

Recipe add_datagen_loop(Command& recipe);
Recipe add_datagen_questions(Command& recipe);
Recipe add_datagen_sit(Command& recipe);
Recipe add_datagen_turtle(Command& recipe);

}  // namespace papert::cli
