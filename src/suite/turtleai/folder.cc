#include "suite/turtleai/folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <unordered_map>

#include "base/file.h"
#include "base/sha256.h"
#include "base/thread_pool.h"
#include "raster/png.h"
#include "suite/task_folder.h"
#include "suite/turtleai/mint.h"

namespace papert::suite::turtleai {
namespace {

PictureStyle style_of(const StoredTask& task) {
  const bool by_hand = task.dataset == dataset_of(PictureStyle::kHand);
  return by_hand ? PictureStyle::kHand : PictureStyle::kClean;
}

suite::Checksums pictures_of(const std::vector<StoredTask>& tasks) {
  suite::Checksums sums;
  for (const StoredTask& task : tasks) {
    if (!task.image.empty()) sums[task.image] = task.image_hash;
  }
  return sums;
}

Result<score::DrawingIndex> drawings_of(const std::vector<StoredTask>& tasks,
                                        lang::turtle::JailPool& jails) {
  score::DrawingIndex known;
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

/// The drawing's key, if the task is as it should be.
Result<std::string> check_task(const StoredTask& task, lang::turtle::JailPool& jails) {
  const lang::turtle::Drawing drawing = TRY(jails.run(task.code));
  if (drawing.outcome.status != sandbox::Status::kOk) {
    return fail(ErrorCode::kBadData, "its program does not run: " + drawing.outcome.reason);
  }
  TRY(check_drawing(drawing.scene));
  std::string key = drawing_key(drawing.scene);
  if (task.file.empty()) return key;
  const raster::Image picture = TRY(raster::decode_png(TRY(read_file(task.file))));
  if (picture != TRY(raster::decode_png(picture_file(drawing.scene, style_of(task), task.id)))) {
    return fail(ErrorCode::kBadData, "its picture is not what its program draws");
  }
  return key;
}

}  // namespace

Result<std::size_t> mint_folder(const std::filesystem::path& folder,
                                const suite::MintOptions& options, PictureStyle style,
                                const suite::WriteOptions& write) {
  lang::turtle::JailPool jails({});
  std::vector<StoredTask> all;
  if (std::filesystem::exists(suite::tasks_path(folder)))
    all = TRY(suite::whole(TRY(read_tasks(folder))));
  TRY(check_styles(options, style, all));
  score::DrawingIndex known = TRY(drawings_of(all, jails));
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
  const std::string lines =
      suite::sorted_lines(all, [](const StoredTask& task) { return task.id; }, task_line);
  TRY(suite::write_task_folder(folder, lines, pictures_of(all)));
  return suite::minted_until_cancelled(write, added);
}

Result<suite::CheckReport> check_folder(const std::filesystem::path& folder, std::size_t jobs) {
  const std::string lines = TRY(read_file(suite::tasks_path(folder)));
  StoredTasks stored = TRY(read_tasks(folder));
  suite::CheckReport report;
  report.problems = std::move(stored.problems);
  report.checked = stored.tasks.size();
  suite::Checksums expected = pictures_of(stored.tasks);
  expected[suite::tasks_path("").string()] = sha256_hex(lines);
  const auto sums = read_file(suite::checksums_path(folder));
  if (!sums && sums.error().code != ErrorCode::kNotFound) {  // a folder made by hand has none
    report.problems.push_back(sums.error());
  } else if (sums && *sums != suite::checksums_text(expected)) {
    report.problems.push_back({ErrorCode::kBadData,
                               "the files do not have the checksums of SHA256SUMS",
                               suite::checksums_path("").string()});
  }
  lang::turtle::JailPool jails({});
  std::map<std::string, std::string> seen;  // drawing -> id
  std::size_t next = 0;
  const auto produce = [&]() -> std::optional<const StoredTask*> {
    return next < stored.tasks.size() ? std::optional(&stored.tasks[next++]) : std::nullopt;
  };
  const auto look = [&](const StoredTask* task) { return check_task(*task, jails); };
  std::size_t at = 0;
  ordered_pipeline(jobs, 4 * jobs, produce, look, [&](Result<std::string> key) {
    const StoredTask& task = stored.tasks[at++];
    if (key) {
      const auto [first, fresh] = seen.emplace(*key, task.id);
      if (fresh) return;
      key = fail(ErrorCode::kBadData, "draws the same as task '" + first->second + "'");
    }
    report.problems.push_back({key.error().code, key.error().message, "task '" + task.id + "'"});
  });
  return report;
}

}  // namespace papert::suite::turtleai
