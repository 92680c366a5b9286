// A program is written and run at the same time, command by command, so that the turtle never
// leaves the grid. The body of a repeat is written during its first round; then rounds are added as
// long as they stay inside, until the turtle is back where the repeat began or the dice say stop.

#include "mint/xlogo/program.h"

#include <algorithm>
#include <array>
#include <span>
#include <vector>

namespace papert::mint::xlogo {
namespace {

constexpr std::size_t kLongestBody = 5;
constexpr int kDeepest = 2;
constexpr int kMaxRounds = 10;  // of a loop, as the published language has it
constexpr std::array kPens{lang::xlogo::Color::kRed,   lang::xlogo::Color::kBlue,
                           lang::xlogo::Color::kGreen, lang::xlogo::Color::kYellow,
                           lang::xlogo::Color::kRed,   lang::xlogo::Color::kBlue,
                           lang::xlogo::Color::kGreen, lang::xlogo::Color::kYellow,
                           lang::xlogo::Color::kBlack, lang::xlogo::Color::kWhite};

class Writer {
 public:
  Writer(Random& rng, const ProgramWish& wish)
      : rng_(rng), wish_(wish), state_(wish.start), visited_(cells(wish), false) {
    visited_[index(state_)] = true;
  }

  std::optional<lang::xlogo::Program> write() {
    if (wish_.loops) forced_repeat_ = static_cast<std::size_t>(rng_.randbelow(wish_.length));
    if (!sequence(wish_.length, 0)) return std::nullopt;
    const lang::xlogo::Block& last = blocks_.back();
    if (!is_move(last.type) && !ends_with_repeat_) return std::nullopt;
    const auto uses = [&](lang::xlogo::BlockType type) {
      return std::any_of(blocks_.begin(), blocks_.end(),
                         [&](const lang::xlogo::Block& block) { return block.type == type; });
    };
    if (uses(lang::xlogo::BlockType::kRepeat) != wish_.loops) return std::nullopt;
    if (uses(lang::xlogo::BlockType::kSetPen) != wish_.pens) return std::nullopt;
    return lang::xlogo::Program{std::move(blocks_)};
  }

 private:
  static std::size_t cells(const ProgramWish& wish) {
    return static_cast<std::size_t>(wish.width) * static_cast<std::size_t>(wish.height);
  }
  [[nodiscard]] std::size_t index(const lang::xlogo::State& state) const {
    return static_cast<std::size_t>(state.y) * static_cast<std::size_t>(wish_.width) +
           static_cast<std::size_t>(state.x);
  }
  static bool is_move(lang::xlogo::BlockType type) {
    return type == lang::xlogo::BlockType::kForward || type == lang::xlogo::BlockType::kBack;
  }

  /// Exactly `size` blocks.
  bool sequence(std::size_t size, int depth) {
    std::optional<lang::xlogo::BlockType> before;
    std::optional<lang::xlogo::BlockType> last;
    while (size > 0) {
      const std::size_t written = blocks_.size();
      ends_with_repeat_ = false;
      if (wants_repeat(size, depth)) {
        const std::size_t most = std::min(size - 1, kLongestBody);
        const auto body = static_cast<std::size_t>(rng_.randint(1, static_cast<int>(most)));
        if (!repeat(body, depth)) return false;
        ends_with_repeat_ = true;
        before = last = std::nullopt;
      } else if (wants_pen(size, last)) {
        set_pen();
        before = std::exchange(last, lang::xlogo::BlockType::kSetPen);
      } else {
        const std::optional<lang::xlogo::BlockType> type =
            pick_command(before, last, size == 1 && depth == 0);
        if (!type) return false;
        blocks_.push_back({.type = *type});
        if (!apply(blocks_.back(), state_)) return false;
        visited_[index(state_)] = true;
        before = std::exchange(last, *type);
      }
      size -= blocks_.size() - written;
    }
    return true;
  }

  bool wants_repeat(std::size_t size, int depth) {
    if (!wish_.loops || size < 2 || depth >= kDeepest) return false;
    if (depth > 0) return size > 2 && rng_.random() < 0.15;
    if (forced_repeat_ && (blocks_.size() >= *forced_repeat_ || size == 2)) {
      forced_repeat_.reset();
      return true;
    }
    return rng_.random() < 0.2;
  }

  bool wants_pen(std::size_t size, std::optional<lang::xlogo::BlockType> last) {
    if (!wish_.pens || size < 2 || last == lang::xlogo::BlockType::kSetPen) return false;
    return rng_.random() < (blocks_.empty() ? 0.8 : 0.18);
  }

  void set_pen() {
    lang::xlogo::Color color = rng_.choice(kPens);
    while (color == state_.pen.value_or(lang::xlogo::Color::kBlack)) color = rng_.choice(kPens);
    blocks_.push_back({.type = lang::xlogo::BlockType::kSetPen, .pen = color});
    state_.pen = color;
  }

  bool repeat(std::size_t body, int depth) {
    const std::size_t head = blocks_.size();
    const lang::xlogo::State before = state_;
    blocks_.push_back(
        {.type = lang::xlogo::BlockType::kRepeat, .body = static_cast<std::uint32_t>(body)});
    if (!sequence(body, depth + 1)) return false;
    const std::span round = std::span(blocks_).subspan(head + 1);
    if (std::none_of(round.begin(), round.end(),
                     [](const lang::xlogo::Block& block) { return is_move(block.type); })) {
      return false;
    }
    std::uint8_t times = 1;
    for (lang::xlogo::State next = state_; times < kMaxRounds && run(round, next); ++times) {
      state_ = next;
      const bool closed =
          next.x == before.x && next.y == before.y && next.heading == before.heading;
      if (closed || (times > 1 && rng_.random() < 0.25)) {
        ++times;
        break;
      }
    }
    blocks_[head].times = times;
    return times >= 2;
  }

  /// False if it leaves the grid; `state` is then in between.
  bool run(std::span<const lang::xlogo::Block> blocks, lang::xlogo::State& state) {
    std::vector<std::size_t> entered;
    if (!run_blocks(blocks, state, entered)) return false;
    for (const std::size_t cell : entered) visited_[cell] = true;
    return true;
  }

  bool run_blocks(std::span<const lang::xlogo::Block> blocks, lang::xlogo::State& state,
                  std::vector<std::size_t>& entered) {
    for (std::size_t i = 0; i < blocks.size(); ++i) {
      const lang::xlogo::Block& block = blocks[i];
      if (block.type != lang::xlogo::BlockType::kRepeat) {
        if (!apply(block, state)) return false;
        entered.push_back(index(state));
        continue;
      }
      for (int round = 0; round < block.times; ++round) {
        if (!run_blocks(blocks.subspan(i + 1, block.body), state, entered)) return false;
      }
      i += block.body;
    }
    return true;
  }

  bool apply(const lang::xlogo::Block& block, lang::xlogo::State& state) const {
    switch (block.type) {
      case lang::xlogo::BlockType::kLeft:
        state.heading = lang::xlogo::turned(state.heading, 3);
        return true;
      case lang::xlogo::BlockType::kRight:
        state.heading = lang::xlogo::turned(state.heading, 1);
        return true;
      case lang::xlogo::BlockType::kSetPen:
        state.pen = block.pen;
        return true;
      default:
        break;
    }
    const lang::xlogo::Direction way = block.type == lang::xlogo::BlockType::kBack
                                           ? lang::xlogo::turned(state.heading, 2)
                                           : state.heading;
    state.x += lang::xlogo::kStepX[static_cast<std::size_t>(way)];
    state.y += lang::xlogo::kStepY[static_cast<std::size_t>(way)];
    return state.x >= 0 && state.y >= 0 && state.x < wish_.width && state.y < wish_.height;
  }

  std::optional<lang::xlogo::BlockType> pick_command(std::optional<lang::xlogo::BlockType> before,
                                                     std::optional<lang::xlogo::BlockType> last,
                                                     bool must_move) {
    std::array<double, 4> weights{6, 1.2, 2, 2};
    constexpr std::array kTypes{lang::xlogo::BlockType::kForward, lang::xlogo::BlockType::kBack,
                                lang::xlogo::BlockType::kLeft, lang::xlogo::BlockType::kRight};
    for (std::size_t i = 0; i < 4; ++i) {
      const lang::xlogo::BlockType type = kTypes[i];
      if (is_move(type)) {
        lang::xlogo::State next = state_;
        if (!apply({.type = type}, next)) {
          weights[i] = 0;
        } else if (visited_[index(next)]) {
          weights[i] *= wish_.revisit;
        }
      } else if (must_move || (last && !is_move(*last) && *last != type &&
                               *last != lang::xlogo::BlockType::kSetPen)) {
        weights[i] = 0;
      } else if (last == type) {
        weights[i] *= before == type ? 0 : 0.2;
      }
      if (wish_.banned == type) weights[i] = 0;
    }
    if (wish_.banned == lang::xlogo::BlockType::kForward) weights[1] *= 5;
    if (weights[0] + weights[1] + weights[2] + weights[3] <= 0) return std::nullopt;
    return kTypes[rng_.choice_indices_weighted(weights, 1).front()];
  }

  Random& rng_;
  const ProgramWish& wish_;
  lang::xlogo::State state_;
  std::vector<bool> visited_;
  std::vector<lang::xlogo::Block> blocks_;
  std::optional<std::size_t> forced_repeat_;  // the block by which the first repeat must begin
  bool ends_with_repeat_ = false;
};

}  // namespace

std::optional<lang::xlogo::Program> random_program(Random& rng, const ProgramWish& wish) {
  if (wish.length == 0) return std::nullopt;
  return Writer(rng, wish).write();
}

}  // namespace papert::mint::xlogo
