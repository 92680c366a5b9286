#include "replay/steps.h"

#include <algorithm>

#include "raster/png.h"

namespace papert::replay {

std::vector<std::size_t> shown_steps(std::size_t count, std::size_t most) {
  const std::size_t shown = std::min(count, std::max<std::size_t>(most, 1));
  std::vector<std::size_t> steps;
  for (std::size_t i = 1; i <= shown; ++i) steps.push_back(i * count / shown);
  return steps;
}

void add_picture(scene::Replay& replay, const raster::Image& image) {
  constexpr int kLevel = 6;
  const auto step = static_cast<std::uint32_t>(replay.steps.size());
  std::string bytes = raster::encode_png(image, {.compression_level = kLevel, .compact = true});
  if (!replay.items.empty()) {
    auto& last = replay.items.back();
    if (std::get<scene::ReplayPicture>(last.what).bytes == bytes) return;
    last.died = step;
  }
  scene::ReplayItem& item = replay.items.emplace_back();
  item.what.emplace<scene::ReplayPicture>().bytes = std::move(bytes);
  item.born = step;
}

scene::ReplayStep step_at(std::string_view source, std::size_t begin, std::size_t end) {
  begin = std::min(begin, source.size());
  const std::size_t line_end = std::min(source.find('\n', begin), source.size());
  const std::string_view before = source.substr(0, begin);
  const std::size_t line_begin = before.rfind('\n') + 1;  // 0 where there is none
  scene::ReplayStep step;
  step.line = static_cast<int>(std::count(before.begin(), before.end(), '\n')) + 1;
  step.column = static_cast<int>(begin - line_begin) + 1;
  step.length = static_cast<int>(std::clamp(end, begin, line_end) - begin);
  return step;
}

}  // namespace papert::replay
