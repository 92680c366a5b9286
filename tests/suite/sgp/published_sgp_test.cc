// The published tables, whole.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "data/sgp/load.h"
#include "raster/svg.h"
#include "suite/sgp/tasks.h"
#include "support/published_data.h"

namespace papert::suite::sgp {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

data::sgp::StoredQuestions read(const std::filesystem::path& file) {
  auto stored = data::sgp::read_questions(file);
  EXPECT_TRUE(stored) << stored.error().to_string();
  return std::move(*stored);
}

std::map<std::string, int> count_answers(const data::sgp::StoredQuestions& stored) {
  std::map<std::string, int> counts;
  for (const mint::Question& question : stored.questions) ++counts[question.answer];
  return counts;
}

/// The release has 1,200 questions; half of them are enough for a conformance run.
constexpr std::size_t kWhole = 1'200;
constexpr std::size_t kHalf = 600;

TEST(PublishedSgp, TheQuestionsLoadWhole) {
  PAPERT_NEED_PUBLISHED(file, "sgp/sgp_inv_testset.csv");
  const data::sgp::StoredQuestions stored = read(file);
  EXPECT_THAT(stored.problems, IsEmpty());
  const bool whole = stored.questions.size() == kWhole;
  ASSERT_TRUE(whole || stored.questions.size() == kHalf);
  EXPECT_EQ(count_answers(stored),
            whole ? (std::map<std::string, int>{{"A", 291}, {"B", 303}, {"C", 302}, {"D", 304}})
                  : (std::map<std::string, int>{{"A", 130}, {"B", 129}, {"C", 172}, {"D", 169}}));
  std::map<std::string, int> types;
  std::set<std::string> categories;
  for (const mint::Question& question : stored.questions) {
    ++types[suite::tags_json(facets(question))["type"].get<std::string>()];
    categories.insert(question.category);
    EXPECT_EQ(question.options.size(), 4U);
  }
  EXPECT_EQ(categories.size(), 19U);
  if (whole) return;
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
  const data::sgp::StoredQuestions stored = read(file);
  const data::sgp::StoredQuestions moved = read(moved_file);
  EXPECT_THAT(moved.problems, IsEmpty());
  const bool whole = moved.questions.size() == kWhole;
  ASSERT_TRUE(whole || moved.questions.size() == kHalf);
  ASSERT_EQ(stored.questions.size(), moved.questions.size());
  ASSERT_FALSE(moved.notes.empty());
  EXPECT_THAT(moved.notes[0], HasSubstr("00 programs had 'viewbox'"));
  for (std::size_t i = 0; i < moved.questions.size(); ++i) {
    EXPECT_EQ(stored.questions[i].id, moved.questions[i].id);
    EXPECT_EQ(stored.questions[i].text, moved.questions[i].text);
    EXPECT_EQ(stored.questions[i].answer, moved.questions[i].answer);
    EXPECT_NE(stored.questions[i].program, moved.questions[i].program);
  }
  EXPECT_THAT(moved.notes.back(), HasSubstr(whole ? "24 of 1,200 questions" : "12 of 600"));
  if (whole) return;
  EXPECT_THAT(moved.notes.back(),
              testing::EndsWith(": 124-4, 126-4, 148-1, 148-5, 150-1, 150-5, 172-3, 174-3, 192-1, "
                                "194-1, 80-2, 82-2"));
}

TEST(PublishedSgp, KeysThatAreOfferedTwiceAreNoted) {
  PAPERT_NEED_PUBLISHED(file, "sgp/sgp_inv_testset.csv");
  const data::sgp::StoredQuestions stored = read(file);
  if (stored.questions.size() == kWhole) {
    EXPECT_THAT(stored.notes.back(), testing::StartsWith("12 questions offer"));
  } else {
    EXPECT_THAT(stored.notes.back(), testing::EndsWith(": 166-3, 286-2, 322-1, 70-3, 96-3"));
  }
}

TEST(PublishedSgp, TheDigitsLoadWhole) {
  PAPERT_NEED_PUBLISHED(file, "sgp/sgp_mnist_testset.csv");
  const data::sgp::StoredQuestions stored = read(file);
  EXPECT_THAT(stored.problems, IsEmpty());
  ASSERT_TRUE(stored.questions.size() == 500 || stored.questions.size() == 1'000);
  EXPECT_EQ(count_answers(stored).size(), 10U);
  if (stored.questions.size() == 500) {
    EXPECT_EQ(count_answers(stored).at("9"), 57);
  }
  for (const mint::Question& question : stored.questions) {
    EXPECT_TRUE(question.open());
    EXPECT_EQ(question.type, mint::QuestionType::kSemantic) << question.text;
  }
}

}  // namespace
}  // namespace papert::suite::sgp
