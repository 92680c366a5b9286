// The short text form:
//
//     LOOP Line(start_point=(0,0,0), end_point=(4,0,0)) ... Circle((2,1,0), 0.5, (0,0,1))
//     ExtrudeFeature(operation=NewBodyFeatureOperation, start_extent=ProfilePlaneStartDefinition,
//                    extent_type=OneSideFeatureExtentType, extent_one=1.5)
//
// A call becomes the JSON value of the same name: arguments without a name take the names of the
// JSON form in their order there. What the form leaves out cannot be known: sketch planes (all is
// drawn on xy) and the angles of elliptical arcs (refused).

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "lang/cad/call_text.h"
#include "lang/cad/reconstruction.h"
#include "lang/cad/reconstruction_parts.h"

namespace papert::lang::cad {
namespace {

using detail::Call;
using detail::quote;
using detail::Value;

/// The names of a call's arguments in order; the first is the call's own name.
constexpr std::array<std::array<const char*, 9>, 7> kCalls{{
    {"Line", "start_point", "end_point"},
    {"Arc", "start_point", "end_point", "center_point", "radius", "normal", "start_angle",
     "end_angle", "reference_vector"},
    {"Circle", "center_point", "radius", "normal"},
    {"NurbsCurve", "degree", "knots", "rational", "control_points", "weights", "periodic"},
    {"Ellipse", "major_axis", "major_axis_radius", "minor_axis_radius", "center_point", "normal"},
    {"EllipticalArc", "major_axis", "major_axis_radius", "minor_axis_radius", "center_point",
     "normal"},
    {"ExtrudeFeature", "operation", "start_extent", "extent_type", "extent_one", "extent_two"},
}};

Json to_json(const Value& value) {
  if (!value.is_list) {
    if (const auto whole = detail::to_whole(value.text)) return *whole;
    if (const auto number = detail::to_number(value.text)) return *number;
    const std::string word = detail::plain_word(value.text);
    if (word == "true" || word == "false") return word == "true";
    if (word == "none" || word == "null") return nullptr;
    return value.text;
  }
  const bool named =
      std::ranges::any_of(value.items, [](const Value& v) { return !v.name.empty(); });
  Json json = named ? Json::object() : Json::array();
  for (const Value& item : value.items) {
    if (!named) {
      json.push_back(to_json(item));
    } else if (!item.name.empty()) {
      json[item.name] = to_json(item);
    }
  }
  // OffsetStartDefinition(0.5): the word before the brackets is the type, a single value its
  // number.
  if (!value.text.empty() && !named) {
    Json typed{{"type", value.text}};
    if (json.size() == 1) typed["offset"] = typed["distance"] = json[0];
    if (json.size() <= 1) return typed;
  } else if (!value.text.empty() && !json.contains("type")) {
    json["type"] = value.text;
  }
  return json;
}

Result<Json> to_json(const Call& call) {
  const auto names = std::ranges::find_if(
      kCalls, [&](const auto& entry) { return std::string_view(entry[0]) == call.name; });
  if (names == kCalls.end()) {
    return fail(ErrorCode::kBadData, quote(call.name) + " is not a known command", call.where());
  }
  Json json{{"type", call.name}};
  for (std::size_t i = 0; i < call.arguments.size(); ++i) {
    const Value& value = call.arguments[i];
    if (value.name.empty() && (i + 1 == names->size() || (*names)[i + 1] == nullptr)) {
      return fail(ErrorCode::kBadData, fmt::format("{} has too many fields", quote(call.name)),
                  call.where());
    }
    json[value.name.empty() ? (*names)[i + 1] : value.name] = to_json(value);
  }
  return json;
}

struct Box {
  double low_x = std::numeric_limits<double>::max();
  double low_y = std::numeric_limits<double>::max();
  double high_x = std::numeric_limits<double>::lowest();
  double high_y = std::numeric_limits<double>::lowest();

  void add(const Point& p, double reach = 0) {
    low_x = std::min(low_x, p.x - reach);
    low_y = std::min(low_y, p.y - reach);
    high_x = std::max(high_x, p.x + reach);
    high_y = std::max(high_y, p.y + reach);
  }
  void operator()(const LineCurve& c) {
    add(c.start);
    add(c.end);
  }
  void operator()(const ArcCurve& c) {
    add(c.start);
    add(c.middle);
    add(c.end);
  }
  void operator()(const CircleCurve& c) { add(c.center, std::abs(c.radius)); }
  void operator()(const EllipseCurve& c) { add(c.center, std::abs(c.major_radius)); }
  void operator()(const NurbsCurve& c) {
    for (const Point& pole : c.poles) add(pole);
  }

  [[nodiscard]] double area() const { return (high_x - low_x) * (high_y - low_y); }
  [[nodiscard]] bool holds(const Box& other) const {
    return low_x <= other.low_x && low_y <= other.low_y && high_x >= other.high_x &&
           high_y >= other.high_y;
  }
};

/// Larger loops first; a loop inside the box of a profile is its hole, any other a profile.
std::vector<Profile> to_profiles(std::vector<Loop> loops) {
  std::vector<std::pair<Box, std::size_t>> boxes;  // with the loop's number
  for (std::size_t i = 0; i < loops.size(); ++i) {
    Box box;
    for (const Curve& curve : loops[i]) std::visit(box, curve);
    boxes.emplace_back(box, i);
  }
  std::ranges::sort(boxes, [](const auto& a, const auto& b) {
    const double more = a.first.area() - b.first.area();
    return more != 0 ? more > 0 : a.second < b.second;
  });
  std::vector<Profile> profiles;
  std::vector<Box> outer;
  for (const auto& [box, number] : boxes) {
    const auto owner =
        std::ranges::find_if(outer, [&, b = box](const Box& other) { return other.holds(b); });
    if (owner == outer.end()) {
      outer.push_back(box);
      profiles.push_back({std::move(loops[number]), {}});
    } else {
      profiles[static_cast<std::size_t>(owner - outer.begin())].holes.push_back(
          std::move(loops[number]));
    }
  }
  return profiles;
}

}  // namespace

Result<Reconstruction> parse_reconstruction_text(std::string_view text,
                                                 const ReconstructionLimits& limits) {
  if (text.size() > limits.max_bytes) {
    return fail(ErrorCode::kLimit, fmt::format("a text of more than {} bytes", limits.max_bytes));
  }
  Reconstruction result;
  std::vector<Loop> loops;
  detail::CallReader reader(text);
  while (const auto call = TRY(reader.next())) {
    if (call->number > limits.max_steps) {
      return fail(ErrorCode::kLimit, fmt::format("more than {} commands", limits.max_steps));
    }
    if (!loops.empty() && loops.back().empty() &&
        (call->name == "LOOP" || call->name == "ExtrudeFeature")) {
      return fail(ErrorCode::kBadData, "a loop without curves", call->where());
    }
    if (call->name == "LOOP") {
      loops.emplace_back();
      continue;
    }
    const Json json = TRY(to_json(*call));
    if (loops.empty()) {
      return fail(ErrorCode::kBadData, quote(call->name) + " without LOOP before it",
                  call->where());
    }
    if (call->name != "ExtrudeFeature") {
      loops.back().push_back(TRY(detail::read_curve(json, call->where())));
      continue;
    }
    Extrusion extrusion = TRY(detail::read_extrude(json, call->where()));
    extrusion.profiles = to_profiles(std::move(loops));
    loops.clear();
    result.recipe.extrusions.push_back(std::move(extrusion));
  }
  if (!loops.empty()) return fail(ErrorCode::kBadData, "a profile that is never extruded");
  if (result.recipe.extrusions.empty()) {
    return fail(ErrorCode::kBadData, "a program without an extrusion");
  }
  return result;
}

}  // namespace papert::lang::cad
