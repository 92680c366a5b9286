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
// before.
//
// Constraints that count blocks keep apart what would otherwise be one state, and make commands
// that do nothing else worth trying (turning left and right again): such searches take a hundred
// times longer.
//
// Cost: grows about tenfold with each block of max_body, and only with the number of states in
// max_length. Most real tasks take below 0.1 ms with bodies of three blocks; the longest pictures
// in several colours have too many states to finish. It is counted in executed commands, so that
// giving up does not depend on the computer.

#include "lang/xlogo/search.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "lang/xlogo/search_arena.h"

namespace papert::lang::xlogo {
namespace {

constexpr std::uint8_t kMostTimes = kMaxTimes;

struct Situation {
  Walker walker;
  std::array<std::uint8_t, 7> counts{};  // of blocks that constraints count; 0 for others
  std::uint8_t top = 0;                  // top-level blocks so far, up to the length of start_by
  friend bool operator==(const Situation&, const Situation&) = default;
};

struct SituationHash {
  static std::uint64_t mix(std::uint64_t hash, std::uint64_t value) {
    hash = (hash ^ value) * 0x9E3779B97F4A7C15U;
    return hash ^ hash >> 29;
  }
  std::size_t operator()(const Situation& state) const {
    const Walker& m = state.walker;
    std::uint64_t hash = std::uint64_t{m.cell} << 16 | std::uint64_t{m.heading} << 8 | m.pen;
    hash = mix(hash, static_cast<std::uint64_t>(m.progress));
    for (const std::uint64_t word : m.marks) hash = mix(hash, word);
    for (const std::uint8_t count : state.counts) hash = mix(hash, count);
    return static_cast<std::size_t>(mix(hash, state.top));
  }
};

/// All constraint sets as one, since all must hold.
struct Rules {
  std::array<std::optional<int>, 7> exactly;
  std::array<std::optional<int>, 7> at_most;
  std::vector<std::vector<BlockType>> starts;
  std::size_t longest_start = 0;
  bool contradictory = false;

  explicit Rules(const Constraints& constraints) {
    for (const ConstraintSet& set : constraints) {
      for (std::size_t i = 0; i < exactly.size(); ++i) {
        if (set.exactly[i]) {
          contradictory |= exactly[i].value_or(*set.exactly[i]) != *set.exactly[i];
          exactly[i] = set.exactly[i];
        }
        if (set.at_most[i]) at_most[i] = std::min(*set.at_most[i], at_most[i].value_or(1 << 30));
      }
      if (!set.start_by.empty()) starts.push_back(set.start_by);
      longest_start = std::max(longest_start, set.start_by.size());
    }
  }

  [[nodiscard]] bool counts(std::size_t i) const { return exactly[i] || at_most[i]; }
  /// Whether blocks that change nothing else can matter.
  [[nodiscard]] bool any() const {
    for (std::size_t i = 0; i < exactly.size(); ++i) {
      if (counts(i)) return true;
    }
    return longest_start > 0;
  }
  [[nodiscard]] bool mentions(BlockType type) const {
    if (counts(static_cast<std::size_t>(type))) return true;
    return std::any_of(starts.begin(), starts.end(), [&](const std::vector<BlockType>& start) {
      return std::find(start.begin(), start.end(), type) != start.end();
    });
  }
  [[nodiscard]] bool may_follow(std::size_t top, BlockType type) const {
    return std::all_of(starts.begin(), starts.end(), [&](const std::vector<BlockType>& start) {
      return top >= start.size() || start[top] == type;
    });
  }
};

struct Node {
  Situation state;
  std::uint32_t parent = 0;
  std::uint32_t first = 0;  // its top-level block, in the list of all blocks
  std::uint32_t size = 0;
};

/// The situations of all nodes, for looking one up: a table of their numbers with open addressing.
/// std::unordered_set would allocate for each and take most of the time of a search.
class Known {
 public:
  /// Whether it is new; its node is then the next.
  bool insert(const Situation& situation, const std::vector<Node>& nodes) {
    if (nodes.size() * 2 >= slots_.size()) grow(nodes);
    std::uint32_t* const slot = find(situation, nodes);
    if (*slot != 0) return false;
    *slot = static_cast<std::uint32_t>(nodes.size()) + 1;
    return true;
  }

 private:
  std::uint32_t* find(const Situation& situation, const std::vector<Node>& nodes) {
    std::size_t i = SituationHash()(situation) & (slots_.size() - 1);
    while (slots_[i] != 0 && nodes[slots_[i] - 1].state != situation) {
      i = (i + 1) & (slots_.size() - 1);
    }
    return &slots_[i];
  }

  void grow(const std::vector<Node>& nodes) {
    slots_.assign(std::max<std::size_t>(256, slots_.size() * 4), 0);
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      *find(nodes[i].state, nodes) = static_cast<std::uint32_t>(i) + 1;
    }
  }

  std::vector<std::uint32_t> slots_;  // 1 + number of the node; 0 is free
};

class Search {
 public:
  Search(const Arena& arena, const Constraints& constraints, const SearchLimits& limits)
      : arena_(arena), rules_(constraints), limits_(limits), asked_length_(limits.max_length) {
    // Levels are lengths: a limit on all blocks is a limit on levels.
    if (const std::optional<int> most = std::exchange(rules_.at_most[kCountAll], std::nullopt)) {
      rules_.contradictory |= *most < 0;
      limits_.max_length =
          std::min(limits_.max_length, static_cast<std::size_t>(std::max(*most, 0)));
    }
    all_matter_ = rules_.any();
    // Of programs of one length the first is found: better "left, forward" than "right, back".
    for (const BlockType type :
         {BlockType::kForward, BlockType::kLeft, BlockType::kRight, BlockType::kBack}) {
      commands_.push_back({.type = type});
    }
    for (const Color color : arena.colors()) {
      commands_.push_back({.type = BlockType::kSetPen, .pen = color});
    }
    if (arena.colors().empty() && rules_.mentions(BlockType::kSetPen)) {
      commands_.push_back({.type = BlockType::kSetPen, .pen = Color::kBlack});
    }
    least_times_ = all_matter_ ? 1 : 2;
  }

  SearchResult run() {
    const std::optional<Walker> start = arena_.start();
    if (!start || rules_.contradictory) return {SearchOutcome::kNone, {}, asked_length_};
    add(Situation{*start}, 0);
    for (std::size_t n = 0;; ++n) {
      for (std::size_t i = levels_[n]; i < nodes_.size(); ++i) {
        if (solved(nodes_[i].state)) return {SearchOutcome::kFound, program(i), n == 0 ? 0 : n - 1};
      }
      if (n == limits_.max_length) return {SearchOutcome::kNone, {}, asked_length_};
      build_level(n + 1);
      if (steps_ > limits_.max_steps) return {SearchOutcome::kGaveUp, {}, n};
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

  [[nodiscard]] std::size_t level_end(std::size_t n) const {
    return n + 1 < levels_.size() ? levels_[n + 1] : nodes_.size();
  }

  void build_level(std::size_t n) {
    levels_.push_back(nodes_.size());
    for (std::size_t i = levels_[n - 1]; i < levels_[n]; ++i) {
      for (const Block& command : commands_) {
        Walker walker = nodes_[i].state.walker;
        ++steps_;
        if (!arena_.step(command, walker)) continue;
        blocks_ = {command};
        extend(static_cast<std::uint32_t>(i), walker);
      }
      if (steps_ > limits_.max_steps) return;
    }
    for (std::size_t body = 1; body <= limits_.max_body && body + 1 <= n; ++body) {
      const std::size_t from = n - 1 - body;
      for (std::size_t i = levels_[from]; i < level_end(from); ++i) {
        blocks_.clear();
        const Walker walker = nodes_[i].state.walker;
        const auto take = [&](const Walker& after) {
          extend(static_cast<std::uint32_t>(i), after);
        };
        repeats(walker, body, Visit(take));
        if (steps_ > limits_.max_steps) return;
      }
    }
  }

  /// Sequences of exactly `size` blocks from here, appended to blocks_ while each is visited.
  /// `since` is where the plain commands before this place begin.
  void sequences(const Walker& walker, std::size_t size, std::size_t since, const Visit& visit) {
    if (size == 0) return visit(walker);
    for (const Block& command : commands_) {
      if (steps_ > limits_.max_steps) return;
      if (!all_matter_ && cancels(command, since)) continue;
      Walker after = walker;
      ++steps_;
      if (!arena_.step(command, after)) continue;
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
      if (!all_matter_ && !moves(head + 1)) return;
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
        if (times < least_times_) continue;
        blocks_[head].times = times;
        visit(after[times - 1U]);
        if (steps_ > limits_.max_steps) break;
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

  /// Whether a command after those before it only says what a text no longer says: turns that
  /// undo each other, two to the right for two to the left, three for one, a pen chosen twice.
  [[nodiscard]] bool cancels(const Block& command, std::size_t since) const {
    if (blocks_.size() <= since) return false;
    const BlockType last = blocks_.back().type;
    switch (command.type) {
      case BlockType::kLeft:
        return last == BlockType::kRight ||
               (last == BlockType::kLeft && blocks_.size() > since + 1 &&
                blocks_[blocks_.size() - 2].type == BlockType::kLeft);
      case BlockType::kRight:
        return last == BlockType::kLeft || last == BlockType::kRight;
      case BlockType::kSetPen:
        return last == BlockType::kSetPen;
      default:
        return false;
    }
  }

  [[nodiscard]] bool run(std::size_t begin, std::size_t end, Walker& walker) {
    for (std::size_t i = begin; i < end; ++i) {
      const Block& block = blocks_[i];
      if (block.type != BlockType::kRepeat) {
        if (++steps_ > limits_.max_steps || !arena_.step(block, walker)) return false;
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

  /// Adds the state after blocks_, one top-level block, unless it is known or breaks a rule.
  void extend(std::uint32_t parent, const Walker& walker) {
    Situation state{walker, nodes_[parent].state.counts, nodes_[parent].state.top};
    if (!rules_.may_follow(state.top, blocks_.front().type)) return;
    if (state.top < rules_.longest_start) ++state.top;
    for (const Block& block : blocks_) {
      for (const std::size_t i : {static_cast<std::size_t>(block.type), kCountAll}) {
        if (!rules_.counts(i)) continue;
        const int most = std::min(rules_.exactly[i].value_or(255), rules_.at_most[i].value_or(255));
        if (state.counts[i] >= most) return;
        ++state.counts[i];
      }
    }
    add(state, parent);
  }

  void add(const Situation& state, std::uint32_t parent) {
    if (!known_.insert(state, nodes_)) return;
    const auto first = static_cast<std::uint32_t>(texts_.size());
    texts_.insert(texts_.end(), blocks_.begin(), blocks_.end());
    nodes_.push_back({state, parent, first, static_cast<std::uint32_t>(blocks_.size())});
  }

  [[nodiscard]] bool solved(const Situation& state) const {
    if (state.top < rules_.longest_start) return false;
    for (std::size_t i = 0; i < state.counts.size(); ++i) {
      if (rules_.exactly[i] && state.counts[i] != *rules_.exactly[i]) return false;
    }
    return arena_.goal_reached(state.walker);
  }

  [[nodiscard]] Program program(std::size_t node) const {
    std::vector<std::size_t> path;
    for (std::size_t i = node; i != 0; i = nodes_[i].parent) path.push_back(i);
    Program result;
    for (auto i = path.rbegin(); i != path.rend(); ++i) {
      const auto first = texts_.begin() + nodes_[*i].first;
      result.blocks.insert(result.blocks.end(), first, first + nodes_[*i].size);
    }
    return result;
  }

  const Arena& arena_;
  Rules rules_;
  SearchLimits limits_;
  std::size_t asked_length_;
  bool all_matter_ = false;
  std::uint8_t least_times_ = 2;
  std::size_t steps_ = 0;
  std::vector<Block> commands_;
  std::vector<Block> blocks_;  // the top-level block being built
  std::vector<Block> texts_;
  std::vector<Node> nodes_;
  std::vector<std::size_t> levels_{0};  // where each level begins in nodes_
  Known known_;
};

}  // namespace

SearchResult shortest_solution(const Task& task, const SearchLimits& limits) {
  const std::optional<Arena> arena = Arena::create(task);
  if (!arena) return {};
  return Search(*arena, task.constraints, limits).run();
}

}  // namespace papert::lang::xlogo
