// What the turtle suites share: what the end of a jailed program means for its sample, and flags.
#pragma once

#include "base/json.h"
#include "sandbox/outcome.h"
#include "suite/modes.h"
#include "suite/verdict.h"

namespace papert::suite {

/// kWrong for a program that ran: its drawing is not looked at here.
[[nodiscard]] Verdict verdict_of(sandbox::Status status);

/// "error", "message" and, where it is known, "line" of a program that did not run to its end.
void note_failure(const sandbox::Outcome& outcome, Json& detail);

inline constexpr ModeFlag kMetricFlag{
    .name = "--metric", .type = "NAME", .title = "turtle suites: the measure that decides"};
inline constexpr ModeFlag kThresholdFlag{
    .name = "--threshold", .type = "X", .title = "turtle suites: what that measure must exceed"};

}  // namespace papert::suite
