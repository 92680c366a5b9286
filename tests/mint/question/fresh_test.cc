// Fresh questions: spread evenly, and right by a second opinion.

#include "mint/question/fresh.h"

#include <gtest/gtest.h>

#include <array>
#include <map>
#include <set>

namespace papert::mint {
namespace {

/// A set that several tests look at, minted once; it begins and ends with a hand of letters.
class Fresh : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    std::set<std::string> keys;
    for (std::int64_t seed = 4000; seed < 4080; ++seed) {
      std::vector<Question> minted = mint_program(seed, "fresh").value();
      for (Question& question : minted) {
        const bool fresh = keys.insert(question_key(question).value()).second;
        if (fresh) questions().push_back(std::move(question));
      }
    }
  }
  static std::vector<Question>& questions() {
    static std::vector<Question> all;
    return all;
  }
};

TEST_F(Fresh, QuestionsAreWellFormed) {
  std::set<std::string> asked;
  for (const Question& question : questions()) {
    EXPECT_TRUE(check(question, question.id).has_value());
    EXPECT_TRUE(check_program(question.language, question.program).has_value()) << question.id;
    ASSERT_EQ(question.options.size(), 4U);
    EXPECT_EQ(std::set(question.options.begin(), question.options.end()).size(), 4U) << question.id;
    ASSERT_TRUE(question.type.has_value());
    EXPECT_TRUE(asked.insert(question.program + question.text).second) << question.id;
    for (const std::string_view leak : {"<!--", "<title", "<desc"}) {
      EXPECT_EQ(question.program.find(leak), std::string::npos) << question.id;
    }
  }
}

TEST_F(Fresh, LettersAndTypesAreSpread) {
  std::map<std::string, int> letters;
  std::set<QuestionType> types;
  std::set<Language> languages;
  for (const Question& question : questions()) {
    ++letters[question.answer];
    types.insert(*question.type);
    languages.insert(question.language);
  }
  EXPECT_GT(questions().size(), 110U);
  EXPECT_EQ(types.size(), 5U);
  EXPECT_EQ(languages.size(), 4U);
  for (const auto& [letter, count] : letters) {
    const double share = count / static_cast<double>(questions().size());
    EXPECT_NEAR(share, 0.25, 0.05) << letter;
  }
  // First questions are dealt exactly.
  std::map<std::string, int> first;
  for (const Question& question : questions()) {
    if (question.id.ends_with("-1")) ++first[question.answer];
  }
  for (const auto& [letter, count] : first) EXPECT_EQ(count, 20) << letter;
}

TEST_F(Fresh, ThePictureProvesEveryAnswerAboutAScene) {
  std::size_t flat = 0;
  for (const Question& question : questions()) {
    flat += question.language == Language::kSvg && question.category != "figure" ? 1 : 0;
  }
  const PictureCheck pictures = check_pictures(questions());
  for (const Error& error : pictures.disagreements) ADD_FAILURE() << error.to_string();
  EXPECT_GT(flat, 50U);
  EXPECT_EQ(pictures.decided, flat);
}

TEST_F(Fresh, NumbersAreAtEveryRank) {
  std::array<int, 4> ranks{};
  int all = 0;
  for (const Question& question : questions()) {
    if (question.type != QuestionType::kCount) continue;
    std::set<int> numbers;
    for (const std::string& option : question.options) numbers.insert(std::stoi(option));
    ASSERT_EQ(*numbers.rbegin() - *numbers.begin(), 3) << question.id;
    const int key = std::stoi(question.options[static_cast<std::size_t>(question.answer[0] - 'A')]);
    ++ranks[static_cast<std::size_t>(key - *numbers.begin())];
    ++all;
  }
  EXPECT_GT(all, 25);
  for (const int count : ranks) EXPECT_NEAR(count / static_cast<double>(all), 0.25, 0.15);
}

TEST_F(Fresh, PixelsFindAWrongAnswer) {
  std::vector<Question> wrong = questions();
  wrong.resize(60);
  for (Question& question : wrong) question.answer = question.answer == "A" ? "B" : "A";
  const PictureCheck pictures = check_pictures(wrong);
  EXPECT_GT(pictures.decided, 20U);
  EXPECT_EQ(pictures.disagreements.size(), pictures.decided);
}

}  // namespace
}  // namespace papert::mint
