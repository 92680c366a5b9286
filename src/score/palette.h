// The colours of a sheet by numbers. Private to this folder.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace papert::score::detail {

/// Numbers colours in the order in which they come. A sheet has thousands of runs and mostly few
/// colours, so what a run's colour was the last time is tried first.
class Palette {
 public:
  /// A new number for a new colour.
  std::size_t number(std::uint32_t color) {
    constexpr std::uint32_t kMix = 0x9e3779b1;
    std::size_t& guess = guesses_[color * kMix >> 24U];
    if (guess >= colors_.size() || colors_[guess] != color) {
      const auto known = std::find(colors_.begin(), colors_.end(), color);
      guess = static_cast<std::size_t>(known - colors_.begin());
      if (known == colors_.end()) colors_.push_back(color);
    }
    return guess;
  }

  [[nodiscard]] const std::vector<std::uint32_t>& colors() const { return colors_; }

 private:
  std::array<std::size_t, 256> guesses_{};
  std::vector<std::uint32_t> colors_;
};

}  // namespace papert::score::detail
