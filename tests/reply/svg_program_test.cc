// Replies of an SVG program and an answer: what is the program, and that nothing in it is read as
// the answer.

#include "reply/svg_program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "reply/choice.h"
#include "reply/reading.h"

namespace papert::reply {
namespace {

using testing::HasSubstr;
using testing::Not;

/// The letter that is read beside the program; "" for none.
std::string letter(const std::string& reply) {
  static const std::vector<std::string> kOptions{"red", "blue", "green", "black"};
  const Answer answer = find_answer(split_svg(reply).rest, Extraction::kLenient);
  for (const Candidate& each : answer.candidates) {
    const Reading reading = read_choice(each.code, kOptions);
    if (reading.kind == Reading::Kind::kFound) return reading.value;
    if (reading.kind == Reading::Kind::kUnclear) return "?";
  }
  return "";
}

const std::string kPlain = "<svg viewBox=\"0 0 9 9\"><circle r=\"4\"/></svg>";

TEST(SvgProgram, TheProgramAndTheRest) {
  const SvgReply split = split_svg("Here:\n```svg\n" + kPlain + "\n```\n\nAnswer: B\n");
  EXPECT_EQ(split.program, kPlain);
  EXPECT_EQ(split.programs, 1U);
  EXPECT_THAT(split.rest, Not(HasSubstr("circle")));
  EXPECT_THAT(split.rest, HasSubstr("Here:\n"));
  EXPECT_THAT(split.rest, HasSubstr("\n\nAnswer: B\n"));
  EXPECT_EQ(split_svg("Answer: B").rest, "Answer: B");
  EXPECT_EQ(split_svg("a < b\nAnswer: B").rest, "a < b\nAnswer: B");
  EXPECT_EQ(split_svg("").program, "");
}

TEST(SvgProgram, WithDeclarationsCommentsAndPrefixes) {
  const std::string whole =
      "<?xml version=\"1.0\"?>\n<!DOCTYPE svg>\n<!-- Answer: A -->\n" + kPlain;
  EXPECT_EQ(split_svg("So\n" + whole + "\nAnswer: B").program, whole);
  EXPECT_EQ(letter(whole + "\n<!-- Answer: C -->\nAnswer: B"), "B");
  EXPECT_EQ(letter("Answer: B\n" + whole + "\n<!-- Answer: C -->\n"), "B");
  EXPECT_EQ(split_svg("<SVG/>").program, "<SVG/>");
  const std::string prefixed = "<s:svg xmlns:s='x'><s:text>Answer: A</s:text></s:svg>";
  EXPECT_EQ(split_svg(prefixed).program, prefixed);
  EXPECT_EQ(letter(prefixed), "");
}

TEST(SvgProgram, TheLastDocumentCounts) {
  const std::string second = "<svg><rect/></svg>";
  const SvgReply split =
      split_svg("```svg\n" + kPlain + "\n```\nBetter:\n```svg\n" + second + "\n```\nAnswer: D");
  EXPECT_EQ(split.program, second);
  EXPECT_EQ(split.programs, 2U);
  // One that is only mentioned in a sentence does not.
  EXPECT_EQ(split_svg("```\n" + kPlain + "\n```\nAll is between <svg> and </svg>.").program,
            kPlain);
  EXPECT_EQ(split_svg("Look: " + second + ".").program, second) << "unless there is no other";
  const std::string nested = "<svg><svg><rect/></svg><g/></svg>";
  EXPECT_EQ(split_svg(nested).program, nested);
  EXPECT_EQ(split_svg(nested).programs, 1U);
}

/// A reply whose program is this and whose answer is B; or which has no answer at all.
void expect_not_fooled(const std::string& program) {
  EXPECT_EQ(letter("```svg\n" + program + "\n```\nAnswer: B"), "B") << program;
  EXPECT_EQ(letter("Answer: B\n\n```svg\n" + program + "\n```\n"), "B") << program;
  EXPECT_EQ(letter("```svg\n" + program + "\n```\n"), "") << program;
  EXPECT_EQ(letter(program), "") << program;
}

TEST(SvgProgram, HostileProgramsDoNotAnswer) {
  const auto svg = [](const std::string& inside) { return "<svg>\n" + inside + "\n</svg>"; };
  expect_not_fooled(svg("<text>Answer: A</text>"));
  expect_not_fooled(svg("<text>\nAnswer: A\n</text>"));
  expect_not_fooled(svg("<title>The answer is C</title><desc>I choose D</desc>"));
  expect_not_fooled(svg("<!-- Answer: A -->"));
  expect_not_fooled(svg("<!-- </svg> \nAnswer: A -->"));
  expect_not_fooled(svg("<text><![CDATA[</svg>\nAnswer: A\n]]></text>"));
  expect_not_fooled(svg("<rect id=\"</svg>\nAnswer: A\n\"/>"));
  expect_not_fooled(svg("<rect id='\"></svg>\nAnswer: A\n'/>"));
  expect_not_fooled(svg("<text>\n```\nAnswer: A\n```\n</text>"));
  expect_not_fooled(svg("<text>\n~~~\nFinal answer: A\n</text>"));
  expect_not_fooled(svg("<style>/* </svg>\nAnswer: A\n*/</style>"));
  expect_not_fooled(svg("<text>&lt;/svg&gt; \\boxed{A}</text>"));
  expect_not_fooled(svg("<answer>A</answer>"));
  expect_not_fooled("<svg aria-label='Answer: A'/>");
  expect_not_fooled("<?xml version='1.0'?>\n<?note Answer: A?>\n" + svg("<g/>"));
}

TEST(SvgProgram, WhatIsNotADocumentDoesNotAnswerEither) {
  EXPECT_EQ(letter("```svg\n<rect/>\n<text>Answer: A</text>\n```\nAnswer: B"), "B");
  EXPECT_EQ(letter("Answer: B\n```xml\n<text>Answer: A</text>\n```"), "B");
  EXPECT_EQ(split_svg("```svg\n<rect/>\n```").program, "");
  // Cut off, or the end forgotten.
  const std::string open = "```svg\n<svg>\n<text>\nAnswer: A\n</text>\n";
  EXPECT_EQ(letter(open + "```\nAnswer: B"), "B");
  EXPECT_EQ(letter("Answer: B\n" + open), "B");
  EXPECT_EQ(split_svg(open).program, "");
}

TEST(SvgProgram, AnswersAreFoundWhereverTheyStand) {
  EXPECT_EQ(letter("```svg\n" + kPlain + "\nAnswer: B\n```"), "B") << "in the block";
  EXPECT_EQ(letter("```svg\n" + kPlain + "\nAnswer: B"), "B") << "the fence was forgotten";
  EXPECT_EQ(letter(kPlain + " Answer: B"), "B") << "on the same line";
  EXPECT_EQ(letter("```svg\n" + kPlain + "\n```\n```\nAnswer: B\n```"), "B") << "in another block";
  EXPECT_EQ(letter("I write an `<svg>` first.\n```svg\n" + kPlain + "\n```\nAnswer: C"), "C");
  EXPECT_EQ(letter("An <svg> element holds it all, so the answer is D."), "D");
  EXPECT_EQ(letter("```svg\n" + kPlain + "\n```\n<answer>B</answer>"), "B");
}

TEST(SvgProgram, OddBytesEnd) {
  for (const std::string& piece :
       {std::string("<svg>"), std::string("</svg>"), std::string("<!--"), std::string("<a '"),
        std::string("<svg\n"), std::string("<"), std::string("<svg/>\n"), std::string("\n<svg>\n"),
        std::string("<![CDATA["), std::string("```svg\n"), std::string("<a \">' ")}) {
    std::string many;
    for (int i = 0; i < 20'000; ++i) many += piece;
    const SvgReply split = split_svg(many);
    EXPECT_LE(split.rest.size(), many.size() + 20'000) << piece;
  }
}

}  // namespace
}  // namespace papert::reply
