// Real tasks and random programs for the tests of transformed, perturbed and minted tasks.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "base/json.h"
#include "base/random.h"
#include "lang/xlogo/program.h"
#include "lang/xlogo/task.h"
#include "support/slowdown.h"

namespace papert::test {

inline std::vector<lang::xlogo::Task> read_tasks(const std::filesystem::path& path) {
  std::vector<lang::xlogo::Task> tasks;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    Result<Json> json = parse_json(line);
    Result<lang::xlogo::Task> task = lang::xlogo::task_from_json(*json);
    EXPECT_TRUE(task) << line;
    if (task) tasks.push_back(std::move(*task));
  }
  EXPECT_FALSE(tasks.empty());
  return tasks;
}

inline lang::xlogo::Program dsl(std::string_view text) {
  lang::xlogo::Parsed<lang::xlogo::Program> program = lang::xlogo::parse_dsl(text);
  EXPECT_TRUE(program) << text;
  return program.value_or(lang::xlogo::Program{});
}

/// A task without items, lines, goal or constraints; the turtle faces north.
inline lang::xlogo::Task empty_task(int width, int height, int x, int y) {
  lang::xlogo::Task task;
  task.world.width = width;
  task.world.height = height;
  task.world.tiles.assign(static_cast<std::size_t>(width * height),
                          lang::xlogo::Tile{.present = true, .allowed = true});
  task.world.turtle_x = x;
  task.world.turtle_y = y;
  return task;
}

inline lang::xlogo::Objective find(lang::xlogo::ItemName name) {
  return {.kind = lang::xlogo::ObjectiveKind::kFind,
          .specs = {{{lang::xlogo::Literal{.name = name}}}}};
}

inline void add_random_blocks(Random& rng, std::size_t size,
                              std::vector<lang::xlogo::Block>& blocks) {
  while (size > 0) {
    lang::xlogo::Block block{.type = static_cast<lang::xlogo::BlockType>(rng.randbelow(6))};
    if (block.type == lang::xlogo::BlockType::kSetPen)
      block.pen = static_cast<lang::xlogo::Color>(rng.randbelow(lang::xlogo::kPenColors));
    if (block.type == lang::xlogo::BlockType::kRepeat) {
      block.times = static_cast<std::uint8_t>(rng.randint(1, 4));
      block.body = static_cast<std::uint32_t>(rng.randbelow(size));
    }
    blocks.push_back(block);
    add_random_blocks(rng, block.body, blocks);
    size -= 1 + block.body;
  }
}

inline lang::xlogo::Program random_blocks(Random& rng, std::size_t size) {
  lang::xlogo::Program program;
  add_random_blocks(rng, size, program.blocks);
  return program;
}

/// One block more, less or different.
inline lang::xlogo::Program mutant(Random& rng, const lang::xlogo::Program& program) {
  lang::xlogo::Program result = program;
  const std::size_t at = rng.randbelow(result.blocks.size() + 1);
  const lang::xlogo::Block command{.type = static_cast<lang::xlogo::BlockType>(rng.randbelow(4))};
  if (at == result.blocks.size()) {
    result.blocks.push_back(command);
  } else if (result.blocks[at].type == lang::xlogo::BlockType::kRepeat) {
    result.blocks[at].times = static_cast<std::uint8_t>(rng.randint(1, 12));
  } else {
    result.blocks[at] = command;
  }
  return result;
}

}  // namespace papert::test
