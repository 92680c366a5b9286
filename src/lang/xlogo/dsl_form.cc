// Reads `repeat 4 [ fd rt ] setpc red`. Words, brackets and comments; the open repeats are on a
// stack, so the depth of the text never becomes the depth of ours. One pass, linear.

#include <fmt/format.h>

#include <algorithm>

#include "base/numbers.h"
#include "lang/xlogo/json_place.h"
#include "lang/xlogo/program.h"

namespace papert::lang::xlogo {
namespace {

class DslParser {
 public:
  explicit DslParser(std::string_view text) : text_(text) {}

  Parsed<Program> parse() {
    for (std::string_view word = next(); !word.empty(); word = next()) {
      if (!statement(word)) return tl::unexpected(error_);
    }
    if (!open_.empty()) {
      fail(static_cast<int>(program_.blocks[open_.back()].line), "this repeat has no closing ']'");
      return tl::unexpected(error_);
    }
    return std::move(program_);
  }

 private:
  static bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }
  static bool is_bracket(char c) { return c == '[' || c == ']'; }
  static bool starts_comment(char c) { return c == ';' || c == '#'; }

  /// The next word or bracket; empty at the end.
  std::string_view next() {
    while (at_ < text_.size()) {
      if (starts_comment(text_[at_])) {
        at_ = std::min(text_.find('\n', at_), text_.size());
      } else if (is_space(text_[at_])) {
        line_ += text_[at_++] == '\n' ? 1 : 0;
      } else {
        break;
      }
    }
    const std::size_t start = at_;
    if (at_ < text_.size() && is_bracket(text_[at_])) return text_.substr(at_++, 1);
    while (at_ < text_.size() && !is_space(text_[at_]) && !is_bracket(text_[at_]) &&
           !starts_comment(text_[at_])) {
      ++at_;
    }
    return text_.substr(start, at_ - start);
  }

  bool fail(int line, std::string message) {
    error_ = {line, std::move(message)};
    return false;
  }

  bool statement(std::string_view word) {
    if (word == "]") return close();
    const auto type = block_from_name(word);
    if (!type) {
      return fail(line_, fmt::format("'{}' is not a command; known are fd, bk, lt, rt, repeat and "
                                     "setpc",
                                     shown(word)));
    }
    if (program_.blocks.size() == kMaxBlocks) {
      return fail(line_, fmt::format("more than {} commands", kMaxBlocks));
    }
    Block block{.type = *type, .line = static_cast<std::uint32_t>(line_)};
    if (*type == BlockType::kSetPen && !pen(block)) return false;
    if (*type == BlockType::kRepeat && !repeat(block)) return false;
    program_.blocks.push_back(block);
    return true;
  }

  bool close() {
    if (open_.empty()) return fail(line_, "']' without a repeat before it");
    const std::size_t at = open_.back();
    program_.blocks[at].body = static_cast<std::uint32_t>(program_.blocks.size() - at - 1);
    open_.pop_back();
    return true;
  }

  bool pen(Block& block) {
    const std::string_view word = next();
    if (word == "null") return true;
    const auto color = color_from_name(word);
    if (!color || static_cast<std::size_t>(*color) >= kPenColors) {
      return fail(line_, fmt::format("setpc '{}': not a pen colour; known are red, black, blue, "
                                     "green, yellow, white and null",
                                     shown(word)));
    }
    block.pen = color;
    return true;
  }

  bool repeat(Block& block) {
    const std::string_view word = next();
    const auto times = parse_number<int>(word);
    if (!times || *times < kMinTimes || *times > kMaxTimes) {
      return fail(line_, fmt::format("repeat '{}': expected a whole number from {} to {}",
                                     shown(word), kMinTimes, kMaxTimes));
    }
    block.times = static_cast<std::uint8_t>(*times);
    const std::string_view bracket = next();
    if (bracket != "[") {
      return fail(line_,
                  fmt::format("expected '[' after repeat {}, found '{}'", *times, shown(bracket)));
    }
    if (open_.size() == static_cast<std::size_t>(kMaxNesting)) {
      return fail(line_, fmt::format("repeats nested deeper than {}", kMaxNesting));
    }
    open_.push_back(program_.blocks.size());
    return true;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int line_ = 1;
  Program program_;
  std::vector<std::size_t> open_;
  FormatError error_;
};

}  // namespace

Parsed<Program> parse_dsl(std::string_view text) {
  if (text.size() > kMaxProgramBytes) {
    return tl::unexpected(FormatError{
        1, fmt::format("a text of {} bytes, at most {} are read", text.size(), kMaxProgramBytes)});
  }
  return DslParser(text).parse();
}

}  // namespace papert::lang::xlogo
