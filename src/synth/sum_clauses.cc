// The literals are gone through one by one, and what they must still add up to is carried along. Of
// a + b + c >= 2:
//
//     a: 2 of (a b c)  ->  a or 2 of (b c);  1 of (b c)
//     b: 2 of (b c)    ->  b;                1 of (c)       without b there is too little left
//        1 of (b c)    ->  b or 1 of (c)
//     c: 1 of (c)      ->  c
//
// "Still to be had: this much of those" is a variable, unless it is had already or out of reach. So
// n literals need at most n variables for each unit that the sum may lack, or that it must have if
// these are fewer. Heavy literals come first: where "or something else" weighs as much as the whole
// sum, one step settles it.
#include "synth/sum_clauses.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <numeric>
#include <optional>
#include <utility>

namespace papert::synth {
namespace {

struct Weighted {
  Literal literal;
  int weight = 1;
};

std::vector<Weighted> heavy_first(const Linear& sum) {
  std::vector<Weighted> literals;
  literals.reserve(sum.literals.size());
  for (std::size_t i = 0; i < sum.literals.size(); ++i) {
    literals.push_back({sum.literals[i], sum.weights.empty() ? 1 : sum.weights[i]});
  }
  std::stable_sort(literals.begin(), literals.end(),
                   [](const Weighted& a, const Weighted& b) { return a.weight > b.weight; });
  return literals;
}

class Steps {
 public:
  explicit Steps(const std::function<Literal()>& variable) : variable_(variable) {}

  /// What must still be had, by how much; no literal where that is required without condition.
  using Needs = std::map<int, std::optional<Literal>>;

  /// `rest`: what the literals behind this one can add.
  Needs take(const Weighted& next, const Needs& needs, int rest) {
    Needs left;
    for (const auto& [need, given] : needs) {
      require(given, next.literal, need, rest, left);
      require(given, std::nullopt, need - next.weight, rest, left);
    }
    return left;
  }

  [[nodiscard]] std::vector<Clause> clauses() && { return std::move(clauses_); }

 private:
  /// Either `instead` holds or so much is still to be had.
  void require(const std::optional<Literal>& given, const std::optional<Literal>& instead, int need,
               int rest, Needs& left) {
    if (need <= 0) return;
    Clause clause;
    if (given) clause.push_back(!*given);
    if (instead) clause.push_back(*instead);
    if (need <= rest) {
      const auto [place, added] = left.try_emplace(need);
      if (added) place->second = variable_();
      clause.push_back(*place->second);
    }
    clauses_.push_back(std::move(clause));
  }

  const std::function<Literal()>& variable_;
  std::vector<Clause> clauses_;
};

}  // namespace

std::vector<Clause> clauses_of(const Linear& sum, const std::function<Literal()>& variable) {
  if (sum.least <= 0) return {};
  const std::vector<Weighted> literals = heavy_first(sum);
  if (literals.empty() || literals.back().weight >= sum.least) return {sum.literals};
  int rest = std::accumulate(literals.begin(), literals.end(), 0,
                             [](int all, const Weighted& each) { return all + each.weight; });
  if (rest < sum.least) return {Clause{}};
  Steps steps(variable);
  Steps::Needs needs{{sum.least, std::nullopt}};
  for (const Weighted& next : literals) {
    rest -= next.weight;
    needs = steps.take(next, needs, rest);
  }
  return std::move(steps).clauses();
}

}  // namespace papert::synth
