// What can be said of a program without running it, and the two written forms that need no parser:
// the one-line form and the Python form. Both walk the flat list once, with the ends of the open
// repeats on a stack.

#include "lang/xlogo/program.h"

#include <fmt/format.h>

#include <algorithm>

namespace papert::lang::xlogo {
namespace {

std::string_view pen_name(const Pen& pen) { return pen ? color_name(*pen) : "null"; }

std::string python_call(const Block& block) {
  switch (block.type) {
    case BlockType::kForward:
      return "move_forward()";
    case BlockType::kBack:
      return "move_backward()";
    case BlockType::kLeft:
      return "turn_left()";
    case BlockType::kRight:
      return "turn_right()";
    case BlockType::kRepeat:
      return fmt::format("for _ in range({}):", block.times);
    case BlockType::kSetPen:
      return block.pen ? fmt::format("setpc('{}')", color_name(*block.pen)) : "setpc(None)";
  }
  return {};
}

}  // namespace

std::string to_dsl(const Program& program) {
  std::string text;
  std::vector<std::size_t> ends;
  for (std::size_t i = 0; i < program.blocks.size(); ++i) {
    const Block& block = program.blocks[i];
    if (!text.empty() && text.back() != '[') text += ' ';
    text += block_name(block.type);
    if (block.type == BlockType::kSetPen) text += fmt::format(" {}", pen_name(block.pen));
    if (block.type == BlockType::kRepeat) {
      text += fmt::format(" {} [", block.times);
      ends.push_back(i + block.body);
    }
    while (!ends.empty() && ends.back() == i) {
      text += ']';
      ends.pop_back();
    }
  }
  return text;
}

std::string to_python(const Program& program) {
  std::string text = "def run():\n";
  if (program.blocks.empty()) return text + "    pass\n";
  std::vector<std::size_t> ends;
  for (std::size_t i = 0; i < program.blocks.size(); ++i) {
    const Block& block = program.blocks[i];
    text.append(4 * (ends.size() + 1), ' ');
    text += python_call(block) + '\n';
    if (block.type == BlockType::kRepeat) {
      ends.push_back(i + block.body);
      if (block.body == 0) text.append(4 * (ends.size() + 1), ' ').append("pass\n");
    }
    while (!ends.empty() && ends.back() == i) ends.pop_back();
  }
  return text;
}

Facts facts(const Program& program) {
  Facts result;
  result.length = program.blocks.size();
  std::vector<std::size_t> ends;
  for (std::size_t i = 0; i < program.blocks.size(); ++i) {
    const Block& block = program.blocks[i];
    ++result.count[static_cast<std::size_t>(block.type)];
    if (block.type == BlockType::kRepeat) {
      ends.push_back(i + block.body);
      result.depth = std::max(result.depth, static_cast<int>(ends.size()));
    }
    while (!ends.empty() && ends.back() == i) ends.pop_back();
  }
  return result;
}

std::string_view concept_name(const Facts& facts) {
  const bool loops = facts.uses(BlockType::kRepeat);
  const bool variables = facts.uses(BlockType::kSetPen);
  if (loops) return variables ? "loops and variables" : "loops";
  return variables ? "variables" : "basic actions";
}

}  // namespace papert::lang::xlogo
