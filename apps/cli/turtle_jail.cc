#include "turtle_jail.h"

#include <filesystem>

#include "cli.h"

namespace papert::cli {

Result<std::string> zygote_path() {
  const std::string named = setting("PAPERT_ZYGOTE", "");
  if (!named.empty()) return named;
  std::error_code error;
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", error);
  const std::filesystem::path folder = self.parent_path();
  std::string places;
  for (const std::filesystem::path& place :
       {folder / "papert-zygote", folder.parent_path() / "libexec/papert/papert-zygote"}) {
    if (std::filesystem::exists(place, error)) return place.string();
    places += (places.empty() ? "" : " and ") + place.string();
  }
  return fail(ErrorCode::kUsage, "the jailed interpreter papert-zygote is neither at " + places +
                                     "; set PAPERT_ZYGOTE to its path");
}

Result<sandbox::Jail> start_jail() {
  sandbox::JailOptions options;
  options.zygote_path = TRY(zygote_path());
  return sandbox::Jail::start(std::move(options));
}

}  // namespace papert::cli
