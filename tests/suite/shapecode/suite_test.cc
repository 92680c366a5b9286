#include "suite/shapecode/shapecode.h"

#include <gtest/gtest.h>

#include "lang/shapes/parse.h"
#include "mint/shapes/generate.h"
#include "raster/raster.h"
#include "suite/shapecode/tasks.h"
#include "suite/suite.h"
#include "support/process.h"

namespace papert::suite::shapecode {
namespace {

using suite::Verdict;

std::unique_ptr<suite::TaskSet> fresh(std::int64_t count, std::int64_t seed = 3) {
  return std::move(*make_suite()->mint({.seed = seed, .count = count}));
}

double metric(const suite::Score& score, std::string_view name) {
  for (const suite::Metric& entry : score.metrics) {
    if (entry.name == name && entry.value) return *entry.value;
  }
  return -1;
}

TEST(Shapecode, TasksComeInTheOrderOfTheirIds) {
  const auto tasks = fresh(3, 99'999'998);
  ASSERT_EQ(tasks->size(), 9U);
  for (std::size_t i = 1; i < tasks->size(); ++i) {
    EXPECT_LT(tasks->task(i - 1).id, tasks->task(i).id);
  }
}

TEST(Shapecode, TheReferenceIsRight) {
  const auto tasks = fresh(20);
  for (std::size_t i = 0; i < tasks->size(); ++i) {
    const suite::Score score =
        tasks->score(i, tasks->read(tasks->reference(i), reply::Extraction::kLenient));
    EXPECT_EQ(score.verdict, Verdict::kRight);
    EXPECT_EQ(metric(score, "exact_match"), 1);
    EXPECT_EQ(metric(score, "pixel_accuracy"), 1);
    EXPECT_EQ(metric(score, "foreground_iou"), 1);
    EXPECT_EQ(metric(score, "shape_count_ratio"), 1);
  }
}

TEST(Shapecode, BadAnswersGetTheirOwnNames) {
  const auto tasks = fresh(1);
  struct Case {
    std::string reply;
    Verdict verdict;
    std::string error;
  };
  const std::vector<Case> cases{
      {"", Verdict::kNoAnswer, "empty_program"},
      {" \n\t ", Verdict::kNoAnswer, "empty_program"},
      {"```\n\n```", Verdict::kNoAnswer, "empty_program"},
      {"I cannot see a picture.", Verdict::kInvalid, "syntax_error"},
      {"circle(cx=1, cy=1, radius=9)", Verdict::kInvalid, "missing_argument"},
      {std::string("circle(cx=1, cy=1, radius=9, stroke=1)\0", 39), Verdict::kInvalid,
       "syntax_error"},
      {"circle(cx=1, cy=1, radius=9, stroke=1)\xff\xfe", Verdict::kInvalid, "syntax_error"},
  };
  for (const Case& c : cases) {
    const suite::Score score = tasks->score(0, tasks->read(c.reply, reply::Extraction::kLenient));
    EXPECT_EQ(score.verdict, c.verdict) << c.reply;
    EXPECT_EQ(score.detail["error"], c.error) << c.reply;
    EXPECT_FALSE(score.detail["message"].get<std::string>().empty());
    EXPECT_EQ(metric(score, "exact_match"), 0);
    EXPECT_EQ(metric(score, "pixel_accuracy"), 0);
    EXPECT_EQ(metric(score, "foreground_iou"), 0);
    EXPECT_EQ(metric(score, "parse_success"), 0);
    EXPECT_EQ(metric(score, "execution_success"), 0);
  }
}

TEST(Shapecode, AMillionCallsAreTooLargeAndFiftyMegabytesToo) {
  const auto tasks = fresh(1);
  std::string calls;
  for (int i = 0; i < 1'000'000; ++i) calls += "square(cx=1,cy=1,size=1,stroke=1)\n";
  const std::string spaces(50'000'000, ' ');
  for (const std::string& reply : {calls, "circle(" + spaces + ")"}) {
    const suite::Score score = tasks->score(0, tasks->read(reply, reply::Extraction::kLenient));
    EXPECT_EQ(score.verdict, Verdict::kInvalid);
    EXPECT_EQ(score.detail["error"], "program_too_large");
  }
}

TEST(Shapecode, OnePixelSquaresMatchButTheShapeCountTells) {
  const auto program = lang::shapes::parse("filled_square(cx=20, cy=20, size=10)");
  const Target target = make_target(*program);
  std::string answer;
  for (int y = 15; y < 25; ++y) {
    for (int x = 15; x < 25; ++x) {
      answer +=
          "filled_square(cx=" + std::to_string(x) + ", cy=" + std::to_string(y) + ", size=1)\n";
    }
  }
  const ShapeScore score = Scorer().score(answer, target);
  EXPECT_TRUE(score.exact_match);
  EXPECT_EQ(score.shapes, 100U);
}

TEST(Shapecode, BothEmptyIsAPerfectMatch) {
  const ShapeScore score = Scorer().score("# nothing", make_target({}));
  EXPECT_FALSE(score.error);
  EXPECT_TRUE(score.exact_match);
  EXPECT_EQ(score.foreground_iou, 1);
}

TEST(Shapecode, MissingAndExtraPixelsAreCounted) {
  const Target target = make_target(*lang::shapes::parse("filled_square(cx=20, cy=20, size=10)"));
  const ShapeScore score = Scorer().score("filled_square(cx=22, cy=20, size=10)", target);
  EXPECT_EQ(score.missing_pixels, 20);
  EXPECT_EQ(score.extra_pixels, 20);
  EXPECT_DOUBLE_EQ(score.foreground_iou, 80.0 / 120.0);
  EXPECT_DOUBLE_EQ(score.pixel_accuracy, 1.0 - 40.0 / (512.0 * 512.0));
}

TEST(Shapecode, FiguresAreThoseOfWholePictures) {
  Scorer scorer;  // one for all: nothing may be left of the program before
  for (std::int64_t seed = 0; seed < 60; ++seed) {
    const auto tier = mint::shapes::kTiers[static_cast<std::size_t>(seed % 3)];
    const Target target = make_target(*mint::shapes::generate(tier, seed));
    for (const std::int64_t other : {seed, seed + 1000, seed + 2000}) {
      const auto program = *mint::shapes::generate(tier, other);
      const ShapeScore score = scorer.score(lang::shapes::serialise(program), target);
      const raster::Bitmap picture = raster::render(lang::shapes::to_scene(program));
      const raster::Overlap whole = raster::overlap(target.pixels, picture);
      EXPECT_EQ(score.exact_match, whole.exactly_one == 0);
      EXPECT_EQ(score.missing_pixels, target.pixels.count() - whole.both);
      EXPECT_EQ(score.extra_pixels, picture.count() - whole.both);
      EXPECT_EQ(score.missing_pixels + score.extra_pixels, whole.exactly_one);
    }
  }
}

TEST(Shapecode, ThePictureOfARightAnswerIsTheTarget) {
  const Target target = make_target(*mint::shapes::generate(mint::shapes::kTiers[1], 3));
  for (const std::int64_t seed : {3, 4}) {
    const auto program = *mint::shapes::generate(mint::shapes::kTiers[1], seed);
    Scorer scorer;
    EXPECT_EQ(scorer.score(lang::shapes::serialise(program), target).exact_match, seed == 3);
    EXPECT_EQ(std::move(scorer).picture(target), raster::render(lang::shapes::to_scene(program)));
  }
}

TEST(Shapecode, ThePromptShowsTheTarget) {
  const auto tasks = fresh(1);
  const auto prompt = tasks->prompt(0, make_suite()->default_prompt({}));
  ASSERT_TRUE(prompt);
  EXPECT_EQ(prompt->text.find("{{"), std::string::npos);
  EXPECT_NE(prompt->text.find("512"), std::string::npos);
  ASSERT_EQ(prompt->images.size(), 1U);
  const auto image = raster::decode_png(prompt->images[0]);
  ASSERT_TRUE(image);
  EXPECT_EQ(*image, tasks->pictures(0, {})[0].image);
  EXPECT_FALSE(tasks->prompt(0, "{{unknown}}"));
}

TEST(Shapecode, PicturesAreTargetRenderDifference) {
  const auto tasks = fresh(1);
  EXPECT_EQ(tasks->pictures(0, tasks->judge(0, reply::Answer::one("not a program", ""))).size(),
            1U);
  const auto pictures =
      tasks->pictures(0, tasks->judge(0, reply::Answer::one(tasks->reference(0), "")));
  ASSERT_EQ(pictures.size(), 3U);
  EXPECT_EQ(pictures[0].image, pictures[1].image);
  EXPECT_EQ(pictures[2].title, "difference");
}

TEST(Shapecode, BeyondTheCacheTargetsAreMadeAgain) {
  const auto tasks = fresh(1500);
  ASSERT_EQ(tasks->size(), 4500U);
  // These two share a slot of the target cache.
  for (const std::size_t index : {std::size_t{0}, std::size_t{4096}, std::size_t{0}}) {
    EXPECT_EQ(tasks->score(index, tasks->read(tasks->reference(index), reply::Extraction::kLenient))
                  .verdict,
              Verdict::kRight);
  }
}

TEST(Shapecode, WrongTiersAndCountsAreRefused) {
  const auto suite = make_suite();
  EXPECT_EQ(suite->mint({.seed = 0, .count = 1, .tiers = {"huge"}}).error().code,
            ErrorCode::kUsage);
  EXPECT_EQ(suite->mint({.seed = 0, .count = 0}).error().code, ErrorCode::kUsage);
  EXPECT_EQ(suite->mint({.seed = INT64_MAX, .count = 2}).error().code, ErrorCode::kUsage);
  EXPECT_EQ(suite->mint({.seed = 0, .count = 1, .split = "../x"}).error().code, ErrorCode::kUsage);
}

TEST(ShapecodeSuite, ACorrectionCountsAndThePublishedRuleTakesTheFirstBlock) {
  const auto tasks = *make_suite()->mint({.seed = 7, .count = 1, .tiers = {"easy"}});
  const std::string draft = "```\ncircle(cx=1, cy=1, radius=1, stroke=1)\n```\n";
  const std::string reply = draft + "Corrected:\n```python\n" + tasks->reference(0) +
                            "\n```\nwhere\n```\ncircle(cx, cy, radius, stroke)\n```\n";
  const reply::Answer lenient = tasks->read(reply, reply::Extraction::kLenient);
  EXPECT_EQ(lenient.first().label, "python");
  EXPECT_EQ(lenient.programs, 2U);
  EXPECT_TRUE(tasks->score(0, lenient).right());
  const reply::Answer first = tasks->read(reply, reply::Extraction::kPublished);
  EXPECT_EQ(first.first().code, "circle(cx=1, cy=1, radius=1, stroke=1)");
  EXPECT_EQ(tasks->score(0, first).verdict, Verdict::kWrong);
}

TEST(ShapecodeSuite, RightByManyShapesIsNotWithinTheBudget) {
  const auto value = [](const suite::Score& score, std::string_view name) {
    for (const suite::Metric& metric : score.metrics) {
      if (metric.name == name) return metric.value;
    }
    return std::optional<double>(-1);
  };
  const auto program = [](std::string text) {
    return reply::Answer::one(std::move(text), "whole", "", 1);
  };
  const auto suite = make_suite();
  suite::MintOptions easy{.seed = 7, .count = 1, .tiers = {"easy"}};
  const auto tasks = *suite->mint(easy);
  const std::string once = tasks->reference(0);
  std::string often = once;
  for (int i = 0; i < 4; ++i) often += "\n" + once;  // five times the reference's shapes
  EXPECT_EQ(value(tasks->score(0, program(once)), "within_budget"), 1.0);
  const suite::Score wasteful = tasks->score(0, program(often));
  EXPECT_EQ(wasteful.verdict, Verdict::kRight);
  EXPECT_EQ(value(wasteful, "within_budget"), 0.0);
  EXPECT_EQ(value(tasks->score(0, {}), "within_budget"), std::nullopt);

  easy.modes = *suite::resolve_modes(*suite, {{"max_shapes", "4"}});
  const auto few = *suite->mint(easy);
  const suite::Score refused = few->score(0, program(often));
  EXPECT_EQ(refused.verdict, Verdict::kWrong);
  EXPECT_EQ(refused.detail["error"], "too_many_shapes");
  EXPECT_EQ(value(refused, "exact_match"), 0.0);
  EXPECT_TRUE(few->score(0, program(once)).right());
  easy.modes["max_shapes"] = "2.5";
  EXPECT_FALSE(suite->mint(easy));
  EXPECT_FALSE(suite::resolve_modes(*suite, {{"max_shapes", "0"}}));
}

/// The two objects of the document, in the places that it names.
TEST(Shapecode, AFolderMadeFromTheDocumentationLoads) {
  const auto suite = make_suite();
  const std::string page = test::slurp(PAPERT_SOURCE_DIR "/docs/shapecode.md");
  const auto object_at = [&](const char* start) {
    const std::size_t begin = page.find(start);
    EXPECT_NE(begin, std::string::npos) << start;
    return page.substr(begin, page.find("\nE\n", begin) - begin);  // as the shell ends it there
  };
  test::TempFolder by_hand;
  const std::string stem = "mine/easy/mine-easy-00000001";
  test::spit(by_hand / "manifest.json", object_at("{\"dataset_id\""));
  test::spit(by_hand / (stem + ".json"), object_at("{\"sample_id\""));
  const suite::PaintOptions paint{.file = by_hand / (stem + ".json"), .out = stem + ".png"};
  const auto painted = suite->painter()->paint(paint);
  ASSERT_TRUE(painted) << painted.error().to_string();
  test::spit(by_hand / (stem + ".png"), painted->bytes);
  const auto tasks = suite->load(by_hand.path(), {});
  ASSERT_TRUE(tasks) << tasks.error().to_string();
  EXPECT_TRUE((*tasks)->problems().empty()) << (*tasks)->problems()[0].to_string();
  ASSERT_EQ((*tasks)->size(), 1U);
  const auto answer = (*tasks)->read((*tasks)->reference(0), reply::Extraction::kStrict);
  EXPECT_EQ((*tasks)->score(0, answer).verdict, suite::Verdict::kRight);
}

TEST(Shapecode, WhatMintWritesLoadReads) {
  const auto suite = make_suite();
  const test::TempFolder folder;
  ASSERT_TRUE(suite->mint_to(folder.path(), {.seed = 5, .count = 2}, {}));
  const auto tasks = suite->load(folder.path(), {});
  ASSERT_TRUE(tasks);
  EXPECT_EQ((*tasks)->size(), 6U);
  EXPECT_TRUE((*tasks)->problems().empty());
  const auto minted = suite->mint({.seed = 5, .count = 2});
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_EQ((*tasks)->task(i).id, (*minted)->task(i).id);
    EXPECT_EQ((*tasks)->reference(i), (*minted)->reference(i));
    EXPECT_EQ((*tasks)->prompt(i, "")->images, (*minted)->prompt(i, "")->images);
  }
  const auto report = suite->check(folder.path(), 1);
  ASSERT_TRUE(report);
  EXPECT_EQ(report->checked, 6U);
  EXPECT_TRUE(report->problems.empty());
}

}  // namespace
}  // namespace papert::suite::shapecode
