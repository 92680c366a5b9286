#include "base/companion.h"

#include <filesystem>
#include <system_error>

#include "base/setting.h"

namespace papert {

Result<std::string> companion_program(const std::string& name, const char* setting_name) {
  if (std::string named = setting(setting_name, ""); !named.empty()) return named;
  std::error_code error;
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", error);
  const std::filesystem::path folder = self.parent_path();
  std::string places;
  for (const std::filesystem::path& place : {folder / name, folder.parent_path() / name,
                                             folder.parent_path() / "libexec/papert" / name}) {
    if (std::filesystem::exists(place, error)) return place.string();
    places += (places.empty() ? "" : ", ") + place.string();
  }
  return fail(ErrorCode::kUsage,
              name + " is at none of " + places + "; set " + setting_name + " to its path");
}

}  // namespace papert
