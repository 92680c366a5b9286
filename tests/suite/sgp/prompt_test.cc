// Prompts and the judge's prompts.

#include "suite/sgp/prompt.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/text.h"

namespace papert::suite::sgp {
namespace {

using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;

mint::Question sample() {
  return {.id = "1-1",
          .program = "<svg>{{odd}}</svg>",
          .text = "What is it?",
          .options = {"Cat", "Dog", "Cow"},
          .answer = "A"};
}

TEST(SgpPrompt, MultipleChoice) {
  const auto prompt = make_prompt(sample(), default_template());
  ASSERT_TRUE(prompt) << prompt.error().to_string();
  EXPECT_THAT(*prompt,
              AllOf(HasSubstr("```\n<svg>{{odd}}</svg>\n```"), HasSubstr("Question: What is it?"),
                    HasSubstr("A) Cat\nB) Dog\nC) Cow\n"), HasSubstr("(A, B or C)"),
                    HasSubstr("step by step"), HasSubstr("\nAnswer: X")));
  EXPECT_THAT(std::string(trim(*prompt)), EndsWith("Answer: X"));
  EXPECT_THAT(*prompt, Not(HasSubstr("How to read")));
}

TEST(SgpPrompt, OpenAnswer) {
  mint::Question question = sample();
  question.options.clear();
  const auto prompt = make_prompt(question, default_template());
  ASSERT_TRUE(prompt);
  EXPECT_THAT(*prompt,
              AllOf(HasSubstr("step by step"), Not(HasSubstr("A) Cat")), Not(HasSubstr("option"))));
}

TEST(SgpPrompt, EachSubsetHasItsHint) {
  mint::Question question = sample();
  question.language = mint::Language::kCad3d;
  EXPECT_THAT(*make_prompt(question, default_template()),
              HasSubstr("counter-clockwise if f is 1 and clockwise if f is 0"));
  question.language = mint::Language::kCad3dComplex;
  EXPECT_THAT(*make_prompt(question, default_template()), HasSubstr("ExtrudeFeature(operation"));
  question.language = mint::Language::kCad2d;
  EXPECT_THAT(*make_prompt(question, default_template()), HasSubstr("Constraints"));
}

TEST(SgpPrompt, TemplatesOfOnesOwn) {
  EXPECT_EQ(*make_prompt(sample(), "{{question}}|{{options}}|{{hint}}"),
            "What is it?|A) Cat\nB) Dog\nC) Cow|");
  EXPECT_THAT(make_prompt(sample(), "{{picture}}").error().to_string(), HasSubstr("{{program}}"));
}

TEST(SgpPrompt, WhatAJudgeIsAsked) {
  const auto prompt = make_judge_prompt(sample(), "\nI would say the dog.\n");
  ASSERT_TRUE(prompt);
  EXPECT_THAT(*prompt, HasSubstr("Question: What is it?\nA) Cat\nB) Dog\nC) Cow\n"
                                 "Reply: I would say the dog.\n"));
  EXPECT_THAT(*prompt, Not(HasSubstr("<svg>"))) << "a judge reads the reply, not the program";
  EXPECT_THAT(*prompt, HasSubstr("Example 5\n"));
  EXPECT_THAT(*prompt, Not(HasSubstr("Example 6\n")));
  mint::Question question = sample();
  question.options.clear();
  EXPECT_THAT(*make_judge_prompt(question, "x"), HasSubstr("Question: What is it?\nReply: x"));
  const std::string huge = std::string(3 * kMaxJudgedBytes, 'a') + "the end";
  const auto cut = make_judge_prompt(sample(), huge);
  EXPECT_LT(cut->size(), 2 * kMaxJudgedBytes);
  EXPECT_THAT(*cut, HasSubstr("the end"));
}

}  // namespace
}  // namespace papert::suite::sgp
