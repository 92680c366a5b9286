// A task in the making: where the solution goes is known, and everything else is put around it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/random.h"
#include "lang/xlogo/task.h"
#include "mint/xlogo/scene.h"
#include "synth/likeness.h"

namespace papert::synth {

/// The cells that a program comes to in an endless empty grid, from (0, 0) and facing north.
struct Route {
  struct Cell {
    int x = 0;
    int y = 0;
    friend bool operator==(const Cell&, const Cell&) = default;
  };
  std::vector<Cell> cells;  // the start, then one for each move
  int left = 0;
  int top = 0;
  int right = 0;
  int bottom = 0;

  [[nodiscard]] int width() const { return right - left + 1; }
  [[nodiscard]] int height() const { return bottom - top + 1; }
};

/// Nothing if it does not fit a grid of kLargestSide x kLargestSide.
inline constexpr int kLargestSide = 8;
[[nodiscard]] std::optional<Route> route_of(const lang::xlogo::Program& program);

/// Whether the walk comes to its last cell at its very end only, and moves at all: what any goal
/// with items needs, or the program could end sooner.
[[nodiscard]] bool ends_anew(const Route& route);

struct Site {
  mint::xlogo::Draft draft;
  std::vector<std::uint8_t> crossed;  // by cell: bit d: the solution crosses the side towards d
  Likeness like;

  [[nodiscard]] lang::xlogo::World& world() { return draft.task.world; }
  [[nodiscard]] const lang::xlogo::World& world() const { return draft.task.world; }
};

/// The grid and the turtle's place in it: any that the walk fits, at random.
void choose_pose(Random& rng, const Route& route, int level, Site& site);
/// The same for a picture, which fills its grid.
void choose_picture_pose(Random& rng, const Route& route, Site& site);

/// What the solution draws as the world's lines; cells it does not come to do not exist. False if
/// a pen was set in vain.
[[nodiscard]] bool add_lines(Site& site);

/// Items that the solution meets as the goal wants it. False if these draws found none.
[[nodiscard]] bool add_items(Random& rng, Site& site);

/// Obstacles, which are never in the way of the solution.
class Obstacles {
 public:
  Obstacles(Random& rng, Site& site);

  /// Puts something in the way of a program that beats the solution. False if nothing can be.
  [[nodiscard]] bool block(const lang::xlogo::Program& program);
  /// Adds forbidden cells until there are as many as wished, fences them, and forbids what cannot
  /// be reached. False if the world is then not like the reference.
  [[nodiscard]] bool finish();

 private:
  struct Way;
  struct Option;

  [[nodiscard]] std::size_t image(std::size_t cell) const;
  [[nodiscard]] bool closable(std::size_t cell) const;
  [[nodiscard]] bool can_close(std::size_t cell) const;
  [[nodiscard]] bool worth_closing(std::size_t cell, const Way& way) const;
  void close(std::size_t cell);
  [[nodiscard]] bool disallowed(const lang::xlogo::Item& item) const;
  void add_spoilers(const Way& way, std::vector<Option>& options) const;
  void apply(const Option& option);
  void add_wished();

  Random& rng_;
  Site& site_;
  int axis_ = 0;
  int wished_ = 0;     // forbidden cells
  int forbidden_ = 0;  // so far
  int walls_ = 0;      // between two allowed cells, so far
};

}  // namespace papert::synth
