#include "zygote/session.h"

#include <algorithm>
#include <span>

#include "sandbox/drawing_module.h"
#include "sandbox/raw_call.h"
#include "sandbox/resource_limits.h"

namespace papert::zygote {
namespace {

using sandbox::ChildReport;
using sandbox::SerialiseStatus;
using sandbox::Status;

template <std::size_t N>
void put(char (&field)[N], std::string_view text) {
  const std::size_t size = std::min(text.size(), N - 1);
  std::copy_n(text.data(), size, field);
  field[size] = '\0';
}

/// A drawing that cannot be handed over outweighs a good end. A module at its own limits raises
/// MemoryError, so it outweighs that, too.
void report_fault(SerialiseStatus serialised, Status status, ChildReport& report) {
  if (serialised == SerialiseStatus::kOk) return;
  if (serialised == SerialiseStatus::kTooLarge) {
    if (status != Status::kOk && status != Status::kMemoryLimit) return;
    report.status = static_cast<std::uint32_t>(Status::kRecordLimit);
    put(report.exception_type, "");
    put(report.reason, "the drawing is larger than its limit");
    return;
  }
  if (status != Status::kOk) return;
  report.status = static_cast<std::uint32_t>(Status::kException);
  put(report.exception_type, "InvalidDrawing");
  put(report.reason, serialised == SerialiseStatus::kNotFinite
                         ? "InvalidDrawing: a coordinate or size is not a finite number"
                         : "InvalidDrawing: a coordinate or size is too large");
}

[[noreturn]] void leave() {
  // Not _exit(): nothing of the C library needs to hear of it.
  for (;;) sandbox::raw_call(SYS_exit_group, 0);
}

}  // namespace

Session& session() {
  static auto* the_session = new Session;  // beside the other blocks every program writes to
  return *the_session;
}

void finish(const Verdict& verdict) {
  const Session& current = session();
  if (verdict.status == Status::kMemoryLimit) {
    sandbox::open_memory_reserve(current.limits, current.base_address_space);
  }
  // NOLINTNEXTLINE(clang-analyzer-core.CallAndMessage): the area is there before a program runs
  ChildReport& report = current.area->report();
  report.status = static_cast<std::uint32_t>(verdict.status);
  report.ending = static_cast<std::uint32_t>(verdict.ending);
  report.exit_code = verdict.exit_code;
  report.line = verdict.line;
  report.steps = current.steps;
  report.printed_used = static_cast<std::uint32_t>(
      std::min<std::uint64_t>(current.printed, current.area->printed().size()));
  put(report.exception_type, verdict.exception_type);
  put(report.reason, verdict.reason);

  const std::span<std::byte> whole = current.area->record();
  const std::size_t size = std::min<std::uint64_t>(current.limits.record_bytes, whole.size());
  std::size_t used = 0;
  const auto serialised = sandbox::drawing_module().serialise(whole.first(size), used);
  report.record_used = serialised == SerialiseStatus::kOk ? used : 0;
  report_fault(serialised, verdict.status, report);
  if (current.limits.trace && sandbox::drawing_module().finish_trace != nullptr) {
    report.trace_used = sandbox::drawing_module().finish_trace();
  }
  report.phase = sandbox::Phase::kFinished;
  leave();
}

void refuse(std::string_view reason) {
  // NOLINTNEXTLINE(clang-analyzer-core.CallAndMessage): as above
  ChildReport& report = session().area->report();
  put(report.reason, reason);
  report.phase = sandbox::Phase::kRefused;
  leave();
}

}  // namespace papert::zygote
