#include "score/faithful_signs.h"

#include <algorithm>
#include <vector>

#include "score/faithful.h"
#include "score/seen_drawing.h"
#include "score/thick_lines.h"

namespace papert::score {
namespace {

using detail::kNearRadius;

constexpr int kSignsSide = scene::kCanonicalSize;
constexpr int kSignCells = 32;  // in a row
constexpr int kSignCell = kSignsSide / kSignCells;
static_assert(kSignCell * kSignCells == kSignsSide);
static_assert(kSignCells * kSignCells == 64 * FaithfulSigns::kWords);

/// The groups of a colour and of all that count as the same.
struct ColorGroups {
  std::size_t own = 0;
  std::array<bool, FaithfulSigns::kGroups> may_be{};
};

ColorGroups groups_of(std::uint32_t color) {
  constexpr int kHalf = 128;
  ColorGroups groups;
  groups.may_be.fill(true);
  for (std::size_t channel = 0; channel < 3; ++channel) {
    const auto value = static_cast<int>(color >> (8 * channel) & 255U);
    if (value >= kHalf) groups.own |= std::size_t{1} << channel;
    for (std::size_t group = 0; group < FaithfulSigns::kGroups; ++group) {
      const bool high = (group >> channel & 1U) != 0;
      const bool reached =
          high ? value + detail::kSameColor >= kHalf : value - detail::kSameColor < kHalf;
      if (!reached) groups.may_be[group] = false;
    }
  }
  return groups;
}

void set_cell(FaithfulSigns::Cells& cells, int row, int column) {
  const auto bit = static_cast<std::size_t>(row * kSignCells + column);
  cells[bit / 64] |= std::uint64_t{1} << (bit % 64);
}

/// Takes the runs of a sheet from the upper left to the lower right.
class SignMaker {
 public:
  explicit SignMaker(FaithfulSigns& signs) : signs_(signs) {}

  void add(const ColorRun& run) {
    if (run.color != color_ || !begun_) groups_ = groups_of(run.color);
    begun_ = true;
    color_ = run.color;
    signs_.ink += run.end - run.begin;
    const int y = run.begin / kSignsSide;
    const int begin = run.begin - y * kSignsSide;
    const int end = run.end - y * kSignsSide;
    add_near(y, begin, end);
    begin_row(y);
    for (int x = begin; x < end;) {
      const int next = std::min((x / kSignCell + 1) * kSignCell, end);
      add_piece({y, x, next, groups_.own, 0, next - x});
      x = next;
    }
  }

 private:
  /// Pixels of one row, cell and group of colours.
  struct Piece {
    int y = 0;
    int begin = 0;
    int end = 0;
    std::size_t group = 0;
    std::size_t parent = 0;  // of the patch
    int pixels = 0;          // of the patch, if it is its own parent
  };

  void add_near(int y, int begin, int end) {
    const int top = std::max(y - kNearRadius, 0) / kSignCell;
    const int bottom = std::min(y + kNearRadius, kSignsSide - 1) / kSignCell;
    const int left = std::max(begin - kNearRadius, 0) / kSignCell;
    const int right = std::min(end - 1 + kNearRadius, kSignsSide - 1) / kSignCell;
    for (int row = top; row <= bottom; ++row) {
      for (int column = left; column <= right; ++column) {
        set_cell(signs_.near, row, column);
        for (std::size_t group = 0; group < FaithfulSigns::kGroups; ++group) {
          if (groups_.may_be[group]) set_cell(signs_.near_of[group], row, column);
        }
      }
    }
  }

  /// Forgets rows that no piece of row y can touch within a cell.
  void begin_row(int y) {
    if (y == y_) return;
    const bool goes_on = y == y_ + 1 && y % kSignCell != 0;
    if (!goes_on) pieces_.clear();
    above_ = goes_on ? row_ : 0;
    row_ = pieces_.size();
    y_ = y;
  }

  void add_piece(Piece piece) {
    const std::size_t number = pieces_.size();
    piece.parent = number;
    pieces_.push_back(piece);
    note(piece);
    for (std::size_t i = above_; i < number; ++i) {
      const Piece& other = pieces_[i];
      const bool same_cell = other.begin / kSignCell == piece.begin / kSignCell;
      const bool touches = other.begin <= piece.end && other.end >= piece.begin;
      if (same_cell && touches && other.group == piece.group) join(i, number);
    }
  }

  void join(std::size_t a, std::size_t b) {
    a = root(a);
    b = root(b);
    if (a == b) return;
    pieces_[a].parent = b;
    pieces_[b].pixels += pieces_[a].pixels;
    note(pieces_[b]);
  }

  std::size_t root(std::size_t i) {
    while (pieces_[i].parent != i) i = pieces_[i].parent = pieces_[pieces_[i].parent].parent;
    return i;
  }

  void note(const Piece& piece) {
    if (piece.pixels <= kLargestPatch) return;
    const int row = piece.y / kSignCell;
    const int column = piece.begin / kSignCell;
    set_cell(signs_.patches, row, column);
    set_cell(signs_.patches_of[piece.group], row, column);
  }

  FaithfulSigns& signs_;
  bool begun_ = false;
  std::uint32_t color_ = 0;
  ColorGroups groups_;
  int y_ = -1;
  std::size_t above_ = 0;  // the first piece of the row above
  std::size_t row_ = 0;    // of this row
  std::vector<Piece> pieces_;
};

bool all_near(const FaithfulSigns::Cells& patches, const FaithfulSigns::Cells& near) {
  std::uint64_t far = 0;
  for (std::size_t i = 0; i < patches.size(); ++i) far |= patches[i] & ~near[i];
  return far == 0;
}

}  // namespace

FaithfulSigns faithful_signs(const PaintedDrawing& drawing) {
  FaithfulSigns signs;
  signs.texts = drawing.contents().texts;
  if (signs.texts) return signs;
  const detail::SeenDrawing& seen = drawing.seen(false);
  signs.shorter_side = seen.shorter_side();
  signs.thick_lines = seen.has_thick_lines();
  SignMaker maker(signs);
  for (const ColorRun& run : seen.fitted(detail::Pens::kOne).ink().runs()) maker.add(run);
  return signs;
}

bool may_be_faithful(const FaithfulSigns& a, const FaithfulSigns& b) {
  if (a.texts || b.texts) return true;
  const bool thick = a.thick_lines || b.thick_lines;
  if (thick && detail::inks_of_thick_lines(a.ink, b.ink) &&
      detail::sides_of_thick_lines(a.shorter_side, b.shorter_side)) {
    return true;
  }
  if (!all_near(a.patches, b.near) || !all_near(b.patches, a.near)) return false;
  for (std::size_t group = 0; group < FaithfulSigns::kGroups; ++group) {
    if (!all_near(a.patches_of[group], b.near_of[group])) return false;
    if (!all_near(b.patches_of[group], a.near_of[group])) return false;
  }
  return true;
}

}  // namespace papert::score
