// Which notation a text is in, and the way from a text to a picture.

#include "lang/cad/cad.h"

#include <gmock/gmock.h>

#include "lang/cad/programs.h"
#include "raster/paint_mesh.h"
#include "raster/png.h"

namespace papert::lang::cad {
namespace {

TEST(Detect, FromTheFirstWord) {
  EXPECT_EQ(detect("  SOL; Line:(1,2)"), Notation::kExtrude);
  EXPECT_EQ(detect("LOOP\nLine((0,0,0),(1,0,0))"), Notation::kReconstructionText);
  EXPECT_EQ(detect("{\"timeline\": []}"), Notation::kReconstructionJson);
  EXPECT_EQ(detect("{\"entities\": {}, \"sequence\": []}"), Notation::kReconstructionJson);
  EXPECT_EQ(detect("[{\"entities\": []}]"), Notation::kSketchJson);
  EXPECT_EQ(detect("{\"entities\": []}"), Notation::kSketchJson);
  EXPECT_EQ(detect("Line(1,0,0,0,0,1)"), Notation::kSketchText);
  EXPECT_EQ(detect("Coincident(1,2)"), Notation::kSketchText);
  EXPECT_EQ(detect("Point:(1,2)"), Notation::kSketchText);
  for (const char* text : {"", "  ", "<svg/>", "import turtle", "sol", "SOLID"}) {
    EXPECT_EQ(detect(text), std::nullopt) << text;
  }
  EXPECT_EQ(to_string(Notation::kExtrude), "extrude");
  EXPECT_EQ(to_string(Notation::kSketchJson), "sketch-json");
}

TEST(Read, OnlyTheRightKind) {
  EXPECT_TRUE(read_recipe(test::plate() + "EOS", Notation::kExtrude));
  EXPECT_FALSE(read_recipe("Point(0,0)", Notation::kSketchText));
  EXPECT_TRUE(read_sketches("Point(0,0)", Notation::kSketchText));
  EXPECT_FALSE(read_sketches(test::plate() + "EOS", Notation::kExtrude));
}

TEST(Render, PicturesAreTheSameBytes) {
  const auto picture = [] {
    const auto recipe = read_recipe(test::plate() + test::hole(144) + "EOS", Notation::kExtrude);
    const auto mesh = to_mesh(*build(*recipe));
    return raster::encode_png(*raster::paint_mesh_sheet(*mesh, 256, 256));
  };
  const std::string first = picture();
  EXPECT_GT(first.size(), 1000U);
  EXPECT_EQ(first, picture());
}

}  // namespace
}  // namespace papert::lang::cad
