// What a picture shows, in words, from its lines: shapes and how many, how they lie, colours,
// symmetry. Nothing is said about a program.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <map>

#include "datagen/turtle/classify.h"
#include "datagen/turtle/label_words.h"
#include "datagen/turtle/strokes.h"
#include "datagen/turtle/symmetry.h"
#include "datagen/turtle/trace.h"

namespace papert::datagen::detail {
namespace {

struct ShapeWord {
  std::string_view one;
  std::string_view many;
};

ShapeWord word_for(const Part& part) {
  static constexpr std::array<ShapeWord, 6> kPolygons{
      {{"triangle", "triangles"},
       {"four-sided figure", "four-sided figures"},
       {"pentagon or star", "pentagons or stars"},
       {"hexagon", "hexagons"},
       {"seven-sided figure", "seven-sided figures"},
       {"octagon", "octagons"}}};
  if (part.arcs == part.sides) {
    return part.closed ? ShapeWord{"circle or round shape", "circles or round shapes"}
                       : ShapeWord{"arc", "arcs"};
  }
  if (part.arcs > 0) return {"figure with a round side", "figures with a round side"};
  if (!part.closed) {
    return part.sides == 1 ? ShapeWord{"straight line", "straight lines"}
                           : ShapeWord{"line with corners", "lines with corners"};
  }
  if (part.sides >= 3 && part.sides < 3 + kPolygons.size()) return kPolygons[part.sides - 3];
  return {"figure with many corners", "figures with many corners"};
}

std::string shapes_sentence(const Strokes& strokes) {
  std::map<std::string, std::pair<std::size_t, std::string>> counts;
  for (const Part& part : strokes.parts) {
    const ShapeWord name = word_for(part);
    auto& [count, many] = counts[std::string(name.one)];
    ++count;
    many = name.many;
  }
  std::vector<std::string> pieces;
  for (const auto& [one, counted] : counts) {
    const auto& [count, many] = counted;
    const bool vowel = one.front() == 'a' || one.front() == 'o';
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
