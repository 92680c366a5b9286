// Rigid motions of SVG programs: the picture turns and shifts, and every coordinate in the text is
// rewritten for it. The result has no transform attribute at all (nested ones are flattened on the
// way), so nothing in it tells that it was moved.
//
//     const auto moved = svg::move(document, {.angle_degrees = 3, .dx = 4});
//     if (!moved) log(moved.error().text);           // why this program cannot be expressed so
//     svg::to_text(*moved);
//     svg::to_text(svg::with_group_transform(document, motion));   // the picture it must equal
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "base/random.h"
#include "base/result.h"
#include "lang/svg/document.h"
#include "scene/scene.h"

namespace papert::lang::svg {

/// First the turn, then the shift. Angles turn from the x axis towards the y axis: clockwise on the
/// screen, as in SVG.
struct Motion {
  double angle_degrees = 0;
  double dx = 0;  // in units of the viewBox
  double dy = 0;
  std::optional<scene::Point> pivot;  // of the turn; the centre of the viewBox unless given
};

/// Why a program cannot be rewritten. Nothing is ever rewritten wrongly instead.
enum class RefusalReason {
  kNoViewBox,         // the picture's frame would move with it
  kRoot,              // a transform, clip, mask or filter on the root element itself
  kBadValue,          // a number, unit, path, list or transform that cannot be read
  kNonUniformStroke,  // a stroke under a stretch: its width would differ by direction
  kEllipticGradient,  // a radial gradient under a stretch
  kBoundingBox,       // bounding-box units of a group, or of something without area
  kText,
  kImage,
  kForeignObject,
  kMask,
  kFilter,
  kPattern,
  kMarker,
  kClip,         // a clip path that is not a simple reference
  kStyleSheet,   // more than rules for single classes
  kCssGeometry,  // coordinates or transforms in CSS
  kPathLength,   // dashes measured in a length of the author's own
  kScript,
  kAnimation,
  kSwitch,
  kNamespace,  // SVG elements under a prefix, or a foreign default namespace
  kReference,  // a use element that points outside, or at itself
  kUnknownElement,
  kTooLarge,  // beyond kMaxMovedElements or kMaxMovedCommands after use elements are copied in
};

/// The reason as a word for tables: "no_view_box", "root", ...
[[nodiscard]] std::string_view name_of(RefusalReason reason);

struct Refusal {
  RefusalReason reason = RefusalReason::kBadValue;
  std::string text;  // names the element and the offending text
};

inline constexpr std::size_t kMaxMovedElements = 50'000;
inline constexpr std::size_t kMaxMovedCommands = 1'000'000;

/// Rewrites a program. The order of elements and attributes, comments and white space stay, and so
/// do the shapes where they can: rectangles that turn become polygons or paths, ellipses paths;
/// path commands become absolute, H and V become L; use, symbol and nested svg elements become
/// groups with copies; shapes without area and definitions of shapes are left out.
///
/// Numbers are rounded to a millionth of the viewBox (four decimals for one of 512 units).
[[nodiscard]] tl::expected<Document, Refusal> move(const Document& document, const Motion& motion);

/// The same motion written the plain way: the root's children in one group with a transform.
/// The errors of view_box, if the pivot is not given.
[[nodiscard]] Result<Document> with_group_transform(const Document& document, const Motion& motion);

enum class MotionKind {
  kTranslation,  // T: each axis by 0.5 to 1 % of the viewBox, the range of the published set
  kRigid,        // SE(2): such a shift after a turn by 1 to 5 degrees about the centre
};

/// Draws a small motion. Directions are equally likely; the draws taken are the same for both
/// kinds' shifts, a turn is drawn after them.
[[nodiscard]] Motion draw_motion(MotionKind kind, const ViewBox& box, Random& random);

}  // namespace papert::lang::svg
