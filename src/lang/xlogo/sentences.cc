// A spec becomes a noun phrase. A clause of one name is the noun, a clause of colours an adjective;
// whatever remains follows as "that is ...":
//
//     red AND circle                    a red circle, red circles
//     (red OR blue) AND NOT circle      a red or blue item that is not a circle
//     strawberry OR lemon               a strawberry or lemon, strawberries and lemons
//     red AND (strawberry OR lemon)     a red item that is a strawberry or a lemon
//     (red OR circle) AND NOT cross     an item that is not a cross and that is red or a circle
//
// Every phrase has one reading: inside one "that is" there is only "and" or only "or", negated
// parts of an "or" come last, and an adjective never stands before two nouns.
#include "lang/xlogo/sentences.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace papert::lang::xlogo {
namespace {

using Words = std::vector<std::string>;

std::string joined(const Words& words, std::string_view between) {
  return fmt::format("{}", fmt::join(words, between));
}

/// Every word once, in the order of its first place.
Words distinct(const Words& words) {
  Words out;
  for (const std::string& word : words) {
    if (std::ranges::find(out, word) == out.end()) out.push_back(word);
  }
  return out;
}

/// "a", "a and b", "a, b and c".
std::string listed(Words words, std::string_view last) {
  words = distinct(words);
  const std::string end = words.back();
  words.pop_back();
  return words.empty() ? end : joined(words, ", ") + std::string(last) + end;
}

std::string with_article(std::string_view noun) {
  const bool vowel = !noun.empty() && std::string_view("aeiou").find(noun[0]) < 5;
  return fmt::format("{} {}", vowel ? "an" : "a", noun);
}

enum class Number { kOne, kMany };

std::string noun_of(ItemName name, Number number) {
  std::string word(item_name(name));
  if (name >= ItemName::kLetterA) {
    return (number == Number::kOne ? "letter " : "copies of the letter ") + word;
  }
  if (number == Number::kOne) return word;
  if (name == ItemName::kStrawberry) return "strawberries";
  return name == ItemName::kCross ? "crosses" : word + "s";
}

/// What follows "that is": "red", "not red", "a circle", "not a circle"; in the plural "circles".
std::string predicate(const Literal& literal, Number number) {
  std::string word;
  if (literal.name) {
    word = noun_of(*literal.name, number);
    if (number == Number::kOne) word = with_article(word);
  } else if (literal.color) {
    word = color_name(*literal.color);
  }
  return literal.negated ? "not " + word : word;
}

bool plain_name(const Literal& literal) { return literal.name.has_value() && !literal.negated; }
bool plain_color(const Literal& literal) { return literal.color.has_value() && !literal.negated; }

class Phrase {
 public:
  Phrase(const Spec& spec, Number number) : number_(number) {
    for (const Clause& clause : spec) {
      const bool noun = clause.size() == 1 || spec.size() == 1;
      if ((!noun || !take_noun(clause)) && !take_adjective(clause)) take_tail(clause);
    }
  }

  [[nodiscard]] std::string text() const {
    const std::string noun = !noun_.empty() ? noun_ : number_ == Number::kOne ? "item" : "items";
    const std::string_view is = number_ == Number::kOne ? " that is " : " that are ";
    std::string out = adjective_.empty() ? noun : adjective_ + " " + noun;
    Words tails;
    if (!alone_.empty()) tails.push_back(joined(alone_, " and "));
    tails.insert(tails.end(), choices_.begin(), choices_.end());
    for (std::size_t i = 0; i < tails.size(); ++i) {
      out += (i == 0 ? "" : " and") + std::string(is) + tails[i];
    }
    return out;
  }

 private:
  bool take_noun(const Clause& clause) {
    if (!noun_.empty() || clause.empty() || !std::ranges::all_of(clause, plain_name)) return false;
    Words names;
    for (const Literal& literal : clause) names.push_back(noun_of(*literal.name, number_));
    noun_ = listed(std::move(names), last_join());
    return true;
  }

  bool take_adjective(const Clause& clause) {
    if (!adjective_.empty() || clause.empty() || !std::ranges::all_of(clause, plain_color)) {
      return false;
    }
    Words colors;
    for (const Literal& literal : clause) colors.emplace_back(color_name(*literal.color));
    adjective_ = listed(std::move(colors), last_join());
    return true;
  }

  void take_tail(const Clause& clause) {
    if (clause.empty()) {
      alone_.emplace_back("of no kind at all");
      return;
    }
    Words words;
    for (const bool negated : {false, true}) {
      for (const Literal& literal : clause) {
        if (literal.negated == negated) words.push_back(predicate(literal, number_));
      }
    }
    words = distinct(words);
    (words.size() == 1 ? alone_ : choices_).push_back(joined(words, " or "));
  }

  /// "all strawberries and lemons", but "a strawberry or lemon".
  [[nodiscard]] std::string_view last_join() const {
    return number_ == Number::kOne ? " or " : " and ";
  }

  Number number_;
  std::string noun_;
  std::string adjective_;
  Words alone_;    // parts of one literal, joined by "and"
  Words choices_;  // parts of several, each with its own "that is"
};

std::string one(const Spec& spec) { return Phrase(spec, Number::kOne).text(); }
std::string many(const Spec& spec) { return Phrase(spec, Number::kMany).text(); }

std::size_t how_many(const Spec& spec, const World& world) {
  std::size_t count = 0;
  for (int y = 0; y < world.height; ++y) {
    for (int x = 0; x < world.width; ++x) {
      const Item* item = world.item_at(x, y);
      count += item != nullptr && matches(spec, *item) ? 1U : 0U;
    }
  }
  return count;
}

std::string the_or_a(const Spec& spec, const World& world) {
  const bool plain = std::ranges::all_of(spec, [](const Clause& c) { return c.size() == 1; });
  return plain && how_many(spec, world) == 1 ? "the " + one(spec) : with_article(one(spec));
}

std::string find_only(const Spec& spec, const World& world) {
  if (how_many(spec, world) == 1) {
    return fmt::format("Find only the {}: do not step on any other item.", one(spec));
  }
  return fmt::format("Find only {}: step on at least one of them and on no other item.",
                     many(spec));
}

std::string in_order(const std::vector<Spec>& specs, const World& world) {
  Words items;
  for (const Spec& spec : specs) items.push_back(the_or_a(spec, world));
  return fmt::format("Find {}, in this order and stepping on each exactly once.",
                     joined(items, ", then "));
}

std::string objective_sentence(const Objective& objective, const World& world) {
  if (objective.kind == ObjectiveKind::kDraw) return "Draw the picture.";
  if (objective.kind == ObjectiveKind::kConcat) return in_order(objective.specs, world);
  const Spec any;
  const Spec& spec = objective.specs.empty() ? any : objective.specs.front();
  switch (objective.kind) {
    case ObjectiveKind::kFindOnly:
      return find_only(spec, world);
    case ObjectiveKind::kCollectAll:
      return fmt::format("Collect all {}.", many(spec));
    case ObjectiveKind::kSum:
      return fmt::format("Collect a total of exactly {} {}.", objective.total,
                         objective.total == 1 ? one(spec) : many(spec));
    case ObjectiveKind::kForbid:
      return fmt::format("Do not step on {}.", the_or_a(spec, world));
    default:
      return fmt::format("Find {}.", the_or_a(spec, world));
  }
}

std::string_view call_name(BlockType type) {
  constexpr std::array<std::string_view, 6> kNames{"move_forward", "move_backward", "turn_left",
                                                   "turn_right",   "a for loop",    "setpc"};
  return kNames[static_cast<std::size_t>(type)];
}

std::string times(int count) {
  return count == 1 ? "once" : count == 2 ? "twice" : fmt::format("{} times", count);
}

/// `limit` is "exactly" or "at most".
std::string count_sentence(std::size_t block, std::string_view limit, int count) {
  const bool calls = block != kCountAll && static_cast<BlockType>(block) != BlockType::kRepeat;
  if (calls) {
    const std::string_view name = call_name(static_cast<BlockType>(block));
    return count == 0 ? fmt::format("Do not use {}.", name)
                      : fmt::format("Use {} {} {}.", name, limit, times(count));
  }
  const std::string_view word = block == kCountAll ? "command" : "loop";
  if (count == 0) return fmt::format("Do not use any {}s.", word);
  return fmt::format("Use {} {} {}{}.", limit, count, word, count == 1 ? "" : "s");
}

void append_counts(Words& sentences, const BlockCounts& counts, std::string_view limit) {
  for (std::size_t block = 0; block < counts.size(); ++block) {
    if (counts[block]) sentences.push_back(count_sentence(block, limit, *counts[block]));
  }
}

}  // namespace

std::string goal_sentence(const Goal& goal, const World& world) {
  const auto is_draw = [](const Objective& o) { return o.kind == ObjectiveKind::kDraw; };
  const auto draw = std::ranges::find_if(goal, is_draw);
  if (draw != goal.end()) return objective_sentence(*draw, world);
  const auto aim = std::find_if(goal.rbegin(), goal.rend(), [](const Objective& o) {
    return o.kind != ObjectiveKind::kForbid;
  });
  Words sentences;
  if (aim != goal.rend()) sentences.push_back(objective_sentence(*aim, world));
  for (const Objective& objective : goal) {
    if (objective.kind != ObjectiveKind::kForbid) continue;
    sentences.push_back(objective_sentence(objective, world));
  }
  if (sentences.empty()) return "Write any program that does not crash.";
  return joined(sentences, " ");
}

std::string constraint_sentence(const Constraints& constraints) {
  Words sentences;
  for (const ConstraintSet& set : constraints) {
    append_counts(sentences, set.exactly, "exactly");
    append_counts(sentences, set.at_most, "at most");
    if (set.start_by.empty()) continue;
    Words calls;
    for (const BlockType type : set.start_by) calls.emplace_back(call_name(type));
    sentences.push_back(fmt::format("Start with {}.", joined(calls, ", ")));
  }
  return joined(sentences, " ");
}

std::string task_sentence(const Task& task) {
  const std::string constraints = constraint_sentence(task.constraints);
  const std::string goal = goal_sentence(task.goal, task.world);
  return constraints.empty() ? goal : goal + " " + constraints;
}

std::string counted_item(const Item& item) {
  const Number number = item.count == 1 ? Number::kOne : Number::kMany;
  const std::string thing =
      fmt::format("{} {}", color_name(item.color), noun_of(item.name, number));
  return number == Number::kOne ? with_article(thing) : fmt::format("{} {}", item.count, thing);
}

}  // namespace papert::lang::xlogo
