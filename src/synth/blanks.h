// What every shape of a unit leaves open: how often each repeat runs, and the colours of the pen.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "lang/xlogo/program.h"
#include "synth/sketch.h"

namespace papert::synth {

/// The colours of the setpc blocks of one body, in order: neighbours differ, blue and black never
/// meet (they look alike), and white stays white.
class ColorChain {
 public:
  explicit ColorChain(std::vector<bool> white);
  [[nodiscard]] std::size_t size() const { return white_.size(); }
  [[nodiscard]] std::uint64_t count() const { return ways(0, kNone, 0); }
  [[nodiscard]] std::vector<lang::xlogo::Color> at(std::uint64_t index) const;

 private:
  static constexpr std::size_t kChoices = 6;
  static constexpr std::size_t kNone = kChoices;
  [[nodiscard]] bool fits(std::size_t place, std::size_t choice, std::size_t last,
                          std::size_t seen) const;
  [[nodiscard]] std::uint64_t& cell(std::size_t place, std::size_t last, std::size_t seen);
  [[nodiscard]] std::uint64_t ways(std::size_t place, std::size_t last, std::size_t seen) const;

  std::vector<bool> white_;
  std::vector<std::uint64_t> ways_;  // to go on from a place, a last choice and what was seen
};

class Blanks {
 public:
  explicit Blanks(const lang::xlogo::Program& reference);
  [[nodiscard]] std::uint64_t count() const { return count_; }
  /// The program of a shape. index < count().
  [[nodiscard]] lang::xlogo::Program fill(const Shape& shape, std::uint64_t index) const;

 private:
  struct Rounds {
    int reference = 0;
    int least = 0;
    int most = 0;
    [[nodiscard]] std::uint64_t choices() const {
      const int more = most - least;
      return static_cast<std::uint64_t>(more) + 1;
    }
  };
  struct Values {
    std::vector<int> rounds;                              // by entry of rounds_
    std::vector<std::vector<lang::xlogo::Color>> colors;  // by chain
  };
  [[nodiscard]] Values values_at(std::uint64_t index) const;
  void read_rounds(const lang::xlogo::Program& reference);
  void read_colors(const lang::xlogo::Program& reference);

  std::vector<Rounds> rounds_;          // different numbers of the reference
  std::vector<std::size_t> rounds_of_;  // by repeat
  std::vector<ColorChain> chains_;      // different ones
  std::vector<std::size_t> chain_of_;   // by body: the program, then each repeat
  std::uint64_t count_ = 1;
};

}  // namespace papert::synth
