// What a picture shows, in words, from its lines: shapes and how many, how they lie, colours,
// symmetry. Nothing is said about a program.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>

#include "datagen/turtle/classify.h"
#include "datagen/turtle/label_words.h"
#include "datagen/turtle/strokes.h"
#include "datagen/turtle/symmetry.h"
#include "datagen/turtle/trace.h"

namespace papert::datagen::detail {
namespace {

struct ShapeWord {
  std::string one;
  std::string many;
};

ShapeWord plural_of(std::string one) {
  std::string many = one + "s";
  return {std::move(one), std::move(many)};
}

/// A closed line of straight sides: its length tells regular polygons, stars and others apart.
ShapeWord polygon_word(const Part& part) {
  constexpr std::array<std::string_view, 6> kRegular{"equilateral triangle", "square",
                                                     "regular pentagon",     "regular hexagon",
                                                     "regular heptagon",     "regular octagon"};
  constexpr double kNearly = 0.02;
  const auto sides = static_cast<double>(part.sides);
  const double regular = 2 * sides * std::sin(M_PI / sides);
  if (part.sides > 4 && part.roundness > 1.1 * regular) {
    return {fmt::format("star of {} points", part.sides),
            fmt::format("stars of {} points", part.sides)};
  }
  const bool even = std::abs(part.roundness - regular) < kNearly * regular;
  if (even && part.sides < 3 + kRegular.size()) {
    return plural_of(std::string(kRegular[part.sides - 3]));
  }
  if (part.sides == 3) return plural_of("triangle");
  return {fmt::format("figure of {} sides", part.sides),
          fmt::format("figures of {} sides", part.sides)};
}

ShapeWord word_for(const Part& part) {
  constexpr double kRound = 0.04;
  if (part.arcs == part.sides) {
    if (!part.closed) return plural_of("arc");
    const bool circle = std::abs(part.roundness - 2 * M_PI) < kRound * 2 * M_PI;
    return plural_of(circle ? "circle" : "round shape");
  }
  if (part.arcs > 0) return {"figure with a round side", "figures with a round side"};
  if (part.closed && part.sides > 2) return polygon_word(part);
  if (part.sides == 1) return plural_of("straight line");
  return {"line with corners", "lines with corners"};
}

std::string shapes_sentence(const Strokes& strokes) {
  std::map<std::string, std::pair<std::size_t, std::string>> counts;
  for (const Part& part : strokes.parts) {
    const ShapeWord name = word_for(part);
    auto& [count, many] = counts[name.one];
    ++count;
    many = name.many;
  }
  std::vector<std::string> pieces;
  for (const auto& [one, counted] : counts) {
    const auto& [count, many] = counted;
    const bool vowel = one.front() == 'a' || one.front() == 'e';
    pieces.push_back(count == 1 ? fmt::format("{} {}", vowel ? "an" : "a", one)
                                : fmt::format("{} {}", count, many));
  }
  if (pieces.empty()) return "The picture is empty.";
  return fmt::format("The picture shows {}.", in_words(pieces));
}

std::string_view arrangement(const Classification& found) {
  constexpr std::array<std::string_view, 6> kArrangements{
      "",
      "They are copies turned around a point.",
      "They are copies set side by side.",
      "They repeat in different sizes.",
      "They wind outwards like a spiral.",
      "Together they make up a whole of several parts."};
  return kArrangements[found.category];
}

std::string colours_sentence(const Strokes& strokes) {
  if (strokes.colors.empty()) return {};
  std::vector<std::string> names;
  names.reserve(strokes.colors.size());
  for (const scene::Color& color : strokes.colors) names.push_back(color_name(color));
  return fmt::format("{} {}.", names.size() == 1 ? "The only colour is" : "The colours are",
                     in_words(names));
}

std::string symmetry_sentence(const Symmetry& symmetry) {
  if (symmetry.turns > 1) {
    return fmt::format("Turned by {:g} degrees it looks the same.", 360.0 / symmetry.turns);
  }
  if (symmetry.upright) return "Its left and its right half are mirror images.";
  if (symmetry.level) return "Its upper and its lower half are mirror images.";
  return {};
}

}  // namespace

std::string in_words(const std::vector<std::string>& pieces) {
  if (pieces.size() < 2) return pieces.empty() ? std::string() : pieces[0];
  return fmt::format("{} and {}", fmt::join(pieces.begin(), pieces.end() - 1, ", "), pieces.back());
}

std::string describe_picture(std::string_view code, const scene::Scene& scene) {
  const Strokes strokes = strokes_of(scene);
  std::string text = shapes_sentence(strokes);
  const auto add = [&](std::string_view sentence) {
    if (!sentence.empty()) text.append(" ").append(sentence);
  };
  if (strokes.parts.size() > 1) add(arrangement(classify(code, scene)));
  add(colours_sentence(strokes));
  add(symmetry_sentence(find_symmetry(strokes)));
  return text;
}

}  // namespace papert::datagen::detail
