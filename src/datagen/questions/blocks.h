// What a model writes when it is asked for questions: blocks of a question, four options and the
// right one.
//
//     1. **Question:** What is the colour of the roof?
//     A) Red
//     b. Blue
//     - (C) Green
//     **D:** White
//     *Answer:* (A) Red
//
// Numbers, capitals and Markdown may be there or not, the four options may share a line, and a text
// around the blocks is passed over. A block is used as it stands or refused with a reason: nothing
// is guessed about what it may have meant.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace papert::datagen::questions {

enum class BlockFault {
  kNone,
  kNoQuestion,
  kOptionCount,   // not the four options A to D
  kEqualOptions,  // as they are compared: "A tree" and "tree" are equal
  kNoAnswer,
  kNotAnOption,  // the answer is none of the four, or names two
  kNamesCode,    // it asks about a program, where a picture is what is shown
  kTooLong,
};
inline constexpr std::array<std::string_view, 8> kBlockFaults{
    "ok",        "no_question",          "option_count", "equal_options",
    "no_answer", "answer_not_an_option", "names_code",   "too_long"};
[[nodiscard]] constexpr std::string_view name_of(BlockFault fault) {
  return kBlockFaults[static_cast<std::size_t>(fault)];
}

inline constexpr std::size_t kBlockOptions = 4;
inline constexpr std::size_t kMaxBlocks = 64;                          // of one reply
inline constexpr std::size_t kMaxBlockReply = std::size_t{256} << 10;  // bytes that are read
inline constexpr std::size_t kMaxBlockText = 1000;                     // bytes of a question
inline constexpr std::size_t kMaxBlockOption = 300;                    // bytes

struct Block {
  std::string text;
  std::vector<std::string> options;
  std::size_t key = 0;  // the right one, counted from 0
  BlockFault fault = BlockFault::kNone;
  std::string message;  // what is wrong, in words

  [[nodiscard]] bool usable() const { return fault == BlockFault::kNone; }

  friend bool operator==(const Block&, const Block&) = default;
};

/// In the order of the reply; refused ones keep their place.
[[nodiscard]] std::vector<Block> read_blocks(std::string_view reply);

/// Four options and the text of an answer, checked: what read_blocks does with each block.
[[nodiscard]] Block checked_block(std::string text, std::vector<std::string> options,
                                  std::string_view answer);

/// A usable block as models are asked to write it, which read_blocks reads back.
[[nodiscard]] std::string write_block(const Block& block, std::size_t number);

/// Whether a text speaks of a program instead of a picture: "code", "SVG", "<path", "#ff0000".
[[nodiscard]] bool names_code(std::string_view text);

}  // namespace papert::datagen::questions
