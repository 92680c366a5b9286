// What goes into the set that a generation leaves.
#pragma once

#include <string>
#include <vector>

#include "datagen/turtle/round.h"

namespace papert::datagen {

/// Writes selection.jsonl, or reads it if it is there: the programs of the set, by id. Of `pool`
/// the best `most` are looked at (0: all); of drawings that pass for each other as answers, by any
/// rule of the suite, the better one stays.
[[nodiscard]] Result<std::vector<Elite>> select_programs(const Workbench& bench,
                                                         std::vector<Elite> pool, std::size_t most);

/// Writes labels.jsonl: a label for each program, in their order.
[[nodiscard]] Result<void> write_labels(const Workbench& bench, const std::vector<Elite>& programs);

/// The same by a model: asks for what is missing.
[[nodiscard]] Result<void> ask_labels(const Workbench& bench, const std::vector<Elite>& programs);

/// Writes dataset/, unless it is there: the tasks, their pictures, which of them are for
/// validation, and labels if labels.jsonl has them.
[[nodiscard]] Result<void> write_dataset(const Workbench& bench,
                                         const std::vector<Elite>& programs);

[[nodiscard]] std::filesystem::path selection_path(const std::filesystem::path& folder);
[[nodiscard]] std::filesystem::path labels_path(const std::filesystem::path& folder);
[[nodiscard]] std::filesystem::path dataset_path(const std::filesystem::path& folder);

/// The ids for validation: floor(share x n) of them, those with the smallest hash of seed and
/// drawing. Sorted.
[[nodiscard]] std::vector<std::string> validation_ids(const std::vector<Elite>& programs,
                                                      double share, std::int64_t seed);

}  // namespace papert::datagen
