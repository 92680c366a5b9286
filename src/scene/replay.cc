#include "scene/replay.h"

#include <algorithm>
#include <limits>
#include <map>
#include <string_view>

#include "base/text.h"

namespace papert::scene {
namespace {

constexpr double kReplayMargin = 1.0 / 20;  // of the longer side
constexpr double kEmptyReplaySide = 100;

bool is_there(const ReplayItem& item, std::size_t step) {
  return item.born <= step && step < item.died;
}

/// As much of it as there is at this step.
Item stroke_at(const ReplayItem& item, const Stroke& whole, std::size_t step) {
  Stroke stroke{{}, whole.width, whole.color};
  const auto end = std::upper_bound(item.grows.begin(), item.grows.end(), step);
  const auto count = item.grows.empty() ? std::ssize(whole.points) : end - item.grows.begin();
  stroke.points.assign(whole.points.begin(), whole.points.begin() + count);
  const bool one_place = std::all_of(stroke.points.begin(), stroke.points.end(),
                                     [&](Point p) { return p == stroke.points[0]; });
  if (one_place) return Dot{stroke.points.front(), stroke.width, stroke.color};
  return stroke;
}

void add(Scene& scene, const ReplayItem& item, std::size_t step) {
  if (const auto* stroke = std::get_if<Stroke>(&item.what)) {
    scene.items.push_back(stroke_at(item, *stroke, step));
  } else if (const auto* fill = std::get_if<Fill>(&item.what)) {
    scene.items.emplace_back(*fill);
  } else if (const auto* stamp = std::get_if<Stamp>(&item.what)) {
    scene.items.emplace_back(*stamp);
  } else if (const auto* text = std::get_if<Text>(&item.what)) {
    scene.items.emplace_back(*text);
  }
}

/// Bytes -> characters; what lies within a character counts as its whole.
int characters(std::string_view text, int bytes) {
  const std::string_view part = text.substr(0, static_cast<std::size_t>(std::max(bytes, 0)));
  return static_cast<int>(std::count_if(part.begin(), part.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
  }));
}

void place_step(const std::vector<std::string_view>& lines, ReplayStep& step) {
  const bool known = step.line >= 1 && step.line <= std::ssize(lines);
  if (!known) step.line = 0;
  const std::string_view line =
      known ? lines[static_cast<std::size_t>(step.line) - 1] : std::string_view();
  const int bytes = static_cast<int>(std::min<std::size_t>(line.size(), 1U << 20U));
  if (step.column < 1 || step.column > bytes) {
    step.column = 0;
    step.length = 0;
    return;
  }
  const int start = step.column - 1;
  step.length = characters(line.substr(static_cast<std::size_t>(start)),
                           std::clamp(step.length, 0, bytes - start));
  step.column = characters(line, start) + 1;
}

}  // namespace

void set_source(Replay& replay, std::string source) {
  replay.source = std::move(source);
  const std::vector<std::string_view> lines = split(replay.source, '\n');
  for (ReplayStep& step : replay.steps) place_step(lines, step);
}

void keep_lines(Replay& replay, int skipped, std::string source) {
  replay.source = std::move(source);
  const auto lines = std::count(replay.source.begin(), replay.source.end(), '\n') + 1;
  for (ReplayStep& step : replay.steps) {
    step.line -= skipped;
    if (step.line >= 1 && step.line <= lines) continue;
    step.line = step.column = step.length = 0;
  }
}

Scene scene_at(const Replay& replay, std::size_t step) {
  Scene scene;
  for (const auto& [from, color] : replay.backgrounds) {
    if (from <= step) scene.background = color;
  }
  for (const ReplayItem& item : replay.items) {
    if (is_there(item, step)) add(scene, item, step);
  }
  return scene;
}

const ReplayPicture* picture_at(const Replay& replay, std::size_t step) {
  for (const ReplayItem& item : replay.items) {
    const auto* picture = std::get_if<ReplayPicture>(&item.what);
    if (picture != nullptr && is_there(item, step)) return picture;
  }
  return nullptr;
}

Bounds replay_view(const Replay& replay) {
  Scene everything;
  for (const ReplayItem& item : replay.items) {
    add(everything, item, std::numeric_limits<std::uint32_t>::max());
  }
  const auto painted = painted_bounds(everything, true);
  const Bounds bounds = painted.value_or(Bounds{0, 0, 0, 0});
  const double longer = std::max(bounds.width(), bounds.height());
  const double margin = longer > 0 ? longer * kReplayMargin : kEmptyReplaySide / 2;
  return {bounds.x0 - margin, bounds.y0 - margin, bounds.x1 + margin, bounds.y1 + margin};
}

std::vector<TurtleState> turtles_at(const Replay& replay, std::size_t step) {
  std::map<std::uint32_t, TurtleState> found;
  for (std::size_t i = 0; i < std::min(step, replay.steps.size()); ++i) {
    const ReplayStep& at = replay.steps[i];
    if (at.pen < 0 || at.pen >= std::ssize(replay.pens)) continue;
    const ReplayPen& pen = replay.pens[static_cast<std::size_t>(at.pen)];
    found.insert_or_assign(pen.turtle, TurtleState{at.position, at.heading, pen});
  }
  std::vector<TurtleState> all;
  for (auto& [number, state] : found) all.push_back(std::move(state));
  return all;
}

}  // namespace papert::scene
