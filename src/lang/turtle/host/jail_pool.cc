#include "lang/turtle/host/jail_pool.h"

#include <filesystem>
#include <utility>

#include "base/setting.h"

namespace papert::lang::turtle {

Result<std::string> zygote_path() {
  if (std::string named = setting("PAPERT_ZYGOTE", ""); !named.empty()) return named;
  std::error_code error;
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", error);
  const std::filesystem::path folder = self.parent_path();
  std::string places;
  for (const std::filesystem::path& place :
       {folder / "papert-zygote", folder.parent_path() / "papert-zygote",
        folder.parent_path() / "libexec/papert/papert-zygote"}) {
    if (std::filesystem::exists(place, error)) return place.string();
    places += (places.empty() ? "" : ", ") + place.string();
  }
  return fail(ErrorCode::kUsage, "the jailed interpreter papert-zygote is at none of " + places +
                                     "; set PAPERT_ZYGOTE to its path");
}

Result<sandbox::Jail> start_jail(sandbox::JailOptions options) {
  if (options.zygote_path.empty()) options.zygote_path = TRY(zygote_path());
  return sandbox::Jail::start(std::move(options));
}

Result<Drawing> JailPool::run(std::string_view code, const sandbox::Limits& limits) {
  std::unique_ptr<sandbox::Jail> jail;
  {
    const std::lock_guard lock(mutex_);
    if (!idle_.empty()) {
      jail = std::move(idle_.back());
      idle_.pop_back();
    }
  }
  if (!jail) {
    jail = std::make_unique<sandbox::Jail>(TRY(start_jail(options_)));
  }
  Drawing drawing = run_program(*jail, code, limits);
  const std::lock_guard lock(mutex_);
  idle_.push_back(std::move(jail));
  return drawing;
}

}  // namespace papert::lang::turtle
