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

/// Writes a label for each program, in their order, by the describer that needs no model.
[[nodiscard]] Result<void> write_labels(const Workbench& bench, const std::vector<Elite>& programs,
                                        const std::filesystem::path& path);

/// The same by a model: asks for what is missing.
[[nodiscard]] Result<void> ask_labels(const Workbench& bench, const std::vector<Elite>& programs);

/// Where a set goes, and its form.
struct SetPlace {
  std::filesystem::path folder;
  std::filesystem::path labels;  // a file that has those of its programs; empty: no labels
  bool hand = false;             // pictures as drawn by hand
};

/// Writes the folder: the tasks, their pictures, which of them are for validation, and labels. What
/// is there already is replaced.
[[nodiscard]] Result<void> write_set(const Workbench& bench, const std::vector<Elite>& programs,
                                     const SetPlace& place);

/// Writes dataset/, and dataset-hand/ where both kinds of pictures are wanted, unless they are
/// there.
[[nodiscard]] Result<void> write_dataset(const Workbench& bench,
                                         const std::vector<Elite>& programs);

/// Writes selected/: what people called good.
[[nodiscard]] Result<SelectedCounts> write_selected(const Workbench& bench,
                                                    const std::vector<Elite>& programs);

[[nodiscard]] std::filesystem::path selection_path(const std::filesystem::path& folder);
[[nodiscard]] std::filesystem::path labels_path(const std::filesystem::path& folder);
[[nodiscard]] std::filesystem::path dataset_path(const std::filesystem::path& folder);
[[nodiscard]] std::filesystem::path selected_path(const std::filesystem::path& folder);

/// The ids for validation: floor(share x n) of them, those with the smallest hash of seed and
/// drawing. Sorted.
[[nodiscard]] Result<std::vector<std::string>> validation_ids(const ProgramFiles& files,
                                                              const std::vector<Elite>& programs,
                                                              double share, std::int64_t seed);

}  // namespace papert::datagen
