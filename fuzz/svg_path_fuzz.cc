// Any bytes as path data. What is read must be written and read again as the same path, and its
// image under a stretch must be a path again.

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "base/text.h"
#include "lang/svg/path.h"

namespace {

using namespace papert::lang::svg;

void require(bool condition) {
  if (!condition) std::abort();
}

bool moderate(const Path& path) {
  for (const PathCommand& command : path) {
    for (const Point& point : command.points) {
      if (std::fabs(point.x) > 1e9 || std::fabs(point.y) > 1e9) return false;
    }
    if (command.rx > 1e9 || command.ry > 1e9 || std::fabs(command.angle_degrees) > 1e9) {
      return false;
    }
  }
  return true;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto path = parse_path(text);
  if (!path) {
    require(papert::is_valid_utf8(path.error().message));
    return 0;
  }
  require(path->size() <= kMaxPathCommands);
  const Bounds bounds = bounds_of(*path);
  require(bounds.empty || !(bounds.left > bounds.right));
  if (!moderate(*path)) return 0;
  const std::string written = write_path(*path, 6);
  const auto again = parse_path(written);
  require(again && write_path(*again, 6) == written);
  const Path mapped = map_path(*path, Affine{1.5, 0.3, -0.2, 0.7, 3, -4});
  require(parse_path(write_path(mapped, 4)).has_value());
  return 0;
}
