// The order in which the arguments of a call are worked out is the compiler's choice, so two random
// draws in one argument list give other tasks with another compiler. This reads every source file
// and fails on such a list. Braced lists are worked out from left to right and may draw.
#include <gtest/gtest.h>

#include <filesystem>
#include <regex>
#include <string>
#include <vector>

#include "base/file.h"

namespace papert {
namespace {

/// An open round bracket: how many of its arguments draw, and the text of the one that is read.
struct Level {
  bool round = false;
  int drawing = 0;
  std::string argument;
};

/// A generator alone is handed over, not drawn from.
bool draws(const std::string& argument) {
  static const std::regex kUse(R"((^|[^A-Za-z0-9_])(random_?|rng_?)\s*[.,)])");
  static const std::regex kAlone(R"(^\s*(random_?|rng_?)\s*$)");
  return !std::regex_match(argument, kAlone) && std::regex_search(argument + ")", kUse);
}

std::string without_comments(const std::string& text) {
  return std::regex_replace(text, std::regex(R"(//[^\n]*)"), "");
}

/// The lines on which a call draws more than once.
std::vector<int> bad_lines(const std::string& source) {
  std::vector<Level> levels{{}};
  std::vector<int> found;
  int line = 1;
  const auto end_argument = [&] {
    Level& level = levels.back();
    if (level.round && draws(level.argument) && ++level.drawing == 2) found.push_back(line);
    level.argument.clear();
  };
  for (const char c : without_comments(source)) {
    line += c == '\n' ? 1 : 0;
    if (c == ',') end_argument();
    if (c == ')' || c == '}' || c == ']') {
      end_argument();
      if (levels.size() > 1) levels.pop_back();
    }
    for (Level& level : levels) {
      if (c != ',' || &level != &levels.back()) level.argument += c;
    }
    if (c == '(' || c == '{' || c == '[') levels.push_back({c == '(', 0, ""});
    if (c == ';' && !levels.back().round) levels.back().argument.clear();
  }
  return found;
}

TEST(Draws, AreSeenInArgumentLists) {
  EXPECT_EQ(bad_lines("f(tens(random, 1, 2), draw(random, 3, 4));").size(), 1U);
  EXPECT_EQ(bad_lines("f(a,\n  rng_.random(), g(rng_.randint(1, 2)));"), std::vector<int>{2});
  EXPECT_TRUE(bad_lines("T t{random.choice(a), random.choice(b)};").empty());
  EXPECT_TRUE(bad_lines("f(random, draw(random, 1, 2));").empty());
  EXPECT_TRUE(bad_lines("const int a = draw(random, 1, 2); f(a, draw(random, 1, 2));").empty());
}

TEST(Draws, NoCallDrawsTwice) {
  std::size_t files = 0;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(std::string(PAPERT_SOURCE_DIR) + "/src")) {
    const std::string name = entry.path().string();
    if (!name.ends_with(".cc") && !name.ends_with(".h")) continue;
    ++files;
    for (const int line : bad_lines(*read_file(entry.path()))) {
      ADD_FAILURE() << name << ":" << line << ": two random draws in one argument list";
    }
  }
  EXPECT_GT(files, 400U);
}

}  // namespace
}  // namespace papert
