// A line is taken for what it begins with, once its Markdown is off:
//
//     question   "Question 2:", "Q2.", "2)", "2. Question:"
//     option     "A)", "(a)", "b.", "[C]", "Option D:"
//     answer     "Answer:", "Correct answer is", "Answer to question 2:", "Key ="
//     text       anything else: it continues what stands before it, or is the question of a block
//                without a number
//
// A block ends where the next question begins. Every line is looked at once.
#include "datagen/questions/blocks.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/text.h"
#include "datagen/questions/block_line.h"
#include "reply/reading.h"

namespace papert::datagen::questions {
namespace {

std::string joined(std::string_view first, std::string_view second) {
  if (first.empty()) return std::string(second);
  return std::string(first) + " " + std::string(second);
}

/// What has been read of a block.
struct OpenBlock {
  std::string text;
  std::string letters;
  std::vector<std::string> options;
  std::optional<std::string> answer;
};

class BlockReader {
 public:
  void add(std::string_view raw) {
    const BlockLine line = read_line(raw);
    switch (line.kind) {
      case LineKind::kBlank:
        after_blank_ = true;
        return;
      case LineKind::kQuestion:
        finish();
        drop_pending();
        open_.emplace().text = line.text;
        last_ = LineKind::kQuestion;
        break;
      case LineKind::kOption:
        add_option(line);
        break;
      case LineKind::kAnswer:
        add_answer(line);
        break;
      case LineKind::kText:
        add_text(line);
        break;
    }
    after_blank_ = false;
  }

  [[nodiscard]] std::vector<Block> blocks() {
    finish();
    drop_pending();
    return std::move(blocks_);
  }

 private:
  [[nodiscard]] bool complete() const { return !open_ || open_->answer; }

  void add_option(const BlockLine& line) {
    const bool again = open_ && line.letter == 'A' && !open_->letters.empty();
    if (complete() || again) {
      finish();
      open_.emplace().text = std::exchange(pending_, "");
    } else if (open_->text.empty()) {
      open_->text = std::exchange(pending_, "");
    }
    for (const auto& [letter, text] : options_in(line)) {
      open_->letters += letter;
      open_->options.push_back(text);
    }
    last_ = LineKind::kOption;
  }

  void add_answer(const BlockLine& line) {
    if (complete()) return;
    if (line.text.empty()) {
      last_ = LineKind::kAnswer;
      return;
    }
    open_->answer = line.text;
    last_ = LineKind::kAnswer;
  }

  void add_text(const BlockLine& line) {
    if (complete()) {
      if (line.remark) return;
      if (after_blank_) drop_pending();
      pending_ = joined(pending_, line.text);
    } else if (last_ == LineKind::kAnswer) {
      open_->answer = line.text;
    } else if (last_ == LineKind::kQuestion) {
      open_->text = joined(open_->text, line.text);
    } else if (after_blank_ && line.text.ends_with('?')) {
      finish();
      pending_ = line.text;
    } else if (!after_blank_ && !open_->options.empty()) {
      open_->options.back() = joined(open_->options.back(), line.text);
    }
  }

  /// A question that stands alone is a block without options; other words are nothing.
  void drop_pending() {
    const std::string text = std::exchange(pending_, "");
    if (text.ends_with('?')) put(checked_block(text, {}, ""));
  }

  void finish() {
    if (!open_) return;
    const OpenBlock block = std::move(*open_);
    open_.reset();
    const bool prose =
        block.options.empty() && !block.answer && block.text.find('?') == std::string::npos;
    if (prose) return;
    Block checked = checked_block(block.text, block.options, block.answer.value_or(""));
    if (checked.fault != BlockFault::kNoQuestion && block.letters != "ABCD") {
      checked.fault = BlockFault::kOptionCount;
      checked.message = block.letters.empty()
                            ? std::string("there are no options")
                            : "the options are " + block.letters + " instead of ABCD";
    }
    put(std::move(checked));
  }

  void put(Block block) {
    if (blocks_.size() < kMaxBlocks) blocks_.push_back(std::move(block));
  }

  std::vector<Block> blocks_;
  std::optional<OpenBlock> open_;
  std::string pending_;  // text outside of a block: the question of the next one, perhaps
  LineKind last_ = LineKind::kBlank;
  bool after_blank_ = false;
};

/// As options are compared; signs that have no letters are compared as they are.
std::string compared(std::string_view option) {
  std::string text = reply::comparable(option);
  return text.empty() ? std::string(trim(option)) : text;
}

std::optional<std::size_t> option_of_text(const std::vector<std::string>& options,
                                          std::string_view text) {
  const std::string wanted = compared(text);
  for (std::size_t i = 0; i < options.size(); ++i) {
    if (compared(options[i]) == wanted) return i;
  }
  return std::nullopt;
}

/// Nothing where the answer is none of the options, or says two things.
std::optional<std::size_t> key_of(const std::vector<std::string>& options,
                                  std::string_view answer) {
  if (const auto whole = option_of_text(options, answer)) return whole;
  const BlockLine line = read_line(answer);
  if (line.kind == LineKind::kOption) {
    const auto place = static_cast<std::size_t>(line.letter - 'A');
    if (place >= options.size()) return std::nullopt;
    const auto text = option_of_text(options, line.text);
    return text && *text != place ? std::nullopt : std::optional(place);
  }
  const reply::Reading reading = reply::read_choice(answer, options);
  if (reading.kind != reply::Reading::Kind::kFound || reading.value.size() != 1) {
    return std::nullopt;
  }
  return static_cast<std::size_t>(reading.value[0] - 'A');
}

bool is_word_byte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || static_cast<unsigned char>(c) >= 0x80;
}

std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  std::size_t at = 0;
  while (at < text.size()) {
    std::size_t end = at;
    while (end < text.size() && is_word_byte(text[end])) ++end;
    if (end > at) words.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return words;
}

/// "#f00" or "#ff0000".
bool has_hex_color(std::string_view text) {
  for (std::size_t at = text.find('#'); at != std::string_view::npos; at = text.find('#', at + 1)) {
    std::size_t end = at + 1;
    while (end < text.size() &&
           ((text[end] >= '0' && text[end] <= '9') || (text[end] >= 'a' && text[end] <= 'f'))) {
      ++end;
    }
    const std::size_t digits = end - at - 1;
    const bool ends = end == text.size() || !is_word_byte(text[end]);
    if (ends && (digits == 3 || digits == 6)) return true;
  }
  return false;
}

}  // namespace

bool names_code(std::string_view text) {
  constexpr std::array<std::string_view, 22> kWords{
      "svg",       "program",  "programs", "script",     "xml",        "html",   "css", "markup",
      "viewbox",   "polyline", "bezier",   "attribute",  "attributes", "rgb",    "hex", "codes",
      "hexadecim", "json",     "tspan",    "pseudocode", "syntax",     "snippet"};
  constexpr std::array<std::string_view, 6> kOtherCodes{"qr",  "morse", "zip",
                                                        "bar", "dress", "area"};
  constexpr std::array<std::string_view, 6> kPhrases{"stroke-width", "path element", "path data",
                                                     "<path",        "<svg",         "</"};
  const std::string low = lower(text);
  const auto words = words_of(low);
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (std::find(kWords.begin(), kWords.end(), words[i]) != kWords.end()) return true;
    const bool other = i > 0 && std::find(kOtherCodes.begin(), kOtherCodes.end(), words[i - 1]) !=
                                    kOtherCodes.end();
    if (words[i] == "code" && !other) return true;
  }
  return has_hex_color(low) ||
         std::any_of(kPhrases.begin(), kPhrases.end(), [&](std::string_view phrase) {
           return low.find(phrase) != std::string::npos;
         });
}

Block checked_block(std::string text, std::vector<std::string> options, std::string_view answer) {
  Block block;
  block.text = std::string(trim(text));
  block.options = std::move(options);
  const auto refuse = [&](BlockFault fault, std::string message) {
    block.fault = fault;
    block.message = std::move(message);
    return block;
  };
  if (block.text.empty()) return refuse(BlockFault::kNoQuestion, "nothing is asked");
  if (block.options.size() != kBlockOptions) {
    return refuse(BlockFault::kOptionCount,
                  fmt::format("{} options instead of four", block.options.size()));
  }
  if (block.text.size() > kMaxBlockText) {
    return refuse(BlockFault::kTooLong, "the question is too long");
  }
  for (std::size_t i = 0; i < block.options.size(); ++i) {
    const char letter = static_cast<char>('A' + i);
    std::string& option = block.options[i];
    option = std::string(trim(option));
    if (option.empty()) {
      return refuse(BlockFault::kOptionCount, fmt::format("option {} is empty", letter));
    }
    if (option.size() > kMaxBlockOption) {
      return refuse(BlockFault::kTooLong, fmt::format("option {} is too long", letter));
    }
    const auto first = option_of_text(block.options, option);
    if (first && *first < i) {
      return refuse(BlockFault::kEqualOptions,
                    fmt::format("options {} and {} are both '{}'", static_cast<char>('A' + *first),
                                letter, option));
    }
  }
  if (trim(answer).empty()) return refuse(BlockFault::kNoAnswer, "no option is named as right");
  const auto key = key_of(block.options, trim(answer));
  if (!key) {
    return refuse(BlockFault::kNotAnOption, fmt::format("the answer '{}' is not one of the options",
                                                        cut_utf8(trim(answer), 60)));
  }
  block.key = *key;
  const bool coded =
      names_code(block.text) || std::any_of(block.options.begin(), block.options.end(), names_code);
  if (coded) return refuse(BlockFault::kNamesCode, "it speaks of code, not of the picture");
  return block;
}

std::vector<Block> read_blocks(std::string_view reply) {
  BlockReader reader;
  const std::string text = sanitise_utf8(cut_utf8(reply, kMaxBlockReply));
  for (const std::string_view line : split(text, '\n')) reader.add(line);
  return reader.blocks();
}

std::string write_block(const Block& block, std::size_t number) {
  std::string text = fmt::format("Question {}: {}\n", number, block.text);
  for (std::size_t i = 0; i < block.options.size(); ++i) {
    text += fmt::format("{}) {}\n", static_cast<char>('A' + i), block.options[i]);
  }
  return text + fmt::format("Answer: {}\n", static_cast<char>('A' + block.key));
}

}  // namespace papert::datagen::questions
