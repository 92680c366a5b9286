// The JSON of a reconstruction: entities by id, in the order of a timeline. Every sketch that the
// timeline names is checked whole (a curve whose point is missing is an error even if no profile
// uses it), but only profiles that are extruded are read. Files come with large parts nobody needs
// here; ids are found through maps, because objects keep their members in a list.

#include <fmt/format.h>

#include <array>
#include <map>
#include <set>
#include <string>

#include "lang/cad/call_text.h"
#include "lang/cad/reconstruction.h"
#include "lang/cad/reconstruction_parts.h"

namespace papert::lang::cad {
namespace {

using detail::quote;

/// A member that must be an object or, for `array`, a list.
Result<const Json*> member(const Json& json, const char* key, bool array,
                           const std::string& where) {
  if (!json.is_object() || !json.contains(key) ||
      !(array ? json[key].is_array() : json[key].is_object())) {
    return fail(ErrorCode::kBadData, fmt::format("no {} '{}'", array ? "list" : "object", key),
                where);
  }
  return &json[key];
}

std::map<std::string_view, const Json*> by_key(const Json& object) {
  std::map<std::string_view, const Json*> map;
  for (const auto& [key, value] : object.items()) map.emplace(key, &value);
  return map;
}

struct Sketch {
  Frame frame;
  std::map<std::string_view, const Json*> profiles;
};

/// Points that curves name must be there.
Result<void> check_points(const Json& json, const std::string& where) {
  if (!json.contains("curves") || !json.contains("points")) return {};
  if (!json["curves"].is_object() || !json["points"].is_object()) {
    return fail(ErrorCode::kBadData, "curves and points must be objects", where);
  }
  std::set<std::string_view> points;
  for (const auto& [id, value] : json["points"].items()) points.insert(id);
  constexpr std::array<const char*, 3> kEnds{"start_point", "end_point", "center_point"};
  for (const auto& [id, curve] : json["curves"].items()) {
    for (const char* end : kEnds) {
      if (!curve.is_object() || !curve.contains(end) || !curve[end].is_string()) continue;
      const auto& name = curve[end].get_ref<const std::string&>();
      if (points.contains(name)) continue;
      return fail(ErrorCode::kBadData,
                  fmt::format("the {} of curve {} is {}, which is not among the points", end,
                              quote(id), quote(name)),
                  where);
    }
  }
  return {};
}

Result<Sketch> read_sketch(const Json& json, const std::string& where) {
  TRY(check_points(json, where));
  const Json& transform = *TRY(member(json, "transform", false, where));
  Sketch sketch;
  const Point3 origin = TRY(detail::read_point3(transform, "origin", where));
  const Point3 x = TRY(detail::read_point3(transform, "x_axis", where));
  const Point3 y = TRY(detail::read_point3(transform, "y_axis", where));
  const Point3 z = TRY(detail::read_point3(transform, "z_axis", where));
  sketch.frame = {origin, x, y, z};
  sketch.profiles = by_key(*TRY(member(json, "profiles", false, where)));
  return sketch;
}

class Reader {
 public:
  explicit Reader(const ReconstructionLimits& limits) : limits_(limits) {}

  Result<Reconstruction> run(const Json& json) {
    const auto entities = by_key(*TRY(member(json, "entities", false, {})));
    // Fusion 360 calls the order of entities a timeline, DeepCAD a sequence.
    const char* order = json.contains("timeline") ? "timeline" : "sequence";
    if (!json.contains(order)) {
      return fail(ErrorCode::kBadData, "there is no list 'timeline' or 'sequence'");
    }
    const Json& timeline = *TRY(member(json, order, true, {}));
    if (timeline.size() > limits_.max_steps) {
      return fail(ErrorCode::kLimit, fmt::format("more than {} steps", limits_.max_steps));
    }
    for (std::size_t i = 0; i < timeline.size(); ++i) {
      const std::string place = fmt::format("{} {}", order, i);
      const std::string id = TRY(get_string(timeline[i], "entity", place));
      const auto entity = entities.find(id);
      if (entity == entities.end()) {
        return fail(ErrorCode::kBadData, "no entity " + quote(id), place);
      }
      TRY(step(id, *entity->second, fmt::format("{}, entity {}", place, quote(id))));
    }
    TRY(read_stated(json));
    return std::move(result_);
  }

 private:
  Result<void> step(const std::string& id, const Json& json, const std::string& where) {
    const std::string type = TRY(get_string(json, "type", where));
    if (type == "Sketch") {
      Sketch sketch = TRY(read_sketch(json, where));
      if (!sketches_.emplace(id, std::move(sketch)).second) {
        return fail(ErrorCode::kBadData, "the sketch is in the timeline twice", where);
      }
      return {};
    }
    if (type == "ExtrudeFeature") return extrude(json, where);
    return fail(ErrorCode::kBadData, quote(type) + " is not Sketch or ExtrudeFeature", where);
  }

  Result<void> extrude(const Json& json, const std::string& where) {
    Extrusion extrusion = TRY(detail::read_extrude(json, where));
    const Json& profiles = *TRY(member(json, "profiles", true, where));
    for (const Json& reference : profiles) {
      const std::string sketch_id = TRY(get_string(reference, "sketch", where));
      const std::string profile_id = TRY(get_string(reference, "profile", where));
      const auto sketch = sketches_.find(sketch_id);
      if (sketch == sketches_.end()) {
        return fail(ErrorCode::kBadData, "no sketch " + quote(sketch_id) + " before it", where);
      }
      const auto profile = sketch->second.profiles.find(profile_id);
      if (profile == sketch->second.profiles.end()) {
        return fail(ErrorCode::kBadData, "no profile " + quote(profile_id), where);
      }
      if (extrusion.profiles.empty()) extrusion.frame = sketch->second.frame;
      if (!(extrusion.frame == sketch->second.frame)) {
        return fail(ErrorCode::kBadData, "profiles of two planes in one extrusion", where);
      }
      extrusion.profiles.push_back(TRY(read_profile(*profile->second, where)));
    }
    if (extrusion.profiles.empty()) {
      return fail(ErrorCode::kBadData, "an extrusion without a profile", where);
    }
    result_.recipe.extrusions.push_back(std::move(extrusion));
    return {};
  }

  Result<Profile> read_profile(const Json& json, const std::string& where) {
    const Json& loops = *TRY(member(json, "loops", true, where));
    Profile profile;
    for (const Json& loop : loops) {
      Loop curves = TRY(read_loop(loop, where));
      if (!TRY(get_bool(loop, "is_outer", where))) {
        profile.holes.push_back(std::move(curves));
      } else if (profile.outer.empty()) {
        profile.outer = std::move(curves);
      } else {
        return fail(ErrorCode::kBadData, "a profile with two outer loops", where);
      }
    }
    if (profile.outer.empty()) {
      return fail(ErrorCode::kBadData, "a profile without an outer loop", where);
    }
    return profile;
  }

  Result<Loop> read_loop(const Json& json, const std::string& where) {
    Loop loop;
    for (const Json& curve : *TRY(member(json, "profile_curves", true, where))) {
      if (++curves_ > limits_.max_curves) {
        return fail(ErrorCode::kLimit, fmt::format("more than {} curves", limits_.max_curves),
                    where);
      }
      loop.push_back(TRY(detail::read_curve(curve, where)));
    }
    if (loop.empty()) return fail(ErrorCode::kBadData, "a loop without curves", where);
    return loop;
  }

  Result<void> read_stated(const Json& json) {
    if (result_.recipe.extrusions.empty()) {
      return fail(ErrorCode::kBadData, "a timeline without an extrusion");
    }
    if (!json.contains("properties") || !json["properties"].is_object()) return {};
    const Json& properties = json["properties"];
    const std::string where = "properties";
    const auto whole = [&](const char* key) -> Result<std::optional<std::size_t>> {
      const auto number = TRY(get_optional_int(properties, key, where));
      if (!number || *number < 0) return std::optional<std::size_t>();
      return std::optional<std::size_t>(static_cast<std::size_t>(*number));
    };
    result_.stated.volume = TRY(get_optional_number(properties, "volume", where));
    result_.stated.area = TRY(get_optional_number(properties, "area", where));
    result_.stated.faces = TRY(whole("face_count"));
    result_.stated.edges = TRY(whole("edge_count"));
    return {};
  }

  ReconstructionLimits limits_;
  Reconstruction result_;
  std::map<std::string, Sketch> sketches_;
  std::size_t curves_ = 0;
};

}  // namespace

Result<Reconstruction> parse_reconstruction_json(std::string_view text,
                                                 const ReconstructionLimits& limits) {
  if (text.size() > limits.max_bytes) {
    return fail(ErrorCode::kLimit, fmt::format("a file of more than {} bytes", limits.max_bytes));
  }
  const Json json = TRY(parse_json(text));
  return Reader(limits).run(json);
}

}  // namespace papert::lang::cad
