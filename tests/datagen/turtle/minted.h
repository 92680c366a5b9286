// Programs of the book, for tests that need many.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "mint/turtle/book.h"

namespace papert::test {

struct MintedProgram {
  std::string family;
  std::string code;
  std::size_t category = 0;
  std::size_t difficulty = 0;
};

/// So many programs, the families in turn.
inline std::vector<MintedProgram> minted_programs(std::size_t count, std::int64_t first_seed = 0) {
  const auto book = mint::turtle::ProgramBook::open();
  std::vector<MintedProgram> programs;
  EXPECT_TRUE(book);
  for (std::int64_t seed = first_seed; book && programs.size() < count; ++seed) {
    for (std::size_t category = 0; category < mint::turtle::kCategories.size(); ++category) {
      for (const mint::turtle::Family& family : book->chapter(category)) {
        if (programs.size() == count) return programs;
        Random random(seed);
        const auto code = book->write(family, random);
        EXPECT_TRUE(code);
        if (code) programs.push_back({family.name, *code, category, family.difficulty});
      }
    }
  }
  return programs;
}

}  // namespace papert::test
