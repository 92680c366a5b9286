// The solver, and the solver as the oracle of what is enumerated without one.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "synth/sketch.h"
#include "synth/solver.h"

namespace papert::synth {
namespace {

#define PAPERT_NEED_SOLVER() \
  if (!solver_available()) GTEST_SKIP() << "this build has no solver (-DPAPERT_SMT=OFF)"

TEST(Solver, FindsWhatComesNearestToTheWishes) {
  PAPERT_NEED_SOLVER();
  Formula formula;
  std::vector<Literal> v;
  for (int i = 0; i < 6; ++i) v.push_back(formula.variable());
  formula.require_at_most(v, 3);
  formula.require_any({!v[0], !v[1]});
  formula.require({{v[0], v[4], v[5]}, {1, 2, 3}, 4});
  std::vector<bool> values;
  Solver solver(formula);
  ASSERT_EQ(solver.solve(v, values), Solver::Answer::kFound);
  EXPECT_EQ(values, std::vector<bool>({true, false, true, false, false, true}));
  const std::vector<Literal> other{!v[5], v[1], v[2], v[3], v[4], v[0]};
  ASSERT_EQ(solver.solve(other, values), Solver::Answer::kFound);
  EXPECT_EQ(values, std::vector<bool>({false, true, false, false, true, true})) << "5 is needed";
  solver.require({{!v[5]}, {}, 1});
  EXPECT_EQ(solver.solve(other, values), Solver::Answer::kNone);
}

TEST(Solver, UsedOrNewGivesTheSame) {
  PAPERT_NEED_SOLVER();
  Formula formula;
  std::vector<Literal> v;
  for (int i = 0; i < 40; ++i) v.push_back(formula.variable());
  for (std::size_t i = 0; i + 3 < v.size(); ++i) {
    formula.require_any({v[i], !v[i + 1], v[i + 3]});
    formula.require_any({!v[i], v[(i * 7) % 40], !v[i + 2]});
  }
  formula.require_at_most(v, 21);
  formula.require_at_least(v, 19);
  std::vector<Literal> wishes;
  for (std::size_t i = 0; i < v.size(); ++i) wishes.push_back({(i * 13) % 40, i % 3 != 0});
  Solver fresh(formula);
  std::vector<bool> first;
  ASSERT_EQ(fresh.solve(wishes, first), Solver::Answer::kFound);
  Solver used(formula);
  std::vector<bool> second;
  std::vector<Literal> others(wishes.rbegin(), wishes.rend());
  for (int i = 0; i < 5; ++i) {
    std::rotate(others.begin(), others.begin() + 7, others.end());
    ASSERT_EQ(used.solve(others, second), Solver::Answer::kFound);
  }
  ASSERT_EQ(used.solve(wishes, second), Solver::Answer::kFound);
  EXPECT_EQ(first, second);
}

/// The rules of shapes, written down once more, as clauses over slots: one variable for each letter
/// that a place may hold, a place without any being empty. For references with at most one repeat.
class SketchFormula {
 public:
  SketchFormula(std::string_view reference, int least_more, int most_more) {
    add_slots(2);
    for (std::size_t i = 0; i < reference.size(); ++i) add_block(reference, i);
    for (const Place& place : places_) {
      std::vector<Literal> letters = all_of(place);
      formula_.require_at_most(letters, 1);
      if (!place.slot) formula_.require_any(letters);
      if (place.slot) inserted_.insert(inserted_.end(), letters.begin(), letters.end());
    }
    formula_.require_at_least(inserted_, least_more);
    formula_.require_at_most(inserted_, most_more);
    forbid_runs();
    forbid_bodies();
    forbid_copies();
    for (const char c : {'l', 'r'}) forbid(std::string(1, c), 0, places_.size(), false, true);
  }

  std::set<std::string> all() {
    Solver solver(formula_);
    std::set<std::string> shapes;
    std::vector<Literal> wishes;
    for (std::size_t i = 0; i < formula_.variables(); ++i) wishes.push_back({i, false});
    std::vector<bool> values;
    while (solver.solve(wishes, values) == Solver::Answer::kFound) {
      std::string shape;
      Linear other;
      for (const Place& place : places_) {
        for (std::size_t i = 0; i < place.letters.size(); ++i) {
          if (values[place.first + i]) shape.push_back(place.letters[i]);
        }
      }
      for (std::size_t i = 0; i < values.size(); ++i) other.literals.push_back({i, !values[i]});
      solver.require(other);
      shapes.insert(shape);
    }
    return shapes;
  }

 private:
  struct Place {
    bool slot = false;
    std::string letters;
    std::size_t first = 0;  // variable
  };

  void add(bool slot, std::string letters) {
    places_.push_back({slot, letters, formula_.variables()});
    for (std::size_t i = 0; i < letters.size(); ++i) (void)formula_.variable();
  }
  void add_slots(int count) {
    for (int i = 0; i < count; ++i) add(true, "fblr");
  }
  void add_block(std::string_view reference, std::size_t i) {
    const char c = reference[i];
    if (c == '[') open_ = places_.size();
    if (c == ']') close_ = places_.size();
    add(false, c == 'l' || c == 'r' ? "lr" : std::string(1, c));
    const char next = i + 1 < reference.size() ? reference[i + 1] : ']';
    const bool two = c == '[' || c == ']' || next == '[' || next == ']';
    add_slots(two ? 2 : 1);
  }

  static std::vector<Literal> all_of(const Place& place) {
    std::vector<Literal> letters;
    for (std::size_t i = 0; i < place.letters.size(); ++i)
      letters.push_back({place.first + i, true});
    return letters;
  }

  /// Calls `use` with the literals that say: this word lies in [begin, end), its letters one behind
  /// the other with only empty places between, at the begin or the end if wished.
  void for_each_place(const std::string& word, std::size_t begin, std::size_t end, bool at_begin,
                      bool at_end, const std::function<void(std::vector<Literal>)>& use,
                      std::vector<Literal> so_far = {}) {
    if (word.empty()) {
      for (std::size_t p = begin; at_end && p < end; ++p) append_empty(p, so_far);
      return use(so_far);
    }
    for (std::size_t p = begin; p < end; ++p) {
      const std::size_t letter = places_[p].letters.find(word.front());
      if (letter != std::string::npos) {
        std::vector<Literal> more = so_far;
        more.push_back({places_[p].first + letter, true});
        for_each_place(word.substr(1), p + 1, end, true, at_end, use, std::move(more));
      }
      if (at_begin) append_empty(p, so_far);
      if (at_begin && !places_[p].slot) return;
    }
  }
  void append_empty(std::size_t p, std::vector<Literal>& literals) {
    for (const Literal& letter : all_of(places_[p])) literals.push_back(!letter);
  }

  void forbid(const std::string& word, std::size_t begin, std::size_t end, bool at_begin,
              bool at_end) {
    for_each_place(word, begin, end, at_begin, at_end, [&](std::vector<Literal> literals) {
      for (Literal& literal : literals) literal = !literal;
      formula_.require_any(std::move(literals));
    });
  }

  void forbid_runs() {
    for (const char* run : {"lll", "rrr", "lr", "rl", "fff", "bbb", "fbf", "bfb", "rrf", "rrb",
                            "llf", "llb", "frr", "fll", "brr", "bll"}) {
      forbid(run, 0, places_.size(), false, false);
    }
  }

  static std::vector<std::string> words(std::size_t longest) {
    std::vector<std::string> all{""};
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (all[i].size() == longest) break;
      for (const char c : {'f', 'b', 'l', 'r'}) all.push_back(all[i] + c);
    }
    return all;
  }

  void forbid_bodies() {
    if (close_ == 0) return;
    for (const std::string& body : words(4)) {
      const auto turn = [](char c) { return c == 'l' || c == 'r'; };
      const bool turns = !body.empty() && turn(body.front()) && turn(body.back());
      const bool alike = body.size() > 1 && body.find_first_not_of(body.front()) == body.npos;
      if (turns || alike || body == "fb" || body == "bf") {
        forbid(body, open_ + 1, close_, true, true);
      }
    }
  }

  /// A body of one or two letters with the same beside it; longer copies need more insertions.
  void forbid_copies() {
    if (close_ == 0) return;
    for (const std::string& body : words(2)) {
      if (body.empty()) continue;
      for_each_place(body, open_ + 1, close_, true, true, [&](const std::vector<Literal>& inside) {
        const auto not_both = [&](std::vector<Literal> beside) {
          beside.insert(beside.end(), inside.begin(), inside.end());
          for (Literal& literal : beside) literal = !literal;
          formula_.require_any(std::move(beside));
        };
        for_each_place(body, 0, open_, false, true, not_both);
        for_each_place(body, close_ + 1, places_.size(), true, false, not_both);
      });
    }
  }

  Formula formula_;
  std::vector<Place> places_;
  std::vector<Literal> inserted_;
  std::size_t open_ = 0;   // place of the repeat
  std::size_t close_ = 0;  // place of its end
};

TEST(Solver, GivesTheSameShapesAsTheWalk) {
  PAPERT_NEED_SOLVER();
  for (const std::string reference : {"f", "rf", "rflf", "[fr]"}) {
    for (const int most : {0, 2}) {
      const int least = most / 2;
      const std::vector<Shape> walked =
          shapes_like(reference, {.least_more = static_cast<std::size_t>(least),
                                  .most_more = static_cast<std::size_t>(most)});
      const std::set<std::string> solved = SketchFormula(reference, least, most).all();
      EXPECT_EQ(std::set<std::string>(walked.begin(), walked.end()), solved)
          << reference << " with up to " << most << " blocks more";
    }
  }
}

}  // namespace
}  // namespace papert::synth
