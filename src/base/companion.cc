#include "base/companion.h"

#include <dlfcn.h>

#include <filesystem>
#include <system_error>
#include <vector>

#include "base/setting.h"

namespace papert {
namespace {

/// The shared library that this code is part of; nothing if it is part of the program itself.
std::filesystem::path own_library(const std::filesystem::path& program) {
  Dl_info info{};
  if (::dladdr(reinterpret_cast<const void*>(&own_library), &info) == 0) return {};
  std::error_code error;
  const std::filesystem::path file = std::filesystem::canonical(info.dli_fname, error);
  return error || file == program ? std::filesystem::path() : file;
}

}  // namespace

Result<std::string> companion_program(const std::string& name, const char* setting_name) {
  if (std::string named = setting(setting_name, ""); !named.empty()) return named;
  std::error_code error;
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", error);
  const std::filesystem::path folder = self.parent_path();
  std::vector<std::filesystem::path> candidates;
  if (const std::filesystem::path library = own_library(self); !library.empty()) {
    candidates.push_back(library.parent_path() / "_bin" / name);
  }
  candidates.insert(candidates.end(), {folder / name, folder.parent_path() / name,
                                       folder.parent_path() / "libexec/papert" / name});
  std::string places;
  for (const std::filesystem::path& place : candidates) {
    if (std::filesystem::exists(place, error)) return place.string();
    places += (places.empty() ? "" : ", ") + place.string();
  }
  return fail(ErrorCode::kUsage,
              name + " is at none of " + places + "; set " + setting_name + " to its path");
}

}  // namespace papert
