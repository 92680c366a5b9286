// Theory. Every colour is taken for one shape, and each is fitted by itself (fit.h), with other
// colours as unknown. A fit that paints all that is visible may paint white, too: its bite. Without
// one, the shape is explained; with one, a clear() that holds the bite would explain it, and the
// smallest box that explains most shapes is tried, no box at all among them. In the end "A paints
// where B is seen" means that B comes later, and any order that agrees with all of these paints the
// picture. Where that fails, shapes are fitted again with the likeliest clear() as unknown, then
// piece by piece for colours that are several shapes.

#include "solve/colors/scene.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "base/union_find.h"
#include "solve/colors/starts.h"

namespace papert::solve::colors {
namespace {

using lang::shapes::v2::Program;

constexpr std::int64_t kSmallestPiece = 6;
constexpr std::int64_t kNearlyAllOfIt = 25;  // so many times the missing pixels
constexpr std::size_t kMostPieces = 6;
constexpr std::size_t kMostClears = 200;
constexpr std::size_t kClearsTried = 4;
constexpr std::size_t kClearsRefitted = 3;

void subtract(raster::Bitmap& from, const raster::Bitmap& what) {
  for (std::size_t i = 0; i < from.words().size(); ++i) from.words()[i] &= ~what.words()[i];
}
void join(raster::Bitmap& all, const raster::Bitmap& more) {
  for (std::size_t i = 0; i < all.words().size(); ++i) all.words()[i] |= more.words()[i];
}
raster::Bitmap shared(const raster::Bitmap& a, const raster::Bitmap& b) {
  raster::Bitmap both = a;
  for (std::size_t i = 0; i < both.words().size(); ++i) both.words()[i] &= b.words()[i];
  return both;
}

/// A guess that paints all that is visible of a part, or nearly so, and the white that it paints,
/// too: its bite, which only a clear() can explain.
struct Cover {
  Guess guess;
  raster::Bitmap painted;
  scene::Box box;  // of the bite; without its seams where some of the part is missing

  [[nodiscard]] bool explains(const scene::Box& clear) const;
};

/// A part of the picture that one shape explains.
struct Part {
  Color color = Color::kBlack;
  raster::Bitmap visible;
  std::vector<Cover> covers;  // simple kinds first
  Guess best;
};

bool is_empty(const scene::Box& box) { return box.x1 < box.x0; }

scene::Box box_of(const raster::Bitmap& pixels) {
  scene::Box box{kSize, kSize, -1, -1};
  for (int y = 0; y < kSize; ++y) {
    raster::each_run(pixels.row(y), [&](int begin, int end) {
      box = {std::min(box.x0, begin), std::min(box.y0, y), std::max(box.x1, end - 1),
             std::max(box.y1, y)};
    });
  }
  return box;
}

/// Of boxes of which none, one or both are empty.
scene::Box around(const scene::Box& a, const scene::Box& b) {
  return {std::min(a.x0, b.x0), std::min(a.y0, b.y0), std::max(a.x1, b.x1), std::max(a.y1, b.y1)};
}
bool holds(const scene::Box& outer, const scene::Box& inner) {
  return is_empty(inner) || (outer.x0 <= inner.x0 && outer.y0 <= inner.y0 && outer.x1 >= inner.x1 &&
                             outer.y1 >= inner.y1);
}
scene::Box grown(const scene::Box& box) {
  return is_empty(box) ? box : scene::Box{box.x0 - 1, box.y0 - 1, box.x1 + 1, box.y1 + 1};
}
std::int64_t area(const scene::Box& box) {
  return is_empty(box) ? 0 : std::int64_t{box.x1 - box.x0 + 1} * (box.y1 - box.y0 + 1);
}

bool Cover::explains(const scene::Box& clear) const {
  return guess.misfit.missing == 0 && holds(clear, box);
}

constexpr scene::Box kNoBox{kSize, kSize, -1, -1};

Shape clear_of(const scene::Box& box) {
  Shape clear;
  clear.kind = Kind::kClear;
  clear.color = Color::kWhite;
  clear.values = {box.x0, box.y0, box.x1 - box.x0 + 1, box.y1 - box.y0 + 1};
  return clear;
}

/// Pieces that hang together, over edges and corners, without specks.
std::vector<raster::Bitmap> pieces_of(const raster::Bitmap& pixels) {
  const auto index = [](int x, int y) { return static_cast<std::size_t>(y * kSize + x); };
  UnionFind sets(static_cast<std::size_t>(kSize) * kSize);
  const auto link = [&](int x, int y, int other_x, int other_y) {
    if (pixels.get(other_x, other_y)) sets.join(index(x, y), index(other_x, other_y));
  };
  for (int y = 0; y < kSize; ++y) {
    raster::each_run(pixels.row(y), [&](int begin, int end) {
      for (int x = begin; x < end; ++x) {
        link(x, y, x - 1, y);
        for (int dx = -1; dx <= 1; ++dx) link(x, y, x + dx, y - 1);
      }
    });
  }
  std::vector<std::size_t> roots;
  std::vector<raster::Bitmap> pieces;
  for (int y = 0; y < kSize; ++y) {
    raster::each_run(pixels.row(y), [&](int begin, int end) {
      for (int x = begin; x < end; ++x) {
        const std::size_t root = sets.root(index(x, y));
        const auto found = std::ranges::find(roots, root);
        const auto place = static_cast<std::size_t>(found - roots.begin());
        if (found == roots.end()) {
          roots.push_back(root);
          pieces.emplace_back(kSize, kSize);
        }
        pieces[place].set(x, y);
      }
    });
  }
  std::erase_if(pieces, [](const raster::Bitmap& piece) { return piece.count() < kSmallestPiece; });
  return pieces;
}

/// The best guess of every kind, simple kinds first. The others are tried only where no simple one
/// leaves nothing unexplained.
std::vector<Guess> fit(const Evidence& evidence) {
  struct Stage {
    void (*add)(const Evidence&, Fitter&);
    std::size_t starts;
    int shakes;
    bool simple;
  };
  constexpr Stage kStages[] = {{add_rectangles, 2, 0, true}, {add_circles, 3, 4, true},
                               {add_lines, 3, 4, true},      {add_hull, 1, 0, true},
                               {add_arcs, 3, 12, false},     {add_outlines, 5, 16, false},
                               {add_turned, 3, 4, false},    {add_curves, 6, 100, false}};
  std::vector<Guess> guesses;
  bool explained = false;
  for (const Stage& stage : kStages) {
    if (explained && !stage.simple) break;
    Fitter fitter(evidence);
    stage.add(evidence, fitter);
    for (const Guess& guess : fitter.best(stage.starts, stage.shakes)) {
      guesses.push_back(guess);
      explained = explained || guess.misfit.none();
    }
  }
  return guesses;
}

class Solver {
 public:
  explicit Solver(const raster::ColorPlane& picture)
      : picture_(picture), white_(raster::pixels_of(picture, 0)) {}

  Found solve() {
    for (std::size_t i = 1; i < lang::shapes::v2::kColors; ++i) {
      const raster::Bitmap pixels = raster::pixels_of(picture_, static_cast<std::uint8_t>(i));
      if (pixels.count() == 0) continue;
      parts_.push_back({static_cast<Color>(i), pixels, {}, {}});
      fit_part(parts_.back(), kNoBox);
    }
    if (try_clears()) return best_;
    // Again, now with a likely clear() in mind; then piece by piece.
    const std::vector<scene::Box> likeliest = clears();
    for (std::size_t i = 0; i < std::min(likeliest.size(), kClearsRefitted); ++i) {
      for (Part& part : parts_) {
        if (!is_explained(part, likeliest[i])) fit_part(part, likeliest[i]);
      }
      if (try_clears()) return best_;
    }
    take_apart(clears().front());
    try_clears();
    return best_;
  }

 private:
  void fit_part(Part& part, const scene::Box& clear) {
    raster::Bitmap same = raster::pixels_of(picture_, static_cast<std::uint8_t>(part.color));
    subtract(same, part.visible);
    raster::Bitmap forbidden = white_;
    if (!is_empty(clear)) subtract(forbidden, pixels_of(clear_of(clear)));
    const Evidence evidence(part.color, part.visible, std::move(forbidden), same);
    bool first = part.covers.empty();
    for (Guess& guess : fit(evidence)) {
      if (first || guess.misfit < part.best.misfit) part.best = guess;
      first = false;
      if (kNearlyAllOfIt * guess.misfit.missing > evidence.pixels()) continue;
      raster::Bitmap painted = pixels_of(guess.shape);
      const raster::Bitmap bite = shared(painted, white_);
      const bool whole = guess.misfit.missing == 0;
      const scene::Box box = whole ? box_of(bite) : grown(box_of(raster::erode3x3(bite)));
      part.covers.push_back({std::move(guess), std::move(painted), box});
    }
  }

  [[nodiscard]] static bool is_explained(const Part& part, const scene::Box& clear) {
    return std::ranges::any_of(part.covers,
                               [&](const Cover& cover) { return cover.explains(clear); });
  }

  /// Boxes that a clear() may have, no box among them: those that explain most parts first.
  [[nodiscard]] std::vector<scene::Box> clears() const {
    std::vector<scene::Box> boxes{kNoBox};
    for (const Part& part : parts_) {
      if (is_explained(part, kNoBox)) continue;
      const std::size_t before = boxes.size();
      for (const Cover& cover : part.covers) {
        for (std::size_t i = 0; i < before && boxes.size() < kMostClears; ++i) {
          boxes.push_back(around(boxes[i], cover.box));
        }
      }
    }
    const auto rank = [&](const scene::Box& box) {
      const auto explained =
          std::ranges::count_if(parts_, [&](const Part& part) { return is_explained(part, box); });
      return std::pair(-explained, area(box));
    };
    std::vector<std::pair<std::pair<std::ptrdiff_t, std::int64_t>, scene::Box>> ranked;
    for (const scene::Box& box : boxes) ranked.push_back({rank(box), box});
    std::ranges::stable_sort(ranked,
                             [](const auto& a, const auto& b) { return a.first < b.first; });
    boxes.clear();
    for (const auto& each : ranked) {
      if (std::ranges::find(boxes, each.second) == boxes.end()) boxes.push_back(each.second);
    }
    return boxes;
  }

  /// Whether one of the likeliest leads to the picture.
  bool try_clears() {
    const std::vector<scene::Box> boxes = clears();
    for (std::size_t i = 0; i < std::min(boxes.size(), kClearsTried); ++i) {
      for (const bool least_hidden : {false, true}) {
        note(in_order(boxes[i], least_hidden));
        if (best_.exact) return true;
      }
    }
    return false;
  }

  /// Parts that nothing explains become their pieces, if these can be explained.
  void take_apart(const scene::Box& clear) {
    std::vector<Part> parts;
    for (Part& part : parts_) {
      std::vector<raster::Bitmap> pieces;
      if (!is_explained(part, clear)) pieces = pieces_of(part.visible);
      if (pieces.size() < 2 || pieces.size() > kMostPieces) {
        parts.push_back(std::move(part));
        continue;
      }
      for (raster::Bitmap& piece : pieces) {
        parts.push_back({part.color, std::move(piece), {}, {}});
        fit_part(parts.back(), clear);
      }
    }
    parts_ = std::move(parts);
  }

  void note(Found found) {
    const raster::ColorPlane painted = raster::render(lang::shapes::v2::to_scene(found.program));
    std::int64_t wrong = 0;
    for (std::size_t i = 0; i < painted.places().size(); ++i) {
      wrong += painted.places()[i] != picture_.places()[i] ? 1 : 0;
    }
    found.exact = wrong == 0;
    if (wrong >= least_wrong_) return;
    least_wrong_ = wrong;
    best_ = std::move(found);
  }

  /// A shape, what it paints, and where it must be seen.
  struct Layer {
    Shape shape;
    raster::Bitmap painted;
    raster::Bitmap visible;
  };

  [[nodiscard]] Layer layer_of(const Part& part, const scene::Box& clear, bool least_hidden) const {
    const Cover* chosen = nullptr;
    for (const Cover& cover : part.covers) {
      if (!cover.explains(clear)) continue;
      const bool better = chosen == nullptr ||
                          (least_hidden && cover.guess.misfit.hidden < chosen->guess.misfit.hidden);
      if (better) chosen = &cover;
    }
    if (chosen != nullptr) return {chosen->guess.shape, chosen->painted, part.visible};
    return {part.best.shape, pixels_of(part.best.shape), part.visible};
  }

  /// An order in which nothing covers what is seen; where there is none, as near as it goes.
  [[nodiscard]] Found in_order(const scene::Box& clear, bool least_hidden) const {
    std::vector<Layer> layers;
    raster::Bitmap bites(kSize, kSize);
    for (const Part& part : parts_) {
      layers.push_back(layer_of(part, clear, least_hidden));
      join(bites, shared(layers.back().painted, white_));
    }
    if (!is_empty(clear)) {
      const Shape shape = clear_of(clear);
      raster::Bitmap painted = pixels_of(shape);
      layers.push_back({shape, painted, shared(bites, painted)});
    }
    // How many pixels of j are seen where i paints: j has to come after i.
    const std::size_t count = layers.size();
    std::vector<std::vector<std::int64_t>> seen(count, std::vector<std::int64_t>(count, 0));
    for (std::size_t i = 0; i < count; ++i) {
      for (std::size_t j = 0; j < count; ++j) {
        if (i == j || layers[i].shape.color == layers[j].shape.color) continue;
        seen[i][j] = raster::overlap(layers[i].painted, layers[j].visible).both;
      }
    }
    Found found;
    std::vector<bool> placed(count, false);
    for (std::size_t k = 0; k < count; ++k) {
      // Next comes the shape of which those after it would hide least.
      std::size_t next = count;
      std::int64_t least = INT64_MAX;
      for (std::size_t i = 0; i < count; ++i) {
        if (placed[i]) continue;
        std::int64_t hidden = 0;
        for (std::size_t j = 0; j < count; ++j) hidden += placed[j] ? 0 : seen[j][i];
        if (hidden >= least) continue;
        least = hidden;
        next = i;
      }
      placed[next] = true;
      found.program.shapes.push_back(layers[next].shape);
    }
    return found;
  }

  const raster::ColorPlane& picture_;
  raster::Bitmap white_;
  std::vector<Part> parts_;
  Found best_;
  std::int64_t least_wrong_ = INT64_MAX;
};

}  // namespace

Found find_program(const raster::ColorPlane& picture) { return Solver(picture).solve(); }

}  // namespace papert::solve::colors
