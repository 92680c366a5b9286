// Folders of tasks of the second dialect: tasks.jsonl with "dialect": "v2" in every line, and
// SHA256SUMS over it. A folder holds tasks of one dialect.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "data/options.h"
#include "data/task_folder.h"
#include "data/task_shelf.h"
#include "lang/xlogo/v2_task.h"
#include "mint/xlogo/second.h"

namespace papert::data::xlogo {

/// The published language, or the one with conditions, while loops and functions
/// (docs/xlogo-v2.md).
enum class Dialect { kV1, kV2 };

struct SecondTask {
  lang::xlogo::v2::Task task;
};
[[nodiscard]] inline const std::string& id_of(const SecondTask& stored) {
  return stored.task.site.id;
}

/// Of a folder or a file of tasks, as its first line has it.
[[nodiscard]] Dialect dialect_of(const std::filesystem::path& path);

/// kUsage, with the mode to give, where the tasks there are of another dialect.
[[nodiscard]] Result<void> expect_dialect(const std::filesystem::path& path, Dialect dialect);

/// From a folder or from a file in the layout of tasks.jsonl. A bad task is a problem, not an
/// error.
[[nodiscard]] Result<data::Stored<SecondTask>> read_second_tasks(const std::filesystem::path& path);

[[nodiscard]] Result<data::OpenedShelf<SecondTask>> open_second_tasks(
    const std::filesystem::path& folder,
    const std::function<data::Looked(const SecondTask&)>& look);

/// A line of tasks.jsonl.
[[nodiscard]] std::string task_line(const SecondTask& stored);

/// As in the published dialect (folder.h).
[[nodiscard]] Result<data::OpenedShelf<SecondTask>> mint_second_shelf(
    const data::MintOptions& options, const mint::xlogo::SecondWish& wish,
    const std::function<data::Looked(const SecondTask&)>& look);
[[nodiscard]] Result<std::size_t> mint_second_folder(const std::filesystem::path& folder,
                                                     const data::MintOptions& options,
                                                     const mint::xlogo::SecondWish& wish,
                                                     const data::WriteOptions& write);

/// Every task is readable and as minting leaves them (mint/xlogo/second.cc), no two are the same up
/// to turning and mirroring, and the checksum holds.
[[nodiscard]] Result<data::CheckReport> check_second_folder(const std::filesystem::path& folder,
                                                            std::size_t jobs);

}  // namespace papert::data::xlogo
