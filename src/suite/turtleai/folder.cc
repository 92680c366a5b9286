#include "suite/turtleai/folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <unordered_map>

#include "base/file.h"
#include "base/sha256.h"
#include "raster/png.h"
#include "suite/data_folder.h"
#include "suite/turtleai/mint.h"

namespace papert::suite::turtleai {
namespace {

PictureStyle style_of(const StoredTask& task) {
  const bool by_hand = task.dataset == dataset_of(PictureStyle::kHand);
  return by_hand ? PictureStyle::kHand : PictureStyle::kClean;
}

std::string sums_text(const std::string& lines, const std::vector<StoredTask>& tasks) {
  suite::Checksums sums{{tasks_path("").string(), sha256_hex(lines)}};
  for (const StoredTask& task : tasks) {
    if (!task.image.empty()) sums[task.image] = task.image_hash;
  }
  return suite::checksums_text(sums);
}

/// A folder that must be whole: its first problem is an error.
Result<std::vector<StoredTask>> read_whole(const std::filesystem::path& folder) {
  StoredTasks stored = TRY(read_tasks(folder));
  if (!stored.problems.empty()) return fail(stored.problems.front());
  return std::move(stored.tasks);
}

Result<DrawingIndex> drawings_of(const std::vector<StoredTask>& tasks,
                                 lang::turtle::JailPool& jails) {
  DrawingIndex known;
  for (const StoredTask& task : tasks) {
    lang::turtle::Drawing drawing = TRY(jails.run(task.code));
    known.add(score::PaintedDrawing(std::move(drawing.scene)));
  }
  return known;
}

/// One id cannot stand for two pictures.
Result<void> check_styles(const suite::MintOptions& options, PictureStyle style,
                          const std::vector<StoredTask>& tasks) {
  std::unordered_map<std::string, std::string> datasets;
  for (const StoredTask& task : tasks) datasets.emplace(task.id, task.dataset);
  for (const std::string& id : TRY(ids_of(options))) {
    const auto there = datasets.find(id);
    if (there == datasets.end() || there->second == dataset_of(style)) continue;
    return fail(ErrorCode::kUsage,
                fmt::format("the folder has this task in the data set {}, with another picture; "
                            "mint {} into another folder",
                            there->second, dataset_of(style)),
                "task '" + id + "'");
  }
  return {};
}

Result<void> check_task(const StoredTask& task, lang::turtle::JailPool& jails,
                        std::map<std::string, std::string>& seen) {
  const lang::turtle::Drawing drawing = TRY(jails.run(task.code));
  if (drawing.outcome.status != sandbox::Status::kOk) {
    return fail(ErrorCode::kBadData, "its program does not run: " + drawing.outcome.reason);
  }
  TRY(check_drawing(drawing.scene));
  const auto [first, fresh] = seen.emplace(drawing_key(drawing.scene), task.id);
  if (!fresh) return fail(ErrorCode::kBadData, "draws the same as task '" + first->second + "'");
  if (task.file.empty()) return {};
  const raster::Image picture = TRY(raster::decode_png(TRY(read_file(task.file))));
  if (picture != TRY(raster::decode_png(picture_file(drawing.scene, style_of(task), task.id)))) {
    return fail(ErrorCode::kBadData, "its picture is not what its program draws");
  }
  return {};
}

}  // namespace

Result<std::size_t> mint_folder(const std::filesystem::path& folder,
                                const suite::MintOptions& options, PictureStyle style,
                                const suite::WriteOptions& write) {
  lang::turtle::JailPool jails({});
  std::vector<StoredTask> all;
  if (std::filesystem::exists(tasks_path(folder))) all = TRY(read_whole(folder));
  TRY(check_styles(options, style, all));
  DrawingIndex known = TRY(drawings_of(all, jails));
  std::vector<MintedTask> fresh = TRY(mint_tasks(jails, options, style, write, known));
  TRY(make_directories(folder));
  std::size_t added = 0;
  for (MintedTask& minted : fresh) {
    StoredTask& task = minted.task;
    const std::string png = picture_file(minted.scene, style, task.id);
    task.image_hash = sha256_hex(png);
    TRY(write_file(folder / task.image, png, Durability::kUnsynced));
    all.push_back(std::move(task));
    ++added;
  }
  std::sort(all.begin(), all.end(),
            [](const StoredTask& a, const StoredTask& b) { return a.id < b.id; });
  std::string lines;
  for (const StoredTask& task : all) lines += task_line(task) + "\n";
  TRY(write_file(tasks_path(folder), lines));
  TRY(write_file(suite::checksums_path(folder), sums_text(lines, all)));
  if (write.cancel.cancelled()) {
    return fail(ErrorCode::kCancelled,
                fmt::format("interrupted; {} new tasks were written", added));
  }
  return added;
}

Result<suite::CheckReport> check_folder(const std::filesystem::path& folder) {
  const std::string lines = TRY(read_file(tasks_path(folder)));
  StoredTasks stored = TRY(read_tasks(folder));
  suite::CheckReport report;
  report.problems = std::move(stored.problems);
  report.checked = stored.tasks.size();
  const auto sums = read_file(suite::checksums_path(folder));
  if (!sums && sums.error().code != ErrorCode::kNotFound) {  // a folder made by hand has none
    report.problems.push_back(sums.error());
  } else if (sums && *sums != sums_text(lines, stored.tasks)) {
    report.problems.push_back({ErrorCode::kBadData,
                               "the files do not have the checksums of SHA256SUMS",
                               suite::checksums_path("").string()});
  }
  lang::turtle::JailPool jails({});
  std::map<std::string, std::string> seen;  // drawing -> id
  for (const StoredTask& task : stored.tasks) {
    const auto good = check_task(task, jails, seen);
    if (!good) {
      report.problems.push_back(
          {good.error().code, good.error().message, "task '" + task.id + "'"});
    }
  }
  return report;
}

}  // namespace papert::suite::turtleai
