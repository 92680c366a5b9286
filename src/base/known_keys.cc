#include "base/known_keys.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "base/nearest.h"

namespace papert {
namespace {

std::string complaint(std::string_view key, std::span<const KnownKey> known,
                      const std::string& path) {
  std::vector<std::string_view> names;
  for (const KnownKey& each : known) names.push_back(each.name);
  const std::string place = path.empty() ? "" : path + ": ";
  const auto meant = nearest(key, names);
  if (meant) return fmt::format("{}there is no key '{}'; did you mean '{}'?", place, key, *meant);
  return fmt::format("{}there is no key '{}'; known are {}", place, key, fmt::join(names, ", "));
}

/// What is wrong below `path`; nothing if all keys are known.
std::optional<std::string> unknown_key(const Json& json, std::span<const KnownKey> known,
                                       const std::string& path) {
  if (json.is_array()) {
    for (std::size_t i = 0; i < json.size(); ++i) {
      if (auto found = unknown_key(json[i], known, fmt::format("{}[{}]", path, i))) return found;
    }
    return std::nullopt;
  }
  if (!json.is_object()) return std::nullopt;
  for (const auto& [key, value] : json.items()) {
    const auto at = std::find_if(known.begin(), known.end(),
                                 [&key = key](const KnownKey& each) { return each.name == key; });
    if (at == known.end()) return complaint(key, known, path);
    if (at->inside.empty()) continue;
    const std::string below = path.empty() ? key : path + "." + key;
    if (auto found = unknown_key(value, at->inside, below)) return found;
  }
  return std::nullopt;
}

}  // namespace

Result<void> check_keys(const Json& json, std::span<const KnownKey> known,
                        const std::string& where) {
  if (auto found = unknown_key(json, known, "")) {
    return fail(ErrorCode::kBadData, std::move(*found), where);
  }
  return {};
}

}  // namespace papert
