// All programs of a unit by two ways: enumerated, and asked of the solver one by one.
//
// The formula is written from the rules and goes another way than the enumeration, which walks over
// the reference and fills slots. Here a program is a word with one letter at each position: f b l r
// for moves and turns, s for setpc, [ ] around the body of a repeat and . behind the end. Every
// block of the reference stands at some position, in order, with no more letters between two of
// them than there are slots. So forbidden runs are positions in a row, and a body is what lies
// between two of them:
//
//     reference [fr]      repeat 4 [fd rt]
//     one of its words    b[flf]..           bk repeat 4 [fd lt fd]
//
// The enumeration multiplies: numbers of rounds, colours of the pen and constraints are factors of
// their own. In the formula they are chosen together with the word, so equal sets show that these
// factors are independent, too. Each answer is kept out by its word and choices, whichever slots
// its letters fill; so each program is found once, and at the end the solver proves that there is
// no other. All conditions are clauses, numbers are counted by them, too: Z3 4.8.12 loses answers
// when it is asked again and again about sums.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lang/xlogo/program.h"
#include "support/published_data.h"
#include "support/xlogo_tasks.h"
#include "synth/made_references.h"
#include "synth/need_solver.h"
#include "synth/solver.h"
#include "synth/space.h"

namespace papert::synth {
namespace {

namespace xl = lang::xlogo;

using Codes = std::set<std::string>;

std::string text_of_code(const xl::Program& code, const xl::Constraints& constraints) {
  return to_dsl(code) + " | " + to_json(constraints).dump();
}

class CodeFormula {
 public:
  CodeFormula(const xl::Program& reference, std::size_t least_more, std::size_t most_more)
      : most_more_(most_more) {
    read(reference.blocks, 0);
    tokens_.push_back({'.', kWideRoom});
    add_word();
    place_tokens(least_more);
    forbid_runs();
    for (std::size_t b = 1; b < bodies_.size(); ++b) restrict_body(bodies_[b]);
    for (std::size_t b = 1; b < bodies_.size(); ++b) {
      for (std::size_t a = 1; a < b; ++a) {
        if (twins(reference, bodies_[a], bodies_[b])) keep_alike(bodies_[a], bodies_[b]);
      }
    }
    for (const Body& body : bodies_) restrict_colors(body);
  }

  /// As many entries as the reference has, none of them of all blocks or of the start.
  void add_constraints(const xl::Constraints& reference);

  Codes all() {
    Solver solver(formula_);
    Codes codes;
    std::vector<bool> values;
    Solver::Answer answer = solver.solve(wishes_, values);
    while (answer == Solver::Answer::kFound) {
      EXPECT_TRUE(codes.insert(text_at(values)).second) << text_at(values) << " came before";
      solver.require({others_than(values), {}, 1});
      answer = solver.solve(wishes_, values);
    }
    EXPECT_EQ(answer, Solver::Answer::kNone) << "the solver gave up";
    return codes;
  }

 private:
  static constexpr std::string_view kLetters = "fblr[s].";  // the first six by BlockType
  static constexpr std::string_view kInserted = "fblr";
  static constexpr std::size_t kWideRoom = 2;
  static constexpr std::size_t kMostOfKind = 4;
  static constexpr std::size_t kMostOfPart = 2;

  struct Token {  // a block of the reference, the end of a body, or the end
    char letter = '.';
    std::size_t room = 1;  // how many blocks may be inserted before it
  };
  struct Body {  // the program, then each repeat
    std::size_t open = 0;
    std::size_t close = 0;
    std::size_t parent = 0;         // the body around it, by number
    std::size_t first_block = 0;    // of the reference
    std::vector<std::size_t> pens;  // of its own, not of repeats inside
  };
  struct Choice {  // one of some variables in a row
    std::size_t first = 0;
    std::size_t size = 0;
    [[nodiscard]] Literal is(std::size_t option) const { return {first + option, true}; }
  };
  struct Blank {
    Choice choice;
    std::vector<int> options;
  };
  struct Entry {
    bool exact = false;
    std::size_t type = 0;
    int count = 0;
    Literal used;
  };
  struct Span {                 // where a body may lie
    std::vector<Literal> when;  // its brackets are there
    std::size_t begin = 0;
    std::size_t size = 0;
  };

  // What the reference holds.

  void read(std::span<const xl::Block> blocks, std::size_t body) {
    std::size_t room = kWideRoom;
    for (std::size_t i = 0; i < blocks.size(); ++i) {
      const xl::Block& block = blocks[i];
      const bool repeat = block.type == xl::BlockType::kRepeat;
      tokens_.push_back(
          {kLetters[static_cast<std::size_t>(block.type)], repeat ? kWideRoom : room});
      room = repeat ? kWideRoom : 1;
      ++blocks_read_;
      if (block.type == xl::BlockType::kSetPen) add_pen(block, bodies_[body]);
      if (!repeat) continue;
      const std::size_t inside = bodies_.size();
      bodies_.push_back({tokens_.size() - 1, 0, body, blocks_read_, {}});
      add_rounds(block.times);
      read(blocks.subspan(i + 1, block.body), inside);
      bodies_[inside].close = tokens_.size();
      tokens_.push_back({']', kWideRoom});
      i += block.body;
    }
  }

  void add_pen(const xl::Block& block, Body& body) {
    body.pens.push_back(pens_.size());
    std::vector<int> colors;
    for (const xl::Color color : {xl::Color::kRed, xl::Color::kGreen, xl::Color::kBlue,
                                  xl::Color::kYellow, xl::Color::kBlack}) {
      colors.push_back(static_cast<int>(color));
    }
    if (block.pen == xl::Color::kWhite) colors = {static_cast<int>(xl::Color::kWhite)};
    pens_.push_back({choose(colors.size()), colors});
  }

  /// Equal numbers of the reference stay equal: they share their variables.
  void add_rounds(int times) {
    if (!blank_of_rounds_.contains(times)) {
      std::vector<int> options;
      for (int t = std::max(times - 2, 2); t <= times + 2; ++t) options.push_back(t);
      blank_of_rounds_[times] = {choose(options.size()), options};
    }
    rounds_.push_back(blank_of_rounds_[times]);
  }

  static bool twins(const xl::Program& reference, const Body& a, const Body& b) {
    const auto blocks = [&](const Body& body) {
      const auto begin = reference.blocks.begin() + static_cast<std::ptrdiff_t>(body.first_block);
      const auto repeat = begin - 1;
      return std::vector<xl::Block>(begin, begin + repeat->body);
    };
    return a.parent == b.parent && blocks(a) == blocks(b);
  }

  // The word.

  /// Variables of which one holds, and what the answer is read from.
  Choice choose(std::size_t size, bool told = true) {
    const Choice choice{formula_.variables(), size};
    std::vector<Literal> options;
    options.reserve(size);
    for (std::size_t i = 0; i < size; ++i) options.push_back(formula_.variable());
    formula_.require_any(options);
    forbid_pairs(options);
    if (told) append(opposites(options), wishes_);
    return choice;
  }

  void require_if(const std::vector<Literal>& given, const std::vector<Literal>& any) {
    std::vector<Literal> clause = opposites(given);
    append(any, clause);
    formula_.require_any(std::move(clause));
  }
  void forbid(const std::vector<Literal>& together) { require_if(together, {}); }
  static std::vector<Literal> both(std::vector<Literal> some, const std::vector<Literal>& more) {
    append(more, some);
    return some;
  }

  void forbid_pairs(const std::vector<Literal>& literals) {
    for (std::size_t j = 1; j < literals.size(); ++j) {
      for (std::size_t i = 0; i < j; ++i) forbid({literals[i], literals[j]});
    }
  }

  /// By number, up to `most`: more of them hold than that.
  std::vector<Literal> count(const std::vector<Literal>& literals, std::size_t most) {
    std::vector<Literal> sums;
    for (const Literal& literal : literals) {
      std::vector<Literal> more;
      for (std::size_t n = 0; n <= std::min(sums.size(), most); ++n) {
        const Literal sum = formula_.variable();
        const std::vector<Literal> fewer =
            n > 0 ? std::vector{sums[n - 1]} : std::vector<Literal>{};
        const std::vector<Literal> without_it =
            n < sums.size() ? std::vector{sums[n]} : std::vector<Literal>{};
        require_if(both(fewer, {literal}), {sum});
        if (n < sums.size()) require_if(without_it, {sum});
        require_if({sum}, both(without_it, {literal}));
        if (n > 0) require_if({sum}, fewer);
        more.push_back(sum);
      }
      sums = std::move(more);
    }
    return sums;
  }

  void require_count(const std::vector<Literal>& when, const std::vector<Literal>& sums,
                     std::size_t least, std::size_t most) {
    if (least > sums.size()) return forbid(when);
    if (least > 0) require_if(when, {sums[least - 1]});
    if (most < sums.size()) require_if(when, {!sums[most]});
  }

  [[nodiscard]] Literal reads(std::size_t position, char letter) const {
    return word_[position].is(kLetters.find(letter));
  }
  [[nodiscard]] std::vector<Literal> reads(std::size_t position, std::string_view letters) const {
    std::vector<Literal> all;
    for (const char letter : letters) all.push_back(reads(position++, letter));
    return all;
  }

  void add_word() {
    const std::size_t positions = tokens_.size() + most_more_;
    for (std::size_t p = 0; p < positions; ++p) word_.push_back(choose(kLetters.size()));
    for (std::size_t t = 0; t < tokens_.size(); ++t) places_.push_back(choose(positions, false));
  }

  void place_tokens(std::size_t least_more) {
    const std::size_t end = tokens_.size() - 1;
    formula_.require_any(places_from(0, 0));
    for (std::size_t t = 0; t < tokens_.size(); ++t) {
      const char letter = tokens_[t].letter;
      for (std::size_t p = 0; p < word_.size(); ++p) {
        const Literal here = places_[t].is(p);
        const bool turn = letter == 'l' || letter == 'r';
        require_if({here}, turn ? std::vector{reads(p, 'l'), reads(p, 'r')}
                                : std::vector{reads(p, letter)});
        if (t < end) require_if({here}, places_from(t + 1, p + 1));
        const bool too_few = t == end && p < end + least_more;
        if (too_few) forbid({here});
        if (t == end && p > 0) require_if({reads(p - 1, '.')}, {reads(p, '.')});
      }
    }
    for (std::size_t p = 0; p < word_.size(); ++p) insert_only_moves_and_turns(p);
  }

  /// Where a token may be if what comes before it ends at `from`.
  [[nodiscard]] std::vector<Literal> places_from(std::size_t token, std::size_t from) const {
    std::vector<Literal> places;
    for (std::size_t p = from; p <= from + tokens_[token].room && p < word_.size(); ++p) {
      places.push_back(places_[token].is(p));
    }
    return places;
  }

  void insert_only_moves_and_turns(std::size_t position) {
    for (const char letter : kLetters) {
      if (kInserted.find(letter) != std::string_view::npos) continue;
      std::vector<Literal> because;
      for (std::size_t t = 0; t < tokens_.size(); ++t) {
        if (tokens_[t].letter == letter) because.push_back(places_[t].is(position));
      }
      if (letter == '.' && position > 0) because.push_back(reads(position - 1, '.'));
      require_if({reads(position, letter)}, because);
    }
  }

  // What no program may hold.

  void forbid_runs() {
    for (std::size_t p = 0; p + 1 < word_.size(); ++p) {
      for (const char* run : {"lr", "rl", "l.", "r."}) forbid(reads(p, run));
      if (p + 2 == word_.size()) continue;
      for (const char* run : {"lll", "rrr", "fff", "bbb", "fbf", "bfb", "rrf", "rrb", "llf", "llb",
                              "frr", "fll", "brr", "bll"}) {
        forbid(reads(p, run));
      }
    }
  }

  [[nodiscard]] std::vector<Span> spans_of(const Body& body) const {
    std::vector<Span> spans;
    for (std::size_t open = body.open; open <= body.open + most_more_; ++open) {
      for (std::size_t close = open + 2; close <= body.close + most_more_; ++close) {
        spans.push_back({{places_[body.open].is(open), places_[body.close].is(close)},
                         open + 1,
                         close - open - 1});
      }
    }
    return spans;
  }

  void restrict_body(const Body& body) {
    for (const Span& span : spans_of(body)) {
      const std::size_t last = span.begin + span.size - 1;
      for (const char a : {'l', 'r'}) {
        for (const char b : {'l', 'r'}) {
          forbid(both(span.when, {reads(span.begin, a), reads(last, b)}));
        }
      }
      for (const char move : {'f', 'b'}) {
        const std::string alone(span.size, move);
        if (span.size >= 2) forbid(both(span.when, reads(span.begin, alone)));
      }
      if (span.size == 2) {
        forbid(both(span.when, reads(span.begin, "fb")));
        forbid(both(span.when, reads(span.begin, "bf")));
      }
      if (span.begin > span.size) forbid_copy(span, span.begin - 1 - span.size);
      if (last + 2 + span.size <= word_.size()) forbid_copy(span, last + 2);
    }
  }

  /// Of a body, `copy` being where it would begin.
  void forbid_copy(const Span& span, std::size_t copy) {
    std::vector<Literal> differences;
    for (std::size_t i = 0; i < span.size; ++i) {
      const Literal differ = formula_.variable();
      for (const char letter : kLetters) {
        forbid({differ, reads(span.begin + i, letter), reads(copy + i, letter)});
      }
      differences.push_back(differ);
    }
    require_if(span.when, differences);
  }

  void keep_alike(const Body& a, const Body& b) {
    for (const Span& one : spans_of(a)) {
      for (const Span& other : spans_of(b)) {
        const std::vector<Literal> when = both(one.when, other.when);
        if (one.size != other.size) forbid(when);
        for (std::size_t i = 0; i < one.size && one.size == other.size; ++i) {
          for (const char letter : kLetters) {
            require_if(both(when, {reads(one.begin + i, letter)}),
                       {reads(other.begin + i, letter)});
          }
        }
      }
    }
    for (std::size_t i = 0; i < a.pens.size(); ++i) {
      const Choice& pen = pens_[a.pens[i]].choice;
      const Choice& twin = pens_[b.pens[i]].choice;
      for (std::size_t c = 0; c < pen.size; ++c) require_if({pen.is(c)}, {twin.is(c)});
    }
  }

  void restrict_colors(const Body& body) {
    for (std::size_t j = 1; j < body.pens.size(); ++j) {
      for (std::size_t i = 0; i < j; ++i) {
        forbid_colors(pens_[body.pens[i]], pens_[body.pens[j]], i + 1 == j);
      }
    }
  }

  void forbid_colors(const Blank& a, const Blank& b, bool neighbors) {
    const std::set<int> look_alike{static_cast<int>(xl::Color::kBlue),
                                   static_cast<int>(xl::Color::kBlack)};
    for (std::size_t i = 0; i < a.options.size(); ++i) {
      for (std::size_t j = 0; j < b.options.size(); ++j) {
        const bool equal = a.options[i] == b.options[j];
        const bool hard_to_tell = std::set<int>{a.options[i], b.options[j]} == look_alike;
        if ((equal && neighbors) || hard_to_tell) forbid({a.choice.is(i), b.choice.is(j)});
      }
    }
  }

  // Constraints, and what an answer says.

  void add_entry(bool exact, std::size_t type, std::size_t count,
                 const std::vector<Literal>& sums) {
    const Literal used = formula_.variable();
    entries_.push_back({exact, type, static_cast<int>(count), used});
    wishes_.push_back(!used);
    require_count({used}, sums, count, count);
  }

  /// What an answer with other choices or other entries fulfils.
  [[nodiscard]] std::vector<Literal> others_than(const std::vector<bool>& values) const {
    std::vector<Literal> others;
    for (const Literal& wish : wishes_) {
      if (values[wish.variable]) others.push_back({wish.variable, false});
    }
    for (const Entry& entry : entries_) {
      if (!values[entry.used.variable]) others.push_back(entry.used);
    }
    return others;
  }

  [[nodiscard]] std::string text_at(const std::vector<bool>& values) const {
    const auto option = [&](const Choice& choice) {
      std::size_t chosen = 0;
      while (!values[choice.is(chosen).variable]) ++chosen;
      return chosen;
    };
    const auto value = [&](const Blank& blank) { return blank.options[option(blank.choice)]; };
    std::size_t pen = 0;
    std::size_t repeat = 0;
    std::string text;
    for (const Choice& position : word_) {
      const char letter = kLetters[option(position)];
      if (letter == 'f') text += "fd ";
      if (letter == 'b') text += "bk ";
      if (letter == 'l') text += "lt ";
      if (letter == 'r') text += "rt ";
      if (letter == ']') text += "] ";
      if (letter == '[') text += "repeat " + std::to_string(value(rounds_[repeat++])) + " [ ";
      if (letter == 's') {
        const auto color = static_cast<std::size_t>(value(pens_[pen++]));
        text += "setpc " + std::string(xl::kColors[color].name) + " ";
      }
    }
    xl::ConstraintSet set;
    for (const Entry& entry : entries_) {
      if (!values[entry.used.variable]) continue;
      (entry.exact ? set.exactly : set.at_most)[entry.type] = entry.count;
    }
    return text_of_code(test::dsl(text), set.empty() ? xl::Constraints{} : xl::Constraints{set});
  }

  std::size_t most_more_;
  std::size_t blocks_read_ = 0;
  std::vector<Token> tokens_;
  std::vector<Body> bodies_ = std::vector<Body>(1);  // the program first
  std::map<int, Blank> blank_of_rounds_;
  std::vector<Blank> rounds_;  // by repeat
  std::vector<Blank> pens_;    // by setpc
  std::vector<Entry> entries_;
  Formula formula_;
  std::vector<Choice> word_;     // by position: a letter
  std::vector<Choice> places_;   // by token: a position
  std::vector<Literal> wishes_;  // about everything that an answer tells
};

void CodeFormula::add_constraints(const xl::Constraints& reference) {
  ASSERT_EQ(reference.size(), 1U);
  const xl::ConstraintSet& set = reference.front();
  ASSERT_TRUE(set.start_by.empty() && !set.exactly[xl::kCountAll] && !set.at_most[xl::kCountAll]);
  std::vector<Literal> all;
  std::vector<std::vector<Literal>> of_type(kInserted.size());
  std::vector<Literal> kinds;
  std::size_t wanted = 0;
  std::size_t kinds_wanted = 0;
  for (const bool exact : {true, false}) {
    const xl::BlockCounts& counts = exact ? set.exactly : set.at_most;
    const auto size = static_cast<std::size_t>(std::count_if(
        counts.begin(), counts.end(), [](const auto& count) { return count.has_value(); }));
    wanted += size;
    kinds_wanted += size > 0 ? 1 : 0;
    kinds.push_back(formula_.variable());
    std::vector<Literal> of_kind;
    for (std::size_t type = 0; type < kInserted.size(); ++type) {
      std::vector<Literal> letters;
      letters.reserve(word_.size());
      for (const Choice& position : word_) letters.push_back(position.is(type));
      const std::vector<Literal> sums = count(letters, kMostOfKind);
      for (std::size_t n = exact ? 0 : 1; n <= kMostOfKind; ++n) {
        add_entry(exact, type, n, sums);
        of_kind.push_back(entries_.back().used);
        of_type[type].push_back(of_kind.back());
        require_if({of_kind.back()}, {kinds.back()});
      }
    }
    const std::size_t most = std::min(size + 1, kMostOfPart);
    require_count({}, count(of_kind, most), 0, most);
    append(of_kind, all);
  }
  for (const std::vector<Literal>& entries : of_type) forbid_pairs(entries);
  require_count({}, count(kinds, kinds_wanted), 0, kinds_wanted);
  require_count({}, count(all, wanted), wanted, wanted);
}

Codes solved_codes(const xl::Task& reference, Difficulty difficulty, bool constraints) {
  const bool medium = difficulty == Difficulty::kMedium;
  CodeFormula formula(reference.solution, medium ? 1 : 0, medium ? 2 : 0);
  if (constraints) formula.add_constraints(reference.constraints);
  return formula.all();
}

Codes enumerated_codes(const Space& space, bool constraints) {
  Codes codes;
  for (std::uint64_t i = 0; i < space.candidates(); ++i) {
    const Candidate candidate = space.candidate(7, i);
    codes.insert(
        text_of_code(candidate.code, constraints ? candidate.constraints : xl::Constraints{}));
  }
  return codes;
}

Codes without(const Codes& codes, const Codes& others) {
  Codes left;
  std::set_difference(codes.begin(), codes.end(), others.begin(), others.end(),
                      std::inserter(left, left.end()));
  return left;
}

/// How many programs; with constraints, how many programs with constraints.
void expect_same(const xl::Task& reference, Difficulty difficulty, std::size_t size,
                 bool constraints = false) {
  const Codes solved = solved_codes(reference, difficulty, constraints);
  const std::string unit = reference.id + " " + to_dsl(reference.solution) + " " +
                           std::string(kDifficultyNames[static_cast<std::size_t>(difficulty)]);
  EXPECT_EQ(solved.size(), size) << unit;
  for (const Rules rules : {Rules::kPublished, Rules::kRepaired}) {
    const Space space = Space::of(reference, difficulty, 0, rules);
    EXPECT_EQ(constraints ? space.pairs() : space.codes(), size) << unit;
    const Codes enumerated = enumerated_codes(space, constraints);
    EXPECT_THAT(without(solved, enumerated), ::testing::IsEmpty()) << unit << " is not enumerated";
    EXPECT_THAT(without(enumerated, solved), ::testing::IsEmpty()) << unit << " breaks a rule";
  }
}

/// A published reference, a task of our own with its program and constraints, and how many programs
/// there are like it: easy, medium. Pairs are programs with constraints, of an easy unit.
struct CountedReference {
  std::string published;
  xl::Task own;
  std::array<std::size_t, 2> codes{};
  std::size_t pairs = 0;
};

std::vector<CountedReference> counted_references() {
  std::vector<CountedReference> references{
      {"1", test::strawberry_reference("step", "fd", 1, 1, 1, 0), {1, 21}, 1},
      {"5", test::strawberry_reference("turn", "rt fd", 1, 1, 2, 1), {2, 48}, 2},
      {"18b", test::strawberry_reference("count", "rt fd lt fd", 0, 2, 1, 1), {4, 176}, 26},
      {"51", test::picture_reference("square", "repeat 4 [ fd rt ]"), {10, 930}, 10}};
  references[2].own.constraints.resize(1);
  references[2].own.constraints.front().exactly[static_cast<std::size_t>(xl::BlockType::kLeft)] = 1;
  return references;
}

void expect_same(const xl::Task& reference, const CountedReference& counted) {
  EXPECT_EQ(reference.constraints, counted.own.constraints);
  for (const Difficulty difficulty : {Difficulty::kEasy, Difficulty::kMedium}) {
    expect_same(reference, difficulty, counted.codes[static_cast<std::size_t>(difficulty)]);
  }
  if (!reference.constraints.empty()) {
    expect_same(reference, Difficulty::kEasy, counted.pairs, true);
  }
}

TEST(CodeOracle, TheSolverFindsWhatIsEnumerated) {
  PAPERT_NEED_SOLVER();
  for (const CountedReference& counted : counted_references()) expect_same(counted.own, counted);
}

TEST(CodeOracle, TheSolverFindsWhatIsEnumeratedForPublishedReferences) {
  PAPERT_NEED_SOLVER();
  PAPERT_NEED_PUBLISHED(path, "xlogo/tasks.jsonl");
  const std::vector<xl::Task> tasks = test::read_tasks(path);
  for (const CountedReference& counted : counted_references()) {
    const auto task = std::find_if(tasks.begin(), tasks.end(), [&](const xl::Task& each) {
      return each.id == counted.published;
    });
    ASSERT_NE(task, tasks.end()) << counted.published;
    EXPECT_EQ(task->solution, counted.own.solution) << counted.published;
    expect_same(*task, counted);
  }
}

/// One entry around longer programs; two of one part, and of both.
TEST(CodeOracle, SeveralConstraintsAreChosenTogether) {
  PAPERT_NEED_SOLVER();
  xl::Task reference = test::strawberry_reference("some", "rt fd lt fd", 0, 2, 1, 1);
  reference.constraints.resize(1);
  xl::ConstraintSet& set = reference.constraints.front();
  set.exactly[static_cast<std::size_t>(xl::BlockType::kLeft)] = 1;
  xl::Task turn = test::strawberry_reference("one", "rt fd", 1, 1, 2, 1);
  turn.constraints = reference.constraints;
  expect_same(turn, Difficulty::kMedium, 330, true);
  set.exactly[static_cast<std::size_t>(xl::BlockType::kForward)] = 2;
  reference.id = "two";
  expect_same(reference, Difficulty::kEasy, 24, true);
  set.at_most[static_cast<std::size_t>(xl::BlockType::kRight)] = 1;
  reference.id = "three";
  expect_same(reference, Difficulty::kEasy, 46, true);
}

/// What the references above do not have: bk, colours, white, several numbers of rounds, repeats
/// that are alike, and repeats in repeats.
TEST(CodeOracle, ColorsAndRoundsAreIndependentFactors) {
  PAPERT_NEED_SOLVER();
  struct Form {
    const char* code;
    Difficulty difficulty;
    std::size_t shapes;
    std::size_t factor;
  };
  const std::vector<Form> forms{
      {"bk", Difficulty::kMedium, 21, 1},
      {"repeat 2 [ bk ]", Difficulty::kMedium, 73, 3},
      {"setpc red fd rt setpc blue fd", Difficulty::kEasy, 2, 18},
      {"setpc white fd rt setpc red fd", Difficulty::kEasy, 2, 5},
      {"repeat 3 [ setpc blue fd setpc red fd ]", Difficulty::kEasy, 1, 72},
      {"repeat 2 [ fd ] rt repeat 3 [ fd ]", Difficulty::kEasy, 2, 12},
      {"repeat 2 [ fd ] rt repeat 2 [ fd ]", Difficulty::kMedium, 102, 3},
      {"repeat 2 [ setpc red fd ] rt repeat 2 [ setpc red fd ]", Difficulty::kEasy, 2, 15},
      {"setpc green repeat 4 [ fd rt ] lt lt repeat 4 [ fd rt ]", Difficulty::kEasy, 4, 25},
      {"repeat 2 [ repeat 3 [ fd ] rt ]", Difficulty::kEasy, 2, 12},
      {"repeat 2 [ repeat 2 [ fd ] rt ]", Difficulty::kMedium, 346, 3}};
  for (const Form& form : forms) {
    expect_same(test::picture_reference("form", form.code), form.difficulty,
                form.shapes * form.factor);
  }
}

}  // namespace
}  // namespace papert::synth
