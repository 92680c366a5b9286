// A table is compared by 128 bits of a hash. Were two different tables to have the same, a program
// would be missed; that is less likely than a fault of the machine.
//
// A while loop is worked out for all states at once: its rounds lead from state to state, and a way
// that comes back to itself never ends.

#include "lang/xlogo/v2_meanings.h"

#include <algorithm>

namespace papert::lang::xlogo::v2 {
namespace {

constexpr std::size_t kMaxBytes = std::size_t{64} << 20;  // of tables
constexpr std::size_t kBytesPerState = 10;

std::uint64_t stirred(std::uint64_t x) {
  x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9U;
  x = (x ^ x >> 27) * 0x94D049BB133111EBU;
  return x ^ x >> 31;
}

}  // namespace

Meanings::Meanings(const Ground& ground) : ground_(ground), states_(ground.states()) {
  scratch_.to.resize(states_);
  scratch_.met.resize(states_);
  for (std::size_t s = 0; s < states_; ++s) scratch_.to[s] = static_cast<std::uint16_t>(s);
  known_.insert(key_of(scratch_));  // doing nothing
  blocks_.resize(1);
  lists_.resize(1);
}

Meanings::Key Meanings::key_of(const Table& table) const {
  Key key{1, 2};
  for (std::size_t s = 0; s < states_; ++s) {
    const std::uint64_t met = table.to[s] == kDead ? 0 : table.met[s];
    key.low = stirred(key.low + table.to[s] + 0x9E3779B97F4A7C15U * met);
    key.high = stirred((key.high ^ met) + 0xD1B54A32D192ED03U * (table.to[s] + std::uint64_t{1}));
  }
  return key;
}

bool Meanings::spent() const {
  return *work_ > max_work_ || to_.size() * kBytesPerState > kMaxBytes;
}

/// Keeps the table at hand unless it is known, or leads nowhere.
bool Meanings::offer(const Term& term) {
  *work_ += states_;
  const auto alive = [](std::uint16_t state) { return state != kDead; };
  if (std::none_of(scratch_.to.begin(), scratch_.to.end(), alive)) return false;
  if (!known_.insert(key_of(scratch_)).second) return false;
  terms_.push_back(term);
  to_.insert(to_.end(), scratch_.to.begin(), scratch_.to.end());
  met_.insert(met_.end(), scratch_.met.begin(), scratch_.met.end());
  return true;
}

void Meanings::fill(const Term& term) {
  const bool pair = term.head == Term::Head::kPair;
  for (std::size_t s = 0; s < states_; ++s) {
    Arrival arrival{static_cast<std::uint16_t>(s), 0};
    if (pair) {
      arrival = after(term.a, s);
      if (arrival.state != kDead) {
        const Arrival next = after(term.b, arrival.state);
        arrival = {next.state, arrival.met | next.met};
      }
    } else {
      const bool holds = ground_.passes(term.arg / 2U, s) != ((term.arg & 1U) != 0);
      const std::uint32_t part = holds ? term.a : term.b;
      if (part != Term::kNone) arrival = after(part, s);
    }
    scratch_.to[s] = arrival.state;
    scratch_.met[s] = arrival.met;
  }
}

void Meanings::fill_while(const Term& term) {
  constexpr std::uint16_t kOpen = 0xfffe;  // not worked out
  constexpr std::uint16_t kOnTheWay = 0xfffd;
  std::fill(scratch_.to.begin(), scratch_.to.end(), kOpen);
  for (std::size_t first = 0; first < states_; ++first) {
    way_.clear();
    Arrival end{static_cast<std::uint16_t>(first), 0};
    while (true) {
      const std::size_t s = end.state;
      if (end.state == kDead || scratch_.to[s] == kOnTheWay) {
        end = {};
        break;
      }
      if (scratch_.to[s] != kOpen) {
        end = {scratch_.to[s], scratch_.met[s]};
        break;
      }
      if (ground_.passes(term.arg / 2U, s) == ((term.arg & 1U) != 0)) {
        scratch_.to[s] = end.state;
        scratch_.met[s] = 0;
        end.met = 0;
        break;
      }
      scratch_.to[s] = kOnTheWay;
      way_.push_back(static_cast<std::uint32_t>(s));
      end = after(term.a, s);
    }
    for (auto s = way_.rbegin(); s != way_.rend(); ++s) {
      if (end.state != kDead) end.met |= after(term.a, *s).met;
      scratch_.to[*s] = end.state;
      scratch_.met[*s] = end.met;
    }
  }
}

/// All numbers of rounds, each from the one before.
void Meanings::repeat(std::uint32_t body) {
  Table rounds;
  rounds.to.resize(states_);
  rounds.met.resize(states_);
  for (std::size_t s = 0; s < states_; ++s) {
    const Arrival once = after(body, s);
    rounds.to[s] = once.state;
    rounds.met[s] = once.met;
  }
  for (int n = kFewestRounds; n <= kMostRounds; ++n) {
    bool alive = false;
    for (std::size_t s = 0; s < states_; ++s) {
      if (rounds.to[s] == kDead) continue;
      const Arrival next = after(body, rounds.to[s]);
      rounds.to[s] = next.state;
      rounds.met[s] |= next.met;
      alive = alive || next.state != kDead;
    }
    if (!alive) return;
    scratch_ = rounds;
    if (offer({.head = Term::Head::kRepeat, .arg = static_cast<std::uint8_t>(n), .a = body})) {
      blocks_.back().push_back(static_cast<std::uint32_t>(terms_.size() - 1));
    }
  }
}

void Meanings::add_blocks(std::size_t size) {
  const auto keep_block = [&](const Term& term) {
    if (offer(term)) blocks_.back().push_back(static_cast<std::uint32_t>(terms_.size() - 1));
  };
  if (size == 1) {
    for (std::uint8_t command = 0; command < 4; ++command) {
      for (std::size_t s = 0; s < states_; ++s) {
        const Arrival arrival = ground_.after(static_cast<BlockType>(command), s);
        scratch_.to[s] = arrival.state;
        scratch_.met[s] = arrival.met;
      }
      keep_block({.head = Term::Head::kCommand, .arg = command});
    }
    return;
  }
  const auto tests = static_cast<std::uint8_t>(2 * ground_.tests().size());
  for (const std::uint32_t body : lists_[size - 1]) {
    if (spent()) return;
    repeat(body);
    for (std::uint8_t test = 0; test < tests; ++test) {
      const Term loop{.head = Term::Head::kWhile, .arg = test, .a = body};
      fill_while(loop);
      keep_block(loop);
      const Term choice{.head = Term::Head::kIf, .arg = test, .a = body};
      fill(choice);
      keep_block(choice);
    }
  }
  for (std::size_t first = 1; first + 1 < size; ++first) {
    for (const std::uint32_t body : lists_[first]) {
      if (spent()) return;
      for (const std::uint32_t other : lists_[size - 1 - first]) {
        for (std::uint8_t test = 0; test < tests; test = static_cast<std::uint8_t>(test + 2)) {
          const Term choice{.head = Term::Head::kIf, .arg = test, .a = body, .b = other};
          fill(choice);
          keep_block(choice);
        }
      }
    }
  }
}

void Meanings::add_pairs(std::size_t size) {
  for (std::size_t first = 1; first < size; ++first) {
    for (const std::uint32_t block : blocks_[first]) {
      if (spent()) return;
      for (const std::uint32_t rest : lists_[size - first]) {
        const Term pair{.head = Term::Head::kPair, .a = block, .b = rest};
        fill(pair);
        if (offer(pair)) lists_.back().push_back(static_cast<std::uint32_t>(terms_.size() - 1));
      }
    }
  }
}

bool Meanings::keep_size(std::size_t size) {
  blocks_.emplace_back();
  lists_.emplace_back();
  add_blocks(size);
  lists_.back() = blocks_.back();
  if (!spent()) add_pairs(size);
  if (!spent()) return true;
  blocks_.pop_back();
  lists_.pop_back();
  return false;
}

std::size_t Meanings::keep(std::size_t size, std::size_t& work, std::size_t max_work) {
  work_ = &work;
  max_work_ = max_work;
  while (lists_.size() <= size && keep_size(lists_.size())) {
  }
  return lists_.size() - 1;
}

}  // namespace papert::lang::xlogo::v2
