#include "lang/xlogo/assets.h"

#include <fmt/format.h>

#include <array>
#include <string>

#include "base/file.h"

namespace papert::lang::xlogo {
namespace {

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

Result<Json> task_json(const std::array<Json, 4>& assets, const std::string& id,
                       const std::filesystem::path& folder) {
  Json json;
  json["id"] = id;
  for (std::size_t i = 0; i < kAssets.size(); ++i) {
    json[kAssets[i].part] =
        TRY(part_of(assets[i], kAssets[i], id, (folder / kAssets[i].name).string()));
  }
  return json;
}

}  // namespace

bool has_assets(const std::filesystem::path& folder) {
  std::error_code error;
  return std::filesystem::exists(folder / kAssets.front().name, error);
}

Result<std::vector<Result<Json>>> read_assets(const std::filesystem::path& folder) {
  std::array<Json, 4> assets;
  for (std::size_t i = 0; i < kAssets.size(); ++i) {
    const std::string path = (folder / kAssets[i].name).string();
    assets[i] = TRY(parse_json(TRY(read_file(path)), path));
    if (!assets[i].is_object()) return fail(ErrorCode::kBadData, "not a JSON object", path);
  }
  std::vector<Result<Json>> tasks;
  for (const auto& [id, ignored] : assets.front().items()) {
    tasks.push_back(task_json(assets, id, folder));
  }
  return tasks;
}

}  // namespace papert::lang::xlogo
