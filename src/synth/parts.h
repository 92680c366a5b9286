// A synthesis shared out among machines by units (base/shard.h). Units are filled each on its own,
// so a part is nothing but some of them; what units have in common is left out when all are
// together, as on one machine, and a unit that this leaves short goes on from its next candidate.
// For that whoever joins the parts needs what they started from, which each part brings:
//
//     units/              as shards.h has them: the units of this part
//     references.jsonl    the reference tasks of all parts, a line each
//     excluded.txt        keys of worlds that must not come out
#pragma once

#include <filesystem>
#include <vector>

#include "base/result.h"
#include "synth/references.h"
#include "synth/synthesis.h"

namespace papert::synth {

struct PartMaterial {
  std::vector<lang::xlogo::Task> references;
  Excluded excluded;
};

/// Fills the units of options.shard and keeps them in options.out, with what the parts start from.
/// kCancelled if interrupted: the same call goes on. Returns how many units there are.
[[nodiscard]] Result<std::size_t> synthesise_part(const std::vector<lang::xlogo::Task>& references,
                                                  const Excluded& excluded,
                                                  const SynthesisOptions& options,
                                                  const Workshop& workshop);

[[nodiscard]] Result<PartMaterial> read_part_material(const std::filesystem::path& part);

/// Puts the units of all parts into an empty folder, from where synthesise() takes them. kBadData
/// where parts started from different material, or two have one unit.
[[nodiscard]] Result<void> gather_units(const std::vector<std::filesystem::path>& parts,
                                        const std::filesystem::path& out);

}  // namespace papert::synth
