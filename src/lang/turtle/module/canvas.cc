// Points of all items lie in one array, an item names its stretch. A stretch is used again when its
// item is painted anew with as many points or fewer (a redrawn line), else a new one is taken: no
// program that stays within the limits needs more than a few times its drawing.
#include "lang/turtle/module/canvas.h"

#include <algorithm>
#include <utility>

namespace papert::lang::turtle {

namespace {
constexpr std::size_t kTextBytesPerVertex = 16;
}  // namespace

Canvas::Canvas(const DrawingLimits& limits) : limits_(limits) {
  items_.push_back({.alive = false});
}

Item* Canvas::live(ItemId id) {
  if (id <= 0 || id >= next_id()) return nullptr;
  Item& item = items_[static_cast<std::size_t>(id)];
  return item.alive ? &item : nullptr;
}

ItemId Canvas::create(ItemKind kind) {
  if (items_.size() > limits_.max_items) {
    exhausted_ = true;
    return 0;
  }
  items_.push_back({.kind = kind, .z = next_z_++});
  return next_id() - 1;
}

void Canvas::erase(ItemId id) {
  if (Item* item = live(id)) item->alive = false;
  note(id);
}

void Canvas::erase_all() {
  for (Item& item : items_) item.alive = false;
  if (changed != nullptr) changed->too_many = true;
}

void Canvas::raise(ItemId id) {
  if (Item* item = live(id)) item->z = next_z_++;
  note(id);
}

void Canvas::hide(ItemId id) {
  if (Item* item = live(id)) item->painted = false;
  note(id);
}

bool Canvas::store(Item& item, std::span<const Vec2> points) {
  if (points.size() > item.room) {
    if (points_.size() + text_charge_ + points.size() > limits_.max_vertices) {
      exhausted_ = true;
      item.painted = false;
      return false;
    }
    item.first = points_.size();
    item.room = points.size();
    points_.insert(points_.end(), points.begin(), points.end());
  } else {
    std::copy(points.begin(), points.end(),
              points_.begin() + static_cast<std::ptrdiff_t>(item.first));
  }
  item.count = points.size();
  item.painted = true;
  return true;
}

void Canvas::paint_line(ItemId id, std::span<const Vec2> points, ColorId color, double width) {
  if (id <= 0 || id >= next_id()) return;
  note(id);
  Item& item = items_[static_cast<std::size_t>(id)];  // undo() may ask an erased one for its points
  if (!store(item, points)) return;
  item.color = color;
  item.width = width;
}

void Canvas::paint_fill(ItemId id, std::span<const Vec2> points, ColorId color) {
  note(id);
  Item* item = live(id);
  if (item == nullptr || !store(*item, points)) return;
  item->color = color;
}

void Canvas::paint_stamp(ItemId id, std::span<const Vec2> points, ColorId fill, ColorId outline,
                         double width) {
  note(id);
  Item* item = live(id);
  if (item == nullptr || !store(*item, points)) return;
  item->color = fill;
  item->outline = outline;
  item->width = width;
}

ItemId Canvas::add_text(TextItem text, ColorId color) {
  const ItemId id = create(ItemKind::kText);
  Item* item = live(id);
  if (item == nullptr) return 0;
  text_charge_ += text.text.size() / kTextBytesPerVertex + 1;
  if (points_.size() + text_charge_ > limits_.max_vertices) {
    exhausted_ = true;
    return id;
  }
  item->color = color;
  item->painted = true;
  item->first = texts_.size();
  text.item = id;
  texts_.push_back(std::move(text));
  note(id);
  return id;
}

bool Canvas::is_live_line(ItemId id) const {
  if (id <= 0 || id >= next_id()) return false;
  const Item& item = items_[static_cast<std::size_t>(id)];
  return item.alive && item.kind == ItemKind::kLine;
}

std::size_t Canvas::shown_points(ItemId id) const {
  if (id <= 0 || id >= next_id()) return 0;
  const Item& item = items_[static_cast<std::size_t>(id)];
  return item.alive && item.painted ? item.count : 0;
}

void Canvas::show_first(ItemId id, std::size_t count) {
  note(id);
  Item* item = live(id);
  if (item == nullptr) return;
  item->painted = count > 1 && count <= item->count;
  if (item->painted) item->count = count;
}

std::span<const Vec2> Canvas::points(ItemId id) const {
  if (id <= 0 || id >= next_id()) return {};
  const Item& item = items_[static_cast<std::size_t>(id)];
  return item.kind == ItemKind::kText ? std::span<const Vec2>{} : points(item);
}

bool Canvas::charge_path(std::size_t vertices) {
  if (vertices <= limits_.max_vertices) return true;
  exhausted_ = true;
  return false;
}

}  // namespace papert::lang::turtle
