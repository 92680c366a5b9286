// What runs programs: references against targets, verdicts, the rabbit, fresh tasks.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "base/file.h"
#include "data/turtlebench/folder.h"
#include "data/turtlebench/picture.h"
#include "score/box_iou.h"
#include "score/compare_drawings.h"
#include "suite/compared.h"
#include "suite/turtlebench/prompt.h"
#include "suite/turtlebench/turtlebench.h"
#include "support/published_data.h"
#include "support/temp_folder.h"

namespace papert::suite::turtlebench {
namespace {

using data::turtlebench::dataset_path;
using data::turtlebench::ink_of;
using data::turtlebench::ink_picture;
using data::turtlebench::Item;
using data::turtlebench::paint_picture;
using data::turtlebench::picture_bytes;
using data::turtlebench::source_folder;
using reply::Extraction;
using suite::Verdict;
using testing::HasSubstr;
using testing::SizeIs;

scene::Scene drawn(lang::turtle::JailPool& jails, std::string_view variables,
                   std::string_view code) {
  auto drawing = lang::turtle::run_with_library(jails, Library::kTurtle, variables, code);
  EXPECT_TRUE(drawing) << drawing.error().to_string();
  EXPECT_EQ(drawing->outcome.status, sandbox::Status::kOk) << drawing->outcome.reason << code;
  return ink_of(std::move(drawing->scene));
}

// --- the published data

std::vector<Item> items_of(const std::filesystem::path& data) {
  auto items = data::turtlebench::read_items(data);
  EXPECT_TRUE(items) << items.error().to_string();
  EXPECT_THAT(items->problems, SizeIs(0));
  return std::move(items->items);
}

void expect_all_right(const std::filesystem::path& data, const suite::Modes& modes,
                      std::size_t count) {
  auto tasks = make_suite()->load(data, {.modes = modes});
  ASSERT_TRUE(tasks) << tasks.error().to_string();
  EXPECT_EQ((*tasks)->size(), count);
  for (std::size_t i = 0; i < (*tasks)->size(); ++i) {
    const suite::Score score =
        (*tasks)->score(i, (*tasks)->read((*tasks)->reference(i), reply::Extraction::kStrict));
    EXPECT_EQ(score.verdict, Verdict::kRight) << (*tasks)->task(i).id << score.detail.dump();
    EXPECT_TRUE(score.detail["solved_published"].get<bool>()) << (*tasks)->task(i).id;
    EXPECT_TRUE(score.detail["solved_canonical"].get<bool>()) << (*tasks)->task(i).id;
  }
}

TEST(PublishedTurtlebench, ReferencesAnswerEveryTask) {
  PAPERT_NEED_PUBLISHED(data, "turtlebench");
  const std::size_t all = items_of(data).size();
  expect_all_right(data, {}, all);
  expect_all_right(data, {{"metric", "canonical"}}, all);
}

TEST(PublishedTurtlebench, ReferencesAnswerWithTheRabbitToo) {
  PAPERT_NEED_PUBLISHED(data, "turtlebench");
  expect_all_right(data, {{"library", "rabbit"}}, items_of(data).size());
}

TEST(PublishedTurtlebench, ReferencesAnswerAsPlotsToo) {
  PAPERT_NEED_PUBLISHED(data, "turtlebench");
  auto tasks = make_suite()->load(data, {.modes = {{"library", "matplotlib"}}});
  ASSERT_TRUE(tasks) << tasks.error().to_string();
  for (std::size_t i = 0; i < (*tasks)->size(); ++i) {
    const suite::Score score =
        (*tasks)->score(i, (*tasks)->read((*tasks)->reference(i), reply::Extraction::kLenient));
    EXPECT_EQ(score.verdict, Verdict::kRight) << (*tasks)->task(i).id << score.detail.dump();
  }
}

TEST(PublishedTurtlebench, ReferencesDoNotAnswerOtherTasks) {
  PAPERT_NEED_PUBLISHED(data, "turtlebench");
  lang::turtle::JailPool jails{sandbox::JailOptions{}};
  std::vector<scene::Scene> inks;
  std::vector<raster::Bitmap> pictures;
  std::vector<std::string> names;
  for (const Item& item : items_of(data)) {
    inks.push_back(drawn(jails, item.variables, item.code));
    pictures.push_back(ink_picture(inks.back()));
    names.push_back(item.name());
  }
  int pairs = 0;
  int strict = 0;
  int loose = 0;
  int canonical = 0;
  for (std::size_t a = 0; a < inks.size(); ++a) {
    for (std::size_t b = a + 1; b < inks.size(); ++b) {
      if (pictures[a] == pictures[b]) continue;  // the same drawing under two names
      ++pairs;
      const double iou = score::box_iou(pictures[a], pictures[b]);
      strict += iou > 0.95 ? 1 : 0;
      loose += iou > 0.9 ? 1 : 0;
      const bool same =
          score::compare_drawings(inks[a], inks[b], {.explain = score::Explain::kNever}).success;
      canonical += same ? 1 : 0;
    }
  }
  RecordProperty("pairs", pairs);
  std::cout << pairs << " pairs of different pictures; taken for equal: published above 0.95 "
            << strict << ", above 0.9 " << loose << ", canonical " << canonical << "\n";
  EXPECT_LT(strict * 1000, pairs);
  EXPECT_LT(loose * 1000, pairs);
  EXPECT_LT(canonical * 1000, pairs);
}

// --- replies to one task

class Replies : public testing::Test {
 protected:
  Replies() {
    const std::filesystem::path folder = folder_.path();
    EXPECT_TRUE(make_directories(source_folder(folder)));
    EXPECT_TRUE(write_file(
        dataset_path(folder),
        R"({"id": 1, "question_number": 1, "query": "creates exactly the same shape.",)"
        R"( "variables": "side=90", "base_shape_code": "for i in range(4):\n  t.forward(side)\n  t.right(90)\n",)"
        R"( "description": "A square."})"));
    lang::turtle::JailPool jails{sandbox::JailOptions{}};
    const scene::Scene ink =
        drawn(jails, "side=90", "for i in range(4):\n  t.forward(side)\n  t.right(90)\n");
    EXPECT_TRUE(write_file(source_folder(folder) / "1_1.png", picture_bytes(paint_picture(ink))));
  }

  suite::Score score(const std::string& code, const suite::Modes& modes = {}) {
    auto tasks = make_suite()->load(folder_.path(), {.modes = modes});
    EXPECT_TRUE(tasks) << tasks.error().to_string();
    return (*tasks)->score(0, reply::Answer::one(code, "fence"));
  }
  static Json metrics(const suite::Score& score) { return suite::metrics_json(score.metrics); }

  test::TempFolder folder_;
};

TEST_F(Replies, FutureImportsWorkBehindThePrelude) {
  const std::string square = "for i in range(4):\n    t.forward(side)\n    t.right(90)\n";
  for (const char* start : {
           "from __future__ import annotations\n",
           "\n# a remark\n\"\"\"Draws\na square.\"\"\"\nfrom __future__ import (annotations,  # "
           "both (\n"
           "    division)\n",
           "'one \\' line'\nfrom __future__ import annotations\nfrom __future__ import division\n",
           "from __future__ import annotations, \\\n    division\nx: Unknown = 1\n",
       }) {
    const suite::Score result = score(start + square);
    EXPECT_EQ(result.verdict, Verdict::kRight) << start << result.detail.dump();
  }
  const suite::Score late = score("x = 1\nfrom __future__ import annotations\n" + square);
  EXPECT_EQ(late.verdict, Verdict::kInvalid) << "Python refuses it there";
  EXPECT_EQ(late.detail["line"], 2);
  EXPECT_EQ(score("from __future__ import annotations\n\n1 / 0\n").detail["line"], 3);
  EXPECT_EQ(score("from __future__ import (annotations\n" + square).verdict, Verdict::kInvalid);
  EXPECT_EQ(score("  from __future__ import annotations\n" + square).verdict, Verdict::kInvalid);
}

TEST_F(Replies, TheFunctionsOfMathAreThere) {
  for (const char* code : {
           "for i in range(4):\n    t.forward(sqrt(side ** 2))\n    t.right(degrees(pi / 2))\n",
           "for i in range(4):\n    t.forward(eval('sq' + 'rt(side ** 2)'))\n    t.right(90)\n",
           "turn = globals()['p' + 'i'] / 2\nfor i in range(4):\n    t.forward(side)\n"
           "    t.right(degrees(turn))\n",
           "import math\nfor i in range(4):\n    t.forward(math.hypot(side, 0))\n    t.right(90)\n",
       }) {
    const suite::Score result = score(code);
    EXPECT_EQ(result.verdict, Verdict::kRight) << code << result.detail.dump();
  }
  lang::turtle::JailPool jails{sandbox::JailOptions{}};
  // All of them, named one by one and by a star, are the same.
  const auto drawing = lang::turtle::run_with_library(
      jails, Library::kTurtle, "",
      "import math\nnames = [n for n in dir(math) if n[0] != '_']\nfor n in names:\n"
      "    assert eval(n) is getattr(math, n), n\nt.forward(len(names))\n");
  ASSERT_TRUE(drawing);
  EXPECT_EQ(drawing->outcome.status, sandbox::Status::kOk) << drawing->outcome.reason;
}

TEST_F(Replies, ThresholdsBelongToTheDecidingMeasure) {
  // Nearly a square: the published measure stretches it, the canonical one does not.
  const std::string wide =
      "for i in range(2):\n    t.forward(side)\n    t.right(90)\n    t.forward(side * 0.9)\n"
      "    t.right(90)\n";
  const Json figures = metrics(score(wide));
  const auto published = figures["published_iou"].get<double>();
  const auto canonical = figures["canonical_similarity"].get<double>();
  const auto verdict = [&](const char* metric, double threshold) {
    return score(wide, {{"metric", metric}, {"threshold", std::to_string(threshold)}}).verdict;
  };
  EXPECT_EQ(verdict("published", published - 0.001), Verdict::kRight);
  EXPECT_EQ(verdict("published", published + 0.001), Verdict::kWrong);
  EXPECT_EQ(verdict("canonical", canonical - 0.001), Verdict::kRight);
  EXPECT_EQ(verdict("canonical", canonical + 0.001), Verdict::kWrong);
}

TEST_F(Replies, ManyWaysToDrawTheSquare) {
  for (const char* code : {
           "for i in range(4):\n    t.forward(side)\n    t.right(90)\n",
           "for _ in range(4):\n    t.backward(side)\n    t.left(90)\n",
           "import turtle\np = turtle.Turtle()\np.pensize(1)\nfor i in range(4):\n    p.fd(side)\n"
           "    p.lt(90)\nturtle.done()\n",
           "from turtle import *\nwidth(20)\nfor i in range(4):\n    forward(side)\n    right(90)\n"
           "mainloop()\n",
           "import turtle\nturtle.pensize(9)\nfor i in range(4):\n    turtle.forward(90)\n"
           "    turtle.left(90)\n",
           "class Square:\n    def __init__(self):\n        self.t = turtle.Turtle()\n"
           "    def draw(self):\n        for i in range(4):\n            self.t.forward(side)\n"
           "            self.t.right(90)\nSquare().draw()\n",
           "t.pen(pensize=2)\nt.color('red')\nfor i in range(4):\n    t.forward(side)\n"
           "    t.right(90)\n",
           "def draw(t):\n    for i in range(4):\n        t.forward(side)\n        t.right(90)\n",
           "t.getscreen().bgcolor('black')\nfor i in range(4):\n    t.forward(side)\n    "
           "t.right(90)\n",
       }) {
    const suite::Score result = score(code);
    EXPECT_EQ(result.verdict, Verdict::kRight) << code << result.detail.dump();
    EXPECT_TRUE(result.detail["solved_canonical"].get<bool>()) << code;
  }
}

TEST_F(Replies, PenSizesOfTheReplyHaveNoEffect) {
  lang::turtle::JailPool jails{sandbox::JailOptions{}};
  const scene::Scene same = drawn(jails, "", "t.forward(60)\nt.dot()\n");
  for (const char* code : {
           "t.pensize(20)\nt.forward(60)\nt.dot()\n",
           "t.width(1)\nt.forward(60)\nt.dot()\n",
           "t.pensize(width=2.5)\nt.forward(60)\nt.dot(None)\n",
           "t.pen(pensize=9)\nt.forward(60)\nt.dot()\n",
           "t.pen({'pensize': 9, 'speed': 1})\nt.forward(60)\nt.dot()\n",
           "t.pen(pen={'speed': 1}, pensize=2)\nt.forward(60)\nt.dot()\n",
           "from turtle import *\npensize(20)\nforward(60)\ndot()\n",
           "import turtle\nturtle.width(20)\nturtle.forward(60)\nturtle.dot()\n",
           "p = turtle.Pen()\np.pensize(1)\np.forward(60)\np.dot()\n",
           "p = turtle.RawTurtle(t.getscreen())\np.forward(60)\np.dot()\n",
           "p = t.clone()\np.pensize(1)\np.forward(60)\np.dot()\n",
           "class Own(turtle.Turtle):\n    pass\np = "
           "Own()\np.pensize(30)\np.forward(60)\np.dot()\n",
           "t.reset()\nt.forward(60)\nt.dot()\n",
           "turtle.resetscreen()\nt.forward(60)\nt.dot()\n",
           "turtle.mode('standard')\nt.forward(60)\nt.dot()\n",
           "getattr(t, 'pen' + 'size')(20)\nt.forward(60)\nt.dot()\n",
           "turtle.Turtle.pensize(t, 30)\nt.forward(60)\nt.dot()\n",
           "t.forward(60)\nt.pensize(30)\nt.undo()\nt.dot()\n",
       }) {
    EXPECT_EQ(drawn(jails, "", code), same) << code;
  }
  // What a reply asks for is 5, and what else it sets is set.
  drawn(jails, "",
        "t.pensize(20)\nassert t.pensize() == t.width() == turtle.pensize() == 5\n"
        "t.pen(pensize=7, pencolor='red')\nassert t.pen()['pensize'] == 5\n"
        "assert t.pencolor() == 'red'\nt.dot(40)\nassert t.pensize() == 5\n");
  // Sizes of dots are not sizes of pens.
  EXPECT_EQ(
      drawn(jails, "", "class Own(turtle.Turtle):\n    pass\np = Own()\np.pensize(3)\np.dot(40)\n"),
      drawn(jails, "", "t.dot(40)\n"));
  EXPECT_NE(drawn(jails, "", "t.dot(40)\n"), drawn(jails, "", "t.dot()\n"));
}

TEST_F(Replies, OnlyTheCanonicalMeasureOverlooksTheSize) {
  const char* small = "for i in range(4):\n    t.forward(50)\n    t.right(90)\n";
  EXPECT_EQ(score(small).verdict, Verdict::kWrong);
  EXPECT_EQ(score(small, {{"metric", "canonical"}}).verdict, Verdict::kRight);
}

TEST_F(Replies, WrongDrawings) {
  for (const char* code : {
           "for i in range(3):\n    t.forward(side)\n    t.right(90)\n",
           "t.right(45)\nfor i in range(4):\n    t.forward(side)\n    t.right(90)\n",
           "t.circle(side)\n",
           "pass\n",
           "t.color('white')\nfor i in range(4):\n    t.forward(side)\n    t.right(90)\n",
       }) {
    const suite::Score result = score(code);
    EXPECT_EQ(result.verdict, Verdict::kWrong) << code;
    EXPECT_EQ(metrics(result)["runnable"], 1.0);
    EXPECT_EQ(metrics(result)["solved"], 0.0);
    EXPECT_FALSE(result.detail["message"].get<std::string>().empty()) << code;
  }
  // Only the canonical measure knows that a square is not a rectangle.
  const char* rectangle =
      "for i in range(2):\n    t.forward(90)\n    t.right(90)\n"
      "    t.forward(84)\n    t.right(90)\n";
  EXPECT_EQ(score(rectangle, {{"metric", "canonical"}}).verdict, Verdict::kWrong);
}

TEST_F(Replies, EveryEndHasItsVerdict) {
  struct Case {
    const char* code;
    Verdict verdict;
    const char* error;
  };
  for (const Case& each : {
           Case{"", Verdict::kNoAnswer, "no_code"},
           Case{"for i in range(4)\n    t.forward(1)\n", Verdict::kInvalid, "SyntaxError"},
           Case{"t.forward(side)\nt.forwards(1)\n", Verdict::kCrashed, "AttributeError"},
           Case{"while True:\n    t.right(1)\n", Verdict::kStepLimit, "step_limit"},
           Case{"a = 'x' * (1 << 40)\n", Verdict::kMemoryLimit, "MemoryError"},
           Case{"print('x' * (2 << 20))\n", Verdict::kOutputLimit, "output_limit"},
           Case{"import os\n", Verdict::kForbidden, "ImportError"},
       }) {
    const suite::Score result = score(each.code);
    EXPECT_EQ(result.verdict, each.verdict) << each.code << result.detail.dump();
    EXPECT_EQ(result.detail["error"], each.error) << each.code;
    EXPECT_EQ(metrics(result)["runnable"], 0.0);
  }
  EXPECT_EQ(score("t.forward(side)\nt.forwards(1)\n").detail["line"], 2);
  EXPECT_EQ(score("t.forward(1)\nif\n").detail["line"], 2);
}

TEST_F(Replies, TheThresholdDecides) {
  // Three sides and nearly all of the fourth.
  const char* nearly = "for i in range(3):\n    t.forward(90)\n    t.right(90)\nt.forward(66)\n";
  const suite::Score strict = score(nearly);
  const double iou = metrics(strict)["published_iou"].get<double>();
  ASSERT_GT(iou, 0.9);
  ASSERT_LT(iou, 0.95);
  EXPECT_EQ(strict.verdict, Verdict::kWrong);
  EXPECT_EQ(score(nearly, {{"threshold", "0.9"}}).verdict, Verdict::kRight);
}

TEST_F(Replies, RabbitsHaveNoTurtle) {
  const suite::Modes rabbit{{"library", "rabbit"}};
  EXPECT_EQ(
      score("import rabbit\nfor i in range(4):\n    rabbit.aa(side)\n    rabbit.bb(90)\n", rabbit)
          .verdict,
      Verdict::kRight);
  EXPECT_EQ(score("from rabbit import aa, bb, pp\npp(True)\naa(50)\npp(False)\n"
                  "for i in range(4):\n    aa(side)\n    bb(-90)\n",
                  rabbit)
                .verdict,
            Verdict::kRight);
  EXPECT_EQ(score("import turtle\nturtle.forward(3)\n", rabbit).verdict, Verdict::kCrashed);
  EXPECT_EQ(score("t.forward(3)\n", rabbit).verdict, Verdict::kCrashed);
  EXPECT_EQ(score("import rabbit\nrabbit.cc(side, 360)\n", rabbit).verdict, Verdict::kWrong);
  EXPECT_EQ(score("import rabbit\n", {}).verdict, Verdict::kForbidden);
}

TEST_F(Replies, RabbitsStartNorth) {
  lang::turtle::JailPool jails{sandbox::JailOptions{}};
  const auto up = lang::turtle::run_with_library(
      jails, Library::kRabbit, "", "import rabbit\nrabbit.aa(100)\nrabbit.cc(10, 90)\n");
  ASSERT_TRUE(up);
  const scene::Scene same = drawn(jails, "", "t.left(90)\nt.forward(100)\nt.circle(10, 90)\n");
  EXPECT_EQ(ink_of(up->scene), same);
}

TEST_F(Replies, OtherLanguagesAreForLabellingByHand) {
  const suite::Modes free{{"library", "free"}};
  const suite::Score svg = score("<svg><rect width=\"90\" height=\"90\"/></svg>", free);
  EXPECT_EQ(svg.verdict, Verdict::kNoAnswer);
  EXPECT_EQ(svg.detail["error"], "other_language:svg");
  EXPECT_EQ(svg.language, "svg");
  const suite::Score own =
      score("import turtle\nfor i in range(4):\n    turtle.fd(side)\n    turtle.rt(90)\n", free);
  EXPECT_EQ(own.verdict, Verdict::kRight);
  EXPECT_EQ(own.language, "turtle");
}

TEST_F(Replies, LabelsOfFencesDecideWhatIsRun) {
  auto tasks = make_suite()->load(folder_.path(), {.modes = {{"library", "free"}}});
  ASSERT_TRUE(tasks) << tasks.error().to_string();
  const std::string square = "for i in range(4):\n    turtle.forward(side)\n    turtle.right(90)\n";
  for (const reply::Extraction extraction :
       {reply::Extraction::kLenient, reply::Extraction::kStrict}) {
    const auto answer = [&](const std::string& label, const std::string& code) {
      return (*tasks)->read("```" + label + "\n" + code + "```\n", extraction);
    };
    for (const char* label : {"python", ""}) {
      EXPECT_EQ((*tasks)->score(0, answer(label, square)).verdict, Verdict::kRight) << label;
      EXPECT_THAT((*tasks)->pictures(0, (*tasks)->judge(0, answer(label, square))), SizeIs(2));
    }
    const suite::Score script = (*tasks)->score(0, answer("javascript", square));
    EXPECT_EQ(script.verdict, Verdict::kNoAnswer);
    EXPECT_EQ(script.detail["error"], "other_language:javascript");
    EXPECT_THAT((*tasks)->pictures(0, (*tasks)->judge(0, answer("javascript", square))), SizeIs(1));
    const suite::Score asy = (*tasks)->score(0, answer("asy", "draw(circle((0,0),1));\n"));
    EXPECT_EQ(asy.language, "asymptote");
  }
}

TEST_F(Replies, PicturesOfTargetAndDrawing) {
  const auto tasks = make_suite()->load(folder_.path(), {});
  const auto pictures =
      (*tasks)->pictures(0, (*tasks)->judge(0, reply::Answer::one("t.circle(30)\n", "fence")));
  ASSERT_THAT(pictures, SizeIs(2));
  EXPECT_EQ(pictures[0].image.width(), 863);
  EXPECT_NE(pictures[0].image, pictures[1].image);
}

TEST_F(Replies, WhatIsComparedIsShownAsTheRuleSeesIt) {
  const char* smaller = "for i in range(4):\n    t.forward(side / 2)\n    t.right(90)\n";
  for (const char* metric : {"published", "canonical"}) {
    const auto tasks = make_suite()->load(folder_.path(), {.modes = {{"metric", metric}}});
    ASSERT_TRUE(tasks) << tasks.error().to_string();
    const auto* const rule = dynamic_cast<const suite::ComparedTasks*>(tasks->get());
    ASSERT_NE(rule, nullptr);
    const auto judged = (*tasks)->judge(0, reply::Answer::one(smaller, "fence"));
    const auto pictures = (*tasks)->pictures(0, judged);
    ASSERT_THAT(pictures, SizeIs(2));
    EXPECT_NE(pictures[0].image, pictures[1].image);
    const auto both = rule->compared(0, judged);
    ASSERT_TRUE(both);
    EXPECT_EQ(both->target.width(), both->drawing.width()) << metric;
    EXPECT_LT(both->target.width(), pictures[0].image.width());
    // The published measure stretches pixels, and the pen with them.
    if (metric == std::string("canonical")) {
      EXPECT_EQ(both->target, both->drawing);
    }
    EXPECT_FALSE(both->how.empty());
    EXPECT_FALSE(rule->compared(0, (*tasks)->judge(0, reply::Answer::one("t.left(9)\n", "fence"))));
  }
}

TEST_F(Replies, FewShotsShowFourExamplesWithPictures) {
  for (const suite::Modes& modes : std::vector<suite::Modes>{
           {{"shots", "4"}}, {{"shots", "4"}, {"task", "scratch"}, {"modality", "text_only"}}}) {
    const auto tasks = make_suite()->load(folder_.path(), {.modes = modes});
    const auto prompt = (*tasks)->prompt(0, make_suite()->default_prompt(modes));
    ASSERT_TRUE(prompt) << prompt.error().to_string();
    EXPECT_THAT(prompt->text, HasSubstr("Example 4"));
    EXPECT_THAT(prompt->images, SizeIs(modes.size() == 1 ? 5 : 0));
  }
}

TEST_F(Replies, ExamplesAreInTheLibraryAndShowTheirStepsWithCot) {
  const std::map<std::string, std::string> marks{{"turtle", "t.forward(side)"},
                                                 {"rabbit", "rabbit.aa(side)"},
                                                 {"free", "import turtle\nfrom math import *"},
                                                 {"matplotlib", "plt.plot([0, side, side / 2, 0]"}};
  for (const auto& [library, mark] : marks) {
    for (const char* prompting : {"basic", "cot"}) {
      const suite::Modes modes{{"shots", "4"}, {"library", library}, {"prompting", prompting}};
      const auto tasks = make_suite()->load(folder_.path(), {.modes = modes});
      const auto prompt = (*tasks)->prompt(0, make_suite()->default_prompt(modes));
      ASSERT_TRUE(prompt) << prompt.error().to_string();
      EXPECT_THAT(prompt->text, HasSubstr(mark));
      EXPECT_THAT(prompt->text, HasSubstr("Example 4"));
      EXPECT_THAT(prompt->images, SizeIs(5));
      const bool steps = prompt->text.find("Answer:\n\n1. Look: ") != std::string::npos;
      EXPECT_EQ(steps, prompting[0] == 'c') << library;
      const bool plots = prompt->text.find("plt.show()") != std::string::npos;
      EXPECT_EQ(plots, library == "free" || library == "matplotlib") << library;
    }
  }
}

TEST_F(Replies, ExamplesNeedAPlaceInTheTemplate) {
  const auto tasks = make_suite()->load(folder_.path(), {.modes = {{"shots", "4"}}});
  const auto images = [&](const char* text) { return (*tasks)->prompt(0, text)->images; };
  EXPECT_THAT(images("{{task}} {{variables}}"), SizeIs(1));
  EXPECT_THAT(images("{{task}} examples }}"), SizeIs(1));
  EXPECT_THAT(images("{{examples}}{{task}}"), SizeIs(5));
  EXPECT_THAT(images("{{task}} {{ examples }}"), SizeIs(5));
}

TEST(Examples, EachChangeDrawsSomethingElse) {
  lang::turtle::JailPool jails{sandbox::JailOptions{}};
  const auto examples = worked_examples();
  ASSERT_TRUE(examples);
  EXPECT_THAT(*examples, SizeIs(4));
  for (const Example& each : *examples) {
    const scene::Scene before = drawn(jails, each.variables, each.code(false));
    const scene::Scene after = drawn(jails, each.variables, each.code(true));
    EXPECT_LT(score::box_iou(ink_picture(before), ink_picture(after)), 0.9) << each.query;
  }
}

// What examples answer is what their pictures show, in every library.
TEST(Examples, EverySolutionDrawsTheSame) {
  lang::turtle::JailPool jails{sandbox::JailOptions{}};
  lang::turtle::JailPool plot_jails{lang::turtle::plotting_jail()};
  const auto examples = worked_examples();
  ASSERT_TRUE(examples);
  for (const Example& each : *examples) {
    for (const auto& [library, solutions] : each.solutions) {
      const bool plots = library == Library::kMatplotlib;
      for (const std::size_t which : {0U, 1U}) {
        const Solution& solution = solutions[which];
        EXPECT_FALSE(solution.plan.empty());
        auto wanted =
            jails.run(lang::turtle::reference_text(library, each.variables, each.code(which == 1)));
        auto answer = lang::turtle::run_with_library(plots ? plot_jails : jails, library,
                                                     each.variables, solution.code);
        ASSERT_TRUE(wanted && answer);
        EXPECT_EQ(answer->outcome.status, sandbox::Status::kOk) << answer->outcome.reason;
        EXPECT_TRUE(score::compare_drawings(ink_of(std::move(wanted->scene)),
                                            ink_of(std::move(answer->scene)))
                        .success)
            << solution.code;
      }
    }
  }
}

// --- fresh tasks

TEST(Mint, SameSeedSameTasksEachAnsweredByItself) {
  const suite::MintOptions options{.seed = 40, .count = 40};
  const auto suite = make_suite();
  const auto tasks = suite->mint(options);
  ASSERT_TRUE(tasks) << tasks.error().to_string();
  const auto again = suite->mint(options);
  ASSERT_GT((*tasks)->size(), 90U);
  ASSERT_EQ((*tasks)->size(), (*again)->size());
  std::set<std::string> kinds;
  for (std::size_t i = 0; i < (*tasks)->size(); ++i) {
    EXPECT_EQ((*tasks)->reference(i), (*again)->reference(i));
    const suite::Score score =
        (*tasks)->score(i, (*tasks)->read((*tasks)->reference(i), reply::Extraction::kLenient));
    EXPECT_EQ(score.verdict, Verdict::kRight) << (*tasks)->task(i).id;
    for (const suite::Tag& tag : (*tasks)->task(i).tags) {
      if (tag.key == "tweak") kinds.insert(tag.value);
    }
  }
  EXPECT_THAT(kinds, SizeIs(5));
}

TEST(Folder, ATaskByHandNeedsNoPicture) {
  const test::TempFolder folder;
  ASSERT_TRUE(write_file(dataset_path(folder.path()),
                         R"x({"id": "line", "question_number": 1, "query": "", )x"
                         R"x("base_shape_code": "t.forward(side)", "variables": "side=80"})x"
                         "\n"));
  const auto suite = make_suite();
  const auto tasks = suite->load(folder.path(), {});
  ASSERT_TRUE(tasks) << tasks.error().to_string();
  EXPECT_THAT((*tasks)->problems(), SizeIs(0));
  ASSERT_EQ((*tasks)->size(), 1U);
  const auto prompt = (*tasks)->prompt(0, suite->default_prompt({}));
  ASSERT_TRUE(prompt) << prompt.error().to_string();
  lang::turtle::JailPool jails{sandbox::JailOptions{}};
  const raster::Image picture = paint_picture(drawn(jails, "side=80", "t.forward(side)"));
  EXPECT_THAT(prompt->images, testing::ElementsAre(picture_bytes(picture)));
  const suite::Score score =
      (*tasks)->score(0, (*tasks)->read((*tasks)->reference(0), reply::Extraction::kStrict));
  EXPECT_EQ(score.verdict, Verdict::kRight);
  const auto report = suite->check(folder.path(), 1);
  ASSERT_TRUE(report);
  EXPECT_THAT(report->problems, SizeIs(0));
}

TEST(Mint, FoldersAreReadBackAndChecked) {
  const test::TempFolder folder;
  const auto suite = make_suite();
  const auto written = suite->mint_to(folder.path(), {.seed = 3, .count = 6}, {});
  ASSERT_TRUE(written) << written.error().to_string();
  const auto tasks = suite->load(folder.path(), {});
  ASSERT_TRUE(tasks) << tasks.error().to_string();
  EXPECT_EQ((*tasks)->size(), *written);
  EXPECT_THAT((*tasks)->problems(), SizeIs(0));
  EXPECT_EQ((*tasks)->task(0).id, "fresh-00000003_1");
  // The hash of the data is that of the pictures, whoever adds them up.
  const std::string sums = *read_file(folder / "SHA256SUMS");
  std::filesystem::remove(folder / "SHA256SUMS");
  EXPECT_EQ((*suite->load(folder.path(), {}))->data_hash(), (*tasks)->data_hash());
  EXPECT_TRUE(write_file(folder / "SHA256SUMS", sums));

  // More of it extends it to what one longer mint gives; the same again changes nothing.
  EXPECT_TRUE(suite->mint_to(folder.path(), {.seed = 9, .count = 4}, {}));
  EXPECT_EQ(*suite->mint_to(folder.path(), {.seed = 3, .count = 6}, {}), 0U);
  const test::TempFolder whole;
  EXPECT_TRUE(suite->mint_to(whole.path(), {.seed = 3, .count = 10}, {}));
  EXPECT_EQ(*read_file(dataset_path(folder.path())), *read_file(dataset_path(whole.path())));
  EXPECT_EQ(*read_file(folder / "SHA256SUMS"), *read_file(whole / "SHA256SUMS"));

  const auto report = suite->check(folder.path(), 2);
  ASSERT_TRUE(report);
  EXPECT_THAT(report->problems, SizeIs(0));

  // Contours are those of the shape, on every line.
  const std::string lines = *read_file(dataset_path(folder.path()));
  const std::size_t tweak = lines.find("\"question_number\":2");
  ASSERT_NE(tweak, std::string::npos);
  const std::string key = "\"source_contours\":";
  std::string wrong = lines;
  wrong.insert(wrong.find(key, wrong.rfind('\n', tweak) + 1) + key.size(), "9");
  EXPECT_TRUE(write_file(dataset_path(folder.path()), wrong));
  std::string problems;
  const auto checked = suite->check(folder.path(), 2);
  ASSERT_TRUE(checked);
  for (const Error& each : checked->problems) problems += each.to_string();
  EXPECT_THAT(problems, HasSubstr("_2: the picture of question 1 has"));
  EXPECT_TRUE(write_file(dataset_path(folder.path()), lines));

  std::filesystem::copy_file(source_folder(folder.path()) / "fresh-00000003_1.png",
                             source_folder(folder.path()) / "fresh-00000004_1.png",
                             std::filesystem::copy_options::overwrite_existing);
  EXPECT_GE(suite->check(folder.path(), 2)->problems.size(), 2U);
  EXPECT_FALSE(suite->mint_to(folder.path(), {.seed = 1, .split = "a/b"}, {}));
}

}  // namespace
}  // namespace papert::suite::turtlebench
