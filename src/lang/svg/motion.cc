#include "lang/svg/motion.h"

#include <array>
#include <cmath>

#include "lang/svg/affine.h"
#include "lang/svg/mover.h"
#include "lang/svg/numbers.h"

namespace papert::lang::svg {
namespace {

constexpr std::array<std::string_view, 24> kReasonNames{"no_view_box",
                                                        "root",
                                                        "bad_value",
                                                        "non_uniform_stroke",
                                                        "elliptic_gradient",
                                                        "bounding_box",
                                                        "text",
                                                        "image",
                                                        "foreign_object",
                                                        "mask",
                                                        "filter",
                                                        "pattern",
                                                        "marker",
                                                        "clip",
                                                        "style_sheet",
                                                        "css_geometry",
                                                        "path_length",
                                                        "script",
                                                        "animation",
                                                        "switch",
                                                        "namespace",
                                                        "reference",
                                                        "unknown_element",
                                                        "too_large"};

Affine map_of(const Motion& motion, scene::Point pivot) {
  return translation(pivot.x + motion.dx, pivot.y + motion.dy) * rotation(motion.angle_degrees) *
         translation(-pivot.x, -pivot.y);
}

scene::Point centre(const ViewBox& box) { return {box.x + box.width / 2, box.y + box.height / 2}; }

/// A pure shift leaves the numbers of the linear part alone, whatever the pivot.
Affine shift_or_map(const Motion& motion, scene::Point pivot) {
  return std::remainder(motion.angle_degrees, 360) == 0 ? translation(motion.dx, motion.dy)
                                                        : map_of(motion, pivot);
}

}  // namespace

std::string_view name_of(RefusalReason reason) {
  static_assert(kReasonNames.size() == static_cast<std::size_t>(RefusalReason::kTooLarge) + 1);
  return kReasonNames[static_cast<std::size_t>(reason)];
}

tl::expected<Document, Refusal> move(const Document& document, const Motion& motion) {
  const Result<ViewBox> box = view_box(document);
  if (!box) {
    return tl::unexpected<Refusal>({RefusalReason::kNoViewBox, box.error().message});
  }
  try {
    return Mover(document, shift_or_map(motion, motion.pivot.value_or(centre(*box))), *box).run();
  } catch (const Refused& refused) {
    return tl::unexpected<Refusal>(refused.refusal);
  }
}

Result<Document> with_group_transform(const Document& document, const Motion& motion) {
  scene::Point pivot = motion.pivot.value_or(scene::Point{});
  if (!motion.pivot) pivot = centre(TRY(view_box(document)));
  const Affine map = shift_or_map(motion, pivot);
  std::string text = "matrix(";
  for (const double value : {map.a, map.b, map.c, map.d, map.e, map.f}) {
    text += (text.back() == '(' ? "" : " ") + format_exactly(value);
  }
  Document wrapped = document;
  Node group{.name = "g", .attributes = {{"transform", text + ")"}}};
  group.children = std::move(wrapped.root.children);
  wrapped.root.children.clear();
  wrapped.root.children.push_back(std::move(group));
  return wrapped;
}

Motion draw_motion(MotionKind kind, const ViewBox& box, Random& random) {
  constexpr double kLeast = 0.005;
  constexpr double kMost = 0.01;
  constexpr double kLeastDegrees = 1;
  constexpr double kMostDegrees = 5;
  const auto draw = [&](double least, double most) {
    const double size = random.uniform(least, most);
    return random.random() < 0.5 ? -size : size;
  };
  Motion motion;
  motion.dx = draw(kLeast, kMost) * box.width;
  motion.dy = draw(kLeast, kMost) * box.height;
  if (kind == MotionKind::kRigid) motion.angle_degrees = draw(kLeastDegrees, kMostDegrees);
  return motion;
}

}  // namespace papert::lang::svg
