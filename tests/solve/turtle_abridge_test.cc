// Lines that come back become loops and functions; what stands in a function may use only what the
// function is given.

#include "solve/turtle/abridge.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cctype>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/random.h"

namespace papert::solve::turtle {
namespace {

std::set<std::string> words_of(std::string_view text) {
  std::set<std::string> words;
  std::string word;
  for (const char c : std::string(text) + ' ') {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_') {
      word += c;
      continue;
    }
    if (!word.empty() && std::isdigit(static_cast<unsigned char>(word[0])) == 0) words.insert(word);
    word.clear();
  }
  return words;
}

/// Lines of a few kinds with a few numbers, so that much comes back.
std::vector<std::string> random_lines(Random& random, int count) {
  std::vector<std::string> lines;
  const auto number = [&] { return fmt::format("{}", random.randint(1, 5)); };
  while (static_cast<int>(lines.size()) < count) {
    switch (random.randint(0, 5)) {
      case 0:
        lines.push_back("t.forward(" + number() + ")");
        break;
      case 1:
        lines.push_back("t.left(" + number() + ")");
        break;
      case 2:
        lines.push_back("t.goto(" + number() + ", -" + number() + ".5)");
        break;
      case 3:
        lines.push_back("t.circle(" + number() + ", " + number() + ")");
        break;
      case 4:
        lines.emplace_back("t.end_fill()");
        break;
      default:
        lines.push_back("for _ in range(" + number() + "):");
        lines.push_back("    t.right(" + number() + ")");
    }
  }
  return lines;
}

TEST(Abridged, FunctionsUseOnlyWhatTheyAreGiven) {
  const std::set<std::string> known{"t",     "forward", "left", "goto",  "circle", "end_fill",
                                    "right", "for",     "in",   "range", "_"};
  Random random(5);
  int functions = 0;
  for (int round = 0; round < 200; ++round) {
    const std::vector<std::string> lines = random_lines(random, 60);
    const Abridged shorter = abridged(lines, "t");
    EXPECT_LE(shorter.lines.size(), lines.size());
    std::set<std::string> given;
    for (const std::string& line : shorter.helpers) {
      if (line.starts_with("def ")) {
        ++functions;
        given = words_of(std::string_view(line).substr(line.find('(')));
        continue;
      }
      for (const std::string& word : words_of(line)) {
        EXPECT_TRUE(known.count(word) + given.count(word) > 0) << line << ": " << word;
      }
    }
  }
  EXPECT_GT(functions, 100);
}

}  // namespace
}  // namespace papert::solve::turtle
