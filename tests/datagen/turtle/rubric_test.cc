#include "datagen/turtle/rubric.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/file.h"
#include "datagen/turtle/minted.h"
#include "datagen/turtle/trace.h"
#include "scene/canonical.h"
#include "support/json_lines.h"

namespace papert::datagen {
namespace {

scene::Scene drawn(const std::string& code) {
  const auto program = turtle::parse_program(code);
  EXPECT_TRUE(program) << code;
  if (!program) return {};
  Trace trace = trace_program(*program);
  EXPECT_TRUE(trace.complete) << trace.problem << "\n" << code;
  return std::move(trace.scene);
}

RubricScores scored(const std::string& code) { return score_by_rule(drawn(code), {.code = code}); }

const char* const kSquare =
    "def draw(t):\n    t.pencolor(\"blue\")\n    for _ in range(4):\n        t.forward(100)\n"
    "        t.left(90)\n";

TEST(Rubric, ASquareIsAsGoodAsCanBe) {
  const RubricScores scores = scored(kSquare);
  EXPECT_DOUBLE_EQ(scores.geometry, 10);
  EXPECT_DOUBLE_EQ(scores.visual, 10);
  EXPECT_DOUBLE_EQ(scores.structure, 10);
  EXPECT_DOUBLE_EQ(scores.alignment, 10);
  EXPECT_DOUBLE_EQ(scores.education, 10);
  EXPECT_DOUBLE_EQ(scores.color, 10);
  EXPECT_DOUBLE_EQ(scores.total(), 60);
}

TEST(Rubric, EachFigureFallsForItsOwnReason) {
  const std::string crooked =
      "def draw(t):\n    t.forward(100)\n    t.left(70)\n    t.forward(31)\n    t.left(47)\n"
      "    t.forward(83)\n    t.right(111)\n    t.forward(57)\n";
  EXPECT_LT(scored(crooked).geometry, 5);
  EXPECT_LT(scored(crooked).alignment, 9);
  EXPECT_LT(scored("def draw(t):\n    t.pencolor(\"yellow\")\n    t.circle(50)\n").color, 8);
  const scene::Scene square = drawn(kSquare);
  EXPECT_EQ(score_by_rule(square, {.code = kSquare, .blocked = true}).education, 0);
  EXPECT_EQ(score_by_rule(square, {.code = kSquare, .steps = 20'001}).education, 0);
  EXPECT_EQ(score_by_rule({}, {.code = kSquare}).geometry, 0);
  std::string flat = "def draw(t):\n";
  for (int i = 0; i < 12; ++i) flat += "    t.forward(50)\n    t.left(30)\n";
  EXPECT_LT(scored(flat).education, 6) << "no loop";
}

using scene::Point;

Point moved(const Point& point, double dx, double dy) { return {point.x + dx, point.y + dy}; }

Point turned(const Point& point, const Point& about, double degrees) {
  const double angle = degrees * M_PI / 180;
  const double x = point.x - about.x;
  const double y = point.y - about.y;
  return {about.x + x * std::cos(angle) - y * std::sin(angle),
          about.y + x * std::sin(angle) + y * std::cos(angle)};
}

/// The longest line cut in two, the second half of it changed by `change`.
template <class ChangePoint>
scene::Scene with_part_changed(scene::Scene scene, const ChangePoint& change) {
  scene::Stroke* longest = nullptr;
  for (scene::Item& item : scene.items) {
    auto* stroke = std::get_if<scene::Stroke>(&item);
    if (stroke == nullptr) continue;
    if (longest == nullptr || stroke->points.size() > longest->points.size()) longest = stroke;
  }
  if (longest == nullptr) {
    for (scene::Item& item : scene.items) {
      if (auto* dot = std::get_if<scene::Dot>(&item)) {
        dot->center = change(dot->center, dot->center);
        return scene;
      }
    }
    return scene;
  }
  if (longest->points.size() < 4) {
    const Point about = longest->points.front();
    for (Point& point : longest->points) point = change(point, about);
    return scene;
  }
  scene::Stroke half = *longest;
  const std::size_t cut = longest->points.size() / 2;
  half.points.erase(half.points.begin(), half.points.begin() + static_cast<std::ptrdiff_t>(cut));
  longest->points.resize(cut + 1);
  const Point about = half.points.front();
  for (Point& point : half.points) point = change(point, about);
  scene.items.emplace_back(std::move(half));
  return scene;
}

scene::Scene with_nine_colours(scene::Scene scene) {
  static const std::array<scene::Color, 9> kColors{{{0, 0, 0},
                                                    {255, 0, 0},
                                                    {0, 0, 255},
                                                    {0, 128, 0},
                                                    {128, 0, 128},
                                                    {165, 42, 42},
                                                    {255, 165, 0},
                                                    {255, 0, 255},
                                                    {0, 100, 100}}};
  std::vector<scene::Item> items;
  std::size_t next = 0;
  for (const scene::Item& item : scene.items) {
    const auto* stroke = std::get_if<scene::Stroke>(&item);
    if (stroke == nullptr) {
      scene::Item copy = item;
      if (auto* dot = std::get_if<scene::Dot>(&copy)) dot->color = kColors[next++ % 9];
      items.push_back(std::move(copy));
      continue;
    }
    constexpr int kPieces = 3;  // of a segment: a triangle has nine, too
    for (std::size_t i = 1; i < stroke->points.size(); ++i) {
      const Point& a = stroke->points[i - 1];
      const Point& b = stroke->points[i];
      for (int j = 0; j < kPieces; ++j) {
        scene::Stroke piece = *stroke;
        const double from = static_cast<double>(j) / kPieces;
        const double to = static_cast<double>(j + 1) / kPieces;
        piece.points = {moved(a, (b.x - a.x) * from, (b.y - a.y) * from),
                        moved(a, (b.x - a.x) * to, (b.y - a.y) * to)};
        piece.color = kColors[next++ % 9];
        items.emplace_back(std::move(piece));
      }
    }
  }
  scene.items = std::move(items);
  return scene;
}

scene::Scene spoilt(const scene::Scene& good, std::string_view way, double size) {
  if (way == "nine colours") return with_nine_colours(good);
  return with_part_changed(good, [&](const Point& point, const Point& about) {
    return way == "turned" ? turned(point, about, 23) : moved(point, size * 0.17, size * 0.11);
  });
}

/// 200 drawings of the book, each with a part shifted, with a part turned, and in nine colours.
TEST(Rubric, ADrawingScoresHigherThanTheSameSpoiltInEachWay) {
  constexpr std::array<std::string_view, 3> kWays{"shifted", "turned", "nine colours"};
  std::map<std::string_view, std::pair<int, int>> counts;  // trials, right
  for (const test::MintedProgram& minted : test::minted_programs(200, 30)) {
    const scene::Scene good = drawn(minted.code);
    const auto bounds = scene::painted_bounds(good);
    ASSERT_TRUE(bounds);
    const double size = std::max(bounds->width(), bounds->height());
    const double total = score_by_rule(good, {.code = minted.code}).total();
    for (const std::string_view way : kWays) {
      const scene::Scene bad = spoilt(good, way, size);
      if (bad == good) continue;
      auto& [trials, right] = counts[way];
      ++trials;
      right += score_by_rule(bad, {.code = minted.code}).total() < total ? 1 : 0;
    }
  }
  int all = 0;
  int all_right = 0;
  for (const std::string_view way : kWays) {
    const auto [trials, right] = counts[way];
    EXPECT_GE(trials, 190) << way;
    EXPECT_GE(right * 100, trials * 87) << way << ": " << right << " of " << trials;
    RecordProperty(std::string(way), std::to_string(right) + " of " + std::to_string(trials));
    all += trials;
    all_right += right;
  }
  EXPECT_GE(all_right * 10, all * 9) << all_right << " of " << all;
}

/// Places in the order of the values; equal values share the mean of theirs.
std::vector<double> ranks_of(const std::vector<double>& values) {
  std::vector<double> ranks;
  for (const double value : values) {
    double below = 0;
    double equal = 0;
    for (const double other : values) {
      below += other < value ? 1 : 0;
      equal += other == value ? 1 : 0;
    }
    ranks.push_back(below + (equal - 1) / 2);
  }
  return ranks;
}

double correlation(const std::vector<double>& a, const std::vector<double>& b) {
  const auto size = static_cast<double>(a.size());
  const double mean_a = std::accumulate(a.begin(), a.end(), 0.0) / size;
  const double mean_b = std::accumulate(b.begin(), b.end(), 0.0) / size;
  double product = 0;
  double square_a = 0;
  double square_b = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    product += (a[i] - mean_a) * (b[i] - mean_b);
    square_a += (a[i] - mean_a) * (a[i] - mean_a);
    square_b += (b[i] - mean_b) * (b[i] - mean_b);
  }
  return product / std::sqrt(square_a * square_b);
}

// 100 programs drawn from those that a generation of 4,000 candidates scored, with grades of 0 to
// 10 from somebody who saw the pictures and not the scores. A correlation of 0.5 is wanted; 0.45
// was measured (docs/data-checks.md), so this only guards against less.
TEST(Rubric, FollowsGradesOf100DrawingsAsFarAsItDid) {
  std::vector<double> grades;
  std::vector<double> totals;
  for (const auto& json : test::read_lines(PAPERT_TEST_CASES "/turtle_quality/labels.jsonl")) {
    const auto code = json.at("code").get<std::string>();
    grades.push_back(json.at("grade").get<double>());
    totals.push_back(scored(code).total());
  }
  ASSERT_EQ(grades.size(), 100U);
  const double follows = correlation(ranks_of(grades), ranks_of(totals));
  RecordProperty("rank_correlation", std::to_string(follows));
  EXPECT_GE(follows, 0.44) << follows;
}

TEST(Blocklist, RefusesEveryTurnMirrorImageColourAndSize) {
  const auto list = Blocklist::open();
  ASSERT_TRUE(list) << list.error().to_string();
  std::size_t symbols = 0;
  for (const auto& entry : std::filesystem::directory_iterator(std::string(PAPERT_SOURCE_DIR) +
                                                               "/src/datagen/blocklist")) {
    ++symbols;
    const auto code = read_file(entry.path().string());
    ASSERT_TRUE(code);
    const scene::Scene symbol = drawn(*code);
    for (const bool mirrored : {false, true}) {
      for (int degrees = 0; degrees < 360; degrees += 15) {
        scene::Scene scene = scene::turned(symbol, {static_cast<double>(degrees), mirrored});
        for (scene::Item& item : scene.items) {
          std::visit(
              [](auto& each) {
                if constexpr (requires { each.color; }) each.color = {200, 0, 0};
              },
              item);
        }
        EXPECT_NE(list->refused_as(scene), "") << entry.path() << " turned by " << degrees;
      }
    }
  }
  EXPECT_EQ(symbols, 4U);
}

TEST(Blocklist, RefusesNoProgramOfTheBook) {
  const auto list = Blocklist::open();
  ASSERT_TRUE(list);
  EXPECT_EQ(list->refused_as({}), "");
  for (const test::MintedProgram& minted : test::minted_programs(95, 5)) {
    EXPECT_EQ(list->refused_as(drawn(minted.code)), "") << minted.family;
  }
}

}  // namespace
}  // namespace papert::datagen
