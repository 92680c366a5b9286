// Jails for many threads. A jail runs one program at a time; at most so many as jail_limit() says
// run at once in a process, whoever wants them: a jail is started when none of its kind is idle,
// and kept for the next program. After fork() the child begins with none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "base/result.h"
#include "lang/turtle/host/run_program.h"

namespace papert::lang::turtle {

/// Where the jailed interpreter is: the setting PAPERT_ZYGOTE, else papert-zygote beside this
/// program or where it is installed. The error lists the places.
[[nodiscard]] Result<std::string> zygote_path();

/// Starts one jail, with zygote_path() where the options name no interpreter.
[[nodiscard]] Result<sandbox::Jail> start_jail(sandbox::JailOptions options = {});

/// A jail whose programs can import matplotlib and numpy, as far as pyplot_module.h has them, and
/// no turtle.
[[nodiscard]] sandbox::JailOptions plotting_jail();

/// How many programs may run at once: the setting PAPERT_JOBS, else as many as there are
/// processors, but no more than eight. The error names a setting that is not a number.
[[nodiscard]] Result<std::size_t> jail_limit();
/// For a host that has the machine to itself; the setting comes first.
void raise_jail_limit(std::size_t jails);
/// Starts jails that run turtle programs until so many are there, but no more than jail_limit(), so
/// that the first programs need not wait for one.
[[nodiscard]] Result<void> warm_up_jails(std::size_t jails);
/// Ends the idle ones. They end by themselves, too: with the process, and when nobody needs them.
void end_idle_jails();

struct JailCounts {
  std::size_t idle = 0;
  std::size_t lent = 0;       // their program runs, or is about to
  std::uint64_t started = 0;  // since this process began, or was made by fork()
  std::uint64_t programs = 0;
};
[[nodiscard]] JailCounts jail_counts();

/// The jails of one kind.
class JailPool {
 public:
  /// Nothing is started yet: a machine that cannot run programs can still look at tasks.
  explicit JailPool(sandbox::JailOptions options) : options_(std::move(options)) {}

  /// Any thread; waits while all jails are in use. An Error if none can be started; what the
  /// program does is in the Drawing. One that had no jail when the deadline was over is kHostSlow:
  /// it never began.
  [[nodiscard]] Result<Drawing> run(std::string_view code, const sandbox::Limits& limits = {},
                                    const Deadline& deadline = {});

  /// The same for a program that does not need a turtle: a function draw is not called for it.
  [[nodiscard]] Result<Drawing> run_as_it_is(std::string_view code,
                                             const sandbox::Limits& limits = {},
                                             const Deadline& deadline = {});

 private:
  using Runner = Drawing (*)(sandbox::Jail&, std::string_view, const sandbox::Limits&,
                             const Deadline&);
  [[nodiscard]] Result<Drawing> lend(std::string_view code, const sandbox::Limits& limits,
                                     const Deadline& deadline, Runner runner);

  sandbox::JailOptions options_;
};

}  // namespace papert::lang::turtle
