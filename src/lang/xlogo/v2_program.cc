// What can be said of a program without running it, and its Python form. Blocks are a flat list in
// the order in which they are written; who walks it recursively goes at most kMaxNesting deep.

#include "lang/xlogo/v2_program.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "lang/xlogo/python_reader.h"

namespace papert::lang::xlogo::v2 {
namespace {

using Blocks = std::span<const Block>;

std::string test_text(const Test& test) {
  const std::string_view negation = test.negated ? "not " : "";
  if (test.sensor == Sensor::kBlocked) return fmt::format("{}blocked()", negation);
  const std::string_view name = test.sensor == Sensor::kItem
                                    ? item_name(static_cast<ItemName>(test.value))
                                    : color_name(static_cast<Color>(test.value));
  return fmt::format("{}on('{}')", negation, name);
}

class PythonWriter {
 public:
  explicit PythonWriter(const Program& program) : program_(program) {}

  std::string write() {
    for (const Function& function : program_.functions) define(function.name, function.blocks);
    define("run", program_.run);
    return std::move(text_);
  }

 private:
  void define(std::string_view name, Blocks blocks) {
    if (!text_.empty()) text_ += '\n';
    text_ += fmt::format("def {}():\n", name);
    suite(blocks, 1);
  }

  void line(std::size_t depth, std::string_view text) {
    text_.append(4 * depth, ' ').append(text) += '\n';
  }

  void suite(Blocks blocks, std::size_t depth) {
    if (blocks.empty()) line(depth, "pass");
    while (!blocks.empty()) {
      const Block& first = blocks.front();
      const std::size_t size = std::size_t{1} + first.body + first.otherwise;
      if (first.type == BlockType::kIf) {
        choice(blocks.first(size), depth, "if");
      } else {
        statement(first, depth);
        if (first.holds_blocks()) suite(blocks.subspan(1, first.body), depth + 1);
      }
      blocks = blocks.subspan(size);
    }
  }

  void choice(Blocks blocks, std::size_t depth, std::string_view word) {
    const Block& head = blocks.front();
    line(depth, fmt::format("{} {}:", word, to_python(head.condition)));
    suite(blocks.subspan(1, head.body), depth + 1);
    const Blocks other = blocks.subspan(std::size_t{1} + head.body);
    if (other.empty()) return;
    const Block& next = other.front();
    if (next.type == BlockType::kIf &&
        other.size() == std::size_t{1} + next.body + next.otherwise) {
      choice(other, depth, "elif");
      return;
    }
    line(depth, "else:");
    suite(other, depth + 1);
  }

  void statement(const Block& block, std::size_t depth) {
    switch (block.type) {
      case BlockType::kForward:
        return line(depth, "move_forward()");
      case BlockType::kBack:
        return line(depth, "move_backward()");
      case BlockType::kLeft:
        return line(depth, "turn_left()");
      case BlockType::kRight:
        return line(depth, "turn_right()");
      case BlockType::kRepeat:
        return line(depth, fmt::format("for _ in range({}):", block.times));
      case BlockType::kSetPen:
        return line(depth,
                    block.pen ? fmt::format("setpc('{}')", color_name(*block.pen)) : "setpc(None)");
      case BlockType::kWhile:
        return line(depth, fmt::format("while {}:", to_python(block.condition)));
      case BlockType::kCall:
        return line(depth, program_.functions[block.callee].name + "()");
      case BlockType::kIf:
        break;
    }
  }

  const Program& program_;
  std::string text_;
};

int depth_of(Blocks blocks) {
  int depth = 0;
  std::vector<std::size_t> ends;
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    while (!ends.empty() && ends.back() == i) ends.pop_back();
    if (!blocks[i].holds_blocks()) continue;
    ends.push_back(i + 1 + blocks[i].body + blocks[i].otherwise);
    depth = std::max(depth, static_cast<int>(ends.size()));
  }
  return depth;
}

/// Depth first over calls. A function is on the way, done with, or not looked at.
class CircleFinder {
 public:
  explicit CircleFinder(const Program& program)
      : program_(program), seen_(program.functions.size()) {}

  std::string find() {
    for (std::uint32_t i = 0; i < seen_.size() && circle_.empty(); ++i) visit(i);
    return circle_;
  }

 private:
  enum class Seen : std::uint8_t { kNot, kOnTheWay, kDone };

  // As deep as there are functions.
  void visit(std::uint32_t function) {
    if (seen_[function] == Seen::kDone || !circle_.empty()) return;
    way_.push_back(function);
    if (seen_[function] == Seen::kOnTheWay) {
      const auto first = std::find(way_.begin(), way_.end(), function);
      for (auto at = first; at != way_.end(); ++at) {
        circle_ += (at == first ? "" : " -> ") + program_.functions[*at].name;
      }
      return;
    }
    seen_[function] = Seen::kOnTheWay;
    for (const Block& block : program_.functions[function].blocks) {
      if (block.type == BlockType::kCall) visit(block.callee);
      if (!circle_.empty()) return;
    }
    seen_[function] = Seen::kDone;
    way_.pop_back();
  }

  const Program& program_;
  std::vector<Seen> seen_;
  std::vector<std::uint32_t> way_;
  std::string circle_;
};

void mirror(std::vector<Block>& blocks) {
  for (Block& block : blocks) {
    if (block.type == BlockType::kLeft) {
      block.type = BlockType::kRight;
    } else if (block.type == BlockType::kRight) {
      block.type = BlockType::kLeft;
    }
  }
}

}  // namespace

std::optional<BlockType> block_from_name(std::string_view name) {
  const auto* const end = kCountNames.begin() + kCountDef;
  const auto* const found = std::find(kCountNames.begin(), end, name);
  if (found == end) return std::nullopt;
  return static_cast<BlockType>(found - kCountNames.begin());
}

std::string to_python(const Condition& condition) {
  std::string text;
  for (std::size_t i = 0; i < condition.size; ++i) {
    if (i > 0) text += condition.any ? " or " : " and ";
    text += test_text(condition.tests[i]);
  }
  return text;
}

std::string to_python(const Program& program) { return PythonWriter(program).write(); }

Facts facts(const Program& program) {
  Facts result;
  result.count[kCountDef] = program.functions.size();
  const auto add = [&](const std::vector<Block>& blocks) {
    for (const Block& block : blocks) ++result.count[static_cast<std::size_t>(block.type)];
    result.count[kCountAll] += blocks.size();
    result.depth = std::max(result.depth, depth_of(blocks));
  };
  for (const Function& function : program.functions) add(function.blocks);
  add(program.run);
  result.count[kCountAll] += program.functions.size();
  return result;
}

std::string_view concept_name(const Facts& facts) {
  const bool chooses = facts.uses(BlockType::kIf);
  if (facts.count[kCountDef] > 0) return "functions";
  if (facts.uses(BlockType::kWhile)) return chooses ? "while and conditionals" : "while";
  if (chooses) return "conditionals";
  xlogo::Facts plain;
  std::copy_n(facts.count.begin(), plain.count.size(), plain.count.begin());
  return xlogo::concept_name(plain);
}

std::string circle_of_calls(const Program& program) { return CircleFinder(program).find(); }

std::optional<xlogo::Program> published(const Program& program) {
  if (!program.functions.empty()) return std::nullopt;
  xlogo::Program result;
  for (const Block& block : program.run) {
    if (block.type > BlockType::kSetPen) return std::nullopt;
    result.blocks.push_back({.type = static_cast<xlogo::BlockType>(block.type),
                             .times = block.times,
                             .pen = block.pen,
                             .body = block.body,
                             .line = block.line});
  }
  return result;
}

Program from_published(const xlogo::Program& program) {
  Program result;
  for (const xlogo::Block& block : program.blocks) {
    Block added;
    added.type = static_cast<BlockType>(block.type);
    added.times = block.times;
    added.pen = block.pen;
    added.body = block.body;
    added.line = block.line;
    result.run.push_back(added);
  }
  return result;
}

Program mirrored(Program program) {
  for (Function& function : program.functions) mirror(function.blocks);
  mirror(program.run);
  return program;
}

std::uint32_t line_of(const Program& program, std::uint32_t block) {
  for (const Function& function : program.functions) {
    if (block < function.blocks.size()) return function.blocks[block].line;
    block -= static_cast<std::uint32_t>(function.blocks.size());
  }
  return block < program.run.size() ? program.run[block].line : 0;
}

bool is_taken_name(std::string_view name) {
  return name == "run" || name == "range" || name == "on" || name == "blocked" ||
         is_python_keyword(name) || command_from_name(name);
}

}  // namespace papert::lang::xlogo::v2
