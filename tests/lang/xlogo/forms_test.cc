// The three written forms of a program: what is read, what is refused and with which words, and
// that each writes what it reads.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "lang/xlogo/program.h"

namespace papert::lang::xlogo {
namespace {

using ::testing::HasSubstr;

std::string repeated(const std::string& text, std::size_t times) {
  std::string result;
  for (std::size_t i = 0; i < times; ++i) result += text;
  return result;
}

/// The program in the short form, or "line: message".
std::string python(std::string_view text) {
  const auto program = parse_python(text);
  if (program) return to_dsl(*program);
  return std::to_string(program.error().line) + ": " + program.error().message;
}

std::string dsl(std::string_view text) {
  const auto program = parse_dsl(text);
  if (program) return to_dsl(*program);
  return std::to_string(program.error().line) + ": " + program.error().message;
}

TEST(XlogoPython, ReadsEveryCommand) {
  EXPECT_EQ(python("def run():\n    move_forward()\n    move_backward()\n    turn_left()\n"
                   "    turn_right()\n    setpc('red')\n    setpc(\"white\")\n    setpc(None)\n"),
            "fd bk lt rt setpc red setpc white setpc null");
}

TEST(XlogoPython, Accepts) {
  const std::pair<const char*, const char*> cases[]{
      {"def run():\n  for i in range(4):\n    move_forward()\n    turn_left()\n  turn_right()",
       "repeat 4 [fd lt] rt"},
      {"def run():\n\tfor _ in range(12):\n\t\tfor k in range(1):\n\t\t\tmove_forward()\n",
       "repeat 12 [repeat 1 [fd]]"},
      {"def run():\n\tfor _ in range(2):\n\t        move_forward()\n", "repeat 2 [fd]"},
      {"def run(): move_forward(); turn_left();\n", "fd lt"},
      {"def run():\n    for _ in range(4): move_forward(); turn_left()\n    turn_right()",
       "repeat 4 [fd lt] rt"},
      {"def run():\n    pass", ""},
      {"def run(): pass", ""},
      {"def run():\n    '''only words'''\n", ""},
      {"def run():\n    \"\"\"two\n  lines \\\"\"\" still\n\"\"\"\n    move_forward()\n", "fd"},
      {"def run():\n    r'raw'\n    for _ in range(3):\n        pass\n", "repeat 3 []"},
      {"'''module'''\n\n# comment\ndef run():\n    # first\n\n  # odd comment\n    turn_left() # "
       "x\n",
       "lt"},
      {"def run():\n    'one' r'''two''' \"three\"\n    turn_left()\n", "lt"},
      {"def run():\r\n    move_forward()\r\n    turn_left()\r\n", "fd lt"},
      {"def run():\r    move_forward()\r", "fd"},
      {"\xEF\xBB\xBF"
       "def run():\n    move_forward()\n",
       "fd"},
      {"def run (  ) :\n    move_forward (\n  # why not\n )\n    setpc(\n'blue',\n)\n",
       "fd setpc blue"},
      {"def run():\n    for i in \\\n        range(2,):\n        move_forward()\n",
       "repeat 2 [fd]"},
      {"def run():\n    move_forward()\nrun()\n", "fd"},
      {"def run():\n    move_forward()\n\n\nrun();  # go\n'''end'''", "fd"},
      {"def run():\n    setpc(u'green')\n    setpc('''red''')\n", "setpc green setpc red"},
      {"def run():\n    for run in range(2):\n        move_forward()\n", "repeat 2 [fd]"},
      {"def run():\n    for \xC3\xA9t\xC3\xA9 in range(2):\n        move_forward()\n",
       "repeat 2 [fd]"},
      {"def run():\n    for i in range(2):\n        move_forward()\n    # shallow\n"
       "        turn_left()\n",
       "repeat 2 [fd lt]"},
  };
  for (const auto& [text, expected] : cases) EXPECT_EQ(python(text), expected) << text;
}

TEST(XlogoPython, RefusesByLineAndName) {
  struct Case {
    const char* text;
    const char* line;
    const char* message;
  };
  const Case cases[]{
      {"", "1: ", "expected 'def run():', found the end"},
      {"   \n\n# only a comment", "3: ", "found the end of the text"},
      {"move_forward()\n",
       "1: ", "expected 'def run():', found 'move_forward' in 'move_forward()'"},
      {"import turtle\ndef run():\n    pass\n", "1: ", "'import' in 'import turtle'"},
      {"def main():\n    pass\n", "1: ", "expected 'run', found 'main'"},
      {"def run(x):\n    pass\n", "1: ", "expected ')', found 'x'"},
      {"def run() -> None:\n    pass\n", "1: ", "expected ':', found '-'"},
      {"def run():\n", "2: ", "expected an indented command after ':'"},
      {"def run():\n# nothing\n", "3: ", "expected an indented command"},
      {"def run():\nmove_forward()\n", "2: ", "expected an indented command"},
      {"  def run():\n    pass\n", "1: ", "found deeper indentation"},
      {"def run():\n    x = 3\n", "2: ", "found 'x' in 'x = 3'"},
      {"def run():\n    jump()\n", "2: ", "found 'jump' in 'jump()'"},
      {"def run():\n    move_forward(2)\n",
       "2: ", "move_forward(2): move_forward() takes no number"},
      {"def run():\n    move_forward\n", "2: ", "expected '(', found the end of the line"},
      {"def run():\n    move_forward()()\n", "2: ", "expected the end of the line, found '('"},
      {"def run():\n    move_forward() turn_left()\n", "2: ", "expected the end of the line"},
      {"def run():\n    ;\n", "2: ", "found ';'"},
      {"def run():\n    move_forward();;turn_left()\n", "2: ", "found ';'"},
      {"def run():\n    for i in range(n):\n        pass\n",
       "2: ", "expected a whole number in range(), found 'n'"},
      {"def run():\n    for i in range(0, 4):\n        pass\n", "2: ", "range(0)"},
      {"def run():\n    for i in range(1, 4):\n        pass\n", "2: ", "expected ')', found '4'"},
      {"def run():\n    for i in range(0):\n        pass\n", "2: ", "range(0): a loop runs from 1"},
      {"def run():\n    for i in range(13):\n        pass\n", "2: ", "range(13)"},
      {"def run():\n    for i in range(99999999999999999999):\n        pass\n",
       "2: ", "range(9999"},
      {"def run():\n    for i in range(-1):\n        pass\n", "2: ", "found '-'"},
      {"def run():\n    for i in range(2.0):\n        pass\n", "2: ", "found '2.0'"},
      {"def run():\n    for i in range(04):\n        pass\n", "2: ", "found '04'"},
      {"def run():\n    for i in range(0x4):\n        pass\n", "2: ", "found '0x4'"},
      {"def run():\n    for i in range('4'):\n        pass\n", "2: ", "found '4'"},
      {"def run():\n    for i in [1, 2]:\n        pass\n", "2: ", "expected 'range', found '['"},
      {"def run():\n    for None in range(2):\n        pass\n",
       "2: ", "loop variable, found 'None'"},
      {"def run():\n    for move_forward in range(2):\n        move_forward()\n",
       "2: ", "hides 'move_forward'"},
      {"def run():\n    pass; for i in range(2): pass\n", "2: ", "found 'for'"},
      {"def run():\n    for i in range(2): for k in range(2): pass\n", "2: ", "found 'for'"},
      {"def run():\n    for i in range(2):\n    move_forward()\n",
       "3: ", "expected an indented command"},
      {"def run():\n    while True:\n        move_forward()\n", "2: ", "found 'while'"},
      {"def run():\n    if True:\n        move_forward()\n", "2: ", "found 'if'"},
      {"def run():\n    return\n", "2: ", "found 'return'"},
      {"def run():\n    move_forward()\n      turn_left()\n", "3: ", "found deeper indentation"},
      {"def run():\n    for i in range(2):\n        pass\n      move_forward()\n",
       "4: ", "the indentation matches no line above"},
      {"def run():\n        move_forward()\n\tturn_left()\n", "3: ", "tabs and spaces are mixed"},
      {"def run():\n    setpc()\n", "2: ", "expected a colour in quotes or None, found ')'"},
      {"def run():\n    setpc(red)\n", "2: ", "found 'red' in 'setpc(red)'"},
      {"def run():\n    setpc('Red')\n", "2: ", "setpc('Red'): not a pen colour"},
      {"def run():\n    setpc('orange')\n", "2: ", "setpc('orange'): not a pen colour"},
      {"def run():\n    setpc('r' 'ed')\n", "2: ", "setpc('r')"},
      {"def run():\n    setpc(b'red')\n", "2: ", "found 'b'"},
      {"def run():\n    setpc('red)\n", "2: ", "a string that does not end"},
      {"def run():\n    '''never\n\n\n", "2: ", "a string that does not end"},
      {"def run():\n    move_forward(\n\n", "4: ", "a parenthesis that is not closed"},
      {"def run():\n    move_forward() \\", "2: ", "found '\\'"},
      {"def run():\n    move_forward() \\\n", "3: ", "a backslash with nothing after it"},
      {"def run():\n    setpc('re\\\nd')\n", "2: ", "setpc('re\\ d')"},
      {"def run():\n    move_forward()\nrun()\nrun()\n", "4: ", "nothing after run, found 'run'"},
      {"def run():\n    move_forward()\nprint(1)\n", "3: ", "nothing after run, found 'print'"},
      {"def run():\n    pass\ndef run():\n    pass\n", "3: ", "nothing after run, found 'def'"},
      {"def run():\n    Move_Forward()\n", "2: ", "found 'Move_Forward'"},
      {"```python\ndef run():\n    pass\n```", "1: ", "expected 'def run():', found '`'"},
  };
  for (const Case& test : cases) {
    const std::string result = python(test.text);
    EXPECT_TRUE(result.starts_with(test.line)) << test.text << "\n" << result;
    EXPECT_THAT(result, HasSubstr(test.message)) << test.text;
  }
}

/// The same by the forgiving form.
std::string forgiving(std::string_view text) {
  const auto program = parse_python(text, PythonForm::kForgiving);
  if (program) return to_dsl(*program);
  return std::to_string(program.error().line) + ": " + program.error().message;
}

TEST(XlogoPython, ForgivesWhatChangesNothing) {
  const std::pair<const char*, const char*> cases[]{
      {"def run():\n    move_forward()\n    return\n", "fd"},
      {"def run():\n    move_forward()\n    return None\n    'words'\nrun()\n", "fd"},
      {"def run(): move_forward(); return\n", "fd"},
      {"def run() -> None:\n    \"\"\"Go.\"\"\"\n    move_forward()\n", "fd"},
      {"def run() -> 'None': pass", ""},
      {"def run():\n    turn_left()\n\nif __name__ == \"__main__\":\n    run()\n", "lt"},
      {"def run():\n    turn_left()\nif __name__ == '__main__': run()", "lt"},
      {"def run():\n    for i in range(0, 4):\n        move_forward()\n", "repeat 4 [fd]"},
      {"def run():\n    for i in range(0, 4, 1):\n        move_forward()\n", "repeat 4 [fd]"},
      {"def run():\n    for i in range(1, 4,):\n        move_forward()\n", "repeat 3 [fd]"},
      {"def run():\n    for i in range(12,):\n        pass\n", "repeat 12 []"},
      {"import turtle\nimport math as m\nfrom math import *\nfrom turtle import (Turtle, Screen)\n"
       "def run():\n    move_forward()\n",
       "fd"},
  };
  for (const auto& [text, expected] : cases) EXPECT_EQ(forgiving(text), expected) << text;
}

TEST(XlogoPython, ForgivesNothingThatChangesSomething) {
  const std::pair<const char*, const char*> cases[]{
      {"def run():\n    return\n    move_forward()\n", "2: 'return' must be the last command"},
      {"def run():\n    for i in range(2):\n        return\n",
       "3: 'return' cannot stand in a loop"},
      {"def run():\n    return 3\n", "2: expected the end of the line, found '3'"},
      {"import os\ndef run():\n    pass\n", "1: expected one of the modules turtle, math"},
      {"from math import *)\ndef run():\n    pass\n",
       "1: expected the end of the line, found ')' in 'from math import *)'"},
      {"def run():\n    for i in range(0, 13):\n        pass\n",
       "2: range(0, 13): a loop runs from 1 to 12 times"},
      {"def run():\n    for i in range(0, 8, 2):\n        pass\n", "2: range() must go in steps"},
      {"def run():\n    for i in range(3, 1):\n        pass\n", "2: range(3, 1): a loop runs"},
      {"def run():\n    pass\nif __name__ == '__main__':\n    run()\n    run()\n",
       "5: expected nothing after run()"},
      {"def run():\n    pass\nif True:\n    run()\n", "3: expected '__name__', found 'True'"},
      {"def run():\n    move_forward(3)\n",
       "2: move_forward(3): move_forward() takes no number; it moves by one cell"},
      {"def run():\n    turn_left(90)\n",
       "2: turn_left(90): turn_left() takes no number; it turns by 90 degrees"},
      {"def run():\n    for i in range(4):\n",
       "3: expected an indented command after ':', but the program ends here"},
  };
  for (const auto& [text, expected] : cases) {
    EXPECT_THAT(forgiving(text), ::testing::StartsWith(expected)) << text;
  }
}

TEST(XlogoPython, BytesThatAreNoText) {
  for (const std::string_view text :
       {std::string_view("def run():\n    \0()\n", 19),
        std::string_view("def run():\n    \xff\xfe()\n"),
        std::string_view("def run():\n    move_forward()  # \xff\n")}) {
    EXPECT_EQ(python(text), "2: a NUL byte, or bytes that are not UTF-8");
  }
}

TEST(XlogoPython, AJoinedLineHasTheIndentationBehindTheBackslash) {
  EXPECT_EQ(python("def run():\n\\\n    move_forward()\n"), "fd");
}

TEST(XlogoPython, LinesOfBlocks) {
  const auto program = parse_python(
      "def run():\n\n    for i in range(2):\n        move_forward(\n)\n    turn_left(); "
      "turn_right()\n"
      "    '''\n    '''\n    setpc('red')\n");
  ASSERT_TRUE(program);
  std::vector<std::uint32_t> lines;
  for (const Block& block : program->blocks) lines.push_back(block.line);
  EXPECT_EQ(lines, (std::vector<std::uint32_t>{3, 4, 6, 6, 9}));
}

std::string nested_python(int depth) {
  std::string text = "def run():\n";
  for (int i = 0; i < depth; ++i) {
    text += std::string(static_cast<std::size_t>(i + 1), ' ') + "for i in range(2):\n";
  }
  return text + std::string(static_cast<std::size_t>(depth + 1), ' ') + "pass\n";
}

TEST(XlogoPython, Limits) {
  EXPECT_TRUE(parse_python(nested_python(kMaxNesting)));
  EXPECT_THAT(python(nested_python(kMaxNesting + 1)), HasSubstr("nested deeper than 16"));
  const std::string line = "    move_forward()\n";
  EXPECT_TRUE(parse_python("def run():\n" + repeated(line, kMaxBlocks)));
  EXPECT_THAT(python("def run():\n" + repeated(line, kMaxBlocks + 1)),
              ::testing::StartsWith("10002: more than 10000 commands"));
  const std::string start = "def run():\n    pass\n";
  EXPECT_EQ(python(start + std::string(kMaxProgramBytes - start.size(), '\n')), "");
  EXPECT_THAT(python(start + std::string(kMaxProgramBytes + 1 - start.size(), '\n')),
              HasSubstr("1048577 bytes"));
}

// Work that grew with the square of the length would not end before the test is stopped.
TEST(XlogoPython, LongTextsTakeLinearTime) {
  for (const char* piece :
       {"(", ")", "'", "\\\n", "\t", " \n", "\n ", "#", "'''", "\r", "a", "9"}) {
    const std::string filling = repeated(piece, kMaxProgramBytes / std::string(piece).size() - 20);
    for (const char* before : {"", "def run():\n ", "def run("}) {
      EXPECT_LE(python(before + filling).size(), 200u) << piece;
      static_cast<void>(parse_dsl(filling));
    }
  }
}

TEST(XlogoDsl, Accepts) {
  EXPECT_EQ(dsl(""), "");
  EXPECT_EQ(dsl(" fd\n\tbk lt\r\nrt"), "fd bk lt rt");
  EXPECT_EQ(dsl("repeat 4[fd rt]setpc red"), "repeat 4 [fd rt] setpc red");
  EXPECT_EQ(dsl("repeat 2 [ repeat 12 [ ] ] fd"), "repeat 2 [repeat 12 []] fd");
  EXPECT_EQ(dsl("fd ; a comment [\n# another ]\nbk;x"), "fd bk");
  EXPECT_EQ(dsl("setpc null setpc white"), "setpc null setpc white");
}

TEST(XlogoDsl, RefusesByLineAndName) {
  const std::pair<const char*, const char*> cases[]{
      {"fd\njump", "2: 'jump' is not a command"},
      {"FD", "1: 'FD' is not a command"},
      {"repeat", "1: repeat ''"},
      {"repeat 0 [fd]", "1: repeat '0'"},
      {"repeat 13 [fd]", "1: repeat '13'"},
      {"repeat 2.0 [fd]", "1: repeat '2.0'"},
      {"repeat -1 [fd]", "1: repeat '-1'"},
      {"repeat 99999999999 [fd]", "1: repeat '99999999999'"},
      {"repeat 2 fd", "1: expected '[' after repeat 2, found 'fd'"},
      {"fd\nrepeat 2 [\nfd", "2: this repeat has no closing ']'"},
      {"fd ]", "1: ']' without a repeat"},
      {"[ fd ]", "1: '[' is not a command"},
      {"setpc", "1: setpc ''"},
      {"setpc orange", "1: setpc 'orange'"},
      {"setpc None", "1: setpc 'None'"},
  };
  for (const auto& [text, message] : cases) {
    EXPECT_THAT(dsl(text), ::testing::StartsWith(message)) << text;
  }
}

TEST(XlogoDsl, Limits) {
  const auto nested = [](std::size_t depth) {
    return repeated("repeat 2 [", depth) + "fd" + repeated("]", depth);
  };
  EXPECT_TRUE(parse_dsl(nested(kMaxNesting)));
  EXPECT_THAT(dsl(nested(kMaxNesting + 1)), HasSubstr("nested deeper than 16"));
  EXPECT_TRUE(parse_dsl(repeated("fd ", kMaxBlocks)));
  EXPECT_THAT(dsl(repeated("fd ", kMaxBlocks + 1)), HasSubstr("more than 10000"));
  EXPECT_TRUE(parse_dsl(std::string(kMaxProgramBytes, ' ')));
  EXPECT_FALSE(parse_dsl(std::string(kMaxProgramBytes + 1, ' ')));
}

std::string json(const std::string& text) {
  const auto value = parse_json(text);
  EXPECT_TRUE(value) << text;
  const auto program = program_from_json(*value, "file:1");
  return program ? to_dsl(*program) : program.error().to_string();
}

TEST(XlogoProgramJson, ReadsAndRefusesByPath) {
  const std::pair<const char*, const char*> cases[]{
      {R"({"run": []})", ""},
      {R"({"run": [{"type": "repeat", "times": 2, "body": []}, {"type": "fd", "more": 1}]})",
       "repeat 2 [] fd"},
      {R"({"run": [{"type": "setpc", "value": null}, {"type": "setpc", "value": "red"}]})",
       "setpc null setpc red"},
      {R"([])", "file:1: expected an object, found []"},
      {R"({})", "file:1: the key \"run\" is missing"},
      {R"({"run": {}})", "file:1: run: expected a list, found {}"},
      {R"({"run": [{"type": "fd"}, 7]})", "file:1: run[1]: expected an object, found 7"},
      {R"({"run": [{"type": "jump"}]})",
       "file:1: run[0].type: expected fd, bk, lt, rt, repeat or setpc, found \"jump\""},
      {R"({"run": [{"type": 1}]})", "file:1: run[0].type: expected a string, found 1"},
      {R"({"run": [{"type": "repeat", "body": []}]})",
       "file:1: run[0]: the key \"times\" is missing"},
      {R"({"run": [{"type": "repeat", "times": 2}]})",
       "file:1: run[0]: the key \"body\" is missing"},
      {R"({"run": [{"type": "repeat", "times": 0, "body": []}]})",
       "file:1: run[0].times: expected a whole number from 1 to 12, found 0"},
      {R"({"run": [{"type": "repeat", "times": 13, "body": []}]})",
       "file:1: run[0].times: expected a whole number from 1 to 12, found 13"},
      {R"({"run": [{"type": "repeat", "times": 2.0, "body": []}]})",
       "file:1: run[0].times: expected a whole number from 1 to 12, found 2.0"},
      {R"({"run": [{"type": "repeat", "times": 18446744073709551615, "body": []}]})",
       "file:1: run[0].times: expected a whole number from 1 to 12, found 18446744073709551615"},
      {R"({"run": [{"type": "repeat", "times": 2, "body": [{"type": "setpc"}]}]})",
       "file:1: run[0].body[0]: the key \"value\" is missing"},
      {R"({"run": [{"type": "setpc", "value": "pink"}]})",
       "file:1: run[0].value: expected a pen colour (red, black, blue, green, yellow, white) or "
       "null, found \"pink\""},
  };
  for (const auto& [text, expected] : cases) EXPECT_EQ(json(text), expected) << text;
}

TEST(XlogoProgramJson, Limits) {
  const auto nested = [](std::size_t depth) {
    return R"({"run": [)" + repeated(R"({"type": "repeat", "times": 2, "body": [)", depth) +
           repeated("]}", depth) + "]}";
  };
  EXPECT_THAT(json(nested(kMaxNesting)), ::testing::StartsWith("repeat 2 ["));
  EXPECT_THAT(json(nested(kMaxNesting + 1)), HasSubstr("nested deeper than 16"));
  const auto many = [](std::size_t count) {
    return R"({"run": [)" + repeated(R"({"type": "fd"}, )", count - 1) + R"({"type": "fd"}]})";
  };
  EXPECT_THAT(json(many(kMaxBlocks)), ::testing::StartsWith("fd fd"));
  EXPECT_THAT(json(many(kMaxBlocks + 1)), HasSubstr("10001 elements, at most 10000 allowed"));
  EXPECT_THAT(json(R"({"run": [{"type": "fd"}, {"type": "repeat", "times": 2, "body": )" +
                   many(kMaxBlocks).substr(8) + "]}"),
              HasSubstr("more than 10000 blocks"));
}

TEST(XlogoForms, AllReadBackToTheSame) {
  for (const char* text :
       {"", "fd", "repeat 2 []", "repeat 12 [repeat 1 [fd] setpc null] bk",
        "repeat 3 [repeat 2 [repeat 4 []]]", "setpc red setpc black setpc blue setpc green",
        "repeat 2 [fd repeat 2 [lt] rt] repeat 3 [setpc yellow] setpc white"}) {
    const auto program = parse_dsl(text);
    ASSERT_TRUE(program) << text;
    EXPECT_EQ(to_dsl(*program), text);
    const auto python_form = parse_python(to_python(*program));
    ASSERT_TRUE(python_form) << to_python(*program);
    EXPECT_EQ(*python_form, *program);
    const auto json_form = program_from_json(to_json(*program));
    ASSERT_TRUE(json_form);
    EXPECT_EQ(*json_form, *program);
  }
}

TEST(XlogoFacts, CountsAndConcepts) {
  const Facts basic = facts(*parse_dsl("fd fd lt"));
  EXPECT_EQ(basic.length, 3U);
  EXPECT_EQ(basic.depth, 0);
  EXPECT_EQ(concept_name(basic), "basic actions");
  const Facts loops = facts(*parse_dsl("repeat 4 [fd repeat 2 [lt]] repeat 2 [] bk"));
  EXPECT_EQ(loops.length, 6U);
  EXPECT_EQ(loops.depth, 2);
  EXPECT_EQ(loops.count[static_cast<std::size_t>(BlockType::kRepeat)], 3U);
  EXPECT_EQ(concept_name(loops), "loops");
  EXPECT_EQ(concept_name(facts(*parse_dsl("setpc red"))), "variables");
  EXPECT_EQ(concept_name(facts(*parse_dsl("repeat 2 [setpc red]"))), "loops and variables");
}

}  // namespace
}  // namespace papert::lang::xlogo
