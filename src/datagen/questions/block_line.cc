#include "datagen/questions/block_line.h"

#include <algorithm>
#include <array>
#include <optional>

#include "base/text.h"

namespace papert::datagen::questions {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/// Without Markdown: marks of lists, headings and quotations in front, stars, backquotes.
std::string plain_line(std::string_view line) {
  std::string text;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const bool pair = line[i] == '_' && i + 1 < line.size() && line[i + 1] == '_';
    if (pair) ++i;
    if (line[i] != '*' && line[i] != '`' && !pair) text += line[i];
  }
  constexpr std::array<std::string_view, 6> kMarks{"#", ">", "+", "-", "\xE2\x80\xA2", "|"};
  std::string_view rest = trim(text);
  for (bool more = true; more;) {
    more = false;
    for (const std::string_view mark : kMarks) {
      const bool alone =
          rest.starts_with(mark) &&
          (rest.size() == mark.size() || rest[mark.size()] == ' ' || rest[mark.size()] == mark[0]);
      if (!alone) continue;
      rest = trim(rest.substr(mark.size()));
      more = true;
    }
  }
  return std::string(rest);
}

/// The length of what opens an option, such as "(B) ", and its letter; 0 for none.
struct OptionHead {
  std::size_t length = 0;
  char letter = 0;
  char mark = 0;
};

OptionHead option_head(std::string_view line) {
  std::size_t at = 0;
  const std::string low = lower(line.substr(0, 8));
  for (const std::string_view word : {std::string_view("option "), std::string_view("choice ")}) {
    if (low.starts_with(word)) at = word.size();
  }
  const bool bracket = at < line.size() && (line[at] == '(' || line[at] == '[');
  if (bracket) ++at;
  if (at >= line.size()) return {};
  const char letter = static_cast<char>(line[at] & ~0x20);
  if (!is_letter(line[at]) || letter > 'H') return {};
  ++at;
  if (at < line.size() && line[at] == ' ' && at + 2 < line.size() && line[at + 1] == '-' &&
      line[at + 2] == ' ') {
    return {at + 3, letter, '-'};
  }
  if (at >= line.size()) return {};
  const char mark = line[at];
  const bool closes = mark == ')' || mark == ']' || mark == ':' || mark == '.';
  if (!closes) return {};
  ++at;
  // "A.B" and "a.m." are words.
  if (mark == '.' && at < line.size() && line[at] != ' ') return {};
  if (at < line.size() && (line[at] == ':' || line[at] == '.')) ++at;
  return {at, letter, mark};
}

/// The words in front of the first of ":", "=" and " is "; nothing where that is further off than
/// such a label is long.
struct Label {
  std::vector<std::string> words;
  std::string_view rest;
};

std::optional<Label> label_of(std::string_view line) {
  constexpr std::size_t kLongest = 48;
  const std::string low = lower(line.substr(0, kLongest));
  std::size_t end = low.find_first_of(":=");
  std::size_t skip = 1;
  if (const std::size_t is = low.find(" is "); is < end) {
    end = is;
    skip = 4;
  }
  if (end == std::string::npos && line.size() < kLongest) {
    end = line.size();
    skip = 0;
  }
  if (end == std::string::npos) return std::nullopt;
  Label label;
  std::string word;
  for (std::size_t i = 0; i <= end; ++i) {
    const bool inside = i < end && (is_letter(low[i]) || is_digit(low[i]) || low[i] == '\'');
    if (inside) {
      word += low[i];
    } else if (!word.empty()) {
      label.words.push_back(std::move(word));
      word.clear();
    }
  }
  label.rest = trim(line.substr(std::min(line.size(), end + skip)));
  return label;
}

/// "Correct answer: B", "Answer to question 2 is B".
std::optional<std::string> answer_in(std::string_view line) {
  constexpr std::array<std::string_view, 5> kAnswers{"answer", "ans", "key", "correct", "solution"};
  constexpr std::array<std::string_view, 13> kBeside{
      "the", "right",    "option", "choice", "letter", "to", "for",
      "of",  "question", "q",      "final",  "number", "is"};
  const auto label = label_of(line);
  if (!label) return std::nullopt;
  bool found = false;
  for (const std::string& word : label->words) {
    const bool names = std::find(kAnswers.begin(), kAnswers.end(), word) != kAnswers.end();
    const bool beside = std::find(kBeside.begin(), kBeside.end(), word) != kBeside.end();
    const bool number = is_digit(word.back());
    if (!names && !beside && !number) return std::nullopt;
    found = found || names;
  }
  return found ? std::optional(std::string(label->rest)) : std::nullopt;
}

/// Behind "2." or "(2)" or "2:"; nothing where the line does not begin so.
std::optional<std::string_view> behind_number(std::string_view line) {
  std::size_t at = line.starts_with('(') ? 1 : 0;
  const std::size_t first = at;
  while (at < line.size() && is_digit(line[at])) ++at;
  const std::size_t digits = at - first;
  if (digits == 0 || digits > 2 || at >= line.size()) return std::nullopt;
  const char mark = line[at];
  if (mark != '.' && mark != ')' && mark != ':') return std::nullopt;
  ++at;
  // "3.5" is a number of another kind.
  if (at < line.size() && is_digit(line[at])) return std::nullopt;
  return trim(line.substr(at));
}

/// Behind "Question 2:", "Q2.", "Question", "Question 2 (colour):".
std::optional<std::string_view> behind_label(std::string_view line) {
  const std::string low = lower(line.substr(0, 10));
  std::size_t at = low.starts_with("question") ? 8 : (low.starts_with("q") ? 1 : 0);
  if (at == 0) return std::nullopt;
  const bool whole_word = at == 8;
  std::size_t number = at;
  while (number < line.size() && (line[number] == ' ' || line[number] == '#')) ++number;
  std::size_t behind = number;
  while (behind < line.size() && is_digit(line[behind])) ++behind;
  const bool numbered = behind > number;
  if (numbered) at = behind;
  if (!numbered && !whole_word && (at >= line.size() || line[at] != ':')) return std::nullopt;
  if (at >= line.size()) return std::string_view();
  std::string_view rest = trim(line.substr(at));
  if (rest.starts_with('(') || rest.starts_with('[')) {
    const std::size_t close = rest.find(rest.front() == '(' ? ')' : ']');
    if (close == std::string_view::npos) return std::nullopt;
    rest = trim(rest.substr(close + 1));
  }
  if (rest.empty()) return rest;
  if (rest.front() == ':' || rest.front() == '.' || rest.front() == ')' || rest.front() == '-') {
    return trim(rest.substr(1));
  }
  // "Question marks are ..." is a sentence; "Question 2 What ..." is not.
  return numbered ? std::optional(rest) : std::nullopt;
}

bool explains(std::string_view line) {
  const std::string low = lower(line.substr(0, 16));
  return low.starts_with("explanation") || low.starts_with("because") ||
         low.starts_with("reason") || low.starts_with("rationale") || low.starts_with("note");
}

}  // namespace

BlockLine read_line(std::string_view raw) {
  const std::string line = plain_line(raw);
  BlockLine found;
  const bool rule = std::all_of(line.begin(), line.end(),
                                [](char c) { return c == '-' || c == '_' || c == '='; });
  if (rule) return found;
  if (const auto answer = answer_in(line)) {
    found.kind = LineKind::kAnswer;
    found.text = *answer;
    return found;
  }
  if (const OptionHead head = option_head(line); head.length > 0) {
    found.kind = LineKind::kOption;
    found.letter = head.letter;
    found.mark = head.mark;
    found.text = std::string(trim(std::string_view(line).substr(head.length)));
    return found;
  }
  std::string_view rest = line;
  const auto numbered = behind_number(rest);
  if (numbered) rest = *numbered;
  const auto labelled = behind_label(rest);
  if (labelled) rest = *labelled;
  found.kind = numbered || labelled ? LineKind::kQuestion : LineKind::kText;
  found.text = std::string(rest);
  found.remark = explains(rest);
  return found;
}

std::vector<std::pair<char, std::string>> options_in(const BlockLine& line) {
  constexpr std::size_t kOptions = 4;
  std::vector<std::pair<char, std::string>> options;
  std::string_view rest = line.text;
  if (line.letter == 'A') {
    for (std::size_t i = 1; i < kOptions; ++i) {
      const std::string upper{' ', static_cast<char>('A' + i), line.mark};
      const std::string small{' ', static_cast<char>('a' + i), line.mark};
      std::size_t next = rest.find(upper);
      if (next == std::string_view::npos) next = rest.find(small);
      // "(B)": the bracket belongs to the letter.
      if (next == std::string_view::npos) {
        const std::string bracket{' ', '(', static_cast<char>('A' + i), line.mark};
        next = rest.find(bracket);
        if (next == std::string_view::npos) break;
        options.emplace_back(static_cast<char>('A' + i - 1), trim(rest.substr(0, next)));
        rest = rest.substr(next + bracket.size());
        continue;
      }
      options.emplace_back(static_cast<char>('A' + i - 1), trim(rest.substr(0, next)));
      rest = rest.substr(next + upper.size());
    }
    if (options.size() == kOptions - 1) {
      options.emplace_back('D', trim(rest));
      return options;
    }
  }
  return {{line.letter, line.text}};
}

}  // namespace papert::datagen::questions
