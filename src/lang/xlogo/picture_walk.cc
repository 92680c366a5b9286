// Depth first over lines, with a stack of its own: a picture may have thousands. The way back after
// the last line is left out.

#include "lang/xlogo/picture_walk.h"

#include <optional>
#include <utility>

namespace papert::lang::xlogo {
namespace {

class PictureWalk {
 public:
  PictureWalk(const World& world, WalkMoves moves, WalkTurns turns)
      : world_(world),
        moves_(moves),
        turns_(turns),
        colors_(world.tiles.size() * 4),
        cell_(world.index(world.turtle_x, world.turtle_y)),
        heading_(static_cast<unsigned>(world.heading)) {
    for (const Line& line : world.lines) set_color(line);
    for (std::size_t cell = 0; cell < world.tiles.size(); ++cell) {
      for (const unsigned east_or_south : {1U, 2U}) {
        if (colors_[cell * 4 + east_or_south]) ++left_;
      }
    }
  }

  std::vector<Block> run() {
    std::vector<std::pair<unsigned, Color>> way;  // lines from the start to here
    std::size_t last = 0;                         // commands after the last new line
    while (left_ > 0) {
      if (const std::optional<unsigned> direction = next()) {
        const Color color = *colors_[cell_ * 4 + *direction];
        take_away(*direction);
        go(*direction, color);
        way.emplace_back(*direction, color);
        last = commands_.size();
        continue;
      }
      if (way.empty()) return {};
      go(way.back().first ^ 2U, way.back().second);
      way.pop_back();
    }
    commands_.resize(last);
    return std::move(commands_);
  }

 private:
  /// The last line on an edge counts.
  void set_color(const Line& line) {
    if (!world_.inside(line.x1, line.y1) || !world_.inside(line.x2, line.y2)) return;
    for (unsigned d = 0; d < 4; ++d) {
      if (line.x1 + kStepX[d] != line.x2 || line.y1 + kStepY[d] != line.y2) continue;
      colors_[world_.index(line.x1, line.y1) * 4 + d] = line.color;
      colors_[world_.index(line.x2, line.y2) * 4 + (d ^ 2U)] = line.color;
    }
  }

  [[nodiscard]] std::size_t neighbour(unsigned direction) const {
    const int width = world_.width;
    return static_cast<std::size_t>(static_cast<int>(cell_) + kStepX[direction] +
                                    kStepY[direction] * width);
  }

  /// A line not drawn yet, ahead or behind if there is one: that needs no turn.
  [[nodiscard]] std::optional<unsigned> next() const {
    for (const unsigned turn : {0U, 2U, 3U, 1U}) {
      const unsigned direction = (heading_ + turn) & 3U;
      if (colors_[cell_ * 4 + direction]) return direction;
    }
    return std::nullopt;
  }

  void take_away(unsigned direction) {
    colors_[cell_ * 4 + direction].reset();
    colors_[neighbour(direction) * 4 + (direction ^ 2U)].reset();
    --left_;
  }

  void go(unsigned direction, Color color) {
    if (color != pen_) commands_.push_back({.type = BlockType::kSetPen, .pen = color});
    pen_ = color;
    const bool along = (direction - heading_) % 2 == 0;
    const bool back = moves_ == WalkMoves::kBack ||
                      (moves_ == WalkMoves::kBoth && along && direction != heading_);
    turn_to(back ? direction ^ 2U : direction);
    commands_.push_back({.type = back ? BlockType::kBack : BlockType::kForward});
    cell_ = neighbour(direction);
  }

  void turn_to(unsigned heading) {
    const unsigned quarters = (heading - heading_) & 3U;  // to the right
    heading_ = heading;
    const bool right = turns_ == WalkTurns::kRight || (turns_ == WalkTurns::kBoth && quarters == 1);
    const BlockType type = right ? BlockType::kRight : BlockType::kLeft;
    commands_.insert(commands_.end(), right ? quarters : (4 - quarters) & 3U, {.type = type});
  }

  const World& world_;
  WalkMoves moves_;
  WalkTurns turns_;
  std::vector<std::optional<Color>> colors_;  // by cell * 4 + direction: of lines not drawn yet
  std::size_t left_ = 0;
  std::size_t cell_;
  unsigned heading_;
  Color pen_ = Color::kBlack;
  std::vector<Block> commands_;
};

}  // namespace

std::vector<Block> picture_walk(const World& world, WalkMoves moves, WalkTurns turns) {
  return PictureWalk(world, moves, turns).run();
}

}  // namespace papert::lang::xlogo
