// Folders of tasks, read in two layouts and written (fresh tasks, perturbed ones, turned and
// mirrored ones) in the first, with SHA256SUMS over it.
//
//     tasks.jsonl    one {id, world, goal, constraints, code} a line
//     worlds.json, goals.json, constraints.json, codes.json    the released assets, objects by id
//
// A line of tasks.jsonl may also say which task it was made from and how ("base", "perturbation").
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "data/options.h"
#include "data/task_folder.h"
#include "data/task_shelf.h"
#include "lang/xlogo/task.h"
#include "mint/xlogo/selection.h"

namespace papert::data::xlogo {

struct StoredTask {
  lang::xlogo::Task task;
  std::string base;          // the task this one was made from; empty for an original
  std::string perturbation;  // "T", "T_A", ... "T_ABC"; empty where the data has none
  std::string synthesised;   // how hard `papert synth` made it; empty if it did not
  Json synth;                // what else it says about that, as it stands; null if nothing
};

[[nodiscard]] inline const std::string& id_of(const StoredTask& task) { return task.task.id; }

using StoredTasks = data::Stored<StoredTask>;  // in the order of their ids

/// Reads a folder in either layout. A bad task is a problem, not an error: the rest is still read.
[[nodiscard]] Result<StoredTasks> read_tasks(const std::filesystem::path& folder);

/// The same for who asks and judges them, with their data hash: the tasks that look() wants, read
/// when they are asked for.
[[nodiscard]] Result<data::OpenedShelf<StoredTask>> open_tasks(
    const std::filesystem::path& folder,
    const std::function<data::Looked(const StoredTask&)>& look);

/// The same for a file in the layout of tasks.jsonl.
[[nodiscard]] Result<StoredTasks> read_task_lines(const std::filesystem::path& file);

/// One line of tasks.jsonl, but for what `papert synth` says about the task.
[[nodiscard]] std::string task_line(const StoredTask& task);

/// All of the line: what task_line leaves out is not part of the data's identity.
[[nodiscard]] std::string whole_line(const StoredTask& task);

/// Tasks of the kinds that are selected, of seeds seed .. seed + count - 1, for who asks and judges
/// them; ids <split>-<seed:08>. A task equal to an earlier one up to turning and mirroring is left
/// out.
[[nodiscard]] Result<data::OpenedShelf<StoredTask>> mint_shelf(
    const data::MintOptions& options, const mint::xlogo::Selection& selection,
    const std::function<data::Looked(const StoredTask&)>& look);

/// Writes them, with what the folder holds already. Returns how many are new.
[[nodiscard]] Result<std::size_t> mint_folder(const std::filesystem::path& folder,
                                              const data::MintOptions& options,
                                              const mint::xlogo::Selection& selection,
                                              const data::WriteOptions& write);

/// Kinds A (no constraints), B (no walls or forbidden cells) and C (the turtle near its goal):
/// every combination of those given, the unchanged task included, with ids <id>@T, <id>@T_A, ...
/// Kind turn, alone: for each task, `count` of its seven turned and mirrored versions, chosen by
/// the seed and checked by the emulator, with ids <id>@r<quarter turns>[m].
[[nodiscard]] Result<std::size_t> perturb_folder(const std::filesystem::path& data,
                                                 const std::filesystem::path& out,
                                                 const data::PerturbOptions& options);

/// Every task is readable and solved by its solution, no two are the same up to turning and
/// mirroring, and the checksum holds. kUsage for a folder of synthesised tasks, which has a check
/// of its own.
[[nodiscard]] Result<data::CheckReport> check_folder(const std::filesystem::path& folder,
                                                     std::size_t jobs);

}  // namespace papert::data::xlogo
