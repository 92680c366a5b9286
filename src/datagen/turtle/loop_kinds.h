// What a loop of a program does, by how its rounds differ. Private to this folder.
#pragma once

#include <string_view>

#include "datagen/turtle/trace.h"

namespace papert::datagen::detail {

enum class LoopKind {
  kNone,         // nothing is painted, or no rule is seen
  kOutline,      // its rounds are sides of one line
  kRotation,     // copies turned by one angle
  kTranslation,  // copies moved, with one heading
  kScaling,      // copies of other sizes
  kSpiral,       // sides or copies that grow as they turn
};

[[nodiscard]] LoopKind kind_of(const LoopRun& run);

}  // namespace papert::datagen::detail
