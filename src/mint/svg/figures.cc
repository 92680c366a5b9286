// Every figure has parts that bear a name and a colour no other part has, something to count, and a
// badge: a small part in front of everything whose shape is any of seven. So no answer follows from
// what the thing is. The text holds four figures, one for each option; three are out of sight.
#include "mint/svg/figures.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "mint/svg/pixels.h"
#include "mint/svg/scene.h"
#include "raster/svg.h"

namespace papert::mint::svg {
namespace {

using scene::Point;

constexpr std::array<Shape, 7> kBadges{Shape::kCircle,    Shape::kSquare,  Shape::kTriangle,
                                       Shape::kPentagon,  Shape::kHexagon, Shape::kStar,
                                       Shape::kSemicircle};

/// A figure in the making. Colours are numbers into a list without repetition, so that two parts
/// have the same colour only if they are meant to.
class Builder {
 public:
  Builder(std::string name, const FigureLook& look, Random& random) : random_(random), look_(look) {
    figure_.name = std::move(name);
  }

  void add(Shape shape, std::size_t color, Point center, Point half, double angle = 0) {
    figure_.parts.push_back(make_part(shape, look_.hues[color], center, half, random_, angle));
    // One shade a colour: what belongs together looks the same.
    std::string& fill = fills_[color];
    if (fill.empty()) fill = figure_.parts.back().fill;
    figure_.parts.back().fill = fill;
    color_ = color;
  }
  /// Gives the part just added a name.
  void name(std::string name) {
    figure_.named.push_back({std::move(name), figure_.parts.size() - 1, color_});
  }
  /// A row of as many as are wished for, `gap` from one to the next.
  void row(std::string name, Shape shape, std::size_t color, Point middle, Point gap, Point half) {
    for (std::size_t i = 0; i < look_.count; ++i) {
      const double t = static_cast<double>(i) - static_cast<double>(look_.count - 1) / 2;
      add(shape, color, {middle.x + t * gap.x, middle.y + t * gap.y}, half);
    }
    counted(std::move(name), color);
  }
  void counted(std::string name, std::size_t color) {
    figure_.counted = std::move(name);
    figure_.counted_color = color;
  }
  void badge(std::string name, Point center, double size) {
    add(look_.badge, 5, center, {size, size});
    this->name(std::move(name));
  }
  [[nodiscard]] double draw(int low, int high) {
    return static_cast<double>(random_.randint(low, high));
  }
  [[nodiscard]] std::size_t count() const { return look_.count; }
  [[nodiscard]] Figure take() { return std::move(figure_); }

 private:
  Random& random_;
  const FigureLook& look_;
  std::array<std::string, 6> fills_;
  std::size_t color_ = 0;
  Figure figure_;
};

void house(Builder& b) {
  const double width = b.draw(54, 64);
  b.add(Shape::kRectangle, 0, {100, 142}, {width, 40});
  b.name("wall");
  b.add(Shape::kTriangle, 1, {100, 74}, {62, 62});
  b.name("roof");
  b.add(Shape::kRectangle, 2, {100, 164}, {9, 18});
  b.name("door");
  b.row("windows", Shape::kSquare, 3, {100, 123}, {19, 0}, {6, 6});
  b.badge("attic window", {100, 76}, 12);
}

void snowman(Builder& b) {
  const double r = b.draw(36, 40);
  b.add(Shape::kCircle, 0, {100, 194 - r}, {r, r});
  const double head = 194 - 2 * r - 24;
  b.add(Shape::kCircle, 0, {100, head}, {28, 28});
  b.add(Shape::kRectangle, 1, {100, head - 42}, {18, 15});
  b.name("hat");
  b.add(Shape::kRectangle, 2, {100, head - 25}, {32, 3});
  b.name("brim of the hat");
  b.row("buttons", Shape::kCircle, 3, {100, 194 - r}, {0, 11}, {4, 4});
  b.badge("nose", {100, head + 3}, 8);
}

void fir(Builder& b) {
  b.add(Shape::kRectangle, 0, {100, 178}, {8, 18});
  b.name("trunk");
  const double r = b.draw(42, 48);
  b.add(Shape::kTriangle, 1, {100, 144}, {r, r});
  b.add(Shape::kTriangle, 1, {100, 110}, {r - 9, r - 9});
  b.add(Shape::kTriangle, 1, {100, 80}, {r - 17, r - 17});
  b.row("balls", Shape::kCircle, 3, {100, 154}, {11, 0}, {4, 4});
  b.badge("ornament at the top", {100, 36}, 14);
}

void traffic_light(Builder& b) {
  b.add(Shape::kRectangle, 0, {100, 178}, {6, 18});
  b.name("post");
  b.add(Shape::kRectangle, 1, {100, 84}, {b.draw(26, 30), 76});
  b.name("box");
  b.row("lamps", Shape::kCircle, 2, {100, 94}, {0, 21}, {8, 8});
  b.badge("sign at the top of the box", {100, 22}, 10);
}

void sailboat(Builder& b) {
  b.add(Shape::kTriangle, 1, {100, 92}, {b.draw(52, 58), 48});
  b.name("sail");
  b.add(Shape::kRectangle, 0, {100, 24}, {3, 16});
  b.name("top of the mast");
  b.add(Shape::kSemicircle, 2, {100, 132}, {b.draw(54, 58), 48}, 180);
  b.name("hull");
  b.row("portholes", Shape::kCircle, 3, {100, 145}, {14, 0}, {4, 4});
  b.badge("emblem on the sail", {100, 96}, 12);
}

void flower(Builder& b) {
  b.add(Shape::kRectangle, 0, {100, 155}, {4, 40});
  b.name("stem");
  b.add(Shape::kEllipse, 1, {122, 165}, {19, 8}, -25);
  b.name("leaf");
  constexpr double kReach = 34;
  for (std::size_t i = 0; i < b.count(); ++i) {
    const double turn = 360.0 * static_cast<double>(i) / static_cast<double>(b.count());
    const Point away = turned({0, -kReach}, turn);
    b.add(Shape::kEllipse, 2, {100 + away.x, 72 + away.y}, {11, 19}, turn);
  }
  b.counted("petals", 2);
  b.add(Shape::kCircle, 3, {100, 72}, {20, 20});
  b.name("ring in the middle");
  b.badge("mark in the middle of the ring", {100, 72}, 9);
}

void car(Builder& b) {
  b.add(Shape::kSemicircle, 0, {100, 110}, {b.draw(44, 50), 40});
  b.name("roof");
  b.add(Shape::kRectangle, 1, {100, 124}, {86, 18});
  b.name("body");
  b.row("wheels", Shape::kCircle, 2, {100, 146}, {29, 0}, {12, 12});
  b.badge("window", {100, 90}, 12);
}

void ice_cream(Builder& b) {
  b.add(Shape::kTriangle, 0, {100, 150}, {40, 40}, 180);
  b.name("cone");
  for (std::size_t i = 0; i < b.count(); ++i) {
    b.add(Shape::kEllipse, 1, {100, 128 - 15.5 * static_cast<double>(i)}, {26, 6});
  }
  b.counted("layers of ice", 1);
  b.badge("wafer at the top", {100, 126 - 15.5 * static_cast<double>(b.count())}, 11);
}

void robot(Builder& b) {
  b.add(Shape::kRectangle, 0, {80, 178}, {8, 16});
  b.add(Shape::kRectangle, 0, {120, 178}, {8, 16});
  b.add(Shape::kSquare, 1, {100, 128}, {b.draw(36, 40), 34});
  b.name("body");
  b.add(Shape::kRectangle, 2, {100, 22}, {3, 14});
  b.name("antenna");
  b.add(Shape::kRectangle, 3, {100, 58}, {34, 24});
  b.name("head");
  b.row("buttons", Shape::kSquare, 4, {100, 108}, {11, 0}, {4, 4});
  b.badge("badge on the body", {100, 138}, 13);
}

void rocket(Builder& b) {
  b.add(Shape::kTriangle, 0, {100, 140}, {50, 50});
  b.name("pair of fins");
  b.add(Shape::kEllipse, 1, {100, 180}, {10, 15});
  b.name("flame");
  b.add(Shape::kRectangle, 2, {100, 112}, {20, 56});
  b.name("body");
  b.add(Shape::kTriangle, 3, {100, 42}, {b.draw(23, 26), 23});
  b.name("tip");
  b.row("windows", Shape::kCircle, 4, {100, 100}, {0, 14}, {5, 5});
  b.badge("emblem at the bottom of the body", {100, 155}, 9);
}

void fish(Builder& b) {
  b.add(Shape::kTriangle, 0, {164, 100}, {b.draw(28, 32), 30}, -90);
  b.name("tail");
  b.add(Shape::kEllipse, 1, {92, 100}, {66, b.draw(34, 40)});
  b.name("body");
  b.row("stripes", Shape::kRectangle, 2, {104, 100}, {13, 0}, {4, 17});
  b.badge("eye", {46, 96}, 8);
}

void kite(Builder& b) {
  b.add(Shape::kSquare, 0, {100, 66}, {b.draw(38, 42), 40}, 45);
  b.name("sail");
  b.add(Shape::kRectangle, 1, {100, 158}, {2, 36});
  b.name("cord");
  b.row("bows on the cord", Shape::kEllipse, 2, {100, 158}, {0, 12}, {12, 4});
  b.badge("emblem on the sail", {100, 66}, 16);
}

void castle(Builder& b) {
  b.add(Shape::kRectangle, 0, {100, 140}, {84, 46});
  b.name("wall");
  b.row("towers above the wall", Shape::kRectangle, 1, {100, 74}, {27, 0}, {8, 24});
  b.add(Shape::kSemicircle, 2, {100, 186}, {b.draw(18, 24), 20});
  b.name("gate");
  b.badge("window above the gate", {100, 130}, 15);
}

void bus(Builder& b) {
  b.add(Shape::kRectangle, 0, {100, 108}, {86, 46});
  b.name("body");
  b.add(Shape::kCircle, 1, {54, 158}, {b.draw(15, 18), 16});
  b.add(Shape::kCircle, 1, {146, 158}, {15, 16});
  b.row("windows", Shape::kSquare, 2, {100, 86}, {26, 0}, {9, 9});
  b.add(Shape::kRectangle, 3, {100, 56}, {40, 5});
  b.name("sign on the roof");
  b.badge("emblem below the windows", {100, 128}, 14);
}

using Family = void (*)(Builder&);
constexpr std::array<Family, kFigureKinds> kFamilies{
    house,     snowman, fir,    traffic_light, sailboat, flower, car,
    ice_cream, robot,   rocket, fish,          kite,     castle, bus};
constexpr std::array<std::string_view, kFigureKinds> kFigureNames{
    "house",     "snowman", "fir tree", "traffic light", "sailboat", "flower", "car",
    "ice cream", "robot",   "rocket",   "fish",          "kite",     "castle", "bus"};

FigureLook draw_look(std::size_t count, Random& random) {
  FigureLook look;
  look.hues = draw_hues(random, 6);
  look.count = count;
  look.badge = random.choice(kBadges);
  return look;
}

std::string kind_word(std::size_t kind) { return capitalised(with_article(kFigureNames[kind])); }

/// What the picture must show for an answer to stand.
struct Proof {
  const Figure& figure;
  std::vector<Region> regions;

  [[nodiscard]] std::vector<const Region*> of(Hue hue) const {
    std::vector<const Region*> found;
    for (const Region& region : regions) {
      if (region.hue == hue) found.push_back(&region);
    }
    return found;
  }
  /// Every named part has its colour to itself, and something of it shows where it should be.
  [[nodiscard]] bool shows(const NamedPart& named) const {
    constexpr double kPixels = kPictureSize / kSheet;
    const Part& part = figure.parts[named.part];
    const double reach = std::max(part.rx, part.ry) * 1.5;
    for (const Region* region : of(part.hue)) {
      const double x = (region->left + region->right) / 2.0 / kPixels;
      const double y = (region->top + region->bottom) / 2.0 / kPixels;
      if (std::abs(x - part.center.x) < reach && std::abs(y - part.center.y) < reach) return true;
    }
    return false;
  }
  [[nodiscard]] bool badge_is(Shape shape) const {
    const auto found = of(figure.parts[figure.named.back().part].hue);
    return found.size() == 1 && found.front()->shape == shape && !found.front()->pierced;
  }
};

/// Drafts of a visible figure and, for each wrong option, the look of a figure that has it.
struct Asked {
  std::vector<Draft> drafts;
  std::vector<std::size_t> kinds;  // of the hidden figures
  std::vector<FigureLook> looks;
};

Asked ask_what(const FigureWish& wish, Random& random) {
  Asked asked;
  for (const std::size_t other : random.sample_indices(kFigureKinds, kWrongOptions + 1)) {
    if (other == wish.kind || asked.kinds.size() == kWrongOptions) continue;
    asked.kinds.push_back(other);
    const auto count = static_cast<std::size_t>(random.randint(2, 5));
    asked.looks.push_back(draw_look(count, random));
  }
  std::vector<std::string> wrong;
  wrong.reserve(asked.kinds.size());
  for (const std::size_t kind : asked.kinds) wrong.push_back(kind_word(kind));
  asked.drafts.push_back(word_draft(QuestionType::kSemantic,
                                    "What does the picture most likely show?", kind_word(wish.kind),
                                    wrong, {}, random));
  return asked;
}

/// The i-th hidden figure has the i-th wrong colour, number and shape.
Asked ask_details(const FigureWish& wish, const Figure& figure, const FigureLook& look,
                  Random& random) {
  Asked asked;
  const NamedPart named = random.choice(figure.named);
  const std::string of = " of the " + figure.name + "?";
  Draft color = word_draft(QuestionType::kColor, "What is the color of the " + named.name + of,
                           hue_word(look.hues[named.color]), {}, hue_words(), random);
  std::vector<std::string> shapes;
  shapes.reserve(kBadges.size());
  for (const Shape badge : kBadges) shapes.push_back(shape_word(badge));
  Draft shape =
      word_draft(QuestionType::kShape, "What is the shape of the " + figure.named.back().name + of,
                 shape_word(look.badge), {}, shapes, random);
  Draft count = count_draft("How many " + figure.counted + " does the " + figure.name + " have?",
                            wish.count, random);
  for (std::size_t i = 0; i < kWrongOptions; ++i) {
    asked.kinds.push_back(wish.kind);
    FigureLook other = draw_look(std::stoul(count.wrong[i]), random);
    for (const Shape badge : kBadges) {
      if (shape_word(badge) == shape.wrong[i]) other.badge = badge;
    }
    for (std::size_t hue = 0; hue < kHueNames.size(); ++hue) {
      if (hue_word(static_cast<Hue>(hue)) != color.wrong[i]) continue;
      const auto there = std::find(other.hues.begin(), other.hues.end(), static_cast<Hue>(hue));
      if (there != other.hues.end()) *there = other.hues[named.color];
      other.hues[named.color] = static_cast<Hue>(hue);
    }
    asked.looks.push_back(other);
  }
  asked.drafts = {std::move(color), std::move(shape), std::move(count)};
  asked.drafts.erase(asked.drafts.begin() + static_cast<std::ptrdiff_t>(wish.detail));
  return asked;
}

/// Both lists in their order, mixed.
std::vector<Part> mixed(const std::vector<Part>& a, const std::vector<Part>& b, Random& random) {
  std::vector<Part> all;
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < a.size() || j < b.size()) {
    const bool from_a = random.randbelow(a.size() + b.size() - i - j) < a.size() - i;
    all.push_back(from_a ? a[i++] : b[j++]);
  }
  return all;
}

const Part& largest_of(const std::vector<Part>& parts) {
  return *std::max_element(parts.begin(), parts.end(), [](const Part& a, const Part& b) {
    return std::min(a.rx, a.ry) < std::min(b.rx, b.ry);
  });
}

}  // namespace

Figure make_figure(std::size_t kind, const FigureLook& look, Random& random) {
  Builder builder(std::string(kFigureNames[kind]), look, random);
  kFamilies[kind](builder);
  return builder.take();
}

FigureWish draw_figure_wish(Random& random) {
  FigureWish wish;
  wish.kind = static_cast<std::size_t>(random.randbelow(kFigureKinds));
  wish.what = random.randbelow(3) == 0;
  wish.detail = static_cast<std::size_t>(random.randbelow(3));
  // Fewer than three petals make no flower.
  const bool petals = kFigureNames[wish.kind] == "flower";
  wish.count = petals ? draw_count(3, 3, random) : draw_count(1, 2, random);
  return wish;
}

Result<std::optional<Minted>> mint_figure(const FigureWish& wish, Random& random) {
  const FigureLook look = draw_look(wish.count.count(), random);
  const Figure figure = make_figure(wish.kind, look, random);
  Asked asked = wish.what ? ask_what(wish, random) : ask_details(wish, figure, look, random);
  std::vector<Part> all = figure.parts;
  std::vector<Part> behind;
  for (std::size_t i = 0; i < asked.kinds.size(); ++i) {
    const Figure other = make_figure(asked.kinds[i], asked.looks[i], random);
    const HiddenCopies copies = hidden_copies(other.parts, largest_of(figure.parts), random);
    std::vector<Part>& list = copies.behind ? behind : all;
    list = mixed(list, copies.parts, random);
  }
  all.insert(all.begin(), behind.begin(), behind.end());
  auto minted = TRY(write_scene(all, "figure", std::move(asked.drafts), random));
  if (!minted) return minted;
  const raster::Image image = TRY(raster::render_svg(minted->program, kPictureSize, kPictureSize));
  const Proof proof{figure, find_regions(image)};
  const bool named = std::all_of(figure.named.begin(), figure.named.end(),
                                 [&](const NamedPart& each) { return proof.shows(each); });
  const auto counted = proof.of(look.hues[figure.counted_color]);
  if (!named || !proof.badge_is(look.badge) || counted.size() != look.count) {
    return std::optional<Minted>();
  }
  return minted;
}

}  // namespace papert::mint::svg
