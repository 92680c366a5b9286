// Moved programs: checked by rendering, the same for the same seed, refused with a reason.

#include "data/sgp/perturb.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "base/file.h"
#include "base/text.h"
#include "data/sgp/load.h"
#include "mint/svg/moved.h"
#include "support/published_data.h"
#include "support/temp_folder.h"

namespace papert::data::sgp {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

constexpr const char* kProgram =
    R"(<svg viewBox="0 0 100 100"><rect x="20" y="30" width="40" height="20" fill="#c00"/>)"
    R"(<path d="M50 10l10 15h-20z" style="fill:#00c"/></svg>)";
constexpr const char* kText = R"(<svg viewBox="0 0 100 100"><text x="10" y="20">no</text></svg>)";

mint::Question about(const std::string& id, const std::string& program) {
  return {.id = id,
          .program = program,
          .text = "What color is the box?",
          .options = {"Red", "Blue"},
          .answer = "A",
          .type = mint::QuestionType::kColor};
}

class SgpPerturb : public testing::Test {
 protected:
  std::size_t perturb(data::PerturbOptions options) {
    options.problem = [&](const Error& error) { problems_.push_back(error.to_string()); };
    const auto written = perturb_questions(data_.path(), out_.path(), options);
    EXPECT_TRUE(written) << written.error().to_string();
    return written.value_or(0);
  }
  std::map<std::string, mint::Question> written() {
    std::map<std::string, mint::Question> questions;
    const auto stored = read_questions(out_.path());
    EXPECT_TRUE(stored) << stored.error().to_string();
    for (const mint::Question& question : stored->questions)
      questions.emplace(question.id, question);
    return questions;
  }

  test::TempFolder data_;
  test::TempFolder out_;
  std::vector<std::string> problems_;
};

TEST_F(SgpPerturb, VersionsOfEveryQuestionAndTheOriginals) {
  ASSERT_TRUE(write_questions(data_.path(), {about("a", kProgram), about("b", kProgram)}));
  EXPECT_EQ(perturb({.kinds = {"t", "se2"}, .count = 3, .seed = 7, .jobs = 2}), 14U);
  EXPECT_TRUE(problems_.empty());
  const auto questions = written();
  ASSERT_EQ(questions.size(), 14U);
  EXPECT_EQ(questions.at("a").base, "");
  std::set<std::string> programs;
  for (const char* id : {"a@t1", "a@t2", "a@t3", "a@se1", "a@se2", "a@se3"}) {
    const mint::Question& question = questions.at(id);
    EXPECT_EQ(question.base, "a");
    EXPECT_EQ(question.variant, std::string_view(id).substr(2, 1) == "t" ? "t" : "se2");
    EXPECT_EQ(question.text, "What color is the box?");
    EXPECT_EQ(question.answer, "A");
    EXPECT_GT(question.distance.value_or(0), 0);
    EXPECT_EQ(question.program.find("transform"), std::string::npos);
    EXPECT_EQ(question.program, questions.at("b" + std::string(id).substr(1)).program)
        << "questions about one program share its versions";
    programs.insert(question.program);
  }
  EXPECT_EQ(programs.size(), 6U);
}

TEST_F(SgpPerturb, TheSameSeedGivesTheSameVersionsWhateverElseIsThere) {
  ASSERT_TRUE(write_questions(data_.path(), {about("a", kProgram)}));
  perturb({.kinds = {"t"}, .count = 2, .seed = 7});
  const auto first = written();
  ASSERT_TRUE(write_questions(data_.path(), {about("0", kText), about("a", kProgram)}));
  perturb({.kinds = {"t"}, .count = 2, .seed = 7, .jobs = 2});
  EXPECT_EQ(written().at("a@t2").program, first.at("a@t2").program);
  perturb({.kinds = {"t"}, .count = 2, .seed = 8});
  EXPECT_NE(written().at("a@t2").program, first.at("a@t2").program);
}

TEST_F(SgpPerturb, WhatCannotBeMovedIsListedWithItsReason) {
  ASSERT_TRUE(write_questions(data_.path(), {about("a", kText), about("b", kProgram)}));
  EXPECT_EQ(perturb({.kinds = {"t"}}), 3U);
  ASSERT_EQ(problems_.size(), 1U);
  EXPECT_THAT(problems_[0], StartsWith("the program of 'a' (1 questions): not moved (t): text"));
  EXPECT_TRUE(written().contains("a")) << "the original stays";
}

TEST_F(SgpPerturb, MotionsAndRefusalsAreRecorded) {
  ASSERT_TRUE(
      write_questions(data_.path(), {about("a", kText), about("b", kProgram), about("c", kText)}));
  perturb({.kinds = {"se2"}, .count = 2, .seed = 7});
  const auto lines = [&](const char* name) {
    std::vector<Json> all;
    const std::string text = *read_file(out_.path() / name);
    for (const std::string_view line : split(text, '\n')) {
      if (!line.empty()) all.push_back(*parse_json(line, name));
    }
    return all;
  };
  const std::vector<Json> motions = lines("motions.jsonl");
  ASSERT_EQ(motions.size(), 2U);
  EXPECT_EQ(motions[1]["format"], 1);
  EXPECT_EQ(motions[1]["id"], "b@se2");
  EXPECT_EQ(motions[1]["kind"], "se2");
  EXPECT_EQ(motions[1]["pivot"], (Json{50.0, 50.0}));
  const lang::svg::Motion motion{.angle_degrees = motions[1]["angle_degrees"].get<double>(),
                                 .dx = motions[1]["dx"].get<double>(),
                                 .dy = motions[1]["dy"].get<double>()};
  EXPECT_EQ(mint::svg::moved_program(kProgram, motion)->program, written().at("b@se2").program);
  const std::vector<Json> refused = lines("refused.jsonl");
  ASSERT_EQ(refused.size(), 1U);
  EXPECT_EQ(refused[0]["ids"], (Json{"a", "c"}));
  EXPECT_EQ(refused[0]["kind"], "se2");
  EXPECT_EQ(refused[0]["reason"], "text");
}

TEST_F(SgpPerturb, WhatIsAskedForMustMakeSense) {
  ASSERT_TRUE(write_questions(data_.path(), {about("a", kProgram)}));
  const auto error = [&](const data::PerturbOptions& options) {
    const auto written = perturb_questions(data_.path(), out_.path(), options);
    return written ? "" : written.error().to_string();
  };
  EXPECT_THAT(error({.kinds = {"x"}}), HasSubstr("give t or se2"));
  EXPECT_THAT(error({.kinds = {"t"}, .count = 0}), HasSubstr("--count"));
  EXPECT_THAT(error({.kinds = {"t"}, .count = 100}), HasSubstr("--count"));
  EXPECT_THAT(error({.kinds = {"t"}, .ids = {"zz"}}), HasSubstr("'zz'"));
  EXPECT_EQ(error({.kinds = {"t"}, .ids = {"a"}, .count = 99}), "");
}

TEST_F(SgpPerturb, VersionsAreNotMovedAgain) {
  ASSERT_TRUE(write_questions(data_.path(), {about("a", kProgram)}));
  perturb({.kinds = {"t"}, .count = 2});
  const auto again = perturb_questions(out_.path(), data_.path(), {.kinds = {"t"}, .count = 1});
  ASSERT_TRUE(again);
  EXPECT_EQ(*again, 2U) << "the original and one version";
}

TEST(PublishedSgpMotion, ProgramsOfTheQuestionsMove) {
  PAPERT_NEED_PUBLISHED(file, "sgp/sgp_inv_testset.csv");
  const auto stored = read_questions(file);
  ASSERT_TRUE(stored);
  std::map<std::string, std::string> programs;  // program -> the first question about it
  for (const mint::Question& question : stored->questions) {
    programs.emplace(question.program, question.id);
  }
  std::size_t refused = 0;
  std::size_t tried = 0;
  for (const auto& [program, id] : programs) {
    if (++tried % 5 != 0) continue;  // a fifth: the language's own tests move all of them
    const auto motions = mint::svg::motions_of(program, lang::svg::MotionKind::kRigid, 1, 1);
    ASSERT_TRUE(motions) << id;
    const auto moved = mint::svg::moved_program(program, motions->front());
    if (!moved) ++refused;
    EXPECT_TRUE(moved) << id << ": " << moved.error().to_string();
  }
  EXPECT_LE(refused, 1U);
}

}  // namespace
}  // namespace papert::data::sgp
