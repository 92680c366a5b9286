#include "mint/svg/moved.h"

#include <fmt/format.h>

#include <charconv>

#include "base/random.h"
#include "base/sha256.h"
#include "lang/svg/fit_motion.h"
#include "lang/svg/tree_distance.h"
#include "mint/svg/image.h"
#include "mint/svg/parts.h"

namespace papert::mint::svg {
namespace {

/// Whether the copy's picture is the original's after the motion, pixel by pixel.
std::optional<bool> looks_moved(const lang::svg::Document& original,
                                const lang::svg::Document& copy, const lang::svg::Motion& motion) {
  const auto moved = lang::svg::with_group_transform(original, motion);
  if (!moved) return std::nullopt;
  const auto should = svg_image(*moved, kPictureSize);
  const auto is = svg_image(copy, kPictureSize);
  if (!should || !is) return std::nullopt;
  return share_off(*is, *should) <= kOffShare;
}

}  // namespace

Result<MovedProgram> moved_program(std::string_view program, const lang::svg::Motion& motion) {
  const lang::svg::Document document = TRY(lang::svg::parse(program));
  const auto moved = lang::svg::move(document, motion);
  if (!moved) {
    return fail(ErrorCode::kBadData, fmt::format("{}: {}", lang::svg::name_of(moved.error().reason),
                                                 moved.error().text));
  }
  const raster::Image is = TRY(svg_image(*moved, kPictureSize));
  const lang::svg::Document plain = TRY(lang::svg::with_group_transform(document, motion));
  const raster::Image should = TRY(svg_image(plain, kPictureSize));
  if (const double off = share_off(is, should); off > kOffShare) {
    return fail(ErrorCode::kBadData,
                fmt::format("wrong_picture: {:.2f} % of the pixels are off", 100 * off));
  }
  const lang::svg::ViewBox box = TRY(lang::svg::view_box(document));
  MovedProgram result{lang::svg::to_text(*moved), motion, std::nullopt};
  if (!result.motion.pivot) {
    result.motion.pivot = scene::Point{box.x + box.width / 2, box.y + box.height / 2};
  }
  if (const auto distance = lang::svg::tree_distance(document, *moved)) {
    result.distance = static_cast<std::int64_t>(*distance);
  }
  return result;
}

Result<std::vector<lang::svg::Motion>> motions_of(std::string_view program,
                                                  lang::svg::MotionKind kind, std::int64_t seed,
                                                  std::size_t count) {
  const lang::svg::ViewBox box = TRY(lang::svg::view_box(TRY(lang::svg::parse(program))));
  const std::string hash =
      sha256_hex(fmt::format("{}\n{}\n{}", seed, static_cast<int>(kind), program));
  std::uint64_t start = 0;
  std::from_chars(hash.data(), hash.data() + 15, start, 16);
  Random random(static_cast<std::int64_t>(start));
  std::vector<lang::svg::Motion> motions;
  motions.reserve(count);
  for (std::size_t i = 0; i < count; ++i)
    motions.push_back(lang::svg::draw_motion(kind, box, random));
  return motions;
}

std::optional<bool> is_moved_copy(std::string_view original, std::string_view copy) {
  const auto before = lang::svg::parse(original);
  const auto after = lang::svg::parse(copy);
  if (!before || !after) return std::nullopt;
  const auto fit = lang::svg::fit_motion(*before, *after);
  if (!fit) return std::nullopt;
  return fit->whole ? true : looks_moved(*before, *after, fit->motion);
}

}  // namespace papert::mint::svg
