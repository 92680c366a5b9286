// Everything is copied out of the bytes before it is looked at, and every number is checked before
// it is used. The points of all items together may not be more than the payload holds: a forged
// trace whose items share their points would otherwise grow a thousandfold.
#include "scene/trace.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <map>
#include <numbers>
#include <numeric>
#include <tuple>
#include <type_traits>
#include <utility>

#include "scene/trace_wire.h"
#include "scene/wire.h"

namespace papert::scene {
namespace {

constexpr std::uint8_t kLineKind = 1;
constexpr std::uint8_t kFillKind = 2;
constexpr std::uint8_t kStampKind = 4;
constexpr std::uint8_t kTextKind = 5;

tl::unexpected<Error> damaged(std::string what) {
  return fail(ErrorCode::kBadData, "the trace is damaged: " + std::move(what));
}

Color color_of(const std::array<std::uint8_t, 3>& rgb) { return {rgb[0], rgb[1], rgb[2]}; }

/// For what is shown, not drawn: a turtle may well be at infinity.
double tame(double value) {
  const double most = WireLimits{}.max_coordinate;
  return std::isnan(value) ? 0 : std::clamp(value, -most, most) + 0.0;
}

double degrees_of(double x, double y) {
  if (!std::isfinite(x) || !std::isfinite(y)) return 0;
  const double angle = std::atan2(y, x) * 180 / std::numbers::pi;
  const double rounded = std::round((angle < 0 ? angle + 360 : angle) * 1e10) / 1e10;
  return rounded >= 360 ? 0 : rounded + 0.0;
}

class TraceReader {
 public:
  explicit TraceReader(std::string_view bytes) : bytes_(bytes) {}

  Result<Replay> replay() {
    TRY(read_header());
    replay_.language = "turtle";
    replay_.cut = header_.stride > 1;
    for (std::uint32_t i = 0; i < header_.events; ++i) add_event(i);
    std::vector<TraceItem> items;
    for (std::uint32_t i = 0; i < header_.items; ++i) {
      const auto item = at<TraceItem>(items_at() + i * sizeof(TraceItem));
      if (item.died > item.born) items.push_back(item);  // others were never to be seen
    }
    std::stable_sort(items.begin(), items.end(),
                     [](const TraceItem& a, const TraceItem& b) { return a.z < b.z; });
    for (const TraceItem& item : items) TRY(add_item(item));
    TRY(check_painting());
    return std::move(replay_);
  }

 private:
  template <class T>
  T at(std::size_t offset) const {
    static_assert(std::is_trivially_copyable_v<T>);
    T value;
    std::memcpy(&value, bytes_.data() + offset, sizeof value);
    return value;
  }

  [[nodiscard]] std::size_t items_at() const {
    return sizeof(TraceHeader) + header_.events * sizeof(TraceEvent);
  }
  [[nodiscard]] std::size_t payload_at() const {
    return items_at() + header_.items * sizeof(TraceItem);
  }

  Result<void> read_header() {
    if (bytes_.size() < sizeof(TraceHeader)) return damaged("it is cut off");
    header_ = at<TraceHeader>(0);
    if (std::string_view(header_.magic.data(), header_.magic.size()) != kTraceMagic) {
      return damaged("it does not begin with " + std::string(kTraceMagic));
    }
    if (header_.fault == TraceFault::kTooLarge) {
      return fail(ErrorCode::kLimit, "the drawing is too large to be replayed");
    }
    if (header_.fault != TraceFault::kNone) {
      return fail(ErrorCode::kLimit, "the program was ended in the middle of a note");
    }
    if (header_.events > kMaxTraceEvents || header_.items > kMaxTraceItems ||
        header_.payload_bytes > kMaxTracePayload || header_.stride == 0) {
      return damaged("it holds more than a trace can");
    }
    if (payload_at() + header_.payload_bytes != bytes_.size()) {
      return damaged("its length is not what it says");
    }
    for (const double value :
         {header_.x_scale, header_.y_scale, header_.center_x, header_.center_y}) {
      if (!std::isfinite(value)) return damaged("its view is not finite");
    }
    points_left_ = header_.payload_bytes / sizeof(TracePoint);
    text_left_ = header_.payload_bytes;
    return {};
  }

  void add_event(std::uint32_t index) {
    const auto event = at<TraceEvent>(sizeof(TraceHeader) + index * sizeof(TraceEvent));
    const auto has = [&](TraceFlag flag) { return (event.flags & flag) != 0; };
    ReplayPen pen{event.turtle, has(kPenDown), has(kFilling), has(kVisible), {}, {}, 1};
    if (has(kInk)) pen.color = color_of(event.color);
    if (has(kFillInk)) pen.fill = color_of(event.fill);
    pen.width = tame(event.width);
    const auto key = std::make_tuple(event.turtle, event.flags, event.color, event.fill, pen.width);
    const auto [entry, is_new] = pens_.emplace(key, static_cast<int>(replay_.pens.size()));
    if (is_new) replay_.pens.push_back(pen);
    const Point place = seen({event.x, event.y});
    replay_.steps.push_back({event.line,
                             event.column,
                             event.length,
                             {tame(place.x), tame(place.y)},
                             degrees_of(event.heading_x, event.heading_y),
                             entry->second});
    const Color sheet = color_of(event.background);
    const Color before =
        replay_.backgrounds.empty() ? Color{255, 255, 255} : replay_.backgrounds.back().second;
    if (sheet != before) replay_.backgrounds.emplace_back(index + 1, sheet);
  }

  [[nodiscard]] Point seen(Point p) const {
    return {p.x * header_.x_scale - header_.center_x, p.y * header_.y_scale - header_.center_y};
  }

  static Result<void> check(double value) {
    if (!std::isfinite(value) || std::abs(value) > WireLimits{}.max_coordinate) {
      return fail(ErrorCode::kLimit, "a step of the drawing is out of range");
    }
    return {};
  }

  Result<void> add_item(const TraceItem& raw) {
    ReplayItem item;
    item.born = raw.born;
    item.died = raw.died == kStillThere ? kNeverDies : raw.died;
    if (raw.born < 1 || raw.born > header_.events ||
        (raw.died != kStillThere && raw.died > header_.events)) {
      return damaged("an item lives outside the steps");
    }
    TRY(check(raw.width));
    if (raw.kind == kTextKind) {
      item.what = TRY(text(raw));
    } else {
      TRY(add_points(raw, item));
    }
    replay_.items.push_back(std::move(item));
    return {};
  }

  Result<void> add_points(const TraceItem& raw, ReplayItem& item) {
    if (raw.count > points_left_ || raw.payload % alignof(TracePoint) != 0 ||
        raw.payload > header_.payload_bytes ||
        raw.count > (header_.payload_bytes - raw.payload) / sizeof(TracePoint)) {
      return damaged("an item has more points than there are");
    }
    points_left_ -= raw.count;
    std::vector<Point> points(raw.count);
    std::vector<std::uint32_t> grows(raw.count);
    for (std::uint32_t i = 0; i < raw.count; ++i) {
      const auto point = at<TracePoint>(payload_at() + raw.payload + i * sizeof(TracePoint));
      points[i] = seen({point.x, point.y});
      TRY(check(points[i].x));
      TRY(check(points[i].y));
      const std::uint64_t least = i < 2 ? raw.born : grows[i - 1];
      if (point.born < least || point.born > header_.events || (i < 2 && point.born != raw.born)) {
        return damaged("a point is older than its line");
      }
      grows[i] = static_cast<std::uint32_t>(point.born);
    }
    const bool inked = (raw.flags & kInk) != 0;
    const bool outlined = (raw.flags & kFillInk) != 0;
    if (raw.kind == kLineKind && raw.count >= 2) {
      item.what = Stroke{std::move(points), raw.width, color_of(raw.color)};
      item.grows = std::move(grows);
    } else if (raw.kind == kFillKind && raw.count >= 3) {
      item.what = Fill{std::move(points), color_of(raw.color)};
    } else if (raw.kind == kStampKind) {
      Stamp stamp{std::move(points), {}, {}, raw.width};
      if (inked) stamp.fill = color_of(raw.color);
      if (outlined) stamp.outline = color_of(raw.outline);
      item.what = std::move(stamp);
    } else {
      return damaged("an item is none");
    }
    return {};
  }

  /// Its payload is what follows the colour in the record of a drawing: read as one.
  Result<Text> text(const TraceItem& raw) {
    if (raw.count > text_left_ || raw.payload > header_.payload_bytes ||
        raw.count > header_.payload_bytes - raw.payload) {
      return damaged("a text is longer than there is");
    }
    text_left_ -= raw.count;
    std::string record = "PAPSCN01";
    record += {1, 0, 0, 0, 0, 0, 0, 0};
    record += static_cast<char>(kTextKind);
    for (const std::uint8_t sample : raw.color) record += static_cast<char>(sample);
    record += bytes_.substr(payload_at() + raw.payload, raw.count);
    Scene scene = TRY(decode(record));
    auto* found = scene.items.empty() ? nullptr : std::get_if<Text>(&scene.items.front());
    if (found == nullptr) return damaged("a text is none");
    found->position = seen(found->position);
    TRY(check(found->position.x));
    TRY(check(found->position.y));
    return std::move(*found);
  }

  /// No step takes longer to paint than all items that ever were.
  Result<void> check_painting() {
    Scene everything;
    for (const ReplayItem& item : replay_.items) {
      std::visit(
          [&](const auto& what) {
            if constexpr (!std::is_same_v<std::decay_t<decltype(what)>, ReplayPicture>) {
              everything.items.emplace_back(what);
            }
          },
          item.what);
    }
    return check_painting_rows(everything, {});
  }

  using PenKey = std::tuple<std::uint32_t, std::uint8_t, std::array<std::uint8_t, 3>,
                            std::array<std::uint8_t, 3>, double>;

  std::string_view bytes_;
  TraceHeader header_{};
  Replay replay_;
  std::map<PenKey, int> pens_;
  std::uint64_t points_left_ = 0;
  std::uint64_t text_left_ = 0;
};

}  // namespace

Result<Replay> read_trace(std::string_view bytes) { return TraceReader(bytes).replay(); }

}  // namespace papert::scene
