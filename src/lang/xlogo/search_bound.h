// How many blocks a program needs at least from a state to the goal. A search that knows drops a
// state as soon as the blocks so far and those still needed are more than it may use.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "lang/xlogo/search_arena.h"

namespace papert::lang::xlogo {

using Marks = std::array<std::uint64_t, 4>;  // as in a walker; of lines the lowest bit of each

/// What is still wrong in a picture.
struct PictureRest {
  Marks wrong{};
  std::size_t lines = 0;
  std::size_t colors = 0;  // other than the pen
  bool across = false;     // one of the lines lies across the heading
};

class Bound {
 public:
  static constexpr std::size_t kNever = std::size_t{1} << 20;  // the goal cannot be reached

  /// Refers to the arena, and takes the place of what was there.
  void load(const Arena& arena);

  /// 0 at the goal, and never more than one less after a further command (flat) or block (with
  /// loops) than before it.
  [[nodiscard]] std::size_t lower_bound(const Walker& walker, bool flat) const;
  /// Of a task that draws.
  [[nodiscard]] PictureRest picture_rest(const Walker& walker) const;

 private:
  /// The way to the nearest place of a target, from a cell with the turtle along an axis.
  struct Way {
    std::uint16_t commands = 0xFFFF;
    bool straight = false;  // no turn is needed
  };
  /// What is left of a collection or a sum.
  struct Rest {
    std::size_t left = 0;
    std::size_t nearest = kNever;
    std::size_t farthest = 0;
    int largest = 1;  // count of those that can be reached
  };

  void load_picture();
  void load_targets();
  template <class IsTarget>
  void add_target(IsTarget is_target);
  void reach(std::size_t first, std::size_t at, std::uint16_t commands);
  void mark_straight(std::size_t first, std::size_t cell);
  [[nodiscard]] static std::size_t picture_bound(const PictureRest& rest, bool flat);
  [[nodiscard]] std::size_t blocks_to(std::size_t target, const Walker& walker, bool flat) const;
  [[nodiscard]] Rest rest(const Walker& walker, bool flat) const;

  const Arena* arena_ = nullptr;
  std::size_t cells_ = 0;

  std::size_t words_ = 0;                         // of marks that hold lines
  std::array<Marks, kColors.size()> of_color_{};  // the lowest bit of each line of that colour
  std::array<Marks, 2> along_{};                  // by axis: 0 for north and south

  std::vector<Way> ways_;             // by target, cell and axis
  std::vector<int> back_;             // by cell * 4 + direction: from where a move leads here
  std::vector<std::uint8_t> closed_;  // by cell: entering it loses the goal
  std::vector<std::uint32_t> queue_;
  std::vector<int> counts_;  // by mark
};

}  // namespace papert::lang::xlogo
