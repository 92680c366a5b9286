// Minted illusions: the key follows from the numbers of the program and from its pixels.

#include "mint/svg/illusion.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <map>
#include <set>

#include "lang/svg/document.h"
#include "mint/svg/image.h"

namespace papert::mint::svg {
namespace {

using lang::svg::Node;

void visit(const Node& node, const std::function<void(const Node&)>& look) {
  look(node);
  for (const Node& child : node.children) visit(child, look);
}

double value(const Node& node, std::string_view name) {
  return std::strtod(std::string(node.attribute(name).value_or("0")).c_str(), nullptr);
}

/// What is compared, by its place along the axis on which the two lie.
std::map<double, double> targets(const std::string& program, IllusionKind kind) {
  const auto document = lang::svg::parse(program).value();
  std::map<double, double> sizes;
  visit(document.root, [&](const Node& node) {
    if (kind == IllusionKind::kEbbinghaus && node.name == "circle" && value(node, "cy") == 0 &&
        !sizes.contains(value(node, "cx"))) {
      sizes[value(node, "cx")] = value(node, "r");
    }
    if (kind == IllusionKind::kMuellerLyer && node.name == "line" &&
        value(node, "y1") == value(node, "y2")) {
      sizes[value(node, "y1")] = std::round(10 * (value(node, "x2") - value(node, "x1"))) / 10;
    }
  });
  return sizes;
}

/// 0: the first is larger, 1: the second, 2: both are equal.
std::size_t truth(const std::string& program, IllusionKind kind) {
  const auto sizes = targets(program, kind);
  EXPECT_EQ(sizes.size(), 2U) << program;
  const double first = sizes.begin()->second;
  const double second = sizes.rbegin()->second;
  if (first == second) return 2;
  const double growth = std::max(first, second) / std::min(first, second);
  EXPECT_GE(growth, kLeastGrowth) << program;
  EXPECT_LE(growth, kMostGrowth) << program;
  return first > second ? 0 : 1;
}

TEST(Illusion, TheKeyFollowsFromTheNumbers) {
  std::map<std::size_t, int> answers;
  for (const auto kind : {IllusionKind::kEbbinghaus, IllusionKind::kMuellerLyer}) {
    for (std::int64_t seed = 0; seed < 200; ++seed) {
      Random random(seed);
      const IllusionPair pair = mint_illusion(kind, random);
      EXPECT_EQ(pair.classic.answer, 2U);
      EXPECT_EQ(truth(pair.classic.program, kind), 2U) << seed;
      EXPECT_EQ(truth(pair.opposite.program, kind), pair.opposite.answer) << seed;
      ++answers[pair.opposite.answer];
    }
  }
  EXPECT_NEAR(answers[0], 200, 40);
  EXPECT_NEAR(answers[1], 200, 40);
}

TEST(Illusion, SeedsVaryWhatIsSeen) {
  for (const auto kind : {IllusionKind::kEbbinghaus, IllusionKind::kMuellerLyer}) {
    std::set<std::string> programs;
    std::set<std::string> first;
    for (std::int64_t seed = 0; seed < 50; ++seed) {
      Random random(seed);
      Random again(seed);
      const IllusionPair pair = mint_illusion(kind, random);
      EXPECT_EQ(pair.classic.program, mint_illusion(kind, again).classic.program);
      programs.insert(pair.classic.program);
      programs.insert(pair.opposite.program);
      first.insert(pair.options[0]);
    }
    EXPECT_EQ(programs.size(), 100U);
    EXPECT_EQ(first, (std::set<std::string>{"The left one", "The upper one"}));
  }
}

/// Nothing reaches the edge of the sheet, and the middle discs that pixels show are those of the
/// key: the colour of what is compared, where it differs from what is around.
TEST(Illusion, ThePictureShowsWhatTheKeySays) {
  for (const auto kind : {IllusionKind::kEbbinghaus, IllusionKind::kMuellerLyer}) {
    for (std::int64_t seed = 0; seed < 40; ++seed) {
      Random random(seed);
      const IllusionPair pair = mint_illusion(kind, random);
      for (const Illusion* illusion : {&pair.classic, &pair.opposite}) {
        const auto document = lang::svg::parse(illusion->program).value();
        const auto image = svg_image(document, 256).value();
        const auto pixel = [&](int x, int y) {
          const std::uint8_t* p = image.row(y) + std::ptrdiff_t{3} * x;
          return std::array<int, 3>{p[0], p[1], p[2]};
        };
        const auto ground = pixel(0, 0);
        for (int i = 0; i < 256; ++i) {
          EXPECT_EQ(pixel(i, 0), ground) << seed;
          EXPECT_EQ(pixel(i, 255), ground) << seed;
          EXPECT_EQ(pixel(0, i), ground) << seed;
          EXPECT_EQ(pixel(255, i), ground) << seed;
        }
      }
      EXPECT_GT(share_off(svg_image(lang::svg::parse(pair.classic.program).value(), 256).value(),
                          svg_image(lang::svg::parse(pair.opposite.program).value(), 256).value()),
                0.001)
          << "the two can be told apart";
    }
  }
}

}  // namespace
}  // namespace papert::mint::svg
