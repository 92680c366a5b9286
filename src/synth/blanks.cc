#include "synth/blanks.h"

#include <algorithm>
#include <array>
#include <utility>

#include "synth/saturating.h"

namespace papert::synth {
namespace {

using lang::xlogo::Block;
using lang::xlogo::BlockType;
using lang::xlogo::Color;
using lang::xlogo::Program;

constexpr std::array<Color, 6> kPens{Color::kRed,    Color::kGreen, Color::kBlue,
                                     Color::kYellow, Color::kBlack, Color::kWhite};
constexpr std::size_t kBlueBit = 1;
constexpr std::size_t kBlackBit = 2;

constexpr std::size_t seen_with(std::size_t seen, std::size_t choice) {
  if (kPens[choice] == Color::kBlue) return seen | kBlueBit;
  if (kPens[choice] == Color::kBlack) return seen | kBlackBit;
  return seen;
}

/// The same blocks, however often repeats inside run.
bool same_blocks(const Program& program, std::size_t a, std::size_t b, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) {
    Block block = program.blocks[a + i];
    block.times = program.blocks[b + i].times;
    if (block != program.blocks[b + i]) return false;
  }
  return true;
}

/// The blocks of a program or of a repeat.
struct BlockRange {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::size_t parent = 0;   // number of the range around it
  std::size_t repeats = 0;  // inside, at any depth
  std::vector<bool> white;  // by setpc block, without those of repeats inside
};

/// The program, then each repeat.
std::vector<BlockRange> ranges_of(const Program& program) {
  std::vector<BlockRange> ranges{{0, program.blocks.size(), 0, 0, {}}};
  std::vector<std::size_t> around{0};
  for (std::size_t i = 0; i < program.blocks.size(); ++i) {
    const Block& block = program.blocks[i];
    while (i >= ranges[around.back()].end) around.pop_back();
    if (block.type == BlockType::kSetPen) {
      ranges[around.back()].white.push_back(block.pen == Color::kWhite);
    }
    if (block.type != BlockType::kRepeat) continue;
    for (const std::size_t range : around) ++ranges[range].repeats;
    ranges.push_back({i + 1, i + 1 + block.body, around.back(), 0, {}});
    around.push_back(ranges.size() - 1);
  }
  return ranges;
}

/// By range: the first that is like it, and beside it in the same range or inside of ranges that
/// are; itself if there is none.
std::vector<std::size_t> first_alike(const Program& program,
                                     const std::vector<BlockRange>& ranges) {
  std::vector<std::size_t> first(ranges.size());
  for (std::size_t b = 0; b < ranges.size(); ++b) first[b] = b;
  for (std::size_t b = 1; b < ranges.size(); ++b) {
    for (std::size_t a = 1; a < b && first[b] == b; ++a) {
      const std::size_t size = ranges[a].end - ranges[a].begin;
      const bool alike = ranges[a].parent == ranges[b].parent &&
                         ranges[b].end - ranges[b].begin == size &&
                         same_blocks(program, ranges[a].begin, ranges[b].begin, size);
      for (std::size_t i = 0; alike && i <= ranges[a].repeats; ++i) first[b + i] = first[a + i];
    }
  }
  return first;
}

}  // namespace

ColorChain::ColorChain(std::vector<bool> white)
    : white_(std::move(white)), ways_((white_.size() + 1) * (kChoices + 1) * 4) {
  for (std::size_t place = white_.size() + 1; place-- > 0;) {
    for (std::size_t last = 0; last <= kNone; ++last) {
      for (std::size_t seen = 0; seen < 4; ++seen) {
        std::uint64_t& here = cell(place, last, seen);
        if (place == white_.size()) here = 1;
        for (std::size_t choice = 0; place < white_.size() && choice < kChoices; ++choice) {
          if (!fits(place, choice, last, seen)) continue;
          here = plus(here, ways(place + 1, choice, seen_with(seen, choice)));
        }
      }
    }
  }
}

bool ColorChain::fits(std::size_t place, std::size_t choice, std::size_t last,
                      std::size_t seen) const {
  const bool is_white = kPens[choice] == Color::kWhite;
  return is_white == white_[place] && choice != last &&
         seen_with(seen, choice) != (kBlueBit | kBlackBit);
}

std::uint64_t& ColorChain::cell(std::size_t place, std::size_t last, std::size_t seen) {
  return ways_[(place * (kChoices + 1) + last) * 4 + seen];
}

std::uint64_t ColorChain::ways(std::size_t place, std::size_t last, std::size_t seen) const {
  return ways_[(place * (kChoices + 1) + last) * 4 + seen];
}

std::vector<Color> ColorChain::at(std::uint64_t index) const {
  std::vector<Color> colors;
  colors.reserve(size());
  std::size_t last = kNone;
  std::size_t seen = 0;
  for (std::size_t place = 0; place < size(); ++place) {
    std::size_t choice = 0;
    for (;; ++choice) {
      if (!fits(place, choice, last, seen)) continue;
      const std::uint64_t here = ways(place + 1, choice, seen_with(seen, choice));
      if (index < here) break;
      index -= here;
    }
    colors.push_back(kPens[choice]);
    seen = seen_with(seen, choice);
    last = choice;
  }
  return colors;
}

Blanks::Blanks(const Program& reference) {
  read_rounds(reference);
  read_colors(reference);
  for (const Rounds& rounds : rounds_) {
    count_ = times(count_, rounds.choices());
  }
  for (const ColorChain& chain : chains_) count_ = times(count_, chain.count());
}

/// Repeats that run equally often in the reference do so in what is made of it.
void Blanks::read_rounds(const Program& reference) {
  for (const Block& block : reference.blocks) {
    if (block.type != BlockType::kRepeat) continue;
    const auto known = std::find_if(rounds_.begin(), rounds_.end(), [&](const Rounds& rounds) {
      return rounds.reference == block.times;
    });
    rounds_of_.push_back(static_cast<std::size_t>(known - rounds_.begin()));
    if (known != rounds_.end()) continue;
    rounds_.push_back({block.times, std::max(block.times - 2, 2),
                       std::min(block.times + 2, lang::xlogo::kMaxTimes)});
  }
}

/// Repeats of one body that hold the same blocks share their colours.
void Blanks::read_colors(const Program& reference) {
  const std::vector<BlockRange> ranges = ranges_of(reference);
  const std::vector<std::size_t> first = first_alike(reference, ranges);
  chain_of_.reserve(ranges.size());
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    const bool known = first[i] != i;
    chain_of_.push_back(known ? chain_of_[first[i]] : chains_.size());
    if (!known) chains_.emplace_back(ranges[i].white);
  }
}

Blanks::Values Blanks::values_at(std::uint64_t index) const {
  Values values;
  values.rounds.reserve(rounds_.size());
  for (const Rounds& each : rounds_) {
    values.rounds.push_back(each.least + static_cast<int>(take_digit(index, each.choices())));
  }
  values.colors.reserve(chains_.size());
  for (const ColorChain& chain : chains_) {
    values.colors.push_back(chain.at(take_digit(index, chain.count())));
  }
  return values;
}

Program Blanks::fill(const Shape& shape, std::uint64_t index) const {
  struct Open {
    std::size_t body = 0;   // its number
    std::size_t block = 0;  // the repeat
    std::size_t pens = 0;   // so far
  };
  const Values values = values_at(index);
  Program program;
  std::vector<Open> open{{}};
  std::size_t repeats = 0;
  for (const char c : shape) {
    if (c == ']') {
      Block& repeat = program.blocks[open.back().block];
      repeat.body = static_cast<std::uint32_t>(program.blocks.size() - open.back().block - 1);
      open.pop_back();
      continue;
    }
    Block block;
    block.type = type_of(c);
    if (c == 's') block.pen = values.colors[chain_of_[open.back().body]][open.back().pens++];
    if (c == '[') {
      block.times = static_cast<std::uint8_t>(values.rounds[rounds_of_[repeats++]]);
      open.push_back({repeats, program.blocks.size(), 0});
    }
    program.blocks.push_back(block);
  }
  return program;
}

}  // namespace papert::synth
