// One line of a reply that holds questions (blocks.h): what it is, without its Markdown.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace papert::datagen::questions {

enum class LineKind { kBlank, kQuestion, kOption, kAnswer, kText };

struct BlockLine {
  LineKind kind = LineKind::kBlank;
  std::string text;     // what follows number, letter or label
  char letter = 0;      // of an option, a capital
  char mark = 0;        // that stands behind the letter: ')', '.', ':', ']', '-'
  bool remark = false;  // text that explains an answer
};

[[nodiscard]] BlockLine read_line(std::string_view line);

/// The options of a line: one, or all four where A stands in front of them.
[[nodiscard]] std::vector<std::pair<char, std::string>> options_in(const BlockLine& line);

}  // namespace papert::datagen::questions
