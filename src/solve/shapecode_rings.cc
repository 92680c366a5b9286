// Rings: for every radius, all centres whose outline of one pixel is black, 128 at a time. The
// pixels of the outline are looked at far apart, so that nearly all words are empty after a few
// looks. Where the outlines of consecutive radii are black around a centre, a ring of that stroke
// is: from the first radius of such an interval to the last. Between two outlines there may be
// single pixels of neither; a white one there parts the ring in two.
//
// First looks are where a circle is sure to be seen if it is seen at all: on the rows at the border
// that it crosses, and at pixels that are on the canvas from the middle of the block of centres.
//
// Only radii above that of the largest disc are asked for: all others are inside that disc.

#include <algorithm>
#include <bit>

#include "solve/shapecode_candidates.h"

namespace papert::solve::shapecode {
namespace {

using lang::shapes::Kind;
using lang::shapes::Shape;

/// Outlines of the radii low .. high around a centre are black.
struct Interval {
  int cx = 0;
  int cy = 0;
  int low = 0;
  int high = 0;
  bool endless = false;  // larger circles pass outside of the canvas
};

/// The centres of a row from which something of the outline is on the canvas.
CentreRow seen_from(const Circles& table, int radius, int y) {
  CentreRow seen;
  seen.fill(~std::uint64_t{0});
  const int farthest_row = std::max(y, kSize - 1 - y);
  if (farthest_row > radius) return seen;
  const int reach = table.inner(radius, farthest_row);
  const int first = std::max(0, kSize - reach);
  const int last = std::min(kSize, reach) - 1;
  for (int i = first / 64; first <= last && i <= last / 64; ++i) {
    std::uint64_t unseen = ~std::uint64_t{0};
    if (i == first / 64) unseen <<= first % 64;
    if (i == last / 64) unseen &= ~std::uint64_t{0} >> (63 - last % 64);
    seen[static_cast<std::size_t>(i)] &= ~unseen;
  }
  return seen;
}

class OutlineSearch {
 public:
  OutlineSearch(const Ink& ink, const Solids& solids, Budget& budget)
      : ink_(ink), budget_(budget), open_(kSize), found_(kSize), begin_(Solids::at(0, kSize)) {
    std::array<std::size_t, kMaxRadius + 2> first{};
    for (const std::int16_t radius : solids.radius) ++first[static_cast<std::size_t>(radius) + 1];
    for (std::size_t i = 1; i < first.size(); ++i) first[i] += first[i - 1];
    starts_ = first;
    by_radius_.resize(solids.radius.size());
    for (std::size_t i = 0; i < solids.radius.size(); ++i) {
      by_radius_[first[static_cast<std::size_t>(solids.radius[i])]++] =
          static_cast<std::int32_t>(i);
    }
  }

  std::vector<Interval> run(int largest_radius) {
    int radius = 1;
    for (; radius <= largest_radius && !budget_.spent(); ++radius) {
      open_centres(radius);
      search(radius);
    }
    for (int y = 0; y < kSize; ++y) close(y, radius, found_[row(y)], {});
    return std::move(intervals_);
  }

 private:
  static std::size_t row(int y) { return static_cast<std::size_t>(y); }

  /// From now on discs around these centres would be too large.
  void open_centres(int radius) {
    const auto r = static_cast<std::size_t>(radius);
    for (std::size_t i = starts_[r - 1]; i < starts_[r]; ++i) {
      const int centre = by_radius_[i];
      open_[row(centre / kSize)][static_cast<std::size_t>(centre % kSize) / 64] |= std::uint64_t{1}
                                                                                   << (centre % 64);
    }
  }

  void search(int radius) {
    prepare_looks(radius);
    const Circles& table = circles();
    for (int y = 0; y < kSize; ++y) {
      const CentreRow seen = seen_from(table, radius, y);
      prepare_border_looks(table, radius, y);
      CentreRow now{};
      for (int word = 0; word < kWords; word += 2) {
        const auto i = static_cast<std::size_t>(word);
        Ink::Pair pair{open_[row(y)][i] & seen[i], open_[row(y)][i + 1] & seen[i + 1]};
        if ((pair.low | pair.high) != 0) narrow(radius, y, word, pair);
        now[i] = pair.low;
        now[i + 1] = pair.high;
      }
      note(radius, y, seen, now);
    }
  }

  void prepare_looks(int radius) {
    const Circles& table = circles();
    for (std::size_t i = 0; i < next_.size(); ++i) {
      next_[i] = Ink::place(table.next_looks(radius)[i]);
    }
    for (int block = 0; block < Circles::kBlocks; ++block) {
      const auto looks = table.first_looks(radius, block);
      for (std::size_t i = 0; i < looks.size(); ++i) {
        first_[static_cast<std::size_t>(block)][i] = Ink::place(looks[i]);
      }
    }
  }

  void prepare_border_looks(const Circles& table, int radius, int y) {
    border_.clear();
    for (const int dy : {y, kSize - 1 - y}) {
      if (dy > radius) continue;
      const int signed_dy = dy == y ? -dy : dy;
      for (const int dx : {table.outer(radius, dy), table.inner(radius, dy)}) {
        border_.push_back(Ink::place(dx, signed_dy));
        border_.push_back(Ink::place(-dx, signed_dy));
      }
    }
  }

  /// Whether some centres are left.
  bool look_at(std::span<const std::int32_t> places, int y, int word, Ink::Pair& pair) {
    std::int64_t looks = 0;
    for (const std::int32_t place : places) {
      const Ink::Pair black = ink_.look(y, word, place);
      pair.low &= black.low;
      pair.high &= black.high;
      ++looks;
      if ((pair.low | pair.high) == 0) break;
    }
    budget_.spend(looks);
    return (pair.low | pair.high) != 0;
  }

  void narrow(int radius, int y, int word, Ink::Pair& pair) {
    if (!look_at(border_, y, word, pair)) return;
    const int block = y / Circles::kBlockRows * (kSize / Circles::kBlockColumns) + word / 2;
    if (!look_at(first_[static_cast<std::size_t>(block)], y, word, pair)) return;
    if (!look_at(next_, y, word, pair)) return;
    for (const int x_sign : {1, -1}) {
      for (const int y_sign : {1, -1}) {
        if (!look_at_quarter(radius, x_sign, y_sign, y, word, pair)) return;
      }
    }
  }

  /// All pixels of a quarter of the outline that are on the canvas for any of the centres: rows
  /// from the last one inwards, until the outline is beyond the side.
  bool look_at_quarter(int radius, int x_sign, int y_sign, int y, int word, Ink::Pair& pair) {
    const Circles& table = circles();
    const int side = x_sign > 0 ? kSize - 1 - word * 64 : word * 64 + 127;
    for (int dy = std::min(radius, y_sign > 0 ? kSize - 1 - y : y); dy >= 0; --dy) {
      const int inner = table.inner(radius, dy);
      if (inner > side) break;
      const int outer = std::min(side, table.outer(radius, dy));
      for (int dx = inner; dx <= outer; ++dx) {
        const Ink::Pair black = ink_.look(y, word, Ink::place(x_sign * dx, y_sign * dy));
        pair.low &= black.low;
        pair.high &= black.high;
      }
      budget_.spend(std::int64_t{2} * (outer - inner + 1));
      if ((pair.low | pair.high) == 0) return false;
    }
    return true;
  }

  void note(int radius, int y, const CentreRow& seen, const CentreRow& now) {
    close(y, radius, found_[row(y)], now, seen);
    for (std::size_t i = 0; i < now.size(); ++i) {
      for (std::uint64_t begun = now[i] & ~found_[row(y)][i]; begun != 0; begun &= begun - 1) {
        const int x = static_cast<int>(i) * 64 + std::countr_zero(begun);
        begin_[Solids::at(x, y)] = static_cast<std::int16_t>(radius);
      }
    }
    found_[row(y)] = now;
  }

  /// Ends the intervals of the centres that were found before and are not now.
  void close(int y, int radius, const CentreRow& before, const CentreRow& now,
             const CentreRow& seen = {}) {
    for (std::size_t i = 0; i < now.size(); ++i) {
      for (std::uint64_t ended = before[i] & ~now[i]; ended != 0; ended &= ended - 1) {
        const int bit = std::countr_zero(ended);
        const int x = static_cast<int>(i) * 64 + bit;
        intervals_.push_back(
            {x, y, begin_[Solids::at(x, y)], radius - 1, ((seen[i] >> bit) & 1) == 0});
      }
    }
  }

  const Ink& ink_;
  Budget& budget_;
  std::vector<CentreRow> open_;
  std::vector<CentreRow> found_;         // for the radius before
  std::vector<std::int16_t> begin_;      // of the interval of a centre
  std::vector<std::int32_t> by_radius_;  // centres in the order of their largest discs
  std::array<std::size_t, kMaxRadius + 2> starts_{};
  std::vector<std::int32_t> border_;
  std::array<std::array<std::int32_t, Circles::kFirst>, Circles::kBlocks> first_{};
  std::array<std::int32_t, Circles::kNext> next_{};
  std::vector<Interval> intervals_;
};

bool comes_before(const Interval& a, const Interval& b) {
  return a.cy != b.cy ? a.cy < b.cy : a.cx < b.cx;
}

/// Whether an interval of a neighbouring centre reaches further both ways.
bool is_covered(const std::vector<Interval>& sorted, const Interval& inside) {
  for (int y = inside.cy - 1; y <= inside.cy + 1; ++y) {
    const Interval first{.cx = inside.cx - 1, .cy = y};
    auto other = std::lower_bound(sorted.begin(), sorted.end(), first, comes_before);
    for (; other != sorted.end() && other->cy == y && other->cx <= inside.cx + 1; ++other) {
      const int more = std::abs(other->cx - inside.cx) + std::abs(y - inside.cy);
      if (more > 0 && other->low + more <= inside.low &&
          (other->endless || other->high >= inside.high + more)) {
        return true;
      }
    }
  }
  return false;
}

/// The least inner radius of a ring of this outer radius on one row, given how far the black
/// reaches from the outer pixels towards the centre.
int least_inner(const Ink& ink, const Circles& table, const Interval& ring, int y, int low) {
  const int dy = std::abs(y - ring.cy);
  const int outer = table.outer(ring.high, dy);
  const int right = std::min(ring.cx + outer, kSize - 1);
  const int left = std::max(ring.cx - outer, 0);
  const int reach = std::max(right - ink.left_run(right, y) + 1 - ring.cx,
                             ring.cx - (left + ink.right_run(left, y) - 1));
  if (reach < 1) return low;
  if (dy <= low && table.inner(low, dy) >= reach) return low;
  return std::max(low, table.least_radius(dy, reach));
}

/// The least inner radius with which a ring of this outer radius is black, low at least. Rows are
/// asked from the farthest inwards, until the whole row of the canvas is inside the hole.
int grow_inwards(const Ink& ink, const Interval& ring) {
  const Circles& table = circles();
  const int side = std::max(ring.cx, kSize - 1 - ring.cx);
  int low = ring.low;
  for (const int sign : {1, -1}) {
    const int border = sign > 0 ? kSize - 1 - ring.cy : ring.cy;
    for (int dy = std::min(ring.high, border); dy >= 0; --dy) {
      if (dy <= ring.low && table.inner(ring.low, dy) > side) break;
      low = least_inner(ink, table, ring, ring.cy + sign * dy, low);
    }
  }
  return std::min(low, ring.high);
}

/// The rings of an interval: one, unless pixels between outlines are white.
void append_parts(const Ink& ink, const Interval& interval, std::vector<Interval>& out) {
  Interval rest = interval;
  while (rest.high >= rest.low) {
    const int low = grow_inwards(ink, rest);
    out.push_back({rest.cx, rest.cy, low, rest.high, rest.endless});
    rest.high = low - 1;
    rest.endless = false;
  }
}

/// Those that no neighbour's interval covers.
std::vector<Interval> largest_only(std::vector<Interval> intervals) {
  std::stable_sort(intervals.begin(), intervals.end(), comes_before);
  std::vector<Interval> largest;
  for (const Interval& interval : intervals) {
    if (!is_covered(intervals, interval)) largest.push_back(interval);
  }
  return largest;
}

/// The rings of all intervals. Whatever part of a ring is black as a whole; so if no ring of the
/// largest intervals is parted, none is missing. Otherwise all intervals are looked at.
std::vector<Interval> largest_rings(const Ink& ink, const std::vector<Interval>& intervals,
                                    Budget& budget) {
  const std::vector<Interval> largest = largest_only(intervals);
  std::vector<Interval> rings;
  const auto part = [&](const std::vector<Interval>& from) {
    rings.clear();
    for (const Interval& interval : from) {
      budget.spend(interval.high);
      if (budget.spent()) break;
      append_parts(ink, interval, rings);
    }
  };
  part(largest);
  if (rings.size() == largest.size()) return rings;
  part(intervals);
  return largest_only(std::move(rings));
}

}  // namespace

void append_rings(const Ink& ink, const Solids& solids, int largest_radius, Budget& budget,
                  std::vector<Shape>& out) {
  OutlineSearch search(ink, solids, budget);
  for (const Interval& ring : largest_rings(ink, search.run(largest_radius), budget)) {
    out.push_back({Kind::kCircle, ring.cx, ring.cy, ring.high, ring.high - ring.low + 1});
  }
}

}  // namespace papert::solve::shapecode
