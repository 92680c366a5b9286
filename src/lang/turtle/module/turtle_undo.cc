// Going back, one entry at a time, by CPython's own detours: a turn is undone by turning back (so
// rounding errors stay), a pen change by changing the pen, and both are recorded and dropped again.
#include <algorithm>
#include <iterator>
#include <type_traits>
#include <utility>

#include "lang/turtle/module/turtle.h"
#include "lang/turtle/module/turtle_circle.h"

namespace papert::lang::turtle {

Fault Turtle::undo() {
  if (!undo_ring) return Fault::kNone;
  std::optional<Entry> entry = undo_ring->pop();
  if (!entry) return Fault::kNoEntry;
  if (auto* group = std::get_if<GroupEntry>(&entry->what)) {
    return undo_group(std::move(group->entries));
  }
  return undo_entry(*entry);
}

Fault Turtle::undo_group(std::vector<Entry> entries) {
  while (!entries.empty()) {
    const Entry entry = std::move(entries.back());
    entries.pop_back();
    if (const auto* circle = std::get_if<std::shared_ptr<const CircleEntry>>(&entry.what)) {
      std::vector<Entry> sides = entries_of(**circle);
      std::move(sides.begin(), sides.end(), std::back_inserter(entries));
      continue;
    }
    const Fault fault = undo_entry(entry);
    if (fault != Fault::kNone) return fault;
  }
  return Fault::kNone;
}

Fault Turtle::undo_entry(const Entry& entry) {
  if (!undo_ring) return Fault::kNone;
  return std::visit(
      [this](const auto& what) -> Fault {
        using What = std::decay_t<decltype(what)>;
        if constexpr (std::is_same_v<What, MoveEntry>) return undo_move(what);
        if constexpr (std::is_same_v<What, TurnEntry>) return undo_turn(what);
        if constexpr (std::is_same_v<What, PenEntry>) return undo_pen(what);
        if constexpr (std::is_same_v<What, StampRef>) return clear_stamp(what);
        if constexpr (std::is_same_v<What, FillEntry>) world_->canvas.hide(what.item);
        if constexpr (std::is_same_v<What, BeginFillEntry>) undo_begin_fill(what.item);
        if constexpr (std::is_same_v<What, TextEntry>) {
          world_->canvas.erase(what.item);
          std::erase(items_, what.item);
        }
        return Fault::kNone;
      },
      entry.what);
}

void Turtle::undo_begin_fill(ItemId item) {
  filling = false;
  fill_item_ = 0;
  if (std::erase(items_, item) > 0) world_->canvas.erase(item);
}

Fault Turtle::undo_turn(const TurnEntry& turn) {
  if (turn.fault != Fault::kNone) return turn.fault;
  if (degrees_per_unit == 0) return Fault::kZeroDivision;
  const double back = negated(turn.angle).value * turn.degrees_per_unit / degrees_per_unit;
  const Fault fault = rotate({back, NumKind::kFloat});
  if (fault == Fault::kNone) undo_ring->pop();
  return fault;
}

Fault Turtle::undo_pen(const PenEntry& entry) {
  if (entry.keys != 0) {
    Pen before = entry.pen ? *entry.pen : pen;
    if (!entry.pen) {
      switch (entry.keys) {
        case kShown:
          before.shown = entry.value;
          break;
        case kDown:
          before.down = entry.value;
          break;
        case kPenSize:
          before.size = entry.value;
          break;
        case kSpeed:
          before.speed = entry.value;
          break;
        case kPenColor:
          before.color = entry.color;
          break;
        default:
          before.fill = entry.color;
          break;
      }
    }
    const Fault fault = change_pen(entry.keys, before);
    if (fault != Fault::kNone) return fault;
  }
  undo_ring->pop();
  return Fault::kNone;
}

void Turtle::restore_line(const LineMark& mark) {
  Canvas& canvas = world_->canvas;
  const bool same = mark.item == line_item_;
  if (!same && screen_->tracing != 0) flush();
  line_item_ = mark.item;
  std::size_t count = mark.count;
  if (count > 1 && (!same || line_count_ < count)) {
    const auto points = canvas.points(mark.item);
    count = std::min(count, points.size());
    std::copy_n(points.begin(), count, line_.begin());
  }
  line_count_ = count;
  if (count < 2) line_[0] = mark.start;
  if (mark.shown < 2) {
    canvas.hide(mark.item);
  } else if (screen_->tracing == 0) {
    canvas.show_first(mark.item, mark.shown);
  }
  for (auto item = items_.end(); item != items_.begin() && *std::prev(item) >= mark.next_id;) {
    --item;
    if (!canvas.is_live_line(*item)) continue;
    canvas.erase(*item);
    item = items_.erase(item);
  }
}

Fault Turtle::undo_move(const MoveEntry& move) {
  if (move.fault != Fault::kNone) return move.fault;
  restore_line(move.line);
  const Vec2 from = move.from.vec();
  const Fault fault = animation_fault({from.x - move.to.x, from.y - move.to.y});
  if (fault != Fault::kNone) return fault;
  position = move.from;
  if (recording_polygon) {
    if (!polygon->empty()) polygon->pop_back();
    if (polygon->empty()) {
      recording_polygon = false;
      polygon.reset();
    }
  }
  if (move.filling && filling) {
    if (fill_path_.empty()) {
      filling = false;
    } else {
      fill_path_.pop_back();
    }
  }
  return Fault::kNone;
}

}  // namespace papert::lang::turtle
