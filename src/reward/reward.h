// Rewards for training: task references, open sets, scores and rewards of many replies, and the
// requests that the worker, the server and the Python package share.
#pragma once

#include "reward/policy.h"     // IWYU pragma: export
#include "reward/request.h"    // IWYU pragma: export
#include "reward/scorer.h"     // IWYU pragma: export
#include "reward/task_ref.h"   // IWYU pragma: export
#include "reward/task_sets.h"  // IWYU pragma: export
