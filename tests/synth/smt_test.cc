// The solver by itself. What it is the oracle of: code_oracle_test.cc, world_oracle_test.cc.

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "synth/need_solver.h"
#include "synth/solver.h"

namespace papert::synth {
namespace {

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

}  // namespace
}  // namespace papert::synth
