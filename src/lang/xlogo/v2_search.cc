// Programs are enumerated by what they do (v2_meanings.h): of lists of blocks that lead from every
// state to the same state, meeting the same, only one is ever looked at. That leaves some
// thousands of lists of up to four blocks where there are millions of texts.
//
// At the top level nothing but the start matters: breadth first by the number of blocks, from each
// (state, what was met) by every block that is kept. There if and if-else need not be tried, since
// what they come to is shorter; and what a for or while loop with a longer body does is worked out
// from the state at hand, without a table: so bodies may have one block more than is kept, and
// programs two more.
//
//     kept      programs that are searched completely       time on 5 x 5 cells
//     3         5 blocks                                     2 to 20 ms
//     4         6 blocks                                     0.1 to 1 s
//
// A function beside run costs its definition, and every call of it. For each list of two or three
// blocks as its body, calls of it, alone or in a short loop, are further commands for the search.

#include "lang/xlogo/v2_search.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "lang/xlogo/emulator.h"
#include "lang/xlogo/v2_meanings.h"

namespace papert::lang::xlogo::v2 {
namespace {

using Head = Term::Head;

constexpr std::uint8_t kNegated = 1;
constexpr std::size_t kMostChecked = 2000;  // programs that reach the goal, but break a constraint

/// A list of blocks that has no table: one, or two that do, or a loop or choice around them.
struct Body {
  std::uint32_t first = Term::kNone;
  std::uint32_t second = Term::kNone;
  Head head = Head::kPair;  // kRepeat, kWhile, kIf: around the first (and the second)
  std::uint8_t arg = 0;
};

/// A block at the top level.
struct Move {
  Head head = Head::kCommand;  // kCommand: the body itself
  std::uint8_t arg = 0;
  Body body;
};

struct ArrivalHash {
  std::size_t operator()(const Arrival& at) const {
    return (at.met ^ at.met >> 29) * 0x9E3779B97F4A7C15U + at.state * 0xD1B54A32D192ED03U;
  }
};

struct Node {
  Arrival here;
  std::uint32_t before = 0;
  Move move;  // that led here
};

class SecondSearch {
 public:
  SecondSearch(const Task& task, const Ground& ground, const SearchLimits& limits)
      : task_(task), ground_(ground), limits_(limits), meanings_(ground), judge_(task.site) {
    limits_.max_kept = std::min<std::size_t>(limits_.max_kept, 4);
  }

  SearchResult run() {
    std::size_t longest = limits_.max_length;
    if (const auto limit = block_limit(task_.constraints)) {
      longest = std::min(longest, static_cast<std::size_t>(std::max(*limit, 0)));
    }
    if (ground_.start().state != kDead) search(longest);
    if (ground_.start().state == kDead) result_.settled = longest;
    if (result_.outcome != SearchOutcome::kFound) {
      const bool all = result_.settled >= longest && !broken_;
      result_.outcome = all ? SearchOutcome::kNone : SearchOutcome::kGaveUp;
    }
    return std::move(result_);
  }

 private:
  void search(std::size_t longest) {
    begin();
    if (ground_.reached(ground_.start().met)) check(0, {});
    work_limit_ = limits_.functions ? limits_.max_work / 2 : limits_.max_work;
    for (std::size_t size = 1; size <= longest && !done(); ++size) {
      keep(size < 4 ? 1 : size - 2);
      level(size, kept_ + 2);
      if (!done() && size <= kept_ + 2 && !broken_) result_.settled = size;
    }
    work_limit_ = limits_.max_work;
    if (limits_.functions && result_.outcome != SearchOutcome::kFound) with_function(longest);
  }

  /// Tables are made when programs are so long that they are needed.
  void keep(std::size_t size) {
    size = std::min(size, limits_.max_kept);
    if (size > kept_ && !full_) {
      const std::size_t kept = meanings_.keep(size, result_.work, work_limit_);
      full_ = kept < size;
      kept_ = kept;
    }
  }

  [[nodiscard]] bool done() const {
    return result_.outcome == SearchOutcome::kFound || result_.work > work_limit_;
  }

  void begin() {
    nodes_.assign(1, {ground_.start(), 0, {}});
    sizes_.assign(1, {0});
    seen_.clear();
    seen_.insert(ground_.start());
  }

  /// All programs of so many blocks.
  void level(std::size_t size, std::size_t longest_block) {
    sizes_.emplace_back();
    for (std::size_t block = 1; block <= std::min(size, longest_block); ++block) {
      const std::vector<std::uint32_t> from = sizes_[size - block];
      for (const std::uint32_t node : from) {
        if (done()) return;
        extend(node, block);
      }
    }
  }

  void extend(std::uint32_t node, std::size_t block) {
    if (block <= kept_) {
      for (const std::uint32_t number : meanings_.blocks(block)) {
        if (meanings_.term(number).head != Head::kIf) step(node, {.body = {.first = number}});
      }
      if (called_ != Term::kNone) extend_by_calls(node, block);
      return;
    }
    if (block == kept_ + 1) {
      for (const std::uint32_t list : meanings_.lists(kept_)) loops(node, {.first = list});
      return;
    }
    longer_bodies(node, kept_ + 1);
  }

  /// Loops around lists of one block more than is kept.
  void longer_bodies(std::uint32_t node, std::size_t size) {
    for (std::size_t first = 1; first < size; ++first) {
      for (const std::uint32_t block : meanings_.blocks(first)) {
        if (done()) return;
        for (const std::uint32_t rest : meanings_.lists(size - first)) {
          loops(node, {.first = block, .second = rest});
        }
      }
    }
    for (const std::uint32_t inner : meanings_.lists(size - 1)) {
      if (done()) return;
      for (int n = kFewestRounds; n <= kMostRounds; ++n) {
        loops(node, {.first = inner, .head = Head::kRepeat, .arg = static_cast<std::uint8_t>(n)});
      }
      for_tests([&](std::uint8_t test) {
        loops(node, {.first = inner, .head = Head::kWhile, .arg = test});
        loops(node, {.first = inner, .head = Head::kIf, .arg = test});
      });
    }
    for (std::size_t first = 1; first + 1 < size; ++first) {
      for (const std::uint32_t one : meanings_.lists(first)) {
        if (done()) return;
        for (const std::uint32_t other : meanings_.lists(size - 1 - first)) {
          for_tests([&](std::uint8_t test) {
            if ((test & kNegated) != 0) return;
            loops(node, {.first = one, .second = other, .head = Head::kIf, .arg = test});
          });
        }
      }
    }
  }

  template <class Use>
  void for_tests(Use use) const {
    for (std::size_t test = 0; test < 2 * ground_.tests().size(); ++test) {
      use(static_cast<std::uint8_t>(test));
    }
  }

  [[nodiscard]] bool passes(std::uint8_t test, std::size_t state) const {
    return ground_.passes(test / 2U, state) != ((test & kNegated) != 0);
  }

  // Where a table is asked.
  Arrival look(std::uint32_t number, Arrival from) {
    ++result_.work;
    const Arrival to =
        number == called_ ? called_after(from.state) : meanings_.after(number, from.state);
    return {to.state, from.met | to.met};
  }
  [[nodiscard]] Arrival called_after(std::size_t state) const {
    return meanings_.after(function_, state);
  }

  Arrival follow(const Body& body, Arrival from) {
    if (body.head == Head::kIf) {
      const std::uint32_t part = passes(body.arg, from.state) ? body.first : body.second;
      return part == Term::kNone ? from : look(part, from);
    }
    if (body.head == Head::kRepeat) {
      for (int n = 0; n < body.arg && from.state != kDead; ++n) from = look(body.first, from);
      return from;
    }
    if (body.head == Head::kWhile) {
      for (std::size_t n = 0; from.state != kDead && passes(body.arg, from.state); ++n) {
        if (n == ground_.states()) return {};  // it was somewhere twice
        from = look(body.first, from);
      }
      return from;
    }
    const Arrival to = look(body.first, from);
    return body.second == Term::kNone || to.state == kDead ? to : look(body.second, to);
  }

  void step(std::uint32_t node, const Move& move) {
    arrive(node, move, follow(move.body, nodes_[node].here));
  }

  /// For loops of all numbers of rounds, and while loops that go round twice or more.
  void loops(std::uint32_t node, const Body& body) {
    const Arrival start = nodes_[node].here;
    Arrival at = follow(body, start);
    if (at.state == kDead) return;
    const Arrival once = at;
    for (int n = kFewestRounds; n <= kMostRounds; ++n) {
      at = follow(body, at);
      if (at.state == kDead) break;
      if (n > kFewestRounds && at.state == start.state && at.met == once.met) break;
      arrive(node, {Head::kRepeat, static_cast<std::uint8_t>(n), body}, at);
    }
    for_tests([&](std::uint8_t test) {
      if (!passes(test, start.state) || !passes(test, once.state)) return;
      Arrival round = once;
      for (std::size_t n = 1; round.state != kDead && passes(test, round.state); ++n) {
        if (n > ground_.states()) return;
        round = follow(body, round);
      }
      arrive(node, {Head::kWhile, test, body}, round);
    });
  }

  void arrive(std::uint32_t node, const Move& move, const Arrival& at) {
    if (at.state == kDead || result_.outcome == SearchOutcome::kFound) return;
    const bool fresh = seen_.insert(at).second;
    if (fresh) {
      sizes_.back().push_back(static_cast<std::uint32_t>(nodes_.size()));
      nodes_.push_back({at, node, move});
    }
    if (ground_.reached(at.met)) check(node, move);
  }

  /// Whether the judge takes the program, constraints included.
  void check(std::uint32_t node, const Move& move) {
    if (checked_++ > kMostChecked) {
      broken_ = true;
      return;
    }
    Program program = written(node, move);
    if (judge_.run(program, task_.constraints).success()) {
      result_.outcome = SearchOutcome::kFound;
      result_.program = std::move(program);
    } else {
      broken_ = true;
    }
  }

  Program written(std::uint32_t node, const Move& move) const {
    std::vector<Move> moves{move};
    for (; node != 0; node = nodes_[node].before) moves.push_back(nodes_[node].move);
    Program program;
    if (called_ != Term::kNone) {
      program.functions.push_back({"part", {}});
      write(function_, program.functions.front().blocks);
    }
    for (auto each = moves.rbegin(); each != moves.rend(); ++each) {
      if (each->body.first == Term::kNone) continue;  // of the empty program
      const auto body = [&](std::vector<Block>& blocks) { write(each->body, blocks); };
      if (each->head == Head::kCommand) {
        body(program.run);
      } else {
        write_around(each->head, each->arg, body, program.run);
      }
    }
    return program;
  }

  template <class WriteBody>
  void write_around(Head head, std::uint8_t arg, WriteBody body, std::vector<Block>& blocks) const {
    const std::size_t at = blocks.size();
    Block block;
    block.type = head == Head::kRepeat  ? BlockType::kRepeat
                 : head == Head::kWhile ? BlockType::kWhile
                                        : BlockType::kIf;
    if (head == Head::kRepeat) {
      block.times = arg;
    } else {
      block.condition.size = 1;
      block.condition.tests[0] = ground_.tests()[arg / 2U];
      block.condition.tests[0].negated = (arg & kNegated) != 0;
    }
    blocks.push_back(block);
    body(blocks);
    blocks[at].body = static_cast<std::uint32_t>(blocks.size() - at - 1);
  }

  void write_choice(std::uint8_t arg, std::uint32_t first, std::uint32_t second,
                    std::vector<Block>& blocks) const {
    const std::size_t at = blocks.size();
    write_around(Head::kIf, arg, [&](std::vector<Block>& to) { write(first, to); }, blocks);
    if (second == Term::kNone) return;
    const std::size_t other = blocks.size();
    write(second, blocks);
    blocks[at].otherwise = static_cast<std::uint32_t>(blocks.size() - other);
  }

  void write(const Body& body, std::vector<Block>& blocks) const {
    if (body.head == Head::kIf) return write_choice(body.arg, body.first, body.second, blocks);
    if (body.head != Head::kPair) {
      return write_around(
          body.head, body.arg, [&](std::vector<Block>& to) { write(body.first, to); }, blocks);
    }
    write(body.first, blocks);
    if (body.second != Term::kNone) write(body.second, blocks);
  }

  // As deep as lists are long.
  void write(std::uint32_t number, std::vector<Block>& blocks) const {
    if (number == called_) {
      Block call;
      call.type = BlockType::kCall;
      blocks.push_back(call);
      return;
    }
    const Term& term = meanings_.term(number);
    if (term.head == Head::kCommand) {
      Block block;
      block.type = static_cast<BlockType>(term.arg);
      blocks.push_back(block);
    } else if (term.head == Head::kPair) {
      write(term.a, blocks);
      write(term.b, blocks);
    } else if (term.head == Head::kIf) {
      write_choice(term.arg, term.a, term.b, blocks);
    } else {
      write_around(term.head, term.arg, [&](std::vector<Block>& to) { write(term.a, to); }, blocks);
    }
  }

  /// A call, and short loops with one in them.
  void extend_by_calls(std::uint32_t node, std::size_t block) {
    if (block == 1) step(node, {.body = {.first = called_}});
    if (block == 2) loops(node, {.first = called_});
    if (block < 3 || block > 4) return;
    for (const std::uint32_t list : meanings_.lists(block - 2)) {
      loops(node, {.first = called_, .second = list});
      loops(node, {.first = list, .second = called_});
    }
    if (block == 3) loops(node, {.first = called_, .second = called_});
  }

  void with_function(std::size_t longest) {
    constexpr std::size_t kLongestBody = 3;
    keep(kLongestBody);
    for (std::size_t size = 5; size <= longest; ++size) {
      for (std::size_t body = 2; body <= std::min(kLongestBody, kept_); ++body) {
        if (size < body + 3) continue;
        for (const std::uint32_t list : meanings_.lists(body)) {
          if (done()) return;
          function_ = list;
          called_ = kCalled;
          begin();
          for (std::size_t main = 1; main <= size - 1 - body && !done(); ++main) level(main, 3);
        }
      }
    }
  }

  static constexpr std::uint32_t kCalled = Term::kNone - 1;

  const Task& task_;
  const Ground& ground_;
  SearchLimits limits_;
  Meanings meanings_;
  GridRun judge_;
  std::size_t kept_ = 0;
  std::size_t work_limit_ = 0;
  bool full_ = false;  // there is no room for more tables
  std::vector<Node> nodes_;
  std::vector<std::vector<std::uint32_t>> sizes_;  // nodes by size
  std::unordered_set<Arrival, ArrivalHash> seen_;
  std::uint32_t function_ = Term::kNone;
  std::uint32_t called_ = Term::kNone;  // kCalled where there is a function
  std::size_t checked_ = 0;
  bool broken_ = false;  // a program reaches the goal, but breaks a constraint
  SearchResult result_;
};

}  // namespace

SearchResult shortest_solution(const Task& task, const SearchLimits& limits) {
  const auto ground = Ground::of(task.site);
  if (!ground) return {};
  return SecondSearch(task, *ground, limits).run();
}

}  // namespace papert::lang::xlogo::v2
