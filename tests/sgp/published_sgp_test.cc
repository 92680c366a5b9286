// The published tables, whole.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "raster/svg.h"
#include "suite/sgp/load.h"
#include "suite/sgp/tasks.h"
#include "support/published_data.h"

namespace papert::sgp {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

StoredQuestions read(const std::filesystem::path& file) {
  auto stored = read_questions(file);
  EXPECT_TRUE(stored) << stored.error().to_string();
  return std::move(*stored);
}

std::map<std::string, int> count_answers(const StoredQuestions& stored) {
  std::map<std::string, int> counts;
  for (const Question& question : stored.questions) ++counts[question.answer];
  return counts;
}

TEST(PublishedSgp, TheQuestionsLoadWhole) {
  PAPERT_NEED_PUBLISHED(file, "sgp/sgp_inv_testset.csv");
  const StoredQuestions stored = read(file);
  EXPECT_THAT(stored.problems, IsEmpty());
  ASSERT_EQ(stored.questions.size(), 600U);
  EXPECT_EQ(count_answers(stored),
            (std::map<std::string, int>{{"A", 130}, {"B", 129}, {"C", 172}, {"D", 169}}));
  std::map<std::string, int> types;
  std::set<std::string> categories;
  for (const Question& question : stored.questions) {
    ++types[suite::tags_json(facets(question))["type"].get<std::string>()];
    categories.insert(question.category);
    EXPECT_EQ(question.options.size(), 4U);
  }
  EXPECT_EQ(categories.size(), 19U);
  EXPECT_EQ(types, (std::map<std::string, int>{{"color", 211},
                                               {"count", 89},
                                               {"reasoning", 31},
                                               {"semantic", 21},
                                               {"shape", 247},
                                               {"untyped", 1}}));
}

TEST(PublishedSgp, TheTranslatedQuestionsAreTheSameQuestions) {
  PAPERT_NEED_PUBLISHED(file, "sgp/sgp_inv_testset.csv");
  PAPERT_NEED_PUBLISHED(moved_file, "sgp/sgp_inv_t0_testset.csv");
  const StoredQuestions stored = read(file);
  const StoredQuestions moved = read(moved_file);
  EXPECT_THAT(moved.problems, IsEmpty());
  ASSERT_EQ(moved.questions.size(), 600U);
  ASSERT_FALSE(moved.notes.empty());
  EXPECT_THAT(moved.notes[0], HasSubstr("600 programs had 'viewbox'"));
  for (std::size_t i = 0; i < 600; ++i) {
    EXPECT_EQ(stored.questions[i].id, moved.questions[i].id);
    EXPECT_EQ(stored.questions[i].text, moved.questions[i].text);
    EXPECT_EQ(stored.questions[i].answer, moved.questions[i].answer);
    EXPECT_NE(stored.questions[i].program, moved.questions[i].program);
  }
  EXPECT_THAT(moved.notes.back(),
              testing::EndsWith(": 124-4, 126-4, 148-1, 148-5, 150-1, 150-5, 172-3, 174-3, 192-1, "
                                "194-1, 80-2, 82-2"));
}

TEST(PublishedSgp, KeysThatAreOfferedTwiceAreNoted) {
  PAPERT_NEED_PUBLISHED(file, "sgp/sgp_inv_testset.csv");
  EXPECT_THAT(read(file).notes.back(), testing::EndsWith(": 166-3, 286-2, 322-1, 70-3, 96-3"));
}

TEST(PublishedSgp, TheDigitsLoadWhole) {
  PAPERT_NEED_PUBLISHED(file, "sgp/sgp_mnist_testset.csv");
  const StoredQuestions stored = read(file);
  EXPECT_THAT(stored.problems, IsEmpty());
  ASSERT_EQ(stored.questions.size(), 500U);
  EXPECT_EQ(count_answers(stored).at("9"), 57);
  for (const Question& question : stored.questions) {
    EXPECT_TRUE(question.open());
    EXPECT_EQ(question.type, QuestionType::kSemantic) << question.text;
  }
}

}  // namespace
}  // namespace papert::sgp
