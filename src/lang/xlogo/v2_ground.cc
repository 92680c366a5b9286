#include "lang/xlogo/v2_ground.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace papert::lang::xlogo::v2 {

std::optional<Ground> Ground::of(const xlogo::Task& site) {
  Ground ground(site, Machine(site.world));
  if (!ground.read_goal(site)) return std::nullopt;
  ground.find_states();
  ground.find_tests(site.world);
  return ground;
}

Ground::Ground(const xlogo::Task& site, Machine machine)
    : machine_(std::move(machine)), draws_(site.draws()) {}

bool Ground::read_goal(const xlogo::Task& site) {
  const std::size_t size = draws_ ? 2 * machine_.cells() : machine_.cells();
  bits_.assign(size, 0);
  deadly_.assign(size, draws_);
  if (draws_) return read_picture(site.world);
  const Objective* decisive = nullptr;
  for (const Objective& objective : site.goal) {
    if (objective.kind != ObjectiveKind::kForbid) decisive = &objective;
  }
  return read_items(site, decisive);
}

bool Ground::read_picture(const World& world) {
  for (const Line& line : world.lines) {
    if (line.color != Color::kBlack) return false;
    const std::size_t first =
        std::min(world.index(line.x1, line.y1), world.index(line.x2, line.y2));
    const std::size_t edge = 2 * first + (line.x1 == line.x2 ? 1 : 0);
    if (bits_[edge] != 0) continue;
    if (counts_.size() == 64) return false;
    counts_.push_back(1);
    bits_[edge] = static_cast<std::uint8_t>(counts_.size());
    deadly_[edge] = false;
    all_ |= std::uint64_t{1} << (counts_.size() - 1);
  }
  return true;
}

bool Ground::read_items(const xlogo::Task& site, const Objective* decisive) {
  always_ = decisive == nullptr;
  if (decisive != nullptr && decisive->kind == ObjectiveKind::kConcat) return false;
  const bool only = decisive != nullptr && decisive->kind == ObjectiveKind::kFindOnly;
  any_ = only || (decisive != nullptr && decisive->kind == ObjectiveKind::kFind);
  if (decisive != nullptr && decisive->kind == ObjectiveKind::kSum) sum_ = decisive->total;
  for (std::size_t cell = 0; cell < bits_.size(); ++cell) {
    const int at = static_cast<int>(cell);
    const Item* const item = site.world.item_at(at % site.world.width, at / site.world.width);
    if (item == nullptr) continue;
    for (const Objective& objective : site.goal) {
      if (objective.kind == ObjectiveKind::kForbid && matches(objective.specs.front(), *item)) {
        deadly_[cell] = true;
      }
    }
    if (decisive == nullptr) continue;
    const bool match = matches(decisive->specs.front(), *item);
    if (!match && only) deadly_[cell] = true;
    if (!match) continue;
    if (!any_ && counts_.size() == 64) return false;
    if (!any_ || counts_.empty()) counts_.push_back(item->count);
    bits_[cell] = static_cast<std::uint8_t>(counts_.size());
    all_ |= std::uint64_t{1} << (counts_.size() - 1);
  }
  return true;
}

Arrival Ground::moved(const Spot& from, unsigned direction) const {
  const std::size_t slot = from.cell * std::size_t{4} + direction;
  if (machine_.entered(slot) < 0) return {};
  const auto cell = static_cast<std::size_t>(machine_.entered(slot));
  const std::size_t place = draws_ ? machine_.edge(slot) : cell;
  if (deadly_[place]) return {};
  const std::uint64_t met = bits_[place] == 0 ? 0 : std::uint64_t{1} << (bits_[place] - 1);
  return {static_cast<std::uint16_t>(4 * cell + from.heading), met};  // not yet numbered
}

/// From the start on, in the order in which they are found.
void Ground::find_states() {
  numbers_.assign(4 * machine_.cells(), kDead);
  const auto number = [&](std::size_t place) {
    if (numbers_[place] == kDead) {
      numbers_[place] = static_cast<std::uint16_t>(states_.size());
      states_.push_back(
          {static_cast<std::uint16_t>(place / 4), static_cast<std::uint8_t>(place % 4)});
    }
    return numbers_[place];
  };
  const std::size_t cell = machine_.start();
  const bool dead = !draws_ && deadly_[cell];
  start_.state = number(4 * cell + static_cast<std::size_t>(machine_.heading()));
  if (!draws_ && bits_[cell] != 0) start_.met = std::uint64_t{1} << (bits_[cell] - 1);
  for (std::size_t i = 0; i < states_.size(); ++i) {
    const Spot spot = states_[i];
    Arrival ahead = moved(spot, spot.heading);
    Arrival back = moved(spot, spot.heading ^ 2U);
    if (ahead.state != kDead) ahead.state = number(ahead.state);
    if (back.state != kDead) back.state = number(back.state);
    moves_[0].push_back(ahead);
    moves_[1].push_back(back);
    moves_[2].push_back({number(4 * std::size_t{spot.cell} + ((spot.heading + 3) & 3U)), 0});
    moves_[3].push_back({number(4 * std::size_t{spot.cell} + ((spot.heading + 1) & 3U)), 0});
  }
  if (dead) start_.state = kDead;
}

void Ground::find_tests(const World& world) {
  const Walker walker(world);
  std::vector<Test> all{{}};
  for (std::size_t name = 0; name < kItemNames; ++name) {
    all.push_back({Sensor::kItem, static_cast<std::uint8_t>(name)});
  }
  for (std::size_t color = 0; color < kColors.size(); ++color) {
    all.push_back({Sensor::kColor, static_cast<std::uint8_t>(color)});
  }
  for (const Test& test : all) {
    std::vector<bool> passed;
    for (const Spot& spot : states_) {
      passed.push_back(walker.holds(machine_, test, spot.cell, spot.heading));
    }
    std::vector<bool> opposite = passed;
    opposite.flip();
    const auto known = [&](const std::vector<bool>& row) {
      return std::find(passed_.begin(), passed_.end(), row) != passed_.end();
    };
    const auto passing = std::count(passed.begin(), passed.end(), true);
    const bool constant = passing == 0 || passing == static_cast<std::ptrdiff_t>(passed.size());
    if (constant || known(passed) || known(opposite)) continue;
    tests_.push_back(test);
    passed_.push_back(std::move(passed));
  }
}

bool Ground::reached(std::uint64_t met) const {
  if (always_) return true;
  if (any_) return met != 0;
  if (!sum_) return met == all_ && (draws_ || all_ != 0);
  std::int64_t sum = 0;
  for (std::uint64_t rest = met; rest != 0; rest &= rest - 1) {
    sum += counts_[static_cast<std::size_t>(std::countr_zero(rest))];
  }
  return sum == *sum_;
}

}  // namespace papert::lang::xlogo::v2
