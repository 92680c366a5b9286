// Blocks that set pens move nothing: a program without them goes the same way, so lines are counted
// with the other blocks alone, and each colour that is still to be set takes a block besides.
//
// A turtle that faces the other way goes where it did by bk instead of fd: places that differ in
// that reach the same, and half of them are looked at.
//
// Prices: a repeat of s blocks that move or turn, in a body of at most b, sets at most b - s pens,
// so it draws lines of at most b - s + 1 colours as they are wanted, for 1 + s blocks. Prices such
// that the lines of so many colours never cost more are a solution of the dual of covering the
// lines with repeats: none covers what is left for less. They begin with an equal share for each
// line of the widest crossing, and are raised one by one as far as the others let them.

#include "lang/xlogo/search_cover.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <utility>

namespace papert::lang::xlogo {
namespace {

constexpr std::size_t kMostSteps = 2'000'000;  // a few nanoseconds each
constexpr std::size_t kSizes = Cover::kLongestBody + 1;
constexpr std::size_t kPart = 2520;        // of a block: divisible by the numbers of lines
constexpr std::size_t kRecent = 1U << 10;  // crossings that are not listed twice

std::size_t count_lines(const Marks& marks) {
  std::size_t lines = 0;
  for (const std::uint64_t word : marks) lines += static_cast<std::size_t>(std::popcount(word));
  return lines;
}

template <class Call>
void for_each_line(const Marks& lines, const Call& call) {
  constexpr std::size_t kPerWord = 64 / kBitsPerLine;
  for (std::size_t word = 0; word < lines.size(); ++word) {
    for (std::uint64_t left = lines[word]; left != 0; left &= left - 1) {
      call(word * kPerWord + static_cast<std::size_t>(std::countr_zero(left)) / kBitsPerLine);
    }
  }
}

/// A turtle without a pen, and the lines it crossed.
struct Spot {
  std::size_t cell = 0;
  std::size_t heading = 0;
  Marks crossed{};

  [[nodiscard]] bool same_place(const Spot& other) const {
    return cell == other.cell && heading == other.heading;
  }
};

}  // namespace

/// All bodies of a size from a place, and what a repeat of each crosses.
class Cover::Walk {
 public:
  Walk(const Arena& arena, bool single_rounds, std::vector<Crossing>& crossings)
      : arena_(arena), single_rounds_(single_rounds), crossings_(crossings), recent_(kRecent) {}

  void run(std::size_t cell, std::size_t heading, std::size_t body, Reach& reach) {
    text_.clear();
    const auto take = [&](const Spot& once) {
      Spot last = once;
      const bool repeated = repeat_until_end(last);
      if (!repeated && !single_rounds_) return;
      reach.most = std::max(reach.most, count_lines(last.crossed));
      for (std::size_t i = 0; i < last.crossed.size(); ++i) reach.any[i] |= last.crossed[i];
      list({last.crossed, body});
    };
    sequences({.cell = cell, .heading = heading}, body, 0, Visit(take));
  }

  [[nodiscard]] bool stopped() const { return steps_ > kMostSteps; }

 private:
  /// A reference to a lambda.
  class Visit {
   public:
    template <class Call>
    explicit Visit(const Call& call)
        : call_(&call), invoke_([](const void* object, const Spot& spot) {
            (*static_cast<const Call*>(object))(spot);
          }) {}
    void operator()(const Spot& spot) const { invoke_(call_, spot); }

   private:
    const void* call_;
    void (*invoke_)(const void*, const Spot&);
  };

  void list(const Crossing& crossing) {
    std::uint64_t hash = crossing.body;
    for (const std::uint64_t word : crossing.lines) hash = (hash ^ word) * 0x9E3779B97F4A7C15U;
    Crossing& recent = recent_[hash >> 32U & (kRecent - 1)];
    if (recent == crossing) return;
    recent = crossing;
    crossings_.push_back(crossing);
  }

  bool step(BlockType type, Spot& spot) {
    ++steps_;
    if (type == BlockType::kLeft || type == BlockType::kRight) {
      spot.heading = (spot.heading + (type == BlockType::kLeft ? 3U : 1U)) & 3U;
      return true;
    }
    const std::size_t against = type == BlockType::kBack ? 2U : 0U;
    const std::size_t move = spot.cell * 4 + ((spot.heading + against) & 3U);
    const int edge = arena_.edge_[move];
    if (edge == Arena::kNowhere || arena_.next_[move] == Arena::kNowhere) return false;
    spot.cell = static_cast<std::size_t>(arena_.next_[move]);
    const auto [word, shift] = line_place(static_cast<std::size_t>(edge));
    spot.crossed[word] |= std::uint64_t{1} << shift;
    return true;
  }

  /// Runs text_ from `begin` to `end` once.
  bool run_text(std::size_t begin, std::size_t end, Spot& spot) {
    for (std::size_t i = begin; i < end; ++i) {
      const Block& block = text_[i];
      if (block.type != BlockType::kRepeat) {
        if (!step(block.type, spot)) return false;
        continue;
      }
      const std::size_t body_end = i + 1 + block.body;
      for (int round = 0; round < block.times; ++round) {
        if (!run_text(i + 1, body_end, spot)) return false;
      }
      i = body_end - 1;
    }
    return true;
  }

  /// From the end of the first round of text_ to that of the last that crosses anything new. False
  /// if there is no second.
  bool repeat_until_end(Spot& spot) {
    std::array<Spot, kMaxTimes> after;
    after[0] = spot;
    for (std::size_t rounds = 1; rounds < after.size(); ++rounds) {
      Spot& now = after[rounds];
      now = spot;
      if (!run_text(0, text_.size(), now)) return rounds > 1;
      spot = now;
      for (std::size_t i = 0; i < rounds; ++i) {
        if (after[i].same_place(now)) return true;
      }
    }
    return true;
  }

  void sequences(const Spot& spot, std::size_t size, std::size_t since, const Visit& visit) {
    if (size == 0) return visit(spot);
    for (const BlockType type :
         {BlockType::kForward, BlockType::kBack, BlockType::kLeft, BlockType::kRight}) {
      if (stopped()) return;
      if (said_otherwise(type, since)) continue;
      Spot after = spot;
      if (!step(type, after)) continue;
      text_.push_back({.type = type});
      sequences(after, size - 1, since, visit);
      text_.pop_back();
    }
    for (std::size_t body = 1; body < size; ++body) {
      const auto go_on = [&](const Spot& after) {
        sequences(after, size - 1 - body, text_.size(), visit);
      };
      repeats(spot, body, Visit(go_on));
    }
  }

  void repeats(const Spot& spot, std::size_t body, const Visit& visit) {
    const std::size_t head = text_.size();
    text_.push_back({.type = BlockType::kRepeat, .body = static_cast<std::uint32_t>(body)});
    const auto rounds = [&](const Spot& once) {
      const auto first = text_.begin() + static_cast<std::ptrdiff_t>(head) + 1;
      if (std::none_of(first, text_.end(), [](const Block& block) { return moves(block.type); })) {
        return;
      }
      std::array<Spot, kMaxTimes> after;
      after[0] = once;
      for (std::size_t times = 2; times <= after.size(); ++times) {
        Spot& now = after[times - 1];
        now = after[times - 2];
        if (stopped() || !run_text(head + 1, head + 1 + body, now)) break;
        const bool again = std::any_of(
            after.begin(), after.begin() + static_cast<std::ptrdiff_t>(times) - 1,
            [&](const Spot& one) { return one.same_place(now) && one.crossed == now.crossed; });
        if (again) break;
        text_[head].times = static_cast<std::uint8_t>(times);
        visit(now);
      }
    };
    sequences(spot, body, head + 1, Visit(rounds));
    text_.resize(head);
  }

  static bool moves(BlockType type) {
    return type == BlockType::kForward || type == BlockType::kBack;
  }

  /// Whether a turn after those before it only says what another text of no more blocks says.
  [[nodiscard]] bool said_otherwise(BlockType type, std::size_t since) const {
    if (moves(type) || text_.size() <= since) return false;
    const BlockType last = text_.back().type;
    if (moves(last) || last == BlockType::kRepeat) return false;
    if (last != type || type == BlockType::kRight) return true;
    return text_.size() > since + 1 && text_[text_.size() - 2].type == type;
  }

  const Arena& arena_;
  bool single_rounds_;
  std::vector<Crossing>& crossings_;
  std::vector<Crossing> recent_;  // by a hash
  std::vector<Block> text_;
  std::size_t steps_ = 0;
};

bool Cover::load(const Arena& arena, const Limits& limits) {
  if (!arena.draws_ || limits.max_body > kLongestBody) return false;
  const bool known = max_body_ == limits.max_body && single_rounds_ == limits.single_rounds &&
                     next_ == arena.next_ && edge_ == arena.edge_;
  if (!known) {
    max_body_ = limits.max_body;
    single_rounds_ = limits.single_rounds;
    next_ = arena.next_;
    edge_ = arena.edge_;
    loaded_ = load_reach(arena);
  }
  most_.assign(limits.max_blocks + 1, 0);
  for (std::size_t blocks = 1; blocks < most_.size(); ++blocks) {
    most_[blocks] = most_[blocks - 1] + 1;
    for (std::size_t body = 1; body <= max_body_ && body < blocks; ++body) {
      most_[blocks] = std::max(most_[blocks], most_[blocks - 1 - body] + most_by_body_[body]);
    }
  }
  if (loaded_) load_prices(arena);
  return loaded_;
}

bool Cover::load_reach(const Arena& arena) {
  crossings_.clear();
  Walk walk(arena, single_rounds_, crossings_);
  const std::size_t places = arena.place_.size() * 2;
  reach_.assign(places * kSizes, {});
  most_by_body_ = {};
  for (std::size_t place = 0; place < places; ++place) {
    for (std::size_t body = 1; body <= max_body_; ++body) {
      Reach& here = reach_[place * kSizes + body];
      here = reach_[place * kSizes + body - 1];  // what fewer blocks do, and more
      walk.run(place / 2, place % 2, body, here);
      most_by_body_[body] = std::max(most_by_body_[body], here.most);
    }
    if (walk.stopped()) return false;
  }
  std::sort(crossings_.begin(), crossings_.end());
  crossings_.erase(std::unique(crossings_.begin(), crossings_.end()), crossings_.end());
  return true;
}

void Cover::load_prices(const Arena& arena) {
  of_color_.assign(kColors.size(), {});
  for (std::size_t i = 0; i < arena.lines_.size(); ++i) {
    const auto [word, shift] = line_place(i);
    of_color_[arena.lines_[i].pen - 1U][word] |= std::uint64_t{1} << shift;
  }
  std::erase(of_color_, Marks{});
  prices_.assign(arena.lines_.size(), 1);
  std::vector<std::size_t> shares(prices_.size(), kPart);
  for (const Crossing& crossing : crossings_) {
    const std::size_t share =
        kPart * (1 + crossing.body) / std::max<std::size_t>(worth(crossing), 1);
    for_each_line(crossing.lines,
                  [&](std::size_t line) { shares[line] = std::min(shares[line], share); });
  }
  prices_ = std::move(shares);
  for (std::size_t line = 0; line < prices_.size(); ++line) {
    const auto [word, shift] = line_place(line);
    std::size_t more = kPart - prices_[line];
    for (const Crossing& crossing : crossings_) {
      if ((crossing.lines[word] >> shift & 1U) == 0) continue;
      more = std::min(more, kPart * (1 + crossing.body) - worth(crossing));
    }
    prices_[line] += more;
  }
}

std::size_t Cover::price(const Marks& lines) const {
  std::size_t sum = 0;
  for_each_line(lines, [&](std::size_t line) { sum += prices_[line]; });
  return sum;
}

/// What the lines cost that a repeat can draw as they are wanted, of the colours that cost most.
std::size_t Cover::worth(const Crossing& crossing) const {
  std::array<std::size_t, kColors.size()> by_color{};
  for (std::size_t color = 0; color < of_color_.size(); ++color) {
    Marks lines = crossing.lines;
    for (std::size_t i = 0; i < lines.size(); ++i) lines[i] &= of_color_[color][i];
    by_color[color] = price(lines);
  }
  std::sort(by_color.begin(), by_color.end(), std::greater<>());
  const std::size_t colors = max_body_ - crossing.body + 1;
  std::size_t sum = 0;
  for (std::size_t i = 0; i < std::min(colors, by_color.size()); ++i) sum += by_color[i];
  return sum;
}

std::size_t Cover::blocks_for(const PictureRest& rest) const {
  const auto enough = std::lower_bound(most_.begin(), most_.end(), rest.lines);
  const std::size_t blocks = static_cast<std::size_t>(enough - most_.begin());
  return rest.colors + std::max(blocks, (price(rest.wrong) + kPart - 1) / kPart);
}

bool Cover::may_draw(const Walker& walker, std::size_t body, std::size_t blocks,
                     const PictureRest& rest) const {
  const std::size_t place = std::size_t{walker.cell} * 2 + walker.heading % 2U;
  const std::size_t cost = price(rest.wrong);
  for (std::size_t moving = 1; moving <= body; ++moving) {
    // Of all blocks but the repeat itself, those that move or turn are at most so many.
    if (moving + rest.colors > body + blocks) break;
    const Reach& reach = reach_[place * kSizes + moving];
    Marks useful = rest.wrong;
    for (std::size_t i = 0; i < useful.size(); ++i) useful[i] &= reach.any[i];
    const std::size_t by_repeat = std::min(reach.most, count_lines(useful));
    const std::size_t after = std::min(blocks, body + blocks - rest.colors - moving);
    const std::size_t worth = std::min(kPart * (1 + moving), price(useful));
    if (by_repeat + most_[std::min(after, most_.size() - 1)] >= rest.lines &&
        worth + kPart * after >= cost) {
      return true;
    }
  }
  return false;
}

}  // namespace papert::lang::xlogo
