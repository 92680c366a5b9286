// Any bytes as a drawing record and as a drawing's text. What is accepted keeps its promises and
// survives being written and read again in both forms, and can be canonicalised.

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <variant>

#include "base/text.h"
#include "scene/canonical.h"
#include "scene/svg.h"
#include "scene/text_form.h"
#include "scene/wire.h"

namespace {

namespace scene = papert::scene;

void require(bool condition) {
  if (!condition) std::abort();
}

void check_scene(const scene::Scene& drawing) {
  std::string bytes;
  scene::encode(drawing, bytes);
  const auto decoded = scene::decode(bytes);
  require(decoded && *decoded == drawing);
  const std::string text = scene::to_text(drawing);
  const auto read = scene::from_text(text);
  require(read && *read == drawing && scene::to_text(*read) == text);
  require(papert::is_valid_utf8(scene::to_svg(drawing)));
  const auto bounds = scene::painted_bounds(drawing, true);
  if (bounds) require(std::isfinite(bounds->width()) && std::isfinite(bounds->height()));
  const scene::Canonical canonical = scene::canonicalise(drawing);
  require(canonical.scene.items.size() == drawing.items.size());
  require(std::isfinite(canonical.scale) && canonical.scale > 0);
}

void check_limits(const scene::Scene& drawing, const scene::WireLimits& limits) {
  require(drawing.items.size() <= limits.max_items);
  for (const scene::Item& item : drawing.items) {
    if (const auto* stroke = std::get_if<scene::Stroke>(&item)) require(stroke->points.size() >= 2);
    if (const auto* fill = std::get_if<scene::Fill>(&item)) require(fill->points.size() >= 3);
    if (const auto* text = std::get_if<scene::Text>(&item)) {
      require(text->text.size() <= limits.max_text_bytes && papert::is_valid_utf8(text->text));
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  if (const auto drawing = scene::decode(input)) check_scene(*drawing);
  if (const auto drawing = scene::from_text(input)) check_scene(*drawing);
  const scene::WireLimits narrow{.max_items = 3, .max_vertices = 10, .max_text_bytes = 5};
  if (const auto drawing = scene::decode(input, narrow)) check_limits(*drawing, narrow);
  return 0;
}
