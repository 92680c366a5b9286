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
    count_ = times(count_, static_cast<std::uint64_t>(rounds.most - rounds.least + 1));
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
  struct Body {
    std::size_t begin = 0;
    std::size_t end = 0;
    std::size_t parent = 0;
    std::size_t inside = 0;  // repeats
    std::vector<bool> white;
  };
  std::vector<Body> bodies{{0, reference.blocks.size(), 0, 0, {}}};
  std::vector<std::size_t> around{0};
  for (std::size_t i = 0; i < reference.blocks.size(); ++i) {
    const Block& block = reference.blocks[i];
    while (i >= bodies[around.back()].end) around.pop_back();
    if (block.type == BlockType::kSetPen) {
      bodies[around.back()].white.push_back(block.pen == Color::kWhite);
    }
    if (block.type != BlockType::kRepeat) continue;
    for (const std::size_t body : around) ++bodies[body].inside;
    bodies.push_back({i + 1, i + 1 + block.body, around.back(), 0, {}});
    around.push_back(bodies.size() - 1);
  }
  std::vector<std::size_t> twin(bodies.size());
  for (std::size_t b = 0; b < bodies.size(); ++b) twin[b] = b;
  for (std::size_t b = 1; b < bodies.size(); ++b) {
    for (std::size_t a = 1; a < b && twin[b] == b; ++a) {
      const std::size_t size = bodies[a].end - bodies[a].begin;
      if (bodies[a].parent != bodies[b].parent || bodies[b].end - bodies[b].begin != size) continue;
      if (!same_blocks(reference, bodies[a].begin, bodies[b].begin, size)) continue;
      for (std::size_t i = 0; i <= bodies[a].inside; ++i) twin[b + i] = twin[a + i];
    }
  }
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    if (twin[b] != b) {
      chain_of_.push_back(chain_of_[twin[b]]);
      continue;
    }
    chain_of_.push_back(chains_.size());
    chains_.emplace_back(bodies[b].white);
  }
}

Program Blanks::fill(const Shape& shape, std::uint64_t index) const {
  std::vector<int> rounds;
  rounds.reserve(rounds_.size());
  for (const Rounds& each : rounds_) {
    const auto base = static_cast<std::uint64_t>(each.most - each.least + 1);
    rounds.push_back(each.least + static_cast<int>(take_digit(index, base)));
  }
  std::vector<std::vector<Color>> colors;
  colors.reserve(chains_.size());
  for (const ColorChain& chain : chains_)
    colors.push_back(chain.at(take_digit(index, chain.count())));

  struct Open {
    std::size_t body = 0;   // its number
    std::size_t block = 0;  // the repeat
    std::size_t pens = 0;   // so far
  };
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
    if (c == 's') block.pen = colors[chain_of_[open.back().body]][open.back().pens++];
    if (c == '[') {
      block.times = static_cast<std::uint8_t>(rounds[rounds_of_[repeats++]]);
      open.push_back({repeats, program.blocks.size(), 0});
    }
    program.blocks.push_back(block);
  }
  return program;
}

}  // namespace papert::synth
