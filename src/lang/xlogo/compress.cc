// The fewest blocks for commands i to j are those of two parts, or one repeat of a part that the
// commands consist of:
//
//     fd fd fd rt fd fd fd rt     repeat 2 [repeat 3 [fd] rt]     4 blocks
//
// Intervals are filled in by length. Whether commands repeat with a period is read from a table of
// common beginnings: they do if those from i and from i + period agree to the end of the interval.

#include "lang/xlogo/compress.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace papert::lang::xlogo {
namespace {

class Compression {
 public:
  explicit Compression(std::span<const Block> commands)
      : commands_(commands), size_(commands.size()), best_((size_ + 1) * (size_ + 1)) {
    compare_beginnings();
    for (std::size_t length = 1; length <= size_; ++length) {
      for (std::size_t begin = 0; begin + length <= size_; ++begin) {
        at(begin, begin + length) = fewest(begin, begin + length);
      }
    }
  }

  void write(std::size_t begin, std::size_t end, std::vector<Block>& blocks) const {
    if (begin == end) return;
    const Best& best = at(begin, end);
    if (best.rounds == 0 && best.middle == end) {
      blocks.push_back(commands_[begin]);
    } else if (best.rounds == 0) {
      write(begin, best.middle, blocks);
      write(best.middle, end, blocks);
    } else {
      const std::size_t head = blocks.size();
      blocks.push_back({.type = BlockType::kRepeat, .times = best.rounds});
      write(begin, best.middle, blocks);
      blocks[head].body = static_cast<std::uint32_t>(blocks.size() - head - 1);
    }
  }

 private:
  struct Best {
    std::uint16_t blocks = 0;
    std::uint16_t middle = 0;  // where the first part, or the first round, ends
    std::uint8_t rounds = 0;   // of a repeat; 0 where there is none
  };

  [[nodiscard]] Best& at(std::size_t begin, std::size_t end) {
    return best_[begin * (size_ + 1) + end];
  }
  [[nodiscard]] const Best& at(std::size_t begin, std::size_t end) const {
    return best_[begin * (size_ + 1) + end];
  }

  /// agree_: how many commands from a and from b are the same.
  void compare_beginnings() {
    agree_.assign((size_ + 1) * (size_ + 1), 0);
    for (std::size_t a = size_; a-- > 0;) {
      for (std::size_t b = size_; b-- > a + 1;) {
        if (!(commands_[a] == commands_[b])) continue;
        agree_[a * (size_ + 1) + b] =
            static_cast<std::uint16_t>(agree_[(a + 1) * (size_ + 1) + b + 1] + 1);
      }
    }
  }

  [[nodiscard]] Best fewest(std::size_t begin, std::size_t end) const {
    const std::size_t length = end - begin;
    Best best{static_cast<std::uint16_t>(length == 1 ? 1 : length + 1),
              static_cast<std::uint16_t>(end)};
    for (std::size_t middle = begin + 1; middle < end; ++middle) {
      const int blocks = at(begin, middle).blocks + at(middle, end).blocks;
      if (blocks >= best.blocks) continue;
      best = {static_cast<std::uint16_t>(blocks), static_cast<std::uint16_t>(middle)};
    }
    for (std::size_t rounds = 2; rounds <= kMaxTimes && rounds <= length; ++rounds) {
      const std::size_t period = length / rounds;
      if (period * rounds != length) continue;
      if (agree_[begin * (size_ + 1) + begin + period] < length - period) continue;
      const int blocks = 1 + at(begin, begin + period).blocks;
      if (blocks >= best.blocks) continue;
      best = {static_cast<std::uint16_t>(blocks), static_cast<std::uint16_t>(begin + period),
              static_cast<std::uint8_t>(rounds)};
    }
    return best;
  }

  std::span<const Block> commands_;
  std::size_t size_;
  std::vector<Best> best_;
  std::vector<std::uint16_t> agree_;
};

}  // namespace

Program compressed(std::span<const Block> commands) {
  Program program;
  if (commands.size() > kMaxCompressed) {
    program.blocks.assign(commands.begin(), commands.end());
  } else {
    Compression(commands).write(0, commands.size(), program.blocks);
  }
  return program;
}

}  // namespace papert::lang::xlogo
