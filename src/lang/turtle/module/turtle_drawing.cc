// Pen, lines, fills, dots, text and stamps.
#include <algorithm>
#include <cmath>
#include <utility>

#include "lang/turtle/module/turtle.h"

namespace papert::lang::turtle {

namespace {

constexpr Num kYes{1, NumKind::kBool};
constexpr Num kNo{0, NumKind::kBool};

PenEntry remembered(PenKeys keys, const Pen& pen) {
  switch (keys) {
    case 0:
      return {};
    case kShown:
      return {keys, {}, pen.shown, nullptr};
    case kDown:
      return {keys, {}, pen.down, nullptr};
    case kPenColor:
      return {keys, pen.color, {}, nullptr};
    case kFillColor:
      return {keys, pen.fill, {}, nullptr};
    case kPenSize:
      return {keys, {}, pen.size, nullptr};
    case kSpeed:
      return {keys, {}, pen.speed, nullptr};
    default:
      return {keys, {}, {}, std::make_shared<const Pen>(pen)};
  }
}

}  // namespace

// Pen --------------------------------------------------------------------------------------------

Fault Turtle::record_pen(PenKeys keys) {
  return undo_ring ? undo_ring->push(remembered(keys, pen)) : Fault::kNone;
}

Fault Turtle::change_pen(PenKeys keys, const Pen& next) {
  const Fault fault = record_pen(keys);
  if (fault != Fault::kNone) return fault;
  if (((keys & kDown) != 0 && pen.down.value != next.down.value) ||
      ((keys & kPenColor) != 0 && pen.color != next.color) ||
      ((keys & kPenSize) != 0 && pen.size.value != next.size.value)) {
    new_line();
  }
  assign_pen(keys, next);
  return world_->canvas.exhausted() ? Fault::kLimit : Fault::kNone;
}

void Turtle::assign_pen(PenKeys keys, const Pen& next) {
  const auto take = [keys](PenKeys key, auto& to, const auto& from) {
    if ((keys & key) != 0) to = from;
  };
  take(kShown, pen.shown, next.shown);
  take(kDown, pen.down, next.down);
  take(kPenColor, pen.color, next.color);
  take(kFillColor, pen.fill, next.fill);
  take(kPenSize, pen.size, next.size);
  take(kSpeed, pen.speed, next.speed);
  take(kResize, pen.resize, next.resize);
  take(kStretch, pen.stretch_x, next.stretch_x);
  take(kStretch, pen.stretch_y, next.stretch_y);
  take(kShear, pen.shear, next.shear);
  take(kOutline, pen.outline, next.outline);
  take(kTilt, pen.tilt, next.tilt);
  if ((keys & (kStretch | kShear | kTilt)) != 0) update_shape_matrix();
}

void Turtle::update_shape_matrix() {
  const double sx = pen.stretch_x.value;
  const double sy = pen.stretch_y.value;
  const double shear = pen.shear.value;
  const double s = std::sin(pen.tilt.value);
  const double c = std::cos(pen.tilt.value);
  shape_matrix = {Num{sx * c}, Num{sy * (shear * c + s)}, Num{negated(pen.stretch_x).value * s},
                  Num{sy * (c - shear * s)}};
}

void Turtle::reset_pen() {
  const ResizeMode resize = pen.resize;
  pen = Pen{};
  pen.resize = resize;
  shape_matrix = {Num{1}, Num{0}, Num{0}, Num{1}};
}

// Lines and fills --------------------------------------------------------------------------------

Fault Turtle::open_drawing(std::int64_t undo_size) {
  flush();
  polygon.reset();
  recording_polygon = false;
  filling = false;
  line_item_ = world_->canvas.create(ItemKind::kLine);
  line_[0] = position.vec();
  line_count_ = 1;
  items_ = {line_item_};
  stamps.clear();
  first_undo_size = undo_size;
  undo_ring.emplace(undo_size);
  return world_->canvas.exhausted() ? Fault::kLimit : Fault::kNone;
}

void Turtle::flush() {
  if (line_count_ < 2) return;
  world_->canvas.paint_line(line_item_, std::span(line_).first(line_count_), pen.color,
                            pen.size.value);
}

void Turtle::new_line(bool from_here) {
  if (screen_ == nullptr) return;
  if (line_count_ > 1) {
    flush();
    line_item_ = world_->canvas.create(ItemKind::kLine);
    if (line_item_ != 0) items_.push_back(line_item_);
  } else {
    world_->canvas.raise(line_item_);
  }
  line_count_ = 0;
  if (from_here) line_[line_count_++] = position.vec();
}

Fault Turtle::begin_fill() {
  if (!filling) {
    fill_item_ = world_->canvas.create(ItemKind::kPolygon);
    if (fill_item_ != 0) items_.push_back(fill_item_);
  }
  filling = true;
  fill_path_ = {position.vec()};
  new_line();
  const Fault fault = undo_ring ? undo_ring->push(BeginFillEntry{fill_item_}) : Fault::kNone;
  if (fault != Fault::kNone) return fault;
  return world_->canvas.exhausted() ? Fault::kLimit : Fault::kNone;
}

Fault Turtle::end_fill() {
  if (!filling) return Fault::kNone;
  if (fill_path_.size() > 2) {
    world_->canvas.paint_fill(fill_item_, fill_path_, pen.fill);
    const Fault fault = undo_ring ? undo_ring->push(FillEntry{fill_item_}) : Fault::kNone;
    if (fault != Fault::kNone) return fault;
  }
  filling = false;
  fill_item_ = 0;
  return world_->canvas.exhausted() ? Fault::kLimit : Fault::kNone;
}

// Dots, text, stamps -----------------------------------------------------------------------------

Fault Turtle::open_group() {
  if (!undo_ring) return Fault::kNone;
  const Fault fault = undo_ring->push(GroupEntry{});
  if (fault == Fault::kNone) undo_ring->grouping = true;
  return fault;
}

void Turtle::close_group() {
  if (undo_ring) undo_ring->grouping = false;
}

Fault Turtle::paint_dot(Num size, ColorId color) {
  Pen next = pen;
  next.shown = kNo;
  next.down = kYes;
  next.size = size;
  next.color = color;
  Fault fault = pen.resize == ResizeMode::kAuto ? change_pen(kShown, next) : Fault::kNone;
  if (fault == Fault::kNone && !is_down()) fault = change_pen(kDown, next);
  if (fault == Fault::kNone) fault = change_pen(kPenSize, next);
  if (fault == Fault::kNone && pen.color != color) fault = change_pen(kPenColor, next);
  return fault == Fault::kNone ? forward(0) : fault;
}

Fault Turtle::dot(Num size, ColorId color) {
  const Pen before = pen;
  Fault fault = open_group();
  if (fault != Fault::kNone) return fault;
  fault = paint_dot(size, color);
  const Fault last = change_pen(kAllKeys, before);
  if (last != Fault::kNone) return last;
  if (fault == Fault::kNone) close_group();
  return fault;
}

Fault Turtle::write(TextItem text) {
  const ItemId item = world_->canvas.add_text(std::move(text), pen.color);
  if (item != 0) items_.push_back(item);
  const Fault fault = undo_ring ? undo_ring->push(TextEntry{item}) : Fault::kNone;
  if (fault != Fault::kNone) return fault;
  return world_->canvas.exhausted() ? Fault::kLimit : Fault::kNone;
}

Fault Turtle::add_stamp(const StampRef& stamp) {
  stamps.push_back(stamp);
  if (!undo_ring) return Fault::kNoUndoBuffer;
  const Fault fault = undo_ring->push(stamp);
  if (fault != Fault::kNone) return fault;
  return world_->canvas.exhausted() ? Fault::kLimit : Fault::kNone;
}

Fault Turtle::clear_stamp(const StampRef& stamp) {
  const auto found = std::find(stamps.begin(), stamps.end(), stamp);
  if (found != stamps.end()) {
    const ItemId end = stamp.first + (stamp.count < 0 ? 1 : stamp.count);
    for (ItemId id = stamp.first; id < end; ++id) world_->canvas.erase(id);
    stamps.erase(found);
  }
  if (!undo_ring) return Fault::kNoUndoBuffer;
  undo_ring->remove(stamp);
  return Fault::kNone;
}

Fault Turtle::clear_stamps(std::size_t begin, std::size_t end) {
  const std::vector<StampRef> doomed(stamps.begin() + static_cast<std::ptrdiff_t>(begin),
                                     stamps.begin() + static_cast<std::ptrdiff_t>(end));
  for (const StampRef& stamp : doomed) {
    const Fault fault = clear_stamp(stamp);
    if (fault != Fault::kNone) return fault;
  }
  return Fault::kNone;
}

void Turtle::set_undo_size(std::int64_t size) {
  undo_ring.reset();
  if (size > 0) undo_ring.emplace(size);
}

Fault Turtle::clear() {
  // A clone's open line is not among its items and stays, as far as it has been shown.
  if (screen_->tracing != 0) flush();
  filling = false;
  fill_item_ = 0;
  for (const ItemId item : items_) world_->canvas.erase(item);
  line_item_ = world_->canvas.create(ItemKind::kLine);
  line_count_ = 0;
  if (is_down()) line_[line_count_++] = position.vec();
  items_ = {line_item_};
  const Fault fault = clear_stamps(0, stamps.size());
  if (fault != Fault::kNone) return fault;
  set_undo_size(first_undo_size);
  return world_->canvas.exhausted() ? Fault::kLimit : Fault::kNone;
}

Fault Turtle::reset() {
  if (screen_->tracing != 0) flush();  // with the pen it was drawn with
  line_count_ = 0;
  reset_navigation();
  reset_pen();
  return clear();
}

std::unique_ptr<Turtle> Turtle::clone(std::size_t cursor_items) {
  new_line(is_down());
  std::unique_ptr<Turtle> twin(new Turtle(*this));
  twin->traced_as = 0;
  world_->turtles.push_back(twin.get());
  for (std::size_t i = 0; i < cursor_items; ++i) world_->canvas.create(ItemKind::kUnseen);
  twin->line_item_ = world_->canvas.create(ItemKind::kLine);
  return twin;
}

}  // namespace papert::lang::turtle
