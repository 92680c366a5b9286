#include "lang/turtle/host/jail_pool.h"

#include <utility>

#include "base/companion.h"

namespace papert::lang::turtle {

Result<std::string> zygote_path() { return companion_program("papert-zygote", "PAPERT_ZYGOTE"); }

Result<sandbox::Jail> start_jail(sandbox::JailOptions options) {
  if (options.zygote_path.empty()) options.zygote_path = TRY(zygote_path());
  return sandbox::Jail::start(std::move(options));
}

sandbox::JailOptions plotting_jail() {
  sandbox::JailOptions options;
  std::erase(options.modules, "turtle");
  options.modules.insert(options.modules.end(), {"matplotlib", "numpy"});
  return options;
}

Result<Drawing> JailPool::run(std::string_view code, const sandbox::Limits& limits) {
  return lend(code, limits, run_program);
}

Result<Drawing> JailPool::run_as_it_is(std::string_view code, const sandbox::Limits& limits) {
  return lend(code, limits, turtle::run_as_it_is);
}

Result<Drawing> JailPool::lend(std::string_view code, const sandbox::Limits& limits,
                               Runner runner) {
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
  Drawing drawing = runner(*jail, code, limits);
  const std::lock_guard lock(mutex_);
  idle_.push_back(std::move(jail));
  return drawing;
}

}  // namespace papert::lang::turtle
