#include "suite/xlogo/load.h"

#include <fmt/format.h>

#include <array>

#include "base/file.h"
#include "base/known_keys.h"
#include "suite/task_folder.h"

namespace papert::suite::xlogo {
namespace {

constexpr KnownKey kTurtle[] = {{"x"}, {"y"}, {"direction"}};
constexpr KnownKey kWalls[] = {{"top"}, {"left"}, {"bottom"}, {"right"}};
constexpr KnownKey kTile[] = {{"x"}, {"y"}, {"allowed"}, {"walls", kWalls}, {"exist"}};
constexpr KnownKey kItem[] = {{"x"}, {"y"}, {"name"}, {"color"}, {"count"}};
constexpr KnownKey kLine[] = {{"x1"}, {"y1"}, {"x2"}, {"y2"}, {"color"}};
constexpr KnownKey kWorld[] = {
    {"turtle", kTurtle}, {"tiles", kTile}, {"items", kItem}, {"lines", kLine}};
// Of a literal, or of a line where the goal is to draw.
constexpr KnownKey kSpec[] = {{"name"}, {"color"}, {"neg"}, {"x1"}, {"y1"}, {"x2"}, {"y2"}};
constexpr KnownKey kObjective[] = {{"name"}, {"specs", kSpec}, {"total_cnt"}};
constexpr KnownKey kConstraint[] = {{"at_most"}, {"exactly"}, {"start_by"}};
constexpr KnownKey kCode[] = {{"run"}};
constexpr KnownKey kTask[] = {{"id"},
                              {"world", kWorld},
                              {"goal", kObjective},
                              {"constraints", kConstraint},
                              {"code", kCode},
                              {"description"},
                              {"base"},
                              {"perturbation"},
                              {"format"}};

Result<StoredTask> stored_from_json(const Json& json, const std::string& where) {
  StoredTask stored;
  stored.task = TRY(lang::xlogo::task_from_json(json, where));
  stored.base = TRY(get_optional_string(json, "base", where)).value_or("");
  stored.perturbation = TRY(get_optional_string(json, "perturbation", where)).value_or("");
  return stored;
}

/// One file of the released assets, and the key under which each of its entries holds its part.
struct AssetFile {
  const char* name;
  const char* key;
  const char* part;  // of a task
};
constexpr std::array<AssetFile, 4> kAssets{{{"worlds.json", "world_json", "world"},
                                            {"goals.json", "goal", "goal"},
                                            {"constraints.json", "constraints", "constraints"},
                                            {"codes.json", "code_json", "code"}}};

Result<Json> part_of(const Json& asset, const AssetFile& file, const std::string& id,
                     const std::string& where) {
  const auto entry = asset.find(id);
  if (entry == asset.end()) {
    return fail(ErrorCode::kBadData, fmt::format("task '{}' is missing", id), where);
  }
  if (!entry->is_object() || !entry->contains(file.key)) {
    return fail(ErrorCode::kBadData, fmt::format("task '{}' has no key '{}'", id, file.key), where);
  }
  return (*entry)[file.key];
}

Result<StoredTask> stored_from_assets(const std::array<Json, 4>& assets, const std::string& id,
                                      const std::filesystem::path& folder) {
  Json json;
  json["id"] = id;
  for (std::size_t i = 0; i < kAssets.size(); ++i) {
    json[kAssets[i].part] =
        TRY(part_of(assets[i], kAssets[i], id, (folder / kAssets[i].name).string()));
  }
  return stored_from_json(json, fmt::format("{}: task '{}'", folder.string(), id));
}

Result<StoredTasks> read_assets(const std::filesystem::path& folder) {
  std::array<Json, 4> assets;
  for (std::size_t i = 0; i < kAssets.size(); ++i) {
    const std::string path = (folder / kAssets[i].name).string();
    assets[i] = TRY(parse_json(TRY(read_file(path)), path));
    if (!assets[i].is_object()) return fail(ErrorCode::kBadData, "not a JSON object", path);
  }
  StoredTasks all;
  for (const auto& [id, ignored] : assets.front().items()) {
    auto task = stored_from_assets(assets, id, folder);
    if (task) {
      all.tasks.push_back(std::move(*task));
    } else {
      all.problems.push_back(task.error());
    }
  }
  return all;
}

void put_in_order(StoredTasks& all) {
  suite::put_in_id_order(all.tasks, all.problems,
                         [](const StoredTask& task) { return task.task.id; });
}

}  // namespace

Result<StoredTasks> read_tasks(const std::filesystem::path& folder) {
  const bool lines = std::filesystem::exists(suite::tasks_path(folder));
  if (!lines && !std::filesystem::exists(folder / kAssets.front().name)) {
    return fail(ErrorCode::kBadData,
                "neither tasks.jsonl nor worlds.json, goals.json, constraints.json and codes.json",
                folder.string());
  }
  if (lines) return read_task_lines(suite::tasks_path(folder));
  StoredTasks all = TRY(read_assets(folder));
  put_in_order(all);
  return all;
}

Result<StoredTasks> read_task_lines(const std::filesystem::path& file) {
  StoredTasks all = TRY(suite::read_task_lines<StoredTask>(
      file, [](const Json& json, const std::string& where) -> Result<StoredTask> {
        TRY(check_keys(json, kTask, where));
        return stored_from_json(json, where);
      }));
  put_in_order(all);
  return all;
}

std::string task_line(const StoredTask& stored) {
  Json json = lang::xlogo::to_json(stored.task);
  if (!stored.base.empty()) json["base"] = stored.base;
  if (!stored.perturbation.empty()) json["perturbation"] = stored.perturbation;
  return dump_json(json);
}

}  // namespace papert::suite::xlogo
