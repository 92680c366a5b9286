// Markdown's fenced blocks in a reply (``` or ~~~), and the lines around them. Blocks may stand in
// lists and quotations, which indent and mark each of their lines.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace papert::reply {

struct Block {
  std::string code;
  std::string label;
  bool closed = false;
};

/// A reply in parts: its fenced blocks, and the lines around them.
struct Parts {
  std::vector<Block> blocks;
  std::vector<std::string_view> outside;
};

/// At most so many blocks; lines of further ones are outside.
[[nodiscard]] Parts parts_of(std::string_view reply, std::size_t most_blocks);

/// How many spaces and tabs a line begins with.
[[nodiscard]] std::size_t indentation(std::string_view line);

/// Without up to so many of them.
[[nodiscard]] std::string_view outdented(std::string_view line, std::size_t columns);

}  // namespace papert::reply
