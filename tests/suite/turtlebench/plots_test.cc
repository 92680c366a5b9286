// Answers that plot: programs in many people's manners, hostile ones, and what the small matplotlib
// does as the large one would.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <map>

#include "base/file.h"
#include "base/text.h"
#include "score/compare_drawings.h"
#include "suite/turtlebench/turtlebench.h"
#include "support/sources.h"

namespace papert::suite::turtlebench {
namespace {

using suite::Verdict;
using testing::HasSubstr;
using testing::StartsWith;

const suite::Modes kPlots{{"library", "matplotlib"}};

std::filesystem::path plots_folder() {
  return test::source_root() / "tests" / "cases" / "turtlebench" / "plots";
}

class Plots : public testing::Test {
 protected:
  Plots() {
    auto tasks = make_suite()->load(plots_folder(), {.modes = kPlots});
    EXPECT_TRUE(tasks) << tasks.error().to_string();
    tasks_ = std::move(*tasks);
    for (std::size_t i = 0; i < tasks_->size(); ++i) places_[tasks_->id(i)] = i;
  }

  suite::Score score(const std::string& shape, const std::string& code) {
    const std::size_t place = places_.at(shape + "_1");
    return tasks_->score(
        place, tasks_->read("```python\n" + code + "\n```\n", reply::Extraction::kLenient));
  }

  /// Of a program for the square, whose side is 100.
  suite::Score square(const std::string& code) { return score("square", code); }

  std::unique_ptr<suite::TaskSet> tasks_;
  std::map<std::string, std::size_t> places_;
};

/// "right", "wrong", "crashed", ..., or "other LANGUAGE".
std::string outcome(const suite::Score& score) {
  const std::string error = score.detail.value("error", "");
  if (error.starts_with("other_language:")) return "other " + error.substr(error.find(':') + 1);
  return std::string(suite::verdict_name(score.verdict));
}

// Every file says in its first lines which shape it draws and what is to come of it. Those whose
// names begin with b or c were first run when everything else was done; those with d come out as
// in matplotlib 3.6.3, and all but d04 once did not.
TEST_F(Plots, ProgramsInManyManners) {
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(plots_folder())) {
    if (entry.path().extension() != ".py") continue;
    const std::string code = *read_file(entry.path());
    const std::vector<std::string_view> lines = split(code, '\n');
    ASSERT_THAT(std::string(lines[0]), StartsWith("# shape: ")) << entry.path();
    ASSERT_THAT(std::string(lines[1]), StartsWith("# expect: ")) << entry.path();
    const suite::Score result = score(std::string(lines[0].substr(9)), code);
    EXPECT_EQ(outcome(result), lines[1].substr(10))
        << entry.path().filename() << " " << result.detail.dump();
    ++count;
  }
  EXPECT_GE(count, 76);
}

TEST_F(Plots, WhatIsNotHereIsNamed) {
  const std::vector<std::pair<std::string, std::string>> programs{
      {"plt.imshow([[1, 2], [3, 4]])\n", "pyplot.imshow"},
      {"plt.plot([0, 1], [0, 1], marker='^')\n", "marker.^"},
      {"plt.gca().quiver(0, 0, 1, 1)\nplt.plot([0], [0])\n", "Axes.quiver"},
      {"plt.plot([0, 1], [0, 1], path_effects=[])\n", "Line2D.path_effects"},
      {"plt.gca().add_patch(plt.Circle((0, 0), 1, hatch='/'))\n", "Circle.hatch"},
      {"import seaborn\nplt.plot([0], [0])\n", "import.seaborn"},
      {"from matplotlib.animation import FuncAnimation\nplt.plot([0], [0])\n",
       "import.matplotlib.animation"},
      {"from matplotlib.patches import FancyBboxPatch\nplt.plot([0], [0])\n",
       "matplotlib.patches.FancyBboxPatch"},
      {"plt.plot(np.fft.fft([1, 2]))\n", "numpy.fft"},
      {"plt.axes(projection='polar').plot([0, 1], [0, 1])\n", "Axes.projection"},
      {"try:\n    plt.pie([1, 2])\nexcept BaseException:\n    pass\n"
       "plt.plot([0, 1], [0, 1])\nplt.show()\n",
       "pyplot.pie"}};
  for (const auto& [code, call] : programs) {
    const suite::Score result = square(code);
    EXPECT_EQ(result.verdict, Verdict::kNoAnswer) << code << result.detail.dump();
    EXPECT_EQ(result.detail.value("error", ""), "other_language:matplotlib") << code;
    EXPECT_EQ(result.detail.value("call", ""), call) << code;
    EXPECT_THAT(result.detail.value("message", ""), HasSubstr(call));
    EXPECT_EQ(result.language, "matplotlib");
  }
  EXPECT_EQ(square(programs[0].first).detail.value("line", 0), 1);
}

TEST_F(Plots, OtherLanguagesAreNotRun) {
  EXPECT_EQ(outcome(square("import turtle\nturtle.forward(3)\n")), "other turtle");
  EXPECT_EQ(outcome(square("t.forward(100)\n")), "other turtle");
  EXPECT_EQ(outcome(square("repeat 4 times\n  draw a line of 100\n  turn right\n")),
            "other pseudocode");
}

constexpr std::string_view kSquare =
    "plt.plot([0, side, side, 0, 0], [0, 0, side, side, 0], 'k')\nplt.axis('equal')\n";

TEST_F(Plots, TheFigureThatIsShownLastCounts) {
  const std::string square_text(kSquare);
  const std::string line = "plt.plot([0, 90], [0, 50])\n";
  for (const std::string& code :
       {square_text, square_text + "plt.show()\n", square_text + "plt.savefig('a.png')\n",
        square_text + "plt.show()\nplt.savefig('a.png')\n",
        line + "plt.show()\n" + square_text + "plt.show()\n", square_text + "plt.show()\n" + line,
        line + "plt.figure()\n" + square_text, square_text + "import sys\nsys.exit(0)\n",
        square_text + "plt.close('all')\n" + square_text, line + "plt.clf()\n" + square_text}) {
    EXPECT_EQ(outcome(square(code)), "right") << code;
  }
  EXPECT_EQ(outcome(square(square_text + "plt.show()\n" + line + "plt.show()\n")), "wrong");
  EXPECT_EQ(outcome(square(square_text + line)), "wrong");
  EXPECT_EQ(outcome(square("plt.plot()\n")), "wrong");
}

TEST_F(Plots, LimitsFollowMatplotlib) {
  const std::string circle =
      "ax = plt.gca()\nax.add_patch(plt.Circle((0, 0), radius, fill=False))\n";
  const auto of = [&](const std::string& code) { return outcome(score("circle", circle + code)); };
  EXPECT_EQ(of("plt.axis('equal')\n"), "right");
  EXPECT_EQ(of("ax.set_aspect('equal')\nax.autoscale()\n"), "right");
  EXPECT_EQ(of("ax.set_aspect('equal')\nax.plot([0], [0], ' ')\n"), "right");
  EXPECT_EQ(of("ax.set_aspect('equal')\n"), "wrong") << "a patch alone does not move the limits";
  EXPECT_EQ(of("plt.axis('equal')\nplt.xlim(0, 500)\n"), "wrong") << "half of it is cut off";
  EXPECT_EQ(of("plt.axis('equal')\nax.invert_yaxis()\n"), "right");
  EXPECT_EQ(of("plt.axis('equal')\nplt.axhline(0, color='k')\n"), "wrong");
  EXPECT_EQ(of("plt.axis('equal')\nplt.axhline(0, color='w', zorder=0)\nplt.grid()\n"
               "plt.title('a')\nplt.legend()\n"),
            "right");
}

TEST_F(Plots, ColoursAndStylesDecideWhatIsSeen) {
  const auto of = [&](const std::string& style) {
    return outcome(square("plt.plot([0, side, side, 0, 0], [0, 0, side, side, 0], " + style +
                          ")\nplt.axis('equal')\n"));
  };
  for (const char* style : {"'r-'", "color='tab:blue'", "color='#333'", "c='0.5'", "alpha=0.5",
                            "color=(0.1, 0.2, 0.3)", "'C3'", "color='darkgreen', lw=9"}) {
    EXPECT_EQ(of(style), "right") << style;
  }
  for (const char* style : {"color='white'", "'--k', lw=9", "'k', alpha=0.05", "color='none'",
                            "linestyle='none'", "lw=0", "'k', visible=False"}) {
    EXPECT_EQ(of(style), "wrong") << style;
  }
  for (const char* style : {"color='no such colour'", "'k!'", "linestyle='wavy'"}) {
    EXPECT_EQ(of(style), "crashed") << style;
  }
}

struct Hostile {
  const char* code;
  Verdict verdict;
};

TEST_F(Plots, HostileProgramsEndAsWhatTheyAre) {
  const std::vector<Hostile> programs{
      {"while True: plt.plot([0], [0])\n", Verdict::kStepLimit},
      {"plt.plot(np.zeros(10**9))\n", Verdict::kMemoryLimit},
      {"plt.plot(np.linspace(0, 1, 10**9))\n", Verdict::kMemoryLimit},
      {"def f(): f()\nf()\nplt.plot([0])\n", Verdict::kCrashed},
      {"import os\nplt.plot([0])\n", Verdict::kForbidden},
      {"open('/etc/passwd')\nplt.plot([0])\n", Verdict::kForbidden},
      {"plt.plot([0, 1], [0, 1])\nraise ValueError('matplotlib')\n", Verdict::kCrashed},
      {"plt.plot([1e308, -1e308], [float('nan'), float('inf')])\n", Verdict::kWrong},
      {"plt.plot([1e308, -1e308, 0], [-1e308, 1e308, 1])\n", Verdict::kWrong},
      {"plt.plot([0, 1], [0, 1])\nplt.xlim(float('nan'), 1)\n", Verdict::kCrashed},
      {"plt.plot([0, 1], [0, 1])\nplt.xlim(5, 5)\n", Verdict::kWrong},
      {"plt.figure(figsize=(1e300, 1))\nplt.plot([0, 1], [0, 1])\n", Verdict::kCrashed},
      {"plt.gca().set_aspect(0)\nplt.plot([0, 1], [0, 1])\n", Verdict::kCrashed},
      {"import matplotlib\nmatplotlib._end = lambda: None\nplt.plot([0, 1], [0, 1])\n",
       Verdict::kWrong},
      {"import sys\nsys.modules.clear()\nplt.plot([0, 1], [0, 1])\n", Verdict::kNoAnswer},
      {"import sys\nplt.plot([0])\ndel sys.modules['matplotlib']\n", Verdict::kNoAnswer},
      {"class A(float):\n    def __float__(self): raise SystemExit\nplt.plot([A(1)], [A(1)])\n",
       Verdict::kWrong},
      {"class L(list):\n    def __iter__(self):\n        while True: yield 1\n"
       "plt.plot(L(), L())\n",
       Verdict::kStepLimit},
      {"import sys\nsys.setrecursionlimit(10**9)\na = []\na.append(a)\nplt.plot(np.array(a))\n",
       Verdict::kMemoryLimit},
      {"print('x' * 2000000)\nplt.plot([0])\n", Verdict::kOutputLimit}};
  for (const Hostile& each : programs) {
    const suite::Score result = square(each.code);
    EXPECT_EQ(result.verdict, each.verdict) << each.code << result.detail.dump();
    EXPECT_NE(result.verdict, Verdict::kRight) << each.code;
  }
  EXPECT_EQ(outcome(square(std::string(kSquare))), "right") << "the next program is not harmed";
}

// What another module draws is not what was plotted.
TEST_F(Plots, OnlyPlotsArePainted) {
  const std::string by_turtle =
      "import sys\nmodule = sys.modules['tur' + 'tle']\npen = module.Pen()\n"
      "for i in range(4):\n    pen.forward(side)\n    pen.left(90)\n";
  EXPECT_EQ(outcome(square(by_turtle + "plt.plot([0, 1], [0, 1])\n")), "wrong");
  EXPECT_EQ(outcome(square(by_turtle + std::string(kSquare))), "right");
}

TEST_F(Plots, LinesOfFailuresAreThoseOfTheProgram) {
  const suite::Score result =
      square("from __future__ import annotations\n\nplt.plot(\n[0], [0, 1])\n");
  EXPECT_EQ(result.verdict, Verdict::kCrashed);
  EXPECT_EQ(result.detail.value("error", ""), "ValueError");
  EXPECT_EQ(result.detail.value("line", 0), 3);
}

TEST_F(Plots, TheCanonicalMeasureDecidesWhateverTheMetric) {
  auto published = make_suite()->load(
      plots_folder(), {.modes = {{"library", "matplotlib"}, {"metric", "published"}}});
  ASSERT_TRUE(published);
  const std::string reply =
      "```python\nplt.plot([0, 7, 7, 0, 0], [0, 0, 7, 7, 0], 'k')\nplt.axis('equal')\n```\n";
  const std::size_t place = places_.at("square_1");
  const auto of = [&](const suite::TaskSet& tasks) {
    return tasks.score(place, tasks.read(reply, reply::Extraction::kLenient));
  };
  EXPECT_EQ(of(**published).verdict, Verdict::kRight) << of(**published).detail.dump();
  EXPECT_FALSE(of(**published).detail["solved_published"].get<bool>());
}

TEST_F(Plots, ReferencesAreRightAsPlots) {
  for (std::size_t i = 0; i < tasks_->size(); ++i) {
    if (tasks_->id(i) == "disc_1" || tasks_->reference(i).find("goto") != std::string::npos)
      continue;
    const suite::Score result =
        tasks_->score(i, tasks_->read(tasks_->reference(i), reply::Extraction::kLenient));
    EXPECT_EQ(result.verdict, Verdict::kRight) << tasks_->id(i) << result.detail.dump();
  }
}

}  // namespace
}  // namespace papert::suite::turtlebench
