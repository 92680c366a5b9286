// The words for shapes and colours.
#include "mint/svg/scene.h"

namespace papert::mint::svg {

std::string describe(Look look) {
  return std::string(name_of(look.hue)) + " " + std::string(name_of(look.shape));
}

bool may_be(Shape shape, Shape name) {
  return shape == name || (shape == Shape::kSquare && name == Shape::kRectangle) ||
         (shape == Shape::kCircle && name == Shape::kEllipse);
}

std::string hue_word(Hue hue) { return capitalised(std::string(name_of(hue))); }
std::string shape_word(Shape shape) { return capitalised(with_article(name_of(shape))); }

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
  words.reserve(kHueNames.size());
  for (const std::string_view name : kHueNames) words.push_back(capitalised(std::string(name)));
  return words;
}

}  // namespace papert::mint::svg
