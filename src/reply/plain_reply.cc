// Three passes, each over the text that the one before left: tokens of chat templates and fences
// (whole pieces are cut), LaTeX and tags (brackets are matched), single characters.
#include "reply/plain_reply.h"

#include <algorithm>
#include <array>
#include <vector>

#include "base/text.h"

namespace papert::reply {
namespace {

bool is_ascii_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/// What ends a turn in the chat templates of the common families.
constexpr std::array<std::string_view, 14> kTurnEnds{
    "</s>",          "<|im_end|>",      "<|eot_id|>",
    "<|endoftext|>", "<|end_of_text|>", "<end_of_turn>",
    "<|end|>",       "<|eom_id|>",      "<|return|>",
    "<eos>",         "<|im_start|>u",   "<start_of_turn>use",
    "<|user|>",      "[INST]"};

/// The reply up to the first end of a turn behind its first word.
std::string_view first_turn(std::string_view reply) {
  std::size_t cut = reply.size();
  for (const std::string_view end : kTurnEnds) {
    for (std::size_t at = reply.find(end); at != std::string_view::npos;
         at = reply.find(end, at + 1)) {
      if (trim(reply.substr(0, at)).empty()) continue;
      cut = std::min(cut, at);
      break;
    }
  }
  return reply.substr(0, cut);
}

/// Without the lines that open and close fenced blocks; what stands in the blocks stays.
std::string without_fences(std::string_view text) {
  std::string out;
  for (const std::string_view line : split(text, '\n')) {
    const std::string_view body = trim(line);
    const bool fence = body.starts_with("```") && body.find('`', 3) == std::string_view::npos;
    if (!fence) out += line;
    out += '\n';
  }
  return out;
}

constexpr std::array<std::string_view, 18> kAnswerTags{
    "answer", "final_answer", "finalanswer", "final",        "ans",         "choice",
    "option", "result",       "solution",    "response",     "output",      "correct_answer",
    "ANSWER", "FINAL_ANSWER", "FINAL",       "final-answer", "your_answer", "selected_option"};

template <std::size_t N>
bool holds(const std::array<std::string_view, N>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

constexpr std::array<std::string_view, 3> kBoxes{"boxed", "fbox", "framebox"};
constexpr std::array<std::string_view, 5> kArrows{"rightarrow", "Rightarrow", "to", "implies",
                                                  "Longrightarrow"};

/// Takes LaTeX commands and tags off.
class Undresser {
 public:
  explicit Undresser(std::string_view text) : text_(text) {}

  std::string run() {
    while (at_ < text_.size()) step();
    for (; !braces_.empty(); braces_.pop_back()) close_brace();
    return std::move(out_);
  }

 private:
  enum class Brace { kBox, kDress, kPlain };

  void step() {
    const char c = text_[at_];
    if (c == '\\' && at_ + 1 < text_.size()) return command();
    if ((c == '<' || c == '[') && tag(c == '<' ? '>' : ']')) return;
    ++at_;
    if (c == '{') {
      braces_.push_back(Brace::kPlain);
      out_ += c;
    } else if (c == '}' && !braces_.empty()) {
      close_brace();
      braces_.pop_back();
    } else if (c != '$' &&
               (c >= ' ' || c == '\n' || c == '\t' || static_cast<signed char>(c) < 0)) {
      out_ += c;
    }
  }

  void close_brace() {
    if (braces_.back() == Brace::kBox) out_ += kBoxCloses;
    if (braces_.back() == Brace::kPlain) out_ += '}';
  }

  void command() {
    std::size_t end = at_ + 1;
    while (end < text_.size() && is_ascii_letter(text_[end])) ++end;
    const std::string_view name = text_.substr(at_ + 1, end - at_ - 1);
    if (name.empty()) {  // \( \) \, and escaped characters
      const char escaped = text_[at_ + 1];
      at_ += 2;
      out_ += std::string_view("\"'*_#").find(escaped) == std::string_view::npos ? ' ' : escaped;
      return;
    }
    // A line break written as in a JSON string: "\nAnswer: B".
    if (name[0] == 'n' && (name.size() == 1 || (name[1] >= 'A' && name[1] <= 'Z'))) {
      out_ += '\n';
      at_ += 2;
      return;
    }
    at_ = end;
    named_command(name);
  }

  void named_command(std::string_view name) {
    const std::size_t next = std::min(text_.find_first_not_of(' ', at_), text_.size());
    if (next < text_.size() && text_[next] == '{') {
      at_ = next + 1;
      braces_.push_back(holds(kBoxes, name) ? Brace::kBox : Brace::kDress);
      if (holds(kBoxes, name)) out_ += kBoxOpens;
      return;
    }
    if (holds(kArrows, name)) {
      out_ += " => ";
    } else if (name == "checkmark") {
      out_ += kTick;
    } else if (name == "therefore") {
      out_ += " therefore ";
    } else {
      out_ += holds(kBoxes, name) ? kBoxOpens : ' ';
    }
  }

  /// "<answer>", "[/ANSWER]", "<p class=...>", "<B>".
  bool tag(char close) {
    constexpr std::size_t kMaxTagBytes = 4'096;
    const std::size_t length = text_.substr(at_, kMaxTagBytes).find(close);
    if (length == std::string_view::npos) return false;
    const std::size_t end = at_ + length;
    std::string_view inside = text_.substr(at_ + 1, length - 1);
    const bool closing = inside.starts_with('/');
    if (closing) inside.remove_prefix(1);
    const std::string_view name = trim(inside.substr(0, inside.find_first_of(" \t\n/")));
    if (name.empty() || !(is_ascii_letter(name[0]) || name[0] == '|' || name[0] == '!')) {
      return false;
    }
    const std::string small = lower(name);
    if (holds(kAnswerTags, small)) {
      out_ += closing ? kBoxCloses : kBoxOpens;
    } else if (close == ']') {
      return false;
    } else if (name.size() == 1 && name[0] >= 'A' && name[0] <= 'H') {
      out_ += "(" + std::string(name) + ")";
    } else {
      const bool block = small == "br" || small == "p" || small == "div" || small == "li";
      out_ += block ? '\n' : ' ';
    }
    at_ = end + 1;
    return true;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::vector<Brace> braces_;
  std::string out_;
};

/// Whether a code point is only decoration: emoji, joiners, selectors, private use.
bool is_ornament(char32_t c) {
  return (c >= 0x2600 && c <= 0x27BF) || (c >= 0x1F000 && c <= 0x1FAFF) ||
         (c >= 0x2B00 && c <= 0x2BFF) || (c >= 0x200B && c <= 0x200F) || c == 0x2060 ||
         (c >= 0xFE00 && c <= 0xFE0F) || c == 0xFEFF || c == 0xAD || (c >= 0xE000 && c <= 0xF8FF) ||
         (c >= 0xE0000 && c <= 0xE007F) || c == 0xFFFD || (c >= 0x25A0 && c <= 0x25FF);
}

/// A letter of mathematics (bold, italic, circled, full-width) as the plain one; 0 for others.
char plain_letter(char32_t c) {
  if (c >= 0x1D400 && c <= 0x1D6A3) {
    const auto place = static_cast<char>((c - 0x1D400) % 52);
    return static_cast<char>(place < 26 ? 'A' + place : 'a' + place - 26);
  }
  if (c >= 0x24B6 && c <= 0x24CF) return static_cast<char>('A' + (c - 0x24B6));
  if (c >= 0x1F130 && c <= 0x1F149) return static_cast<char>('A' + (c - 0x1F130));
  if (c >= 0x1F170 && c <= 0x1F189) return static_cast<char>('A' + (c - 0x1F170));
  if (c >= 0xFF01 && c <= 0xFF5E) return static_cast<char>(c - 0xFF01 + '!');
  return 0;
}

struct Spelling {
  char32_t first;
  char32_t last;
  std::string_view plain;
};
constexpr std::string_view kTickText("\x03", 1);
constexpr std::string_view kCrossText("\x04", 1);
constexpr std::array<Spelling, 26> kSpellings{{
    {0x00A0, 0x00A0, " "},        {0x00AB, 0x00AB, "\""},       {0x00BB, 0x00BB, "\""},
    {0x2018, 0x201B, "'"},        {0x201C, 0x201F, "\""},       {0x2039, 0x203A, "\""},
    {0x2010, 0x2011, "-"},        {0x2012, 0x2015, " - "},      {0x2022, 0x2023, " "},
    {0x2026, 0x2026, "..."},      {0x2190, 0x2190, kTickText},  {0x2192, 0x2192, " => "},
    {0x21D2, 0x21D2, " => "},     {0x2713, 0x2714, kTickText},  {0x2705, 0x2705, kTickText},
    {0x2611, 0x2611, kTickText},  {0x2717, 0x2718, kCrossText}, {0x2716, 0x2716, kCrossText},
    {0x274C, 0x274E, kCrossText}, {0x2612, 0x2612, kCrossText}, {0x2234, 0x2234, " therefore "},
    {0x279C, 0x27A1, " => "},     {0x3001, 0x3001, ", "},       {0x3002, 0x3002, ". "},
    {0x3008, 0x3011, "\""},       {0x3014, 0x301B, "\""},
}};

/// Struck-out text goes: "~~A~~ B".
std::string without_struck(std::string_view text) {
  constexpr std::string_view kStrike = "~~";
  std::string out;
  for (;;) {
    const std::size_t open = text.find(kStrike);
    const std::size_t close =
        open == std::string_view::npos ? open : text.find(kStrike, open + kStrike.size());
    if (close == std::string_view::npos) return out += text;
    out += text.substr(0, open);
    text.remove_prefix(close + kStrike.size());
  }
}

/// Boxes to tick and signs of headings, quotes and lists, which only a line begins with.
std::string without_line_marks(std::string_view line) {
  std::string marks;
  line = trim(line);
  for (;;) {
    const std::string small = lower(line.substr(0, 3));
    if (small == "[x]") marks += kTick;
    if (small == "[x]" || small == "[ ]") {
      line = trim(line.substr(3));
    } else if (line.starts_with('#') || line.starts_with("> ") || line.starts_with("- ") ||
               line.starts_with("+ ")) {
      line = trim(line.substr(1));
    } else {
      return std::string(line) + marks;
    }
  }
}

std::string with_plain_characters(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const char32_t c = next_code_point(text, at);
    const auto* spelling =
        std::find_if(kSpellings.begin(), kSpellings.end(),
                     [c](const Spelling& each) { return c >= each.first && c <= each.last; });
    if (const char letter = plain_letter(c); letter != 0) {
      out += letter;
    } else if (spelling != kSpellings.end()) {
      out += spelling->plain;
    } else if (c == U'*' || c == U'`') {
      continue;
    } else if (c == U'_' || is_ornament(c)) {
      out += ' ';
    } else {
      append_code_point(out, c);
    }
  }
  return out;
}

}  // namespace

char32_t next_code_point(std::string_view text, std::size_t& at) {
  const std::string_view rest = text.substr(at);
  const std::size_t length = utf8_length(rest);
  if (length <= 1) {
    ++at;
    return length == 0 ? char32_t{0xFFFD} : static_cast<char32_t>(rest[0]);
  }
  auto code = static_cast<char32_t>(static_cast<unsigned char>(rest[0]) & (0xFFU >> (length + 1)));
  for (std::size_t i = 1; i < length; ++i) {
    code = code << 6U | (static_cast<unsigned char>(rest[i]) & 0x3FU);
  }
  at += length;
  return code;
}

void append_code_point(std::string& text, char32_t code) {
  const auto trailing = [&](unsigned shift) {
    text += static_cast<char>(0x80U | ((code >> shift) & 0x3FU));
  };
  if (code < 0x80) {
    text += static_cast<char>(code);
  } else if (code < 0x800) {
    text += static_cast<char>(0xC0U | code >> 6U);
    trailing(0);
  } else if (code < 0x10000) {
    text += static_cast<char>(0xE0U | code >> 12U);
    trailing(6);
    trailing(0);
  } else {
    text += static_cast<char>(0xF0U | code >> 18U);
    trailing(12);
    trailing(6);
    trailing(0);
  }
}

std::string plain_reply(std::string_view reply) {
  const std::string unfenced = without_struck(without_fences(first_turn(reply)));
  const std::string text = with_plain_characters(Undresser(unfenced).run());
  std::string out;
  for (const std::string_view line : split(text, '\n')) {
    if (!out.empty()) out += '\n';
    out += without_line_marks(line);
  }
  return out;
}

}  // namespace papert::reply
