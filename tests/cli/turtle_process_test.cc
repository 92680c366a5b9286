// Turtle programs from the command line: render and grade, with the real jail.

#include "papert_process.h"
#include "raster/png.h"

namespace papert::test {
namespace {

using testing::HasSubstr;

class TurtleTest : public PapertTest {
 protected:
  void SetUp() override {
    spit(path("square.py"),
         "import turtle\nfor i in range(4):\n    turtle.forward(100)\n    "
         "turtle.left(90)\nturtle.done()\n");
    spit(path("draw.py"),
         "def draw(t):\n    for i in range(4):\n        t.fd(50)\n        t.lt(90)\n");
  }
};

TEST_F(TurtleTest, AScriptAndAFunctionDrawTheSame) {
  const auto script = papert({"render", "square.py", "--view", "canonical", "-o", "a.png"});
  EXPECT_EQ(script.exit_code, 0) << script.err;
  const auto function = papert({"render", "draw.py", "--view", "canonical", "-o", "b.png"});
  EXPECT_EQ(function.exit_code, 0) << function.err;
  EXPECT_EQ(slurp(path("a.png")), slurp(path("b.png")));
  EXPECT_THAT(slurp(path("a.png")), testing::StartsWith("\x89PNG"));
}

TEST_F(TurtleTest, DrawThatIsAlsoCalledDrawsOnce) {
  spit(path("both.py"), slurp(path("draw.py")) + "import turtle\ndraw(turtle.Turtle())\n");
  ASSERT_EQ(papert({"render", "both.py", "-o", "both.scene"}).exit_code, 0);
  const std::string drawing = slurp(path("both.scene"));
  EXPECT_THAT(drawing, testing::StartsWith("stroke width=1 #000000 0,0 50,0 50,50 "));
  EXPECT_EQ(std::count(drawing.begin(), drawing.end(), '\n'), 1) << drawing;
  EXPECT_EQ(std::count(drawing.begin(), drawing.end(), ','), 5) << "a square once, not twice";
}

TEST_F(TurtleTest, DrawIsCalledOnlyIfNobodyElseDoes) {
  const auto strokes = [&](const std::string& code) {
    spit(path("p.py"), code);
    const auto result = papert({"render", "p.py", "-o", "p.scene"});
    EXPECT_EQ(result.exit_code, 0) << result.err;
    return slurp(path("p.scene"));
  };
  const std::string once = "stroke width=1 #000000 0,0 9,0\n";
  EXPECT_EQ(strokes("import turtle\ndef draw(t):\n    t.fd(9)\n"
                    "if __name__ == '__main__':\n    draw(turtle.Turtle())\n"),
            once);
  EXPECT_EQ(strokes("import turtle\ndef draw(t):\n    t.fd(9)\nt = turtle.Turtle(); draw(t)\n"),
            once);
  EXPECT_EQ(strokes("\xEF\xBB\xBF"
                    "def draw (t):\n    t.fd(9)\n"),
            once)
      << "a byte order mark, and a space before the parenthesis";
  EXPECT_EQ(strokes("def draw(t, n=0):\n    if n == 0:\n        t.fd(9)\n        draw(t, 1)\n"),
            once)
      << "a call of itself is none";
  spit(path("p.py"), "def draw():\n    pass\n");
  EXPECT_THAT(papert({"render", "p.py", "-o", "p.scene"}).err,
              HasSubstr("p.py: exception: TypeError: draw() takes 0 positional arguments"));
}

TEST_F(TurtleTest, TurtlesWhoseInitFailedRaise) {
  for (const char* code :
       {"try: turtle.Turtle('penguin')\nexcept Exception: pass\nturtle.turtles()[0].shape()\n",
        "t = turtle.Turtle.__new__(turtle.Turtle)\nturtle.TPen.__init__(t)\nt.clear()\n"}) {
    spit(path("p.py"), std::string("import turtle\n") + code);
    EXPECT_THAT(papert({"render", "p.py", "-o", "p.scene"}).err,
                HasSubstr("exception: AttributeError: the turtle is not initialised"));
  }
}

TEST_F(TurtleTest, ViewsOfAnSvgFile) {
  const auto svg = [&](std::vector<std::string> words) {
    words.insert(words.begin(), {"render", "square.py", "-o", "x.svg"});
    EXPECT_EQ(papert(words).exit_code, 0);
    return slurp(path("x.svg"));
  };
  EXPECT_THAT(svg({}), HasSubstr(R"(viewBox="-5.55)"));
  EXPECT_THAT(svg({"--size", "300x200"}), HasSubstr(R"(width="300" height="200")"));
  EXPECT_THAT(svg({"--view", "tk"}), HasSubstr(R"(width="863" height="836")"));
  const std::string canonical = svg({"--view", "canonical"});
  EXPECT_THAT(canonical, HasSubstr(R"(viewBox="0 -320 320 320")"));
  EXPECT_THAT(canonical, HasSubstr("10,-10 310,-10 310,-310"));
}

TEST_F(TurtleTest, ARepliesProgramIsFound) {
  spit(path("reply.md"), "First:\n```python\nx = 1\n```\nThen:\n```python\n" +
                             slurp(path("draw.py")) + "```\nDone.\n");
  const auto result = papert({"render", "reply.md", "--lang", "turtle", "-o", "reply.scene"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(slurp(path("reply.scene")), testing::StartsWith("stroke"));
  spit(path("prose.md"), "I cannot do that.\n");
  EXPECT_EQ(papert({"render", "prose.md", "--lang", "turtle", "-o", "x.png"}).exit_code, 65);
}

TEST_F(TurtleTest, EveryKindOfOutput) {
  for (const char* out : {"x.png", "x.svg", "x.json", "x.scene"}) {
    EXPECT_EQ(papert({"render", "square.py", "-o", out}).exit_code, 0) << out;
    EXPECT_GT(std::filesystem::file_size(path(out)), 50U) << out;
  }
  EXPECT_EQ((*parse_json(slurp(path("x.json"))))["status"], "ok");
  EXPECT_EQ(papert({"render", "square.py", "-o", "x.bmp"}).exit_code, 2);
  EXPECT_EQ(papert({"render", "square.py", "--size", "0x9", "-o", "x.png"}).exit_code, 2);
}

TEST_F(TurtleTest, AFailureNamesTheLineAndTheReason) {
  spit(path("bad.py"), "import turtle\nturtle.fd(9)\nturtle.fd(1/0)\n");
  const auto result = papert({"render", "bad.py", "-o", "bad.png"});
  EXPECT_EQ(result.exit_code, 65);
  EXPECT_THAT(result.err, HasSubstr("bad.py:3: exception: ZeroDivisionError: division by zero"));
  EXPECT_TRUE(std::filesystem::exists(path("bad.png"))) << "what was drawn is there";
}

TEST_F(TurtleTest, TasksOfAFolder) {
  ASSERT_EQ(papert({"mint", "turtleai", "--seed", "1", "--count", "1", "--out", "ai"}).exit_code,
            0);
  ASSERT_EQ(
      papert({"mint", "turtlebench", "--seed", "1", "--count", "1", "--out", "bench"}).exit_code,
      0);
  const auto task = papert({"render", "ai", "--id", "fresh-00000001-easy", "-o", "task.png"});
  EXPECT_EQ(task.exit_code, 0) << task.err;
  EXPECT_EQ(*raster::decode_png(slurp(path("task.png"))),
            *raster::decode_png(slurp(path("ai/fresh-00000001-easy.png"))));
  const auto bench =
      papert({"render", "bench/dataset.jsonl", "--id", "fresh-00000001_1", "-o", "bench.png"});
  EXPECT_EQ(bench.exit_code, 0) << bench.err;
  const auto answer = papert(
      {"render", "bench", "--id", "fresh-00000001_1", "--program", "draw.py", "-o", "answer.png"});
  EXPECT_EQ(answer.exit_code, 0) << answer.err;
  EXPECT_NE(slurp(path("answer.png")), slurp(path("bench.png")));
  EXPECT_THAT(papert({"render", "ai", "--id", "x", "-o", "x.png"}).err,
              HasSubstr("there is no task 'x'"));
  const auto other = papert({"mint", "turtlebench", "--seed", "1", "--out", "ai"});
  EXPECT_EQ(other.exit_code, 2);
  EXPECT_THAT(other.err, HasSubstr("this folder holds tasks of turtleai"));
  EXPECT_THAT(papert({"mint", "turtleai", "--seed", "1", "--count", "0", "--out", "y"}).err,
              HasSubstr("'0' is not a number above 0"));
}

TEST_F(TurtleTest, AReferenceThatFailsIsOneSamplesMatter) {
  // Asked in an order drawn from the data: in some of the folders the one that fails is the first.
  for (const char* good : {"40", "41", "42", "43"}) {
    const std::string folder = path(std::string("tasks") + good);
    std::filesystem::create_directories(folder);
    const std::string rest = R"(", "category": "mine", "difficulty": "easy", "dataset": "real"})";
    spit(folder + "/tasks.jsonl",
         R"({"id": "a", "code": "def draw(t):\n    t.circle()" + std::string(good) + ")" + rest +
             "\n" + R"({"id": "b", "code": "def draw(t):\n    t.nosuch())" + rest + "\n");
    const auto result = papert({"eval", "turtleai", "--data", folder, "--model", "baseline/oracle",
                                "--log-dir", path("runs"), "--display", "none"});
    EXPECT_EQ(result.exit_code, 0) << result.err;
    EXPECT_THAT(result.out, HasSubstr("verdicts: right 1, internal_error 1"));
    EXPECT_THAT(result.err, HasSubstr("no attribute 'nosuch'"));
  }
}

TEST_F(TurtleTest, EveryVerbTakesTheInterpreterFromTheEnvironmentFile) {
  spit(path(".env"), "PAPERT_ZYGOTE=/nowhere/papert-zygote\n");
  const std::vector<std::vector<std::string>> verbs{
      {"render", "square.py", "-o", "x.png"},
      {"mint", "turtleai", "--seed", "1", "--count", "1", "--out", "ai"},
      {"eval", "turtleai", "--mint", "1", "--count", "1", "--model", "baseline/oracle"}};
  for (const auto& verb : verbs) {
    const auto result = papert(verb);
    EXPECT_NE(result.exit_code, 0) << verb.front();
    EXPECT_THAT(result.err, HasSubstr("/nowhere/papert-zygote")) << verb.front();
  }
}

TEST_F(TurtleTest, GradesWithReasons) {
  spit(path("class/ann.py"), slurp(path("draw.py")));
  spit(path("class/bob.py"), "def draw(t):\n    t.circle(40)\n");
  spit(path("class/cy.py"), "def draw(t)\n    t.fd(1)\n");
  spit(path("class/di.py"), "import socket\n");
  spit(path("class/ed.py"), "while True:\n    pass\n");
  const auto result = papert({"grade", "square.py", "class", "--out", "g.csv", "--html", "g.html"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("1 of 5 programs draw the reference"));
  const std::string csv = slurp(path("g.csv"));
  EXPECT_THAT(csv, HasSubstr("ann.py,yes,yes,'4/4,1.0000,ok,,"));
  EXPECT_THAT(csv, HasSubstr("bob.py,no,no,'0/4,"));
  EXPECT_THAT(csv, HasSubstr("cy.py,no,no,'0/4,0.0000,syntax_error,1,"));
  EXPECT_THAT(csv, HasSubstr("di.py,no,no,'0/4,0.0000,forbidden,1,"));
  EXPECT_THAT(csv, HasSubstr("ed.py,no,no,'0/4,0.0000,step_limit,"));
  EXPECT_THAT(csv, HasSubstr("The loop 'while True' never ends"));
  EXPECT_THAT(slurp(path("g.html")), HasSubstr("socket"));
  EXPECT_EQ(papert({"grade", "square.py", "nowhere"}).exit_code, 2);
  std::filesystem::create_symlink(path("square.py"), path("class/link.PY"));
  std::filesystem::create_symlink("nothing", path("class/lost.py"));
  const auto table = papert(
      {"grade", "square.py", "class", "--out", "-", "--metric", "pixel", "--line-similarity", "0"});
  EXPECT_THAT(table.out, HasSubstr("link.PY,yes,yes,'4/4,1.0000,ok,,"));
  EXPECT_THAT(table.out, HasSubstr("lost.py,no,no,'0/4,0.0000,unreadable,,"));
  EXPECT_THAT(table.out, HasSubstr("bob.py,yes,")) << "no likeness is asked for";
  EXPECT_EQ(papert({"grade", "class/cy.py", "class"}).exit_code, 65);
  const auto limits = papert({"grade", "square.py", "class", "--line-similarity", "0.9"});
  EXPECT_EQ(limits.exit_code, 2);
  EXPECT_THAT(limits.err, HasSubstr("add --metric pixel"));
}

TEST_F(TurtleTest, GradesCreditPartsOverlookTitlesAndLeaveTheReferenceOut) {
  const std::string square = slurp(path("square.py"));
  spit(path("class/square.py"), square);
  spit(path("class/title.py"), square +
                                   "turtle.penup()\nturtle.goto(0, 200)\n"
                                   "turtle.write('My square', font=('Arial', 20, 'bold'))\n");
  spit(path("class/open.py"),
       "import turtle\nfor i in range(3):\n    turtle.forward(90)\n    turtle.left(90)\n");
  const auto result =
      papert({"grade", "class/square.py", "class", "--out", "g.csv", "--html", "g.html"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out,
              HasSubstr("1 of 2 programs draw the reference (which was not graded itself)"));
  const std::string csv = slurp(path("g.csv"));
  EXPECT_THAT(csv, HasSubstr("open.py,no,no,'3/4,"));
  EXPECT_THAT(csv, HasSubstr("title.py,yes,no,'4/4,1.0000,ok,,"));
  EXPECT_THAT(csv, HasSubstr("The text was not compared."));
  const std::string html = slurp(path("g.html"));
  for (const char* word : {"difference from the reference", "missing</span>", "range(3)",
                           "aria-sort", "so text is not compared"}) {
    EXPECT_THAT(html, HasSubstr(word));
  }
}

TEST_F(TurtleTest, GradesKeepPlaceSizeAndPens) {
  const std::string square = slurp(path("square.py"));
  spit(path("class/far.py"),
       "import turtle\nturtle.penup()\nturtle.goto(50, 0)\nturtle.pendown()\n" +
           square.substr(square.find("for")));
  spit(path("class/small.py"), slurp(path("draw.py")) + "    t.hideturtle()\n");
  spit(path("class/thick.py"), "import turtle\nturtle.pensize(4)\n" + square);
  const auto free = papert({"grade", "square.py", "class", "--out", "-"});
  EXPECT_THAT(free.err, HasSubstr("3 of 3 programs draw the reference"));
  const auto kept = papert({"grade", "square.py", "class", "--out", "-", "--keep",
                            "width,place,size", "--html", "g.html"});
  EXPECT_EQ(kept.exit_code, 0) << kept.err;
  EXPECT_THAT(kept.err, HasSubstr("0 of 3 programs draw the reference"));
  EXPECT_THAT(kept.out, HasSubstr("far.py,no,no,'4/4,1.0000,ok,,No match: the drawing is 50 steps "
                                  "too far to the right"));
  EXPECT_THAT(kept.out, HasSubstr("No match: the drawing is 0.50 times as large"));
  EXPECT_THAT(kept.out, HasSubstr("No match: pen width 4 instead of 1"));
  EXPECT_THAT(slurp(path("g.html")),
              HasSubstr("Its background does not count. Where it stands, how large it is and how "
                        "thick its lines are count."));
  const auto wrong = papert({"grade", "square.py", "class", "--keep", "colour"});
  EXPECT_EQ(wrong.exit_code, 2);
  EXPECT_THAT(wrong.err, HasSubstr("'colour' cannot be kept; there are: place, size, width"));
}

TEST_F(TurtleTest, GradesAskHowProgramsAreWritten) {
  spit(path("class/ann.py"), slurp(path("draw.py")));
  spit(path("class/bob.py"),
       "from turtle import *\nfd(9)\nlt(90)\nfd(9)\nlt(90)\nfd(9)\nlt(90)\nfd(9)\nlt(90)\n");
  spit(path("class/cy.py"), "def draw(t):\n    t.circle(40)\n");
  const auto result = papert({"grade", "--require", "uses loop", "--require", "at most 6 commands",
                              "square.py", "class", "--out", "g.csv", "--html", "g.html"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out,
              HasSubstr("2 of 3 programs draw the reference, 1 of them meets what is required"));
  const std::string csv = slurp(path("g.csv"));
  EXPECT_THAT(csv, HasSubstr("similarity,status,line,unmet,reason"));
  EXPECT_THAT(csv, HasSubstr("ann.py,yes,yes,'4/4,1.0000,ok,,,"));
  EXPECT_THAT(csv, HasSubstr("bob.py,no,yes,'4/4,1.0000,ok,,uses loop (it has none); at most 6 "
                             "commands (it has 8),Not met: uses loop (it has none); at most 6 "
                             "commands (it has 8)."));
  EXPECT_THAT(csv, HasSubstr("uses loop (it has none),\"No match:")) << "cy.py draws another thing";
  EXPECT_THAT(slurp(path("g.html")),
              HasSubstr("Required of the program: uses loop; at most 6 commands."));
  spit(path("asks.py"), "# require: no repetition\n" + slurp(path("square.py")));
  EXPECT_THAT(papert({"grade", "asks.py", "class", "--out", "-"}).out,
              HasSubstr("no repetition (a loop would spare 6 statements)"));
  const auto wrong = papert({"grade", "square.py", "class", "--require", "uses magic"});
  EXPECT_EQ(wrong.exit_code, 2);
  EXPECT_THAT(wrong.err, HasSubstr("--require: 'uses magic' is not a requirement; there are: uses "
                                   "loop, uses nested loop"));
}

TEST_F(TurtleTest, CalibrationAndScoresKeepToo) {
  const auto equal = papert({"calibrate", "--equivalence", "--seed", "100", "--count", "3",
                             "--keep", "size", "--json", "--display", "none"});
  EXPECT_LE(equal.exit_code, 1) << equal.err << "1: the rule was wrong once in so few trials";
  for (const Json& kind : (*parse_json(equal.out))["kinds"]) {
    const bool changed = kind["kind"] == "scaled" || kind["kind"] == "scaled circles";
    EXPECT_TRUE(!changed || kind["expected"] == "different") << kind;
    EXPECT_TRUE(kind["kind"] != "moved" || kind["expected"] == "same") << kind;
  }
  const auto labels = papert({"calibrate", "labels.jsonl", "--keep", "size"});
  EXPECT_EQ(labels.exit_code, 2);
  EXPECT_THAT(labels.err, HasSubstr("--keep: works with --equivalence"));
  std::filesystem::create_directories(path("tasks"));
  spit(path("tasks/tasks.jsonl"), dump_json(Json{{"id", "a"},
                                                 {"code", slurp(path("draw.py"))},
                                                 {"category", "mine"},
                                                 {"difficulty", "easy"},
                                                 {"dataset", "real"}}) +
                                      "\n");
  spit(path("answers.jsonl"),
       dump_json(Json{{"id", "a"}, {"text", "```python\n" + slurp(path("square.py")) + "```"}}) +
           "\n");
  const auto score = [&](std::vector<std::string> words) {
    words.insert(words.begin(),
                 {"score", "turtleai", "--data", "tasks", "--answers", "answers.jsonl"});
    return papert(words).out;
  };
  EXPECT_THAT(score({}), HasSubstr(R"("verdict":"right")"));
  EXPECT_THAT(score({"--keep", "size"}), HasSubstr("the drawing is 2.00 times as large"));
  EXPECT_THAT(score({"--mode", "keep=size"}), HasSubstr(R"("not_kept":["size"])"));
}

}  // namespace
}  // namespace papert::test
