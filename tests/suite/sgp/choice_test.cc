// From a reply to a letter or a value: where the answer stands, and what it says.

#include "reply/choice.h"

#include <gtest/gtest.h>

#include "reply/reading.h"
#include "suite/sgp/tasks.h"

namespace papert::suite::sgp {
namespace {

using reply::Extraction;
using suite::Verdict;

const std::vector<std::string> kOptions{"Red", "Blue circle", "Circle", "Light blue"};

mint::Question choice(const std::string& answer = "B") {
  return {.id = "1-1", .program = "<svg/>", .text = "?", .options = kOptions, .answer = answer};
}

mint::Question digit(const std::string& answer = "7") {
  return {.id = "1-1", .program = "<svg/>", .text = "?", .answer = answer};
}

/// The letter or value read, "-" for none, and the rule: "B last_line".
std::string read(const mint::Question& question, std::string_view reply,
                 Extraction extraction = Extraction::kLenient) {
  const reply::Answer answer = find_answer(reply, extraction);
  const suite::Score score = suite::sgp::score_answer(question, answer);
  EXPECT_EQ(!score.answer, score.verdict == suite::Verdict::kNoAnswer) << reply;
  return score.answer.value_or("-") + " " + answer.first().rule;
}

TEST(SgpExtract, LettersInAllDress) {
  for (const char* line : {"Answer: B",
                           "answer: b",
                           "ANSWER:B",
                           "Answer: (B)",
                           "Answer: [B]",
                           "Answer: B.",
                           "Answer: B)",
                           "Answer: B) Blue circle",
                           "Answer: B. Blue circle",
                           "Answer: B: Blue circle",
                           "Answer: B - Blue circle",
                           "Answer: B (Blue circle, not Red)",
                           "Answer: B Blue circle",
                           "Answer: Option B",
                           "Answer: option (B)",
                           "Answer: \"B\"",
                           "Answer: blue circle",
                           "Answer: Blue Circle.",
                           "Answer: The blue circle",
                           "Answer: a blue circle (B)",
                           "Answer: it is the blue circle"}) {
    EXPECT_EQ(read(choice(), std::string("Let me think.\n\n") + line), "B last_line") << line;
    EXPECT_EQ(read(choice(), std::string(line) + "\n  \n"), "B last_line") << line;
  }
}

TEST(SgpExtract, WhereTheAnswerStands) {
  const mint::Question question = choice();
  EXPECT_EQ(read(question, "**Answer: B**"), "B answer");
  EXPECT_EQ(read(question, "Answer: **B**"), "B answer") << "not the line that was asked for";
  EXPECT_EQ(read(question, "Answer: $B$"), "B answer");
  EXPECT_EQ(read(question, "**Answer:** B"), "B answer");
  EXPECT_EQ(read(question, "### Answer:\n\nB"), "B bare");
  EXPECT_EQ(read(question, "Answer: A\nWait, no.\nAnswer: B\nThat is all."), "B answer");
  EXPECT_EQ(read(question, "Final Answer : B\nbye"), "B answer");
  EXPECT_EQ(read(question, "Answer\xEF\xBC\x9A B\nbye"), "B answer");
  EXPECT_EQ(read(question, "so: $\\boxed{B}$"), "B boxed");
  EXPECT_EQ(read(question, "so: $\\boxed{\\text{B}}$"), "B boxed");
  EXPECT_EQ(read(question, "<answer>B</answer>"), "B boxed");
  EXPECT_EQ(read(question, "Option B is correct."), "B sentence");
  EXPECT_EQ(read(question, "B\n\nExplanation: red (A) is the wall"), "B first_line");
  EXPECT_EQ(read(question, "A) Red: wrong\nB) Blue circle: correct"), "B list");
  EXPECT_EQ(read(question, "The correct answer is B, I think."), "B sentence");
  EXPECT_EQ(read(question, "The answer is **(B)**"), "B sentence");
  EXPECT_EQ(read(question, "The answer is: Blue circle"), "B sentence");
  EXPECT_EQ(read(question, "B"), "B bare");
  EXPECT_EQ(read(question, "Thinking...\n\n**B) Blue circle**"), "B bare");
  EXPECT_EQ(read(question, "light blue"), "D text");
  EXPECT_EQ(read(question, std::string(300'000, 'x') + "\nAnswer: B"), "B last_line");
}

TEST(SgpExtract, WhatNamesNoOption) {
  const mint::Question question = choice();
  EXPECT_EQ(read(question, ""), "- ");
  EXPECT_EQ(read(question, " \n\t"), "- ");
  EXPECT_EQ(read(question, "Answer:"), "- text");
  EXPECT_EQ(read(question, "Answer: E"), "- last_line");
  EXPECT_EQ(read(question, "Answer: not given"), "- last_line");
  EXPECT_EQ(read(question, "Answer: B or C"), "- last_line");
  EXPECT_EQ(read(question, "Answer: B) or C)"), "- last_line");
  EXPECT_EQ(read(question, "Answer: red or light blue"), "- last_line");
  EXPECT_EQ(read(question, "Answer: A green thing"), "- last_line") << "an article";
  EXPECT_EQ(read(question, "I see a red thing, perhaps."), "- text") << "no answer was given";
  EXPECT_EQ(read(question, "Option B can be discarded."), "- text");
  EXPECT_EQ(read(question, std::string(100'000, 'x')), "- text");
}

TEST(SgpExtract, LongerOptionsHideTheOnesInside) {
  EXPECT_EQ(read(choice(), "Answer: some blue circle there"), "B last_line");
  EXPECT_EQ(read(choice(), "Answer: some circle there"), "C last_line");
  EXPECT_EQ(read(choice(), "Answer: circles"), "- last_line") << "whole words only";
}

TEST(SgpExtract, OptionsOfTheSameTextAreOne) {
  mint::Question question = choice("C");
  question.options = {"Red", "Blue", "Blue", "Red"};
  EXPECT_EQ(read(question, "Answer: Blue"), "C last_line");
  EXPECT_EQ(read(question, "Answer: red"), "A last_line");
  EXPECT_EQ(read(question, "Answer: B"), "C last_line") << "any of the equal options is the key";
  EXPECT_EQ(read(question, "Answer: D"), "A last_line") << "equal options are one answer";
}

TEST(SgpExtract, StrictlyOnlyTheLastLine) {
  const auto strict = [](std::string_view reply) {
    return read(choice(), reply, Extraction::kStrict);
  };
  EXPECT_EQ(strict("x\nAnswer: B"), "B strict");
  EXPECT_EQ(strict("x\nanswer: b  \n\n"), "B strict");
  EXPECT_EQ(strict("Answer: B\nbye"), "- ");
  EXPECT_EQ(strict("**Answer: B**"), "- ");
  EXPECT_EQ(strict("Answer: (B)"), "- strict");
  EXPECT_EQ(strict("Answer: Blue circle"), "- strict");
  EXPECT_EQ(strict("B"), "- ");
}

TEST(SgpExtract, PublishedReadsWhatTheReleasedExpressionsFind) {
  const auto published = [](std::string_view reply) {
    return read(choice(), reply, Extraction::kPublished);
  };
  EXPECT_EQ(published("Answer: B"), "B published");
  EXPECT_EQ(published("Answer: A\nWait.\nAnswer: B"), "A published") << "the first one";
  EXPECT_EQ(published("The Answer :\n B) Blue circle"), "B published");
  EXPECT_EQ(published("Answer: (A)\nAnswer: B"), "B published") << "the first with a letter";
  EXPECT_EQ(published("answer: blue circle"), "b published") << "a letter, but never the key";
  EXPECT_EQ(published("Answer: **B**"), "- published");
  EXPECT_EQ(published("The answer is B."), "- ");
  EXPECT_EQ(read(digit(), "Answer: seven\nAnswer: 8", Extraction::kPublished), "7 published");
}

TEST(SgpExtract, WordsInsideOptionsAreNotNegations) {
  mint::Question question = choice("B");
  question.options = {"Yes", "No", "Not at all", "Either side of the door"};
  EXPECT_EQ(read(question, "Answer: No"), "B last_line");
  EXPECT_EQ(read(question, "Answer: No, because the door is closed."), "B last_line");
  EXPECT_EQ(read(question, "Answer: Not at all."), "C last_line");
  EXPECT_EQ(read(question, "The answer is either side of the door."), "D sentence");
}

TEST(SgpExtract, BothWaysAreReported) {
  const auto metric = [](std::string_view reply) {
    const auto score = suite::sgp::score_answer(choice(), find_answer(reply, Extraction::kLenient));
    return suite::metrics_json(score.metrics);
  };
  EXPECT_EQ(metric("Answer: B"), (Json{{"accuracy", 1.0}, {"strict", 1.0}}));
  EXPECT_EQ(metric("Answer: (B)"), (Json{{"accuracy", 1.0}, {"strict", 0.0}}));
  EXPECT_EQ(metric("Answer: B\nbye"), (Json{{"accuracy", 1.0}, {"strict", 0.0}}));
  EXPECT_EQ(metric("Answer: C"), (Json{{"accuracy", 0.0}, {"strict", 0.0}}));
  const auto judged = [](const char* rule) {
    return suite::metrics_json(
        suite::sgp::score_answer(choice(), reply::Answer::one("B", rule)).metrics);
  };
  EXPECT_EQ(judged("judge"), (Json{{"accuracy", 1.0}, {"strict", 0.0}}));
  EXPECT_EQ(judged("judge_always"), (Json{{"accuracy", 1.0}, {"strict", nullptr}}));
}

TEST(SgpExtract, OpenAnswersByValue) {
  for (const char* line : {"Answer: 7", "Answer: seven", "Answer: Seven.", "Answer: 7.0",
                           "Answer: the digit 7", "Answer: It is a 7!", "Answer: 07"}) {
    EXPECT_EQ(read(digit(), line), "7 last_line") << line;
  }
  EXPECT_EQ(read(digit(), "I read a seven here, so the answer is 7."), "7 sentence");
  EXPECT_EQ(read(digit(), "7"), "7 bare");
  EXPECT_EQ(read(digit(), "Answer: 4"), "4 last_line");
  EXPECT_EQ(read(digit(), "Answer: 4 or 7"), "- last_line");
  EXPECT_EQ(read(digit(), "Answer: 7 (seven)"), "7 last_line");
  EXPECT_EQ(read(digit(), "Answer: none"), "- last_line");
  EXPECT_EQ(read(digit(), "Answer: 1e999"), "- last_line");
  EXPECT_EQ(read(digit(), "Answer: seven", Extraction::kStrict), "7 strict");
  EXPECT_EQ(read(digit("-2.5"), "Answer: -2.50"), "-2.5 last_line");
  EXPECT_EQ(read(digit("Cat"), "Answer: a cat"), "cat last_line");
  EXPECT_EQ(suite::sgp::score_answer(digit("Cat"), reply::Answer::one("CAT.", "last_line")).verdict,
            suite::Verdict::kRight);
  EXPECT_EQ(suite::sgp::score_answer(digit("seven"), reply::Answer::one("7", "last_line")).verdict,
            suite::Verdict::kRight);
}

TEST(SgpExtract, VerdictsAndDetail) {
  const suite::Score right =
      suite::sgp::score_answer(choice("B"), reply::Answer::one("B", "last_line"));
  EXPECT_EQ(right.verdict, suite::Verdict::kRight);
  EXPECT_EQ(suite::detail_json(right), (Json{{"answer", "B"}, {"expected", "B"}}));
  const suite::Score wrong =
      suite::sgp::score_answer(choice("B"), reply::Answer::one("C", "last_line"));
  EXPECT_EQ(wrong.verdict, suite::Verdict::kWrong);
  EXPECT_EQ(wrong.answer, "C");
  const suite::Score none = suite::sgp::score_answer(choice("B"), {});
  EXPECT_EQ(none.verdict, suite::Verdict::kNoAnswer);
  EXPECT_EQ(none.detail["error"], "no_answer");
}

}  // namespace
}  // namespace papert::suite::sgp
