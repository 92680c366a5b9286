// Skips a test where the build has no solver.
#pragma once

#include <gtest/gtest.h>

#include "synth/solver.h"

#define PAPERT_NEED_SOLVER()              \
  if (!papert::synth::solver_available()) \
  GTEST_SKIP() << "this build has no solver (-DPAPERT_SMT=OFF)"
