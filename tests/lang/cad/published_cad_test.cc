// The published programs: volumes, counts and pictures.

#include <gmock/gmock.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <sstream>

#include "base/file.h"
#include "lang/cad/cad.h"
#include "raster/paint_mesh.h"
#include "raster/png.h"
#include "raster/svg.h"
#include "support/published_data.h"

namespace papert::lang::cad {
namespace {

namespace fs = std::filesystem;

double largest_coordinate(const scene::Box3& box) {
  return std::max({std::abs(box.low.x), std::abs(box.low.y), std::abs(box.low.z),
                   std::abs(box.high.x), std::abs(box.high.y), std::abs(box.high.z)});
}

std::string sheet_of(const Solid& solid) {
  return raster::encode_png(*raster::paint_mesh_sheet(*to_mesh(solid), 256, 256));
}

TEST(PublishedCad, ExtrudeExamples) {
  PAPERT_NEED_PUBLISHED(path, "cad/extrude_examples.txt");
  std::istringstream lines(*read_file(path));
  std::size_t count = 0;
  for (std::string line; std::getline(lines, line); ++count) {
    const auto program = parse_extrude(line);
    ASSERT_TRUE(program) << program.error().to_string();
    EXPECT_EQ(*parse_extrude(to_text(*program)), *program);
    const auto solid = build(*to_recipe(*program));
    ASSERT_TRUE(solid) << solid.error().to_string();
    EXPECT_TRUE(solid->measures().valid);
    const double largest = largest_coordinate(solid->measures().box);
    EXPECT_GT(largest, 0.74);
    EXPECT_LT(largest, 0.77);
    if (count == 0) {
      EXPECT_NEAR(solid->measures().volume, 0.053588, 1e-5);
    }
    EXPECT_EQ(sheet_of(*solid), sheet_of(*build(*to_recipe(*program))));
  }
  EXPECT_EQ(count, 6U);
}

TEST(PublishedCad, ReconstructionsEqualTheirStatedMeasures) {
  PAPERT_NEED_PUBLISHED(folder, "cad");
  for (const char* name : {"Couch.json", "Hexagon.json", "SingleSketchExtrude.json"}) {
    const std::string text = *read_file(folder / name);
    EXPECT_EQ(detect(text), Notation::kReconstructionJson);
    const auto file = parse_reconstruction_json(text);
    ASSERT_TRUE(file) << file.error().to_string();
    const auto solid = build(file->recipe);
    ASSERT_TRUE(solid) << solid.error().to_string();
    const Measures& measures = solid->measures();
    EXPECT_TRUE(measures.valid);
    ASSERT_TRUE(file->stated.volume && file->stated.area);
    EXPECT_NEAR(measures.volume, *file->stated.volume, 1e-6 * *file->stated.volume) << name;
    EXPECT_NEAR(measures.area, *file->stated.area, 1e-6 * *file->stated.area) << name;
    EXPECT_EQ(measures.faces, file->stated.faces) << name;
    EXPECT_EQ(measures.edges, file->stated.edges) << name;
  }
}

TEST(PublishedCad, TheInvalidFileIsRefused) {
  PAPERT_NEED_PUBLISHED(path, "cad/SingleSketchExtrude_Invalid.json");
  const auto file = parse_reconstruction_json(*read_file(path));
  ASSERT_FALSE(file);
  EXPECT_EQ(file.error().code, ErrorCode::kBadData);
  EXPECT_THAT(file.error().message, testing::HasSubstr("not among the points"));
}

TEST(PublishedCad, EverySketchParsesAndDraws) {
  PAPERT_NEED_PUBLISHED(archive, "cad/sketchgraphs_sample_json.tar.xz");
  const fs::path folder = fs::path(testing::TempDir()) / "papert_published_sketches";
  fs::remove_all(folder);
  fs::create_directories(folder);
  const std::string command =
      "tar -xf '" + archive.string() + "' -C '" + folder.string() + "' 2>/dev/null";
  if (std::system(command.c_str()) != 0) GTEST_SKIP() << "tar with xz is not here";
  std::size_t count = 0;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.path().extension() != ".json") continue;
    const std::string text = *read_file(entry.path());
    EXPECT_EQ(detect(text), Notation::kSketchJson);
    const auto sketches = parse_sketches_json(text);
    ASSERT_TRUE(sketches) << entry.path() << ": " << sketches.error().to_string();
    for (Sketch sketch : *sketches) {
      ++count;
      const auto image = raster::render_svg(to_svg({&sketch, 1}), 256, 256);
      ASSERT_TRUE(image) << entry.path() << ": " << image.error().to_string();
      sketch.skipped.clear();
      const auto again = parse_sketch(to_text(sketch));
      ASSERT_TRUE(again) << entry.path() << ": " << again.error().to_string();
      EXPECT_EQ(*again, sketch) << entry.path();
    }
  }
  EXPECT_EQ(count, 237U);
  fs::remove_all(folder);
}

}  // namespace
}  // namespace papert::lang::cad
