// The order matters. Mounting an empty root needs a capability, so it comes before the
// capabilities go; changing the user needs one too; the filter forbids all of these calls, so it
// comes last. Files the interpreter needs have been read before any of it.

#include "sandbox/lockdown.h"

#include <utility>

#include "base/text.h"
#include "sandbox/empty_root.h"
#include "sandbox/namespaces.h"
#include "sandbox/privileges.h"
#include "sandbox/system_call_filter.h"

namespace papert::sandbox {
namespace {

std::string_view state_name(MechanismState state) {
  switch (state) {
    case MechanismState::kActive:
      return "active";
    case MechanismState::kMissing:
      return "missing";
    case MechanismState::kRequiredMissing:
      return "REQUIRED";
  }
  return "missing";
}

Mechanism address_mechanism(const Setup& setup) {
  if (setup.fixed_addresses != 0) {
    return {"fixed addresses", MechanismState::kActive,
            "objects lie at the same addresses in every run"};
  }
  return {"fixed addresses", MechanismState::kMissing,
          "the host refuses personality(); programs whose result depends on the order of a set of "
          "objects may differ between runs"};
}

}  // namespace

bool LockdownReport::holds() const {
  for (const Mechanism& mechanism : mechanisms) {
    if (mechanism.state == MechanismState::kRequiredMissing) return false;
  }
  return !mechanisms.empty();
}

std::string LockdownReport::to_string() const {
  std::string text;
  for (const Mechanism& mechanism : mechanisms) {
    std::string line(state_name(mechanism.state));
    line.resize(10, ' ');
    line += mechanism.name;
    line.resize(34, ' ');
    text += line + mechanism.detail + "\n";
  }
  return text;
}

std::string encode_report(const LockdownReport& report) {
  std::string text;
  for (const Mechanism& mechanism : report.mechanisms) {
    text += std::to_string(static_cast<int>(mechanism.state)) + "\t" + mechanism.name + "\t" +
            mechanism.detail + "\n";
  }
  return text;
}

Result<LockdownReport> decode_report(std::string_view text) {
  LockdownReport report;
  for (std::string_view line : split(text, '\n')) {
    if (line.empty()) continue;
    const auto fields = split(line, '\t');
    if (fields.size() != 3 || fields[0].size() != 1 || fields[0][0] < '0' || fields[0][0] > '2') {
      return fail(ErrorCode::kInternal, "bad line in the jail's report: " + std::string(line));
    }
    report.mechanisms.push_back({std::string(fields[1]),
                                 static_cast<MechanismState>(fields[0][0] - '0'),
                                 std::string(fields[2])});
  }
  return report;
}

LockdownReport lock_down(const Setup& setup) {
  LockdownReport report;
  auto& list = report.mechanisms;
  for (Mechanism& mechanism : namespace_mechanisms(setup.namespace_flags)) {
    list.push_back(std::move(mechanism));
  }
  list.push_back(enter_empty_root(setup.namespace_flags));
  for (Mechanism& mechanism : drop_privileges(setup.namespace_flags)) {
    list.push_back(std::move(mechanism));
  }
  list.push_back(address_mechanism(setup));
  if (report.holds()) list.push_back(install_system_call_filter());
  return report;
}

}  // namespace papert::sandbox
