#include "base/known_keys.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "base/nearest.h"

namespace papert {
namespace {

/// Of one object: whoever has more of them has given the wrong file.
constexpr std::size_t kMostReported = 5;

std::string complaint(std::string_view key, std::span<const KnownKey> known,
                      const std::string& path) {
  std::vector<std::string_view> names;
  for (const KnownKey& each : known) names.push_back(each.name);
  const std::string place = path.empty() ? "" : path + ": ";
  const auto meant = nearest(key, names);
  if (meant) return fmt::format("{}there is no key '{}'; did you mean '{}'?", place, key, *meant);
  return fmt::format("{}there is no key '{}'; known are {}", place, key, fmt::join(names, ", "));
}

/// Adds what is wrong below `path`.
void find_unknown(const Json& json, std::span<const KnownKey> known, const std::string& path,
                  std::vector<std::string>& found) {
  if (json.is_array()) {
    for (std::size_t i = 0; i < json.size() && found.size() < kMostReported; ++i) {
      find_unknown(json[i], known, fmt::format("{}[{}]", path, i), found);
    }
    return;
  }
  if (!json.is_object()) return;
  for (const auto& [key, value] : json.items()) {
    if (found.size() == kMostReported) return;
    const auto at = std::find_if(known.begin(), known.end(), [&wanted = key](const KnownKey& each) {
      return each.name == wanted;
    });
    if (at == known.end()) {
      found.push_back(complaint(key, known, path));
    } else if (!at->inside.empty()) {
      const std::string inner = path.empty() ? key : fmt::format("{}.{}", path, key);
      find_unknown(value, at->inside, inner, found);
    }
  }
}

}  // namespace

Result<void> check_keys(const Json& json, std::span<const KnownKey> known,
                        const std::string& where) {
  std::vector<std::string> found;
  find_unknown(json, known, "", found);
  if (found.empty()) return {};
  return fail(ErrorCode::kBadData, fmt::format("{}", fmt::join(found, "\n  ")), where);
}

}  // namespace papert
