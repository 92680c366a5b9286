// Task folders: tasks.jsonl with {id, image, code, category, difficulty, dataset} a line in the
// order of ids, the PNG files that the lines name, relative to the folder, and, in those that we
// write, SHA256SUMS over all of them. A line without an image is shown as its program draws it.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"
#include "data/options.h"
#include "data/task_folder.h"
#include "data/task_shelf.h"
#include "raster/drawing_picture.h"

namespace papert::data::turtleai {

struct StoredTask {
  std::string id;
  std::string category;    // of kCategories, or one's own
  std::string difficulty;  // of kDifficulties
  std::string dataset;     // of kDatasets
  std::string code;
  std::string image;           // as tasks.jsonl has it: a path below the folder, or empty
  std::filesystem::path file;  // where that is; empty if the picture is not stored
  std::string image_hash;      // of its bytes, as they are or as SHA256SUMS has it; or empty
};

[[nodiscard]] inline const std::string& id_of(const StoredTask& task) { return task.id; }

using StoredTasks = data::Stored<StoredTask>;  // in the order of their ids

/// The data set of tasks that are minted with such pictures: what the hand draws is the craft set.
[[nodiscard]] constexpr std::string_view dataset_of(raster::PictureStyle style) {
  return style == raster::PictureStyle::kHand ? "craft" : "syn";
}

/// Whether every picture is read and decoded, or only those that SHA256SUMS does not list: whoever
/// shows a listed one compares its hash then.
enum class Pictures { kRead, kListed };

/// A bad line, a missing or damaged picture and a second task of an id are problems; the rest is
/// still read.
[[nodiscard]] Result<StoredTasks> read_tasks(const std::filesystem::path& folder,
                                             Pictures pictures = Pictures::kRead);

/// The same tasks for who asks and judges them: those of the difficulties that are given, or all,
/// read when they are asked for. Pictures as kListed.
[[nodiscard]] Result<data::OpenedShelf<StoredTask>> open_tasks(
    const std::filesystem::path& folder, const std::vector<std::string>& difficulties);

/// One line of tasks.jsonl.
[[nodiscard]] std::string task_line(const StoredTask& task);

/// Mints into a folder, with what it holds already; a drawing that is there is left out. A task
/// that is there in another data set, with another style of picture, is an error, and nothing is
/// written. Returns how many tasks are new.
[[nodiscard]] Result<std::size_t> mint_folder(const std::filesystem::path& folder,
                                              const data::MintOptions& options,
                                              raster::PictureStyle style,
                                              const data::WriteOptions& write);

/// Every task is readable, its program runs and draws what may be a task, its picture is that
/// drawing's (by hand in the craft set), no two draw the same, and the checksums hold.
[[nodiscard]] Result<data::CheckReport> check_folder(const std::filesystem::path& folder,
                                                     std::size_t jobs);

}  // namespace papert::data::turtleai
