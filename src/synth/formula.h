// What a solver is asked: plain yes-or-no variables, and sums over them that must be large enough.
// A clause is a sum of at least one; "at most k of n" is "at least n - k of the opposites".
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace papert::synth {

/// A variable, by number, or its opposite.
struct Literal {
  std::size_t variable = 0;
  bool is = true;
  [[nodiscard]] constexpr Literal operator!() const { return {variable, !is}; }
  friend constexpr bool operator==(const Literal&, const Literal&) = default;
};

[[nodiscard]] inline std::vector<Literal> opposites(std::vector<Literal> literals) {
  for (Literal& literal : literals) literal = !literal;
  return literals;
}
inline void append(const std::vector<Literal>& more, std::vector<Literal>& literals) {
  literals.insert(literals.end(), more.begin(), more.end());
}

/// The weights of the literals that hold add up to `least` or more.
struct Linear {
  std::vector<Literal> literals;
  std::vector<int> weights;  // positive, by literal; none: all 1
  int least = 1;
};

class Formula {
 public:
  [[nodiscard]] Literal variable() { return {variables_++, true}; }
  [[nodiscard]] std::size_t variables() const { return variables_; }
  [[nodiscard]] const std::vector<Linear>& conditions() const { return conditions_; }

  void require(Linear condition) { conditions_.push_back(std::move(condition)); }
  /// At least one of them.
  void require_any(std::vector<Literal> literals) { require({std::move(literals), {}, 1}); }
  void require(Literal literal) { require_any({literal}); }
  void require_at_least(std::vector<Literal> literals, int least) {
    if (least > 0) require({std::move(literals), {}, least});
  }
  void require_at_most(std::vector<Literal> literals, int most) {
    const int least = static_cast<int>(literals.size()) - most;
    require_at_least(opposites(std::move(literals)), least);
  }

 private:
  std::size_t variables_ = 0;
  std::vector<Linear> conditions_;
};

}  // namespace papert::synth
