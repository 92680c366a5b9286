// A build without OpenCASCADE says so instead of building a solid.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lang/cad/solid.h"

namespace papert::lang::cad {
namespace {

TEST(KernelAbsent, SaysWhatIsMissing) {
  EXPECT_FALSE(has_kernel());
  const auto solid = build(Recipe{});
  ASSERT_FALSE(solid);
  EXPECT_EQ(solid.error().code, ErrorCode::kUsage);
  EXPECT_THAT(solid.error().message, ::testing::HasSubstr("OpenCASCADE"));
  EXPECT_THAT(solid.error().message, ::testing::HasSubstr("-DPAPERT_CAD=ON"));
}

}  // namespace
}  // namespace papert::lang::cad
