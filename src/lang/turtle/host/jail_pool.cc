#include "lang/turtle/host/jail_pool.h"

#include <pthread.h>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <condition_variable>
#include <iterator>
#include <memory>
#include <mutex>
#include <vector>

#include "base/companion.h"
#include "base/setting.h"
#include "base/thread_pool.h"

namespace papert::lang::turtle {
namespace {

constexpr std::size_t kMostUnasked = 8;
std::atomic<std::size_t> raised_limit = 0;

/// 0 where the user did not say.
Result<std::size_t> asked_limit() {
  const std::string text = setting("PAPERT_JOBS", "");
  if (text.empty()) return std::size_t{0};
  std::size_t jails = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), jails);
  if (error == std::errc() && end == text.data() + text.size() && jails > 0) return jails;
  return fail(ErrorCode::kUsage, "'" + text + "' is not a number of programs that may run at once",
              "PAPERT_JOBS");
}

/// All jails of this process. Never destroyed: programs may still run while static objects go.
class Jails {
 public:
  static Jails& of_this_process() {
    static std::once_flag once;
    std::call_once(once, [] { ::pthread_atfork(nullptr, nullptr, [] { current_ = nullptr; }); });
    Jails* jails = current_;
    if (jails != nullptr) return *jails;
    auto* const fresh = new Jails;
    if (current_.compare_exchange_strong(jails, fresh)) return *fresh;
    delete fresh;
    return *jails;
  }

  /// Waits for the right to a jail. An idle one of this kind; null: the caller may start one. Each
  /// call is followed by one of give_back().
  std::unique_ptr<sandbox::Jail> take(const sandbox::JailOptions& kind, std::size_t limit) {
    std::unique_lock lock(mutex_);
    freed_.wait(lock, [&] { return lent_ < limit; });
    ++lent_;
    const auto found = std::find_if(idle_.rbegin(), idle_.rend(),
                                    [&](const Idle& each) { return each.kind == kind; });
    if (found == idle_.rend()) return nullptr;
    std::unique_ptr<sandbox::Jail> jail = std::move(found->jail);
    idle_.erase(std::next(found).base());
    return jail;
  }

  void give_back(const sandbox::JailOptions& kind, std::unique_ptr<sandbox::Jail> jail) {
    const std::lock_guard lock(mutex_);
    --lent_;
    if (jail) idle_.push_back({kind, std::move(jail)});
    freed_.notify_one();
  }

  void end_idle() {
    std::vector<Idle> ending;
    const std::lock_guard lock(mutex_);
    ending.swap(idle_);
  }

  /// The error names a setting that is not a number.
  [[nodiscard]] Result<std::size_t> limit() const {
    if (const auto asked = asked_; !asked || *asked > 0) return asked;
    return std::max(std::min(available_processors(), kMostUnasked), raised_limit.load());
  }

 private:
  struct Idle {
    sandbox::JailOptions kind;
    std::unique_ptr<sandbox::Jail> jail;
  };

  Jails() = default;

  // In a child made by fork() another begins; the old one's lock may have been held by a thread
  // that the child does not have.
  static inline std::atomic<Jails*> current_ = nullptr;

  std::mutex mutex_;
  std::condition_variable freed_;
  std::vector<Idle> idle_;  // the one that ran last is behind
  std::size_t lent_ = 0;
  const Result<std::size_t> asked_ = asked_limit();
};

}  // namespace

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
  Jails& jails = Jails::of_this_process();
  const std::size_t limit = TRY(jails.limit());
  std::unique_ptr<sandbox::Jail> jail = jails.take(options_, limit);
  if (!jail) {
    auto started = start_jail(options_);
    if (!started) {
      jails.give_back(options_, nullptr);
      return fail(started.error());
    }
    jail = std::make_unique<sandbox::Jail>(*std::move(started));
  }
  Drawing drawing = runner(*jail, code, limits);
  jails.give_back(options_, std::move(jail));
  return drawing;
}

Result<std::size_t> jail_limit() { return Jails::of_this_process().limit(); }

void raise_jail_limit(std::size_t jails) { raised_limit = std::max(raised_limit.load(), jails); }

void end_idle_jails() { Jails::of_this_process().end_idle(); }

}  // namespace papert::lang::turtle
