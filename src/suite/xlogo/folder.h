// Task folders that we write: fresh tasks, perturbed ones, turned and mirrored ones. A
// folder holds tasks.jsonl, in the order of ids, and SHA256SUMS over it.
#pragma once

#include <filesystem>

#include "suite/suite.h"
#include "suite/xlogo/load.h"

namespace papert::suite::xlogo {

/// Tasks of seeds seed .. seed + count - 1, ids <split>-<seed:08>. A task equal to an earlier one
/// up to turning and mirroring is left out.
[[nodiscard]] Result<StoredTasks> mint_tasks(const suite::MintOptions& options,
                                             const suite::WriteOptions& write);

/// Writes them, with what the folder holds already. Returns how many are new.
[[nodiscard]] Result<std::size_t> mint_folder(const std::filesystem::path& folder,
                                              const suite::MintOptions& options,
                                              const suite::WriteOptions& write);

/// Kinds A (no constraints), B (no walls or forbidden cells) and C (the turtle near its goal):
/// every combination of those given, the unchanged task included, with ids <id>@T, <id>@T_A, ...
/// Kind turn, alone: for each task, `count` of its seven turned and mirrored versions, chosen by
/// the seed and checked by the emulator, with ids <id>@r<quarter turns>[m].
[[nodiscard]] Result<std::size_t> perturb_folder(const std::filesystem::path& data,
                                                 const std::filesystem::path& out,
                                                 const suite::PerturbOptions& options);

/// Every task is readable and solved by its solution, no two are the same up to turning and
/// mirroring, and the checksum holds.
[[nodiscard]] Result<suite::CheckReport> check_folder(const std::filesystem::path& folder,
                                                      std::size_t jobs);

}  // namespace papert::suite::xlogo
