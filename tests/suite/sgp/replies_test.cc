// Replies in the styles of many models, each with what a careful person reads in it.
//
// The cases were split by a hash before the reader was made: one half was looked at while making
// it, the other was only counted. Both are held to the same bounds, so that a change of the reader
// which suits one phrasing and spoils others is seen.

#include <gtest/gtest.h>

#include <fstream>
#include <map>

#include "base/sha256.h"
#include "reply/choice.h"
#include "suite/sgp/tasks.h"

namespace papert::suite::sgp {
namespace {

struct Case {
  std::string question;
  std::string reply;
  std::string reads;  // a letter or value; "-" for none
};

struct Fixture {
  std::map<std::string, std::vector<std::string>> options;
  std::vector<Case> cases;
};

Fixture load(const std::string& name) {
  Fixture fixture;
  std::ifstream file(PAPERT_TEST_CASES "/sgp/" + name);
  for (std::string line; std::getline(file, line);) {
    const Json json = Json::parse(line);
    const auto question = json["question"].get<std::string>();
    if (json.contains("options")) {
      fixture.options[question] = json["options"].get<std::vector<std::string>>();
    } else {
      fixture.cases.push_back(
          {question, json["reply"].get<std::string>(), json["reads"].get<std::string>()});
    }
  }
  return fixture;
}

std::string read(const std::vector<std::string>& options, const std::string& reply,
                 reply::Extraction extraction = reply::Extraction::kLenient) {
  const mint::Question question{.id = "1",
                                .program = "<svg/>",
                                .text = "?",
                                .options = options,
                                .answer = options.empty() ? "0" : "A"};
  return score_answer(question, reply::find_answer(reply, extraction)).answer.value_or("-");
}

struct Tally {
  int all = 0;
  int misread = 0;  // another answer than a person reads, or one where there is none
  int missed = 0;   // none where there is one
};

bool was_looked_at(const Case& each) {
  const std::string hash = sha256_hex(each.question + "\n" + each.reply);
  return (std::stoul(hash.substr(0, 8), nullptr, 16) & 1U) == 0;
}

void count(const Case& each, const std::string& is, Tally& tally) {
  ++tally.all;
  if (is == each.reads) return;
  ++(is == "-" ? tally.missed : tally.misread);
}

/// How many are missed; none may be misread.
int misses_without_misreading(const Fixture& fixture) {
  Tally tally;
  for (const Case& each : fixture.cases) {
    const std::string is = read(fixture.options.at(each.question), each.reply);
    count(each, is, tally);
    EXPECT_TRUE(is == each.reads || is == "-") << is << " read in: " << each.reply;
  }
  return tally.missed;
}

TEST(SgpReplies, AreReadAsAPersonReadsThem) {
  const Fixture fixture = load("replies.jsonl");
  ASSERT_GE(fixture.cases.size(), 400U);
  Tally seen;
  Tally unseen;
  for (const Case& each : fixture.cases) {
    const std::string is = read(fixture.options.at(each.question), each.reply);
    count(each, is, was_looked_at(each) ? seen : unseen);
  }
  for (const Tally& half : {seen, unseen}) {
    EXPECT_GE(half.all, 200);
    EXPECT_LT(half.misread, 0.01 * half.all);
    EXPECT_LT(half.missed, 0.06 * half.all);
  }
}

/// Replies by which the reader was improved after it was made. What is missed needs the question.
TEST(SgpReplies, HardOnesAreNeverMisread) {
  const Fixture fixture = load("hard_replies.jsonl");
  ASSERT_GE(fixture.cases.size(), 400U);
  EXPECT_LE(misses_without_misreading(fixture), 9);
}

/// Replies that weigh one answer against another, or take one back.
TEST(SgpReplies, HedgingOnesAreReadToTheEnd) {
  const Fixture fixture = load("hedged_replies.jsonl");
  ASSERT_GE(fixture.cases.size(), 400U);
  EXPECT_LE(misses_without_misreading(fixture), 14);
}

/// Replies to minted questions, written without knowledge of the rules. Those that are missed
/// say it in words that no option has.
TEST(SgpReplies, ManyMannersAreNeverMisread) {
  const Fixture fixture = load("many_manners_replies.jsonl");
  ASSERT_GE(fixture.cases.size(), 320U);
  EXPECT_LE(misses_without_misreading(fixture), 18);
}

/// Every letter in every dress in every phrasing, with every ending.
TEST(SgpReplies, LettersAreReadInEveryDressPhrasingAndEnding) {
  const std::vector<std::string> dresses{"@",
                                         "(@)",
                                         "[@]",
                                         "**@**",
                                         "*@*",
                                         "`@`",
                                         "\"@\"",
                                         "'@'",
                                         "\u201c@\u201d",
                                         "@)",
                                         "@) #",
                                         "(@) #",
                                         "**@) #**",
                                         "@. #",
                                         "@: #",
                                         "@ - #",
                                         "$@$",
                                         "\\(@\\)",
                                         "\\boxed{@}",
                                         "$\\boxed{\\text{@}}$",
                                         "\\textbf{@}",
                                         "option @",
                                         "Option (@)",
                                         "<b>@</b>",
                                         "@ (#)",
                                         "# (@)",
                                         "the letter @",
                                         "**@** (#)",
                                         "<answer>@</answer>"};
  const std::vector<std::string> phrasings{
      "Answer: %",
      "**Answer:** %",
      "Final answer: %",
      "The answer is %",
      "The correct answer is %",
      "So the answer is %",
      "Therefore, the correct option is %",
      "The correct choice is: %",
      "I choose %",
      "I would go with %",
      "My answer is %",
      "The best answer is %",
      "The wall is red and the roof is not.\n\nAnswer: %",
      "### Answer\n%",
      "The answer is:\n\n%",
      "Answer:\n%",
      "Option A looks good at first, but the correct answer is %",
      "It cannot be the wall. Hence the answer must be %",
      "Antwort: %",
      "Die richtige Antwort ist %",
      "La r\u00e9ponse est %",
      "La respuesta correcta es %",
      "La risposta corretta \u00e8 %",
      "A resposta correta \u00e9 %",
      "\u7b54\u6848\uff1a%",
      "\u6b63\u786e\u7b54\u6848\u662f %",
      "\u041e\u0442\u0432\u0435\u0442: %",
      "\uc815\ub2f5: %",
      "\u7b54\u3048\uff1a%",
      "A) Red\nB) Blue\nC) Green\nD) Yellow\n\nAnswer: %",
      "If the roof were red, it would be A. "
      "The answer is %"};
  const std::vector<std::string> endings{"",
                                         ".",
                                         "</s>",
                                         "<|im_end|>",
                                         " \u2705",
                                         " \U0001F60A",
                                         "\n\n",
                                         "\n\nExplanation: option A is wrong, the wall is red.",
                                         "\n\nThis is because the polygon has that fill."};
  const std::vector<std::string> options{"Red", "Blue", "Green", "Yellow"};
  const auto fill = [](std::string text, char mark, const std::string& value) {
    for (std::size_t at = text.find(mark); at != std::string::npos;
         at = text.find(mark, at + value.size())) {
      text.replace(at, 1, value);
    }
    return text;
  };
  int all = 0;
  int wrong = 0;
  for (const std::string& dress : dresses) {
    for (const std::string& phrasing : phrasings) {
      for (const std::string& ending : endings) {
        const std::size_t i = static_cast<std::size_t>(all++) % options.size();
        const std::string letter = fill(fill(dress, '#', options[i]), '@', mint::option_letter(i));
        const std::string reply = fill(phrasing, '%', letter) + ending;
        const std::string is = read(options, reply);
        if (is == mint::option_letter(i)) continue;
        if (++wrong <= 20) ADD_FAILURE() << is << " read in: " << reply;
      }
    }
  }
  EXPECT_EQ(wrong, 0) << "of " << all;
}

}  // namespace
}  // namespace papert::suite::sgp
