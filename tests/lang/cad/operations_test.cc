#include "lang/cad/operations.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace papert::lang::cad {
namespace {

using testing::Pair;
using testing::UnorderedElementsAre;

TEST(Operations, OfASolidAreItsCurvesAndExtrusions) {
  const auto counts = count_operations(
      "SOL; Line:(223,128); Line:(223,153); Line:(128,153); Line:(128,128); SOL; "
      "Circle:(176,140,8); Ext:(192,64,192,32,128,83,174,157,128,Newbody,One-sided); EOS");
  ASSERT_TRUE(counts) << counts.error().to_string();
  EXPECT_THAT(*counts,
              UnorderedElementsAre(Pair("Line", 4), Pair("Circle", 1), Pair("Extrude", 1)));
}

TEST(Operations, OfASketchAreItsPrimitivesAndConstraints) {
  const auto counts = count_operations(
      "Line(dir=(1,0), pnt=(0,0), startParam=-0.02, endParam=0.02)\n"
      "Circle(center=(0,0), dir=(1,0), radius=0.01, clockwise=false)\n"
      "Coincident(1.start, 2.center)\n");
  ASSERT_TRUE(counts) << counts.error().to_string();
  EXPECT_THAT(*counts,
              UnorderedElementsAre(Pair("Line", 1), Pair("Circle", 1), Pair("Coincident", 1)));
}

TEST(Operations, WhatIsNoProgramIsAnError) { EXPECT_FALSE(count_operations("a cube")); }

}  // namespace
}  // namespace papert::lang::cad
