// Thoughts are taken apart, and nothing else is.

#include "reply/reasoning.h"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <utility>

namespace papert::reply {
namespace {

struct Case {
  const char* text;
  const char* answer;
  const char* reasoning;
};

void expect(const Case& test) {
  const SplitReply split = split_reasoning(test.text);
  EXPECT_EQ(split.answer, test.answer) << test.text;
  EXPECT_EQ(split.reasoning, test.reasoning) << test.text;
  EXPECT_EQ(split_reasoning(split.answer).answer, split.answer) << test.text;
}

TEST(SplitReasoning, ThoughtsOfManyModels) {
  for (const Case& test : std::to_array<Case>({
           {" \n<think>a\nb</think> c", "c", "a\nb"},
           {"<think></think>x", "x", ""},
           {"<think>```\na\n```</think>```\nb\n```", "```\nb\n```", "```\na\n```"},
           {"<think>x</think>", "", "x"},
           {"<thinking>a</thinking>\nb", "b", "a"},
           {"<thought>a</thought>b", "b", "a"},
           {"<reasoning>\na\n</reasoning>\n<answer>B</answer>", "<answer>B</answer>", "a"},
           {"<seed:think>a</seed:think>b", "b", "a"},
           {"[THINK]a[/THINK]b", "b", "a"},
           {"◁think▷a◁/think▷b", "b", "a"},
           {"<|begin_of_thought|>a<|end_of_thought|>\n\nb", "b", "a"},
           {"<think>a</think>\n    indented\n", "    indented\n", "a"},
           {"Sure.\n<think>\na\n</think>\nb", "Sure.\n\nb", "a"},
           {"<think>a</think>b\n<think>c</think>d", "b\nd", "a\nc"},
           {"<think>a</think><|channel|>final<|message|>b", "b", "a"},
       })) {
    expect(test);
  }
}

TEST(SplitReasoning, AThoughtThatTheTemplateOpened) {
  for (const Case& test : std::to_array<Case>({
           {"opened by the template</think>\nanswer", "answer", "opened by the template"},
           {"a</think>b</think>\nc", "c", "a\nb"},
           {"a</think>b</think>\n", "b\n", "a"},
           {"a [/THINK] b", "b", "a"},
           {"```python\ndraft\n</think>\n```python\nx\n```", "```python\nx\n```",
            "```python\ndraft"},
           {"```python\ndraft\n``` </think>\nx", "x", "```python\ndraft\n```"},
           {"I write `<think>` here</think>b", "b", "I write `<think>` here"},
           {"use 'red'</think>b", "b", "use 'red'"},
       })) {
    expect(test);
  }
}

TEST(SplitReasoning, Channels) {
  for (const Case& test : std::to_array<Case>({
           {"<|channel|>analysis<|message|>a<|end|><|start|>assistant<|channel|>final<|message|>b"
            "<|return|>",
            "b", "a"},
           {"<|start|>assistant<|channel|>analysis<|message|>a<|end|>\n<|start|>assistant"
            "<|channel|>commentary to=x<|message|>c<|call|><|start|>assistant<|channel|>final"
            "<|message|>b\nd",
            "b\nd", "a\nc"},
           {"a<|end|><|start|>assistant<|channel|>final<|message|>b", "b", "a"},
           {"<|channel|>analysis<|message|>never ends", "", "never ends"},
           {"<|channel|>analysis<|message|>a<|end|><|start|>assistant<|channel|>fin", "", "a"},
           {"<|channel|>final<|message|>a<|end|><|channel|>final<|message|>b", "b", "a"},
           {"analysisWe need a square.assistantfinalt.fd(1)", "t.fd(1)", "We need a square."},
       })) {
    expect(test);
  }
}

TEST(SplitReasoning, AThoughtThatNeverEndsHasNoAnswer) {
  expect({"<think>never ends\n```python\nt.fd(1)\n```", "", "never ends\n```python\nt.fd(1)\n```"});
  expect({"b\n<think>never ends", "b\n", "never ends"});
}

TEST(SplitReasoning, MarksThatAreOnlyMentionedStay) {
  for (const char* text : {
           "",
           "   ",
           "plain",
           "no <think>tags</think> here",
           "I closed `</think>` above.",
           "```python\nt.write('</think>')\n```",
           "```python\nt.write(\"<think>\")\nt.write(\"</think>\")\n```\nDone.",
           "```\n<think>\nx\n</think>\n```\n",
           "~~~\n```\n<think>\n~~~\n",
           "The mark `<|start|>assistant<|channel|>final` is a channel's.",
           "analysis of the shape: a square",
           "<svg><text>[1]</text></svg>",
           "Answer: <B",
       }) {
    expect({text, text, ""});
  }
}

TEST(SplitReasoning, MarksOfTheEndAreDropped) {
  expect({"B</s>", "B", ""});
  expect({"```python\nx\n```<|im_end|>\n", "```python\nx\n```", ""});
  expect({"x<|eot_id|></s>\n", "x", ""});
  expect({"<think>a</think>x<｜end▁of▁sentence｜>", "x", "a"});
}

TEST(SplitReasoning, WhatCannotHoldThoughtsIsAllAnswer) {
  EXPECT_TRUE(may_hold_thoughts("analysis so assistantfinal42"));
  EXPECT_TRUE(may_hold_thoughts("f of fassistantfinal"));
  EXPECT_TRUE(may_hold_thoughts("<think>"));
  EXPECT_TRUE(may_hold_thoughts("[/THINK]"));
  for (const std::string text :
       {"", "filled_circle(cx=1)", "an assistant, final", "ssistantfinal"}) {
    EXPECT_FALSE(may_hold_thoughts(text)) << text;
    EXPECT_EQ(split_reasoning(text).answer, text);
    EXPECT_EQ(split_reasoning(text).reasoning, "");
  }
}

TEST(SplitReasoning, LongHostileTextsStaySmall) {
  for (const char* piece :
       {"<think>", "</think>", "<think>\n", "</think>\n", "\n", "```\n", "`", "<|channel|>",
        "<|channel|>final<|message|>", "<", "\xE2", "> ", "assistantfinal", "analysis", "</s>"}) {
    std::string text;
    while (text.size() < (std::size_t{2} << 20)) text += piece;
    const SplitReply split = split_reasoning(text);
    EXPECT_LE(split.answer.size() + split.reasoning.size(), text.size()) << piece;
  }
}

}  // namespace
}  // namespace papert::reply
