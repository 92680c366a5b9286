// Without loops every command is a block:
//
//     draw         the wrong lines + the colours among them other than the pen + 1 if one of them
//                  lies across the heading
//     find         commands to the nearest match
//     collectall   the larger of: commands to the farthest that is left; commands to the nearest,
//                  and one for each of the others
//     concat       the same, of the specs still to be met
//     sum          commands to the nearest that is left, and one for each of the others that are
//                  needed at least
//
// Commands to a place are exact: breadth first over cells and axes, walls and forbidden items
// included, from the place backwards (fd and bk make the two headings of an axis one).
//
// With loops a block may run often, so only kinds of blocks count: a move, a turn where no target
// is straight ahead or behind, each colour. And whatever takes more commands than that takes one
// block more: a second move, or a repeat.

#include "lang/xlogo/search_bound.h"

#include <algorithm>
#include <bit>

namespace papert::lang::xlogo {
namespace {

constexpr std::uint16_t kUnreached = 0xFFFF;

}  // namespace

void Bound::load(const Arena& arena) {
  arena_ = &arena;
  cells_ = arena.place_.size();
  ways_.clear();
  counts_.clear();
  if (arena.draws_) {
    load_picture();
  } else {
    load_targets();
  }
}

void Bound::load_picture() {
  of_color_ = {};
  along_ = {};
  words_ = arena_->lines_.empty() ? 0 : line_place(arena_->lines_.size() - 1).first + 1;
  for (std::size_t i = 0; i < arena_->lines_.size(); ++i) {
    const Arena::PictureLine& line = arena_->lines_[i];
    const auto [word, shift] = line_place(i);
    of_color_[line.pen - 1U][word] |= std::uint64_t{1} << shift;
    along_[line.direction & 1][word] |= std::uint64_t{1} << shift;
  }
}

void Bound::load_targets() {
  const std::vector<Arena::Place>& places = arena_->place_;
  back_.assign(cells_ * 4, Arena::kNowhere);
  for (std::size_t move = 0; move < arena_->next_.size(); ++move) {
    const int to = arena_->next_[move];
    if (to == Arena::kNowhere) continue;
    back_[static_cast<std::size_t>(to) * 4 + move % 4] = static_cast<int>(move / 4);
  }
  closed_.assign(cells_, 0);
  int marks = 0;
  for (std::size_t cell = 0; cell < cells_; ++cell) {
    const Arena::Place& place = places[cell];
    closed_[cell] = place.lost || std::popcount(place.specs) > 1 ? 1 : 0;
    marks = std::max(marks, place.mark + 1);
    if (place.mark != Arena::kNowhere) counts_.push_back(place.count);
  }
  if (arena_->kind_ == ObjectiveKind::kConcat) {
    for (std::int32_t i = 0; i < arena_->target_; ++i) {
      add_target([&](std::size_t cell) { return places[cell].specs == 1U << i; });
    }
    return;
  }
  for (int mark = 0; mark < marks; ++mark) {
    add_target([&](std::size_t cell) { return places[cell].mark == mark; });
  }
}

template <class IsTarget>
void Bound::add_target(IsTarget is_target) {
  const std::size_t first = ways_.size();
  ways_.resize(first + cells_ * 2);
  queue_.clear();
  for (std::size_t cell = 0; cell < cells_; ++cell) {
    if (!is_target(cell)) continue;
    for (const std::size_t axis : {0U, 1U}) reach(first, cell * 2 + axis, 0);
    if (closed_[cell] == 0) mark_straight(first, cell);
  }
  std::size_t next = 0;
  while (next < queue_.size()) {
    const std::size_t at = queue_[next++];
    const std::size_t cell = at / 2;
    const std::size_t axis = at % 2;
    const auto commands = static_cast<std::uint16_t>(ways_[first + at].commands + 1);
    reach(first, at ^ 1U, commands);
    if (closed_[cell] != 0) continue;
    for (const std::size_t direction : {axis, axis + 2}) {
      const int from = back_[cell * 4 + direction];
      if (from != Arena::kNowhere)
        reach(first, static_cast<std::size_t>(from) * 2 + axis, commands);
    }
  }
}

void Bound::reach(std::size_t first, std::size_t at, std::uint16_t commands) {
  Way& way = ways_[first + at];
  if (way.commands != kUnreached) return;
  way.commands = commands;
  queue_.push_back(static_cast<std::uint32_t>(at));
}

void Bound::mark_straight(std::size_t first, std::size_t cell) {
  for (std::size_t direction = 0; direction < 4; ++direction) {
    int from = back_[cell * 4 + direction];
    while (from != Arena::kNowhere) {
      const auto at = static_cast<std::size_t>(from);
      ways_[first + at * 2 + direction % 2].straight = true;
      if (closed_[at] != 0) break;
      from = back_[at * 4 + direction];
    }
  }
}

PictureRest Bound::picture_rest(const Walker& walker) const {
  PictureRest rest;
  std::uint64_t across = 0;
  for (std::size_t i = 0; i < words_; ++i) {
    const std::uint64_t differ = walker.marks[i] ^ arena_->wanted_[i];
    rest.wrong[i] = (differ | differ >> 1 | differ >> 2) & kLowBits;
    rest.lines += static_cast<std::size_t>(std::popcount(rest.wrong[i]));
    across |= rest.wrong[i] & along_[(walker.heading + 1U) & 1U][i];
  }
  rest.across = across != 0;
  if (rest.lines == 0) return rest;
  for (const Color color : arena_->colors_) {
    const auto code = static_cast<std::size_t>(color);
    if (code + 1 == walker.pen) continue;
    std::uint64_t any = 0;
    for (std::size_t i = 0; i < words_; ++i) any |= rest.wrong[i] & of_color_[code][i];
    rest.colors += any != 0 ? 1 : 0;
  }
  return rest;
}

std::size_t Bound::picture_bound(const PictureRest& rest, bool flat) {
  if (rest.lines == 0) return 0;
  const std::size_t others = rest.colors + (rest.across ? 1 : 0);
  return others + (flat ? rest.lines : std::min<std::size_t>(rest.lines, 2));
}

std::size_t Bound::blocks_to(std::size_t target, const Walker& walker, bool flat) const {
  const Way& way = ways_[(target * cells_ + walker.cell) * 2 + walker.heading % 2U];
  if (way.commands == kUnreached) return kNever;
  if (flat) return way.commands;
  return std::min<std::size_t>(way.commands, way.straight ? 2 : 3);
}

Bound::Rest Bound::rest(const Walker& walker, bool flat) const {
  Rest result;
  for (std::size_t i = 0; i * 64 < counts_.size(); ++i) {
    std::uint64_t left = arena_->wanted_[i] & ~walker.marks[i];
    result.left += static_cast<std::size_t>(std::popcount(left));
    for (; left != 0; left &= left - 1) {
      const auto mark = i * 64 + static_cast<std::size_t>(std::countr_zero(left));
      const std::size_t blocks = blocks_to(mark, walker, flat);
      if (blocks < kNever) result.largest = std::max(result.largest, counts_[mark]);
      result.nearest = std::min(result.nearest, blocks);
      result.farthest = std::max(result.farthest, blocks);
    }
  }
  return result;
}

std::size_t Bound::lower_bound(const Walker& walker, bool flat) const {
  if (arena_->draws_) return picture_bound(picture_rest(walker), flat);
  switch (arena_->kind_) {
    case ObjectiveKind::kFind:
    case ObjectiveKind::kFindOnly:
      if (walker.marks[0] != 0) return 0;
      return ways_.empty() ? kNever : blocks_to(0, walker, flat);
    case ObjectiveKind::kCollectAll: {
      if (counts_.empty()) return kNever;
      const Rest left = rest(walker, flat);
      if (left.left == 0) return 0;
      return flat ? std::max(left.farthest, left.nearest + left.left - 1) : left.farthest;
    }
    case ObjectiveKind::kSum: {
      if (walker.progress == arena_->target_) return 0;
      const Rest left = rest(walker, flat);
      if (left.nearest == kNever || walker.progress > arena_->target_) return kNever;
      const int needed = (arena_->target_ - walker.progress + left.largest - 1) / left.largest;
      return left.nearest + (flat ? static_cast<std::size_t>(needed - 1) : 0);
    }
    case ObjectiveKind::kConcat: {
      const auto met = static_cast<std::size_t>(walker.progress);
      const auto all = static_cast<std::size_t>(arena_->target_);
      if (met == all) return 0;
      std::size_t most = blocks_to(met, walker, flat) + (flat ? all - met - 1 : 0);
      for (std::size_t i = met + 1; i < all; ++i) {
        most = std::max(most, blocks_to(i, walker, flat));
      }
      return most;
    }
    default:
      return 0;
  }
}

}  // namespace papert::lang::xlogo
