#include "score/shape_losses.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <optional>
#include <span>
#include <tuple>
#include <variant>

#include "raster/bitmap.h"
#include "raster/render.h"
#include "score/assignment.h"

namespace papert::score {
namespace {

constexpr std::int64_t kWhole = 1'000'000;  // a full overlap
constexpr std::int64_t kLeastOverlap = kWhole / 10;
constexpr std::int64_t kSameKind = kWhole / 2;
constexpr std::size_t kMaxPairs = 16'000'000;
constexpr std::size_t kMaxPartners = 1'000'000;
constexpr std::size_t kMaxSteps = 64'000'000;

/// As its language has it: centre, extent, stroke.
struct Shape {
  bool round = false;
  std::array<int, 4> parameters{};
  scene::Box box;

  [[nodiscard]] bool hollow() const { return parameters[3] > 0; }
  [[nodiscard]] auto key() const { return std::tie(round, parameters); }
};

Shape shape_of(const scene::PixelItem& item) {
  Shape shape;
  shape.round = std::holds_alternative<scene::Ellipse>(item);
  const int stroke = std::visit([](const auto& each) { return each.outline; }, item);
  shape.box = std::visit([](const auto& each) { return each.bounds; }, item);
  const int width = shape.box.x1 - shape.box.x0 + 1;
  const int extent = shape.round ? width / 2 : width;
  const int half = shape.round ? extent : extent / 2;
  shape.parameters = {shape.box.x0 + half, shape.box.y0 + half, extent, stroke};
  return shape;
}

std::vector<Shape> shapes_of(const scene::PixelScene& scene) {
  std::vector<Shape> shapes;
  shapes.reserve(scene.items.size());
  for (const scene::PixelItem& item : scene.items) shapes.push_back(shape_of(item));
  return shapes;
}

std::int64_t area(const scene::Box& box) {
  if (box.x1 < box.x0 || box.y1 < box.y0) return 0;
  return std::int64_t{box.x1 - box.x0 + 1} * (box.y1 - box.y0 + 1);
}

std::int64_t overlap_of(const scene::Box& a, const scene::Box& b) {
  const std::int64_t both = area(
      {std::max(a.x0, b.x0), std::max(a.y0, b.y0), std::min(a.x1, b.x1), std::min(a.y1, b.y1)});
  const std::int64_t either = area(a) + area(b) - both;
  return either == 0 ? 0 : both * kWhole / either;
}

/// 0 where the two do not go together.
std::int64_t weight_of(const Shape& a, const Shape& b) {
  const bool same_form = a.round == b.round;
  const bool same_ink = a.hollow() == b.hollow();
  if (!same_form && !same_ink) return 0;
  const std::int64_t overlap = overlap_of(a.box, b.box);
  if (overlap < kLeastOverlap) return 0;
  return overlap + (same_form && same_ink ? kSameKind : 0);
}

struct Candidate {
  std::size_t answer = 0;
  std::int64_t weight = 0;
};

/// The heaviest partners of a shape, at most `most`.
std::vector<Candidate> candidates_of(const Shape& shape, const std::vector<Shape>& answer,
                                     const std::vector<std::size_t>& open, std::size_t most) {
  std::vector<Candidate> found;
  for (const std::size_t each : open) {
    if (const auto weight = weight_of(shape, answer[each]); weight > 0) {
      found.push_back({each, weight});
    }
  }
  const auto heavier = [](const Candidate& a, const Candidate& b) {
    return a.weight != b.weight ? a.weight > b.weight : a.answer < b.answer;
  };
  const auto kept = static_cast<std::ptrdiff_t>(std::min(most, found.size()));
  std::partial_sort(found.begin(), found.begin() + kept, found.end(), heavier);
  found.resize(static_cast<std::size_t>(kept));
  return found;
}

using Partners = std::vector<std::optional<std::size_t>>;

/// Pairs equal shapes, and lists what is left of the answer.
std::vector<std::size_t> pair_equals(const std::vector<Shape>& reference,
                                     const std::vector<Shape>& answer, Partners& partners) {
  using Key = decltype(std::declval<const Shape&>().key());
  std::map<Key, std::vector<std::size_t>> wanted;  // last first
  for (std::size_t i = reference.size(); i-- > 0;) wanted[reference[i].key()].push_back(i);
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < answer.size(); ++i) {
    const auto found = wanted.find(answer[i].key());
    if (found == wanted.end() || found->second.empty()) {
      open.push_back(i);
      continue;
    }
    partners[found->second.back()] = i;
    found->second.pop_back();
  }
  return open;
}

/// Each row in turn takes the heaviest candidate that is free.
void assign_greedily(const std::vector<std::size_t>& rows,
                     const std::vector<std::vector<Candidate>>& candidates, std::size_t answers,
                     Partners& partners) {
  std::vector<bool> taken(answers, false);
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const auto free = std::ranges::find_if(
        candidates[r], [&](const Candidate& each) { return !taken[each.answer]; });
    if (free == candidates[r].end()) continue;
    taken[free->answer] = true;
    partners[rows[r]] = free->answer;
  }
}

void assign_best(const std::vector<std::size_t>& rows,
                 const std::vector<std::vector<Candidate>>& candidates,
                 const std::vector<std::size_t>& columns, Partners& partners) {
  std::vector<std::int64_t> weights(rows.size() * columns.size(), 0);
  for (std::size_t r = 0; r < rows.size(); ++r) {
    for (const Candidate& each : candidates[r]) {
      const auto column = std::ranges::lower_bound(columns, each.answer) - columns.begin();
      weights[r * columns.size() + static_cast<std::size_t>(column)] = each.weight;
    }
  }
  const auto found = best_assignment(rows.size(), columns.size(), weights);
  for (std::size_t r = 0; r < rows.size(); ++r) {
    if (found[r]) partners[rows[r]] = columns[*found[r]];
  }
}

/// The shapes of the answer that some row could get, each once, in order.
std::vector<std::size_t> columns_of(const std::vector<std::vector<Candidate>>& candidates) {
  std::vector<std::size_t> columns;
  for (const auto& list : candidates) {
    for (const Candidate& each : list) columns.push_back(each.answer);
  }
  std::ranges::sort(columns);
  columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
  return columns;
}

Partners partners_of(const std::vector<Shape>& reference, const std::vector<Shape>& answer) {
  Partners partners(reference.size());
  std::vector<std::size_t> open = pair_equals(reference, answer, partners);
  std::vector<std::size_t> rows;
  for (std::size_t i = 0; i < reference.size(); ++i) {
    if (!partners[i]) rows.push_back(i);
  }
  if (rows.empty()) return partners;
  open.resize(std::min(open.size(), kMaxPairs / rows.size()));
  std::vector<std::vector<Candidate>> candidates;
  const std::size_t most = std::min(rows.size(), kMaxPartners / rows.size() + 1);
  candidates.reserve(rows.size());
  for (const std::size_t row : rows) {
    candidates.push_back(candidates_of(reference[row], answer, open, most));
  }
  const std::vector<std::size_t> columns = columns_of(candidates);
  if ((rows.size() + columns.size()) <= kMaxSteps / rows.size() / rows.size()) {
    assign_best(rows, candidates, columns, partners);
  } else {
    assign_greedily(rows, candidates, answer.size(), partners);
  }
  return partners;
}

int largest_error(const Shape& a, const Shape& b) {
  int largest = 0;
  for (std::size_t i = 0; i < a.parameters.size(); ++i) {
    largest = std::max(largest, std::abs(a.parameters[i] - b.parameters[i]));
  }
  return largest;
}

/// What of each shape of a scene can be seen.
class Visibility {
 public:
  explicit Visibility(const scene::PixelScene& scene)
      : alone_(scene.width, scene.height), shared_(scene.width, scene.height) {
    for (const scene::PixelItem& item : scene.items) {
      const scene::PixelScene one{scene.width, scene.height, {item}};
      const raster::Bitmap mask = raster::render(one);
      const raster::Rows rows = raster::painted_rows(one);
      for (int y = rows.top; y < rows.bottom; ++y) add(mask.row(y), alone_.row(y), shared_.row(y));
    }
  }

  [[nodiscard]] double share_of(scene::PixelItem item) const {
    const raster::Bitmap mask = raster::render({alone_.width(), alone_.height(), {item}});
    const std::int64_t seen = raster::overlap(mask, alone_).both;
    // All of it, in a picture of its own; an outline may reach a pixel beyond its box.
    const int margin = std::visit([](const auto& each) { return each.outline; }, item);
    scene::Box& box = std::visit([](auto& each) -> scene::Box& { return each.bounds; }, item);
    const int right = box.x1 - box.x0 + margin;
    const int bottom = box.y1 - box.y0 + margin;
    box = {margin, margin, right, bottom};
    const std::int64_t all =
        raster::render({right + margin + 1, bottom + margin + 1, {item}}).count();
    return all == 0 ? 0 : static_cast<double>(seen) / static_cast<double>(all);
  }

 private:
  static void add(std::span<const std::uint64_t> mask, std::span<std::uint64_t> alone,
                  std::span<std::uint64_t> shared) {
    for (std::size_t w = 0; w < mask.size(); ++w) {
      shared[w] |= alone[w] & mask[w];
      alone[w] = (alone[w] | mask[w]) & ~shared[w];
    }
  }

  raster::Bitmap alone_;   // painted by one shape
  raster::Bitmap shared_;  // by several
};

ReferenceShape fate_of(const Shape& shape, const Shape& partner) {
  ReferenceShape found;
  if (shape.round != partner.round) {
    found.fate = ShapeFate::kCircleSquare;
  } else if (shape.hollow() != partner.hollow()) {
    found.fate = ShapeFate::kHollowFilled;
  } else {
    found.largest_error = largest_error(shape, partner);
    found.fate = found.largest_error == 0 ? ShapeFate::kMatched : ShapeFate::kParametersOff;
  }
  return found;
}

}  // namespace

ShapeLosses shape_losses(const scene::PixelScene& reference, const scene::PixelScene& answer) {
  const std::vector<Shape> wanted = shapes_of(reference);
  const std::vector<Shape> given = shapes_of(answer);
  const Partners partners = partners_of(wanted, given);
  ShapeLosses losses;
  losses.extra = given.size();
  std::optional<Visibility> visibility;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    ReferenceShape shape;
    if (partners[i]) {
      shape = fate_of(wanted[i], given[*partners[i]]);
      --losses.extra;
    } else {
      if (!visibility) visibility.emplace(reference);
      shape.visible = visibility->share_of(reference.items[i]);
    }
    losses.reference.push_back(shape);
  }
  return losses;
}

LossCounts count_losses(const ShapeLosses& losses) {
  LossCounts counts;
  counts.extra = static_cast<double>(losses.extra);
  for (const ReferenceShape& shape : losses.reference) {
    switch (shape.fate) {
      case ShapeFate::kMatched:
        ++counts.matched;
        break;
      case ShapeFate::kParametersOff:
        ++counts.parameters_off;
        counts.largest_error = std::max(counts.largest_error, shape.largest_error);
        break;
      case ShapeFate::kMissed:
        ++(shape.visible < kHiddenBelow ? counts.missed_hidden : counts.missed_visible);
        counts.visible_sum += shape.visible;
        break;
      case ShapeFate::kHollowFilled:
        ++counts.hollow_filled;
        break;
      case ShapeFate::kCircleSquare:
        ++counts.circle_square;
        break;
    }
  }
  return counts;
}

}  // namespace papert::score
