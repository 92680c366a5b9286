// The book's programs, printed from their trees, draw what they drew before.

#include <gtest/gtest.h>

#include <string>

#include "lang/turtle/host/jail_pool.h"
#include "lang/turtle/syntax/program.h"
#include "mint/turtle/book.h"
#include "score/drawing_index.h"

namespace papert::turtle {
namespace {

void expect_same_drawing(lang::turtle::JailPool& jails, const std::string& text,
                         const std::string& name) {
  const auto program = parse_program(text);
  ASSERT_TRUE(program) << name << ": " << program.error().to_string();
  const auto original = jails.run(text);
  const auto printed = jails.run(print_program(*program));
  ASSERT_TRUE(original && printed);
  ASSERT_EQ(printed->outcome.status, sandbox::Status::kOk) << name << printed->outcome.reason;
  EXPECT_EQ(score::drawing_key(original->scene), score::drawing_key(printed->scene)) << name;
}

void check_chapter(std::size_t category, std::int64_t first, std::int64_t end) {
  const auto book = mint::turtle::ProgramBook::open();
  ASSERT_TRUE(book);
  lang::turtle::JailPool jails({});
  for (const mint::turtle::Family& family : book->chapter(category)) {
    for (std::int64_t seed = first; seed < end; ++seed) {
      Random random(seed);
      const auto text = book->write(family, random);
      ASSERT_TRUE(text);
      expect_same_drawing(jails, *text, family.name);
    }
  }
}

class BookDrawings : public ::testing::TestWithParam<std::size_t> {};

#ifdef PAPERT_ALL_SEEDS
TEST_P(BookDrawings, AHundredProgramsOfEveryFamilyDrawTheSame) {
  check_chapter(GetParam(), 0, 100);
}
#else
TEST_P(BookDrawings, AProgramOfEveryFamilyDrawsTheSame) { check_chapter(GetParam(), 7, 8); }
#endif
INSTANTIATE_TEST_SUITE_P(Chapters, BookDrawings,
                         ::testing::Range<std::size_t>(0, mint::turtle::kCategories.size()));

}  // namespace
}  // namespace papert::turtle
