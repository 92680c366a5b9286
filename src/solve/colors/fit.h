// Guesses about a shape, made better step by step. Numbers are changed one by one and in pairs that
// belong together (a side of a box, an outline and its radius), by large steps first; where nothing
// helps any more, the best guess is shaken and tried again.
#pragma once

#include <cstddef>
#include <vector>

#include "base/random.h"
#include "solve/colors/evidence.h"

namespace papert::solve::colors {

struct Guess {
  Shape shape;
  Misfit misfit;
};

class Fitter {
 public:
  explicit Fitter(const Evidence& evidence) : evidence_(evidence), random_(1) {}

  /// Nothing for a shape that breaks the language's ranges.
  void add(const Shape& start);

  /// The best starts are improved; each guess is a shape of its kind. Best first.
  [[nodiscard]] std::vector<Guess> best(std::size_t starts, int shakes);

 private:
  [[nodiscard]] Misfit misfit_of(const Shape& shape);
  [[nodiscard]] Guess improved(Guess guess, int first_step);
  [[nodiscard]] Shape shaken(const Shape& shape, int reach);

  const Evidence& evidence_;
  Random random_;
  std::vector<Guess> starts_;
};

}  // namespace papert::solve::colors
