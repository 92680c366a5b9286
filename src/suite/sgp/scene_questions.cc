// Each function below asks one kind of question, and only where nobody could dispute the answer.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>

#include "suite/sgp/scene_mint.h"

namespace papert::sgp {
namespace {

std::vector<std::size_t> visible_parts(const SeenScene& scene) {
  std::vector<std::size_t> visible;
  for (std::size_t i = 0; i < scene.parts.size(); ++i) {
    if (!scene.views[i].hidden()) visible.push_back(i);
  }
  return visible;
}

std::vector<std::string> hues_in(const SeenScene& scene) {
  std::vector<std::string> words;
  for (const Part& part : scene.parts) words.push_back(capitalised(std::string(name_of(part.hue))));
  return words;
}

std::string hue_word(const Part& part) { return capitalised(std::string(name_of(part.hue))); }
std::string shape_word(Shape shape) { return capitalised(with_article(name_of(shape))); }

/// The one visible part for which `test` holds; nothing where there are none or several.
std::optional<std::size_t> only(const SeenScene& scene,
                                const std::function<bool(const Part&)>& test) {
  std::optional<std::size_t> found;
  for (const std::size_t i : visible_parts(scene)) {
    if (!test(scene.parts[i])) continue;
    if (found) return std::nullopt;
    found = i;
  }
  return found;
}

/// Whether a part may be called that: a square is a rectangle, a circle an ellipse.
bool may_be(Shape shape, Shape name) {
  return shape == name || (shape == Shape::kSquare && name == Shape::kRectangle) ||
         (shape == Shape::kCircle && name == Shape::kEllipse);
}

/// The part that comes first by `measure` with a clear lead; both what shows and what would show
/// decide the same.
std::optional<std::size_t> clear_first(const SeenScene& scene,
                                       const std::function<double(std::size_t)>& measure,
                                       const std::function<bool(double, double)>& leads) {
  const auto visible = visible_parts(scene);
  for (const std::size_t i : visible) {
    const bool first = std::all_of(visible.begin(), visible.end(), [&](std::size_t j) {
      return j == i || leads(measure(i), measure(j));
    });
    if (first) return i;
  }
  return std::nullopt;
}

void ask_largest(const SeenScene& scene, Random& random, std::vector<Draft>& drafts) {
  const auto leads = [](double a, double b) { return a > 1.35 * b; };
  const auto shown = clear_first(
      scene, [&](std::size_t i) { return static_cast<double>(scene.views[i].visible); }, leads);
  const auto whole = clear_first(
      scene, [&](std::size_t i) { return static_cast<double>(scene.views[i].area); }, leads);
  // A thin arc reaches further than its area says.
  const auto widest = clear_first(
      scene,
      [&](std::size_t i) {
        const PartView& view = scene.views[i];
        return static_cast<double>(view.right - view.left) * (view.bottom - view.top);
      },
      [](double a, double b) { return a > 1.1 * b; });
  if (!shown || shown != whole || shown != widest) return;
  drafts.push_back(word_draft(QuestionType::kColor, std::string(kAskLargest),
                              hue_word(scene.parts[*shown]), hues_in(scene), hue_words(), random));
}

void ask_extreme(const SeenScene& scene, Random& random, std::vector<Draft>& drafts) {
  constexpr double kLead = 14;
  const auto side = static_cast<std::size_t>(random.randbelow(kExtremes.size()));
  const auto edge = [&](std::size_t i) -> double {
    const PartView& view = scene.views[i];
    return side == 0 ? -view.left : side == 1 ? view.right : side == 2 ? -view.top : view.bottom;
  };
  const auto middle = [&](std::size_t i) {
    const PartView& view = scene.views[i];
    const double at = side < 2 ? view.center_x() : view.center_y();
    return side % 2 == 0 ? -at : at;
  };
  const auto leads = [&](double a, double b) { return a > b + kLead; };
  const auto by_edge = clear_first(scene, edge, leads);
  if (!by_edge || by_edge != clear_first(scene, middle, leads)) return;
  drafts.push_back(
      word_draft(QuestionType::kColor, std::string(kAskExtreme) + std::string(kExtremes[side]),
                 hue_word(scene.parts[*by_edge]), hues_in(scene), hue_words(), random));
}

/// Of a shape or a colour of the scene; the hidden ones do not count.
void ask_counts(const SeenScene& scene, Random& random, std::vector<Draft>& drafts) {
  const auto visible = visible_parts(scene);
  const Shape shape = random.choice(scene.parts).shape;
  std::size_t count = 0;
  std::size_t doubtful = 0;
  for (const std::size_t i : visible) {
    count += scene.parts[i].shape == shape ? 1 : 0;
    doubtful += scene.parts[i].shape != shape && may_be(scene.parts[i].shape, shape) ? 1 : 0;
  }
  const auto ask = [&](const std::string& what, std::size_t n) {
    drafts.push_back(
        count_draft(std::string(kAskCount) + what + std::string(kAskCountEnd), n, random));
  };
  if (doubtful == 0) ask(std::string(name_of(shape)) + "s", count);
  const Hue hue = random.choice(scene.parts).hue;
  const auto colored = std::count_if(visible.begin(), visible.end(),
                                     [&](std::size_t i) { return scene.parts[i].hue == hue; });
  ask(std::string(name_of(hue)) + " " + std::string(kAskParts), static_cast<std::size_t>(colored));
}

void ask_shape(const SeenScene& scene, Random& random, std::vector<Draft>& drafts) {
  const Part& part = random.choice(scene.parts);
  const auto at = only(scene, [&](const Part& other) { return other.hue == part.hue; });
  if (!at) return;
  const Shape shape = scene.parts[*at].shape;
  drafts.push_back(word_draft(
      QuestionType::kShape,
      std::string(kAskShape) + std::string(name_of(part.hue)) + std::string(kAskShapeEnd),
      shape_word(shape), {}, other_shapes(shape), random));
}

void ask_color(const SeenScene& scene, Random& random, std::vector<Draft>& drafts) {
  const Shape shape = random.choice(scene.parts).shape;
  const auto at = only(scene, [&](const Part& part) { return may_be(part.shape, shape); });
  if (!at || scene.parts[*at].shape != shape) return;
  drafts.push_back(word_draft(QuestionType::kColor,
                              std::string(kAskColor) + std::string(name_of(shape)) + "?",
                              hue_word(scene.parts[*at]), hues_in(scene), hue_words(), random));
}

/// Of two parts that can both be called by colour and shape, lie clear of each other, and far more
/// along one axis than along the other.
void ask_place(const SeenScene& scene, Random& random, std::vector<Draft>& drafts) {
  const auto visible = visible_parts(scene);
  if (visible.size() < 2) return;
  const auto pair = random.sample(visible, 2);
  for (const std::size_t i : pair) {
    const Part& part = scene.parts[i];
    const bool named =
        only(scene, [&](const Part& other) { return other.hue == part.hue; }).has_value();
    if (!named || !scene.views[i].whole()) return;
  }
  const PartView& a = scene.views[pair[0]];
  const PartView& b = scene.views[pair[1]];
  const double dx = a.center_x() - b.center_x();
  const double dy = a.center_y() - b.center_y();
  const bool level = std::abs(dx) > std::abs(dy);
  if (std::min(std::abs(dx), std::abs(dy)) * 3 > std::max(std::abs(dx), std::abs(dy))) return;
  const bool apart =
      level ? (a.right < b.left || b.right < a.left) : (a.bottom < b.top || b.bottom < a.top);
  if (!apart) return;
  const std::size_t place = level ? (dx < 0 ? 0 : 1) : (dy < 0 ? 2 : 3);
  const std::vector<std::string> all(kPlaces.begin(), kPlaces.end());
  drafts.push_back(word_draft(QuestionType::kReasoning,
                              std::string(kAskPlace) + describe(scene.parts[pair[0]]) +
                                  std::string(kAskPlaceMiddle) + describe(scene.parts[pair[1]]) +
                                  "?",
                              all[place], all, {}, random));
}

}  // namespace

std::string describe(const Part& part) {
  return std::string(name_of(part.hue)) + " " + std::string(name_of(part.shape));
}

std::vector<std::string> other_shapes(Shape shape) {
  std::vector<std::string> words;
  for (std::size_t i = 0; i < kShapeNames.size(); ++i) {
    const auto other = static_cast<Shape>(i);
    if (!may_be(shape, other)) words.push_back(shape_word(other));
  }
  return words;
}

std::vector<std::string> hue_words() {
  std::vector<std::string> words;
  for (const std::string_view name : kHueNames) words.push_back(capitalised(std::string(name)));
  return words;
}

std::vector<Draft> ask_about(const SeenScene& scene, Random& random) {
  std::vector<Draft> drafts;
  ask_largest(scene, random, drafts);
  ask_extreme(scene, random, drafts);
  ask_counts(scene, random, drafts);
  ask_shape(scene, random, drafts);
  ask_color(scene, random, drafts);
  ask_place(scene, random, drafts);
  random.shuffle(drafts);
  return drafts;
}

}  // namespace papert::sgp
