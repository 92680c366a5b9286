// What needs no program to be run: modes, data lines, replies, languages, sketches, prompts.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/file.h"
#include "data/turtlebench/folder.h"
#include "data/turtlebench/picture.h"
#include "mint/turtle/designs.h"
#include "mint/turtle/sketch.h"
#include "mint/turtle/steps.h"
#include "raster/png.h"
#include "reply/language.h"
#include "reply/turtle_code.h"
#include "suite/turtlebench/extract.h"
#include "suite/turtlebench/prompt.h"
#include "suite/turtlebench/settings.h"
#include "suite/turtlebench/tasks.h"
#include "suite/turtlebench/turtlebench.h"
#include "support/temp_folder.h"

namespace papert::suite::turtlebench {
namespace {

using data::turtlebench::source_folder;
using reply::Extraction;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::SizeIs;

// --- modes

Result<void> check(const suite::Modes& modes) { return check_combination(settings_from(modes)); }

TEST(Modes, WhatGoesTogether) {
  EXPECT_TRUE(check({}));
  EXPECT_TRUE(check({{"task", "scratch"}, {"modality", "text_only"}}));
  EXPECT_TRUE(check({{"task", "tweak"}, {"mode", "code_edit"}, {"modality", "image+image"}}));
  for (const suite::Modes& modes : std::vector<suite::Modes>{
           {{"task", "scratch"}, {"mode", "code_edit"}, {"modality", "image_only"}},
           {{"task", "scratch"}, {"modality", "image+image"}},
           {{"task", "tweak"}, {"modality", "image_only"}},
           {{"task", "tweak"}, {"modality", "image+image"}},
           {{"modality", "text_only"}}}) {
    const auto refused = check(modes);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::kUsage);
    EXPECT_THAT(refused.error().message,
                HasSubstr("task=tweak mode=code_edit modality=image+image"));
  }
}

TEST(Modes, WhatCodeEditShowsIsForTurtlesOnly) {
  suite::Modes modes{{"task", "tweak"}, {"mode", "code_edit"}, {"modality", "image+text"}};
  for (const char* library : {"turtle", "free"}) {
    modes["library"] = library;
    EXPECT_TRUE(check(modes)) << library;
  }
  for (const std::string library : {"rabbit", "matplotlib"}) {
    modes["library"] = library;
    for (const char* modality : {"image+text", "image+image"}) {
      modes["modality"] = modality;
      const auto refused = check(modes);
      ASSERT_FALSE(refused) << library << modality;
      EXPECT_EQ(refused.error().code, ErrorCode::kUsage);
      EXPECT_THAT(refused.error().message, HasSubstr("library=" + library + " do not go together"));
      EXPECT_THAT(
          refused.error().message,
          HasSubstr("task=tweak mode=code_edit modality=image+text, library=turtle or free"));
    }
    EXPECT_TRUE(check({{"task", "tweak"}, {"library", library}}));
  }
}

// Before there were three modes, prompting was all of them.
TEST(Modes, FormerPromptingsAreUnderstood) {
  const auto suite = make_suite();
  const auto resolved = [&](const suite::Modes& given) {
    const auto modes = suite::resolve_modes(*suite, given);
    EXPECT_TRUE(modes) << modes.error().to_string();
    return settings_from(*modes);
  };
  EXPECT_EQ(resolved({{"prompting", "few-shot"}}).shots, Shots::kFour);
  EXPECT_EQ(resolved({{"prompting", "few-shot"}}).prompting, Prompting::kBasic);
  EXPECT_EQ(resolved({{"prompting", "rabbit"}}).library, Library::kRabbit);
  EXPECT_EQ(resolved({{"prompting", "free"}}).library, Library::kFree);
  EXPECT_EQ(resolved({{"prompting", "free"}, {"library", "free"}}).library, Library::kFree);
  EXPECT_EQ(resolved({{"prompting", "rabbit"}, {"shots", "4"}}).shots, Shots::kFour);
  const auto both = suite::resolve_modes(*suite, {{"prompting", "rabbit"}, {"library", "free"}});
  ASSERT_FALSE(both);
  EXPECT_THAT(both.error().message,
              HasSubstr("prompting=rabbit is a former name of prompting=basic, library=rabbit; "
                        "library=free says otherwise"));
  const auto unknown = suite::resolve_modes(*suite, {{"prompting", "rabbits"}});
  ASSERT_FALSE(unknown);
  EXPECT_THAT(unknown.error().message, HasSubstr("there are: basic, cot"));
}

TEST(Modes, WhatCouldBeChosenBeforeKeepsItsIdentity) {
  const auto suite = make_suite();
  const auto identity = [&](const suite::Modes& given) {
    suite::Modes modes = suite::identity_of(*suite::resolve_modes(*suite, given), suite->modes());
    for (const char* other :
         {"task", "mode", "modality", "metric", "threshold", "code_edit_source"}) {
      EXPECT_EQ(modes.erase(other), 1U) << other;
    }
    return modes;
  };
  using Modes = suite::Modes;
  EXPECT_EQ(identity({}), (Modes{{"prompting", "basic"}}));
  EXPECT_EQ(identity({{"prompting", "cot"}}), (Modes{{"prompting", "cot"}}));
  for (const char* former : {"few-shot", "rabbit", "free"}) {
    EXPECT_EQ(identity({{"prompting", former}}), (Modes{{"prompting", former}}));
  }
  EXPECT_EQ(identity({{"shots", "4"}}), (Modes{{"prompting", "few-shot"}}));
  EXPECT_EQ(identity({{"library", "rabbit"}}), (Modes{{"prompting", "rabbit"}}));
  EXPECT_EQ(identity({{"library", "rabbit"}, {"shots", "4"}}),
            (Modes{{"library", "rabbit"}, {"prompting", "basic"}, {"shots", "4"}}));
  EXPECT_EQ(identity({{"library", "free"}, {"prompting", "cot"}}),
            (Modes{{"library", "free"}, {"prompting", "cot"}}));
  EXPECT_EQ(identity({{"library", "matplotlib"}}),
            (Modes{{"library", "matplotlib"}, {"prompting", "basic"}}));
  // As a run of that time has recorded it.
  const Modes recorded{{"prompting", "rabbit"}, {"task", "all"}};
  EXPECT_EQ(suite::identity_of(recorded, suite->modes()), recorded);
}

TEST(Modes, OnlyCodeEditHasASourceToChoose) {
  for (const suite::Modes& modes :
       std::vector<suite::Modes>{{{"code_edit_source", "published"}},
                                 {{"task", "tweak"}, {"code_edit_source", "published"}}}) {
    const auto refused = check(modes);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::kUsage);
    EXPECT_THAT(refused.error().message, HasSubstr("code_edit_source=published do not go"));
  }
  EXPECT_TRUE(check({{"task", "tweak"},
                     {"mode", "code_edit"},
                     {"modality", "image+image"},
                     {"code_edit_source", "published"}}));
}

TEST(Modes, MintedFoldersDoNotDependOnThem) {
  const test::TempFolder folder;
  for (const suite::Modes& modes : std::vector<suite::Modes>{
           {{"task", "tweak"}}, {{"task", "scratch"}}, {{"threshold", "0.9"}}}) {
    const auto refused =
        make_suite()->mint_to(folder / "fresh", {.modes = modes, .seed = 1, .count = 1}, {});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::kUsage);
    EXPECT_THAT(refused.error().message, HasSubstr("minting turtlebench has no modes"));
    EXPECT_FALSE(std::filesystem::exists(folder / "fresh"));
  }
}

TEST(Modes, RefusedBeforeTheDataIsRead) {
  const auto suite = make_suite();
  const auto tasks = suite->load("/nowhere", {.modes = {{"modality", "image+image"}}});
  ASSERT_FALSE(tasks);
  EXPECT_EQ(tasks.error().code, ErrorCode::kUsage);
}

TEST(Complexity, Levels) {
  EXPECT_EQ(complexity_level(0), 1);
  EXPECT_EQ(complexity_level(1), 1);
  EXPECT_EQ(complexity_level(2), 2);
  EXPECT_EQ(complexity_level(5), 2);
  EXPECT_EQ(complexity_level(6), 3);
}

// --- data

class Data : public testing::Test {
 protected:
  Data() { EXPECT_TRUE(make_directories(source_folder(folder_.path()))); }

  void add_line(const std::string& line) {
    lines_ += line + "\n";
    EXPECT_TRUE(write_file(data::turtlebench::dataset_path(folder_.path()), lines_));
  }
  void add_item(int id, int question, const std::string& more = "") {
    const std::string code = "t.forward(side * " + std::to_string(question) + ")";
    add_line("{\"id\": " + std::to_string(id) +
             ", \"question_number\": " + std::to_string(question) +
             R"(, "query": "creates the given shape twice.", "variables": "side=10")" +
             ", \"base_shape_code\": \"" + code + "\"" + more + "}");
    raster::Image image(40, 30);
    image.row(10)[10] = 0;
    EXPECT_TRUE(write_file(source_folder(folder_.path()) /
                               (std::to_string(id) + "_" + std::to_string(question) + ".png"),
                           raster::encode_png(image)));
  }
  std::unique_ptr<suite::TaskSet> load(const suite::Modes& modes = {}) {
    auto tasks = make_suite()->load(folder_.path(), {.modes = modes});
    EXPECT_TRUE(tasks) << tasks.error().to_string();
    return std::move(*tasks);
  }
  std::vector<std::string> ids(const suite::Modes& modes = {}) {
    const auto tasks = load(modes);
    std::vector<std::string> all;
    for (std::size_t i = 0; i < tasks->size(); ++i) all.push_back(tasks->task(i).id);
    return all;
  }
  std::string prompt(const suite::Modes& modes, std::size_t index = 0) {
    const auto prompt = load(modes)->prompt(index, make_suite()->default_prompt(modes));
    EXPECT_TRUE(prompt) << prompt.error().to_string();
    return prompt->text;
  }

  test::TempFolder folder_;
  std::string lines_;
};

TEST_F(Data, OrderIsByNumbers) {
  add_item(10, 1);
  add_item(9, 2);
  add_item(9, 1);
  add_item(9, 10);
  EXPECT_THAT(ids(), ElementsAre("9_1", "9_2", "9_10", "10_1"));
  EXPECT_EQ(load()->task(1).base, "9_1");
  EXPECT_EQ(load()->task(0).base, "");
}

TEST_F(Data, BadLinesAreProblemsWithTheirPlace) {
  add_item(1, 1);
  add_line("{\"id\": 2");
  add_line(R"({"id": 3, "question_number": 1, "query": "", "base_shape_code": "",)"
           R"( "result_shape": "source/3_1.png"})");
  add_line(R"({"id": "../4", "question_number": 1, "query": "", "base_shape_code": ""})");
  add_line(R"({"id": 5, "question_number": 0, "query": "", "base_shape_code": ""})");
  add_item(1, 1);
  add_item(6, 2);
  add_line(
      R"({"id": 7, "question_number": 1, "query": "", "base_shape_code": "", "tweak_kinds": ["x"]})");
  add_line("[1]");
  add_line(R"({"id": 8, "question": 1, "query": "", "base_shape_code": ""})");
  const auto tasks = load();
  EXPECT_EQ(tasks->size(), 1U);
  std::string problems;
  for (const Error& problem : tasks->problems()) problems += problem.to_string() + "\n";
  EXPECT_THAT(tasks->problems(), SizeIs(9)) << problems;
  for (const char* each :
       {"dataset.jsonl:2: ", "dataset.jsonl:3: its picture, source/3_1.jpg or .png, is missing",
        "dataset.jsonl:4: '../4' is not a valid id", "dataset.jsonl:5: question_number",
        "item 1_1: a second item", "item 6_2: question 1", "'x' is not a valid kind of tweak",
        "dataset.jsonl:9: not a JSON object",
        "dataset.jsonl:10: there is no key 'question'; known are id, question_number, query"}) {
    EXPECT_THAT(problems, HasSubstr(each));
  }
}

TEST_F(Data, NoDatasetIsAnError) { EXPECT_FALSE(make_suite()->load(folder_.path(), {})); }

TEST_F(Data, TextModalitiesUseDescribedScratchTasks) {
  add_item(1, 1, R"(, "description": "A short line.")");
  add_item(1, 2, R"(, "description": "A short line.")");
  add_item(2, 1);
  EXPECT_THAT(ids(), ElementsAre("1_1", "1_2", "2_1"));
  EXPECT_THAT(ids({{"task", "scratch"}}), ElementsAre("1_1", "2_1"));
  EXPECT_THAT(ids({{"task", "scratch"}, {"modality", "text_only"}}), ElementsAre("1_1"));
  EXPECT_THAT(ids({{"task", "scratch"}, {"modality", "image+text"}}), ElementsAre("1_1"));
  EXPECT_THAT(ids({{"task", "tweak"}}), ElementsAre("1_2"));
}

TEST_F(Data, LevelsAndKindsAreTags) {
  add_item(1, 1, R"(, "source_contours": 6)");
  add_item(1, 2, R"(, "source_contours": 6, "tweak_kinds": ["deletion", "rotation"])");
  const Json tags = suite::tags_json(load()->task(1).tags);
  EXPECT_EQ(tags["task"], "tweak");
  EXPECT_EQ(tags["input"], "level 3");
  EXPECT_EQ(tags["output"], "level 1");
  EXPECT_EQ(tags["input x output"], "3 x 1");
  EXPECT_EQ(tags["tweak"], Json::array({"deletion", "rotation"}));
}

TEST_F(Data, PromptsSayWhatIsGiven) {
  add_item(1, 1, R"(, "description": "A short line.")");
  add_item(1, 2);
  const std::string scratch = prompt({{"task", "scratch"}});
  EXPECT_THAT(scratch, HasSubstr("side=10"));
  EXPECT_THAT(scratch, Not(HasSubstr("A short line.")));
  EXPECT_THAT(scratch, Not(HasSubstr("{{")));
  const std::string words = prompt({{"task", "scratch"}, {"modality", "text_only"}});
  EXPECT_THAT(words, HasSubstr("A short line."));
  EXPECT_THAT(words, Not(HasSubstr("attached")));
  EXPECT_THAT(prompt({{"task", "tweak"}}), HasSubstr("creates the given shape twice."));
  EXPECT_THAT(prompt({{"task", "tweak"}}), Not(HasSubstr("t.forward(side")));
  EXPECT_THAT(prompt({{"prompting", "cot"}}), HasSubstr("three steps"));
  EXPECT_THAT(prompt({{"library", "free"}}), HasSubstr("whatever programming language"));
}

TEST_F(Data, EveryPromptNamesItsLibraryAndItsSteps) {
  add_item(1, 1, R"(, "description": "A short line.")");
  add_item(1, 2);
  const std::map<std::string, std::string> marks{{"turtle", "The turtle t is there"},
                                                 {"rabbit", "rabbit.cc(radius, degree)"},
                                                 {"free", "whatever programming language"},
                                                 {"matplotlib", "as plt and numpy as np"}};
  std::set<std::string> texts;
  for (const auto& [library, mark] : marks) {
    for (const char* prompting : {"basic", "cot"}) {
      for (const char* task : {"scratch", "tweak"}) {
        const std::string text =
            prompt({{"library", library}, {"prompting", prompting}, {"task", task}});
        EXPECT_THAT(text, HasSubstr(mark));
        EXPECT_THAT(text, HasSubstr("side=10"));
        EXPECT_THAT(text, Not(HasSubstr("{{")));
        EXPECT_THAT(text, Not(HasSubstr("Example 1")));
        EXPECT_EQ(text.find("three steps") != std::string::npos, prompting[0] == 'c') << text;
        EXPECT_TRUE(library != "rabbit" || text.find("turtle") == std::string::npos) << text;
        texts.insert(text);
      }
    }
  }
  EXPECT_THAT(texts, SizeIs(16));
}

TEST_F(Data, CodeEditShowsQuestionOneUnlessAskedForThePublished) {
  add_item(1, 1);
  add_item(1, 2);
  suite::Modes modes{{"task", "tweak"}, {"mode", "code_edit"}, {"modality", "image+text"}};
  EXPECT_THAT(prompt(modes), HasSubstr("t.forward(side * 1)"));
  EXPECT_THAT(prompt(modes), Not(HasSubstr("t.forward(side * 2)")));
  modes["code_edit_source"] = "published";
  EXPECT_THAT(prompt(modes), HasSubstr("t.forward(side * 2)"));
}

TEST_F(Data, PicturesOfATaskByModality) {
  add_item(1, 1, R"(, "description": "A short line.")");
  add_item(1, 2);
  const auto images = [&](const suite::Modes& modes) {
    return load(modes)->prompt(0, make_suite()->default_prompt(modes))->images;
  };
  EXPECT_THAT(images({{"task", "scratch"}}), SizeIs(1));
  EXPECT_THAT(images({{"task", "scratch"}, {"modality", "text_only"}}), SizeIs(0));
  EXPECT_THAT(images({{"task", "tweak"}}), SizeIs(1));
  const auto both = images({{"task", "tweak"}, {"mode", "code_edit"}, {"modality", "image+image"}});
  ASSERT_THAT(both, SizeIs(2));
  EXPECT_NE(both[0], both[1]);
  EXPECT_FALSE(load()->prompt(0, "{{nothing}}"));
}

TEST(Picture, WatermarksAreClippedToSmallPictures) {
  const raster::Image mark = watermarked(raster::Image(100, 100), 2);
  EXPECT_EQ(mark.row(16 + 6 * 8)[16], 128);
  EXPECT_EQ(mark.row(0)[0], 255);
  EXPECT_NE(watermarked(raster::Image(100, 100), 1), mark);
  EXPECT_EQ(watermarked(raster::Image(20, 20, raster::PixelFormat::kRgb), 2).width(), 20);
  EXPECT_EQ(watermarked(raster::Image(1, 1), 1), raster::Image(1, 1));
}

// --- replies

TEST(Extract, TheLastProgramThatDraws) {
  const auto lenient = [](std::string_view reply) {
    return extract_program(reply, reply::Extraction::kLenient).first().code;
  };
  EXPECT_EQ(lenient("```python\nt.forward(1)\n```\nbetter:\n```python\nt.forward(2)\n```\n"),
            "t.forward(2)\n");
  EXPECT_EQ(lenient("```python\nt.forward(1)\n```\n```bash\npython3 a.py\n```\n"),
            "t.forward(1)\n");
  EXPECT_EQ(lenient("```python\nt.forward(1)\n```\nor\n```python\nt.forward(2"), "t.forward(1)\n");
  EXPECT_THAT(lenient("t.forward(100)\nt.right(90)\n"), HasSubstr("t.right(90)"));
  EXPECT_EQ(lenient("I cannot draw this."), "");
  EXPECT_EQ(lenient(""), "");
}

TEST(Extract, AFunctionOfAnotherBlockBringsAllBlocks) {
  const std::string first = "```python\ndef draw(t):\n    t.forward(50)\n```\n";
  const std::string second = "```python\nt.left(90)\ndraw(t)\n```\n";
  const auto both = extract_program(first + "Then:\n" + second, reply::Extraction::kLenient);
  EXPECT_EQ(both.first().rule, "joined");
  EXPECT_EQ(both.first().code, "def draw(t):\n    t.forward(50)\nt.left(90)\ndraw(t)\n");
  const auto last =
      extract_program(first + "```python\nt.left(90)\n```\n", reply::Extraction::kLenient);
  EXPECT_EQ(last.first().rule, "fence");
}

TEST(Extract, Strict) {
  const auto strict = [](std::string_view reply) {
    return extract_program(reply, reply::Extraction::kStrict).first().code;
  };
  EXPECT_EQ(strict("```python\nt.forward(1)\n```"), "t.forward(1)\n");
  EXPECT_EQ(strict("```python\nt.forward(1)\n```\n```python\nt.forward(2)\n```\n"), "");
  EXPECT_EQ(strict("  t.forward(1)\n"), "t.forward(1)");
}

TEST(Language, ByItsWords) {
  const auto expect = [](std::string_view code, std::string_view language) {
    EXPECT_EQ(reply::language_of(code), language) << code;
  };
  expect("import turtle\nturtle.forward(3)", "turtle");
  expect("from turtle import *\nforward(3)", "turtle");
  expect("for i in range(4):\n    t.fd(10)", "turtle");
  expect("import rabbit\nrabbit.aa(5)", "rabbit");
  expect("import matplotlib.pyplot as plt\nplt.plot([0, 1], [0, 1])", "matplotlib");
  expect("from PIL import Image, ImageDraw", "pillow");
  expect("<svg xmlns=\"http://www.w3.org/2000/svg\"><circle r=\"5\"/></svg>", "svg");
  expect("\\begin{tikzpicture}\\draw (0,0) circle (1);\\end{tikzpicture}", "tikz");
  expect("function setup() { createCanvas(400, 400); circle(200, 200, 50); }", "p5.js");
  expect("<canvas id=\"c\"></canvas><script>c.getContext('2d')</script>", "html canvas");
  expect("repeat 4 [fd 100 rt 90]", "logo");
  expect("def f(x):\n    return x", "python");
  expect("nothing of the kind", "unknown");
}

TEST(Language, PseudocodeIsOne) {
  for (const char* code :
       {"REPEAT 4 TIMES\n  MOVE forward side\n  TURN right 90 degrees\nEND REPEAT\n",
        "BEGIN\n  SET x TO 0\n  FOR i FROM 1 TO 4 DO\n    DRAW line of length side\n  ENDFOR\nEND",
        "Algorithm: draw a square\n1. Start at the origin\n2. Move forward by side\n",
        "x ← 0\nwhile x < 4\n  forward(side)\n  x ← x + 1\n",
        "for each side of the square:\n    draw a line of 100 units\n    rotate right by 90\n",
        "let n be 5\nrepeat n times:\n  go forward 100\n  turn right 144\n"}) {
    EXPECT_EQ(reply::language_of(code), "pseudocode") << code;
    EXPECT_EQ(reply::language_of(code, "text"), "pseudocode") << code;
    EXPECT_EQ(reply::language_of(code, "logo"), "logo") << code;
  }
  EXPECT_EQ(reply::language_of("anything at all", "pseudocode"), "pseudocode");
  EXPECT_EQ(reply::language_of("import turtle", "Pseudo"), "pseudocode");
  for (const char* code :
       {"for each in range(4):\n    t.forward(9)\n    t.left(90)\n",
        "\"\"\"\nDraw the lines.\nMove the pen.\n\"\"\"\nfor i in range(4):\n    t.fd(9)\n",
        "# Draw a line\n# Move on\nt.forward(3)\n", "draw = 3\nmove = 4\nt.forward(draw)\n"}) {
    EXPECT_EQ(reply::language_of(code), "turtle") << code;
  }
  EXPECT_EQ(reply::language_of("to square\nrepeat 4 [fd 9 rt 90]\nend\n"), "logo");
}

TEST(Extract, PlotsAreProgramsWhereTheyAreAskedFor) {
  const std::string plot = "plt.plot([0, 1], [0, 1])\nplt.show()\n";
  const std::string reply =
      "```python\n" + plot + "```\nTo move on:\n```python\nt.forward(3)\n```\n";
  const auto code = [&](Library library) {
    return extract_program(reply, Extraction::kLenient, library).first().code;
  };
  EXPECT_EQ(code(Library::kMatplotlib), plot);
  EXPECT_EQ(code(Library::kTurtle), "t.forward(3)\n");
  const std::string two = "```python\nimport numpy as np\nx = np.array([0, 1])\n```\n```python\n" +
                          std::string("plt.plot(x, x)\n```\n");
  EXPECT_EQ(extract_program(two, Extraction::kLenient, Library::kMatplotlib).first().rule,
            "joined");
}

TEST(Language, ByTheLabelOfItsFence) {
  const auto expect = [](std::string_view label, std::string_view code, std::string_view language) {
    EXPECT_EQ(reply::language_of(code, label), language) << label << ": " << code;
  };
  expect("asy", "draw(circle((0,0),1));", "asymptote");
  expect("", "draw(circle((0,0),1));", "asymptote");
  expect("javascript", "turtle.forward(100)", "javascript");
  expect("JS title=\"a.js\"", "turtle.forward(100)", "javascript");
  expect("ruby", "import turtle\nturtle.forward(100)", "ruby");
  expect("js", "function setup() { createCanvas(9, 9); }", "p5.js");
  expect("html", "<svg><circle r=\"5\"/></svg>", "svg");
  expect("xml", "<svg/>", "svg");
  expect("latex", "\\begin{tikzpicture}\\end{tikzpicture}", "tikz");
  expect("latex", "\\begin{picture}(9,9)\\put(0,0){\\circle(3)}\\end{picture}", "latex");
  for (const char* label :
       {"python", "py", "Python3", "text", "draw.py", "", "{.python}", "pyth"}) {
    expect(label, "import turtle\nturtle.forward(100)", "turtle");
  }
  expect("python", "import matplotlib.pyplot as plt", "matplotlib");
}

TEST(Extract, LabelsOfFences) {
  const auto label = [](std::string_view reply,
                        reply::Extraction extraction = reply::Extraction::kLenient) {
    const reply::Answer answer = extract_program(reply, extraction);
    return answer.first().rule + ":" + answer.first().label;
  };
  EXPECT_EQ(label("```asy\ndraw(circle((0,0),1));\n```\n"), "fence:asy");
  EXPECT_EQ(label("```asy\ndraw(circle((0,0),1));\n```\n", reply::Extraction::kStrict),
            "fence:asy");
  EXPECT_EQ(label("```\nt.forward(1)\n```\n"), "fence:");
  EXPECT_EQ(label("```js title=a:b\nturtle.forward(1)"), "open_fence:js title=a:b");
  EXPECT_EQ(label("- so:\r\n  ~~~ ruby\r\n  fd(1)\r\n    fd(2)\r\n  ~~~\r\n"), "fence:ruby");
  EXPECT_EQ(label("```py\nt.fd(1)\n```\nor\n````js\nt.fd(1)\nt.fd(2)\n```\n````\n"), "fence:js");
  EXPECT_EQ(label("t.forward(1)\n"), "bare:");
  EXPECT_EQ(label(""), ":");
}

TEST(Extract, ThePublishedRuleTakesTheLastBlock) {
  const auto published = [](std::string_view reply) {
    return extract_program(reply, reply::Extraction::kPublished).first().code;
  };
  EXPECT_EQ(published("```python\nt.forward(1)\n```\n```bash\nls\n```\n"), "ls\n");
  EXPECT_EQ(published("```python\nt.forward(1)\n```\nor\n```python\nt.forward(2"),
            "t.forward(1)\n");
  EXPECT_EQ(published("Nothing."), "");
}

TEST(Language, NamesThatEndLikeACallAreNone) {
  EXPECT_TRUE(reply::draws_with_turtle("fd(3)"));
  EXPECT_FALSE(reply::draws_with_turtle("step_forward = 3\nmy_circle(3)"));
  EXPECT_FALSE(reply::draws_with_turtle(""));
}

// --- fresh tasks in words

TEST(Designs, TheBookHasSixtyFamiliesAndMore) {
  const auto book = mint::turtle::DesignBook::open();
  ASSERT_TRUE(book) << book.error().to_string();
  const std::vector<std::string> names = book->families();
  EXPECT_GE(names.size(), 60U);
  EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), names.size());
}

TEST(Designs, EveryFamilyHasChangesThatSayWhatStays) {
  const mint::turtle::DesignBook book = *mint::turtle::DesignBook::open();
  const std::vector<std::string> names = book.families();
  const std::vector<std::string_view> stays{"same size",     "stays as it is",   "same length",
                                            "same distance", "stay as they",     "keep their size",
                                            "same figures",  "stays where it is"};
  for (std::size_t family = 0; family < names.size(); ++family) {
    for (std::int64_t seed = 0; seed < 30; ++seed) {
      Random random(seed);
      const auto design = book.make(family, random);
      ASSERT_TRUE(design) << design.error().to_string();
      EXPECT_THAT(design->description, Not(HasSubstr("a equilateral")));
      EXPECT_GE(design->changes.size(), 2U) << names[family];
      for (const mint::turtle::Change& change : design->changes) {
        if (change.query.find("evenly turned") != std::string::npos) {
          EXPECT_THAT(change.query, HasSubstr("stays where it is"));
        }
        if (change.kind != "generalisation") continue;
        EXPECT_TRUE(std::ranges::any_of(stays, [&](std::string_view words) {
          return change.query.find(words) != std::string::npos;
        })) << change.query;
      }
    }
  }
}

TEST(Designs, WhatIsWrongWithAFamilyIsNamed) {
  Random random(1);
  const auto error_of = [&](std::string_view family) {
    const auto book = mint::turtle::DesignBook::parse(family, "");
    if (!book) return book.error().to_string();
    const auto design = book->make(0, random);
    return design ? std::string() : design.error().to_string();
  };
  EXPECT_THAT(error_of("=== a\n> x\nshape: fd\n"), HasSubstr("without an amount"));
  EXPECT_THAT(error_of("=== a\n> {n}\nshape: fd 1\n"), HasSubstr("there is no value 'n'"));
  EXPECT_THAT(error_of("=== a\nn = 3..2\n> x\nshape: fd 1\n"), HasSubstr("is not a range"));
  EXPECT_THAT(error_of("=== a\n> x\n"), HasSubstr("no part 'shape'"));
  EXPECT_THAT(error_of("=== a\nwhat\n"), HasSubstr("a: what"));
  EXPECT_THAT(error_of("=== a\n> x\nshape: rep 2 [ fd 1\n"), HasSubstr("without ']'"));
  EXPECT_THAT(error_of("=== a\n> x\nshape: @b\n"), HasSubstr("'@b'"));
}

TEST(Steps, AmountsAreWorkedOutWhereTheyAreWholeNumbers) {
  EXPECT_EQ(mint::turtle::amount_text("360/5"), "72");
  EXPECT_EQ(mint::turtle::amount_text("360/7"), "360 / 7");
  EXPECT_EQ(mint::turtle::amount_text("180-60"), "120");
  EXPECT_EQ(mint::turtle::amount_text("-side/2"), "-side / 2");
  EXPECT_EQ(mint::turtle::amount_text("-(core+radius*i)"), "-(core + radius * i)");
  EXPECT_EQ(mint::turtle::amount_text("degrees(atan2(h,w/2))"), "degrees(atan2(h, w / 2))");
}

TEST(Steps, BecomeASketch) {
  const auto sketch = mint::turtle::parse_steps("at 0 side [ rep 2 [ but 2 [ circle r ] ] ] @x",
                                                {{"x", {mint::turtle::left("9")}}});
  ASSERT_TRUE(sketch) << sketch.error().to_string();
  EXPECT_EQ(mint::turtle::to_python(*sketch),
            "t.penup()\nt.left(90)\nt.forward(side)\nt.right(90)\nt.pendown()\n"
            "for i in range(2):\n    if i != 1:\n        t.circle(r)\n"
            "t.penup()\nt.left(90)\nt.backward(side)\nt.right(90)\nt.pendown()\nt.left(9)\n");
}

// --- programs as data

TEST(Sketch, PythonOfNestedLoops) {
  const mint::turtle::Sketch sketch{mint::turtle::loop(
      3, {mint::turtle::unless(1, {mint::turtle::loop(4, {mint::turtle::forward("side"),
                                                          mint::turtle::left("90")})}),
          mint::turtle::pen_up(), mint::turtle::backward("gap"), mint::turtle::pen_down()})};
  EXPECT_EQ(mint::turtle::to_python(sketch),
            "for i in range(3):\n"
            "    if i != 1:\n"
            "        for j in range(4):\n"
            "            t.forward(side)\n"
            "            t.left(90)\n"
            "    t.penup()\n"
            "    t.backward(gap)\n"
            "    t.pendown()\n");
}

TEST(Sketch, MirroringTwiceChangesNothing) {
  const mint::turtle::Sketch sketch{mint::turtle::left("30"), mint::turtle::circle("2 * r", "90"),
                                    mint::turtle::circle("a + b"),
                                    mint::turtle::loop(2, {mint::turtle::right("1")})};
  EXPECT_EQ(mint::turtle::to_python(mint::turtle::mirrored(sketch)),
            "t.right(30)\nt.circle(-2 * r, 90)\nt.circle(-(a + b))\nfor i in range(2):\n"
            "    t.left(1)\n");
  EXPECT_EQ(
      mint::turtle::to_python(mint::turtle::mirrored(mint::turtle::mirrored(
          {mint::turtle::circle("-radius", "180"), mint::turtle::left("5")}))),
      mint::turtle::to_python({mint::turtle::circle("-radius", "180"), mint::turtle::left("5")}));
}

}  // namespace
}  // namespace papert::suite::turtlebench
