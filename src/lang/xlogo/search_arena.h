// The turtle of the search: a task reduced to what its goal can tell apart, as a small value that
// is copied, compared and hashed at every step. Unlike a GridRun it says at once when a goal is
// lost for good (a forbidden item, a line beside the picture), which is what keeps searches short.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "lang/xlogo/task.h"

namespace papert::lang::xlogo {

struct Walker {
  std::array<std::uint64_t, 4> marks{};  // items visited, or three bits for the colour of each line
  std::uint16_t cell = 0;
  std::uint8_t heading = 0;
  std::uint8_t pen = 0;       // as in marks: 1 + Color
  std::int32_t progress = 0;  // kSum: the total so far; kConcat: specs met
  friend bool operator==(const Walker&, const Walker&) = default;
};

inline constexpr std::size_t kBitsPerLine = 3;
inline constexpr std::uint64_t kLowBits = 0x1249249249249249;  // of the 21 lines in a word
/// The word and the shift of a line's colour in marks. A word has 21 lines in 63 bits.
[[nodiscard]] constexpr std::pair<std::size_t, std::size_t> line_place(std::size_t line) {
  constexpr std::size_t kPerWord = 64 / kBitsPerLine;
  return {line / kPerWord, line % kPerWord * kBitsPerLine};
}

class Arena {
 public:
  /// Takes the place of what was there, and of its memory. False if the task has more items or
  /// lines than marks can hold.
  [[nodiscard]] bool load(const Task& task);

  /// The walker at the start; nothing if the goal is lost by standing there.
  [[nodiscard]] std::optional<Walker> start() const;
  /// False if the command crashes or loses the goal. Not for repeats.
  [[nodiscard]] bool step(const Block& block, Walker& walker) const;
  [[nodiscard]] bool goal_reached(const Walker& walker) const;
  [[nodiscard]] bool draws() const { return draws_; }
  /// Pens that can make a difference.
  [[nodiscard]] const std::vector<Color>& colors() const { return colors_; }

 private:
  friend class Bound;
  friend class Cover;
  static constexpr int kNowhere = -1;
  static constexpr std::size_t kMarkBits = 256;

  struct Place {
    bool lost = false;
    int mark = kNowhere;
    int count = 0;            // kSum
    std::uint32_t specs = 0;  // kConcat: bit i: matches spec i
  };

  void add_moves(const World& world);
  [[nodiscard]] bool add_picture(const World& world);
  [[nodiscard]] bool add_items(const Task& task);
  void add_item(const Objective& counting, const Item& item, Place& place,
                std::size_t& marks) const;
  [[nodiscard]] bool enter(Walker& walker) const;
  [[nodiscard]] bool draw(Walker& walker, std::size_t move) const;

  struct PictureLine {
    std::size_t a = 0;  // its cells, the smaller first
    std::size_t b = 0;
    std::size_t direction = 0;  // from a to b
    std::uint8_t pen = 0;       // as in marks
  };

  std::vector<int> next_;     // by cell * 4 + direction: the cell entered, or kNowhere
  std::vector<int> edge_;     // by cell * 4 + direction: the line drawn, or kNowhere; draw only
  std::vector<Place> place_;  // by cell
  std::vector<PictureLine> lines_;  // by their cells; draw only
  std::vector<Color> colors_;
  std::array<std::uint64_t, 4> wanted_{};  // marks of a finished picture or collection
  Walker start_;
  bool draws_ = false;
  ObjectiveKind kind_ = ObjectiveKind::kForbid;  // the objective that counts; kForbid: none does
  std::int32_t target_ = 0;                      // of progress
};

}  // namespace papert::lang::xlogo
