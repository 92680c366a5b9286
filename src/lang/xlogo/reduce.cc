#include "lang/xlogo/reduce.h"

#include <algorithm>
#include <cstdint>

#include "lang/xlogo/emulator.h"

namespace papert::lang::xlogo {
namespace {

/// Nothing if a repeat would lose its head or all of its body, or be cut in two.
std::optional<Program> without(const Program& program, std::uint32_t begin, std::uint32_t end) {
  Program rest;
  rest.blocks.reserve(program.blocks.size());
  for (std::uint32_t i = 0; i < program.blocks.size(); ++i) {
    Block block = program.blocks[i];
    const bool left_out = i >= begin && i < end;
    if (block.type == BlockType::kRepeat) {
      const std::uint32_t first = i + 1;
      const std::uint32_t last = i + 1 + block.body;
      const std::uint32_t lost = std::min(last, end) - std::min(last, std::max(first, begin));
      if (left_out ? lost < block.body : end > last && begin > i && begin < last) {
        return std::nullopt;
      }
      if (!left_out && end > first && begin < last) block.body -= lost;
      if (!left_out && block.body == 0) return std::nullopt;
    }
    if (!left_out) rest.blocks.push_back(block);
  }
  return rest;
}

}  // namespace

std::optional<Program> reduced(const Task& task) {
  GridRun judge(task);
  const auto size = static_cast<std::uint32_t>(task.solution.blocks.size());
  for (std::uint32_t begin = 0; begin < size; ++begin) {
    for (std::uint32_t end = begin + 1; end <= size; ++end) {
      std::optional<Program> rest = without(task.solution, begin, end);
      if (rest && judge.run(*rest).success()) return rest;
    }
  }
  return std::nullopt;
}

}  // namespace papert::lang::xlogo
