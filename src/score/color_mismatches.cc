// Which items of two drawings have the same pixels in different colours.
//
// Both sheets are taken word by word; what each ink has in a word of pixels is held against what
// the inks of the other sheet have there. Before that, one count for each piece says how much it
// shares with the other sheet at all, which is enough to leave most of them out.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <numeric>
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

/// Pieces of one item and colour, which follow each other, are one ink: a line of a thousand
/// segments takes far fewer words as one than its segments do.
struct Inks {
  /// `other` is the ink of the other sheet.
  Inks(const Sheet& sheet, const raster::Bitmap& other) {
    const std::vector<Count> counts = count_pieces(sheet, other);
    of_piece_.reserve(counts.size());
    for (std::size_t i = 0; i < counts.size(); ++i) {
      const raster::Piece& piece = sheet.picture.pieces[i];
      if (first.empty() || first.back()->item != piece.item || first.back()->color != piece.color) {
        first.push_back(&piece);
        colors.push_back(packed(piece.color));
        shared.push_back(0);
      }
      shared.back() += counts[i].ink - counts[i].apart;
      of_piece_.push_back(static_cast<std::uint32_t>(first.size() - 1));
    }
  }

  /// Calls visit(ink, taking) for all that some of them have.
  template <class Visit>
  void each_taking(const Sheet& sheet, const std::vector<bool>& wanted, const Visit& visit) const {
    for (const raster::Taking& taking : sheet.picture.takings) {
      const std::uint32_t ink = of_piece_[index(taking)];
      if (wanted[ink]) visit(ink, taking);
    }
  }

  /// Where some of them are, by place.
  [[nodiscard]] std::vector<InkWord> words(const Sheet& sheet,
                                           const std::vector<bool>& wanted) const {
    std::vector<raster::Taking> takings;
    std::ranges::copy_if(
        sheet.picture.takings, std::back_inserter(takings),
        [&](const raster::Taking& taking) { return wanted[of_piece_[index(taking)]]; });
    // Those of one word stay in the order of the pieces.
    if (!std::ranges::is_sorted(takings, {}, &raster::Taking::word)) raster::sort_by_place(takings);
    std::vector<InkWord> words;
    words.reserve(takings.size());
    for (const raster::Taking& taking : takings) {
      const std::uint32_t ink = of_piece_[index(taking)];
      if (!words.empty() && words.back().word == taking.word && words.back().ink == ink) {
        words.back().bits |= taking.bits;
      } else {
        words.push_back({taking.bits, taking.word, ink});
      }
    }
    return words;
  }

  std::vector<const raster::Piece*> first;  // the first piece of each
  std::vector<std::uint32_t> colors;        // of each
  std::vector<std::int64_t> shared;         // pixels of each in which the other sheet has ink

 private:
  static std::size_t index(const raster::Taking& taking) {
    return static_cast<std::size_t>(taking.piece);
  }

  std::vector<std::uint32_t> of_piece_;
};

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

/// The inks that may be worth a word: two of them share no more pixels than each of them does.
struct Candidates {
  /// `shared`: by items of the reference.
  Candidates(const Inks& wanted_inks, const Inks& given_inks,
             const std::vector<std::int64_t>& shared)
      : wanted(wanted_inks.first.size()), given(given_inks.first.size()) {
    const std::int64_t most = std::ranges::max(given_inks.shared);
    std::int64_t least = std::numeric_limits<std::int64_t>::max();
    for (std::size_t ink = 0; ink < wanted.size(); ++ink) {
      const std::int64_t whole = shared[wanted_inks.first[ink]->item];
      wanted[ink] = Count{whole, std::min(most, wanted_inks.shared[ink])}.notable();
      if (wanted[ink]) least = std::min(least, whole);
    }
    for (std::size_t ink = 0; ink < given.size(); ++ink) {
      given[ink] = Count{least, given_inks.shared[ink]}.notable();
    }
  }

  std::vector<bool> wanted;
  std::vector<bool> given;
};

/// A sheet, its inks, and which of them count.
struct Inked {
  const Sheet& sheet;
  const Inks& inks;
  const std::vector<bool>& wanted;
};

/// Calls visit(ink of few, ink of many, pixels) for the pixels that they share in different
/// colours: what one sheet has is laid on a bitmap for each ink of the other.
template <class Visit>
void each_shared_with_few(const Inked& few, const Inked& many, const Visit& visit) {
  std::vector<raster::Bitmap> planes(few.wanted.size());
  few.inks.each_taking(few.sheet, few.wanted, [&](std::uint32_t ink, const raster::Taking& taking) {
    raster::Bitmap& plane = planes[ink];
    if (plane.width() == 0) plane = {few.sheet.picture.width, few.sheet.picture.height};
    plane.words()[taking.word] |= taking.bits;
  });
  for (std::uint32_t ink = 0; ink < planes.size(); ++ink) {
    const auto words = planes[ink].words();
    if (words.empty()) continue;
    many.inks.each_taking(many.sheet, many.wanted,
                          [&](std::uint32_t other, const raster::Taking& taking) {
                            const std::uint64_t both = taking.bits & words[taking.word];
                            const bool differ = few.inks.colors[ink] != many.inks.colors[other];
                            if (both != 0 && differ) visit(ink, other, count_bits(both));
                          });
  }
}

/// Adds the pixels that two inks share in different colours.
void count_pairs(const Inked& reference, const Inked& answer, PairCounts& found) {
  constexpr std::ptrdiff_t kFewInks = 3;
  const auto are_few = [](const Inked& inked) {
    return std::ranges::count(inked.wanted, true) <= kFewInks;
  };
  if (are_few(reference)) {
    each_shared_with_few(reference, answer,
                         [&](std::uint32_t left, std::uint32_t right, int pixels) {
                           found.add(left, right, pixels);
                         });
  } else if (are_few(answer)) {
    each_shared_with_few(answer, reference,
                         [&](std::uint32_t right, std::uint32_t left, int pixels) {
                           found.add(left, right, pixels);
                         });
  } else {
    each_shared(reference.inks.words(reference.sheet, reference.wanted),
                answer.inks.words(answer.sheet, answer.wanted),
                [&](std::uint32_t left, std::uint32_t right, int pixels) {
                  const bool differ = reference.inks.colors[left] != answer.inks.colors[right];
                  if (differ) found.add(left, right, pixels);
                });
  }
}

}  // namespace

std::vector<ColorMismatch> find_color_mismatches(const Sheet& reference, const Sheet& answer) {
  return find_color_mismatches(reference, ink_of(reference), answer, ink_of(answer));
}

std::vector<ColorMismatch> find_color_mismatches(const Sheet& reference,
                                                 const raster::Bitmap& reference_ink,
                                                 const Sheet& answer,
                                                 const raster::Bitmap& answer_ink) {
  if (!share_pixels_of_two_colors(reference, answer)) return {};
  const Inks wanted_inks(reference, answer_ink);
  const Inks given_inks(answer, reference_ink);
  std::vector<std::int64_t> shared(reference.canonical.scene.items.size());
  for (std::size_t ink = 0; ink < wanted_inks.first.size(); ++ink) {
    shared[wanted_inks.first[ink]->item] += wanted_inks.shared[ink];
  }
  const Candidates candidates(wanted_inks, given_inks, shared);
  PairCounts found(wanted_inks.first.size(), given_inks.first.size());
  count_pairs({reference, wanted_inks, candidates.wanted}, {answer, given_inks, candidates.given},
              found);
  std::vector<ColorMismatch> mismatches;
  found.each([&](std::uint32_t left_ink, std::uint32_t right_ink, std::int64_t pixels) {
    const raster::Piece& left = *wanted_inks.first[left_ink];
    const raster::Piece& right = *given_inks.first[right_ink];
    if (!Count{shared[left.item], pixels}.notable()) return;
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
