#include "reply/fenced_blocks.h"

#include <algorithm>
#include <utility>

#include "base/text.h"

namespace papert::reply {
namespace {

std::string_view without_carriage_return(std::string_view line) {
  return line.ends_with('\r') ? line.substr(0, line.size() - 1) : line;
}

/// Whether Markdown reads the line as a quotation; ">>>" is Python's prompt.
bool is_quotation(std::string_view line) {
  const std::string_view text = line.substr(indentation(line));
  return text.starts_with('>') && !text.starts_with(">>>");
}

std::string_view unquoted(std::string_view line) {
  while (is_quotation(line)) {
    line.remove_prefix(indentation(line) + 1);
    if (line.starts_with(' ')) line.remove_prefix(1);
  }
  return line;
}

/// A line that opens or closes a block: its run of ` or ~ and what follows.
struct Fence {
  char mark = 0;
  std::size_t length = 0;  // 0: the line is not a fence
  std::string_view rest;
};

Fence fence_of(std::string_view line) {
  line = trim(line);
  if (line.empty() || (line.front() != '`' && line.front() != '~')) return {};
  const std::size_t length = std::min(line.find_first_not_of(line.front()), line.size());
  const std::string_view rest = trim(line.substr(length));
  // "```x = 1```" on one line is inline code, not the start of a block.
  if (length < 3 || rest.find('`') != std::string_view::npos) return {};
  return {line.front(), length, rest};
}

/// Gathers one block after the other.
class BlockReader {
 public:
  BlockReader(std::size_t most, std::size_t size)
      : most_(most), first_block_(std::min(size, kUsualBlock)) {
    parts_.outside.reserve(std::min(size, kUsualLines));
  }

  void read(std::string_view line) {
    const std::string_view plain = unquoted(line);
    const Fence fence = fence_of(plain);
    if (open_.length == 0 && (fence.length == 0 || parts_.blocks.size() >= most_)) {
      pass(plain);
    } else if (open_.length == 0) {
      open_ = fence;
      columns_ = indentation(plain);
      quoted_ = is_quotation(line);
      parts_.blocks.push_back({"", std::string(fence.rest), false});
      if (parts_.blocks.size() == 1) parts_.blocks.back().code.reserve(first_block_);
      pass({});
    } else if (fence.mark == open_.mark && fence.length >= open_.length && fence.rest.empty()) {
      parts_.blocks.back().closed = true;
      open_ = {};
    } else {
      parts_.blocks.back().code.append(outdented(quoted_ ? plain : line, columns_)).append("\n");
    }
  }

  Parts finish() { return std::move(parts_); }

 private:
  /// A line outside of blocks. A reply of nothing but line ends is not worth a list of them.
  void pass(std::string_view line) {
    blanks_ = trim(line).empty() ? blanks_ + 1 : 0;
    if (blanks_ <= kMaxBlanks) parts_.outside.push_back(line);
  }

  static constexpr std::size_t kUsualLines = 32;
  static constexpr std::size_t kUsualBlock = 1000;
  static constexpr std::size_t kMaxBlanks = 1000;
  std::size_t most_;
  std::size_t first_block_;
  Parts parts_;
  Fence open_;
  std::size_t columns_ = 0;
  std::size_t blanks_ = 0;
  bool quoted_ = false;
};

}  // namespace

std::size_t indentation(std::string_view line) {
  std::size_t columns = 0;
  while (columns < line.size() && (line[columns] == ' ' || line[columns] == '\t')) ++columns;
  return columns;
}

std::string_view outdented(std::string_view line, std::size_t columns) {
  return line.substr(std::min(columns, indentation(line)));
}

Parts parts_of(std::string_view reply, std::size_t most_blocks) {
  BlockReader reader(most_blocks, reply.size());
  while (!reply.empty()) {
    const std::size_t end = std::min(reply.find('\n'), reply.size());
    reader.read(without_carriage_return(reply.substr(0, end)));
    reply.remove_prefix(std::min(end + 1, reply.size()));
  }
  return reader.finish();
}

}  // namespace papert::reply
