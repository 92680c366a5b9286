// The constraints that fit a shape: as many entries as the reference has (one more for a hard
// task), each true of the program and tight.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

#include "lang/xlogo/task.h"
#include "synth/sketch.h"

namespace papert::synth {

class CodeConstraints {
 public:
  CodeConstraints(const lang::xlogo::Constraints& reference, bool one_more, Rules rules);

  [[nodiscard]] std::uint64_t count(std::string_view shape) const;
  /// index < count(shape).
  [[nodiscard]] lang::xlogo::Constraints at(std::string_view shape, std::uint64_t index) const;

 private:
  struct Part {  // `exactly` or `at_most`
    std::size_t size = 0;
    std::size_t most = 0;
    bool all = false;   // counts all blocks, too
    bool just = false;  // and that count is the sum of the others
  };
  struct Choice {
    unsigned exactly = 0;      // bit t: BlockType t
    unsigned at_most = 0;      // the same
    std::size_t start_by = 0;  // how many blocks
  };
  struct Counted;

  static Part part_of(const lang::xlogo::BlockCounts& counts, Rules rules);
  [[nodiscard]] static bool part_fits(const Part& part, unsigned names, const Counted& counted,
                                      int least);
  [[nodiscard]] bool starts_fit(const Counted& counted, std::size_t length) const;
  [[nodiscard]] bool fits(const Choice& choice, const Counted& counted) const;
  /// Calls `use` for each choice that fits until it says that it has enough.
  template <class Use>
  void for_each(const Counted& counted, const Use& use) const;

  Part exactly_;
  Part at_most_;
  std::vector<lang::xlogo::BlockType> start_by_;
  std::size_t entries_ = 0;
  std::size_t kinds_ = 0;
};

}  // namespace papert::synth
