// A closed line that crosses itself is filled by the even-odd rule: the faces that it surrounds an
// odd number of times have the colour, those between them have not. Faces that together are what
// such a line fills are one shape with that line as its outline.

#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "raster/paint_scene.h"
#include "solve/turtle/areas.h"

namespace papert::solve::turtle {
namespace {

constexpr std::size_t kMostFaces = 200;
constexpr std::size_t kMostCrossingLines = 60;

raster::Bitmap filled(const Path& path, double unit, const Sheet& sheet) {
  scene::Fill fill{.points = outline(path, unit), .color = {0, 0, 0}};
  for (scene::Point& each : fill.points) each.y = -each.y;
  scene::Scene scene;
  scene.items.emplace_back(std::move(fill));
  return raster::paint_ink(scene, {.width = sheet.width, .height = sheet.height});
}

std::int64_t shared(const raster::Bitmap& a, const raster::Bitmap& b) {
  std::int64_t count = 0;
  for (std::size_t i = 0; i < a.words().size(); ++i) {
    count += std::popcount(a.words()[i] & b.words()[i]);
  }
  return count;
}

struct Face {
  std::size_t area = 0;
  raster::Bitmap pixels;
};

std::vector<Face> faces_of(const std::vector<Path>& areas, double unit, const Sheet& sheet) {
  std::vector<Face> faces;
  for (std::size_t i = 0; i < areas.size(); ++i) {
    if (areas[i].fill && areas[i].pen == 0 && !areas[i].dot) {
      faces.push_back({i, filled(areas[i], unit, sheet)});
    }
  }
  return faces;
}

/// The areas of one colour that are together what the line fills; none if they are not.
std::vector<std::size_t> faces_within(const raster::Bitmap& whole, const std::vector<Face>& faces,
                                      const std::vector<Path>& areas) {
  constexpr double kInside = 0.9;
  constexpr double kAll = 0.9;
  std::vector<std::size_t> within;
  double size = 0;
  for (const Face& face : faces) {
    const auto own = static_cast<double>(face.pixels.count());
    const auto inside = static_cast<double>(shared(face.pixels, whole));
    if (inside < kInside * own) continue;
    if (!within.empty() && areas[face.area].fill != areas[within.front()].fill) return {};
    within.push_back(face.area);
    size += inside;
  }
  if (within.size() < 2 || size < kAll * static_cast<double>(whole.count())) return {};
  return within;
}

}  // namespace

void join_crossing(std::vector<Path>& areas, std::vector<Path>& lines, const Sheet& sheet,
                   double unit) {
  if (areas.size() > kMostFaces || lines.size() > kMostCrossingLines) return;
  std::vector<Face> faces = faces_of(areas, unit, sheet);
  std::vector<bool> gone(areas.size(), false);
  for (std::size_t i = 0; i < lines.size() && faces.size() > 1;) {
    std::vector<std::size_t> within;
    if (lines[i].closed && !lines[i].ring && !lines[i].fill) {
      within = faces_within(filled(lines[i], unit, sheet), faces, areas);
    }
    if (within.empty()) {
      ++i;
      continue;
    }
    Path joined = lines[i];
    joined.fill = areas[within.front()].fill;
    for (const std::size_t each : within) gone[each] = true;
    std::erase_if(faces, [&gone](const Face& face) { return gone[face.area]; });
    gone[within.front()] = false;
    areas[within.front()] = std::move(joined);
    lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(i));
  }
  std::size_t index = 0;
  std::erase_if(areas, [&](const Path&) { return gone[index++]; });
}

}  // namespace papert::solve::turtle
