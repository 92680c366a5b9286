// The sandbox as the rest of the house sees it: a program goes in, an Outcome comes out.
//
//     Jail jail = TRY(Jail::start({.zygote_path = path}));
//     Outcome outcome = jail.run("import turtle\nturtle.forward(100)\n", {});
//
// A jail runs one program at a time; use one per thread. Whatever the program does, run() returns
// once one of its limits is spent (limits.h), and leaves no process, descriptor or memory behind.
// The host may fork: the child's copy of a jail starts an interpreter of its own (fork_guard.h).
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/deadline.h"
#include "base/result.h"
#include "sandbox/limits.h"
#include "sandbox/lockdown.h"
#include "sandbox/outcome.h"

namespace papert::sandbox {

/// What programs may import unless configured otherwise, sorted.
std::vector<std::string> default_modules();

struct JailOptions {
  std::string zygote_path;                               // the jailed interpreter program
  std::vector<std::string> modules = default_modules();  // what programs may import
  std::size_t record_capacity = 32U << 20U;              // upper bound of Limits::record_bytes
  bool use_namespaces = true;  // false: as on a host that offers none; for tests and comparisons
  /// An interpreter that was not needed for so long ends; the next program starts a new one.
  std::uint32_t idle_ms = 60'000;

  bool operator==(const JailOptions&) const = default;
};

class Jail {
 public:
  /// Starts the interpreter and waits until it is locked down. An Error names what is missing:
  /// the program, a module of the list that cannot be imported, a required mechanism.
  static Result<Jail> start(JailOptions options);

  /// The mechanisms on this machine, also where they do not suffice to run a program: for
  /// diagnosis.
  static Result<LockdownReport> probe(JailOptions options);

  Jail(Jail&&) noexcept;
  Jail& operator=(Jail&&) noexcept;
  ~Jail();

  /// Runs one program. If the interpreter itself is lost (never through a program, by design) the
  /// program is run once more, in a new one; if that is lost, too, the outcome is kInternalError
  /// and the next call starts another. A program that still runs when the deadline is over is
  /// ended: kStepLimit.
  Outcome run(std::string_view source, const Limits& limits, const Deadline& deadline = {});

  [[nodiscard]] const LockdownReport& lockdown() const;
  /// The interpreter's process, for tests and diagnostics; -1 while there is none.
  [[nodiscard]] int zygote_pid() const;

 private:
  class State;
  explicit Jail(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace papert::sandbox
