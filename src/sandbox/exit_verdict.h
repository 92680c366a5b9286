// From what the kernel and the child say to an Outcome.
#pragma once

#include "sandbox/outcome.h"
#include "sandbox/protocol.h"
#include "sandbox/shared_area.h"

namespace papert::sandbox {

/// The child is dead; everything it wrote is checked here and nothing it wrote can make the status
/// kHostSlow or kInternalError, the two that are not held against a program. A report of Phase
/// kRefused gives kKilled: whether the lock-down really failed is for the caller to find out.
Outcome exit_verdict(const Reply& reply, const Limits& limits, const SharedArea& area);

}  // namespace papert::sandbox
