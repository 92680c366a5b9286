#include "reply/pseudocode.h"

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <vector>

#include "base/text.h"

namespace papert::reply {
namespace {

constexpr int kEnough = 2;  // lines

constexpr std::array<std::string_view, 8> kBlocks{"for",  "if",        "while",    "repeat",
                                                  "loop", "procedure", "function", "algorithm"};
constexpr std::array<std::string_view, 16> kOrders{
    "draw", "move", "turn",    "rotate", "lift",  "lower", "raise", "place",
    "put",  "go",   "connect", "start",  "begin", "pen",   "step",  "mark"};
constexpr std::array<std::string_view, 3> kTitles{"algorithm", "procedure", "pseudocode"};

bool has_word(std::span<const std::string_view> words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// Without a number or a bullet before it.
std::string_view statement_of(std::string_view line) {
  line = trim(line);
  const std::size_t number = std::min(line.find_first_not_of("0123456789"), line.size());
  if (number > 0 && number < line.size() && (line[number] == '.' || line[number] == ')')) {
    line.remove_prefix(number + 1);
  } else if (line.starts_with("- ") || line.starts_with("* ")) {
    line.remove_prefix(1);
  }
  return trim(line);
}

std::vector<std::string_view> words_in_line(std::string_view line) {
  std::vector<std::string_view> words;
  for (std::string_view word : split(line, ' ')) {
    while (!word.empty() && (word.back() == ':' || word.back() == ',')) word.remove_suffix(1);
    if (!word.empty()) words.push_back(word);
  }
  return words;
}

bool is_loop(std::span<const std::string_view> words) {
  if (words[0] == "repeat") return has_word(words, "times");
  if (words[0] != "for") return false;
  if (words[1] == "each") return !has_word(words, "in");
  return has_word(words, "to") && (has_word(words, "from") || has_word(words, "="));
}

/// An order in words: no call, no assignment.
bool is_order(std::string_view line, std::span<const std::string_view> words) {
  return has_word(kOrders, words[0]) && line.find_first_of("();{}=[]") == std::string_view::npos;
}

bool ends_block(std::string_view line, std::span<const std::string_view> words) {
  if (words.size() > 1) return words[0] == "end" && has_word(kBlocks, words[1]);
  return line.starts_with("end") && has_word(kBlocks, line.substr(3));
}

bool is_mark(std::string_view raw) {
  const std::string text = lower(statement_of(raw));
  const std::string_view line = text;
  const std::vector<std::string_view> words = words_in_line(line);
  if (words.empty()) return false;
  if (line.find("\xE2\x86\x90") != std::string_view::npos) return true;  // an arrow to the left
  if (ends_block(line, words) || has_word(kTitles, words[0])) return true;
  if (words.size() < 2) return false;
  return is_loop(words) || is_order(line, words) || (words[0] == "set" && has_word(words, "to"));
}

bool is_python(std::string_view line) {
  return line.starts_with("import ") || line.starts_with("from ") || line.starts_with("def ") ||
         line.find(R"(""")") != std::string_view::npos ||
         line.find("'''") != std::string_view::npos;
}

}  // namespace

bool is_pseudocode(std::string_view code) {
  int marks = 0;
  for (const std::string_view line : split(code, '\n')) {
    if (is_python(line)) return false;
    if (marks < kEnough && is_mark(line)) ++marks;
  }
  return marks >= kEnough;
}

}  // namespace papert::reply
