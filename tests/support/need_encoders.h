// Skips a test where the build runs no networks.
#pragma once

#include <gtest/gtest.h>

#include "score/embedding.h"

#define PAPERT_NEED_ENCODERS()        \
  if (!papert::score::has_encoders()) \
  GTEST_SKIP() << "this build has no encoders (-DPAPERT_EMBEDDINGS=OFF)"
