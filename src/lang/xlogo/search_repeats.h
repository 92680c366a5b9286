// What repeats do to a picture, remembered. Where a turtle goes and what it draws depends on its
// place, heading and pen, not on what is drawn already: a body that was run from there once need
// not be run again from another state. And most bodies do what another of no more blocks does; one
// of them is enough.
//
// A search of a picture so runs each body once for each place, and from each state what is
// different: some hundred effects instead of some thousand bodies of four blocks.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "lang/xlogo/search_arena.h"
#include "lang/xlogo/search_state.h"

namespace papert::lang::xlogo {

class RepeatEffects {
 public:
  /// Longer bodies have too many effects to keep.
  static constexpr std::size_t kLongestBody = 4;

  /// Effects of repeats from a place, those of shorter bodies first. The state of a node is that of
  /// a turtle that found an empty picture, with the counts of the repeat's own blocks.
  struct Place {
    SearchTree effects;
    std::size_t bodies = 0;  // sizes that are known
    std::array<std::size_t, kLongestBody + 1> ends{};

    void clear();
  };

  /// Forgets all, but not its memory.
  void clear();
  /// Where the walker is; valid until the next call.
  [[nodiscard]] Place& at(const Walker& walker);

  /// The walker after an effect.
  static void apply(const Walker& effect, Walker& walker);

 private:
  std::vector<std::uint32_t> number_;  // by cell, heading and pen: 1 + place; 0 is none yet
  std::vector<Place> places_;
  std::size_t used_ = 0;
};

}  // namespace papert::lang::xlogo
