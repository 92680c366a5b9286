// Breadth first over states instead of texts: programs that leave the turtle in the same state
// (place, heading, pen, what the goal remembers, and the counts that constraints ask about) have
// the same continuations, so one shortest program for each state is enough. The steps of the search
// are top-level blocks:
//
//     level 0      the start
//     level n      a command from level n-1, or a repeat with a body of b blocks from level n-1-b
//
// Bodies are enumerated where they are used: each is run as it grows, so one that crashes takes all
// its continuations with it, and further rounds run until one crashes or leads to a state seen
// before. Of pictures, what short bodies do from a place is remembered (search_repeats.h).
//
// A state that cannot reach the goal within the length searched is dropped (search_bound.h). With
// loops the bound is weak, so there is one pass for all lengths; programs without loops have a
// search of their own (search_flat.cc).
//
// Constraints that count blocks keep apart what would otherwise be one state, and those that ask
// for blocks make commands that do nothing else worth trying (search_rules.h): such searches take
// longer. The plain order tries them under any constraint. Under limits alone a state with larger
// counts could be dropped for one with smaller ones; on synthesised tasks that would spare a
// quarter of the time at most, so each is kept.
//
// Cost: grows about tenfold with each block of max_body, and only with the number of states in
// max_length. Most real tasks take below 0.1 ms with bodies of three blocks. It is counted in
// executed commands, so that giving up does not depend on the computer.

#include "lang/xlogo/search.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>
#include <vector>

#include "lang/xlogo/search_problem.h"

namespace papert::lang::xlogo {
namespace {

constexpr std::uint8_t kMostTimes = kMaxTimes;
constexpr std::uint8_t kNoStart = 0xFF;  // more top-level blocks than any start asks for

class Search {
 public:
  explicit Search(const SearchProblem& problem)
      : problem_(problem),
        tree_(problem.tree),
        bounded_(problem.limits.order == SearchOrder::kBounded),
        remembers_(bounded_ && problem.arena.draws()),
        worth_(bounded_ ? problem.rules.worth_trying() : everything(problem.rules.any())) {}

  SearchResult run() {
    tree_.put(*problem_.start);
    for (std::size_t n = 0;; ++n) {
      for (std::size_t i = levels_[n]; i < tree_.size(); ++i) {
        if (problem_.solved(tree_[i].state)) return problem_.found(i, steps_);
      }
      if (n == problem_.most) return problem_.none(steps_);
      build_level(n + 1);
      if (goal_) return problem_.found(*goal_, steps_);
      if (stopped()) return problem_.gave_up(n, steps_);
    }
  }

 private:
  /// A reference to a lambda: std::function would allocate at every repeat.
  class Visit {
   public:
    template <class Call>
    explicit Visit(const Call& call)
        : call_(&call), invoke_([](const void* object, const Walker& walker) {
            (*static_cast<const Call*>(object))(walker);
          }) {}
    void operator()(const Walker& walker) const { invoke_(call_, walker); }

   private:
    const void* call_;
    void (*invoke_)(const void*, const Walker&);
  };

  static WorthTrying everything(bool rules) {
    return {.undone_turns = rules,
            .detour_turns = rules,
            .pens_in_a_row = rules,
            .pens_after_turns = true,
            .still_repeats = rules,
            .single_rounds = rules};
  }

  [[nodiscard]] bool stopped() const {
    return steps_ > problem_.limits.max_steps || goal_ || tree_.size() >= problem_.limits.max_nodes;
  }

  [[nodiscard]] std::size_t level_end(std::size_t n) const {
    return n + 1 < levels_.size() ? levels_[n + 1] : tree_.size();
  }

  void build_level(std::size_t n) {
    levels_.push_back(tree_.size());
    for (std::size_t i = levels_[n - 1]; i < levels_[n]; ++i) {
      for (const Block& command : problem_.commands) {
        Walker walker = tree_[i].state.walker;
        ++steps_;
        if (!problem_.arena.step(command, walker)) continue;
        extend(static_cast<std::uint32_t>(i), walker, {&command, 1});
      }
      if (stopped()) return;
    }
    for (std::size_t body = 1; body <= problem_.limits.max_body && body + 1 <= n; ++body) {
      const std::size_t from = n - 1 - body;
      for (std::size_t i = levels_[from]; i < level_end(from); ++i) {
        blocks_.clear();
        const Walker walker = tree_[i].state.walker;
        if (problem_.cover != nullptr &&
            !problem_.cover->may_draw(walker, body, problem_.most - n,
                                      problem_.bound.picture_rest(walker))) {
          continue;
        }
        add_repeats(static_cast<std::uint32_t>(i), body);
        if (stopped()) return;
      }
    }
  }

  /// States after a repeat of a body of so many blocks.
  void add_repeats(std::uint32_t from, std::size_t body) {
    const Walker walker = tree_[from].state.walker;
    if (!remembers_ || body > RepeatEffects::kLongestBody) {
      const auto take = [&](const Walker& after) { extend(from, after, blocks_); };
      repeats(walker, body, Visit(take));
      return;
    }
    const RepeatEffects::Place& place = effects_from(walker, body);
    for (std::size_t i = place.ends[body - 1]; i < place.ends[body] && !stopped(); ++i) {
      const SearchNode& effect = place.effects[i];
      Walker after = walker;
      RepeatEffects::apply(effect.state.walker, after);
      ++steps_;
      extend(from, after, place.effects.text(effect));
    }
  }

  /// With what repeats of bodies of up to so many blocks do from there.
  const RepeatEffects::Place& effects_from(const Walker& walker, std::size_t body) {
    RepeatEffects::Place& place = problem_.repeats.at(walker);
    Walker start = walker;
    start.marks = {};
    const auto take = [&](const Walker& after) {
      Situation effect{.walker = after, .top = kNoStart};
      if (!problem_.rules.count(blocks_, effect)) return;
      if (place.effects.find(effect) != SearchTree::kNew) return;
      place.effects.add({.state = effect,
                         .first = place.effects.put_text(blocks_),
                         .size = static_cast<std::uint32_t>(blocks_.size())});
    };
    for (; place.bodies < body; ++place.bodies) {
      repeats(start, place.bodies + 1, Visit(take));
      place.ends[place.bodies + 1] = place.effects.size();
    }
    return place;
  }

  /// Sequences of exactly `size` blocks from here, appended to blocks_ while each is visited.
  /// `since` is where the plain commands before this place begin.
  void sequences(const Walker& walker, std::size_t size, std::size_t since, const Visit& visit) {
    if (size == 0) return visit(walker);
    for (const Block& command : problem_.commands) {
      if (stopped()) return;
      if (cancels(command, since)) continue;
      Walker after = walker;
      ++steps_;
      if (!problem_.arena.step(command, after)) continue;
      blocks_.push_back(command);
      sequences(after, size - 1, since, visit);
      blocks_.pop_back();
    }
    for (std::size_t body = 1; body < size; ++body) {
      const auto go_on = [&](const Walker& after) {
        sequences(after, size - 1 - body, blocks_.size(), visit);
      };
      repeats(walker, body, Visit(go_on));
    }
  }

  /// Repeats with bodies of exactly `body` blocks.
  void repeats(const Walker& walker, std::size_t body, const Visit& visit) {
    const std::size_t head = blocks_.size();
    blocks_.push_back({.type = BlockType::kRepeat, .body = static_cast<std::uint32_t>(body)});
    const auto rounds = [&](const Walker& once) {
      // Turns and pens alone are said in fewer blocks without a repeat.
      if (!worth_.still_repeats && !moves(head + 1)) return;
      std::array<Walker, kMostTimes> after;  // by rounds - 1
      after[0] = once;
      for (std::uint8_t times = 1; times <= kMostTimes; ++times) {
        if (times > 1) {
          Walker& now = after[times - 1U];
          now = after[times - 2U];
          if (!run(head + 1, head + 1 + body, now)) break;
          // From a state seen before, the rounds only go round.
          const auto seen = std::find(after.begin(), after.begin() + times - 1, now);
          if (seen != after.begin() + times - 1) break;
        }
        if (times == 1 && !worth_.single_rounds) continue;
        blocks_[head].times = times;
        visit(after[times - 1U]);
        if (stopped()) break;
      }
    };
    sequences(walker, body, head + 1, Visit(rounds));
    blocks_.resize(head);
  }

  [[nodiscard]] bool moves(std::size_t begin) const {
    return std::any_of(blocks_.begin() + static_cast<std::ptrdiff_t>(begin), blocks_.end(),
                       [](const Block& block) {
                         return block.type == BlockType::kForward || block.type == BlockType::kBack;
                       });
  }

  /// Whether a command after those before it only says what another text says.
  [[nodiscard]] bool cancels(const Block& command, std::size_t since) const {
    if (blocks_.size() <= since) return false;
    const BlockType last = blocks_.back().type;
    switch (command.type) {
      case BlockType::kLeft:
        if (last == BlockType::kRight) return !worth_.undone_turns;
        return !worth_.detour_turns && last == BlockType::kLeft && blocks_.size() > since + 1 &&
               blocks_[blocks_.size() - 2].type == BlockType::kLeft;
      case BlockType::kRight:
        if (last == BlockType::kLeft) return !worth_.undone_turns;
        return !worth_.detour_turns && last == BlockType::kRight;
      case BlockType::kSetPen:
        if (last == BlockType::kSetPen) return !worth_.pens_in_a_row;
        return !worth_.pens_after_turns && (last == BlockType::kLeft || last == BlockType::kRight);
      default:
        return false;
    }
  }

  [[nodiscard]] bool run(std::size_t begin, std::size_t end, Walker& walker) {
    for (std::size_t i = begin; i < end; ++i) {
      const Block& block = blocks_[i];
      if (block.type != BlockType::kRepeat) {
        if (++steps_ > problem_.limits.max_steps || !problem_.arena.step(block, walker))
          return false;
        continue;
      }
      const std::size_t body_end = i + 1 + block.body;
      for (int round = 0; round < block.times; ++round) {
        if (!run(i + 1, body_end, walker)) return false;
      }
      i = body_end - 1;
    }
    return true;
  }

  /// Adds the state after a top-level block, unless it is known, breaks a rule or is too far from
  /// the goal.
  void extend(std::uint32_t parent, const Walker& walker, std::span<const Block> block) {
    Situation state = tree_[parent].state;
    state.walker = walker;
    if (!problem_.rules.count(block, state)) return;
    const std::size_t level = tree_[parent].level + block.size();
    if (bounded_ && level + problem_.needed(state, false) > problem_.most) return;
    if (tree_.find(state) != SearchTree::kNew) return;
    tree_.add({.state = state,
               .parent = parent,
               .first = tree_.put_text(block),
               .size = static_cast<std::uint32_t>(block.size()),
               .level = static_cast<std::uint16_t>(level)});
    if (bounded_ && problem_.solved(state)) goal_ = tree_.size() - 1;
  }

  const SearchProblem& problem_;
  SearchTree& tree_;
  bool bounded_;
  bool remembers_;  // what repeats do
  WorthTrying worth_;
  std::size_t steps_ = 0;
  std::optional<std::size_t> goal_;
  std::vector<Block> blocks_;           // the top-level block being built
  std::vector<std::size_t> levels_{0};  // where each level begins in the tree
};

}  // namespace

SearchResult shortest_solution(const Task& task, const SearchLimits& limits) {
  static thread_local SearchMemory memory;
  if (!memory.arena.load(task)) return {};
  if (limits.order == SearchOrder::kBounded) memory.bound.load(memory.arena);
  SearchProblem problem(task, limits, memory);
  if (problem.hopeless()) return problem.none(0);
  if (limits.count_cover && limits.order == SearchOrder::kBounded) {
    const bool single_rounds = problem.rules.worth_trying().single_rounds;
    if (memory.cover.load(memory.arena, {limits.max_body, problem.most, single_rounds})) {
      problem.cover = &memory.cover;
    }
  }
  if (limits.max_body == 0 && limits.order == SearchOrder::kBounded) {
    return search_without_loops(problem, memory.open);
  }
  return Search(problem).run();
}

}  // namespace papert::lang::xlogo
