// Programs are put together from parts that people write: sides walked to a wall, stairs, turns at
// a mark, a choice between going on and turning. What fits together is left to chance, and what
// does not make a task is thrown away later.

#include "mint/xlogo/second_program.h"

#include <algorithm>
#include <utility>

namespace papert::mint::xlogo {
namespace {

namespace v2 = lang::xlogo::v2;
using Blocks = std::vector<v2::Block>;

v2::Test opposite(v2::Test test) {
  test.negated = !test.negated;
  return test;
}

constexpr v2::Test kBlocked{};

class SecondWriter {
 public:
  SecondWriter(Random& rng, const Marks& marks) : rng_(rng), marks_(marks) {}

  v2::Program write(SecondKind kind) {
    if (kind == SecondKind::kFunctions) return functions();
    v2::Program program;
    add(program.run, commands(rng_.choice(std::array{0, 0, 0, 1, 2})));
    add(program.run, core(kind));
    add(program.run, commands(rng_.choice(std::array{0, 0, 1, 2})));
    return program;
  }

 private:
  static void add(Blocks& blocks, const Blocks& more) {
    blocks.insert(blocks.end(), more.begin(), more.end());
  }

  static v2::Block block_of(v2::BlockType type) {
    v2::Block block;
    block.type = type;
    return block;
  }

  static Blocks around(v2::Block head, const Blocks& body, const Blocks& other = {}) {
    head.body = static_cast<std::uint32_t>(body.size());
    head.otherwise = static_cast<std::uint32_t>(other.size());
    Blocks blocks{head};
    add(blocks, body);
    add(blocks, other);
    return blocks;
  }
  static Blocks testing(v2::BlockType type, const v2::Test& test, const Blocks& body,
                        const Blocks& other = {}) {
    v2::Block head = block_of(type);
    head.condition.size = 1;
    head.condition.tests[0] = test;
    return around(head, body, other);
  }
  Blocks repeat(int fewest, int most, const Blocks& body) {
    v2::Block head = block_of(v2::BlockType::kRepeat);
    head.times = static_cast<std::uint8_t>(rng_.randint(fewest, most));
    return around(head, body);
  }

  v2::BlockType turn() {
    return rng_.random() < 0.5 ? v2::BlockType::kLeft : v2::BlockType::kRight;
  }
  v2::BlockType command() {
    const double kind = rng_.random();
    if (kind < 0.55) return v2::BlockType::kForward;
    if (kind < 0.62) return v2::BlockType::kBack;
    return turn();
  }
  Blocks commands(int count) {
    Blocks blocks;
    for (int i = 0; i < count; ++i) blocks.push_back(block_of(command()));
    return blocks;
  }

  /// A turn, sometimes with a move after it.
  Blocks corner() {
    Blocks blocks{block_of(turn())};
    if (rng_.random() < 0.25) blocks.push_back(block_of(v2::BlockType::kForward));
    return blocks;
  }

  /// A move, or a step of stairs.
  Blocks stride() {
    const double kind = rng_.random();
    const v2::Block ahead = block_of(v2::BlockType::kForward);
    if (kind < 0.65) return {ahead};
    if (kind < 0.75) return {ahead, ahead};
    const v2::Block one = block_of(turn());
    v2::Block other = one;
    other.type = one.type == v2::BlockType::kLeft ? v2::BlockType::kRight : v2::BlockType::kLeft;
    if (kind < 0.9) return {ahead, one, ahead, other};
    return {one, ahead, other};
  }

  Blocks to_the_wall() { return testing(v2::BlockType::kWhile, opposite(kBlocked), stride()); }
  Blocks to_the_target() {
    return testing(v2::BlockType::kWhile, opposite(marks_.target), stride());
  }

  Blocks side() {
    Blocks blocks = rng_.random() < 0.75 ? to_the_wall() : to_the_target();
    add(blocks, corner());
    return blocks;
  }

  Blocks while_core() {
    const double kind = rng_.random();
    if (kind < 0.4) return repeat(2, 6, side());
    Blocks blocks = side();
    add(blocks, rng_.random() < 0.5 ? to_the_wall() : to_the_target());
    if (rng_.random() < 0.3) {
      add(blocks, corner());
      add(blocks, to_the_wall());
    }
    return blocks;
  }

  Blocks turn_at_mark() {
    Blocks other;
    if (rng_.random() < 0.25) other.push_back(block_of(command()));
    return testing(v2::BlockType::kIf, marks_.mark, corner(), other);
  }
  Blocks turn_at_wall() {
    const bool goes_on = rng_.random() < 0.5;
    Blocks ahead{block_of(v2::BlockType::kForward)};
    return testing(v2::BlockType::kIf, kBlocked, corner(), goes_on ? ahead : Blocks());
  }
  Blocks step_and_choice() {
    Blocks blocks;
    const double kind = rng_.random();
    const Blocks ahead = stride();
    const Blocks choice = rng_.random() < 0.6 ? turn_at_mark() : turn_at_wall();
    if (kind < 0.6) {
      add(blocks, ahead);
      add(blocks, choice);
    } else {
      add(blocks, choice);
      if (choice.front().otherwise == 0) add(blocks, ahead);
    }
    return blocks;
  }

  Blocks both_core() {
    const double kind = rng_.random();
    if (kind < 0.45) {
      return testing(v2::BlockType::kWhile, opposite(marks_.target), step_and_choice());
    }
    if (kind < 0.65) {
      return testing(v2::BlockType::kWhile, opposite(kBlocked), step_and_choice());
    }
    Blocks body = to_the_wall();
    const Blocks left{block_of(v2::BlockType::kLeft)};
    const Blocks right{block_of(v2::BlockType::kRight)};
    const bool swap = rng_.random() < 0.5;
    add(body, testing(v2::BlockType::kIf, marks_.mark, swap ? left : right, swap ? right : left));
    return repeat(3, 6, body);
  }

  Blocks core(SecondKind kind) {
    if (kind == SecondKind::kWhile) return while_core();
    if (kind == SecondKind::kConditionals) return repeat(4, 12, step_and_choice());
    return both_core();
  }

  /// A part of three or four blocks, called three or four times, mostly with something else in
  /// between: a loop cannot say that.
  v2::Program functions() {
    v2::Program program;
    const double kind = rng_.random();
    Blocks body = kind < 0.5 ? side() : kind < 0.75 ? stride() : turn_at_mark();
    if (kind >= 0.75) body.insert(body.begin(), block_of(v2::BlockType::kForward));
    if (body.size() < 3) body.push_back(block_of(command()));
    program.functions.push_back({kind < 0.5 ? "side" : "step", std::move(body)});
    const v2::Block call = block_of(v2::BlockType::kCall);
    const std::int64_t calls = rng_.randint(3, 4);
    for (std::int64_t i = 0; i < calls; ++i) {
      const double way = rng_.random();
      if (way < 0.15) {
        add(program.run, repeat(2, 3, {call}));
      } else {
        program.run.push_back(call);
      }
      if (i + 1 < calls && rng_.random() < 0.7) add(program.run, commands(1));
    }
    return program;
  }

  Random& rng_;
  const Marks& marks_;
};

/// The blocks without those from `begin` to `end`; what holds them is smaller.
Blocks without(const Blocks& blocks, std::size_t begin, std::size_t end) {
  Blocks result;
  const auto count = static_cast<std::uint32_t>(end - begin);
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    if (i >= begin && i < end) continue;
    v2::Block block = blocks[i];
    const std::size_t other = i + 1 + block.body;
    if (i < begin && begin < other) {
      block.body -= count;
    } else if (i < begin && begin < other + block.otherwise) {
      block.otherwise -= count;
    }
    result.push_back(block);
  }
  return result;
}

void shorten(const Blocks& blocks, std::vector<Blocks>& results) {
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const v2::Block& block = blocks[i];
    const std::size_t other = i + 1 + block.body;
    results.push_back(without(blocks, i, other + block.otherwise));
    if (!block.holds_blocks()) continue;
    if (block.otherwise > 0) results.push_back(without(blocks, other, other + block.otherwise));
    // The body alone, in place of the block.
    Blocks inner = without(blocks, other, other + block.otherwise);
    inner[i].body = 0;
    results.push_back(without(inner, i, i + 1));
  }
}

}  // namespace

v2::Program second_program(Random& rng, SecondKind kind, const Marks& marks) {
  return SecondWriter(rng, marks).write(kind);
}

std::vector<v2::Program> shortened(const v2::Program& program) {
  std::vector<v2::Program> results;
  std::vector<Blocks> parts;
  shorten(program.run, parts);
  for (Blocks& part : parts) results.push_back({program.functions, std::move(part)});
  for (std::size_t i = 0; i < program.functions.size(); ++i) {
    parts.clear();
    shorten(program.functions[i].blocks, parts);
    for (Blocks& part : parts) {
      results.push_back(program);
      results.back().functions[i].blocks = std::move(part);
    }
  }
  return results;
}

std::size_t length_without_functions(const v2::Program& program) {
  const auto length = [&](const auto& self, const Blocks& blocks) -> std::size_t {
    std::size_t sum = 0;
    for (const v2::Block& block : blocks) {
      const bool call = block.type == v2::BlockType::kCall;
      sum += call ? self(self, program.functions[block.callee].blocks) : 1;
    }
    return sum;
  };
  return length(length, program.run);
}

}  // namespace papert::mint::xlogo
