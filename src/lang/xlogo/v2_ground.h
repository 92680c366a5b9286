// A task of the second dialect as a search sees it: the states a turtle can be in, what a command
// makes of each, and which of the things that matter for the goal it meets on the way.
//
// A state is a cell and a heading. What has been met is a set of at most 64 bits: cells to collect,
// or lines to draw. A move that crashes, visits what is forbidden, or draws what does not belong
// can never be made good again: it is kDead. So what a list of commands does in all circumstances
// is a table of as many entries as there are states.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "lang/xlogo/v2_task.h"
#include "lang/xlogo/v2_walker.h"

namespace papert::lang::xlogo::v2 {

inline constexpr std::uint16_t kDead = 0xffff;

/// What comes of a state.
struct Arrival {
  std::uint16_t state = kDead;
  std::uint64_t met = 0;  // on the way, the state itself included
  friend bool operator==(const Arrival&, const Arrival&) = default;
};

class Ground {
 public:
  /// Nothing for a task whose goal or size the search does not know: an order of visits, a picture
  /// in colours, more than 64 things to collect or lines.
  [[nodiscard]] static std::optional<Ground> of(const xlogo::Task& site);

  [[nodiscard]] std::size_t states() const { return states_.size(); }
  [[nodiscard]] Arrival start() const { return start_; }
  /// kForward, kBack, kLeft or kRight.
  [[nodiscard]] Arrival after(BlockType command, std::size_t state) const {
    return moves_[static_cast<std::size_t>(command)][state];
  }
  /// The tests that some states pass and others do not, no two of them passed by the same states or
  /// by the opposite ones; blocked() first.
  [[nodiscard]] const std::vector<Test>& tests() const { return tests_; }
  [[nodiscard]] bool passes(std::size_t test, std::size_t state) const {
    return passed_[test][state];
  }
  [[nodiscard]] bool reached(std::uint64_t met) const;

 private:
  struct Spot {
    std::uint16_t cell = 0;
    std::uint8_t heading = 0;
  };
  Ground(const xlogo::Task& site, Machine machine);

  bool read_goal(const xlogo::Task& site);
  bool read_picture(const World& world);
  bool read_items(const xlogo::Task& site, const Objective* decisive);
  void find_states();
  void find_tests(const World& world);
  [[nodiscard]] Arrival moved(const Spot& from, unsigned direction) const;

  Machine machine_;
  bool draws_ = false;
  bool any_ = false;                  // one thing that was met is enough
  std::optional<std::int64_t> sum_;   // of the counts of what was met
  bool always_ = false;               // no crash is enough
  std::vector<std::uint8_t> bits_;    // by cell or edge: bit + 1; 0 where there is nothing
  std::vector<bool> deadly_;          // by cell or edge
  std::vector<std::int64_t> counts_;  // by bit
  std::uint64_t all_ = 0;

  std::vector<Spot> states_;
  std::vector<std::uint16_t> numbers_;  // by cell * 4 + heading
  Arrival start_;
  std::array<std::vector<Arrival>, 4> moves_;
  std::vector<Test> tests_;
  std::vector<std::vector<bool>> passed_;  // by test and state
};

}  // namespace papert::lang::xlogo::v2
