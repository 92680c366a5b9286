// Questions from tables and lines: ids, repair, guessed types, damage.

#include "data/sgp/load.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/file.h"
#include "mint/question/copies.h"
#include "support/process.h"

namespace papert::data::sgp {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr const char* kHeader = ",Question,A,B,C,D,Answer,Subject\n";

std::string cell(const std::string& program, const std::string& question) {
  return "\"Look at this.\n\n" + program + "\n\nQuestion: " + question + "\"";
}

std::string row(const std::string& number, const std::string& question,
                const std::string& answer = "A") {
  return number + "," +
         cell(R"(<svg viewBox=""0 0 9 9""><circle cx=""4"" cy=""4"" r=""2"" /></svg>)", question) +
         ",one,two,three,four," + answer + ",things\r\n";
}

StoredQuestions csv(const std::string& text) {
  auto stored = questions_from_csv(text, "t.csv");
  EXPECT_TRUE(stored) << stored.error().to_string();
  return stored ? std::move(*stored) : StoredQuestions{};
}

std::vector<std::string> ids(const StoredQuestions& stored) {
  std::vector<std::string> list;
  for (const mint::Question& question : stored.questions) list.push_back(question.id);
  return list;
}

TEST(SgpLoad, ATableOfQuestions) {
  const StoredQuestions stored = csv(kHeader + row("4", "How many circles?", "C"));
  ASSERT_THAT(stored.problems, IsEmpty());
  ASSERT_EQ(stored.questions.size(), 1U);
  const mint::Question& question = stored.questions[0];
  EXPECT_EQ(question.id, "4-1");
  EXPECT_EQ(question.language, mint::Language::kSvg);
  EXPECT_EQ(question.program, R"(<svg viewBox="0 0 9 9"><circle cx="4" cy="4" r="2" /></svg>)");
  EXPECT_EQ(question.text, "How many circles?");
  EXPECT_THAT(question.options, ElementsAre("one", "two", "three", "four"));
  EXPECT_EQ(question.answer, "C");
  EXPECT_EQ(question.category, "things");
  EXPECT_EQ(question.type, mint::QuestionType::kCount);
}

TEST(SgpLoad, IdsCountTheRowsOfANumber) {
  const StoredQuestions stored = csv(kHeader + row("4", "What color?") + row("7", "What color?") +
                                     row("4", "What shape?") + row("4", "How many?"));
  EXPECT_THAT(ids(stored), ElementsAre("4-1", "4-2", "4-3", "7-1"));
}

TEST(SgpLoad, OpenAnswers) {
  const StoredQuestions stored =
      csv(",Question,Answer\n0," + cell("<?xml version=\"\"1.0\"\" ?>\n<svg/>x</svg>", "digit?") +
          ",9\n1," + cell("<svg></svg>", "Which digit is this?") + ",4\n");
  ASSERT_EQ(stored.questions.size(), 1U);
  EXPECT_TRUE(stored.questions[0].open());
  EXPECT_EQ(stored.questions[0].answer, "4");
  EXPECT_EQ(stored.questions[0].id, "1-1");
  ASSERT_EQ(stored.problems.size(), 1U) << "the first program is not an XML";
}

TEST(SgpLoad, TheXmlDeclarationBelongsToTheProgram) {
  const StoredQuestions stored =
      csv(",Question,Answer\n0," + cell("<?xml version=\"\"1.0\"\" ?>\n<svg></svg>", "digit?") +
          ",9\n");
  ASSERT_EQ(stored.questions.size(), 1U);
  EXPECT_EQ(stored.questions[0].program, "<?xml version=\"1.0\" ?>\n<svg></svg>");
}

TEST(SgpLoad, LostCapitalsOfViewBoxAreRepaired) {
  const std::string damaged = R"(<svg viewbox=""0 0 9 9""><g/></svg>)";
  const StoredQuestions stored =
      csv(std::string(kHeader) + "1," + cell(damaged, "What color?") + ",a,b,c,d,A,x\n");
  ASSERT_EQ(stored.questions.size(), 1U);
  EXPECT_THAT(stored.questions[0].program, HasSubstr("viewBox="));
  EXPECT_THAT(stored.notes, ElementsAre(HasSubstr("1 programs had 'viewbox'"),
                                        HasSubstr("1 questions had no type")));
}

TEST(SgpLoad, DamagedRowsAreListedAndTheRestIsUsed) {
  const StoredQuestions stored = csv(
      kHeader + row("1", "What color?") + "1,\"half\n" + row("2", "What color?", "E") +
      "3,\"no program here\n\nQuestion: What?\",a,b,c,d,A,x\n" +
      "4,\"<svg></svg> but nothing is asked\",a,b,c,d,A,x\n" +
      "5,\"<svg></svg>Question: What?\",a\n" + "6,\"<svg><g></svg>Question: What?\",a,b,c,d,A,x\n" +
      "7,\"<svg></svg>Question: What?\",a,,c,d,A,x\n" + row("8", "What color?"));
  EXPECT_THAT(ids(stored), ElementsAre("1-1", "8-1"));
  std::vector<std::string> problems;
  for (const Error& error : stored.problems) problems.push_back(error.to_string());
  ASSERT_EQ(problems.size(), 7U);
  EXPECT_THAT(problems[0], HasSubstr("t.csv:7: text follows a closing quote"));
  EXPECT_THAT(problems[1], HasSubstr("'E' is not the letter of an option"));
  EXPECT_THAT(problems[2], HasSubstr("no program was found"));
  EXPECT_THAT(problems[3], HasSubstr("no 'Question:'"));
  EXPECT_THAT(problems[4], HasSubstr("3 fields where the first line names 8"));
  EXPECT_THAT(problems[5], HasSubstr("the program: "));
  EXPECT_THAT(problems[6], HasSubstr("option B is empty"));
}

TEST(SgpLoad, ATableMustNameItsColumns) {
  EXPECT_FALSE(questions_from_csv("", "t"));
  EXPECT_FALSE(questions_from_csv("a,b\n", "t"));
  EXPECT_FALSE(questions_from_csv(",Question,A\n", "t"));
}

TEST(SgpLoad, LinesOfOurOwn) {
  const auto stored = questions_from_lines(
      R"({"id":"b","program":"<svg></svg>","question":"What?","options":["x","y"],"answer":"b","type":"shape","category":"k"})"
      "\n\n"
      R"({"id":"a","language":"svg","program":"<svg></svg>","question":"Which digit?","answer":7,"base":"b","variant":"t","distance":12})"
      "\n"
      R"({"id":"a","program":"<svg></svg>","question":"Again?","answer":"1"})"
      "\nnot json\n",
      "t.jsonl");
  ASSERT_TRUE(stored);
  EXPECT_THAT(ids(*stored), ElementsAre("a", "b"));
  EXPECT_EQ(stored->questions[0].answer, "7");
  EXPECT_EQ(stored->questions[0].distance, 12);
  EXPECT_EQ(stored->questions[1].answer, "B");
  EXPECT_EQ(stored->problems.size(), 2U) << "a bad line and an id twice";
  for (const mint::Question& question : stored->questions) {
    const auto again = mint::question_from_json(to_json(question), "x");
    ASSERT_TRUE(again);
    EXPECT_EQ(*again, question);
  }
}

TEST(SgpLoad, BadLines) {
  const auto reason = [](const std::string& line) {
    const auto stored = questions_from_lines(line, "t");
    return stored->problems.empty() ? "" : stored->problems.front().to_string();
  };
  const std::string start = R"({"id":"a","program":"<svg></svg>","question":"What?")";
  EXPECT_THAT(reason(start + "}"), HasSubstr("answer"));
  EXPECT_THAT(reason(start + R"(,"answer":"C","options":["x","y"]})"), HasSubstr("not the letter"));
  EXPECT_THAT(reason(start + R"(,"answer":"A","options":["x"]})"), HasSubstr("1 options"));
  EXPECT_THAT(reason(start + R"(,"answer":"A","options":[1,2]})"), HasSubstr("list of texts"));
  EXPECT_THAT(reason(start + R"(,"answer":"A","options":7})"), HasSubstr("must be a list"));
  EXPECT_THAT(reason(start + R"(,"answer":"A","type":"smell"})"), HasSubstr("question type"));
  EXPECT_THAT(reason(start + R"(,"answer":"A","language":"tex"})"), HasSubstr("language"));
  EXPECT_THAT(reason(start + R"(,"answer":"A","distance":-1})"), HasSubstr("distance"));
  EXPECT_THAT(reason(R"({"id":"","program":"<svg></svg>","question":"?","answer":"1"})"),
              HasSubstr("no id"));
  EXPECT_EQ(reason(start + R"(,"answer":"A","type":"colour"})"), "");
  EXPECT_EQ(reason(start + R"(,"answer":"A","langauge":"svg"})"),
            "t:1: there is no key 'langauge'; did you mean 'language'?");
  const std::string longest(mint::kMaxProgramBytes - 11, ' ');
  const auto sized = [&](const std::string& more) {
    return R"({"id":"a","program":"<svg></svg>)" + longest + more +
           R"(","question":"?","answer":"1"})";
  };
  EXPECT_EQ(reason(sized("")), "");
  EXPECT_THAT(reason(sized(" ")), HasSubstr("longer than"));
}

TEST(SgpLoad, CadProgramsInTables) {
  const std::string program =
      "SOL; Line:(223,128); Line:(223,153); Line:(128,153); Line:(128,128); "
      "Ext:(192,64,192,32,128,83,174,157,128,Newbody,One-sided); EOS";
  const StoredQuestions stored =
      csv(std::string(kHeader) + "1," +
          cell("Hint: SOL starts a loop.\nEOS ends it.\n" + program, "How many holes?") +
          ",a,b,c,d,A,x\n");
  ASSERT_EQ(stored.questions.size(), 1U);
  EXPECT_EQ(stored.questions[0].language, mint::Language::kCad3d);
  EXPECT_EQ(stored.questions[0].program, program);
}

TEST(SgpLoad, FilesAndFolders) {
  const test::TempFolder folder;
  EXPECT_FALSE(read_questions(folder.path()));
  test::spit(folder / "q.csv", kHeader + row("4", "What color?"));
  EXPECT_EQ(read_questions(folder / "q.csv")->questions.size(), 1U);
  test::spit(folder / "tasks.jsonl",
             R"({"id":"a","program":"<svg></svg>","question":"?","answer":"1"})");
  EXPECT_EQ(read_questions(folder.path())->questions.size(), 1U);
  EXPECT_EQ(read_questions(folder / "tasks.jsonl")->questions.size(), 1U);
}

TEST(SgpType, TheRuleInItsOrder) {
  EXPECT_EQ(mint::guess_type("How many colors are used?"), mint::QuestionType::kCount);
  EXPECT_EQ(mint::guess_type("What COLOUR is the round shape?"), mint::QuestionType::kColor);
  EXPECT_EQ(mint::guess_type("What shape is at the top position?"), mint::QuestionType::kShape);
  EXPECT_EQ(mint::guess_type("What is located above the object?"), mint::QuestionType::kReasoning);
  EXPECT_EQ(mint::guess_type("What type of hat is it?"), mint::QuestionType::kSemantic);
  EXPECT_EQ(mint::guess_type("Which digit is shown?"), mint::QuestionType::kSemantic);
  EXPECT_EQ(mint::guess_type("How thick are the lines?"), std::nullopt);
  EXPECT_EQ(mint::guess_type(""), std::nullopt);
}

TEST(SgpLoad, AKeyThatIsOfferedTwiceIsNoted) {
  std::string twice = row("7", "What color?");
  twice.replace(twice.find(",one,two"), 8, ",Tie,tie");
  const StoredQuestions stored = csv(kHeader + row("4", "What color?") + twice);
  EXPECT_THAT(stored.notes, testing::Contains(HasSubstr("1 questions offer the text of their key "
                                                        "more than once")));
  EXPECT_THAT(stored.notes.back(), testing::EndsWith(": 7-1"));
}

/// A table with one question about the picture.
std::string table_about(const std::string& shapes) {
  return kHeader + std::string("4,") +
         cell("<svg viewBox=\"\"0 0 100 100\"\">" + shapes + "</svg>", "What shape?") +
         ",one,two,three,four,A,things\n";
}

TEST(SgpLoad, ACopyThatIsNotTheOriginalMovedIsNoted) {
  const test::TempFolder folder;
  const auto note_for = [&](const std::string& copy) {
    EXPECT_TRUE(write_file(folder.path() / "x_t0_testset.csv", table_about(copy)));
    const auto stored = read_questions(folder.path() / "x_t0_testset.csv");
    return stored && stored->notes.size() > 1 ? stored->notes.back() : std::string();
  };
  const std::string whole = R"(<path d=""M1,1h20v20h-20z""/><path d=""M40,40h20v20h-20z""/>)"
                            R"(<path d=""M70,70h20v20h-20z""/>)";
  EXPECT_THAT(note_for(whole), HasSubstr("could not be read beside it"));
  ASSERT_TRUE(write_file(folder.path() / "x_testset.csv", table_about(whole)));
  EXPECT_EQ(note_for(R"(<path d=""M2,3h20v20h-20z""/><path d=""M41,42h20v20h-20z""/>)"
                     R"(<path d=""M71,72h20v20h-20z""/>)"),
            "");
  EXPECT_THAT(note_for(R"(<path d=""M2,3h20v20h-20z""/><path d=""M41,42h20v20h-20z""/>)"
                       R"(<path d=""M70,70h20v20h-20z""/>)"),
              testing::AllOf(HasSubstr("1 of 1 questions"), testing::EndsWith(": 4-1")));
}

TEST(SgpLoad, NamesOfCopies) {
  EXPECT_EQ(mint::original_of("d/sgp_inv_t0_testset.csv"), "d/sgp_inv_testset.csv");
  EXPECT_EQ(mint::original_of("d/sgp_inv_r12_testset.csv"), "d/sgp_inv_testset.csv");
  EXPECT_EQ(mint::original_of("d/sgp_inv_testset.csv"), std::nullopt);
  EXPECT_EQ(mint::original_of("d/sgp_t_testset.csv"), std::nullopt);
}

}  // namespace
}  // namespace papert::data::sgp
