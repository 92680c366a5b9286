#include "suite/turtleai/load.h"

#include <fmt/format.h>

#include <span>

#include "base/file.h"
#include "base/known_keys.h"
#include "base/sha256.h"
#include "base/text.h"
#include "mint/turtle/book.h"
#include "raster/png.h"
#include "suite/task_folder.h"

namespace papert::suite::turtleai {
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

bool stays_below(const std::filesystem::path& path) {
  return !path.empty() && path.is_relative() &&
         std::none_of(path.begin(), path.end(), [](const auto& part) { return part == ".."; });
}

Result<void> read_picture(const std::string& image, const std::filesystem::path& folder,
                          StoredTask& task, const std::string& where) {
  if (!stays_below(image)) {
    return fail(ErrorCode::kBadData, "'" + image + "' is not a path below the folder of the tasks",
                where);
  }
  task.image = image;
  task.file = folder / image;
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

Result<StoredTask> task_from_json(const Json& json, const std::filesystem::path& folder,
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

}  // namespace

Result<StoredTasks> read_tasks(const std::filesystem::path& folder) {
  StoredTasks all = TRY(suite::read_task_lines<StoredTask>(
      suite::tasks_path(folder), [&](const Json& json, const std::string& where) {
        return task_from_json(json, folder, where);
      }));
  suite::put_in_id_order(all.tasks, all.problems, [](const StoredTask& task) { return task.id; });
  return all;
}

std::string task_line(const StoredTask& task) {
  Json json;
  json["id"] = task.id;
  if (!task.image.empty()) json["image"] = task.image;
  json["code"] = task.code;
  json["category"] = task.category;
  json["difficulty"] = task.difficulty;
  json["dataset"] = task.dataset;
  return dump_json(json);
}

}  // namespace papert::suite::turtleai
