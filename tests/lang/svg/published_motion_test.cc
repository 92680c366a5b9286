// The published programs: every one is moved, and the picture is the moved picture; and the
// published translated set, which is the original moved but for a few.
#include <gtest/gtest.h>

#include <cmath>
#include <iostream>
#include <set>

#include "lang/svg/motion_check.h"
#include "lang/svg/path.h"
#include "lang/svg/shape_outline.h"
#include "support/published_data.h"

namespace papert::lang::svg {
namespace {

using test::Outcome;
using test::Tally;

std::set<std::string> programs_of(const std::filesystem::path& file) {
  std::set<std::string> programs;
  for (const auto& row : test::read_csv(file)) {
    if (row.size() > 2) programs.insert(test::program_of(row[1]));
  }
  programs.erase("");
  return programs;
}

/// As many distinct programs as the release has, or as its first half has.
struct Distinct {
  std::size_t whole;
  std::size_t half;
};

void expect_all_move(const std::filesystem::path& file, const Distinct& distinct) {
  const std::set<std::string> programs = programs_of(file);
  EXPECT_TRUE(programs.size() == distinct.whole || programs.size() == distinct.half)
      << programs.size();
  Random random(7);
  for (const MotionKind kind : {MotionKind::kTranslation, MotionKind::kRigid}) {
    Tally tally;
    std::size_t i = 0;
    for (const std::string& program : programs) {
      const auto document = parse(program);
      ASSERT_TRUE(document) << document.error().to_string() << "\n" << program;
      const auto box = view_box(*document);
      ASSERT_TRUE(box);
      tally.add(std::to_string(i++), test::try_motion(*document, draw_motion(kind, *box, random)));
    }
    std::cout << file.filename().string() << ": " << tally.summary() << "\n";
    EXPECT_GE(static_cast<double>(tally.moved), 0.99 * static_cast<double>(tally.total));
    EXPECT_LT(static_cast<double>(tally.wrong.size()), 0.005 * static_cast<double>(tally.moved));
    EXPECT_TRUE(tally.broken.empty()) << tally.summary();
  }
}

TEST(PublishedMotion, Originals) {
  PAPERT_NEED_PUBLISHED(file, "sgp/sgp_inv_testset.csv");
  expect_all_move(file, {.whole = 308, .half = 307});
}

TEST(PublishedMotion, Translated) {
  PAPERT_NEED_PUBLISHED(file, "sgp/sgp_inv_t0_testset.csv");
  expect_all_move(file, {.whole = 308, .half = 300});
}

TEST(PublishedMotion, Digits) {
  PAPERT_NEED_PUBLISHED(file, "sgp/sgp_mnist_testset.csv");
  expect_all_move(file, {.whole = 1'000, .half = 500});
}

/// The box of the first shape of a program without transforms.
std::optional<Bounds> first_box(const Node& node, const ViewBox& box) {
  if (is_shape(node)) {
    const auto path = shape_outline(node, box.width, box.height);
    return path ? std::optional(bounds_of(*path)) : std::nullopt;
  }
  for (const Node& child : node.children) {
    if (const auto found = first_box(child, box)) return found;
  }
  return std::nullopt;
}

/// Whether `moved` is the picture of `original` shifted by what its first shape is shifted by.
bool is_shifted(const Document& original, const Document& moved) {
  const auto box = view_box(original);
  const auto before = lang::svg::move(original, {});
  const auto after = lang::svg::move(moved, {});
  if (!box || !before || !after) return false;
  const auto from = first_box(before->root, *box);
  const auto to = first_box(after->root, *box);
  if (!from || !to) return false;
  const Motion motion{.dx = to->left - from->left, .dy = to->top - from->top};
  const auto expected = raster::render_svg(to_text(*with_group_transform(original, motion)),
                                           test::kSide, test::kSide);
  const auto actual = raster::render_svg(to_text(moved), test::kSide, test::kSide);
  return expected && actual && test::share_off(*expected, *actual) <= test::kMostOff;
}

TEST(PublishedMotion, TheTranslatedSetIsTheOriginalMoved) {
  PAPERT_NEED_PUBLISHED(originals, "sgp/sgp_inv_testset.csv");
  PAPERT_NEED_PUBLISHED(translated, "sgp/sgp_inv_t0_testset.csv");
  const auto left = test::read_csv(originals);
  const auto right = test::read_csv(translated);
  ASSERT_GE(left.size(), 601U);
  ASSERT_EQ(right.size(), left.size());
  std::size_t repaired = 0;
  std::map<std::pair<std::string, std::string>, bool> known;
  std::string others;
  std::size_t shifted = 0;
  for (std::size_t i = 1; i < left.size(); ++i) {
    const std::pair key{test::program_of(left[i][1]), test::program_of(right[i][1])};
    const auto moved = parse(key.second);
    ASSERT_TRUE(moved) << moved.error().message;
    if (!moved->notes.empty()) ++repaired;
    if (!known.contains(key)) known[key] = is_shifted(*parse(key.first), *moved);
    if (known[key]) {
      ++shifted;
    } else {
      others += " " + left[i][0] + "(row " + std::to_string(i) + ")";
    }
  }
  const std::size_t rows = left.size() - 1;
  std::cout << shifted << " of " << rows << " are the original moved; not:" << others << "\n";
  EXPECT_EQ(repaired, rows);
  EXPECT_EQ(shifted, rows - rows / 50);  // two of a hundred are not, in the half as in the whole
}

}  // namespace
}  // namespace papert::lang::svg
