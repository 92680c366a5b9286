// The goals that are like a reference's: other fruits, shapes, letters and colours, equal ones in
// place of equal ones and different ones in place of different ones; of sums a larger total.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "lang/xlogo/task.h"
#include "synth/sketch.h"

namespace papert::synth {

class Goals {
 public:
  /// Not `changed`: the reference's own goal alone.
  Goals(lang::xlogo::Goal reference, bool changed, Rules rules);
  [[nodiscard]] std::uint64_t count() const { return count_; }
  /// index < count().
  [[nodiscard]] lang::xlogo::Goal at(std::uint64_t index) const;

 private:
  /// What stands in place of each word; letters apart, since any of them fits where one does.
  struct Words {
    std::array<lang::xlogo::ItemName, 6> names{};
    std::array<lang::xlogo::Color, lang::xlogo::kColors.size()> colors{};
  };
  void collect_words();
  void add_words(std::size_t next, Words& words, Rules rules);
  [[nodiscard]] lang::xlogo::Goal with(const Words& words,
                                       const std::vector<lang::xlogo::ItemName>& letters) const;

  lang::xlogo::Goal reference_;
  std::vector<lang::xlogo::ItemName> names_;    // different ones, letters apart
  std::vector<lang::xlogo::ItemName> letters_;  // different ones
  std::vector<lang::xlogo::Color> colors_;      // different ones
  std::vector<Words> words_;
  std::size_t sums_ = 0;
  std::uint64_t count_ = 1;
};

}  // namespace papert::synth
