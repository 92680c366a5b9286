#include "data/turtleai/folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <span>
#include <unordered_map>

#include "base/file.h"
#include "base/for_each_in_order.h"
#include "base/json_text.h"
#include "base/known_keys.h"
#include "base/paths.h"
#include "base/sha256.h"
#include "base/text.h"
#include "data/task_folder.h"
#include "data/turtleai/mint.h"
#include "mint/turtle/book.h"
#include "mint/turtle/drawing.h"
#include "raster/png.h"

namespace papert::data::turtleai {
namespace {

constexpr KnownKey kTask[] = {{"id"},         {"image"},   {"code"},  {"category"},
                              {"difficulty"}, {"dataset"}, {"format"}};

/// "Basic_Geometry" is "basic geometry".
std::string plain_words(std::string_view text) {
  std::string words = lower(trim(text));
  std::replace_if(words.begin(), words.end(), [](char c) { return c == '_' || c == '-'; }, ' ');
  return words;
}

/// A field that must be one of a few words.
Result<std::string> get_word(const Json& json, std::string_view key,
                             std::span<const std::string_view> words, const std::string& where) {
  const std::string given = TRY(get_string(json, key, where));
  std::string word = plain_words(given);
  if (std::find(words.begin(), words.end(), word) != words.end()) return word;
  return fail(
      ErrorCode::kBadData,
      fmt::format("'{}' is not a known {}; there are: {}", given, key, fmt::join(words, ", ")),
      where);
}

/// One of the published categories or one's own.
Result<std::string> get_category(const Json& json, const std::string& where) {
  const std::string given = TRY(get_string(json, "category", where));
  std::string category = plain_words(given);
  if (category.empty()) return fail(ErrorCode::kBadData, "the category is empty", where);
  return category;
}

/// Where the pictures of the tasks lie, and the hashes of those that need not be read.
struct PictureFolder {
  const std::filesystem::path& path;
  const data::ListedSums& known;
  bool seen = false;  // what is known was there: whoever shows it will say if it is not
};

Result<void> read_picture(const std::string& image, const PictureFolder& folder, StoredTask& task,
                          const std::string& where) {
  if (!stays_below(image)) {
    return fail(ErrorCode::kBadData, "'" + image + "' is not a path below the folder of the tasks",
                where);
  }
  task.image = image;
  task.file = folder.path / image;
  std::error_code ignored;
  const auto sum = folder.known.find(image);
  if (sum && (folder.seen || std::filesystem::exists(task.file, ignored))) {
    task.image_hash = *sum;
    return {};
  }
  const auto bytes = read_file(task.file, raster::PngLimits{}.max_bytes);
  if (!bytes) {
    return fail(bytes.error().code,
                bytes.error().to_string() +
                    "; leave out 'image' to have the picture drawn from the program",
                where);
  }
  const auto picture = raster::decode_png(*bytes);
  if (!picture) return fail(picture.error().code, image + ": " + picture.error().message, where);
  task.image_hash = sha256_hex(*bytes);
  return {};
}

Result<StoredTask> task_from_json(const Json& json, const PictureFolder& folder,
                                  const std::string& where) {
  TRY(check_keys(json, kTask, where));
  StoredTask task;
  task.id = TRY(get_string(json, "id", where));
  if (task.id.empty()) return fail(ErrorCode::kBadData, "the id is empty", where);
  task.category = TRY(get_category(json, where));
  task.difficulty = TRY(get_word(json, "difficulty", mint::turtle::kDifficulties, where));
  task.dataset = TRY(get_word(json, "dataset", mint::turtle::kDatasets, where));
  task.code = TRY(get_string(json, "code", where));
  const auto image = TRY(get_optional_string(json, "image", where));
  if (image) TRY(read_picture(*image, folder, task, where));
  return task;
}

/// A list that cannot be read is as good as none.
data::ListedSums listed_sums(const std::filesystem::path& folder) {
  return data::ListedSums::read(folder).value_or(data::ListedSums());
}

}  // namespace

Result<StoredTasks> read_tasks(const std::filesystem::path& folder, Pictures pictures) {
  data::ListedSums known;
  if (pictures == Pictures::kListed) known = listed_sums(folder);
  StoredTasks all = TRY(data::read_task_lines<StoredTask>(
      data::tasks_path(folder), [&](const Json& json, const std::string& where) {
        return task_from_json(json, {folder, known}, where);
      }));
  data::put_in_id_order(all.tasks, all.problems, id_of);
  return all;
}

Result<data::OpenedShelf<StoredTask>> open_tasks(const std::filesystem::path& folder,
                                                 const std::vector<std::string>& difficulties) {
  const auto sums = std::make_shared<data::ListedSums>(listed_sums(folder));
  const auto again = [folder, sums](const Json& json, const std::string& where) {
    return task_from_json(json, {folder, *sums, true}, where);
  };
  const auto read = [&](const Json& json, const std::string& where) -> Result<StoredTask> {
    StoredTask task = TRY(task_from_json(json, {folder, *sums}, where));
    if (!task.image.empty() && !sums->find(task.image)) sums->add(task.image, task.image_hash);
    return task;
  };
  const auto look = [&](const StoredTask& task) -> data::Looked {
    return {.wanted = difficulties.empty() ||
                      std::ranges::find(difficulties, task.difficulty) != difficulties.end(),
            .problem = {}};
  };
  const auto hashed = [](const StoredTask& task) {
    return task_line(task) + " " + task.image_hash + "\n";
  };
  return data::open_shelf<StoredTask>(
      data::tasks_path(folder), {.read = read, .again = again, .hashed = hashed, .look = look});
}

std::string task_line(const StoredTask& task) {
  std::string line = "{\"id\":";
  append_quoted(task.id, line);
  const auto add = [&](std::string_view key, const std::string& value) {
    line.append(",\"").append(key).append("\":");
    append_quoted(value, line);
  };
  if (!task.image.empty()) add("image", task.image);
  add("code", task.code);
  add("category", task.category);
  add("difficulty", task.difficulty);
  add("dataset", task.dataset);
  return line + "}";
}

namespace {

raster::PictureStyle style_of(const StoredTask& task) {
  const bool by_hand = task.dataset == dataset_of(raster::PictureStyle::kHand);
  return by_hand ? raster::PictureStyle::kHand : raster::PictureStyle::kClean;
}

data::Checksums pictures_of(const std::vector<StoredTask>& tasks) {
  data::Checksums sums;
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
Result<void> check_styles(const data::MintOptions& options, raster::PictureStyle style,
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

/// The drawing, if the task is as it should be.
Result<score::PaintedDrawing> check_task(const StoredTask& task, lang::turtle::JailPool& jails) {
  lang::turtle::Drawing drawing = TRY(jails.run(task.code));
  if (drawing.outcome.status != sandbox::Status::kOk) {
    return fail(ErrorCode::kBadData, "its program does not run: " + drawing.outcome.reason);
  }
  TRY(mint::turtle::check_drawing(drawing.scene));
  if (task.file.empty()) return score::PaintedDrawing(std::move(drawing.scene));
  const raster::Image picture = TRY(raster::decode_png(TRY(read_file(task.file))));
  if (picture !=
      TRY(raster::decode_png(raster::picture_file(drawing.scene, style_of(task), task.id)))) {
    return fail(ErrorCode::kBadData, "its picture is not what its program draws");
  }
  return score::PaintedDrawing(std::move(drawing.scene));
}

/// Finds tasks whose answers are right for an earlier task, too.
class Twins {
 public:
  /// kBadData, naming the earlier task, if there is one.
  Result<void> add(const score::PaintedDrawing& drawing, const std::string& id) {
    const auto [first, fresh] = equal_.emplace(score::drawing_key(drawing.scene()), id);
    if (!fresh) return fail(ErrorCode::kBadData, "draws the same as task '" + first->second + "'");
    const auto other = known_.alike(drawing);
    known_.keep(drawing, id);
    if (!other) return {};
    return fail(ErrorCode::kBadData, "its drawing is alike: it passes for that of task '" + *other +
                                         "', or that for it");
  }

 private:
  std::map<std::string, std::string> equal_;  // drawing -> id
  score::DrawingIndex known_;
};

}  // namespace

Result<std::size_t> mint_folder(const std::filesystem::path& folder,
                                const data::MintOptions& options, raster::PictureStyle style,
                                const data::WriteOptions& write) {
  lang::turtle::JailPool jails({});
  std::vector<StoredTask> all;
  if (std::filesystem::exists(data::tasks_path(folder)))
    all = TRY(data::whole(TRY(read_tasks(folder))));
  TRY(check_styles(options, style, all));
  score::DrawingIndex known = TRY(drawings_of(all, jails));
  std::vector<MintedTask> fresh = TRY(mint_tasks(jails, options, style, write, known));
  TRY(make_directories(folder));
  std::size_t added = 0;
  for (MintedTask& minted : fresh) {
    StoredTask& task = minted.task;
    const std::string png = raster::picture_file(minted.scene, style, task.id);
    task.image_hash = sha256_hex(png);
    TRY(write_file(folder / task.image, png, Durability::kUnsynced));
    all.push_back(std::move(task));
    ++added;
  }
  const std::string lines = data::sorted_lines(all, id_of, task_line);
  TRY(data::write_task_folder(folder, lines, pictures_of(all)));
  return data::minted_until_cancelled(write, added);
}

Result<data::CheckReport> check_folder(const std::filesystem::path& folder, std::size_t jobs) {
  const std::string lines = TRY(read_file(data::tasks_path(folder)));
  StoredTasks stored = TRY(read_tasks(folder));
  data::CheckReport report;
  report.problems = std::move(stored.problems);
  report.checked = stored.tasks.size();
  data::Checksums expected = pictures_of(stored.tasks);
  expected[data::tasks_path("").string()] = sha256_hex(lines);
  const auto sums = read_file(data::checksums_path(folder));
  if (!sums && sums.error().code != ErrorCode::kNotFound) {  // a folder made by hand has none
    report.problems.push_back(sums.error());
  } else if (sums && *sums != data::checksums_text(expected)) {
    report.problems.push_back({ErrorCode::kBadData,
                               "the files do not have the checksums of SHA256SUMS",
                               data::checksums_path("").string()});
  }
  lang::turtle::JailPool jails({});
  Twins twins;
  const auto look = [&](const StoredTask& task) { return check_task(task, jails); };
  const auto take = [&](const StoredTask& task, const Result<score::PaintedDrawing>& drawing) {
    const Result<void> good = drawing ? twins.add(*drawing, task.id) : fail(drawing.error());
    if (good) return;
    report.problems.push_back({good.error().code, good.error().message, "task '" + task.id + "'"});
  };
  work_in_order(jobs, stored.tasks, look, take);
  return report;
}

}  // namespace papert::data::turtleai
