// What stands in a program without being seen, so that counting words does not answer a question:
// as many parts for every option, whatever the answer is.
#include <algorithm>
#include <array>
#include <cctype>
#include <optional>

#include "mint/svg/scene.h"

namespace papert::mint::svg {
namespace {

template <std::size_t N>
std::optional<std::size_t> name_in(const std::array<std::string_view, N>& names,
                                   std::string_view text) {
  for (std::size_t i = 0; i < N; ++i) {
    if (text == names[i] || text.ends_with(" " + std::string(names[i]))) return i;
  }
  return std::nullopt;
}

/// An option as a look: what it does not name is left open.
struct Open {
  std::optional<Shape> shape;
  std::optional<Hue> hue;

  [[nodiscard]] bool fits(const Part& part) const {
    return part.role != Role::kEraser && (!shape || part.shape == *shape) &&
           (!hue || part.hue == *hue);
  }
  [[nodiscard]] Look drawn(Random& random) const {
    const auto any_shape = static_cast<Shape>(random.randbelow(kShapeNames.size()));
    const auto any_hue = static_cast<Hue>(random.randbelow(kHueNames.size()));
    return {shape.value_or(any_shape), hue.value_or(any_hue)};
  }
};

Open read_option(std::string option) {
  option[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(option[0])));
  Open open;
  if (const auto shape = name_in(kShapeNames, option)) open.shape = static_cast<Shape>(*shape);
  for (std::size_t i = 0; i < kHueNames.size(); ++i) {
    if (option.find(kHueNames[i]) != std::string::npos) open.hue = static_cast<Hue>(i);
  }
  return open;
}

void hide_up_to(std::size_t wanted, const Open& open, const std::vector<Part>& parts,
                Random& random, std::vector<Look>& looks) {
  const auto there = static_cast<std::size_t>(
      std::count_if(parts.begin(), parts.end(), [&](const Part& part) { return open.fits(part); }));
  for (std::size_t n = there; n < wanted; ++n) looks.push_back(open.drawn(random));
}

/// As many parts for each option as for the one that has most.
std::vector<Look> level_options(const Wish& wish, const Draft& draft,
                                const std::vector<Part>& parts, Random& random) {
  const Open asked = read_option(draft.text.substr(0, draft.text.find('?')));
  std::vector<Open> options;
  std::vector<std::string> texts = draft.wrong;
  texts.push_back(draft.answer);
  for (const std::string& text : texts) {
    Open open = read_option(text);
    if (wish.topic == Topic::kColorOfShape) open.shape = asked.shape;
    if (wish.topic == Topic::kShapeOfHue) open.hue = asked.hue;
    options.push_back(open);
  }
  std::size_t most = 0;
  for (const Open& open : options) {
    const auto fitting = std::count_if(parts.begin(), parts.end(),
                                       [&](const Part& part) { return open.fits(part); });
    most = std::max(most, static_cast<std::size_t>(fitting));
  }
  most += static_cast<std::size_t>(random.randbelow(2));
  std::vector<Look> looks;
  for (const Open& open : options) hide_up_to(most, open, parts, random, looks);
  random.shuffle(looks);
  return looks;
}

std::vector<Look> hues_to_hide(const Wish& wish, const std::vector<Part>& parts, Random& random) {
  std::vector<Hue> missing;
  for (const Hue hue : draw_hues(random, kHueNames.size())) {
    const Open open{{}, hue};
    const bool there =
        std::any_of(parts.begin(), parts.end(), [&](const Part& part) { return open.fits(part); });
    if (!there) missing.push_back(hue);
  }
  std::vector<Look> looks;
  const std::size_t wanted = wish.count.stated(random);
  std::size_t stated = kHueNames.size() - missing.size();
  for (; stated < wanted && !missing.empty(); ++stated) {
    const Open open{{}, missing.back()};
    looks.push_back(open.drawn(random));
    missing.pop_back();
  }
  return looks;
}

}  // namespace

std::vector<Look> looks_to_hide(const Wish& wish, const Draft& draft,
                                const std::vector<Part>& parts, Random& random) {
  std::vector<Look> looks;
  switch (wish.topic) {
    case Topic::kCountShape:
      hide_up_to(wish.count.stated(random), {wish.shape, {}}, parts, random, looks);
      return looks;
    case Topic::kCountHue:
      hide_up_to(wish.count.stated(random), {{}, wish.hue}, parts, random, looks);
      return looks;
    case Topic::kCountHues:
      return hues_to_hide(wish, parts, random);
    case Topic::kCountAll:
      // More than any other question has hidden, so that what is stated never tells what is seen.
      hide_up_to(wish.count.stated(random) + 8, {}, parts, random, looks);
      return looks;
    case Topic::kCountBeyond:
    case Topic::kPlace:
    case Topic::kQuarter:
      hide_up_to(parts.size() + 2, {}, parts, random, looks);
      return looks;
    default:
      return level_options(wish, draft, parts, random);
  }
}

}  // namespace papert::mint::svg
