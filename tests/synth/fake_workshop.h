// A workshop for tests: candidate i of a level becomes a small task with a number, so tasks repeat
// after a while and everything about them is known.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "synth/pool.h"

namespace papert::synth::test {

/// A strawberry ahead of the turtle, and a row of circles whose colours say the number.
inline lang::xlogo::Task numbered_task(std::uint64_t number) {
  using lang::xlogo::Color;
  using lang::xlogo::ItemName;
  constexpr std::array<Color, 8> kDigits{Color::kRed,    Color::kBlack,  Color::kBlue,
                                         Color::kGreen,  Color::kYellow, Color::kOrange,
                                         Color::kPurple, Color::kPink};
  lang::xlogo::Task task;
  task.id = "numbered";
  task.world.width = 5;
  task.world.height = 5;
  task.world.tiles.assign(25, {.present = true, .allowed = true});
  task.world.turtle_y = 4;
  task.world.items.push_back({0, 3, ItemName::kStrawberry, Color::kRed, 1});
  for (int x = 0; x < 5; ++x, number /= 8) {
    task.world.items.push_back({x, 0, ItemName::kCircle, kDigits[number % 8], 1});
  }
  lang::xlogo::Literal strawberry;
  strawberry.name = ItemName::kStrawberry;
  task.goal = {{lang::xlogo::ObjectiveKind::kFind, {{{strawberry}}}, 0}};
  task.solution = lang::xlogo::parse_dsl("fd").value();
  return task;
}

struct FakePlan {
  std::uint64_t tasks = 40;  // different tasks at each level
  std::uint64_t every = 3;   // one candidate in so many becomes a task
  int empty_below = 0;       // levels below have no candidates
};

/// References whose ids are equally long have the same tasks.
inline Workshop fake_workshop(const FakePlan& plan = {}) {
  Workshop workshop;
  workshop.candidates = [plan](const lang::xlogo::Task& reference, Difficulty, int level) {
    return CandidateList{
        7, level < plan.empty_below ? 0U : 1000U, [&reference](std::int64_t, std::uint64_t) {
          return Candidate{reference.solution, reference.constraints, reference.goal};
        }};
  };
  workshop.build = [plan](const lang::xlogo::Task& reference, const Candidate&, std::int64_t seed,
                          const BuildOptions& options) -> tl::expected<BuiltTask, Rejection> {
    const auto draw = static_cast<std::uint64_t>(seed);
    if (draw % plan.every != 0) return tl::unexpected(Rejection::kShorter);
    BuiltTask built;
    built.task = numbered_task(draw / plan.every % plan.tasks +
                               1000 * static_cast<std::uint64_t>(options.level) +
                               10'000 * reference.id.size());
    built.quality = {1, 0.5, 1};
    built.proof.flat = true;
    built.proof.binds = !options.allow_loose;
    built.proof.minimal = !options.allow_longer;
    return built;
  };
  return workshop;
}

inline lang::xlogo::Task fake_reference(const std::string& id) {
  lang::xlogo::Task task = numbered_task(0);
  task.id = id;
  return task;
}

}  // namespace papert::synth::test
