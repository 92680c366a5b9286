// Jails for many threads. A jail runs one program at a time; the pool starts one when none is idle,
// and keeps it for the next program.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

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

class JailPool {
 public:
  /// Nothing is started yet: a machine that cannot run programs can still look at tasks.
  explicit JailPool(sandbox::JailOptions options) : options_(std::move(options)) {}

  /// Any thread. An Error if no jail can be started; what the program does is in the Drawing.
  [[nodiscard]] Result<Drawing> run(std::string_view code, const sandbox::Limits& limits = {});

  /// The same for a program that does not need a turtle: a function draw is not called for it.
  [[nodiscard]] Result<Drawing> run_as_it_is(std::string_view code,
                                             const sandbox::Limits& limits = {});

 private:
  using Runner = Drawing (*)(sandbox::Jail&, std::string_view, const sandbox::Limits&);
  [[nodiscard]] Result<Drawing> lend(std::string_view code, const sandbox::Limits& limits,
                                     Runner runner);

  sandbox::JailOptions options_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<sandbox::Jail>> idle_;
};

}  // namespace papert::lang::turtle
