// Shapes beside, within and upon each other.
#include <fmt/format.h>

#include <array>

#include "suite/turtlebench/designs.h"

namespace papert::turtlebench {
namespace {

/// Shapes as wide as side that stand on the line from the turtle to the right.
struct Figure {
  const char* name;
  const char* plural;
};
constexpr std::array<Figure, 5> kFigures{
    {{"square", "squares"},
     {"circle", "circles"},
     {"equilateral triangle with its tip above", "equilateral triangles with their tips above"},
     {"semicircle with its arc above", "semicircles with their arcs above"},
     {"equilateral triangle standing on its tip", "equilateral triangles standing on their tips"}}};

/// From the lower left corner of its box and back to there.
Sketch figure_sketch(std::size_t figure) {
  switch (figure) {
    case 0:
      return {loop(4, {forward("side"), left("90")})};
    case 1:
      return joined(
          {moved({forward("side / 2")}), {circle("side / 2")}, moved({backward("side / 2")})});
    case 2:
      return {loop(3, {forward("side"), left("120")})};
    case 3:
      return {forward("side"), left("90"), circle("side / 2", "180"), left("90")};
    default:
      return joined({moved({forward("side / 2")}),
                     {left("60"), loop(3, {forward("side"), left("120")}), right("60")},
                     moved({backward("side / 2")})});
  }
}

Sketch step_on(const std::string& length) { return moved({forward(length)}); }

}  // namespace

Design nested(Random& random) {
  const int sides = draw(random, 2, 8);  // 2: circles
  const int count = draw(random, 3, 6);
  const bool round = sides == 2;
  const std::string size = round ? "radius" : "side";
  const std::string name = round ? "circles" : polygon_word(sides, true);
  const auto part = [&]() -> Sketch {
    if (round) return {circle("radius * (i + 1)")};
    return {loop(sides, {forward("side * (i + 1)"), left(turn_part(sides))})};
  };
  Design design;
  design.variables =
      size + "=" + std::to_string(round ? draw(random, 15, 30) : draw(random, 20, 40));
  design.description = fmt::format(
      "{} {} inside each other that {}. The second is twice as large as the smallest, the third "
      "three times, and so on.",
      number_word(count), name,
      round ? "all touch at their lowest points"
            : "all have the left end of their lowest side, which is horizontal, in common");
  design.sketch = {loop(count, part())};
  const int gone = draw(random, 1, count - 1);
  design.changes.push_back(
      {"deletion",
       fmt::format("in the given shape removes the {} of the {}, counted from the smallest.",
                   ordinal_word(gone + 1), name),
       {loop(count, {unless(gone, part())})}});
  const int other = another_count(random, 2, 7, count);
  design.changes.push_back({"generalisation",
                            fmt::format("creates the given shape with {} {} instead of {}; the "
                                        "smallest stays as it is, and each next one is larger by "
                                        "as much as now.",
                                        number_word(other), name, number_word(count)),
                            {loop(other, part())}});
  if (sides == 4) {
    design.changes.push_back(
        {"insertion",
         "creates the given shape and adds the diagonal of the largest square that starts at the "
         "common corner.",
         joined(
             {design.sketch, {left("45"), forward(fmt::format("{} * side * sqrt(2)", count))}})});
  }
  return design;
}

Design target_rings(Random& random) {
  const int count = draw(random, 2, 7);
  const std::string radius = "radius * (i + 1)";
  Design design;
  design.variables = "radius=" + std::to_string(draw(random, 15, 35));
  design.description = fmt::format(
      "{} circles around the same centre. The radius of the second smallest is twice that of the "
      "smallest, of the third three times, and so on.",
      number_word(count));
  design.sketch = {loop(count, centred_circle(radius))};
  const int gone = draw(random, 0, count - 2);
  design.changes.push_back(
      {"deletion",
       fmt::format("in the given shape removes the {} circle, counted from the smallest.",
                   ordinal_word(gone + 1)),
       {loop(count, {unless(gone, centred_circle(radius))})}});
  design.changes.push_back(
      {"insertion",
       "creates the given shape and adds the horizontal diameter of the largest circle.",
       joined({design.sketch,
               moved({backward(fmt::format("{} * radius", count))}),
               {forward(fmt::format("{} * radius", 2 * count))}})});
  const int other = another_count(random, 2, 8, count);
  design.changes.push_back(
      {"generalisation",
       fmt::format("creates the given shape with {} circles instead of {}; the smallest stays as "
                   "it is, and each next one is larger by as much as now.",
                   number_word(other), number_word(count)),
       {loop(other, centred_circle(radius))}});
  return design;
}

Design row(Random& random) {
  const std::size_t figure = random.randbelow(kFigures.size());
  const int count = draw(random, 3, 6);
  const Figure& name = kFigures[figure];
  const Sketch part = figure_sketch(figure);
  const Sketch next = step_on("side + gap");
  Design design;
  design.variables = fmt::format("side={}\ngap={}", tens(random, 40, 60), draw(random, 5, 25));
  design.description = fmt::format(
      "{} {} of the same width, side, in a horizontal row, with a distance of gap between one and "
      "the next.",
      number_word(count), name.plural);
  design.sketch = {loop(count, joined({part, next}))};
  const int gone = draw(random, 1, count - 2);
  design.changes.push_back(
      {"deletion",
       fmt::format("in the given shape removes the {} of the {}, counted from the left, and leaves "
                   "its place empty.",
                   ordinal_word(gone + 1), name.plural),
       {loop(count, joined({{unless(gone, part)}, next}))}});
  design.changes.push_back(
      {"insertion",
       "creates the given shape and adds a horizontal line along the bottom, from the left end of "
       "the row to its right end.",
       joined({design.sketch,
               moved({backward("gap")}),
               {backward(fmt::format("{} * side + {} * gap", count, count - 1))}})});
  const int other = another_count(random, 2, 7, count);
  design.changes.push_back({"generalisation",
                            fmt::format("creates the given shape with {} {} instead of {}, of the "
                                        "same size and at the same distance.",
                                        number_word(other), name.plural, number_word(count)),
                            {loop(other, joined({part, next}))}});
  return design;
}

Design mixed_row(Random& random) {
  const int count = draw(random, 2, 4);
  const auto figures = random.choice_indices(kFigures.size(), static_cast<std::size_t>(count));
  const auto sketch_of = [](const std::vector<std::size_t>& all, std::size_t gone) {
    Sketch sketch;
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (i != gone) sketch = joined({std::move(sketch), figure_sketch(all[i])});
      if (i + 1 < all.size()) sketch = joined({std::move(sketch), step_on("side + gap")});
    }
    return sketch;
  };
  constexpr std::size_t kNone = 99;
  Design design;
  design.variables = fmt::format("side={}\ngap={}", tens(random, 60, 90), tens(random, 10, 40));
  std::vector<std::string> names;
  for (const std::size_t figure : figures)
    names.push_back(std::string("a ") + kFigures[figure].name);
  for (std::string& name : names) {
    if (name.starts_with("a e")) name.insert(1, "n");
  }
  design.description = fmt::format(
      "From left to right on one horizontal line, which is not drawn, each side wide, with a "
      "distance of gap in between: {}.",
      fmt::join(names, "; "));
  design.sketch = sketch_of(figures, kNone);
  const std::size_t gone = count == 2 ? 1 : 1 + random.randbelow(figures.size() - 2);
  design.changes.push_back(
      {"deletion",
       fmt::format("in the given shape removes the {} figure from the left and "
                   "leaves the others where they are.",
                   ordinal_word(static_cast<int>(gone) + 1)),
       sketch_of(figures, gone)});
  std::vector<std::size_t> more = figures;
  more.push_back(random.randbelow(kFigures.size()));
  design.changes.push_back(
      {"insertion",
       fmt::format("creates the given shape and adds at its right end, at the same distance and "
                   "standing on the same line, one more figure of the same width: {} {}.",
                   kFigures[more.back()].name[0] == 'e' ? "an" : "a", kFigures[more.back()].name),
       sketch_of(more, kNone)});
  return design;
}

Design grid(Random& random) {
  const std::size_t figure = random.randbelow(kFigures.size());
  const int rows = draw(random, 2, 4);
  const int columns = draw(random, 2, 5);
  const Sketch part = figure_sketch(figure);
  const Sketch next = step_on("side + gap");
  const auto sketch_of = [&](int down, int across) -> Sketch {
    const Sketch line{loop(across, joined({part, next}))};
    const Sketch up = moved({backward(fmt::format("{} * (side + gap)", across)), left("90"),
                             forward("side + gap"), right("90")});
    return {loop(down, joined({line, up}))};
  };
  Design design;
  design.variables = fmt::format("side={}\ngap={}", tens(random, 40, 60), draw(random, 8, 24));
  design.description = fmt::format(
      "{} {}, each side wide, in {} rows and {} columns, with a distance of gap between the boxes "
      "of side by side on whose lowest sides, which are not drawn, they stand.",
      number_word(rows * columns), kFigures[figure].plural, number_word(rows),
      number_word(columns));
  design.sketch = sketch_of(rows, columns);
  design.changes.push_back(
      {"deletion", "in the given shape removes the uppermost row.", sketch_of(rows - 1, columns)});
  design.changes.push_back(
      {"insertion",
       "creates the given shape and adds one more column of the same figures at "
       "its right side, at the same distance.",
       sketch_of(rows, columns + 1)});
  const int other = another_count(random, 1, 5, rows);
  design.changes.push_back(
      {"generalisation",
       fmt::format("creates the given shape with {} row{} of the same figures "
                   "instead of {}, at the same distance.",
                   number_word(other), other == 1 ? "" : "s", number_word(rows)),
       sketch_of(other, columns)});
  return design;
}

Design house(Random& random) {
  const int floors = draw(random, 1, 4);
  const bool round = random.randbelow(2) == 0;
  Design design;
  design.variables = fmt::format("side={}\nheight={}", tens(random, 70, 120), tens(random, 40, 70));
  design.description = fmt::format(
      "A house: {} of width side and height height, and as a roof on top {} as wide as the house.",
      floors == 1 ? "a rectangle" : number_word(floors) + " rectangles, one upon the other, each",
      round ? "a semicircle with its arc above" : "an equilateral triangle");
  const auto walls = [](int count) {
    return Sketch{
        loop(count, {loop(2, {forward("side"), left("90"), forward("height"), left("90")}),
                     left("90"), forward("height"), right("90")})};
  };
  const Sketch roof = figure_sketch(round ? 3 : 2);
  design.sketch = joined({walls(floors), roof});
  design.changes.push_back({"deletion",
                            "in the given shape removes the roof but not the line below it.",
                            walls(floors)});
  design.changes.push_back(
      {"insertion",
       "creates the given shape and adds a door: a rectangle that stands in the middle of the "
       "lowest side, side / 3 wide and height / 2 high.",
       joined({moved({forward("side / 3")}),
               {left("90"), forward("height / 2"), right("90"), forward("side / 3"), right("90"),
                forward("height / 2"), left("90")},
               moved({backward("2 * side / 3")}),
               design.sketch})});
  const int other = another_count(random, 1, 5, floors);
  design.changes.push_back(
      {"generalisation",
       fmt::format("creates the given shape with {} of the same size instead of {}, and the same "
                   "roof on top.",
                   other == 1 ? "one rectangle" : number_word(other) + " stacked rectangles",
                   number_word(floors)),
       joined({walls(other), roof})});
  return design;
}

Design stairs(Random& random) {
  const int steps = draw(random, 2, 7);
  Design design;
  design.variables = fmt::format("tread={}\nrise={}", tens(random, 20, 60), tens(random, 20, 50));
  design.description = fmt::format(
      "Stairs that go up to the right in {} steps. Each step is a vertical line of length rise and "
      "then a horizontal line of length tread.",
      number_word(steps));
  const Sketch part{left("90"), forward("rise"), right("90"), forward("tread")};
  design.sketch = {loop(steps, part)};
  design.changes.push_back({"deletion",
                            "in the given shape removes the uppermost horizontal line.",
                            {loop(steps - 1, part), left("90"), forward("rise")}});
  design.changes.push_back(
      {"insertion",
       "creates the given shape and adds the two lines that close it: a vertical one from its "
       "right end down to the height of its left end, and a horizontal one from there to its left "
       "end.",
       joined({design.sketch,
               {right("90"), forward(fmt::format("{} * rise", steps)), right("90"),
                forward(fmt::format("{} * tread", steps))}})});
  const int other = another_count(random, 2, 8, steps);
  design.changes.push_back({"generalisation",
                            fmt::format("creates the given shape with {} steps of the same size "
                                        "instead of {}.",
                                        number_word(other), number_word(steps)),
                            {loop(other, part)}});
  return design;
}

Design zigzag(Random& random) {
  constexpr std::array<int, 4> kSlopes{30, 45, 60, 75};
  const int slope = random.choice(kSlopes);
  const int teeth = draw(random, 3, 7);
  const std::string up = std::to_string(slope);
  const std::string peak = std::to_string(2 * slope);
  const Sketch part{left(up), forward("side"), right(peak), forward("side"), left(up)};
  Design design;
  design.variables = "side=" + tens(random, 40, 70);
  design.description = fmt::format(
      "A zigzag line of {} teeth from left to right. Each tooth is a line of length side that "
      "rises "
      "at {} degrees and one of the same length that falls at {} degrees.",
      number_word(teeth), slope, slope);
  design.sketch = {loop(teeth, part)};
  const int gone = draw(random, 1, teeth - 2);
  const std::string width = fmt::format("2 * side * cos(radians({}))", slope);
  design.changes.push_back(
      {"deletion",
       fmt::format("in the given shape removes the {} tooth from the left and leaves its place "
                   "empty.",
                   ordinal_word(gone + 1)),
       joined({{loop(gone, part)}, step_on(width), {loop(teeth - gone - 1, part)}})});
  design.changes.push_back(
      {"insertion", "creates the given shape and adds the horizontal line that joins its two ends.",
       joined({design.sketch,
               {backward(fmt::format("{} * side * cos(radians({}))", 2 * teeth, slope))}})});
  const int other = another_count(random, 2, 8, teeth);
  design.changes.push_back({"generalisation",
                            fmt::format("creates the given shape with {} teeth of the same size "
                                        "instead of {}.",
                                        number_word(other), number_word(teeth)),
                            {loop(other, part)}});
  return design;
}

Design bumps(Random& random) {
  const int count = draw(random, 3, 7);
  const bool wave = random.randbelow(2) == 0;
  const Sketch bump{left("90"), circle("-radius", "180"), left("90")};
  const Sketch dip{right("90"), circle("radius", "180"), right("90")};
  const auto sketch_of = [&](int number) -> Sketch {
    if (!wave) return {loop(number, bump)};
    return {loop(number, joined({bump, dip}))};
  };
  const char* name = wave ? "waves" : "bumps";
  Design design;
  design.variables = "radius=" + std::to_string(draw(random, 15, 30));
  design.description =
      wave ? fmt::format(
                 "{} waves in a horizontal row, each a semicircle above the line and then a "
                 "semicircle of the same size below it.",
                 number_word(count))
           : fmt::format(
                 "{} bumps in a horizontal row: semicircles of the same size with their arcs "
                 "above, each beginning where the one before ends.",
                 number_word(count));
  design.sketch = sketch_of(count);
  design.changes.push_back(
      {"insertion", "creates the given shape and adds the horizontal line that joins its two ends.",
       joined({design.sketch, {backward(fmt::format("{} * radius", (wave ? 4 : 2) * count))}})});
  const int other = another_count(random, 2, 8, count);
  design.changes.push_back({"generalisation",
                            fmt::format("creates the given shape with {} {} of the same size "
                                        "instead of {}.",
                                        number_word(other), name, number_word(count)),
                            sketch_of(other)});
  return design;
}

}  // namespace papert::turtlebench
