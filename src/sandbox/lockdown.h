// What holds the jail together on this machine, mechanism by mechanism: for `papert doctor`, and
// for refusing to run where something indispensable is missing.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "sandbox/protocol.h"

namespace papert::sandbox {

enum class MechanismState : std::uint8_t {
  kActive,
  kMissing,         // programs are run all the same; `detail` says what that costs
  kRequiredMissing  // no program is run
};

struct Mechanism {
  std::string name;  // "system call filter"
  MechanismState state = MechanismState::kMissing;
  std::string detail;  // what it does; or why it is missing and what that costs

  bool operator==(const Mechanism&) const = default;
};

struct LockdownReport {
  std::vector<Mechanism> mechanisms;

  /// True if nothing required is missing.
  [[nodiscard]] bool holds() const;
  /// One line per mechanism: "active    system call filter   ...".
  [[nodiscard]] std::string to_string() const;
};

/// The text the zygote sends, and back.
std::string encode_report(const LockdownReport& report);
Result<LockdownReport> decode_report(std::string_view text);

/// Called by the zygote after the interpreter is ready, once: gives up everything that can be given
/// up in this process. Irreversible. The filter is installed last and only if the rest holds.
LockdownReport lock_down(const Setup& setup);

}  // namespace papert::sandbox
