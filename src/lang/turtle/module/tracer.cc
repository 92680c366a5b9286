// Theory of operation
//
// The canvas says which items were touched, and the calling turtle has an open line that no canvas
// knows yet. For each of these the look of now is compared with the look that was noted last. A
// line that only got longer gets its new points, with the step they came at; anything else that
// changed ends the old look (`died`) and begins a new one (`born`).
//
// Every call that changed something is one event, until 20,000 of them are there. Then every second
// one is dropped: step s becomes (s + 1) / 2, looks that lived between two steps that are now one
// disappear, and from then on two calls are one event; and again. The same happens when there is no
// more room for looks or points. If that does not help, the trace gives up and says so.
//
// A signal may end the program at any instruction, and then finish() runs: a note is completed by
// being made again, only in the middle of dropping nothing can be saved.
#include "lang/turtle/module/tracer.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <new>
#include <string_view>

namespace papert::lang::turtle {

using scene::TraceEvent;
using scene::TraceHeader;
using scene::TraceItem;
using scene::TracePoint;

namespace {

constexpr int kMaxThinnings = 40;
constexpr std::uint8_t kTraceLine = 1;
constexpr std::uint8_t kTraceFill = 2;
constexpr std::uint8_t kTraceStamp = 4;
constexpr std::uint8_t kTraceText = 5;

template <class T>
std::span<T> take(std::span<std::byte>& memory, std::size_t count) {
  auto* start = reinterpret_cast<T*>(memory.data());
  memory = memory.subspan((count * sizeof(T) + 7) / 8 * 8);
  return {start, count};
}

std::array<std::uint8_t, 3> samples(const std::optional<Rgb>& color) {
  const Rgb rgb = color.value_or(Rgb{});
  return {rgb.r, rgb.g, rgb.b};
}

bool same(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

std::uint32_t halved(std::uint32_t step) {
  return step == scene::kStillThere ? step : (step - 1) / 2 + 1;
}

std::uint8_t kind_of(ItemKind kind) {
  switch (kind) {
    case ItemKind::kUnseen:
      return 0;
    case ItemKind::kLine:
      return kTraceLine;
    case ItemKind::kPolygon:
      return kTraceFill;
    case ItemKind::kStamp:
      return kTraceStamp;
    case ItemKind::kText:
      return kTraceText;
  }
  return 0;
}

/// The text's part of a drawing's record, without its head; at most as long as `out`.
class TextBytes {
 public:
  explicit TextBytes(std::span<std::byte> out) : out_(out) {}

  static std::size_t size_of(const TextItem& text) {
    return 3 * sizeof(double) + 1 + 2 + name(text.family).size() + 2 + name(text.style).size() + 4 +
           text.text.size();
  }

  void write(const TextItem& text) {
    for (const double value : {text.position.x, text.position.y, text.size}) number(value);
    number(static_cast<std::uint8_t>(text.align));
    for (const std::string_view each : {name(text.family), name(text.style)}) {
      number(static_cast<std::uint16_t>(each.size()));
      bytes(each.data(), each.size());
    }
    number(static_cast<std::uint32_t>(text.text.size()));
    bytes(text.text.data(), text.text.size());
  }

 private:
  /// As record.cc cuts it.
  static std::string_view name(std::string_view text) {
    std::size_t size = std::min<std::size_t>(text.size(), 255);
    while (size < text.size() && size > 0 &&
           (static_cast<unsigned char>(text[size]) & 0xc0) == 0x80) {
      --size;
    }
    return text.substr(0, size);
  }

  template <class T>
  void number(T value) {
    bytes(&value, sizeof value);
  }
  void bytes(const void* data, std::size_t size) {
    if (size == 0) return;
    std::memcpy(out_.data(), data, size);
    out_ = out_.subspan(size);
  }

  std::span<std::byte> out_;
};

}  // namespace

/// How one item looks now.
struct Tracer::Look {
  std::uint8_t kind = 0;  // 0: it is not to be seen
  std::uint8_t flags = 0;
  std::array<std::uint8_t, 3> color{};
  std::array<std::uint8_t, 3> outline{};
  double width = 0;
  std::uint64_t z = 0;
  std::span<const Vec2> points;
  const TextItem* text = nullptr;

  [[nodiscard]] bool is_like(const TraceItem& item) const {
    return kind == item.kind && flags == item.flags && color == item.color &&
           outline == item.outline && same(width, item.width) && z == item.z;
  }
};

Tracer::Tracer(std::span<std::byte> memory, Canvas& canvas, FindPlace find_place)
    : header_(take<TraceHeader>(memory, 1)[0]),
      events_(take<TraceEvent>(memory, scene::kMaxTraceEvents)),
      items_(take<TraceItem>(memory, scene::kMaxTraceItems)),
      payload_(take<std::byte>(memory, scene::kMaxTracePayload)),
      current_(take<std::uint32_t>(memory, kMaxItemNumber)),
      changed_{take<ItemId>(memory, kMaxChanged), 0, true},
      find_place_(find_place) {
  std::copy(scene::kTraceMagic.begin(), scene::kTraceMagic.end(), header_.magic.begin());
  header_.stride = 1;
  canvas.changed = &changed_;
}

std::uint32_t Tracer::now() const {
  return static_cast<std::uint32_t>(calls_ / header_.stride) + 1;
}

Tracer::Look Tracer::look_at(const World& world, ItemId id) {
  const Canvas& canvas = world.canvas;
  const Item& item = canvas.items()[static_cast<std::size_t>(id)];
  Look look;
  if (!item.alive || item.kind == ItemKind::kUnseen) return look;
  ColorId color = item.color;
  look.width = item.width;
  look.z = item.z;
  bool painted = item.painted;
  if (item.kind == ItemKind::kLine) {
    if (painted) look.points = canvas.points(item);
    for (const Turtle* turtle : world.turtles) {
      const auto line = turtle->open_line();
      if (line.item != id || line.points.size() < 2) continue;
      painted = true;
      look.points = line.points;
      color = turtle->pen.color;
      look.width = turtle->pen.size.value;
    }
  } else if (painted && item.kind == ItemKind::kText) {
    look.text = &canvas.text(item);
  } else if (painted) {
    look.points = canvas.points(item);
  }
  const auto ink = canvas.colors.rgb(color);
  const auto outline =
      item.kind == ItemKind::kStamp ? canvas.colors.rgb(item.outline) : std::optional<Rgb>();
  if (!painted || (!ink && !outline)) return look;
  look.kind = kind_of(item.kind);
  look.flags = static_cast<std::uint8_t>((ink ? scene::kInk : 0) | (outline ? scene::kFillInk : 0));
  look.color = samples(ink);
  look.outline = samples(outline);
  return look;
}

TracePoint* Tracer::points_of(const TraceItem& item) const {
  return reinterpret_cast<TracePoint*>(payload_.data() + item.payload);
}

std::optional<std::uint64_t> Tracer::allocate(std::size_t bytes) {
  const std::size_t rounded = (bytes + 7) / 8 * 8;
  if (rounded > payload_.size() - header_.payload_bytes) return std::nullopt;
  const std::uint64_t start = header_.payload_bytes;
  header_.payload_bytes += rounded;
  return start;
}

Tracer::Sync Tracer::append_points(TraceItem& item, std::span<const Vec2> points) {
  const std::size_t count = item.count + points.size();
  if (count > item.room) {
    const bool is_last = item.payload + item.room * sizeof(TracePoint) == header_.payload_bytes;
    const std::size_t more =
        is_last ? count - item.room : std::max(count, std::size_t{2} * item.room);
    const auto place = allocate(more * sizeof(TracePoint));
    if (!place) return Sync::kFull;
    if (!is_last) {
      std::copy_n(points_of(item), item.count,
                  reinterpret_cast<TracePoint*>(payload_.data() + *place));
      item.payload = *place;
    }
    item.room = static_cast<std::uint32_t>(is_last ? count : more);
  }
  TracePoint* out = points_of(item) + item.count;
  for (const Vec2& p : points) *out++ = {p.x, p.y, now()};
  item.count = static_cast<std::uint32_t>(count);
  return Sync::kChanged;
}

Tracer::Sync Tracer::begin(ItemId id, const Look& look) {
  if (header_.items == items_.size()) return Sync::kFull;
  TraceItem& item = items_[header_.items];
  item = {};
  item.z = look.z;
  item.width = look.width;
  item.number = static_cast<std::uint32_t>(id);
  item.born = now();
  item.died = scene::kStillThere;
  item.kind = look.kind;
  item.flags = look.flags;
  item.color = look.color;
  item.outline = look.outline;
  item.payload = header_.payload_bytes;
  if (look.text != nullptr) {
    const std::size_t size = TextBytes::size_of(*look.text);
    const auto place = allocate(size);
    if (!place) return Sync::kFull;
    item.count = item.room = static_cast<std::uint32_t>(size);
    TextBytes(payload_.subspan(*place, size)).write(*look.text);
  } else if (append_points(item, look.points) == Sync::kFull) {
    return Sync::kFull;
  }
  current_[static_cast<std::size_t>(id)] = ++header_.items;
  return Sync::kChanged;
}

void Tracer::end(ItemId id) {
  std::uint32_t& place = current_[static_cast<std::size_t>(id)];
  if (place == 0) return;
  items_[place - 1].died = now();
  place = 0;
}

/// Whether the look is the noted one, perhaps with points behind it.
bool Tracer::begins_like(const TraceItem& item, const Look& look) const {
  if (!look.is_like(item)) return false;
  if (look.text != nullptr) return true;  // a text never changes
  if (item.count > look.points.size()) return false;
  const TracePoint* noted = points_of(item);
  for (std::size_t i = 0; i < item.count; ++i) {
    if (!same(noted[i].x, look.points[i].x) || !same(noted[i].y, look.points[i].y)) return false;
  }
  return item.count == look.points.size() || item.kind == kTraceLine;
}

Tracer::Sync Tracer::sync(const World& world, ItemId id) {
  if (id <= 0 || id >= world.canvas.next_id()) return Sync::kSame;
  if (static_cast<std::size_t>(id) >= current_.size()) return Sync::kFull;
  const Look look = look_at(world, id);
  const std::uint32_t place = current_[static_cast<std::size_t>(id)];
  if (look.kind == 0) {
    end(id);
    return place == 0 ? Sync::kSame : Sync::kChanged;
  }
  if (place != 0 && begins_like(items_[place - 1], look)) {
    TraceItem& item = items_[place - 1];
    if (look.text != nullptr || item.count == look.points.size()) return Sync::kSame;
    return append_points(item, look.points.subspan(item.count));
  }
  end(id);
  return begin(id, look);
}

Tracer::Sync Tracer::sync_all(World& world, Turtle* turtle) {
  Sync all = Sync::kSame;
  const auto add = [&](ItemId id) {
    if (all == Sync::kFull) return;
    const Sync one = sync(world, id);
    if (one != Sync::kSame) all = one;
  };
  if (changed_.too_many) {
    for (ItemId id = 1; id < world.canvas.next_id(); ++id) add(id);
    return all;
  }
  for (std::size_t i = 0; i < changed_.count; ++i) add(changed_.numbers[i]);
  if (turtle != nullptr) add(turtle->open_line().item);
  return all;
}

TraceEvent Tracer::describe(const World& world, Turtle* turtle) {
  TraceEvent event{};
  event.heading_x = 1;
  const auto& colors = world.canvas.colors;
  event.background = samples(colors.rgb(world.canvas.background).value_or(Rgb{255, 255, 255}));
  if (turtle == nullptr) {
    event.turtle = last_turtle_;
    if (header_.events > 0) {
      const auto background = event.background;
      event = events_[header_.events - 1];
      event.background = background;
    }
    return event;
  }
  if (turtle->traced_as == 0) turtle->traced_as = ++turtles_;
  event.turtle = last_turtle_ = turtle->traced_as - 1;
  const auto ink = colors.rgb(turtle->pen.color);
  const auto fill = colors.rgb(turtle->pen.fill);
  event.flags = static_cast<std::uint8_t>((turtle->is_down() ? scene::kPenDown : 0) |
                                          (turtle->filling ? scene::kFilling : 0) |
                                          (turtle->pen.shown.truthy() ? scene::kVisible : 0) |
                                          (ink ? scene::kInk : 0) | (fill ? scene::kFillInk : 0));
  event.color = samples(ink);
  event.fill = samples(fill);
  event.width = turtle->pen.size.value;
  event.x = turtle->position.x.value;
  event.y = turtle->position.y.value;
  event.heading_x = turtle->heading.x;
  event.heading_y = turtle->heading.y;
  return event;
}

/// Compared by a hash of its bytes (FNV-1a); the place in the source is not known yet.
bool Tracer::is_new_state(TraceEvent event) {
  event.background = {};
  std::uint64_t hash = 0xcbf29ce484222325U;
  const auto* bytes = reinterpret_cast<const unsigned char*>(&event);
  for (std::size_t i = 0; i < sizeof event; ++i) hash = (hash ^ bytes[i]) * 0x100000001b3U;
  if (event.turtle >= kTurtles) return true;
  const bool is_new = states_[event.turtle] != hash;
  states_[event.turtle] = hash;
  return is_new;
}

void Tracer::note(World& world, Turtle* turtle) {
  if (header_.fault != scene::TraceFault::kNone) return;
  if (turtle != nullptr && turtle->screen() == nullptr) return;  // it only navigates
  if (world.turtles.size() > kMaxTurtles) {
    header_.fault = scene::TraceFault::kTooLarge;
    return;
  }
  if (now() > scene::kMaxTraceEvents) thin_out();
  Sync all = sync_all(world, turtle);
  for (int tries = 0; all == Sync::kFull && tries < kMaxThinnings && now() > 1; ++tries) {
    thin_out();
    all = sync_all(world, turtle) == Sync::kFull ? Sync::kFull : Sync::kChanged;
  }
  changed_.count = 0;
  changed_.too_many = false;
  if (all == Sync::kFull) {
    header_.fault = scene::TraceFault::kTooLarge;
    return;
  }
  TraceEvent event = describe(world, turtle);
  const bool sheet_changed =
      turtle == nullptr &&
      event.background != (header_.events > 0 ? events_[header_.events - 1].background
                                              : samples(Rgb{255, 255, 255}));
  const bool moved = turtle != nullptr && is_new_state(event);
  if (all == Sync::kSame && !moved && !sheet_changed) return;
  const SourcePlace place = find_place_();
  event.line = place.line;
  event.column = place.column;
  event.length = place.length;
  events_[now() - 1] = event;
  header_.events = std::max(header_.events, now());
  ++calls_;
}

void Tracer::thin_out() {
  reshaping_ = true;
  const std::uint32_t count = header_.events;
  for (std::uint32_t i = 0; 2 * i < count; ++i) {
    events_[i] = events_[std::min(2 * i + 1, count - 1)];
  }
  header_.events = (count + 1) / 2;
  thin_out_items();
  compact_payload();
  header_.stride *= 2;
  reshaping_ = false;
}

void Tracer::thin_out_items() {
  std::uint32_t kept = 0;
  for (std::uint32_t i = 0; i < header_.items; ++i) {
    TraceItem item = items_[i];
    item.born = halved(item.born);
    item.died = halved(item.died);
    if (item.died <= item.born) continue;
    if (item.kind != kTraceText) {
      TracePoint* points = points_of(item);
      for (std::uint32_t p = 0; p < item.count; ++p) {
        points[p].born = halved(static_cast<std::uint32_t>(points[p].born));
      }
    }
    items_[kept++] = item;
  }
  header_.items = kept;
}

/// Moves what is still used to the front, in the order in which it lies there.
void Tracer::compact_payload() {
  std::sort(items_.begin(), items_.begin() + header_.items,
            [](const TraceItem& a, const TraceItem& b) { return a.payload < b.payload; });
  std::uint64_t used = 0;
  for (std::uint32_t i = 0; i < header_.items; ++i) {
    TraceItem& item = items_[i];
    const std::size_t unit = item.kind == kTraceText ? 1 : sizeof(TracePoint);
    const std::size_t bytes = (item.count * unit + 7) / 8 * 8;
    std::memmove(payload_.data() + used, payload_.data() + item.payload, bytes);
    item.payload = used;
    item.room = item.count;
    used += bytes;
    if (item.died == scene::kStillThere) current_[item.number] = i + 1;
  }
  header_.payload_bytes = used;
}

std::size_t Tracer::finish(World& world) {
  if (reshaping_) header_.fault = scene::TraceFault::kInterrupted;
  if (header_.fault == scene::TraceFault::kNone) {
    changed_.too_many = true;
    note(world, nullptr);
  }
  if (header_.fault != scene::TraceFault::kNone) {
    header_.events = header_.items = 0;
    header_.payload_bytes = 0;
    return sizeof(TraceHeader);
  }
  const ScreenState view = world.view ? *world.view : ScreenState{};
  header_.x_scale = view.x_scale;
  header_.y_scale = view.y_scale;
  header_.center_x = view.center.x;
  header_.center_y = view.center.y;
  auto* end = reinterpret_cast<std::byte*>(&header_ + 1);
  const auto append = [&end](const void* data, std::size_t bytes) {
    std::memmove(end, data, bytes);
    end += bytes;
  };
  append(events_.data(), header_.events * sizeof(TraceEvent));
  append(items_.data(), header_.items * sizeof(TraceItem));
  append(payload_.data(), header_.payload_bytes);
  return static_cast<std::size_t>(end - reinterpret_cast<std::byte*>(&header_));
}

}  // namespace papert::lang::turtle
