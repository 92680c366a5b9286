// Each function below asks one kind of question, and only where nobody could dispute the answer.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>

#include "mint/svg/scene.h"

namespace papert::mint::svg {
namespace {

using scene::Point;

using Asked = std::optional<Draft>;

std::vector<std::size_t> visible_parts(const SeenScene& scene) {
  std::vector<std::size_t> visible;
  for (std::size_t i = 0; i < scene.parts.size(); ++i) {
    if (!scene.views[i].hidden()) visible.push_back(i);
  }
  return visible;
}

std::vector<std::string> hues_in(const SeenScene& scene) {
  std::vector<std::string> words;
  for (const std::size_t i : visible_parts(scene)) words.push_back(hue_word(scene.parts[i].hue));
  return words;
}

std::string look_words(Look look) { return capitalised(with_article(describe(look))); }

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

/// A part that can be seen whole and is the only one of its colour, drawn by chance.
std::optional<std::size_t> landmark(const SeenScene& scene, Random& random) {
  const auto visible = visible_parts(scene);
  const std::size_t at = random.choice(visible);
  const Hue hue = scene.parts[at].hue;
  const auto found = only(scene, [&](const Part& other) { return other.hue == hue; });
  return found && scene.views[*found].whole() ? found : std::nullopt;
}

/// The part that comes first by `measure` with a clear lead.
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

/// By what shows, by what would show, and by the box around it: a thin arc reaches further than its
/// area says.
std::optional<std::size_t> first_by_size(const SeenScene& scene, bool largest) {
  const auto leads_by = [&](double factor) {
    return
        [largest, factor](double a, double b) { return largest ? a > factor * b : b > factor * a; };
  };
  const auto shown = clear_first(
      scene, [&](std::size_t i) { return static_cast<double>(scene.views[i].visible); },
      leads_by(1.35));
  const auto whole = clear_first(
      scene, [&](std::size_t i) { return static_cast<double>(scene.views[i].area); },
      leads_by(1.35));
  const auto widest = clear_first(
      scene,
      [&](std::size_t i) {
        const PartView& view = scene.views[i];
        return static_cast<double>(view.right - view.left) * (view.bottom - view.top);
      },
      leads_by(1.1));
  return shown && shown == whole && shown == widest ? shown : std::nullopt;
}

std::optional<std::size_t> first_by_place(const SeenScene& scene, std::size_t side) {
  constexpr double kLead = 14;
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
  return by_edge && by_edge == clear_first(scene, middle, leads) ? by_edge : std::nullopt;
}

std::optional<std::size_t> find_first(const SeenScene& scene, std::size_t first) {
  return first < 2 ? first_by_size(scene, first == 0) : first_by_place(scene, first - 2);
}

Draft color_draft(const std::string& what, Hue hue, const SeenScene& scene, Random& random) {
  return word_draft(QuestionType::kColor, std::string(kAskColor) + what + "?", hue_word(hue),
                    hues_in(scene), hue_words(), random);
}

Draft shape_draft(const std::string& what, Shape shape, Random& random) {
  return word_draft(QuestionType::kShape, std::string(kAskShape) + what + "?", shape_word(shape),
                    {}, other_shapes(shape), random);
}

Asked ask_first(const Wish& wish, const SeenScene& scene, Random& random) {
  const auto at = find_first(scene, wish.first);
  if (!at) return std::nullopt;
  const Part& part = scene.parts[*at];
  const std::string what(kFirsts[wish.first]);
  if (wish.topic == Topic::kColorOfFirst) return color_draft(what, part.hue, scene, random);
  if (!scene.views[*at].whole()) return std::nullopt;
  return shape_draft(what, part.shape, random);
}

Asked ask_color_of_shape(const SeenScene& scene, Random& random) {
  const auto visible = visible_parts(scene);
  const Shape shape = scene.parts[random.choice(visible)].shape;
  const auto at = only(scene, [&](const Part& part) { return may_be(part.shape, shape); });
  if (!at) return std::nullopt;
  return color_draft(std::string(name_of(shape)), scene.parts[*at].hue, scene, random);
}

Asked ask_shape_of_hue(const SeenScene& scene, Random& random) {
  const auto at = landmark(scene, random);
  if (!at) return std::nullopt;
  const Part& part = scene.parts[*at];
  return shape_draft(std::string(name_of(part.hue)) + std::string(kPartWord), part.shape, random);
}

/// From middle to middle, and from outline to outline.
Asked ask_nearest(const SeenScene& scene, Random& random) {
  constexpr double kLead = 1.4;
  const auto at = landmark(scene, random);
  if (!at) return std::nullopt;
  const auto outline = polygon_of(scene.parts[*at]);
  SeenScene others = scene;
  others.views[*at].visible = 0;
  const auto by_middle = [&](std::size_t i) {
    const Point a = scene.parts[i].center;
    const Point b = scene.parts[*at].center;
    return std::hypot(a.x - b.x, a.y - b.y);
  };
  const auto by_outline = [&](std::size_t i) {
    double least = 1e9;
    for (const Point a : polygon_of(scene.parts[i])) {
      for (const Point b : outline) least = std::min(least, std::hypot(a.x - b.x, a.y - b.y));
    }
    return std::max(least, 4.0);
  };
  const auto leads = [&](double a, double b) { return b > kLead * a; };
  const auto found = clear_first(others, by_middle, leads);
  if (!found || found != clear_first(others, by_outline, leads)) return std::nullopt;
  return color_draft(std::string(kAskNearest) + describe(look_of(scene.parts[*at])),
                     scene.parts[*found].hue, others, random);
}

Draft number_draft(const std::string& what, const Wish& wish, Random& random) {
  return count_draft(std::string(kAskCount) + what + std::string(kAskCountEnd), wish.count, random);
}

/// Of a shape or a colour, or all; the hidden ones do not count.
Asked ask_count(const Wish& wish, const SeenScene& scene, Random& random) {
  std::size_t count = 0;
  std::vector<bool> hues(kHueNames.size(), false);
  for (const std::size_t i : visible_parts(scene)) {
    const Part& part = scene.parts[i];
    hues[static_cast<std::size_t>(part.hue)] = true;
    if (wish.topic == Topic::kCountShape && part.shape != wish.shape) {
      if (may_be(part.shape, wish.shape)) return std::nullopt;
      continue;
    }
    if (wish.topic == Topic::kCountHue && part.hue != wish.hue) continue;
    ++count;
  }
  std::string what(kAskParts);
  if (wish.topic == Topic::kCountShape) what = std::string(name_of(wish.shape)) + "s";
  if (wish.topic == Topic::kCountHue) what = std::string(name_of(wish.hue)) + " " + what;
  if (wish.topic == Topic::kCountHues) {
    what = kAskHues;
    count = static_cast<std::size_t>(std::count(hues.begin(), hues.end(), true));
  }
  if (count != wish.count.count()) return std::nullopt;
  return number_draft(what, wish, random);
}

/// Every other part lies either wholly beyond the landmark or clearly beside it.
Asked ask_beyond(const Wish& wish, const SeenScene& scene, Random& random) {
  constexpr int kClear = 8;  // pixels of the view
  const auto at = landmark(scene, random);
  if (!at) return std::nullopt;
  const PartView& mark = scene.views[*at];
  std::size_t count = 0;
  for (const std::size_t i : visible_parts(scene)) {
    if (i == *at) continue;
    const PartView& view = scene.views[i];
    if (!view.whole()) return std::nullopt;
    const std::array<int, 4> gaps{mark.left - view.right, view.left - mark.right,
                                  mark.top - view.bottom, view.top - mark.bottom};
    const int gap = gaps[wish.first];
    if (std::abs(gap) < kClear) return std::nullopt;
    count += gap > 0 ? 1 : 0;
  }
  if (count != wish.count.count()) return std::nullopt;
  return count_draft(std::string(kAskCount) + std::string(kAskBeyond) +
                         std::string(kBeyonds[wish.first]) + " the " +
                         describe(look_of(scene.parts[*at])) + "?",
                     wish.count, random);
}

/// Of two parts that can both be called by colour and shape, lie clear of each other, and far more
/// along one axis than along the other.
Asked ask_place(const SeenScene& scene, Random& random) {
  const auto first = landmark(scene, random);
  const auto second = landmark(scene, random);
  if (!first || !second || first == second) return std::nullopt;
  const PartView& a = scene.views[*first];
  const PartView& b = scene.views[*second];
  const double dx = a.center_x() - b.center_x();
  const double dy = a.center_y() - b.center_y();
  const bool level = std::abs(dx) > std::abs(dy);
  if (std::min(std::abs(dx), std::abs(dy)) * 3 > std::max(std::abs(dx), std::abs(dy))) {
    return std::nullopt;
  }
  const bool apart =
      level ? (a.right < b.left || b.right < a.left) : (a.bottom < b.top || b.bottom < a.top);
  if (!apart) return std::nullopt;
  const std::size_t place = level ? (dx < 0 ? 0 : 1) : (dy < 0 ? 2 : 3);
  const std::vector<std::string> all(kPlaces.begin(), kPlaces.end());
  return word_draft(QuestionType::kReasoning,
                    std::string(kAskPlace) + describe(look_of(scene.parts[*first])) +
                        std::string(kAskPlaceMiddle) + describe(look_of(scene.parts[*second])) +
                        "?",
                    all[place], all, {}, random);
}

Asked ask_quarter(const SeenScene& scene, Random& random) {
  constexpr int kMiddle = static_cast<int>(kSheet) * kViewScale / 2;
  constexpr int kClear = 8;
  const auto at = landmark(scene, random);
  if (!at) return std::nullopt;
  const PartView& view = scene.views[*at];
  const bool left = view.right < kMiddle - kClear;
  const bool top = view.bottom < kMiddle - kClear;
  if (!left && view.left < kMiddle + kClear) return std::nullopt;
  if (!top && view.top < kMiddle + kClear) return std::nullopt;
  const std::vector<std::string> all(kQuarters.begin(), kQuarters.end());
  return word_draft(QuestionType::kReasoning,
                    std::string(kAskQuarter) + describe(look_of(scene.parts[*at])) + "?",
                    all[(top ? 0U : 2U) + (left ? 0U : 1U)], all, {}, random);
}

/// Looks that no visible part could be called by.
std::vector<Look> absent_looks(const SeenScene& scene, std::size_t count, Random& random) {
  std::vector<Look> looks;
  const auto visible = visible_parts(scene);
  while (looks.size() < count) {
    const auto shape = static_cast<Shape>(random.randbelow(kShapeNames.size()));
    const Look look{shape, scene.parts[random.choice(visible)].hue};
    const bool seen = std::any_of(visible.begin(), visible.end(), [&](std::size_t i) {
      const Part& part = scene.parts[i];
      return part.hue == look.hue && (may_be(part.shape, shape) || may_be(shape, part.shape));
    });
    if (!seen && std::find(looks.begin(), looks.end(), look) == looks.end()) looks.push_back(look);
  }
  return looks;
}

Asked ask_seen(const Wish& wish, const SeenScene& scene, Random& random) {
  const bool seen = wish.topic == Topic::kSeen;
  std::vector<Look> visible;
  for (const std::size_t i : visible_parts(scene)) {
    const Look look = look_of(scene.parts[i]);
    const bool known = std::find(visible.begin(), visible.end(), look) != visible.end();
    if (!known && scene.views[i].whole()) visible.push_back(look);
  }
  if (visible.size() < (seen ? 1 : kWrongOptions)) return std::nullopt;
  random.shuffle(visible);
  std::vector<Look> absent = absent_looks(scene, seen ? kWrongOptions : 1, random);
  std::vector<std::string> wrong;
  for (const Look look : seen ? absent : visible) wrong.push_back(look_words(look));
  wrong.resize(kWrongOptions);
  return word_draft(QuestionType::kReasoning, std::string(seen ? kAskSeen : kAskUnseen),
                    look_words(seen ? visible.front() : absent.front()), wrong, {}, random);
}

}  // namespace

QuestionType type_of(Topic topic) {
  switch (topic) {
    case Topic::kColorOfFirst:
    case Topic::kColorOfShape:
    case Topic::kColorOfNearest:
      return QuestionType::kColor;
    case Topic::kShapeOfFirst:
    case Topic::kShapeOfHue:
      return QuestionType::kShape;
    case Topic::kCountShape:
    case Topic::kCountHue:
    case Topic::kCountAll:
    case Topic::kCountHues:
    case Topic::kCountBeyond:
      return QuestionType::kCount;
    default:
      return QuestionType::kReasoning;
  }
}

Wish draw_wish(Topic topic, Random& random) {
  Wish wish;
  wish.topic = topic;
  const bool sides = topic == Topic::kCountBeyond;
  wish.first = static_cast<std::size_t>(random.randbelow(sides ? kBeyonds.size() : kFirsts.size()));
  wish.hue = static_cast<Hue>(random.randbelow(kHueNames.size()));
  wish.shape = static_cast<Shape>(random.randbelow(kShapeNames.size()));
  const std::size_t least = topic == Topic::kCountAll ? 2 : topic == Topic::kCountHues ? 1 : 0;
  const std::size_t most = topic == Topic::kCountAll ? 6 : topic == Topic::kCountBeyond ? 1 : 2;
  wish.count = draw_count(least, most, random);
  return wish;
}

Asked ask(const Wish& wish, const SeenScene& scene, Random& random) {
  if (visible_parts(scene).size() < 2) return std::nullopt;
  switch (wish.topic) {
    case Topic::kColorOfFirst:
    case Topic::kShapeOfFirst:
      return ask_first(wish, scene, random);
    case Topic::kColorOfShape:
      return ask_color_of_shape(scene, random);
    case Topic::kColorOfNearest:
      return ask_nearest(scene, random);
    case Topic::kShapeOfHue:
      return ask_shape_of_hue(scene, random);
    case Topic::kCountBeyond:
      return ask_beyond(wish, scene, random);
    case Topic::kPlace:
      return ask_place(scene, random);
    case Topic::kQuarter:
      return ask_quarter(scene, random);
    case Topic::kSeen:
    case Topic::kUnseen:
      return ask_seen(wish, scene, random);
    default:
      return ask_count(wish, scene, random);
  }
}

}  // namespace papert::mint::svg
