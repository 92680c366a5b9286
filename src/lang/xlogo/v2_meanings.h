// What lists of blocks do, kept by size: for every state of a Ground the state they lead to and
// what they meet. Of lists that do the same the first is kept, so that turns that cancel, loops
// that do nothing and the like cost nothing later on. Private to the search.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_set>
#include <vector>

#include "lang/xlogo/v2_ground.h"

namespace papert::lang::xlogo::v2 {

inline constexpr int kMostRounds = 12;
inline constexpr int kFewestRounds = 2;

/// How a list of blocks is made.
struct Term {
  enum class Head : std::uint8_t { kCommand, kPair, kRepeat, kWhile, kIf, kCall };
  static constexpr std::uint32_t kNone = 0xffffffff;
  Head head = Head::kCommand;
  std::uint8_t arg = 0;  // kCommand: which; kRepeat: rounds; kWhile, kIf: twice the test, plus one
                         // where it is negated
  std::uint32_t a = kNone;  // the first of a pair, or the body
  std::uint32_t b = kNone;  // the second of a pair, or what else holds
};

class Meanings {
 public:
  explicit Meanings(const Ground& ground);

  /// Adds all lists of up to `size` blocks, as long as there are memory and work for all of a size.
  /// Returns the largest size that is complete.
  std::size_t keep(std::size_t size, std::size_t& work, std::size_t max_work);

  [[nodiscard]] const std::vector<std::uint32_t>& blocks(std::size_t size) const {
    return blocks_[size];
  }
  [[nodiscard]] const std::vector<std::uint32_t>& lists(std::size_t size) const {
    return lists_[size];
  }
  [[nodiscard]] const Term& term(std::uint32_t number) const { return terms_[number]; }
  [[nodiscard]] Arrival after(std::uint32_t number, std::size_t state) const {
    const std::size_t at = number * states_ + state;
    return {to_[at], met_[at]};
  }

 private:
  struct Table {
    std::vector<std::uint16_t> to;
    std::vector<std::uint64_t> met;
  };
  struct Key {
    std::uint64_t low = 0;
    std::uint64_t high = 0;
    friend bool operator==(const Key&, const Key&) = default;
  };
  struct KeyHash {
    std::size_t operator()(const Key& key) const { return key.low; }
  };

  void fill(const Term& term);
  void fill_while(const Term& term);
  void repeat(std::uint32_t body);
  bool offer(const Term& term);
  [[nodiscard]] Key key_of(const Table& table) const;
  bool keep_size(std::size_t size);
  void add_blocks(std::size_t size);
  void add_pairs(std::size_t size);
  [[nodiscard]] bool spent() const;

  const Ground& ground_;
  std::size_t states_;
  std::vector<Term> terms_;
  std::vector<std::uint16_t> to_;
  std::vector<std::uint64_t> met_;
  std::vector<std::vector<std::uint32_t>> blocks_;  // by size
  std::vector<std::vector<std::uint32_t>> lists_;   // by size, blocks included
  std::unordered_set<Key, KeyHash> known_;
  Table scratch_;
  std::vector<std::uint32_t> way_;  // of fill_while
  std::size_t* work_ = nullptr;
  std::size_t max_work_ = 0;
};

}  // namespace papert::lang::xlogo::v2
