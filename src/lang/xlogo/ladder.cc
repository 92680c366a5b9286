// The rungs, with the commands that each may execute:
//
//     flat           programs without loops, up to 30 blocks                    0.4 M
//     bodies 1..3    with loops whose bodies have so many blocks at most        0.3 M, 0.3 M, 2 M
//     walk           pictures line by line, without search, said with all commands or without
//                    some that constraints count; items by a long flat search
//     bodies 4       as before                                                  6 M
//     compression    flat answers (the shortest to four more), written with loops
//     bodies 5, 6    as before                                                  30 M, 60 M
//     whole          bodies as long as a limit on all blocks allows             60 M
//
// Programs with loops may have 24 blocks where no constraint limits them.

#include "lang/xlogo/ladder.h"

#include <algorithm>
#include <array>
#include <utility>

#include "lang/xlogo/compress.h"
#include "lang/xlogo/picture_walk.h"
#include "lang/xlogo/search.h"
#include "lang/xlogo/search_answers.h"

namespace papert::lang::xlogo {
namespace {

constexpr std::size_t kFlatLength = 30;
constexpr std::size_t kLoopLength = 24;
constexpr std::size_t kLongLength = 400;
constexpr std::size_t kLongSteps = 4'000'000;
constexpr std::size_t kMostNodes = 2'000'000;  // threads may climb side by side
constexpr std::size_t kLongerAnswers = 4;

struct Rung {
  std::string_view name;
  std::size_t body;
  std::size_t steps;
};
constexpr Rung kFlat{"flat", 0, 400'000};
constexpr std::array<Rung, 3> kLow{
    {{"bodies 1", 1, 300'000}, {"bodies 2", 2, 300'000}, {"bodies 3", 3, 2'000'000}}};
constexpr Rung kMiddle{"bodies 4", 4, 6'000'000};
constexpr std::array<Rung, 3> kHigh{
    {{"bodies 5", 5, 30'000'000}, {"bodies 6", 6, 60'000'000}, {"whole", kMaxBlocks, 60'000'000}}};

class Ladder {
 public:
  Ladder(const Task& task, RunRules rules)
      : task_(task), judge_(task, rules), strict_(rules.strict_reference) {
    for (const ConstraintSet& set : task.constraints) {
      if (const std::optional<int> most = set.at_most[kCountAll]) {
        const auto blocks = static_cast<std::size_t>(std::max(*most, 0));
        limit_ = std::min(blocks, limit_.value_or(blocks));
      }
    }
  }

  LadderResult run() && {
    search(kFlat, kFlatLength);
    for (const Rung& rung : kLow) search(rung, kLoopLength);
    walk();
    search(kMiddle, kLoopLength);
    compress();
    for (const Rung& rung : kHigh) search(rung, kLoopLength);
    return std::move(result_);
  }

 private:
  [[nodiscard]] bool done() const { return result_.program || result_.impossible; }

  bool take(Program program, std::string_view rung) {
    if (!judge_.run(program).success()) return false;
    result_.program = std::move(program);
    result_.rung = rung;
    return true;
  }

  void search(const Rung& rung, std::size_t length) {
    if (done()) return;
    const std::size_t most = std::min(length, limit_.value_or(length));
    const std::size_t longest_body = std::max<std::size_t>(most, 1) - 1;
    const SearchLimits limits{.max_length = most,
                              .max_body = std::min(rung.body, longest_body),
                              .max_steps = rung.steps,
                              .max_nodes = kMostNodes};
    SearchResult found = shortest_solution(task_, limits);
    result_.steps += found.steps;
    if (found.outcome == SearchOutcome::kFound && !take_without_back(found, limits, rung.name)) {
      take(std::move(found.program), rung.name);
    }
    result_.impossible = found.outcome == SearchOutcome::kNone && most == limit_ &&
                         rung.body >= longest_body && !strict_;
  }

  /// People seldom go backwards: of equally short programs one that does not is the better answer.
  bool take_without_back(const SearchResult& found, SearchLimits limits, std::string_view rung) {
    if (!facts(found.program).uses(BlockType::kBack)) return false;
    Task forward = task_;
    forward.constraints.emplace_back();
    forward.constraints.back().at_most[static_cast<std::size_t>(BlockType::kBack)] = 0;
    limits.max_length = found.program.blocks.size();
    limits.max_steps = 2 * found.steps;
    SearchResult other = shortest_solution(forward, limits);
    result_.steps += other.steps;
    return other.outcome == SearchOutcome::kFound && take(std::move(other.program), rung);
  }

  void walk() {
    if (done()) return;
    if (!task_.draws()) {
      if (!limit_ || *limit_ > kFlatLength) search({"walk", 0, kLongSteps}, kLongLength);
      return;
    }
    for (const WalkMoves moves : {WalkMoves::kBoth, WalkMoves::kForward, WalkMoves::kBack}) {
      for (const WalkTurns turns : {WalkTurns::kBoth, WalkTurns::kLeft, WalkTurns::kRight}) {
        const std::vector<Block> commands = picture_walk(task_.world, moves, turns);
        if (take(compressed(commands), "walk") || take({commands}, "walk")) return;
        if (task_.constraints.empty()) return;  // said another way it would be no better
      }
    }
  }

  void compress() {
    if (done()) return;
    Task free = task_;
    free.constraints.clear();
    const SearchResult shortest =
        shortest_solution(free, {kLongLength, 0, kFlat.steps, kMostNodes});
    result_.steps += shortest.steps;
    if (shortest.outcome != SearchOutcome::kFound) return;
    const std::size_t length = shortest.program.blocks.size();
    result_.steps += for_each_flat_answer(
        task_, {.min_length = length, .max_length = length + kLongerAnswers},
        [&](std::span<const Block> commands) { return take(compressed(commands), "compression"); });
  }

  const Task& task_;
  GridRun judge_;
  bool strict_;                       // the released rules forgive what the searches do not
  std::optional<std::size_t> limit_;  // on all blocks
  LadderResult result_;
};

}  // namespace

LadderResult climb(const Task& task, RunRules rules) { return Ladder(task, rules).run(); }

}  // namespace papert::lang::xlogo
