#include "synth/goals.h"

#include <algorithm>
#include <utility>

#include "synth/saturating.h"

namespace papert::synth {
namespace {

using lang::xlogo::Color;
using lang::xlogo::Goal;
using lang::xlogo::Item;
using lang::xlogo::ItemName;
using lang::xlogo::Objective;
using lang::xlogo::ObjectiveKind;
using lang::xlogo::Spec;

constexpr std::uint64_t kLetterCount = 26;
constexpr std::uint64_t kMoreInSum = 5;

/// Everything that lies in the worlds of this family; of letters one stands for all.
std::vector<Item> possible_items() {
  std::vector<Item> items{{.name = ItemName::kStrawberry, .color = Color::kRed},
                          {.name = ItemName::kLemon, .color = Color::kYellow},
                          {.name = ItemName::kLetterA, .color = Color::kBlack}};
  for (const ItemName name : {ItemName::kTriangle, ItemName::kRectangle, ItemName::kCross}) {
    for (const Color color : {Color::kRed, Color::kGreen, Color::kBlue}) {
      items.push_back({.name = name, .color = color});
    }
  }
  for (std::size_t c = 0; c < lang::xlogo::kColors.size(); ++c) {
    const auto color = static_cast<Color>(c);
    if (color != Color::kWhite) items.push_back({.name = ItemName::kCircle, .color = color});
  }
  return items;
}

bool is_letter(ItemName name) { return name >= ItemName::kLetterA; }
bool is_fruit(ItemName name) { return name <= ItemName::kLemon; }

/// Whether something could meet the spec, letters aside.
bool can_match(const Spec& spec, const std::vector<Item>& items) {
  Spec plain = spec;
  for (auto& clause : plain) {
    for (lang::xlogo::Literal& literal : clause) {
      if (literal.name && is_letter(*literal.name)) literal.name = ItemName::kLetterA;
    }
  }
  return std::any_of(items.begin(), items.end(),
                     [&](const Item& item) { return matches(plain, item); });
}

bool can_be_met(const Goal& goal, Rules rules) {
  static const std::vector<Item> items = possible_items();
  static const std::vector<Item> summed{items.front()};
  return std::all_of(goal.begin(), goal.end(), [&](const Objective& objective) {
    const bool repaired_sum = objective.kind == ObjectiveKind::kSum && rules == Rules::kRepaired;
    return std::all_of(objective.specs.begin(), objective.specs.end(), [&](const Spec& spec) {
      return can_match(spec, repaired_sum ? summed : items);
    });
  });
}

template <class T>
void add_once(std::vector<T>& values, T value) {
  if (std::find(values.begin(), values.end(), value) == values.end()) values.push_back(value);
}

template <class Use>
void for_each_literal(Goal& goal, const Use& use) {
  for (Objective& objective : goal) {
    for (Spec& spec : objective.specs) {
      for (auto& clause : spec) {
        for (lang::xlogo::Literal& literal : clause) use(literal);
      }
    }
  }
}

}  // namespace

Goals::Goals(Goal reference, bool changed, Rules rules) : reference_(std::move(reference)) {
  Words same;
  for (std::size_t i = 0; i < same.names.size(); ++i) same.names[i] = static_cast<ItemName>(i);
  for (std::size_t i = 0; i < same.colors.size(); ++i) same.colors[i] = static_cast<Color>(i);
  if (!changed) {
    words_.push_back(same);
    return;
  }
  collect_words();
  add_words(0, same, rules);
  count_ = words_.size();
  for (std::size_t i = 0; i < letters_.size(); ++i) count_ = times(count_, kLetterCount - i);
  for (std::size_t i = 0; i < sums_; ++i) count_ = times(count_, kMoreInSum);
}

void Goals::collect_words() {
  for_each_literal(reference_, [&](const lang::xlogo::Literal& literal) {
    if (literal.color) add_once(colors_, *literal.color);
    if (literal.name) add_once(is_letter(*literal.name) ? letters_ : names_, *literal.name);
  });
  sums_ = static_cast<std::size_t>(std::count_if(
      reference_.begin(), reference_.end(),
      [](const Objective& objective) { return objective.kind == ObjectiveKind::kSum; }));
}

void Goals::add_words(std::size_t next, Words& words, Rules rules) {
  if (next == names_.size() + colors_.size()) {
    if (can_be_met(with(words, letters_), rules)) words_.push_back(words);
    return;
  }
  if (next < names_.size()) {
    const bool fruit = is_fruit(names_[next]);
    for (std::size_t n = 0; n < words.names.size(); ++n) {
      const auto name = static_cast<ItemName>(n);
      const bool taken = std::any_of(
          names_.begin(), names_.begin() + static_cast<std::ptrdiff_t>(next),
          [&](ItemName before) { return words.names[static_cast<std::size_t>(before)] == name; });
      if (is_fruit(name) != fruit || taken) continue;
      words.names[static_cast<std::size_t>(names_[next])] = name;
      add_words(next + 1, words, rules);
    }
    return;
  }
  const std::size_t place = next - names_.size();
  for (std::size_t c = 0; c < words.colors.size(); ++c) {
    const auto color = static_cast<Color>(c);
    const bool taken = std::any_of(
        colors_.begin(), colors_.begin() + static_cast<std::ptrdiff_t>(place),
        [&](Color before) { return words.colors[static_cast<std::size_t>(before)] == color; });
    if (color == Color::kWhite || taken) continue;
    words.colors[static_cast<std::size_t>(colors_[place])] = color;
    add_words(next + 1, words, rules);
  }
}

Goal Goals::with(const Words& words, const std::vector<ItemName>& letters) const {
  Goal goal = reference_;
  for_each_literal(goal, [&](lang::xlogo::Literal& literal) {
    if (literal.color) literal.color = words.colors[static_cast<std::size_t>(*literal.color)];
    if (!literal.name) return;
    if (!is_letter(*literal.name)) {
      literal.name = words.names[static_cast<std::size_t>(*literal.name)];
      return;
    }
    const auto place = std::find(letters_.begin(), letters_.end(), *literal.name);
    if (place != letters_.end()) {
      literal.name = letters[static_cast<std::size_t>(place - letters_.begin())];
    }
  });
  return goal;
}

Goal Goals::at(std::uint64_t index) const {
  const Words& words = words_[take_digit(index, words_.size())];
  std::vector<ItemName> left(kLetterCount);
  for (std::size_t i = 0; i < left.size(); ++i) {
    left[i] = static_cast<ItemName>(static_cast<std::size_t>(ItemName::kLetterA) + i);
  }
  std::vector<ItemName> letters;
  letters.reserve(letters_.size());
  for (std::size_t i = 0; i < letters_.size(); ++i) {
    const auto chosen = static_cast<std::ptrdiff_t>(take_digit(index, left.size()));
    letters.push_back(left[static_cast<std::size_t>(chosen)]);
    left.erase(left.begin() + chosen);
  }
  Goal goal = with(words, letters);
  if (sums_ == 0) return goal;
  for (Objective& objective : goal) {
    if (objective.kind != ObjectiveKind::kSum) continue;
    objective.total += 1 + static_cast<int>(take_digit(index, kMoreInSum));
  }
  return goal;
}

}  // namespace papert::synth
