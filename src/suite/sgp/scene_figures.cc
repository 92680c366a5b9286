#include "suite/sgp/scene_figures.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "suite/sgp/scene_mint.h"

namespace papert::sgp {
namespace {

using scene::Point;

/// A figure in the making. Colours are numbers into a list without repetition, so that two parts
/// have the same colour only if they are meant to.
class Builder {
 public:
  Builder(std::string name, Random& random) : random_(random), hues_(draw_hues(random, 6)) {
    figure_.name = std::move(name);
  }

  void add(Shape shape, std::size_t color, Point center, Point half, double angle = 0) {
    figure_.parts.push_back(make_part(shape, hues_[color], center, half, random_, angle));
    // One shade a colour: what belongs together looks the same.
    std::string& fill = fills_[color];
    if (fill.empty()) fill = figure_.parts.back().fill;
    figure_.parts.back().fill = fill;
  }
  /// Gives the part just added a name.
  void name(std::string name) {
    figure_.named.push_back({std::move(name), figure_.parts.size() - 1});
  }
  void count(std::string name, std::size_t count) {
    figure_.counted.push_back({std::move(name), count});
  }
  [[nodiscard]] double draw(int low, int high) {
    return static_cast<double>(random_.randint(low, high));
  }
  [[nodiscard]] std::size_t number(std::size_t low, std::size_t high) {
    return low + static_cast<std::size_t>(random_.randbelow(high - low + 1));
  }
  [[nodiscard]] Figure take() { return std::move(figure_); }

 private:
  Random& random_;
  std::vector<Hue> hues_;
  std::array<std::string, 6> fills_;
  Figure figure_;
};

/// The i-th of n places around `middle`, `gap` apart.
double in_row(std::size_t i, std::size_t n, double middle, double gap) {
  return middle + gap * (static_cast<double>(i) - static_cast<double>(n - 1) / 2);
}

Figure house(Random& random) {
  Builder b("house", random);
  const double width = b.draw(48, 60);
  b.add(Shape::kRectangle, 0, {100, 140}, {width, 40});
  b.name("wall");
  b.add(Shape::kTriangle, 1, {100, 72}, {58, 58});
  b.name("roof");
  b.add(Shape::kRectangle, 2, {100, 160}, {10, 20});
  b.name("door");
  const std::size_t windows = b.number(1, 4);
  for (std::size_t i = 0; i < windows; ++i) {
    b.add(Shape::kSquare, 3, {in_row(i, windows, 100, 23), 122}, {7, 7});
  }
  b.count("windows", windows);
  return b.take();
}

Figure snowman(Random& random) {
  Builder b("snowman", random);
  const double r = b.draw(32, 38);
  b.add(Shape::kCircle, 0, {100, 192 - r}, {r, r});
  b.add(Shape::kCircle, 0, {100, 192 - 2 * r - 18}, {24, 24});
  b.add(Shape::kCircle, 0, {100, 192 - 2 * r - 52}, {17, 17});
  const double head = 192 - 2 * r - 52;
  b.add(Shape::kRectangle, 1, {100, head - 26}, {13, 12});
  b.name("hat");
  b.add(Shape::kTriangle, 2, {104, head + 3}, {6, 6}, 90);
  b.name("nose");
  const std::size_t buttons = b.number(2, 4);
  for (std::size_t i = 0; i < buttons; ++i) {
    b.add(Shape::kCircle, 3, {100, in_row(i, buttons, 192 - 2 * r - 15, 9.0)}, {3, 3});
  }
  b.count("buttons", buttons);
  return b.take();
}

Figure fir(Random& random) {
  Builder b("fir tree", random);
  b.add(Shape::kRectangle, 0, {100, 175}, {8, 18});
  b.name("trunk");
  const double r = b.draw(38, 46);
  b.add(Shape::kTriangle, 1, {100, 138}, {r, r});
  b.add(Shape::kTriangle, 1, {100, 104}, {r - 9, r - 9});
  b.add(Shape::kTriangle, 1, {100, 74}, {r - 17, r - 17});
  b.add(Shape::kStar, 2, {100, 40}, {13, 13});
  b.name("top ornament");
  const std::size_t balls = b.number(2, 5);
  for (std::size_t i = 0; i < balls; ++i) {
    b.add(Shape::kCircle, 3, {in_row(i, balls, 100, 13), 148}, {4, 4});
  }
  b.count("balls", balls);
  return b.take();
}

Figure traffic_light(Random& random) {
  Builder b("traffic light", random);
  b.add(Shape::kRectangle, 0, {100, 168}, {6, 26});
  b.name("post");
  b.add(Shape::kRectangle, 1, {100, 80}, {b.draw(27, 32), 66});
  b.name("box");
  b.add(Shape::kCircle, 2, {100, 38}, {17, 17});
  b.name("top lamp");
  b.add(Shape::kCircle, 3, {100, 80}, {17, 17});
  b.name("middle lamp");
  b.add(Shape::kCircle, 4, {100, 122}, {17, 17});
  b.name("bottom lamp");
  return b.take();
}

Figure sailboat(Random& random) {
  Builder b("sailboat", random);
  b.add(Shape::kTriangle, 1, {100, 92}, {b.draw(44, 52), 48});
  b.name("sail");
  b.add(Shape::kRectangle, 0, {100, 85}, {3, 56});
  b.name("mast");
  b.add(Shape::kSemicircle, 2, {100, 140}, {b.draw(44, 54), 48}, 180);
  b.name("hull");
  const std::size_t windows = b.number(2, 4);
  for (std::size_t i = 0; i < windows; ++i) {
    b.add(Shape::kCircle, 3, {in_row(i, windows, 100, 17), 155}, {5, 5});
  }
  b.count("portholes", windows);
  return b.take();
}

Figure flower(Random& random) {
  Builder b("flower", random);
  b.add(Shape::kRectangle, 0, {100, 150}, {4, 40});
  b.name("stem");
  b.add(Shape::kEllipse, 1, {122, 160}, {19, 8}, -25);
  b.name("leaf");
  const std::size_t petals = b.number(4, 7);
  const double reach = 30;
  for (std::size_t i = 0; i < petals; ++i) {
    const double turn = 360.0 * static_cast<double>(i) / static_cast<double>(petals);
    const double radians = turn * std::numbers::pi / 180;
    b.add(Shape::kEllipse, 2, {100 + reach * std::sin(radians), 75 - reach * std::cos(radians)},
          {petals > 6 ? 10.0 : 12.0, 19}, turn);
  }
  b.add(Shape::kCircle, 3, {100, 75}, {16, 16});
  b.name("center");
  b.count("petals", petals);
  return b.take();
}

Figure car(Random& random) {
  Builder b("car", random);
  b.add(Shape::kSemicircle, 0, {100, 110}, {b.draw(40, 48), 40});
  b.name("roof");
  b.add(Shape::kRectangle, 1, {100, 124}, {76, 18});
  b.name("body");
  const std::size_t wheels = b.number(2, 3);
  for (std::size_t i = 0; i < wheels; ++i) {
    b.add(Shape::kCircle, 2, {in_row(i, wheels, 100, wheels == 2 ? 88 : 50), 144}, {17, 17});
  }
  b.count("wheels", wheels);
  b.add(Shape::kSquare, 3, {100, 92}, {11, 11});
  b.name("window");
  return b.take();
}

Figure ice_cream(Random& random) {
  Builder b("ice cream", random);
  const std::size_t scoops = b.number(1, 3);
  b.add(Shape::kTriangle, 0, {100, 142}, {46, 46}, 180);
  b.name("cone");
  for (std::size_t i = 0; i < scoops; ++i) {
    b.add(Shape::kCircle, 1 + i, {100, 104 - 32 * static_cast<double>(i)}, {23, 23});
  }
  b.name(scoops == 1 ? "scoop" : "top scoop");
  b.count("scoops", scoops);
  return b.take();
}

Figure robot(Random& random) {
  Builder b("robot", random);
  b.add(Shape::kRectangle, 0, {80, 172}, {8, 20});
  b.add(Shape::kRectangle, 0, {120, 172}, {8, 20});
  b.add(Shape::kSquare, 1, {100, 122}, {b.draw(32, 38), 34});
  b.name("body");
  b.add(Shape::kRectangle, 2, {100, 28}, {2, 14});
  b.name("antenna");
  b.add(Shape::kRectangle, 3, {100, 60}, {27, 22});
  b.name("head");
  b.add(Shape::kCircle, 4, {89, 56}, {5, 5});
  b.add(Shape::kCircle, 4, {111, 56}, {5, 5});
  const std::size_t buttons = b.number(1, 4);
  for (std::size_t i = 0; i < buttons; ++i) {
    b.add(Shape::kSquare, 5, {in_row(i, buttons, 100, 15), 124}, {4, 4});
  }
  b.count("buttons on its body", buttons);
  return b.take();
}

Figure rocket(Random& random) {
  Builder b("rocket", random);
  b.add(Shape::kTriangle, 0, {100, 138}, {46, 46});
  b.add(Shape::kEllipse, 1, {100, 178}, {10, 17});
  b.name("flame");
  b.add(Shape::kRectangle, 2, {100, 110}, {20, 52});
  b.name("body");
  b.add(Shape::kTriangle, 3, {100, 47}, {23, 23});
  b.name("nose");
  const std::size_t windows = b.number(1, 4);
  for (std::size_t i = 0; i < windows; ++i) {
    b.add(Shape::kCircle, 4, {100, in_row(i, windows, 108, 22)}, {8, 8});
  }
  b.count("windows", windows);
  return b.take();
}

Figure fish(Random& random) {
  Builder b("fish", random);
  b.add(Shape::kTriangle, 0, {160, 100}, {b.draw(26, 32), 30}, -90);
  b.name("tail");
  b.add(Shape::kEllipse, 1, {92, 100}, {62, b.draw(30, 38)});
  b.name("body");
  const std::size_t stripes = b.number(2, 4);
  for (std::size_t i = 0; i < stripes; ++i) {
    b.add(Shape::kRectangle, 2, {in_row(i, stripes, 105, 15), 100}, {4, 17});
  }
  b.count("stripes", stripes);
  b.add(Shape::kCircle, 3, {52, 94}, {5, 5});
  b.name("eye");
  return b.take();
}

Figure balloons(Random& random) {
  Builder b("bunch of balloons", random);
  const std::size_t count = b.number(2, 5);
  for (std::size_t i = 0; i < count; ++i) {
    const double x = in_row(i, count, 100, 36);
    const double y = 60 + (i % 2 == 0 ? 0.0 : 22.0);
    b.add(Shape::kRectangle, 0, {x, y + 60}, {1, 42});
    b.add(Shape::kEllipse, 1 + i % 4, {x, y}, {16, 22});
  }
  b.count("balloons", count);
  return b.take();
}

using Family = Figure (*)(Random&);
constexpr std::array<Family, 12> kFamilies{house,    snowman, fir,  traffic_light,
                                           sailboat, flower,  car,  ice_cream,
                                           robot,    rocket,  fish, balloons};
constexpr std::array<std::string_view, 12> kFigureNames{
    "house", "snowman",   "fir tree", "traffic light", "sailboat", "flower",
    "car",   "ice cream", "robot",    "rocket",        "fish",     "bunch of balloons"};

std::vector<std::string> figure_words() {
  std::vector<std::string> words;
  for (const std::string_view name : kFigureNames) {
    words.push_back(capitalised(with_article(name)));
  }
  return words;
}

std::vector<Draft> ask_figure(const Figure& figure, Random& random) {
  std::vector<Draft> details;
  std::vector<std::string> hues;
  for (const Part& part : figure.parts) hues.push_back(capitalised(std::string(name_of(part.hue))));
  for (const NamedPart& named : figure.named) {
    const Part& part = figure.parts[named.part];
    const std::string what = named.name + " of the " + figure.name;
    details.push_back(word_draft(QuestionType::kColor, "What is the color of the " + what + "?",
                                 capitalised(std::string(name_of(part.hue))), hues, hue_words(),
                                 random));
    details.push_back(word_draft(QuestionType::kShape, "What is the shape of the " + what + "?",
                                 capitalised(with_article(name_of(part.shape))), {},
                                 other_shapes(part.shape), random));
  }
  for (const NamedCount& counted : figure.counted) {
    details.push_back(
        count_draft(figure.name == "bunch of balloons"
                        ? "How many balloons are there?"
                        : "How many " + counted.name + " does the " + figure.name + " have?",
                    counted.count, random));
  }
  random.shuffle(details);
  std::vector<Draft> drafts{
      word_draft(QuestionType::kSemantic, "What does the picture most likely show?",
                 capitalised(with_article(figure.name)), {}, figure_words(), random)};
  drafts.push_back(details.front());
  return drafts;
}

}  // namespace

Figure make_figure(Random& random) { return random.choice(kFamilies)(random); }

Result<std::optional<Minted>> mint_figure(Random& random) {
  const Figure figure = make_figure(random);
  const auto views = TRY(view_parts(figure.parts));
  for (const PartView& view : views) {
    if (2 * view.visible < view.area) return std::optional<Minted>();
  }
  std::vector<Draft> drafts = ask_figure(figure, random);
  return std::optional(
      Minted{Language::kSvg, write_program(figure.parts, random), "figure", std::move(drafts)});
}

}  // namespace papert::sgp
