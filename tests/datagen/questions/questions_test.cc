// A folder of questions with models that are functions.

#include "datagen/questions/questions.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <set>

#include "base/text.h"
#include "data/sgp/load.h"
#include "datagen/questions/blocks.h"
#include "datagen/questions/prompts.h"
#include "datagen/questions/sight.h"
#include "mint/question/fresh.h"
#include "support/process.h"

namespace papert::datagen::questions {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class FunctionModel : public model::Model {
 public:
  using Function = std::function<model::Reply(const model::Request&)>;
  explicit FunctionModel(Function function) : function_(std::move(function)) {}
  [[nodiscard]] std::size_t concurrency() const override { return 3; }
  [[nodiscard]] model::Reply ask(const model::Request& request, const CancelToken&) override {
    ++asked;
    return function_(request);
  }
  std::atomic<int> asked = 0;

 private:
  Function function_;
};

model::Reply text_reply(std::string text) {
  model::Reply reply;
  reply.text = std::move(text);
  return reply;
}

/// Chooses the first of these texts that is an option.
FunctionModel::Function choosing(std::set<std::string> texts) {
  return [texts](const model::Request& request) {
    for (const std::string_view line : split(request.text, '\n')) {
      const bool option = line.size() > 3 && line[1] == ')';
      if (option && texts.contains(std::string(line.substr(3)))) {
        return text_reply("Answer: " + std::string(line.substr(0, 1)));
      }
    }
    return text_reply("I do not know.");
  };
}

std::string svg(const std::string& inside) {
  return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 100 100\">" + inside + "</svg>\n";
}

/// Four questions about a red disc: right, right, a wrong key that the picture contradicts, a wrong
/// one that only a model can tell.
constexpr const char* kReply =
    "Question 1: What is the color of the disc?\nA) Red\nB) Blue\nC) Green\nD) Black\nAnswer: A\n\n"
    "Question 2: What shape is it?\nA) A square\nB) A disc\nC) A star\nD) A heart\nAnswer: B\n\n"
    "Question 3: Which color is it?\nA) Red\nB) Blue\nC) Green\nD) Yellow\nAnswer: B\n\n"
    "Question 4: What does it depict?\nA) A cube\nB) A plain dot\nC) A tree\nD) A cup\nAnswer: C\n";

class QuestionFolder : public testing::Test {
 protected:
  QuestionFolder() {
    options_.programs = folder_ / "programs";
    options_.out = folder_ / "out";
    options_.settings.ask = "fake/ask";
    options_.settings.verify = "fake/verify";
    test::spit(folder_ / "programs/disc.svg", svg("<circle cx='50' cy='50' r='30' fill='red'/>"));
  }

  QuestionReport run() {
    QuestionRoles roles{&ask_, &verify_, nullptr};
    if (options_.settings.verify.empty()) roles.verify = nullptr;
    if (!options_.settings.guess.empty()) roles.guess = &guess_;
    auto report = generate_questions(options_, roles);
    EXPECT_TRUE(report) << report.error().to_string();
    return report ? *report : QuestionReport{};
  }

  std::string file(const std::string& name) { return test::slurp(folder_ / "out" / name); }

  std::vector<std::string> ids() {
    const auto stored = data::sgp::read_questions(folder_ / "out");
    EXPECT_TRUE(stored && stored->problems.empty());
    std::vector<std::string> ids;
    for (const auto& question : stored->questions) ids.push_back(question.id);
    return ids;
  }

  test::TempFolder folder_;
  QuestionOptions options_;
  FunctionModel ask_{[](const model::Request&) { return text_reply(kReply); }};
  FunctionModel verify_{choosing({"Red", "A disc", "A plain dot"})};
  FunctionModel guess_{choosing({"Red"})};
};

TEST_F(QuestionFolder, KeepsWhatTwoVotesAndThePictureAgreeWith) {
  const QuestionReport report = run();
  EXPECT_TRUE(report.complete);
  EXPECT_THAT(ids(), ElementsAre("disc-1", "disc-2"));
  EXPECT_EQ(report.fates.at("contradicted"), 1U);
  EXPECT_EQ(report.fates.at("rejected"), 1U);
  EXPECT_EQ(report.requests, 1 + 3 * 2) << "two votes that agree are enough";
  const auto stored = data::sgp::read_questions(folder_ / "out");
  EXPECT_EQ(stored->questions[0].type, mint::QuestionType::kColor);
  EXPECT_EQ(stored->questions[1].type, mint::QuestionType::kShape);
  EXPECT_THAT(file("questions.jsonl"), HasSubstr("no blue in it"));
  const auto check = data::sgp::check_folder(folder_ / "out", 1);
  EXPECT_TRUE(check->problems.empty());
}

TEST_F(QuestionFolder, TheSameCommandAsksNothingTwice) {
  run();
  const std::string tasks = file("tasks.jsonl");
  const int asked = ask_.asked + verify_.asked;
  EXPECT_EQ(run().requests, 7);
  EXPECT_EQ(ask_.asked + verify_.asked, asked);
  EXPECT_EQ(file("tasks.jsonl"), tasks);
}

TEST_F(QuestionFolder, WithoutAVerifierThePictureStillCounts) {
  options_.settings.verify.clear();
  const QuestionReport report = run();
  EXPECT_THAT(ids(), ElementsAre("disc-1", "disc-2", "disc-4"));
  EXPECT_EQ(report.fates.at("contradicted"), 1U);
}

// A failed request is asked again by the next command; votes that were had before it stay.
TEST_F(QuestionFolder, WhatFailedIsNotFinal) {
  std::atomic<int> requests = 0;
  std::atomic<bool> broken = true;
  const auto choose = choosing({"Red", "A disc", "A plain dot"});
  FunctionModel moody([&](const model::Request& request) {
    if (request.id == "disc-1") ++requests;
    if (broken && request.id == "disc-1" && request.epoch == 1) {
      return model::Reply::failed("the line is cut");
    }
    return choose(request);
  });
  const QuestionRoles roles{&ask_, &moody, nullptr};
  const auto first = generate_questions(options_, roles);
  ASSERT_TRUE(first);
  EXPECT_FALSE(first->complete);
  EXPECT_EQ(first->unanswered, 1U);
  EXPECT_EQ(first->why, "the line is cut");
  EXPECT_FALSE(std::filesystem::exists(folder_ / "out/tasks.jsonl"));
  broken = false;
  const auto second = generate_questions(options_, roles);
  ASSERT_TRUE(second);
  EXPECT_TRUE(second->complete);
  EXPECT_EQ(requests, 3) << "the first vote is not asked for again";
  const std::string tasks = file("tasks.jsonl");
  std::filesystem::remove_all(folder_ / "out");
  run();
  EXPECT_EQ(file("tasks.jsonl"), tasks) << "as if nothing had failed";
}

TEST_F(QuestionFolder, FinishDoesWithout) {
  FunctionModel broken([](const model::Request&) { return model::Reply::failed("no line"); });
  const auto first = generate_questions(options_, {&broken, &verify_, nullptr});
  ASSERT_TRUE(first);
  EXPECT_FALSE(first->complete);
  options_.finish = true;
  const QuestionReport report = run();
  EXPECT_TRUE(report.complete);
  EXPECT_EQ(report.tasks, 0U);
  EXPECT_EQ(ask_.asked, 0);
}

TEST_F(QuestionFolder, RefusesProgramsThatShowNothing) {
  test::spit(folder_ / "programs/blank.svg", svg("<rect width='100' height='100' fill='white'/>"));
  test::spit(folder_ / "programs/broken.svg", "<svg><g></svg>");
  test::spit(folder_ / "programs/words.txt", "a text");
  test::spit(folder_ / "programs/copy.svg", svg("<circle cx='50' cy='50' r='30' fill='red'/>"));
  const QuestionReport report = run();
  EXPECT_EQ(report.programs, 1U);
  EXPECT_EQ(report.repeated, 1U);
  std::map<std::string, std::string> reasons;
  for (const RefusedProgram& refused : report.refused) reasons[refused.id] = refused.reason;
  EXPECT_EQ(reasons, (std::map<std::string, std::string>{
                         {"blank", "blank"}, {"broken", "unreadable"}, {"words", "unreadable"}}));
  EXPECT_THAT(file("programs.jsonl"), HasSubstr(R"("reason":"blank")"));
}

TEST_F(QuestionFolder, GuessableQuestionsAreMarked) {
  options_.settings.guess = "fake/guess";
  const QuestionReport report = run();
  EXPECT_EQ(report.tasks, 2U);
  EXPECT_EQ(report.guessable, 1U);
  options_.out = folder_ / "other";
  options_.settings.drop_guessable = true;
  const QuestionReport dropped = run();
  EXPECT_EQ(dropped.tasks, 1U);
  EXPECT_EQ(dropped.fates.at("guessable"), 1U);
}

TEST_F(QuestionFolder, OfSeveralTheRarestTypeStays) {
  for (const char* name : {"a", "b", "c"}) {
    test::spit(folder_ / "programs" / (std::string(name) + ".svg"),
               svg(fmt::format("<circle cx='50' cy='5{}' r='30' fill='red'/>", name[0] - 'a')));
  }
  std::filesystem::remove(folder_ / "programs/disc.svg");
  options_.settings.svg.keep = 1;
  const QuestionReport report = run();
  EXPECT_THAT(ids(), ElementsAre("a-1", "b-2", "c-1"));
  EXPECT_EQ(report.fates.at("not_chosen"), 3U);
}

TEST_F(QuestionFolder, EachLetterIsRightEquallyOften) {
  for (int i = 0; i < 9; ++i) {
    test::spit(folder_ / "programs" / fmt::format("p{}.svg", i),
               svg(fmt::format("<circle cx='50' cy='50' r='{}' fill='red'/>", 20 + i)));
  }
  run();
  const auto stored = data::sgp::read_questions(folder_ / "out");
  ASSERT_EQ(stored->questions.size(), 20U);
  for (std::size_t hand = 0; hand < 20; hand += 4) {
    std::set<std::string> letters;
    for (std::size_t i = hand; i < hand + 4; ++i) letters.insert(stored->questions[i].answer);
    EXPECT_EQ(letters.size(), 4U);
  }
  for (const mint::Question& question : stored->questions) {
    const std::string& key = question.options[static_cast<std::size_t>(question.answer[0] - 'A')];
    EXPECT_TRUE(key == "Red" || key == "A disc") << key;
  }
}

TEST_F(QuestionFolder, WhatPeopleSaid) {
  run();
  options_.inspection = folder_ / "labels.jsonl";
  test::spit(options_.inspection,
             R"({"kind":"inspect/sgp","id":"disc-1","annotator":"a","labels":["ok"]})"
             "\n"
             R"({"kind":"same","id":"disc-1","annotator":"a","same":true})"
             "\n"
             R"({"kind":"inspect/sgp","id":"disc-1","annotator":"b","labels":["question"],)"
             R"("edited":"What color has the disc?"})"
             "\n"
             R"({"kind":"inspect/sgp","id":"disc-2","annotator":"a","labels":["ok"]})"
             "\n"
             R"({"kind":"inspect/sgp","id":"disc-2","annotator":"a","labels":["options"]})"
             "\n"
             R"({"kind":"inspect/sgp","id":"nobody-7","annotator":"a","labels":["ok"]})"
             "\n"
             R"({"kind":"inspect/sgp","id":"disc-2","labels":["perfect"]})"
             "\n");
  const QuestionReport report = run();
  EXPECT_EQ(report.fates.at("replaced"), 1U);
  EXPECT_EQ(report.fates.at("removed"), 1U);
  EXPECT_EQ(report.problems.size(), 2U);
  EXPECT_THAT(ids(), ElementsAre("disc-1"));
  EXPECT_THAT(file("tasks.jsonl"), HasSubstr("What color has the disc?"));
  options_.inspection.clear();
  EXPECT_EQ(run().fates.at("removed"), 1U) << "the folder remembers what people said";
}

TEST_F(QuestionFolder, EditedBlocksAndKeys) {
  run();
  options_.inspection = folder_ / "labels.jsonl";
  test::spit(options_.inspection,
             R"({"kind":"inspect/sgp","id":"disc-1","labels":["options"],"edited":)"
             R"("Question: Is it red?\nA) Yes\nB) No\nC) In part\nD) Unclear\nAnswer: A"})"
             "\n"
             R"({"kind":"inspect/sgp","id":"disc-2","labels":["answer"],"edited":"A star"})"
             "\n");
  EXPECT_EQ(run().fates.at("replaced"), 2U);
  const auto stored = data::sgp::read_questions(folder_ / "out");
  ASSERT_EQ(stored->questions.size(), 2U);
  const auto key = [](const mint::Question& question) {
    return question.options[static_cast<std::size_t>(question.answer[0] - 'A')];
  };
  EXPECT_EQ(stored->questions[0].text, "Is it red?");
  EXPECT_EQ(key(stored->questions[0]), "Yes");
  EXPECT_EQ(key(stored->questions[1]), "A star");
  test::spit(options_.inspection,
             R"({"kind":"inspect/sgp","id":"disc-2","labels":["answer"],"edited":"C"})"
             "\n");
  const QuestionReport report = run();
  EXPECT_EQ(report.fates.at("removed"), 1U) << "letters depend on the order of the options";
  EXPECT_EQ(report.problems.size(), 1U);
}

TEST_F(QuestionFolder, LimitOfRequests) {
  options_.max_requests = 4;
  const auto stopped = generate_questions(options_, {&ask_, &verify_, nullptr});
  ASSERT_FALSE(stopped);
  EXPECT_THAT(stopped.error().to_string(), HasSubstr("limit of 4 requests"));
  EXPECT_EQ(ask_.asked + verify_.asked, 4);
  options_.max_requests = 0;
  EXPECT_EQ(run().requests, 7) << "nothing that was paid for is asked again";
}

TEST_F(QuestionFolder, BelongsToOneRequest) {
  run();
  options_.settings.seed = 5;
  const auto other = generate_questions(options_, {&ask_, &verify_, nullptr});
  ASSERT_FALSE(other);
  EXPECT_THAT(other.error().to_string(), HasSubstr("another seed (0 instead of 5)"));
}

TEST_F(QuestionFolder, ModelsThatDoNotAsk) {
  std::filesystem::remove(folder_ / "programs/disc.svg");
  for (const char* name : {"a", "b", "c"}) {
    test::spit(folder_ / "programs" / (std::string(name) + ".svg"),
               svg(fmt::format("<circle cx='50' cy='5{}' r='30' fill='red'/>", name[0] - 'a')));
  }
  FunctionModel other([](const model::Request& request) {
    model::Reply reply = text_reply("I see a red disc.");
    if (request.id == "a") reply.status = model::ReplyStatus::kRefused;
    if (request.id == "b") reply = text_reply(std::string(kReply).substr(0, 120));
    if (request.id == "b") reply.status = model::ReplyStatus::kTruncated;
    return reply;
  });
  const auto report = generate_questions(options_, {&other, &verify_, nullptr});
  ASSERT_TRUE(report);
  EXPECT_EQ(report->asked, (std::map<std::string, std::size_t>{
                               {"no_questions", 1}, {"refused", 1}, {"truncated", 1}}));
  EXPECT_THAT(ids(), ElementsAre("b-1")) << "the block that is whole is used";
}

TEST(QuestionPrompts, AreKnownByTheirFirstLines) {
  const std::vector<std::string> options{"a", "b", "c", "d"};
  const auto ask = ask_prompt(mint::Language::kSvg, 4);
  const auto cad = ask_prompt(mint::Language::kCad3d, 5);
  const auto verify = verify_prompt(mint::Language::kCad3d, {"Why?", options});
  const auto guess = guess_prompt({"Why?", options});
  ASSERT_TRUE(ask && cad && verify && guess);
  EXPECT_EQ(kind_of_prompt(*ask), PromptKind::kAsk);
  EXPECT_EQ(kind_of_prompt(*cad), PromptKind::kAsk);
  EXPECT_EQ(kind_of_prompt(*verify), PromptKind::kVerify);
  EXPECT_EQ(kind_of_prompt(*guess), PromptKind::kGuess);
  EXPECT_FALSE(kind_of_prompt("Hello"));
  EXPECT_EQ(count_in_prompt(*ask), 4U);
  EXPECT_EQ(count_in_prompt(*cad), 5U);
  EXPECT_THAT(*verify, HasSubstr("Question: Why?\nA) a\nB) b\nC) c\nD) d\n"));
}

TEST(QuestionSight, IsCertainOrSilent) {
  Program program;
  program.text = svg("<circle cx='50' cy='50' r='30' fill='#1565c0'/>");
  const auto views = views_of_program(program);
  ASSERT_TRUE(views);
  const auto says = [&](const std::string& text, std::vector<std::string> options) {
    return contradiction(program, *views, checked_block(text, std::move(options), "A"));
  };
  EXPECT_TRUE(says("What color is it?", {"Red", "Blue", "Green", "Black"}));
  EXPECT_FALSE(says("What color is it?", {"Blue", "Red", "Green", "Black"}));
  EXPECT_FALSE(says("What color is it?", {"Purple", "Red", "Orange", "Pink"})) << "a near colour";
  EXPECT_FALSE(says("Which color is not there?", {"Red", "Blue", "White", "Black"}));
  EXPECT_FALSE(says("What color is it?", {"Sky blue", "Red", "Orange", "Pink"}));
  EXPECT_TRUE(says("How many parts can be seen in the picture?", {"3", "2", "1", "4"}));
  EXPECT_FALSE(says("How many parts can be seen in the picture?", {"1", "2", "3", "4"}));
  EXPECT_FALSE(says("How many corners has it?", {"3", "2", "1", "4"}));
}

// Every wording of minted CAD questions is measured: the right key stands, a wrong one does not.
TEST(QuestionSight, MeasuresParts) {
  std::size_t asked = 0;
  for (std::int64_t seed = 0; seed < 40 && asked < 4; ++seed) {
    const auto minted = mint::mint_program(seed, "x");
    if (!minted || minted->empty() || minted->front().language == mint::Language::kSvg) continue;
    for (const mint::Question& question : *minted) {
      const Program program{question.id, question.language, question.program, ""};
      Block block = checked_block(question.text, question.options, question.answer);
      ASSERT_TRUE(block.usable()) << block.message;
      EXPECT_FALSE(contradiction(program, {}, block)) << question.text;
      block.key = (block.key + 1) % block.options.size();
      EXPECT_TRUE(contradiction(program, {}, block)) << question.text;
      ++asked;
    }
  }
  if (asked == 0) GTEST_SKIP() << "this build has no CAD kernel";
}

}  // namespace
}  // namespace papert::datagen::questions
