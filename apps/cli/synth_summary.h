// What `papert synth` prints at its end: the set beside the published one, the units that ended
// short, the split.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "synth/folder.h"
#include "synth/shards.h"

namespace papert::cli {

/// `wanted`: how many tasks were asked for of each unit.
void print_synthesis(const std::string& folder, const synth::FolderSummary& summary,
                     const std::vector<synth::UnitResult>& units, std::size_t wanted);

}  // namespace papert::cli
