// Runs one untrusted Python program under limits and gives an Outcome.
#pragma once

#include "sandbox/jail.h"      // IWYU pragma: export
#include "sandbox/limits.h"    // IWYU pragma: export
#include "sandbox/lockdown.h"  // IWYU pragma: export
#include "sandbox/outcome.h"   // IWYU pragma: export
