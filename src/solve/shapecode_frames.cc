// Frames: for every side, all centres around which the four edges of one pixel are black, a row of
// centres at a time. A run of black pixels around a centre grows by one pixel a step, to the left
// and to the right in turn, as the box of a square does:
//
//     side 1 [c, c], side 2 [c-1, c], side 3 [c-1, c+1], ...
//
// so the runs of the next side are those of this one and one more look. Frames of one centre whose
// sides differ by 2 lie in one another, and a stroke is an interval of them.

#include <algorithm>
#include <bit>
#include <utility>

#include "solve/shapecode_candidates.h"

namespace papert::solve::shapecode {
namespace {

using lang::shapes::Kind;
using lang::shapes::Shape;

constexpr std::uint64_t kAllBits = ~std::uint64_t{0};

bool any(const CentreRow& row) {
  std::uint64_t bits = 0;
  for (const std::uint64_t word : row) bits |= word;
  return bits != 0;
}

CentreRow all_set() {
  CentreRow row;
  row.fill(kAllBits);
  return row;
}

/// Bit x of the result is bit x + by of the row; beyond its ends bits are set.
CentreRow moved(const CentreRow& row, int by) {
  CentreRow out;
  const auto word_at = [&row](int i) {
    return i < 0 || i >= kWords ? kAllBits : row[static_cast<std::size_t>(i)];
  };
  const int words = by >= 0 ? by / 64 : -((-by + 63) / 64);
  const int bits = by - words * 64;
  for (int i = 0; i < kWords; ++i) {
    const std::uint64_t low = word_at(i + words) >> bits;
    out[static_cast<std::size_t>(i)] =
        bits == 0 ? low : low | (word_at(i + words + 1) << (64 - bits));
  }
  return out;
}

void keep_common(CentreRow& row, const CentreRow& other) {
  for (std::size_t i = 0; i < row.size(); ++i) row[i] &= other[i];
}

class FrameSearch {
 public:
  FrameSearch(const Ink& ink, const Solids& solids, Budget& budget, std::vector<Shape>& out)
      : ink_(ink), solids_(solids), budget_(budget), out_(out), across_(kSize) {
    for (int y = 0; y < kSize; ++y) {
      const auto row = ink.black().row(y);
      std::copy(row.begin(), row.end(), across_[index(y)].row.begin());
      across_[index(y)].any = any(across_[index(y)].row);
    }
    down_ = across_;
    for (auto& found : found_) found.resize(kSize);
    for (auto& begin : begin_) begin.resize(Solids::at(0, kSize));
  }

  void run() {
    int side = 2;
    for (; side <= lang::shapes::kMaxExtent && !budget_.spent(); ++side) {
      grow(side);
      for (int y = 0; y < kSize; ++y) search_row(side, y);
      budget_.spend(std::int64_t{kSize} * kWords);
    }
    for (const int end : {side, side + 1}) {
      for (int y = 0; y < kSize; ++y) note(end, y, {});
    }
  }

 private:
  struct Runs {
    CentreRow row{};
    bool any = false;  // whether a bit is set
  };

  static std::size_t index(int i) { return static_cast<std::size_t>(i); }

  /// Runs of length `side` from those of one less.
  void grow(int side) {
    const int step = side % 2 == 0 ? -side / 2 : side / 2;
    for (int y = 0; y < kSize; ++y) {
      keep_black(across_[index(y)], y, step, 0);
      keep_black(down_[index(y)], y, 0, step);
    }
  }

  /// Those centres of row y from which the pixel at an offset is black.
  void keep_black(Runs& runs, int y, int dx, int dy) const {
    if (!runs.any) return;
    const std::int32_t place = Ink::place(dx, dy);
    for (int word = 0; word < kWords; word += 2) {
      const Ink::Pair black = ink_.look(y, word, place);
      runs.row[index(word)] &= black.low;
      runs.row[index(word) + 1] &= black.high;
    }
    runs.any = any(runs.row);
  }

  void search_row(int side, int y) {
    const CentreRow found = around(side, y);
    Runs& before = found_[index(side % 2)][index(y)];
    const bool some = any(found);
    if (!some && !before.any) return;
    note(side, y, found);
    before = {found, some};
  }

  /// The centres of row y with a frame of this side.
  [[nodiscard]] CentreRow around(int side, int y) const {
    const int first = -(side / 2);
    const int last = first + side - 1;
    CentreRow row{};
    if (!down_[index(y)].any) return row;
    if (y + first >= 0 && !across_[index(y + first)].any) return row;
    if (y + last < kSize && !across_[index(y + last)].any) return row;
    row = y + first >= 0 ? across_[index(y + first)].row : all_set();
    if (y + last < kSize) keep_common(row, across_[index(y + last)].row);
    if (!any(row)) return row;
    keep_common(row, moved(down_[index(y)].row, first));
    if (!any(row)) return row;
    keep_common(row, moved(down_[index(y)].row, last));
    return row;
  }

  [[nodiscard]] bool is_solid(int x, int y, int side) const {
    return solids_.side[Solids::at(x, y)] >= side;
  }

  void note(int side, int y, const CentreRow& now) {
    const CentreRow& before = found_[index(side % 2)][index(y)].row;
    std::vector<std::int16_t>& begin = begin_[index(side % 2)];
    for (std::size_t i = 0; i < now.size(); ++i) {
      for (std::uint64_t bits = now[i] ^ before[i]; bits != 0; bits &= bits - 1) {
        const int bit = std::countr_zero(bits);
        const int x = static_cast<int>(i) * 64 + bit;
        if (((now[i] >> bit) & 1) != 0) {
          begin[Solids::at(x, y)] = static_cast<std::int16_t>(side);
        } else {
          emit(x, y, begin[Solids::at(x, y)], side - 2);
        }
      }
    }
  }

  /// Frames of the sides low, low + 2, .. high; the smallest may be inside a filled square.
  void emit(int x, int y, int low, int high) {
    if (is_solid(x, y, high)) return;
    const int solid = solids_.side[Solids::at(x, y)];
    if (low <= solid) low = solid + 1 + (high - solid - 1) % 2;
    out_.push_back({Kind::kSquare, x, y, high, (high - low) / 2 + 1});
  }

  const Ink& ink_;
  const Solids& solids_;
  Budget& budget_;
  std::vector<Shape>& out_;
  std::vector<Runs> across_;  // runs of the current side around each centre
  std::vector<Runs> down_;
  std::array<std::vector<Runs>, 2> found_;          // for the side two before, by parity
  std::array<std::vector<std::int16_t>, 2> begin_;  // of the interval of a centre
};

/// What is seen of a frame: its box without the hole, both clipped to the canvas.
struct Seen {
  scene::Box box;
  scene::Box hole;

  friend bool operator==(const Seen&, const Seen&) = default;
};

scene::Box clipped(const scene::Box& box) {
  return {std::max(box.x0, 0), std::max(box.y0, 0), std::min(box.x1, kSize - 1),
          std::min(box.y1, kSize - 1)};
}

Seen seen_of(const Shape& frame) {
  const scene::Box box = lang::shapes::bounds(frame);
  const int in = frame.stroke;
  return {clipped(box), clipped({box.x0 + in, box.y0 + in, box.x1 - in, box.y1 - in})};
}

bool is_within(const scene::Box& inside, const scene::Box& box) {
  return box.x0 <= inside.x0 && box.y0 <= inside.y0 && box.x1 >= inside.x1 && box.y1 >= inside.y1;
}

/// Frames in the order of their centres, to ask whether a neighbour covers one.
class FramesByCentre {
 public:
  explicit FramesByCentre(std::vector<Shape> frames) : sorted_(std::move(frames)) {
    std::stable_sort(sorted_.begin(), sorted_.end(), comes_before);
  }

  [[nodiscard]] const std::vector<Shape>& sorted() const { return sorted_; }

  /// Of frames that look the same, the first is kept. A look at another is a step.
  [[nodiscard]] bool is_covered(const Shape& frame, Budget& budget) const {
    const Seen seen = seen_of(frame);
    for (int y = frame.cy - 1; y <= frame.cy + 1; ++y) {
      const Shape first{.cx = frame.cx - 1, .cy = y};
      auto other = std::lower_bound(sorted_.begin(), sorted_.end(), first, comes_before);
      for (; other != sorted_.end() && other->cy == y && other->cx <= frame.cx + 1; ++other) {
        budget.spend(1);
        const Seen around = seen_of(*other);
        if (!is_within(seen.box, around.box) || !is_within(around.hole, seen.hole)) continue;
        if (around != seen || &*other < &frame) return true;
      }
    }
    return false;
  }

 private:
  static bool comes_before(const Shape& a, const Shape& b) {
    return a.cy != b.cy ? a.cy < b.cy : a.cx < b.cx;
  }

  std::vector<Shape> sorted_;
};

}  // namespace

void append_frames(const Ink& ink, const Solids& solids, Budget& budget, std::vector<Shape>& out) {
  std::vector<Shape> found;
  FrameSearch(ink, solids, budget, found).run();
  const FramesByCentre frames(std::move(found));
  for (const Shape& frame : frames.sorted()) {
    if (budget.spent()) return;
    if (!frames.is_covered(frame, budget)) out.push_back(frame);
  }
}

}  // namespace papert::solve::shapecode
