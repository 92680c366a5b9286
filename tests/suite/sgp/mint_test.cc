// Fresh questions: the same from the same seed, spread evenly, and right by a second opinion.

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <map>
#include <numbers>
#include <set>

#include "mint/cad/plan.h"
#include "mint/question/question.h"
#include "mint/svg/check.h"
#include "mint/svg/figures.h"
#include "mint/svg/hide.h"
#include "mint/svg/pixels.h"
#include "mint/svg/view.h"
#include "raster/svg.h"
#include "suite/sgp/load.h"
#include "suite/sgp/mint.h"
#include "suite/sgp/sgp.h"

namespace papert::suite::sgp {
namespace {

std::vector<mint::Question> minted(std::int64_t seed, std::int64_t count) {
  suite::MintOptions options;
  options.seed = seed;
  options.count = count;
  return mint_questions(options, {.jobs = 2}).value();
}

mint::svg::Part part(mint::svg::Shape shape, mint::svg::Hue hue, scene::Point center, double rx,
                     double ry, double angle = 0) {
  Random random(1);
  return mint::svg::make_part(shape, hue, center, {rx, ry}, random, angle);
}

/// A set that several tests look at, minted once; it begins and ends with a hand of letters.
class Mint : public testing::Test {
 protected:
  static void SetUpTestSuite() { questions() = minted(4000, 80); }
  static std::vector<mint::Question>& questions() {
    static std::vector<mint::Question> all;
    return all;
  }
};

TEST_F(Mint, SameSeedSameQuestions) {
  const auto first = minted(100, 12);
  EXPECT_EQ(first, minted(100, 12));
  EXPECT_NE(first, minted(112, 12));
  // A seed's questions do not depend on the others minted with it.
  const auto alone = mint_program(105, "fresh").value();
  for (const mint::Question& question : alone) {
    EXPECT_NE(std::find(first.begin(), first.end(), question), first.end()) << question.id;
  }
  EXPECT_TRUE(mint_program(-3, "fresh").has_value());
}

TEST_F(Mint, QuestionsAreWellFormed) {
  std::set<std::string> asked;
  for (const mint::Question& question : questions()) {
    EXPECT_TRUE(check(question, question.id).has_value());
    EXPECT_TRUE(mint::check_program(question.language, question.program).has_value())
        << question.id;
    ASSERT_EQ(question.options.size(), 4U);
    EXPECT_EQ(std::set(question.options.begin(), question.options.end()).size(), 4U) << question.id;
    ASSERT_TRUE(question.type.has_value());
    EXPECT_TRUE(asked.insert(question.program + question.text).second) << question.id;
    for (const std::string_view leak : {"<!--", "<title", "<desc"}) {
      EXPECT_EQ(question.program.find(leak), std::string::npos) << question.id;
    }
  }
}

TEST_F(Mint, LettersAndTypesAreSpread) {
  std::map<std::string, int> letters;
  std::set<mint::QuestionType> types;
  std::set<mint::Language> languages;
  for (const mint::Question& question : questions()) {
    ++letters[question.answer];
    types.insert(*question.type);
    languages.insert(question.language);
  }
  EXPECT_GT(questions().size(), 110U);
  EXPECT_EQ(types.size(), 5U);
  EXPECT_EQ(languages.size(), 4U);
  for (const auto& [letter, count] : letters) {
    const double share = count / static_cast<double>(questions().size());
    EXPECT_NEAR(share, 0.25, 0.05) << letter;
  }
  // First questions are dealt exactly.
  std::map<std::string, int> first;
  for (const mint::Question& question : questions()) {
    if (question.id.ends_with("-1")) ++first[question.answer];
  }
  for (const auto& [letter, count] : first) EXPECT_EQ(count, 20) << letter;
}

TEST_F(Mint, ThePictureProvesEveryAnswerAboutAScene) {
  std::size_t flat = 0;
  for (const mint::Question& question : questions()) {
    flat += question.language == mint::Language::kSvg && question.category != "figure" ? 1 : 0;
  }
  const PictureCheck pictures = check_pictures(questions());
  for (const Error& error : pictures.disagreements) ADD_FAILURE() << error.to_string();
  EXPECT_GT(flat, 50U);
  EXPECT_EQ(pictures.decided, flat);
}

TEST_F(Mint, AnyNumberOfThreadsMintsTheSame) {
  suite::MintOptions options;
  options.seed = 4000;
  options.count = 12;
  const auto one = mint_questions(options, {.jobs = 1}).value();
  EXPECT_EQ(one, mint_questions(options, {.jobs = 3}).value());
  EXPECT_TRUE(std::equal(one.begin(), one.end(), questions().begin()));
}

TEST_F(Mint, NumbersAreAtEveryRank) {
  std::array<int, 4> ranks{};
  int all = 0;
  for (const mint::Question& question : questions()) {
    if (question.type != mint::QuestionType::kCount) continue;
    std::set<int> numbers;
    for (const std::string& option : question.options) numbers.insert(std::stoi(option));
    ASSERT_EQ(*numbers.rbegin() - *numbers.begin(), 3) << question.id;
    const int key = std::stoi(question.options[static_cast<std::size_t>(question.answer[0] - 'A')]);
    ++ranks[static_cast<std::size_t>(key - *numbers.begin())];
    ++all;
  }
  EXPECT_GT(all, 25);
  for (const int count : ranks) EXPECT_NEAR(count / static_cast<double>(all), 0.25, 0.15);
}

TEST_F(Mint, PixelsFindAWrongAnswer) {
  std::vector<mint::Question> wrong = questions();
  wrong.resize(60);
  for (mint::Question& question : wrong) question.answer = question.answer == "A" ? "B" : "A";
  const PictureCheck pictures = check_pictures(wrong);
  EXPECT_GT(pictures.decided, 20U);
  EXPECT_EQ(pictures.disagreements.size(), pictures.decided);
}

TEST_F(Mint, FoldersAreExtended) {
  const auto folder =
      std::filesystem::temp_directory_path() / ("papert-mint-" + std::to_string(::getpid()));
  std::filesystem::remove_all(folder);
  suite::MintOptions options;
  options.seed = 4000;
  options.count = 3;
  const std::size_t first = mint_folder(folder, options, {}).value();
  EXPECT_GT(first, 2U);
  EXPECT_EQ(mint_folder(folder, options, {}).value(), 0U);
  // The same seeds under another name show the same pictures.
  options.split = "copy";
  EXPECT_EQ(mint_folder(folder, options, {}).value(), 0U);
  options.split = "fresh";
  options.count = 6;
  const std::size_t more = mint_folder(folder, options, {}).value();
  const auto stored = read_questions(folder).value();
  ASSERT_EQ(stored.questions.size(), first + more);
  for (std::size_t i = 0; i < stored.questions.size(); ++i) {
    EXPECT_EQ(stored.questions[i], questions()[i]);
  }
  const auto report = make_suite()->check(folder, 1).value();
  EXPECT_TRUE(report.problems.empty());
  options.split = "../x";
  EXPECT_EQ(mint_folder(folder, options, {}).error().code, ErrorCode::kUsage);
  std::filesystem::remove_all(folder);
}

TEST(Scene, HiddenPartsHaveNoPixels) {
  const std::vector<mint::svg::Part> parts{
      part(mint::svg::Shape::kStar, mint::svg::Hue::kRed, {100, 100}, 10, 10),
      part(mint::svg::Shape::kCircle, mint::svg::Hue::kBlue, {100, 100}, 30, 30),
      part(mint::svg::Shape::kSquare, mint::svg::Hue::kGreen, {140, 100}, 20, 20)};
  const auto views = mint::svg::view_parts(parts);
  EXPECT_TRUE(views[0].hidden());
  EXPECT_GT(views[0].area, 0U);
  EXPECT_FALSE(views[1].hidden());
  EXPECT_FALSE(views[1].whole());
  EXPECT_TRUE(views[2].whole());
  EXPECT_EQ(views[2].area, 80U * 80U);
  EXPECT_NEAR(static_cast<double>(views[1].area), std::numbers::pi * 60 * 60, 100);
  EXPECT_TRUE(mint::svg::is_clear(parts, views));
  EXPECT_FALSE(mint::svg::is_clear(parts, views, 1));
}

TEST(Scene, NearlyHiddenIsNotClear) {
  const std::vector<mint::svg::Part> parts{
      part(mint::svg::Shape::kSquare, mint::svg::Hue::kRed, {100, 100}, 20, 20),
      part(mint::svg::Shape::kSquare, mint::svg::Hue::kBlue, {102, 100}, 20, 20)};
  EXPECT_FALSE(mint::svg::is_clear(parts, mint::svg::view_parts(parts)));
  const std::vector<mint::svg::Part> outside{
      part(mint::svg::Shape::kSquare, mint::svg::Hue::kRed, {10, 100}, 20, 20)};
  EXPECT_FALSE(mint::svg::is_clear(outside, mint::svg::view_parts(outside)));
  const std::vector<mint::svg::Part> same{
      part(mint::svg::Shape::kSquare, mint::svg::Hue::kRed, {60, 100}, 20, 20),
      part(mint::svg::Shape::kCircle, mint::svg::Hue::kRed, {102, 100}, 20, 20)};
  EXPECT_FALSE(mint::svg::is_clear(same, mint::svg::view_parts(same)));
}

TEST(Scene, WhatIsHiddenLeavesNoTrace) {
  for (int seed = 0; seed < 20; ++seed) {
    Random random(seed);
    std::vector<mint::svg::Part> parts{
        part(mint::svg::Shape::kHexagon, mint::svg::Hue::kRed, {60, 60}, 30, 30),
        part(mint::svg::Shape::kStar, mint::svg::Hue::kBlue, {140, 130}, 30, 30)};
    const auto before = mint::svg::view_parts(parts);
    std::vector<mint::svg::Look> looks;
    for (std::size_t i = 0; i < mint::svg::kShapeNames.size(); ++i) {
      looks.push_back({static_cast<mint::svg::Shape>(i), static_cast<mint::svg::Hue>(i)});
    }
    std::vector<mint::svg::Part> all = parts;
    mint::svg::hide_parts(all, looks, random);
    const auto after = mint::svg::view_parts(all);
    std::vector<mint::svg::Part> seen;
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (!after[i].hidden()) seen.push_back(all[i]);
    }
    ASSERT_EQ(seen.size(), 2U) << seed;
    EXPECT_GE(all.size(), 12U);
    // The program shows nothing but the two parts, in the real renderer too.
    const mint::Minted minted{
        mint::Language::kSvg, mint::svg::write_program(all, random), "figure", {}};
    EXPECT_TRUE(mint::svg::picture_proves(minted, mint::svg::write_plain(parts)).value())
        << minted.program;
    EXPECT_FALSE(mint::svg::picture_proves(minted, mint::svg::write_plain({parts[0]})).value());
  }
}

TEST(Scene, CornersOfAPolygonAreNotItsPoints) {
  for (const mint::svg::Shape shape : {mint::svg::Shape::kTriangle, mint::svg::Shape::kSquare,
                                       mint::svg::Shape::kPentagon, mint::svg::Shape::kHexagon}) {
    for (int seed = 0; seed < 12; ++seed) {
      Random random(seed);
      const std::string program =
          mint::svg::write_program({part(shape, mint::svg::Hue::kRed, {100, 100}, 30, 30)}, random);
      const std::size_t at = program.find(" points=\"");
      if (at == std::string::npos) continue;
      const std::string points = program.substr(at + 9, program.find('"', at + 9) - at - 9);
      EXPECT_GE(std::count(points.begin(), points.end(), ','), 10) << program;
    }
  }
}

TEST(Figure, NothingFollowsFromItsKind) {
  for (std::size_t kind = 0; kind < mint::svg::kFigureKinds; ++kind) {
    std::set<mint::svg::Shape> badges;
    for (int seed = 0; seed < 12; ++seed) {
      Random random(seed);
      mint::svg::FigureLook look;
      for (std::size_t i = 0; i < 6; ++i) look.hues.push_back(static_cast<mint::svg::Hue>(i));
      look.count = 3 + static_cast<std::size_t>(seed) % 3;
      look.badge = seed % 2 == 0 ? mint::svg::Shape::kStar : mint::svg::Shape::kSquare;
      const mint::svg::Figure figure = mint::svg::make_figure(kind, look, random);
      const mint::svg::Hue counted = look.hues[figure.counted_color];
      EXPECT_EQ(std::count_if(figure.parts.begin(), figure.parts.end(),
                              [&](const mint::svg::Part& each) { return each.hue == counted; }),
                static_cast<std::ptrdiff_t>(look.count))
          << figure.name;
      badges.insert(figure.parts[figure.named.back().part].shape);
      for (const mint::svg::Part& each : figure.parts) {
        for (const scene::Point corner : mint::svg::polygon_of(each)) {
          EXPECT_GE(std::min(corner.x, corner.y), 0) << figure.name;
          EXPECT_LE(std::max(corner.x, corner.y), mint::svg::kSheet) << figure.name;
        }
      }
    }
    EXPECT_EQ(badges.size(), 2U);
  }
}

TEST(Pixels, TellEveryShapeAndHueAtAnyAngle) {
  for (std::size_t shape = 0; shape < mint::svg::kShapeNames.size(); ++shape) {
    for (const double angle : {0.0, 17.0, 45.0, -30.0}) {
      const auto hue = static_cast<mint::svg::Hue>(shape);
      Random random(7);
      const std::string program = mint::svg::write_program(
          {part(static_cast<mint::svg::Shape>(shape), hue, {100, 100}, 30, 18, angle)}, random);
      const auto regions = mint::svg::find_regions(raster::render_svg(program, 512, 512).value());
      ASSERT_EQ(regions.size(), 1U) << program;
      EXPECT_EQ(regions[0].hue, hue) << program;
      ASSERT_TRUE(regions[0].shape.has_value()) << program;
      EXPECT_EQ(mint::svg::name_of(*regions[0].shape), mint::svg::kShapeNames[shape]) << program;
      EXPECT_TRUE(regions[0].certain());
    }
  }
}

TEST(Pixels, EveryShadeHasItsName) {
  for (std::size_t hue = 0; hue < mint::svg::kHueNames.size(); ++hue) {
    for (int seed = 0; seed < 12; ++seed) {
      Random random(seed);
      const std::string shade = mint::svg::shade_of(static_cast<mint::svg::Hue>(hue), random);
      const auto value = static_cast<unsigned>(std::stoul(shade.substr(1), nullptr, 16));
      const raster::Color color{static_cast<std::uint8_t>(value >> 16),
                                static_cast<std::uint8_t>(value >> 8 & 255U),
                                static_cast<std::uint8_t>(value & 255U)};
      EXPECT_EQ(mint::svg::hue_of(color), static_cast<mint::svg::Hue>(hue)) << shade;
    }
  }
  EXPECT_EQ(mint::svg::hue_of({255, 255, 255}), std::nullopt);
}

TEST(Plan, VolumeByHand) {
  mint::cad::Plan plan;
  plan.steps.push_back({mint::cad::box_outline({0, 0}, {40, 20}),
                        {mint::cad::circle_outline({10, 10}, 4)},
                        0,
                        10,
                        false});
  plan.steps.push_back({mint::cad::slot_outline({20, 10}, 3, 10), {}, 6, 10, true});
  plan.faces = 6 + 1 + 4 + 1;
  const double pi = std::numbers::pi;
  EXPECT_DOUBLE_EQ(plan.volume(), 8000 - pi * 16 * 10 - (60 + pi * 9) * 4);
  EXPECT_TRUE(
      mint::cad::verify_solid(plan, mint::Language::kCad3d, mint::cad::to_extrude_text(plan))
          .has_value());
  EXPECT_TRUE(mint::cad::verify_solid(plan, mint::Language::kCad3dComplex,
                                      mint::cad::to_reconstruction_text(plan))
                  .has_value());
}

TEST(Plan, OtherWordsMakeTheSameSolid) {
  mint::cad::Plan plan;
  plan.steps.push_back(
      {mint::cad::box_outline({0, 0}, {40, 20}),
       {mint::cad::circle_outline({10, 10}, 4), mint::cad::half_disc_outline({30, 8}, 5)},
       0,
       10,
       false});
  plan.faces = 6 + 1 + 2;
  mint::cad::Plan told;
  told.steps.push_back(
      {mint::cad::circle_outline({20, 10}, 3), {}, 2, 7, false});  // inside what follows
  told.steps.push_back({mint::cad::box_outline({0, 0}, {40, 20}),
                        {mint::cad::half_disc_outline({30, 8}, 5)},
                        0,
                        10,
                        false});
  told.steps.push_back({mint::cad::circle_outline({10, 10}, 4), {}, -2, 12, true});
  told.steps.push_back(
      {mint::cad::slot_outline({5, 10}, 3, 9), {}, 14, 20, true});  // above the part
  std::set<std::string> texts;
  for (int seed = 0; seed < 6; ++seed) {
    Random random(seed);
    const std::string grid = mint::cad::to_extrude_text(told, &random);
    EXPECT_TRUE(mint::cad::verify_solid(plan, mint::Language::kCad3d, grid).has_value()) << grid;
    texts.insert(grid);
    const std::string text = mint::cad::to_reconstruction_text(told, &random);
    EXPECT_TRUE(mint::cad::verify_solid(plan, mint::Language::kCad3dComplex, text).has_value())
        << text;
    EXPECT_TRUE(mint::cad::same_sketch(mint::cad::to_sketch_text(plan, &random),
                                       mint::cad::to_sketch_text(plan), 2)
                    .value());
  }
  EXPECT_EQ(texts.size(), 6U);
  // A third opening is not what the plan has.
  EXPECT_FALSE(
      mint::cad::same_sketch(mint::cad::to_sketch_text(plan), mint::cad::to_sketch_text(plan), 3)
          .value());
  told.steps.pop_back();
  told.steps.push_back({mint::cad::slot_outline({5, 10}, 3, 9), {}, 8, 20, true});
  EXPECT_FALSE(
      mint::cad::verify_solid(plan, mint::Language::kCad3d, mint::cad::to_extrude_text(told))
          .has_value());
}

TEST(Plan, WhatIsNotPlannedIsFound) {
  mint::cad::Plan plan;
  plan.steps.push_back({mint::cad::box_outline({0, 0}, {40, 20}), {}, 0, 10, false});
  plan.faces = 7;
  EXPECT_FALSE(
      mint::cad::verify_solid(plan, mint::Language::kCad3d, mint::cad::to_extrude_text(plan))
          .has_value());
  plan.faces = 6;
  EXPECT_TRUE(
      mint::cad::verify_solid(plan, mint::Language::kCad3d, mint::cad::to_extrude_text(plan))
          .has_value());
  // Two lumps that do not touch are not part.
  plan.steps.push_back({mint::cad::box_outline({60, 0}, {80, 20}), {}, 0, 10, false});
  plan.faces = 12;
  EXPECT_FALSE(
      mint::cad::verify_solid(plan, mint::Language::kCad3d, mint::cad::to_extrude_text(plan))
          .has_value());
}

}  // namespace
}  // namespace papert::suite::sgp
