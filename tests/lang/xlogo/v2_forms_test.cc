// The written forms of programs of the second dialect: what is read, what is refused and how, and
// that every form reads back.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lang/xlogo/v2_task.h"
#include "support/xlogo_v2_naive.h"

namespace papert::lang::xlogo::v2 {
namespace {

using testing::HasSubstr;

Program read(const std::string& text) {
  const auto program = parse_python(text);
  EXPECT_TRUE(program) << program.error().line << ": " << program.error().message << "\n" << text;
  return program.value_or(Program());
}

/// "line: message".
std::string refusal(const std::string& text) {
  const auto program = parse_python(text);
  EXPECT_FALSE(program) << text;
  if (program) return {};
  return std::to_string(program.error().line) + ": " + program.error().message;
}

std::string in_run(const std::string& lines) { return "def run():\n" + lines; }

constexpr const char* kWhole = R"('''Walks around.'''
import random

def side() -> None:
    """To the wall."""
    while not blocked():
        move_forward()
    turn_right()
    return

def run():
    for i in range(2):
        side(); side()
        if on("red") and not on('A'):
            setpc('red')
        elif blocked():
            turn_left()
        else:
            pass  # nothing
    later()

def later(): move_backward()

if __name__ == "__main__":
    run()
)";

TEST(SecondForms, AWholeProgramIsRead) {
  const Program program = read(kWhole);
  ASSERT_EQ(program.functions.size(), 2U);
  EXPECT_EQ(program.functions[0].name, "side");
  EXPECT_EQ(program.functions[0].blocks.size(), 3U);
  EXPECT_EQ(program.functions[0].blocks[0].line, 6U);
  EXPECT_EQ(program.functions[1].name, "later");
  const Facts all = facts(program);
  const Counts expected{1, 1, 1, 1, 1, 1, 2, 1, 3, 2, 14};
  EXPECT_EQ(all.count, expected);
  EXPECT_EQ(all.depth, 3) << "an elif stands inside of its if";
  EXPECT_EQ(concept_name(all), "functions");
  EXPECT_EQ(to_python(program), R"(def side():
    while not blocked():
        move_forward()
    turn_right()

def later():
    move_backward()

def run():
    for _ in range(2):
        side()
        side()
        if on('red') and not on('A'):
            setpc('red')
        elif blocked():
            turn_left()
    later()
)");
  EXPECT_EQ(read(to_python(program)), program);
  EXPECT_EQ(line_of(program, 0), 6U);
  EXPECT_EQ(line_of(program, 4), 12U);
}

TEST(SecondForms, EveryFormReadsBack) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 3000; ++i) {
    const Program program = test::random_second_program(random, 1 + i % 14);
    ASSERT_EQ(read(to_python(program)), program) << to_python(program);
    const auto json = program_from_json(to_json(program));
    ASSERT_TRUE(json) << json.error().to_string();
    ASSERT_EQ(*json, program);
    ASSERT_EQ(mirrored(mirrored(program)), program);
    if (const auto plain = published(program)) {
      ASSERT_EQ(from_published(*plain), program);
    }
  }
}

TEST(SecondForms, ConditionsAreListsOfTests) {
  const auto text = [](const std::string& condition) {
    const auto read = parse_condition(condition);
    return read ? to_python(*read) : "error: " + read.error().message;
  };
  EXPECT_EQ(text("blocked()"), "blocked()");
  EXPECT_EQ(text("not not (blocked())"), "blocked()");
  EXPECT_EQ(text("on(\"strawberry\") or on('B')"), "on('strawberry') or on('B')");
  EXPECT_EQ(text("not (blocked() and on('red'))"), "not blocked() or not on('red')");
  EXPECT_EQ(text("(blocked() or on('red')) or not on('pink')"),
            "blocked() or on('red') or not on('pink')");
  EXPECT_THAT(text("blocked() and on('red') or on('blue')"), HasSubstr("cannot be mixed"));
  EXPECT_THAT(text("blocked() and (on('red') or on('blue'))"), HasSubstr("cannot be mixed"));
  EXPECT_THAT(text("blocked() or blocked() or blocked() or blocked() or blocked()"),
              HasSubstr("at most 4 tests"));
  EXPECT_THAT(text("on('banana')"), HasSubstr("neither an item"));
  EXPECT_THAT(text("True"), HasSubstr("expected blocked() or on('...'), found 'True'"));
  EXPECT_THAT(text("blocked"), HasSubstr("expected '('"));
  EXPECT_THAT(text("blocked() == True"), HasSubstr("nothing after the condition"));
  EXPECT_THAT(text(std::string(40, '(') + "blocked()"), HasSubstr("deeper than 16"));
}

TEST(SecondForms, WhatIsRefusedNamesTheLineAndTheReason) {
  EXPECT_THAT(refusal("run()\n"), HasSubstr("1: expected 'def run():'"));
  EXPECT_THAT(refusal("def side():\n  pass\n"), HasSubstr("there is no 'def run():'"));
  EXPECT_EQ(refusal(in_run("  side()\n")), "2: 'side' is called, but not defined");
  EXPECT_THAT(refusal(in_run("  print('x')\n")), HasSubstr("2: expected a command"));
  EXPECT_THAT(refusal(in_run("  run()\n")), HasSubstr("2: 'run' calls run: recursion"));
  EXPECT_EQ(refusal("def a():\n  a()\n" + in_run("  a()\n")),
            "2: functions cannot call each other in a circle: a -> a");
  EXPECT_EQ(refusal("def a():\n  b()\ndef b():\n  c()\ndef c():\n  b()\n" + in_run("  a()\n")),
            "2: functions cannot call each other in a circle: b -> c -> b");
  EXPECT_EQ(refusal("def a(n):\n  pass\n" + in_run("  a()\n")),
            "1: 'a' has a parameter; functions take none");
  EXPECT_EQ(refusal("def a():\n  pass\ndef a():\n  pass\n"), "3: 'a' is defined twice");
  EXPECT_EQ(refusal(in_run("  pass\n") + in_run("  pass\n")), "3: 'run' is defined twice");
  EXPECT_EQ(refusal("def on():\n  pass\n"), "1: 'on' cannot be the name of a function");
  EXPECT_THAT(refusal("def " + std::string(65, 'a') + "():\n  pass\n"), HasSubstr("cannot be"));
  EXPECT_THAT(refusal(in_run("  def a():\n    pass\n")), HasSubstr("2: functions are defined at"));
  EXPECT_THAT(refusal(in_run("  while True:\n    pass\n")), HasSubstr("found 'True'"));
  EXPECT_THAT(refusal(in_run("  while blocked():\n    break\n")),
              HasSubstr("3: expected a command"));
  EXPECT_THAT(refusal(in_run("  else:\n    pass\n")), HasSubstr("2: expected a command"));
  EXPECT_THAT(refusal(in_run("  if blocked():\n    return\n")), HasSubstr("3: 'return' cannot"));
  EXPECT_THAT(refusal("def a():\n  return\n  pass\n"), HasSubstr("must be the last command of a"));
  EXPECT_THAT(refusal(in_run("  for i in range(13):\n    pass\n")),
              HasSubstr("from 1 to 12 times"));
  EXPECT_THAT(refusal(in_run("  for blocked in range(3):\n    pass\n")), HasSubstr("hides"));
  EXPECT_THAT(refusal("def a():\n  pass\n" + in_run("  for a in range(3):\n    a()\n")),
              HasSubstr("4: the loop variable hides 'a'"));
  EXPECT_THAT(refusal(in_run("  x = 3\n")), HasSubstr("2: expected a command"));
}

TEST(SecondForms, DepthAndNumbersAreLimited) {
  const auto nested = [](int depth) {
    std::string text = "def run():\n";
    for (int i = 0; i < depth; ++i) text += std::string(i + 1, ' ') + "while blocked():\n";
    return text + std::string(depth + 1, ' ') + "turn_left()\n";
  };
  EXPECT_EQ(facts(read(nested(kMaxNesting))).depth, kMaxNesting);
  EXPECT_THAT(refusal(nested(kMaxNesting + 1)), HasSubstr("18: blocks nested deeper than 16"));
  const auto functions = [](std::size_t count) {
    std::string text;
    for (std::size_t i = 0; i < count; ++i) text += "def f" + std::to_string(i) + "(): pass\n";
    return text + "def run(): pass\n";
  };
  EXPECT_EQ(read(functions(kMaxFunctions)).functions.size(), kMaxFunctions);
  EXPECT_THAT(refusal(functions(kMaxFunctions + 1)), HasSubstr("more than 64 functions"));
  std::string many = "def run():\n";
  for (std::size_t i = 0; i < kMaxBlocks; ++i) many += " turn_left()\n";
  EXPECT_EQ(read(many).run.size(), kMaxBlocks);
  EXPECT_THAT(refusal(many + " turn_left()\n"), HasSubstr("more than 10000 commands"));
  std::string chain = "def run():\n if blocked():\n  pass\n";
  for (int i = 0; i < kMaxNesting; ++i) chain += " elif blocked():\n  pass\n";
  EXPECT_THAT(refusal(chain), HasSubstr("nested deeper than 16"));
}

std::string json_refusal(const std::string& text) {
  const auto program = program_from_json(*parse_json(text));
  EXPECT_FALSE(program) << text;
  return program ? "" : program.error().to_string();
}

TEST(SecondForms, JsonNamesThePlaceOfWhatIsWrong) {
  EXPECT_THAT(json_refusal(R"({"run": [{"type": "fly"}]})"), HasSubstr("run[0].type: expected fd"));
  EXPECT_THAT(json_refusal(R"({"run": [{"type": "if", "body": []}]})"), HasSubstr("test"));
  EXPECT_THAT(json_refusal(R"({"run": [{"type": "while", "test": "blocked", "body": []}]})"),
              HasSubstr("run[0].test: "));
  EXPECT_THAT(json_refusal(R"({"run": [{"type": "call", "name": "a"}]})"),
              HasSubstr("a function that is defined"));
  EXPECT_THAT(json_refusal(R"({"run": [], "functions": [{"name": "on", "body": []}]})"),
              HasSubstr("functions[0].name"));
  EXPECT_THAT(json_refusal(R"({"run": [], "functions": [{"name": "a b", "body": []}]})"),
              HasSubstr("functions[0].name"));
  EXPECT_THAT(json_refusal(R"({"run": [], "functions": [
      {"name": "a", "body": [{"type": "call", "name": "a"}]}]})"),
              HasSubstr("in a circle: a -> a"));
  EXPECT_THAT(json_refusal(R"({"run": [], "functions": [{"name": "a", "body": []},
      {"name": "a", "body": []}]})"),
              HasSubstr("defined twice"));
}

constexpr const char* kGarden = R"json({"id": "garden", "dialect": "v2",
  "world": {"turtle": {"x": 0, "y": 0, "direction": 1},
            "tiles": [{"x": 0, "y": 0, "allowed": true}, {"x": 1, "y": 0, "allowed": true},
                      {"x": 2, "y": 0, "allowed": true}],
            "items": [{"x": 2, "y": 0, "name": "lemon", "color": "yellow", "count": 1}],
            "lines": []},
  "goal": [{"name": "find", "specs": [[[{"name": "lemon", "neg": 0}]]]}],
  "constraints": [{"at_most": {"all": 2, "lt": 0}, "exactly": {"while": 1, "def": 0},
                   "start_by": ["while"]}],
  "code": {"run": [{"type": "while", "test": "not blocked()", "body": [{"type": "fd"}]}]}})json";

TEST(SecondForms, ATaskReadsBackAndSaysWhatItAsks) {
  const auto task = task_from_json(*parse_json(kGarden));
  ASSERT_TRUE(task) << task.error().to_string();
  const Task again = task_from_json(to_json(*task)).value();
  EXPECT_EQ(dump_json(to_json(again)), dump_json(to_json(*task)));
  EXPECT_EQ(again.constraints, task->constraints);
  EXPECT_EQ(again.solution, task->solution);
  EXPECT_EQ(task_sentence(*task),
            "Find the lemon. Use exactly 1 while loop. Do not use any functions. Do not use "
            "turn_left. Use at most 2 commands. Start run() with a while loop.");
  EXPECT_EQ(constraint_kind(task->constraints), "hybrid");
  EXPECT_EQ(block_limit(task->constraints), 2);
  EXPECT_FALSE(published(*task)) << "the published dialect has no while";
  EXPECT_THAT(xlogo::task_from_json(*parse_json(kGarden)).error().message,
              HasSubstr("a task of dialect v2"));
  EXPECT_THAT(task_from_json(*parse_json(R"({"id": "a"})")).error().message,
              HasSubstr("a task of dialect v1"));
}

TEST(SecondForms, TheKeyIsThatOfAllEightVariants) {
  const Task task = task_from_json(*parse_json(kGarden)).value();
  const std::string key = canonical_key(task);
  for (int variant = 1; variant < 8; ++variant) {
    const Task other = transformed(task, variant % 4, variant >= 4);
    EXPECT_EQ(canonical_key(other), key) << variant;
  }
  Task stricter = task;
  stricter.constraints[0].at_most[kCountAll] = 3;
  EXPECT_NE(canonical_key(stricter), key);
}

TEST(SecondForms, ConstraintsCountWhatIsWritten) {
  const Task task = task_from_json(*parse_json(kGarden)).value();
  const auto why = [&](const std::string& text) {
    std::string reason;
    return keeps(task.constraints, read(text), &reason) ? "kept" : reason;
  };
  EXPECT_EQ(why(in_run("  while not blocked():\n    move_forward()\n")), "kept");
  EXPECT_EQ(why(in_run("  while blocked():\n    turn_left()\n")),
            "uses lt 1 time, at most 0 allowed");
  EXPECT_EQ(why("def a():\n  pass\n" + in_run("  while blocked():\n    pass\n")),
            "uses def 1 time, exactly 0 required");
  EXPECT_EQ(why(in_run("  while blocked():\n    move_forward()\n  move_forward()\n")),
            "uses 3 commands, at most 2 allowed");
  EXPECT_EQ(why(in_run("  move_forward()\n  while blocked():\n    pass\n")),
            "must start with while; starts with fd");
}

}  // namespace
}  // namespace papert::lang::xlogo::v2
