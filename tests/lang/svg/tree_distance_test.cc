// The tree edit distance against a naive recursion on all small trees, and its limits.
#include "lang/svg/tree_distance.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "base/random.h"

namespace papert::lang::svg {
namespace {

std::size_t distance(std::string_view a, std::string_view b) {
  const auto result = tree_distance(*parse(a), *parse(b));
  EXPECT_TRUE(result);
  return result.value_or(9999);
}

TEST(SvgTreeDistance, CountsElementsAttributesAndText) {
  EXPECT_EQ(distance("<svg/>", "<svg/>"), 0U);
  EXPECT_EQ(distance("<svg a='1' b='2'/>", "<svg b='2' a='1'/>"), 0U);
  EXPECT_EQ(distance("<svg><!-- x --> <g/></svg>", "<svg><g/></svg>"), 0U);
  EXPECT_EQ(distance("<svg a='1'/>", "<svg a='2'/>"), 1U);
  EXPECT_EQ(distance("<svg/>", "<svg a='2'/>"), 1U);
  EXPECT_EQ(distance("<svg><g><path d='M0'/></g></svg>", "<svg><path d='M0'/></svg>"), 1U);
  EXPECT_EQ(distance("<svg><rect x='1' y='2'/></svg>", "<svg><polygon points='1'/></svg>"), 3U);
  EXPECT_EQ(distance("<svg>a</svg>", "<svg> a </svg>"), 0U);
  EXPECT_EQ(distance("<svg>a</svg>", "<svg a=''/>"), 1U);
  EXPECT_EQ(tree_size(*parse("<svg a='1'><g b='2'>t</g> </svg>")), 5U);
}

// The definition by forests: delete, insert, or match the two right-most roots.
using Forest = std::vector<const Node*>;

std::size_t count(const Forest& forest) {
  std::size_t total = 0;
  for (const Node* node : forest) {
    Forest below;
    for (const Node& child : node->children) below.push_back(&child);
    total += 1 + count(below);
  }
  return total;
}

Forest below(const Node* node) {
  Forest forest;
  for (const Node& child : node->children) forest.push_back(&child);
  return forest;
}

std::size_t naive(const Forest& a, const Forest& b) {
  if (a.empty()) return count(b);
  if (b.empty()) return count(a);
  const auto opened = [](Forest forest) {
    const Forest inside = below(forest.back());
    forest.pop_back();
    forest.insert(forest.end(), inside.begin(), inside.end());
    return forest;
  };
  const Forest left_a(a.begin(), a.end() - 1);
  const Forest left_b(b.begin(), b.end() - 1);
  const std::size_t match = naive(left_a, left_b) + naive(below(a.back()), below(b.back())) +
                            (a.back()->name == b.back()->name ? 0 : 1);
  return std::min({match, naive(opened(a), b) + 1, naive(a, opened(b)) + 1});
}

Node random_tree(Random& random, int nodes) {
  Node root{.name = "svg"};
  for (int i = 1; i < nodes; ++i) {
    Node* place = &root;
    while (!place->children.empty() && random.random() < 0.6) {
      place = &place->children[random.randbelow(place->children.size())];
    }
    place->children.push_back({.name = std::string(1, "ab"[random.randbelow(2)])});
  }
  return root;
}

TEST(SvgTreeDistance, EqualsTheNaiveRecursion) {
  Random random(3);
  for (int i = 0; i < 200; ++i) {
    const Document a{.root = random_tree(random, 1 + static_cast<int>(random.randbelow(6)))};
    const Document b{.root = random_tree(random, 1 + static_cast<int>(random.randbelow(6)))};
    const auto result = tree_distance(a, b);
    ASSERT_TRUE(result);
    EXPECT_EQ(*result, naive({&a.root}, {&b.root})) << to_text(a) << "\n" << to_text(b);
    EXPECT_EQ(*tree_distance(b, a), *result);
  }
}

TEST(SvgTreeDistance, LimitsFromBothSides) {
  const Document three = *parse("<svg><g/><g/></svg>");
  const Document four = *parse("<svg><g/><g/><g/></svg>");
  EXPECT_TRUE(tree_distance(three, three, {.nodes = 3}));
  EXPECT_EQ(tree_distance(three, four, {.nodes = 3}).error().code, ErrorCode::kLimit);
  EXPECT_TRUE(tree_distance(three, four, {.cells = 20}));
  EXPECT_FALSE(tree_distance(three, four, {.cells = 19}));
  EXPECT_TRUE(
      tree_distance(three, four, {.steps = 24}));  // (3 + 1) * (4 + 1 + 1), either way round
  EXPECT_FALSE(tree_distance(three, four, {.steps = 23}));
}

TEST(SvgTreeDistance, HostileShapesEndInBoundedTime) {
  std::string wide = "<svg>";
  for (int i = 0; i < 40'000; ++i) wide += "<g/>";
  wide += "</svg>";
  EXPECT_EQ(tree_distance(*parse(wide), *parse(wide)).error().code, ErrorCode::kLimit);
  std::string comb = "<svg>";  // every node is a key root
  for (int i = 0; i < 100; ++i) comb += "<g/><g>";
  for (int i = 0; i < 100; ++i) comb += "</g>";
  comb += "</svg>";
  const auto result = tree_distance(*parse(comb), *parse(comb));
  ASSERT_TRUE(result);
  EXPECT_EQ(*result, 0U);
}

TEST(SvgTreeDistance, DeepTreesAreMirroredIntoCheapOnes) {
  std::string deep = "<svg>";
  for (int i = 0; i < 110; ++i) deep += "<g a='1' b='2' c='3' d='4' e='5'>";
  std::string other = deep + "<path d='M0'/>";
  for (int i = 0; i < 110; ++i) deep += "</g>";
  for (int i = 0; i < 110; ++i) other += "</g>";
  const auto result =
      tree_distance(*parse(deep + "</svg>"), *parse(other + "</svg>"), {.steps = 1e7});
  ASSERT_TRUE(result) << result.error().message;
  EXPECT_EQ(*result, 2U);
}

}  // namespace
}  // namespace papert::lang::svg
