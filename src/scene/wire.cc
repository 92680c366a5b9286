#include "scene/wire.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <utility>

#include "base/text.h"
#include "scene/canonical.h"

namespace papert::scene {
namespace {

constexpr std::string_view kMagic = "PAPSCN01";
constexpr std::size_t kSmallestItem = 8;  // a fill's kind, colour and count
constexpr std::array<std::string_view, 3> kAligns{"left", "center", "right"};

enum class Kind : std::uint8_t { kStroke = 1, kFill, kDot, kStamp, kText };

class Writer {
 public:
  explicit Writer(std::string& out) : out_(out) {}

  template <class Unsigned>
  void number(Unsigned value) {
    for (std::size_t i = 0; i < sizeof(Unsigned); ++i) {
      out_.push_back(static_cast<char>(static_cast<std::uint64_t>(value) >> (8 * i) & 0xff));
    }
  }

  void real(double value) { number(std::bit_cast<std::uint64_t>(value)); }

  void color(Color color) {
    for (const std::uint8_t sample : {color.r, color.g, color.b}) number(sample);
  }

  void head(Kind kind, Color c) {
    number(static_cast<std::uint8_t>(kind));
    color(c);
  }

  void points(const std::vector<Point>& points) {
    number(static_cast<std::uint32_t>(points.size()));
    for (const Point& point : points) {
      real(point.x);
      real(point.y);
    }
  }

  template <class Length>
  void string(std::string_view text) {
    text = text.substr(0, std::size_t{static_cast<Length>(~Length{0})});
    number(static_cast<Length>(text.size()));
    out_.append(text);
  }

  void operator()(const Stroke& stroke) {
    head(Kind::kStroke, stroke.color);
    real(stroke.width);
    points(stroke.points);
  }

  void operator()(const Fill& fill) {
    head(Kind::kFill, fill.color);
    points(fill.points);
  }

  void operator()(const Dot& dot) {
    head(Kind::kDot, dot.color);
    for (const double value : {dot.diameter, dot.center.x, dot.center.y}) real(value);
  }

  void operator()(const Stamp& stamp) {
    head(Kind::kStamp, stamp.fill.value_or(Color{}));
    number(std::uint8_t{stamp.fill.has_value()});
    number(std::uint8_t{stamp.outline.has_value()});
    color(stamp.outline.value_or(Color{}));
    real(stamp.outline_width);
    points(stamp.points);
  }

  void operator()(const Text& text) {
    head(Kind::kText, text.color);
    for (const double value : {text.position.x, text.position.y, text.font_size}) real(value);
    // Beyond the end, for an unknown alignment, wraps around to left.
    const auto align = std::find(kAligns.begin(), kAligns.end(), text.align) - kAligns.begin();
    number(static_cast<std::uint8_t>(align % std::ssize(kAligns)));
    string<std::uint16_t>(text.font_family);
    string<std::uint16_t>(text.font_style);
    string<std::uint32_t>(text.text);
  }

 private:
  std::string& out_;
};

class Reader {
 public:
  Reader(std::string_view bytes, const WireLimits& limits) : rest_(bytes), limits_(limits) {}

  Result<Scene> scene() {
    if (!rest_.starts_with(kMagic)) {
      return fail(ErrorCode::kBadData, "not a drawing record: it does not begin with PAPSCN01");
    }
    rest_.remove_prefix(kMagic.size());
    Scene scene;
    const std::size_t count = TRY(number<std::uint32_t>());
    scene.background = TRY(color());
    if (TRY(number<std::uint8_t>()) != 0) {
      return fail(ErrorCode::kBadData, "the last byte of the header is not 0");
    }
    TRY(within(count, limits_.max_items, "items"));
    if (count > rest_.size() / kSmallestItem) return cut_off();
    scene.items.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
      Result<Item> next = item();
      if (!next) {
        next.error().where = "item " + std::to_string(i);
        return fail(std::move(next.error()));
      }
      scene.items.push_back(std::move(*next));
    }
    if (!rest_.empty()) {
      return fail(ErrorCode::kBadData, std::to_string(rest_.size()) + " bytes after the last item");
    }
    TRY(check_painting_rows(scene, limits_));
    return scene;
  }

 private:
  static tl::unexpected<Error> cut_off() {
    return fail(ErrorCode::kBadData, "the record is cut off");
  }

  static Result<void> within(std::size_t count, std::size_t limit, std::string_view what) {
    if (count <= limit) return {};
    return fail(ErrorCode::kLimit, std::to_string(count) + " " + std::string(what) + ", at most " +
                                       std::to_string(limit) + " are accepted");
  }

  template <class Unsigned>
  Result<Unsigned> number() {
    if (rest_.size() < sizeof(Unsigned)) return cut_off();
    return take<Unsigned>();
  }

  /// The caller has made sure of the bytes.
  template <class Unsigned>
  Unsigned take() {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < sizeof(Unsigned); ++i) {
      value |= std::uint64_t{static_cast<std::uint8_t>(rest_[i])} << (8 * i);
    }
    rest_.remove_prefix(sizeof(Unsigned));
    return static_cast<Unsigned>(value);
  }

  Result<double> checked(double value) const {
    if (std::isnan(value)) return fail(ErrorCode::kBadData, "a coordinate or size is not a number");
    if (std::isinf(value)) return fail(ErrorCode::kBadData, "a coordinate or size is infinite");
    if (std::abs(value) > limits_.max_coordinate) {
      return fail(ErrorCode::kLimit, "a coordinate or size is out of range");
    }
    return value;
  }

  Result<double> real() { return checked(std::bit_cast<double>(TRY(number<std::uint64_t>()))); }

  Result<Point> point() {
    const double x = TRY(real());
    const double y = TRY(real());
    return Point{x, y};
  }

  Result<Color> color() {
    if (rest_.size() < 3) return cut_off();
    const auto r = take<std::uint8_t>();
    const auto g = take<std::uint8_t>();
    const auto b = take<std::uint8_t>();
    return Color{r, g, b};
  }

  Result<bool> flag() {
    const auto value = TRY(number<std::uint8_t>());
    if (value > 1) return fail(ErrorCode::kBadData, "a flag is neither 0 nor 1");
    return value == 1;
  }

  Result<std::vector<Point>> points(std::size_t least) {
    const std::size_t count = TRY(number<std::uint32_t>());
    vertices_ += count;
    TRY(within(vertices_, limits_.max_vertices, "vertices"));
    if (count < least) {
      return fail(ErrorCode::kBadData, "has " + std::to_string(count) + " points, at least " +
                                           std::to_string(least) + " are needed");
    }
    if (count > rest_.size() / (2 * sizeof(double))) return cut_off();
    std::vector<Point> points(count);
    for (Point& point : points) {
      point.x = TRY(checked(std::bit_cast<double>(take<std::uint64_t>())));
      point.y = TRY(checked(std::bit_cast<double>(take<std::uint64_t>())));
    }
    return points;
  }

  template <class Length>
  Result<std::string> string() {
    const std::size_t length = TRY(number<Length>());
    TRY(within(length, limits_.max_text_bytes, "bytes of text"));
    if (length > rest_.size()) return cut_off();
    std::string text(rest_.substr(0, length));
    if (!is_valid_utf8(text)) return fail(ErrorCode::kBadData, "a string is not UTF-8");
    rest_.remove_prefix(length);
    return text;
  }

  Result<Item> item() {
    const auto kind = TRY(number<std::uint8_t>());
    const Color c = TRY(color());
    switch (static_cast<Kind>(kind)) {
      case Kind::kStroke:
        return stroke(c);
      case Kind::kFill:
        return fill(c);
      case Kind::kDot:
        return dot(c);
      case Kind::kStamp:
        return stamp(c);
      case Kind::kText:
        return text(c);
    }
    return fail(ErrorCode::kBadData, "has the unknown kind " + std::to_string(kind));
  }

  Result<Item> fill(Color c) {
    std::vector<Point> all = TRY(points(3));
    return Fill{std::move(all), c};
  }

  Result<Item> stroke(Color c) {
    const double width = TRY(real());
    std::vector<Point> all = TRY(points(2));
    return Stroke{std::move(all), width, c};
  }

  Result<Item> dot(Color c) {
    const double diameter = TRY(real());
    const Point center = TRY(point());
    return Dot{center, diameter, c};
  }

  Result<Item> stamp(Color c) {
    Stamp stamp;
    if (TRY(flag())) stamp.fill = c;
    const bool has_outline = TRY(flag());
    const Color outline = TRY(color());
    if (has_outline) stamp.outline = outline;
    stamp.outline_width = TRY(real());
    stamp.points = TRY(points(0));
    return stamp;
  }

  Result<Item> text(Color c) {
    Text text;
    text.color = c;
    text.position = TRY(point());
    text.font_size = TRY(real());
    const auto align = TRY(number<std::uint8_t>());
    if (align >= kAligns.size()) {
      return fail(ErrorCode::kBadData, "has the unknown alignment " + std::to_string(align));
    }
    text.align = kAligns[align];
    text.font_family = TRY(string<std::uint16_t>());
    text.font_style = TRY(string<std::uint16_t>());
    text.text = TRY(string<std::uint32_t>());
    return text;
  }

  std::string_view rest_;
  const WireLimits& limits_;
  std::size_t vertices_ = 0;
};

std::string in_millions(double value) {
  return std::to_string(static_cast<std::int64_t>(std::ceil(value / 1e6))) + " million";
}

}  // namespace

Result<void> check_painting_rows(const Scene& scene, const WireLimits& limits) {
  const double rows = painting_rows(scene);
  if (rows <= limits.max_painting_rows) return {};
  return fail(ErrorCode::kLimit, "too much to paint: its parts cross " + in_millions(rows) +
                                     " rows of pixels, at most " +
                                     in_millions(limits.max_painting_rows) + " are accepted");
}

void encode(const Scene& scene, std::string& out) {
  Writer writer(out);
  out.append(kMagic);
  writer.number(static_cast<std::uint32_t>(scene.items.size()));
  writer.color(scene.background);
  writer.number(std::uint8_t{0});
  for (const Item& item : scene.items) std::visit(writer, item);
}

Result<Scene> decode(std::string_view bytes, const WireLimits& limits) {
  return Reader(bytes, limits).scene();
}

}  // namespace papert::scene
