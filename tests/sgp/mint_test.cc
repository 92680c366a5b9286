// Fresh questions: the same from the same seed, spread evenly, and right by a second opinion.

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <numbers>
#include <set>

#include "raster/svg.h"
#include "suite/sgp/load.h"
#include "suite/sgp/mint.h"
#include "suite/sgp/mint_check.h"
#include "suite/sgp/part_plan.h"
#include "suite/sgp/program.h"
#include "suite/sgp/scene_figures.h"
#include "suite/sgp/scene_pixels.h"
#include "suite/sgp/scene_view.h"
#include "suite/sgp/sgp.h"

namespace papert::sgp {
namespace {

std::vector<Question> minted(std::int64_t seed, std::int64_t count) {
  suite::MintOptions options;
  options.seed = seed;
  options.count = count;
  return mint_questions(options, {.jobs = 2}).value();
}

Part part(Shape shape, Hue hue, scene::Point center, double rx, double ry, double angle = 0) {
  Random random(1);
  return make_part(shape, hue, center, {rx, ry}, random, angle);
}

/// A set that several tests look at, minted once; it begins and ends with a hand of letters.
class Mint : public testing::Test {
 protected:
  static void SetUpTestSuite() { questions() = minted(4000, 200); }
  static std::vector<Question>& questions() {
    static std::vector<Question> all;
    return all;
  }
};

TEST_F(Mint, SameSeedSameQuestions) {
  const auto first = minted(100, 12);
  EXPECT_EQ(first, minted(100, 12));
  EXPECT_NE(first, minted(112, 12));
  // A seed's questions do not depend on the others minted with it.
  const auto alone = mint_program(105, "fresh").value();
  for (const Question& question : alone) {
    EXPECT_NE(std::find(first.begin(), first.end(), question), first.end()) << question.id;
  }
  EXPECT_TRUE(mint_program(-3, "fresh").has_value());
}

TEST_F(Mint, QuestionsAreWellFormed) {
  std::set<std::string> asked;
  for (const Question& question : questions()) {
    EXPECT_TRUE(check(question, question.id).has_value());
    EXPECT_TRUE(check_program(question.language, question.program).has_value()) << question.id;
    ASSERT_EQ(question.options.size(), 4U);
    EXPECT_EQ(std::set(question.options.begin(), question.options.end()).size(), 4U) << question.id;
    ASSERT_TRUE(question.type.has_value());
    EXPECT_TRUE(asked.insert(question.program + question.text).second) << question.id;
    for (const std::string_view leak : {"id=", "<!--", "class=", "<title", "<desc"}) {
      EXPECT_EQ(question.program.find(leak), std::string::npos) << question.id;
    }
  }
}

TEST_F(Mint, LettersAndTypesAreSpread) {
  std::map<std::string, int> letters;
  std::set<QuestionType> types;
  std::set<Language> languages;
  for (const Question& question : questions()) {
    ++letters[question.answer];
    types.insert(*question.type);
    languages.insert(question.language);
  }
  EXPECT_GT(questions().size(), 300U);
  EXPECT_EQ(types.size(), 5U);
  EXPECT_EQ(languages.size(), 4U);
  for (const auto& [letter, count] : letters) {
    const double share = count / static_cast<double>(questions().size());
    EXPECT_NEAR(share, 0.25, 0.03) << letter;
  }
  // First questions are dealt exactly.
  std::map<std::string, int> first;
  for (const Question& question : questions()) {
    if (question.id.ends_with("-1")) ++first[question.answer];
  }
  for (const auto& [letter, count] : first) EXPECT_EQ(count, 50) << letter;
}

TEST_F(Mint, PixelsAgreeWithTheScene) {
  std::size_t flat = 0;
  for (const Question& question : questions()) {
    flat += question.language == Language::kSvg && question.category != "figure" ? 1 : 0;
  }
  const PictureCheck pictures = check_pictures(questions());
  for (const Error& error : pictures.disagreements) ADD_FAILURE() << error.to_string();
  EXPECT_GT(flat, 100U);
  EXPECT_GT(pictures.decided * 10, flat * 6) << "pixels decide too few of " << flat;
}

TEST_F(Mint, PixelsFindAWrongAnswer) {
  std::vector<Question> wrong = questions();
  wrong.resize(80);
  for (Question& question : wrong) question.answer = question.answer == "A" ? "B" : "A";
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
  const std::vector<Part> parts{part(Shape::kStar, Hue::kRed, {100, 100}, 10, 10),
                                part(Shape::kCircle, Hue::kBlue, {100, 100}, 30, 30),
                                part(Shape::kSquare, Hue::kGreen, {140, 100}, 20, 20)};
  const auto views = view_parts(parts).value();
  EXPECT_TRUE(views[0].hidden());
  EXPECT_GT(views[0].area, 0U);
  EXPECT_FALSE(views[1].hidden());
  EXPECT_FALSE(views[1].whole());
  EXPECT_TRUE(views[2].whole());
  EXPECT_EQ(views[2].area, 80U * 80U);
  EXPECT_NEAR(static_cast<double>(views[1].area), std::numbers::pi * 60 * 60, 100);
  EXPECT_TRUE(is_clear(parts, views));
  EXPECT_FALSE(is_clear(parts, views, 1));
}

TEST(Scene, NearlyHiddenIsNotClear) {
  const std::vector<Part> parts{part(Shape::kSquare, Hue::kRed, {100, 100}, 20, 20),
                                part(Shape::kSquare, Hue::kBlue, {102, 100}, 20, 20)};
  EXPECT_FALSE(is_clear(parts, view_parts(parts).value()));
  const std::vector<Part> outside{part(Shape::kSquare, Hue::kRed, {10, 100}, 20, 20)};
  EXPECT_FALSE(is_clear(outside, view_parts(outside).value()));
  const std::vector<Part> same{part(Shape::kSquare, Hue::kRed, {60, 100}, 20, 20),
                               part(Shape::kCircle, Hue::kRed, {102, 100}, 20, 20)};
  EXPECT_FALSE(is_clear(same, view_parts(same).value()));
}

TEST(Figure, HasItsPartsOnTheSheet) {
  std::set<std::string> names;
  for (int seed = 0; seed < 200; ++seed) {
    Random random(seed);
    const Figure figure = make_figure(random);
    names.insert(figure.name);
    EXPECT_FALSE(figure.named.empty() && figure.counted.empty()) << figure.name;
    for (const NamedPart& named : figure.named) EXPECT_LT(named.part, figure.parts.size());
    for (const NamedCount& counted : figure.counted) EXPECT_GT(counted.count, 0U) << figure.name;
    for (const Part& part : figure.parts) {
      const double reach = std::min(part.rx, part.ry);
      EXPECT_GE(std::min(part.center.x, part.center.y) - reach, 0) << figure.name;
      EXPECT_LE(std::max(part.center.x, part.center.y) + reach, kSheet) << figure.name;
    }
  }
  EXPECT_EQ(names.size(), 12U);
}

TEST(Pixels, TellEveryShapeAndHueAtAnyAngle) {
  for (std::size_t shape = 0; shape < kShapeNames.size(); ++shape) {
    for (const double angle : {0.0, 17.0, 45.0, -30.0}) {
      const auto hue = static_cast<Hue>(shape);
      Random random(7);
      const std::string program =
          write_program({part(static_cast<Shape>(shape), hue, {100, 100}, 30, 18, angle)}, random);
      const auto regions = find_regions(raster::render_svg(program, 512, 512).value());
      ASSERT_EQ(regions.size(), 1U) << program;
      EXPECT_EQ(regions[0].hue, hue) << program;
      ASSERT_TRUE(regions[0].shape.has_value()) << program;
      EXPECT_EQ(name_of(*regions[0].shape), kShapeNames[shape]) << program;
      EXPECT_TRUE(regions[0].certain());
    }
  }
}

TEST(Pixels, EveryShadeHasItsName) {
  for (std::size_t hue = 0; hue < kHueNames.size(); ++hue) {
    for (int seed = 0; seed < 12; ++seed) {
      Random random(seed);
      const std::string shade = shade_of(static_cast<Hue>(hue), random);
      const auto value = static_cast<unsigned>(std::stoul(shade.substr(1), nullptr, 16));
      const raster::Color color{static_cast<std::uint8_t>(value >> 16),
                                static_cast<std::uint8_t>(value >> 8 & 255U),
                                static_cast<std::uint8_t>(value & 255U)};
      EXPECT_EQ(hue_of(color), static_cast<Hue>(hue)) << shade;
    }
  }
  EXPECT_EQ(hue_of({255, 255, 255}), std::nullopt);
}

TEST(Plan, VolumeByHand) {
  Plan plan;
  plan.steps.push_back(
      {box_outline({0, 0}, {40, 20}), {circle_outline({10, 10}, 4)}, 0, 10, false});
  plan.steps.push_back({slot_outline({20, 10}, 3, 10), {}, 6, 10, true});
  plan.faces = 6 + 1 + 4 + 1;
  const double pi = std::numbers::pi;
  EXPECT_DOUBLE_EQ(plan.volume(), 8000 - pi * 16 * 10 - (60 + pi * 9) * 4);
  EXPECT_TRUE(verify_solid(plan, Language::kCad3d, to_extrude_text(plan)).has_value());
  EXPECT_TRUE(
      verify_solid(plan, Language::kCad3dComplex, to_reconstruction_text(plan)).has_value());
}

TEST(Plan, WhatIsNotPlannedIsFound) {
  Plan plan;
  plan.steps.push_back({box_outline({0, 0}, {40, 20}), {}, 0, 10, false});
  plan.faces = 7;
  EXPECT_FALSE(verify_solid(plan, Language::kCad3d, to_extrude_text(plan)).has_value());
  plan.faces = 6;
  EXPECT_TRUE(verify_solid(plan, Language::kCad3d, to_extrude_text(plan)).has_value());
  // Two lumps that do not touch are no part.
  plan.steps.push_back({box_outline({60, 0}, {80, 20}), {}, 0, 10, false});
  plan.faces = 12;
  EXPECT_FALSE(verify_solid(plan, Language::kCad3d, to_extrude_text(plan)).has_value());
}

}  // namespace
}  // namespace papert::sgp
