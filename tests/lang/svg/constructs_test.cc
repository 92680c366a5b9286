#include "lang/svg/constructs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace papert::lang::svg {
namespace {

using testing::Pair;
using testing::UnorderedElementsAre;

TEST(Constructs, ElementsAreCountedByNameAndCommandsAsWritten) {
  const auto counts = count_constructs(
      "<svg><g><path d='m0 0l1 1 2 2h3zM1e1 2'/><svg:path d='C0 0 1 1 2 2'/></g>"
      "<rect d='L1 1'/><!-- <rect/> --></svg>");
  ASSERT_TRUE(counts);
  EXPECT_THAT(counts->elements,
              UnorderedElementsAre(Pair("g", 1), Pair("path", 2), Pair("rect", 1)));
  EXPECT_THAT(counts->path_commands, UnorderedElementsAre(Pair("M", 2), Pair("L", 1), Pair("H", 1),
                                                          Pair("Z", 1), Pair("C", 1)));
}

TEST(Constructs, WhatIsNoSvgIsAnError) { EXPECT_FALSE(count_constructs("circle")); }

}  // namespace
}  // namespace papert::lang::svg
