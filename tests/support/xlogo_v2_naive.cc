#include "support/xlogo_v2_naive.h"

#include <vector>

namespace papert::test {
namespace {

using lang::xlogo::Item;
using lang::xlogo::Tile;
using lang::xlogo::World;
namespace v2 = lang::xlogo::v2;

class PlainRunner {
 public:
  PlainRunner(const World& world, const v2::Program& program)
      : world_(world),
        program_(program),
        x_(world.turtle_x),
        y_(world.turtle_y),
        heading_(static_cast<int>(world.heading)) {}

  PlainRun run() {
    blocks(program_.run, 0, program_.run.size());
    return result_;
  }

 private:
  [[nodiscard]] bool free(int direction) const {
    constexpr int kX[] = {0, 1, 0, -1};
    constexpr int kY[] = {-1, 0, 1, 0};
    if (world_.tile(x_, y_).walls & (1 << direction)) return false;
    const int x = x_ + kX[direction];
    const int y = y_ + kY[direction];
    if (x < 0 || y < 0 || x >= world_.width || y >= world_.height) return false;
    const Tile& tile = world_.tile(x, y);
    return tile.present && tile.allowed && tile.exists;
  }

  [[nodiscard]] bool test(const v2::Test& test) const {
    const Item* item = nullptr;
    for (const Item& each : world_.items) {
      if (each.x == x_ && each.y == y_) item = &each;
    }
    bool holds = false;
    if (test.sensor == v2::Sensor::kBlocked) holds = !free(heading_);
    if (test.sensor == v2::Sensor::kItem) {
      holds = item != nullptr && static_cast<int>(item->name) == test.value;
    }
    if (test.sensor == v2::Sensor::kColor) {
      holds = item != nullptr && static_cast<int>(item->color) == test.value;
    }
    return holds != test.negated;
  }

  [[nodiscard]] bool condition(const v2::Condition& condition) const {
    std::size_t holding = 0;
    for (std::size_t i = 0; i < condition.size; ++i) holding += test(condition.tests[i]) ? 1 : 0;
    return condition.any ? holding > 0 : holding == condition.size;
  }

  /// False when the run is over.
  bool step() {
    if (steps_ == v2::kMaxSteps) {
      result_.too_long = true;
      return false;
    }
    ++steps_;
    return true;
  }

  bool command(const v2::Block& block) {
    if (!step()) return false;
    result_.commands.blocks.push_back(
        {.type = static_cast<lang::xlogo::BlockType>(block.type), .pen = block.pen});
    if (block.type == v2::BlockType::kLeft) heading_ = (heading_ + 3) % 4;
    if (block.type == v2::BlockType::kRight) heading_ = (heading_ + 1) % 4;
    if (block.type != v2::BlockType::kForward && block.type != v2::BlockType::kBack) return true;
    const int direction = block.type == v2::BlockType::kBack ? (heading_ + 2) % 4 : heading_;
    if (!free(direction)) return false;
    if (direction == 0) --y_;
    if (direction == 1) ++x_;
    if (direction == 2) ++y_;
    if (direction == 3) --x_;
    return true;
  }

  bool blocks(const std::vector<v2::Block>& list, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end;) {
      const v2::Block& block = list[i];
      const std::size_t body = i + 1;
      const std::size_t other = body + block.body;
      i = other + block.otherwise;
      switch (block.type) {
        case v2::BlockType::kRepeat:
          for (int round = 0; round < block.times; ++round) {
            if (!blocks(list, body, other) || !step()) return false;
          }
          break;
        case v2::BlockType::kIf:
          if (!step()) return false;
          if (condition(block.condition) ? !blocks(list, body, other) : !blocks(list, other, i)) {
            return false;
          }
          break;
        case v2::BlockType::kWhile:
          while (true) {
            if (!step()) return false;
            if (!condition(block.condition)) break;
            if (!blocks(list, body, other)) return false;
          }
          break;
        case v2::BlockType::kCall: {
          const auto& called = program_.functions[block.callee].blocks;
          if (!step() || !blocks(called, 0, called.size())) return false;
          break;
        }
        default:
          if (!command(block)) return false;
      }
    }
    return true;
  }

  const World& world_;
  const v2::Program& program_;
  int x_;
  int y_;
  int heading_;
  int steps_ = 0;
  PlainRun result_;
};

int draw(std::mt19937_64& random, int below) {
  return static_cast<int>(random() % static_cast<unsigned>(below));
}

v2::Condition random_condition(std::mt19937_64& random) {
  v2::Condition condition;
  condition.size = static_cast<std::uint8_t>(draw(random, 4) == 0 ? 1 + draw(random, 4) : 1);
  condition.any = condition.size > 1 && draw(random, 2) == 0;
  for (std::size_t i = 0; i < condition.size; ++i) {
    v2::Test& test = condition.tests[i];
    test.sensor = static_cast<v2::Sensor>(draw(random, 3));
    test.negated = draw(random, 2) == 0;
    if (test.sensor == v2::Sensor::kItem) test.value = static_cast<std::uint8_t>(draw(random, 8));
    if (test.sensor == v2::Sensor::kColor) test.value = static_cast<std::uint8_t>(draw(random, 9));
  }
  return condition;
}

void add_blocks(std::mt19937_64& random, int size, int functions, int depth,
                std::vector<v2::Block>& blocks) {
  while (size > 0) {
    --size;
    const std::size_t at = blocks.size();
    v2::Block block;
    block.type = static_cast<v2::BlockType>(draw(random, 9));
    if (block.type == v2::BlockType::kCall) {
      if (functions == 0)
        block.type = v2::BlockType::kForward;
      else
        block.callee = static_cast<std::uint32_t>(draw(random, functions));
    }
    if (block.type == v2::BlockType::kSetPen && draw(random, 3) > 0) {
      block.pen = static_cast<lang::xlogo::Color>(draw(random, 6));
    }
    if (block.holds_blocks() && depth == 3) block.type = v2::BlockType::kRight;
    if (block.type == v2::BlockType::kRepeat) {
      block.times = static_cast<std::uint8_t>(1 + draw(random, 4));
    }
    const bool tests = block.type == v2::BlockType::kIf || block.type == v2::BlockType::kWhile;
    if (tests) block.condition = random_condition(random);
    blocks.push_back(block);
    if (!block.holds_blocks()) continue;
    const int body = draw(random, size + 1);
    add_blocks(random, body, functions, depth + 1, blocks);
    blocks[at].body = static_cast<std::uint32_t>(blocks.size() - at - 1);
    size -= body;
    if (block.type != v2::BlockType::kIf || draw(random, 2) == 0) continue;
    const int other = draw(random, size + 1);
    add_blocks(random, other, functions, depth + 1, blocks);
    blocks[at].otherwise = static_cast<std::uint32_t>(blocks.size() - at - 1 - blocks[at].body);
    size -= other;
  }
}

}  // namespace

PlainRun plainly_run(const lang::xlogo::Task& site, const v2::Program& program) {
  return PlainRunner(site.world, program).run();
}

v2::Program random_second_program(std::mt19937_64& random, int size) {
  v2::Program program;
  const int functions = draw(random, 4);
  for (int i = 0; i < functions; ++i) {
    v2::Function function{"f" + std::to_string(i), {}};
    add_blocks(random, draw(random, size / 2 + 1), i, 0, function.blocks);
    program.functions.push_back(std::move(function));
  }
  add_blocks(random, size, functions, 0, program.run);
  return program;
}

}  // namespace papert::test
