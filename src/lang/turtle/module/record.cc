#include "lang/turtle/module/record.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string_view>
#include <vector>

namespace papert::lang::turtle {

namespace {

static_assert(std::endian::native == std::endian::little, "numbers are copied as they are");

constexpr std::string_view kMagic = "PAPSCN01";
constexpr std::size_t kCountOffset = kMagic.size();
constexpr std::size_t kLongestFontName = 255;
constexpr std::size_t kMappedTogether = 64U << 10U;

enum class Kind : std::uint8_t { kStroke = 1, kFill, kDot, kStamp, kText };

class Writer {
 public:
  Writer(std::span<std::byte> out, const RecordLimits& limits, const ScreenState* view)
      : out_(out), limits_(limits), view_(view == nullptr ? ScreenState{} : *view) {}

  void bytes(const void* data, std::size_t size) {
    if (size > out_.size() - used_) {
      fail(SerialiseStatus::kNoRoom);
      return;
    }
    while (used_ + size > mapped_) map_more();
    std::memcpy(out_.data() + used_, data, size);
    used_ += size;
  }

  template <class T>
  void number(T value) {
    bytes(&value, sizeof value);
  }

  void real(double value) {
    if (!std::isfinite(value)) {
      fail(SerialiseStatus::kNotFinite);
    } else if (std::abs(value) > limits_.max_coordinate) {
      fail(SerialiseStatus::kTooFar);
    }
    number(value);
  }

  void point(Vec2 p) {
    real(p.x * view_.x_scale - view_.center.x);
    real(p.y * view_.y_scale - view_.center.y);
  }

  void points(std::span<const Vec2> all) {
    vertices_ += all.size();
    if (vertices_ > limits_.max_vertices) fail(SerialiseStatus::kRecordLimit);
    number(static_cast<std::uint32_t>(all.size()));
    for (const Vec2& p : all) {
      if (status_ != SerialiseStatus::kOk) return;
      point(p);
    }
  }

  void color(Rgb c) {
    for (const std::uint8_t sample : {c.r, c.g, c.b}) number(sample);
  }

  void head(Kind kind, Rgb c) {
    if (++items_ > limits_.max_items) fail(SerialiseStatus::kRecordLimit);
    number(static_cast<std::uint8_t>(kind));
    color(c);
  }

  /// Cut at a character's boundary.
  void name(std::string_view text) {
    std::size_t size = std::min(text.size(), kLongestFontName);
    while (size < text.size() && size > 0 &&
           (static_cast<unsigned char>(text[size]) & 0xc0) == 0x80) {
      --size;
    }
    number(static_cast<std::uint16_t>(size));
    bytes(text.data(), size);
  }

  void header(Rgb background) {
    bytes(kMagic.data(), kMagic.size());
    number(std::uint32_t{0});
    color(background);
    number(std::uint8_t{0});
  }

  SerialiseStatus finish(std::size_t& used) {
    if (status_ != SerialiseStatus::kOk) return status_;
    const auto count = static_cast<std::uint32_t>(items_);
    std::memcpy(out_.data() + kCountOffset, &count, sizeof count);
    used = used_;
    return status_;
  }

  void fail(SerialiseStatus status) {
    if (status_ == SerialiseStatus::kOk) status_ = status;
  }
  [[nodiscard]] bool failed() const { return status_ != SerialiseStatus::kOk; }
  [[nodiscard]] const RecordLimits& limits() const { return limits_; }

 private:
  /// In shared memory the first read maps sixteen pages, up to a multiple of their size; the first
  /// write only one.
  void map_more() {
    const std::byte* next = out_.data() + mapped_;
    static_cast<void>(*static_cast<const volatile std::byte*>(next));
    mapped_ += kMappedTogether - reinterpret_cast<std::uintptr_t>(next) % kMappedTogether;
  }

  std::span<std::byte> out_;
  const RecordLimits& limits_;
  ScreenState view_;
  std::size_t used_ = 0;
  std::size_t mapped_ = 0;
  std::size_t items_ = 0;
  std::size_t vertices_ = 0;
  SerialiseStatus status_ = SerialiseStatus::kOk;
};

void write_line(Writer& out, const Canvas& canvas, const Item& item) {
  const auto color = canvas.colors.rgb(item.color);
  if (!color) return;
  const auto points = canvas.points(item);
  if (std::all_of(points.begin(), points.end(), [&](Vec2 p) { return p == points[0]; })) {
    out.head(Kind::kDot, *color);
    out.real(item.width);
    out.point(points[0]);
    return;
  }
  out.head(Kind::kStroke, *color);
  out.real(item.width);
  out.points(points);
}

void write_fill(Writer& out, const Canvas& canvas, const Item& item) {
  const auto color = canvas.colors.rgb(item.color);
  if (!color) return;
  out.head(Kind::kFill, *color);
  out.points(canvas.points(item));
}

void write_stamp(Writer& out, const Canvas& canvas, const Item& item) {
  const auto fill = canvas.colors.rgb(item.color);
  const auto outline = canvas.colors.rgb(item.outline);
  if (!fill && !outline) return;
  out.head(Kind::kStamp, fill.value_or(Rgb{}));
  out.number(std::uint8_t{fill.has_value()});
  out.number(std::uint8_t{outline.has_value()});
  out.color(outline.value_or(Rgb{}));
  out.real(item.width);
  out.points(canvas.points(item));
}

void write_text(Writer& out, const Canvas& canvas, const Item& item) {
  const auto color = canvas.colors.rgb(item.color);
  const TextItem& text = canvas.text(item);
  if (!color) return;
  if (text.text.size() > out.limits().max_text_bytes) {
    out.fail(SerialiseStatus::kRecordLimit);
    return;
  }
  out.head(Kind::kText, *color);
  out.point(text.position);
  out.real(text.size);
  out.number(static_cast<std::uint8_t>(text.align));
  out.name(text.family);
  out.name(text.style);
  out.number(static_cast<std::uint32_t>(text.text.size()));
  out.bytes(text.text.data(), text.text.size());
}

void write_item(Writer& out, const Canvas& canvas, const Item& item) {
  switch (item.kind) {
    case ItemKind::kUnseen:
      return;
    case ItemKind::kLine:
      return write_line(out, canvas, item);
    case ItemKind::kPolygon:
      return write_fill(out, canvas, item);
    case ItemKind::kStamp:
      return write_stamp(out, canvas, item);
    case ItemKind::kText:
      return write_text(out, canvas, item);
  }
}

}  // namespace

SerialiseStatus write_record(World& world, std::span<std::byte> out, std::size_t& used,
                             const RecordLimits& limits) {
  for (Turtle* turtle : world.turtles) turtle->flush();
  const Canvas& canvas = world.canvas;
  if (canvas.exhausted()) return SerialiseStatus::kRecordLimit;
  std::vector<const Item*> painted;
  for (const Item& item : canvas.items()) {
    if (item.alive && item.painted) painted.push_back(&item);
  }
  std::sort(painted.begin(), painted.end(),
            [](const Item* a, const Item* b) { return a->z < b->z; });
  Writer writer(out, limits, world.view.get());
  writer.header(canvas.colors.rgb(canvas.background).value_or(Rgb{255, 255, 255}));
  for (const Item* item : painted) {
    if (writer.failed()) break;
    write_item(writer, canvas, *item);
  }
  return writer.finish(used);
}

}  // namespace papert::lang::turtle
