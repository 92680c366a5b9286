// The figures of a generation, read from its files alone.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "datagen/growth.h"
#include "datagen/turtle/selection.h"

namespace papert::datagen {

/// Figures of rounds 1 .. `rounds`; `parents` has the size of each generation before.
[[nodiscard]] Result<std::vector<RoundGrowth>> measure_rounds(
    const std::filesystem::path& folder, const std::vector<std::size_t>& parents);

/// Figures of the set, from selection.jsonl and dataset/.
[[nodiscard]] Result<SetGrowth> measure_set(const std::filesystem::path& folder);

/// What requests took, by role: mutate, score, label; roles without any are left out. Also of a
/// folder that is not complete.
[[nodiscard]] Result<std::map<std::string, Spent>> measure_spent(
    const std::filesystem::path& folder);

/// How many labels have which status.
[[nodiscard]] Result<std::map<std::string, std::size_t>> measure_labels(
    const std::filesystem::path& folder);

/// Up to 60 drawings of the set by lot, with their lineage.
[[nodiscard]] Result<std::vector<GalleryItem>> gallery_of(const std::filesystem::path& folder,
                                                          const ProgramFiles& files,
                                                          const std::vector<Elite>& programs,
                                                          std::int64_t seed);

}  // namespace papert::datagen
