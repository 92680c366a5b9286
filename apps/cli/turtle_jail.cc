#include "turtle_jail.h"

#include "cli.h"
#include "lang/turtle/host/jail_pool.h"

namespace papert::cli {

Result<std::string> zygote_path() {
  const std::string named = setting("PAPERT_ZYGOTE", "");
  return named.empty() ? lang::turtle::zygote_path() : named;
}

Result<sandbox::Jail> start_jail() {
  sandbox::JailOptions options;
  options.zygote_path = TRY(zygote_path());
  return sandbox::Jail::start(std::move(options));
}

}  // namespace papert::cli
