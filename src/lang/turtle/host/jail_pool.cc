#include "lang/turtle/host/jail_pool.h"

#include <pthread.h>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <chrono>
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

  /// Waits for the right to a jail; false where the deadline is over before there is one. Each call
  /// that gives it is followed by one of give_back().
  [[nodiscard]] bool wait(std::size_t limit, const Deadline& deadline) {
    constexpr std::chrono::milliseconds kLong{60'000};
    std::unique_lock lock(mutex_);
    const auto free = [&] { return lent_ < limit; };
    while (!free()) {
      if (deadline.over()) return false;
      freed_.wait_for(lock, deadline.patience(kLong), free);
    }
    if (deadline.over()) {
      freed_.notify_one();  // who waits beside may want what this one was woken for
      return false;
    }
    ++lent_;
    return true;
  }

  /// An idle one of this kind; null: the caller may start one.
  std::unique_ptr<sandbox::Jail> take(const sandbox::JailOptions& kind) {
    const std::lock_guard lock(mutex_);
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
    if (jail) ++counts_.programs;
    if (jail) idle_.push_back({kind, std::move(jail)});
    freed_.notify_one();
  }

  /// A jail of this kind that nobody asked for yet.
  void add(const sandbox::JailOptions& kind, sandbox::Jail jail) {
    const std::lock_guard lock(mutex_);
    ++counts_.started;
    idle_.push_back({kind, std::make_unique<sandbox::Jail>(std::move(jail))});
  }

  void note_started() {
    const std::lock_guard lock(mutex_);
    ++counts_.started;
  }

  [[nodiscard]] JailCounts counts() {
    const std::lock_guard lock(mutex_);
    JailCounts counts = counts_;
    counts.idle = idle_.size();
    counts.lent = lent_;
    return counts;
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
  JailCounts counts_;  // those that only grow
  const Result<std::size_t> asked_ = asked_limit();
};

Drawing never_began() {
  Drawing drawing;
  drawing.outcome.status = sandbox::Status::kHostSlow;
  drawing.outcome.reason = "the caller's time was over before there was a jail for the program";
  return drawing;
}

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

Result<Drawing> JailPool::run(std::string_view code, const sandbox::Limits& limits,
                              const Deadline& deadline) {
  return lend(code, limits, deadline, run_program);
}

Result<Drawing> JailPool::run_as_it_is(std::string_view code, const sandbox::Limits& limits,
                                       const Deadline& deadline) {
  return lend(code, limits, deadline, turtle::run_as_it_is);
}

Result<Drawing> JailPool::lend(std::string_view code, const sandbox::Limits& limits,
                               const Deadline& deadline, Runner runner) {
  Jails& jails = Jails::of_this_process();
  const std::size_t limit = TRY(jails.limit());
  if (!jails.wait(limit, deadline)) return never_began();
  std::unique_ptr<sandbox::Jail> jail = jails.take(options_);
  if (!jail) {
    auto started = start_jail(options_);
    if (!started) {
      jails.give_back(options_, nullptr);
      return fail(started.error());
    }
    jail = std::make_unique<sandbox::Jail>(*std::move(started));
    jails.note_started();
  }
  Drawing drawing = runner(*jail, code, limits, deadline);
  jails.give_back(options_, std::move(jail));
  return drawing;
}

Result<std::size_t> jail_limit() { return Jails::of_this_process().limit(); }

void raise_jail_limit(std::size_t jails) { raised_limit = std::max(raised_limit.load(), jails); }

Result<void> warm_up_jails(std::size_t wanted) {
  Jails& jails = Jails::of_this_process();
  const std::size_t limit = TRY(jails.limit());
  wanted = std::min(wanted, limit);
  for (JailCounts now = jails.counts(); now.idle + now.lent < wanted; now = jails.counts()) {
    sandbox::Jail jail = TRY(start_jail());
    jails.add({}, std::move(jail));
  }
  return {};
}

JailCounts jail_counts() { return Jails::of_this_process().counts(); }

void end_idle_jails() { Jails::of_this_process().end_idle(); }

}  // namespace papert::lang::turtle
