#include "suite/shapecode/v2_losses.h"

#include <algorithm>
#include <cstdlib>
#include <tuple>
#include <vector>

#include "lang/shapes/v2_parse.h"
#include "raster/color_plane.h"

namespace papert::suite::shapecode {
namespace {

using lang::shapes::v2::Program;
using lang::shapes::v2::Shape;

constexpr double kLeastOverlap = 0.1;

std::int64_t area(const scene::Box& box) {
  return std::int64_t{std::max(0, box.x1 - box.x0 + 1)} * std::max(0, box.y1 - box.y0 + 1);
}

double box_iou(const Shape& a, const Shape& b) {
  const scene::Box one = lang::shapes::v2::bounds(a);
  const scene::Box two = lang::shapes::v2::bounds(b);
  const std::int64_t both = area({std::max(one.x0, two.x0), std::max(one.y0, two.y0),
                                  std::min(one.x1, two.x1), std::min(one.y1, two.y1)});
  return static_cast<double>(both) / static_cast<double>(area(one) + area(two) - both);
}

bool is_filled(const Shape& shape) {
  const auto stroke = lang::shapes::v2::place_of(shape.kind, "stroke");
  return stroke && shape.values[*stroke] == 0;
}

/// The largest difference of two numbers of shapes of one kind; a turn may go either way.
int largest_error(const Shape& a, const Shape& b) {
  int largest = 0;
  const auto parameters = lang::shapes::v2::kind_info(a.kind).parameters;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    int error = std::abs(a.values[i] - b.values[i]);
    const bool turns = parameters[i].name == "rotate" || parameters[i].name == "start";
    if (turns) error = std::min(error, 360 - error);
    largest = std::max(largest, error);
  }
  for (std::size_t i = 0; i < std::min(a.points.size(), b.points.size()); ++i) {
    largest = std::max({largest, std::abs(a.points[i].x - b.points[i].x),
                        std::abs(a.points[i].y - b.points[i].y)});
  }
  return largest;
}

/// The share of a shape's pixels that are in the picture and under no later shape.
double visible_share(const Program& program, std::size_t index) {
  raster::Bitmap own(lang::shapes::kCanvasSize, lang::shapes::kCanvasSize);
  raster::Bitmap later = own;
  raster::cover(lang::shapes::v2::to_form(program.shapes[index]), own);
  for (std::size_t i = index + 1; i < program.shapes.size(); ++i) {
    raster::cover(lang::shapes::v2::to_form(program.shapes[i]), later);
  }
  const std::int64_t pixels = own.count();
  if (pixels == 0) return 0;
  const std::int64_t hidden = raster::overlap(own, later).both;
  return static_cast<double>(pixels - hidden) / static_cast<double>(pixels);
}

struct Pair {
  bool same_color = false;
  double iou = 0;
  std::size_t reference = 0;
  std::size_t answer = 0;

  [[nodiscard]] auto rank() const { return std::tuple(!same_color, -iou, reference, answer); }
};

/// For each shape of the reference its partner's place, or the number of the answer's shapes.
std::vector<std::size_t> partners_of(const Program& reference, const Program& answer) {
  std::vector<std::size_t> partner(reference.shapes.size(), answer.shapes.size());
  std::vector<bool> taken(answer.shapes.size(), false);
  for (std::size_t i = 0; i < reference.shapes.size(); ++i) {
    for (std::size_t j = 0; j < answer.shapes.size(); ++j) {
      if (taken[j] || reference.shapes[i] != answer.shapes[j]) continue;
      partner[i] = j;
      taken[j] = true;
      break;
    }
  }
  std::vector<Pair> pairs;
  for (std::size_t i = 0; i < reference.shapes.size(); ++i) {
    for (std::size_t j = 0; j < answer.shapes.size(); ++j) {
      const Shape& wanted = reference.shapes[i];
      const Shape& given = answer.shapes[j];
      const double iou = box_iou(wanted, given);
      if (iou >= kLeastOverlap) pairs.push_back({wanted.color == given.color, iou, i, j});
    }
  }
  std::ranges::sort(pairs, [](const Pair& a, const Pair& b) { return a.rank() < b.rank(); });
  for (const Pair& pair : pairs) {
    if (partner[pair.reference] < answer.shapes.size() || taken[pair.answer]) continue;
    partner[pair.reference] = pair.answer;
    taken[pair.answer] = true;
  }
  return partner;
}

void count_partner(const Shape& wanted, const Shape& given, score::LossCounts& counts) {
  if (wanted == given) {
    ++counts.matched;
  } else if (wanted.kind != given.kind) {
    ++counts.circle_square;
  } else if (is_filled(wanted) != is_filled(given)) {
    ++counts.hollow_filled;
  } else {
    ++counts.parameters_off;
    counts.largest_error = std::max(counts.largest_error, largest_error(wanted, given));
  }
}

}  // namespace

std::optional<ColorLosses> color_losses(std::string_view reference, std::string_view answer,
                                        bool right) {
  const auto wanted = lang::shapes::v2::parse(reference);
  if (!wanted) return std::nullopt;
  ColorLosses losses;
  losses.reference = static_cast<double>(wanted->shapes.size());
  if (right) {
    losses.counts.matched = losses.reference;
    return losses;
  }
  const auto given = lang::shapes::v2::parse(answer);
  if (!given) return std::nullopt;
  const std::vector<std::size_t> partner = partners_of(*wanted, *given);
  std::size_t used = 0;
  for (std::size_t i = 0; i < partner.size(); ++i) {
    if (partner[i] < given->shapes.size()) {
      count_partner(wanted->shapes[i], given->shapes[partner[i]], losses.counts);
      ++used;
      continue;
    }
    const double visible = visible_share(*wanted, i);
    ++(visible < score::kHiddenBelow ? losses.counts.missed_hidden : losses.counts.missed_visible);
    losses.counts.visible_sum += visible;
  }
  losses.counts.extra = static_cast<double>(given->shapes.size() - used);
  return losses;
}

}  // namespace papert::suite::shapecode
