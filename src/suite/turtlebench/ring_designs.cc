// Shapes around a point, and polygons.
#include <fmt/format.h>

#include <array>

#include "suite/turtlebench/designs.h"

namespace papert::turtlebench {
namespace {

/// "a square", "an equilateral triangle", ...
std::string a_polygon(int sides) {
  const std::string word = polygon_word(sides);
  return (word.starts_with('e') ? "an " : "a ") + word;
}

/// `copies` of a part, turned evenly around the turtle; the first as it is.
Sketch around(int copies, const Sketch& part) {
  return {loop(copies, joined({part, {right(turn_part(copies))}}))};
}

/// The same without the first.
Sketch around_but_first(int copies, const Sketch& part) {
  const std::string turn = turn_part(copies);
  return {right(turn), loop(copies - 1, joined({part, {right(turn)}}))};
}

}  // namespace

Design polygon(Random& random) {
  const int sides = draw(random, 3, 8);
  Design design;
  design.variables = "side=" + tens(random, 80, 150);
  design.description = a_polygon(sides) + ", its lowest side horizontal.";
  design.sketch = polygon_sketch(sides, "side");
  const std::string turn = turn_part(sides);
  design.changes.push_back({"deletion", "in the given shape removes the side at the bottom.",
                            joined({moved({forward("side"), left(turn)}),
                                    {loop(sides - 1, {forward("side"), left(turn)})}})});
  design.changes.push_back(
      {"insertion",
       "creates the given shape and adds a square below it, the upper side of which is the lowest "
       "side of the given shape.",
       joined({design.sketch, {loop(4, {forward("side"), right("90")})}})});
  const int other = another_count(random, 3, 8, sides);
  design.changes.push_back({"generalisation",
                            fmt::format("instead of the given shape creates {} with sides of the "
                                        "same length, its lowest side horizontal.",
                                        a_polygon(other)),
                            polygon_sketch(other, "side")});
  return design;
}

Design polygon_rosette(Random& random) {
  constexpr std::array<int, 5> kSides{3, 4, 5, 6, 8};
  const int sides = random.choice(kSides);
  const int copies = draw(random, 3, 12);
  Design design;
  design.variables = "side=" + tens(random, 60, 100);
  design.description = fmt::format(
      "{} {} of the same size that all have one corner in common and are turned evenly around it. "
      "One of them has a side that runs from the common corner straight to the right, and lies "
      "below that side.",
      number_word(copies), polygon_word(sides, true));
  const Sketch part{loop(sides, {forward("side"), right(turn_part(sides))})};
  design.sketch = around(copies, part);
  design.changes.push_back(
      {"insertion",
       "creates the given shape and adds a circle around the common corner whose radius is the "
       "length of a side.",
       joined({design.sketch, centred_circle("side")})});
  const int other = another_count(random, 3, 12, copies);
  design.changes.push_back(
      {"generalisation",
       fmt::format("creates the given shape with {} {} instead of {}, evenly turned; the one that "
                   "lies below a side that runs from the common corner straight to the right stays "
                   "where it is.",
                   number_word(other), polygon_word(sides, true), number_word(copies)),
       around(other, part)});
  return design;
}

Design circle_rosette(Random& random) {
  const int copies = draw(random, 3, 10);
  Design design;
  design.variables = "radius=" + tens(random, 50, 90);
  design.description = fmt::format(
      "{} circles of the same size that all pass through one point and are turned evenly around "
      "it. One of them lies straight above the common point.",
      number_word(copies));
  const Sketch part{circle("radius")};
  design.sketch = around(copies, part);
  design.changes.push_back(
      {"deletion",
       "in the given shape removes the circle that lies straight above the common point.",
       around_but_first(copies, part)});
  design.changes.push_back(
      {"insertion",
       "creates the given shape and adds one large circle that encloses and touches "
       "all the circles.",
       joined({design.sketch, centred_circle("2 * radius")})});
  const int other = another_count(random, 3, 10, copies);
  design.changes.push_back(
      {"generalisation",
       fmt::format("creates the given shape with {} circles instead of {}, evenly turned; the one "
                   "straight above the common point stays where it is.",
                   number_word(other), number_word(copies)),
       around(other, part)});
  return design;
}

Design flower(Random& random) {
  constexpr std::array<int, 3> kArcs{60, 90, 120};
  const int arc = random.choice(kArcs);
  const int petals = draw(random, 3, 10);
  Design design;
  design.variables = "radius=" + std::string(arc == 120 ? "80" : tens(random, 90, 140));
  design.description = fmt::format(
      "A flower of {} petals that meet in one point, evenly turned. Each petal consists of two "
      "arcs of {} degrees with the radius radius. One petal points {} degrees above the direction "
      "to the right.",
      number_word(petals), arc, arc / 2);
  const Sketch part{
      loop(2, {circle("radius", std::to_string(arc)), left(std::to_string(180 - arc))})};
  design.sketch = around(petals, part);
  design.changes.push_back(
      {"deletion",
       fmt::format(
           "in the given shape removes the petal that points {} degrees above the direction "
           "to the right.",
           arc / 2),
       around_but_first(petals, part)});
  design.changes.push_back({"insertion",
                            "creates the given shape and adds a stem: a vertical line, 2 * radius "
                            "long, from the middle of the flower down.",
                            joined({design.sketch, {right("90"), forward("2 * radius")}})});
  const int other = another_count(random, 3, 10, petals);
  design.changes.push_back(
      {"generalisation",
       fmt::format("creates the given shape with {} petals instead of {}, evenly turned; the one "
                   "that points {} degrees above the direction to the right stays where it is.",
                   number_word(other), number_word(petals), arc / 2),
       around(other, part)});
  return design;
}

Design wheel(Random& random) {
  const int spokes = draw(random, 3, 12);
  const int sides = draw(random, 2, 6);  // 2: a circle
  Design design;
  design.variables = fmt::format("length={}\nsize={}", tens(random, 90, 140), tens(random, 20, 40));
  const bool round = sides == 2;
  const std::string tip =
      round ? "circle with the radius size, which touches the end and lies beyond it"
            : polygon_word(sides) +
                  " with sides of length size, one of which continues the line; seen from the "
                  "common point it lies to the left of that side";
  design.description = fmt::format(
      "{} lines of length length from one point, evenly turned; one of them runs straight to the "
      "right. At the end of each is {} {}.",
      number_word(spokes), tip.starts_with('e') ? "an" : "a", tip);
  const Sketch mark = round ? Sketch{right("90"), circle("size"), left("90")}
                            : Sketch{loop(sides, {forward("size"), left(turn_part(sides))})};
  const Sketch part = joined({{forward("length")}, mark, {backward("length")}});
  design.sketch = around(spokes, part);
  design.changes.push_back({"deletion",
                            "in the given shape removes the line that runs straight to the right, "
                            "and what is at its end.",
                            around_but_first(spokes, part)});
  design.changes.push_back(
      {"insertion",
       "creates the given shape and adds a circle with the radius length around the point where "
       "the lines meet.",
       joined({design.sketch, centred_circle("length")})});
  const int other = another_count(random, 3, 12, spokes);
  design.changes.push_back(
      {"generalisation",
       fmt::format("creates the given shape with {} lines instead of {}, evenly turned, and the "
                   "same at the end of each; the line that runs straight to the right stays where "
                   "it is.",
                   number_word(other), number_word(spokes)),
       around(other, part)});
  return design;
}

Design star(Random& random) {
  struct Kind {
    int points;
    int skip;
  };
  constexpr std::array<Kind, 7> kStars{{{5, 2}, {7, 2}, {7, 3}, {9, 2}, {9, 4}, {11, 3}, {11, 5}}};
  const auto sketch_of = [](const Kind& kind) {
    const int degrees = 360 * kind.skip;
    const std::string turn = degrees % kind.points == 0
                                 ? std::to_string(degrees / kind.points)
                                 : fmt::format("{} / {}", degrees, kind.points);
    return Sketch{forward("side"), right(turn)};
  };
  const auto chosen = random.sample_indices(kStars.size(), 2);
  const Kind kind = kStars[chosen[0]];
  const Kind other = kStars[chosen[1]];
  Design design;
  design.variables = "side=" + tens(random, 150, 300);
  design.description = fmt::format(
      "A star with {} points, drawn as {} straight lines of the same length. The first runs to the "
      "right, and each following one begins where the one before ends and is turned clockwise "
      "against it by {} parts of a full turn in {}.",
      number_word(kind.points), number_word(kind.points), number_word(kind.skip),
      number_word(kind.points));
  const Sketch part = sketch_of(kind);
  design.sketch = {loop(kind.points, part)};
  design.changes.push_back({"deletion", "in the given shape removes the horizontal line.",
                            joined({moved(part), {loop(kind.points - 1, part)}})});
  design.changes.push_back(
      {"generalisation",
       fmt::format("instead of the given shape creates a star of {} lines of the same length: the "
                   "first runs to the right, and each following one begins where the one before "
                   "ends and is turned clockwise against it by {} parts of a full turn in {}.",
                   number_word(other.points), number_word(other.skip), number_word(other.points)),
       {loop(other.points, sketch_of(other))}});
  return design;
}

Design spiral(Random& random) {
  constexpr std::array<int, 6> kTurns{60, 72, 90, 100, 120, 144};
  const int turn = random.choice(kTurns);
  const int lines = draw(random, 6, 14);
  Design design;
  design.variables = "step=" + std::to_string(draw(random, 10, 18));
  design.description = fmt::format(
      "A spiral of {} straight lines. The first runs to the right and is step long, each following "
      "one is longer by step and turned to the left by {} degrees.",
      number_word(lines), turn);
  const Sketch part{forward("step * (i + 1)"), left(std::to_string(turn))};
  design.sketch = {loop(lines, part)};
  const int other = another_count(random, 6, 14, lines);
  design.changes.push_back(
      {"generalisation",
       fmt::format("creates the given shape with {} lines instead of {}; the shortest "
                   "stays as it is, and lines are added or left out at the "
                   "outer end.",
                   number_word(other), number_word(lines)),
       {loop(other, part)}});
  design.changes.push_back({"insertion",
                            "creates the given shape and adds a straight line from the outer end "
                            "of the spiral on in the "
                            "direction of its last line, 3 * step long.",
                            {loop(lines, part), right(std::to_string(turn)), forward("3 * step")}});
  design.changes.push_back(
      {"deletion", "in the given shape removes the longest line.", {loop(lines - 1, part)}});
  return design;
}

}  // namespace papert::turtlebench
