#include "suite/turtlebench/designs.h"

#include <fmt/format.h>

#include <array>

namespace papert::turtlebench {
namespace {

struct Family {
  Design (*make)(Random&);
  double weight;  // roughly by how many different shapes it has
};
constexpr std::array<Family, 16> kFamilies{{{polygon, 1},
                                            {polygon_rosette, 4},
                                            {circle_rosette, 2},
                                            {flower, 4},
                                            {wheel, 4},
                                            {star, 2},
                                            {spiral, 4},
                                            {nested, 4},
                                            {target_rings, 2},
                                            {row, 4},
                                            {mixed_row, 8},
                                            {grid, 4},
                                            {house, 2},
                                            {stairs, 4},
                                            {zigzag, 4},
                                            {bumps, 2}}};

}  // namespace

Design make_design(Random& random) {
  std::array<double, kFamilies.size()> weights{};
  for (std::size_t i = 0; i < weights.size(); ++i) weights[i] = kFamilies[i].weight;
  return kFamilies[random.choice_indices_weighted(weights, 1).front()].make(random);
}

std::string number_word(int number) {
  constexpr std::array<const char*, 21> kWords{
      "no",       "one",     "two",     "three",     "four",     "five",     "six",
      "seven",    "eight",   "nine",    "ten",       "eleven",   "twelve",   "thirteen",
      "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty"};
  const auto index = static_cast<std::size_t>(number);
  return index < kWords.size() ? kWords[index] : std::to_string(number);
}

std::string ordinal_word(int number) {
  constexpr std::array<const char*, 11> kWords{"zeroth", "first", "second", "third",
                                               "fourth", "fifth", "sixth",  "seventh",
                                               "eighth", "ninth", "tenth"};
  const auto index = static_cast<std::size_t>(number);
  return index < kWords.size() ? kWords[index] : std::to_string(number) + "th";
}

std::string polygon_word(int sides, bool plural) {
  constexpr std::array<const char*, 9> kWords{"",
                                              "",
                                              "",
                                              "equilateral triangle",
                                              "square",
                                              "regular pentagon",
                                              "regular hexagon",
                                              "regular heptagon",
                                              "regular octagon"};
  return std::string(kWords[static_cast<std::size_t>(sides)]) + (plural ? "s" : "");
}

std::string turn_part(int n) {
  return 360 % n == 0 ? std::to_string(360 / n) : fmt::format("360 / {}", n);
}

Sketch polygon_sketch(int sides, const std::string& side) {
  return {loop(sides, {forward(side), left(turn_part(sides))})};
}

Sketch centred_circle(const std::string& radius) {
  return joined({moved({right("90"), forward(radius), left("90")}),
                 {circle(radius)},
                 moved({left("90"), forward(radius), right("90")})});
}

int draw(Random& random, int low, int high) { return static_cast<int>(random.randint(low, high)); }

std::string tens(Random& random, int low, int high) {
  return std::to_string(draw(random, low / 10, high / 10) * 10);
}

int another_count(Random& random, int low, int high, int other) {
  const int count = draw(random, low, high - 1);
  return count < other ? count : count + 1;
}

}  // namespace papert::turtlebench
