// Which items of two drawings have the same pixels in different colours.
//
// Both sheets are taken word by word; what each ink has in a word of pixels is held against what
// the inks of the other sheet have there. Before that, counts for each ink say how much it shares
// with the other sheet at all, and then with those inks of it that are left, which is enough to
// leave most of them out.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "raster/taken_runs.h"
#include "score/drawing_sheet.h"

namespace papert::score::detail {
namespace {

/// Without the call that std::popcount is where the processor need not have it.
int count_bits(std::uint64_t bits) {
  bits -= bits >> 1 & 0x5555555555555555;
  bits = (bits & 0x3333333333333333) + (bits >> 2 & 0x3333333333333333);
  return static_cast<int>(((bits + (bits >> 4)) & 0x0f0f0f0f0f0f0f0f) * 0x0101010101010101 >> 56);
}

/// Pixels of one word that have one ink.
struct InkWord {
  std::uint64_t bits = 0;
  std::uint32_t word = 0;
  std::uint32_t ink = 0;
};

/// Pieces of one item and colour, which follow each other: a line of a thousand segments takes far
/// fewer words as one than its segments do.
struct Ink {
  std::size_t item = 0;
  scene::Color color;
  std::span<const raster::Taking> takings;
  std::int64_t shared = 0;  // pixels with what is left of the other sheet
  bool left = true;         // may be worth a word
};

/// The inks of a sheet as they were painted, which is how its takings follow each other.
std::vector<Ink> inks_of(const Sheet& sheet) {
  std::vector<Ink> inks;
  auto begin = sheet.picture.takings.begin();
  auto next = begin;
  for (std::size_t i = 0; i < sheet.picture.pieces.size(); ++i) {
    const raster::Piece& piece = sheet.picture.pieces[i];
    if (inks.empty() || inks.back().item != piece.item || inks.back().color != piece.color) {
      inks.push_back({.item = piece.item, .color = piece.color});
      begin = next;
    }
    while (next != sheet.picture.takings.end() && std::cmp_equal(next->piece, i)) ++next;
    inks.back().takings = {begin, next};
  }
  return inks;
}

/// Where those are that are left.
raster::Bitmap area_of(const std::vector<Ink>& inks, const Sheet& sheet) {
  raster::Bitmap area(sheet.picture.width, sheet.picture.height);
  const auto words = area.words();
  for (const Ink& ink : inks) {
    if (!ink.left) continue;
    for (const raster::Taking& taking : ink.takings) words[taking.word] |= taking.bits;
  }
  return area;
}

void count_shared(std::vector<Ink>& inks, const raster::Bitmap& other) {
  for (Ink& ink : inks) {
    if (ink.left) ink.shared = shared_pixels(ink.takings, other);
  }
}

/// What those that are left have in words of which the other sheet has pixels, by place.
std::vector<InkWord> words_of(const std::vector<Ink>& inks, const raster::Bitmap& other) {
  const auto near = other.words();
  std::vector<raster::Taking> takings;  // of inks, not of pieces
  for (std::size_t i = 0; i < inks.size(); ++i) {
    if (!inks[i].left) continue;
    for (const raster::Taking& taking : inks[i].takings) {
      const std::uint64_t both = taking.bits & near[taking.word];
      if (both != 0) takings.push_back({both, taking.word, static_cast<std::int32_t>(i)});
    }
  }
  // Those of one word stay in the order of the inks.
  raster::sort_by_place(takings);
  std::vector<InkWord> words;
  words.reserve(takings.size());
  for (const raster::Taking& taking : takings) {
    const auto ink = static_cast<std::uint32_t>(taking.piece);
    if (!words.empty() && words.back().word == taking.word && words.back().ink == ink) {
      words.back().bits |= taking.bits;
    } else {
      words.push_back({taking.bits, taking.word, ink});
    }
  }
  return words;
}

/// Calls visit(left, right, pixels) for the inks that two sheets have in the same pixels, as often
/// as they share a word.
template <class Visit>
void each_shared(const std::vector<InkWord>& a, const std::vector<InkWord>& b, const Visit& visit) {
  const InkWord* left = a.data();
  const InkWord* right = b.data();
  const InkWord* const left_end = left + a.size();
  const InkWord* const right_end = right + b.size();
  while (left != left_end && right != right_end) {
    if (left->word != right->word) {
      ++(left->word < right->word ? left : right);
      continue;
    }
    const std::uint32_t word = left->word;
    const InkWord* const rights = right;
    while (right != right_end && right->word == word) ++right;
    for (; left != left_end && left->word == word; ++left) {
      std::uint64_t rest = left->bits;
      for (const InkWord* each = rights; each != right && rest != 0; ++each) {
        const std::uint64_t both = rest & each->bits;
        if (both == 0) continue;
        visit(left->ink, each->ink, count_bits(both));
        rest &= ~both;
      }
    }
  }
}

/// Pixels for pairs of inks. Where these are not many there is a place for each pair. Otherwise
/// they come from all over the sheet and are sorted by the left ink, after which its pairs are
/// added up in a list with a place for every right ink.
class PairCounts {
 public:
  PairCounts(std::size_t lefts, std::size_t rights)
      : rights_(rights), few_(lefts * rights <= kFewPairs), starts_(lefts + 1) {
    pixels_.resize(few_ ? lefts * rights : rights);
  }

  void add(std::uint32_t left, std::uint32_t right, std::int32_t pixels) {
    if (few_) {
      pixels_[left * rights_ + right] += pixels;
      return;
    }
    ++starts_[left + 1];
    found_.push_back({left, right, pixels});
  }

  /// Calls visit(left, right, pixels) once for each pair, in any order. Nothing can be added
  /// afterwards.
  template <class Visit>
  void each(const Visit& visit) {
    if (!few_) {
      each_sorted(visit);
      return;
    }
    for (std::size_t i = 0; i < pixels_.size(); ++i) {
      if (pixels_[i] == 0) continue;
      visit(static_cast<std::uint32_t>(i / rights_), static_cast<std::uint32_t>(i % rights_),
            std::int64_t{pixels_[i]});
    }
  }

 private:
  static constexpr std::size_t kFewPairs = std::size_t{1} << 15U;

  template <class Visit>
  void each_sorted(const Visit& visit) {
    std::partial_sum(starts_.begin(), starts_.end(), starts_.begin());
    std::vector<Found> sorted(found_.size());
    for (const Found& found : found_) sorted[starts_[found.left]++] = found;
    std::vector<std::uint32_t> rights;
    for (auto next = sorted.begin(); next != sorted.end();) {
      const std::uint32_t left = next->left;
      for (; next != sorted.end() && next->left == left; ++next) {
        if (pixels_[next->right] == 0) rights.push_back(next->right);
        pixels_[next->right] += next->pixels;
      }
      for (const std::uint32_t right : rights) visit(left, right, std::exchange(pixels_[right], 0));
      rights.clear();
    }
  }

  struct Found {
    std::uint32_t left = 0;
    std::uint32_t right = 0;
    std::int32_t pixels = 0;
  };

  std::size_t rights_;
  bool few_;
  std::vector<Found> found_;
  std::vector<std::size_t> starts_;  // of every left ink among the sorted
  std::vector<std::int32_t> pixels_;
};

/// The inks of two sheets. Two of them that may be worth a word share no more pixels than each of
/// them does with those that are left of the other sheet.
class Candidates {
 public:
  Candidates(const Sheet& reference, const raster::Bitmap& reference_ink, const Sheet& answer,
             const raster::Bitmap& answer_ink)
      : wanted(inks_of(reference)),
        given(inks_of(answer)),
        shared(reference.canonical.scene.items.size()) {
    count_shared(wanted, answer_ink);
    count_shared(given, reference_ink);
    for (const Ink& ink : wanted) shared[ink.item] += ink.shared;
    leave_out_wanted();
    if (!any()) return;
    wanted_area = area_of(wanted, reference);
    count_shared(given, wanted_area);
    leave_out_given();
    given_area = area_of(given, answer);
    count_shared(wanted, given_area);
    leave_out_wanted();
  }

  /// Whether any pair is left.
  [[nodiscard]] bool any() const { return std::ranges::any_of(wanted, &Ink::left); }

  std::vector<Ink> wanted;
  std::vector<Ink> given;
  raster::Bitmap wanted_area;  // has what is left
  raster::Bitmap given_area;
  std::vector<std::int64_t> shared;  // pixels of each item of the reference with the answer

 private:
  void leave_out_wanted() {
    std::int64_t most = 0;
    for (const Ink& ink : given) most = std::max(most, ink.left ? ink.shared : 0);
    for (Ink& ink : wanted) {
      ink.left = ink.left && Count{shared[ink.item], std::min(most, ink.shared)}.notable();
    }
  }

  void leave_out_given() {
    std::int64_t least = std::numeric_limits<std::int64_t>::max();
    for (const Ink& ink : wanted) least = ink.left ? std::min(least, shared[ink.item]) : least;
    for (Ink& ink : given) ink.left = ink.left && Count{least, ink.shared}.notable();
  }
};

}  // namespace

std::vector<ColorMismatch> find_color_mismatches(const Sheet& reference, const Sheet& answer) {
  return find_color_mismatches(reference, ink_of(reference), answer, ink_of(answer));
}

std::vector<ColorMismatch> find_color_mismatches(const Sheet& reference,
                                                 const raster::Bitmap& reference_ink,
                                                 const Sheet& answer,
                                                 const raster::Bitmap& answer_ink) {
  if (!share_pixels_of_two_colors(reference, answer)) return {};
  const Candidates candidates(reference, reference_ink, answer, answer_ink);
  if (!candidates.any()) return {};
  const std::vector<Ink>& wanted = candidates.wanted;
  const std::vector<Ink>& given = candidates.given;
  PairCounts found(wanted.size(), given.size());
  each_shared(words_of(wanted, candidates.given_area), words_of(given, candidates.wanted_area),
              [&](std::uint32_t left, std::uint32_t right, int pixels) {
                if (wanted[left].color != given[right].color) found.add(left, right, pixels);
              });
  std::vector<ColorMismatch> mismatches;
  found.each([&](std::uint32_t left_ink, std::uint32_t right_ink, std::int64_t pixels) {
    const Ink& left = wanted[left_ink];
    const Ink& right = given[right_ink];
    if (!Count{candidates.shared[left.item], pixels}.notable()) return;
    mismatches.push_back({left.item, right.item, left.color, right.color, pixels});
  });
  const auto rank = [](const ColorMismatch& m) {
    return std::tuple(-m.pixels, m.reference_item, m.answer_item, packed(m.expected),
                      packed(m.actual));
  };
  std::sort(mismatches.begin(), mismatches.end(),
            [&rank](const auto& a, const auto& b) { return rank(a) < rank(b); });
  return mismatches;
}

}  // namespace papert::score::detail
