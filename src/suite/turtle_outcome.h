// What the end of a jailed turtle program means for its sample; the turtle suites share it.
#pragma once

#include "base/json.h"
#include "sandbox/outcome.h"
#include "suite/verdict.h"

namespace papert::suite {

/// kWrong for a program that ran: its drawing is not looked at here.
[[nodiscard]] Verdict verdict_of(sandbox::Status status);

/// "error", "message" and, where it is known, "line" of a program that did not run to its end.
void note_failure(const sandbox::Outcome& outcome, Json& detail);

}  // namespace papert::suite
