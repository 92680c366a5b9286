// What a goal needs to remember of a run:
//
//     find, findonly   one mark: a match was visited
//     collectall       a mark for each match
//     sum              a mark for each match, since a tile counts once, and the total
//     concat           how many of the specs were met; a match out of order loses the goal
//     draw             the colour of each line of the picture
//
// Visits are never undone, so a forbidden item, a total overshot or a line beside the picture loses
// the goal whatever follows.

#include "lang/xlogo/search_arena.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace papert::lang::xlogo {
namespace {

std::uint8_t pen_code(Pen pen) {
  return static_cast<std::uint8_t>(1 + static_cast<int>(pen.value_or(Color::kBlack)));
}

bool is_forbidden(const Goal& goal, const Item& item) {
  return std::any_of(goal.begin(), goal.end(), [&item](const Objective& objective) {
    return objective.kind == ObjectiveKind::kForbid && !objective.specs.empty() &&
           matches(objective.specs.front(), item);
  });
}

}  // namespace

bool Arena::load(const Task& task) {
  const World& world = task.world;
  draws_ = task.draws();
  kind_ = ObjectiveKind::kForbid;
  target_ = 0;
  wanted_ = {};
  place_.assign(world.tiles.size(), {});
  lines_.clear();
  colors_.clear();
  start_ = {};
  start_.cell = static_cast<std::uint16_t>(world.index(world.turtle_x, world.turtle_y));
  start_.heading = static_cast<std::uint8_t>(world.heading);
  start_.pen = pen_code(std::nullopt);
  add_moves(world);
  return draws_ ? add_picture(world) : add_items(task);
}

void Arena::add_moves(const World& world) {
  next_.assign(world.tiles.size() * 4, kNowhere);
  for (int y = 0; y < world.height; ++y) {
    for (int x = 0; x < world.width; ++x) {
      for (std::size_t d = 0; d < 4; ++d) {
        const int to_x = x + kStepX[d];
        const int to_y = y + kStepY[d];
        if (world.tile(x, y).wall(static_cast<Direction>(d)) || !world.inside(to_x, to_y)) continue;
        const Tile& to = world.tile(to_x, to_y);
        if (!to.present || !to.allowed || !to.exists) continue;
        next_[world.index(x, y) * 4 + d] = static_cast<int>(world.index(to_x, to_y));
      }
    }
  }
}

bool Arena::add_picture(const World& world) {
  constexpr std::size_t kMostLines = std::tuple_size_v<decltype(wanted_)> * (64 / kBitsPerLine);
  edge_.assign(world.tiles.size() * 4, kNowhere);
  for (const Line& line : world.lines) {
    if (!world.inside(line.x1, line.y1) || !world.inside(line.x2, line.y2)) return false;
    const auto [a, b] = std::minmax({world.index(line.x1, line.y1), world.index(line.x2, line.y2)});
    const auto at = std::lower_bound(
        lines_.begin(), lines_.end(), std::pair(a, b),
        [](const PictureLine& one, const auto& ends) { return std::pair(one.a, one.b) < ends; });
    if (at != lines_.end() && at->a == a && at->b == b) {
      at->pen = pen_code(line.color);
      continue;
    }
    if (lines_.size() == kMostLines) return false;
    const std::size_t direction = b == a + 1 && world.width > 1 ? 1U : 2U;  // east or south
    lines_.insert(at, {a, b, direction, pen_code(line.color)});
  }
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    const PictureLine& line = lines_[i];
    edge_[line.a * 4 + line.direction] = static_cast<int>(i);
    edge_[line.b * 4 + (line.direction + 2) % 4] = static_cast<int>(i);
    const auto [word, shift] = line_place(i);
    wanted_[word] |= std::uint64_t{line.pen} << shift;
    const auto color = static_cast<Color>(line.pen - 1);
    if (std::find(colors_.begin(), colors_.end(), color) == colors_.end()) {
      colors_.push_back(color);
    }
  }
  if (colors_.size() == 1 && colors_.front() == Color::kBlack) colors_.clear();
  return true;
}

bool Arena::add_items(const Task& task) {
  const Objective* counting = nullptr;
  for (const Objective& objective : task.goal) {
    if (objective.kind != ObjectiveKind::kForbid) counting = &objective;
  }
  if (counting != nullptr) {
    kind_ = counting->kind;
    target_ = kind_ == ObjectiveKind::kConcat ? static_cast<std::int32_t>(counting->specs.size())
                                              : counting->total;
    if (counting->specs.empty() || counting->specs.size() > 31) return false;
  }
  std::size_t marks = 0;
  for (int y = 0; y < task.world.height; ++y) {
    for (int x = 0; x < task.world.width; ++x) {
      const Item* item = task.world.item_at(x, y);
      if (item == nullptr) continue;
      Place& place = place_[task.world.index(x, y)];
      place.lost |= is_forbidden(task.goal, *item);
      if (counting != nullptr) add_item(*counting, *item, place, marks);
    }
  }
  if (marks > kMarkBits) return false;
  for (std::size_t i = 0; i < marks; ++i) wanted_[i / 64] |= std::uint64_t{1} << i % 64;
  return true;
}

void Arena::add_item(const Objective& counting, const Item& item, Place& place,
                     std::size_t& marks) const {
  place.count = item.count;
  if (kind_ == ObjectiveKind::kConcat) {
    for (std::size_t i = 0; i < counting.specs.size(); ++i) {
      if (matches(counting.specs[i], item)) place.specs |= 1U << i;
    }
  } else if (matches(counting.specs.front(), item)) {
    const bool one_is_enough = kind_ == ObjectiveKind::kFind || kind_ == ObjectiveKind::kFindOnly;
    place.mark = one_is_enough ? 0 : static_cast<int>(marks++);
  } else {
    place.lost |= kind_ == ObjectiveKind::kFindOnly;
  }
}

std::optional<Walker> Arena::start() const {
  Walker walker = start_;
  if (!draws_ && !enter(walker)) return std::nullopt;
  return walker;
}

bool Arena::enter(Walker& walker) const {
  const Place& place = place_[walker.cell];
  if (place.lost) return false;
  if (place.specs != 0) {
    if (place.specs != 1U << walker.progress) return false;
    ++walker.progress;
  }
  if (place.mark != kNowhere) {
    std::uint64_t& word = walker.marks[static_cast<std::size_t>(place.mark) / 64];
    const std::uint64_t bit = std::uint64_t{1} << place.mark % 64;
    if (kind_ == ObjectiveKind::kSum && (word & bit) == 0) {
      walker.progress += place.count;
      if (walker.progress > target_) return false;
    }
    word |= bit;
  }
  return true;
}

bool Arena::draw(Walker& walker, std::size_t move) const {
  const int edge = edge_[move];
  if (edge == kNowhere) return false;
  const auto [word, shift] = line_place(static_cast<std::size_t>(edge));
  walker.marks[word] &= ~(std::uint64_t{7} << shift);
  walker.marks[word] |= std::uint64_t{walker.pen} << shift;
  return true;
}

bool Arena::step(const Block& block, Walker& walker) const {
  switch (block.type) {
    case BlockType::kLeft:
      walker.heading = (walker.heading + 3) & 3;
      return true;
    case BlockType::kRight:
      walker.heading = (walker.heading + 1) & 3;
      return true;
    case BlockType::kSetPen:
      walker.pen = pen_code(block.pen);
      return true;
    default:
      break;
  }
  const std::size_t against = block.type == BlockType::kBack ? 2U : 0U;
  const std::size_t move = std::size_t{walker.cell} * 4 + ((walker.heading + against) & 3U);
  if (next_[move] == kNowhere) return false;
  walker.cell = static_cast<std::uint16_t>(next_[move]);
  return draws_ ? draw(walker, move) : enter(walker);
}

bool Arena::goal_reached(const Walker& walker) const {
  if (draws_) return walker.marks == wanted_;
  switch (kind_) {
    case ObjectiveKind::kFind:
    case ObjectiveKind::kFindOnly:
      return walker.marks[0] != 0;
    case ObjectiveKind::kCollectAll:
      return walker.marks == wanted_ && wanted_[0] != 0;
    case ObjectiveKind::kSum:
    case ObjectiveKind::kConcat:
      return walker.progress == target_;
    default:
      return true;
  }
}

}  // namespace papert::lang::xlogo
