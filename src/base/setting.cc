#include "base/setting.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string_view>

#include "base/file.h"
#include "base/text.h"

namespace papert {
namespace {

constexpr std::size_t kMaxEnvFileBytes = 1U << 20;

/// What stands behind the = of a line of a .env file. In quotes everything belongs to the value;
/// without them it ends before a # that follows white space.
std::string_view env_value(std::string_view text) {
  text = trim(text);
  const char quote = text.empty() ? '\0' : text.front();
  if (quote == '"' || quote == '\'') {
    const std::size_t end = text.find(quote, 1);
    const std::string_view after = trim(text.substr(std::min(end, text.size() - 1) + 1));
    if (end != std::string_view::npos && (after.empty() || after.starts_with('#'))) {
      return text.substr(1, end - 1);
    }
  }
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool apart = i == 0 || text[i - 1] == ' ' || text[i - 1] == '\t';
    if (text[i] == '#' && apart) return trim(text.substr(0, i));
  }
  return text;
}

/// The value of NAME=value in a .env file; "export " may stand before it.
std::string env_file_value(const std::string& text, const std::string& name) {
  for (std::string_view line : split(text, '\n')) {
    line = trim(line);
    if (line.starts_with("export ")) line = trim(line.substr(7));
    const std::size_t equals = line.find('=');
    if (equals == std::string_view::npos || trim(line.substr(0, equals)) != name) continue;
    return std::string(env_value(line.substr(equals + 1)));
  }
  return "";
}

}  // namespace

std::string setting(const std::string& name, const std::string& fallback) {
  if (const char* value = std::getenv(name.c_str()); value != nullptr && *value != '\0') {
    return value;
  }
  std::error_code ignored;
  std::filesystem::path folder = std::filesystem::current_path(ignored);
  while (!folder.empty()) {
    const auto text = read_file(folder / ".env", kMaxEnvFileBytes);
    if (text) {
      std::string value = env_file_value(*text, name);
      return value.empty() ? fallback : value;
    }
    if (folder == folder.root_path()) break;
    folder = folder.parent_path();
  }
  return fallback;
}

Result<std::filesystem::path> cache_folder(
    const std::function<std::string(const std::string&)>& look_up) {
  if (std::filesystem::path own = look_up("PAPERT_CACHE_DIR"); !own.empty()) return own;
  if (const std::filesystem::path xdg = look_up("XDG_CACHE_HOME"); !xdg.empty()) {
    return xdg / "papert";
  }
  const std::filesystem::path home = look_up("HOME");
  if (!home.empty()) return home / ".cache" / "papert";
  return fail(ErrorCode::kUsage, "there is no home folder for the cache; set PAPERT_CACHE_DIR");
}

}  // namespace papert
