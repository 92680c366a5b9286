#include "datagen/turtle/loop_kinds.h"

#include <algorithm>
#include <cmath>

namespace papert::datagen::detail {
namespace {

bool is_near(double a, double b, double share = 0.03) {
  return std::abs(a - b) <= share * std::max(std::abs(a), std::abs(b)) + 1e-6;
}

double turn_between(const LoopRound& a, const LoopRound& b) {
  return std::remainder(b.first.heading - a.first.heading, 360.0);
}

double step_between(const LoopRound& a, const LoopRound& b) {
  return std::hypot(b.first.place.x - a.first.place.x, b.first.place.y - a.first.place.y);
}

/// Facts about the rounds that paint.
class Rounds {
 public:
  explicit Rounds(const LoopRun& run) : begin_(run.rounds.empty() ? Pose{} : run.rounds[0].start) {
    for (const LoopRound& each : run.rounds) {
      if (each.marks > 0) rounds_.push_back(&each);
    }
  }

  [[nodiscard]] std::size_t size() const { return rounds_.size(); }

  /// Every round paints what the one before it did, or the second or third before.
  [[nodiscard]] bool are_alike() const {
    for (std::size_t period = 1; period <= 3 && period + 1 < rounds_.size() + (period == 1 ? 1 : 0);
         ++period) {
      if (all_pairs(period, [](const LoopRound& a, const LoopRound& b) {
            return a.calls == b.calls && is_near(a.length, b.length);
          })) {
        return true;
      }
    }
    return false;
  }

  /// From each to the next, two equal neighbours apart; in all by a fifth.
  [[nodiscard]] bool grow_or_shrink() const { return rounds_.size() > 1 && (grow(1) || grow(-1)); }

  /// The last is almost twice as large as the first, or the first as the last.
  [[nodiscard]] bool differ_much() const {
    const double first = rounds_.front()->length;
    const double last = rounds_.back()->length;
    return std::max(first, last) > 1.8 * std::min(first, last);
  }

  /// By the same angle from each to the next.
  [[nodiscard]] bool turn_evenly() const {
    const double first = turn_between(*rounds_[0], *rounds_[1]);
    return all_pairs(1, [&](const LoopRound& a, const LoopRound& b) {
      return std::abs(std::remainder(turn_between(a, b) - first, 360.0)) < 0.5;
    });
  }

  /// In one direction.
  [[nodiscard]] bool turn_one_way() const {
    const double first = turn_between(*rounds_[0], *rounds_[1]);
    return all_pairs(1, [&](const LoopRound& a, const LoopRound& b) {
      return turn_between(a, b) * first > 0 && std::abs(turn_between(a, b)) < 120;
    });
  }

  [[nodiscard]] bool turn() const { return std::abs(turn_between(*rounds_[0], *rounds_[1])) > 0.5; }

  [[nodiscard]] bool step_evenly() const {
    const double first = step_between(*rounds_[0], *rounds_[1]);
    return first > 1 && all_pairs(1, [&](const LoopRound& a, const LoopRound& b) {
             const double dx = b.first.place.x - a.first.place.x;
             const double dy = b.first.place.y - a.first.place.y;
             const double dx0 = rounds_[1]->first.place.x - rounds_[0]->first.place.x;
             const double dy0 = rounds_[1]->first.place.y - rounds_[0]->first.place.y;
             return std::hypot(dx - dx0, dy - dy0) < 0.03 * first + 0.1;
           });
  }

  [[nodiscard]] bool stay() const {
    return all_pairs(
        1, [](const LoopRound& a, const LoopRound& b) { return step_between(a, b) < 0.5; });
  }

  /// The pen was never lifted between them.
  [[nodiscard]] bool are_one_line() const {
    return !stay() &&
           all_pairs(1, [](const LoopRound& a, const LoopRound& b) { return a.hops == b.hops; });
  }

  /// Ever farther from where the loop began, or ever nearer.
  [[nodiscard]] bool move_outwards() const {
    const auto away = [&](const LoopRound& each) {
      return std::hypot(each.first.place.x - begin_.place.x, each.first.place.y - begin_.place.y);
    };
    const auto farther = [&](const LoopRound& a, const LoopRound& b) {
      return away(b) > away(a) + 0.5;
    };
    return rounds_.size() > 3 && all_pairs(1, farther);
  }

 private:
  [[nodiscard]] bool grow(int sign) const {
    std::size_t equal = 0;
    const bool steady = all_pairs(1, [&](const LoopRound& a, const LoopRound& b) {
      const double more = sign * (b.length - a.length);
      equal += more <= 0.003 * a.length ? 1 : 0;
      return a.calls == b.calls && more >= -0.003 * a.length;
    });
    const double first = rounds_.front()->length;
    const double last = rounds_.back()->length;
    return steady && equal <= 1 && std::max(first, last) > 1.2 * std::min(first, last);
  }

  template <class Holds>
  [[nodiscard]] bool all_pairs(std::size_t apart, const Holds& holds) const {
    for (std::size_t i = 0; i + apart < rounds_.size(); ++i) {
      if (!holds(*rounds_[i], *rounds_[i + apart])) return false;
    }
    return rounds_.size() > apart;
  }

  Pose begin_;
  std::vector<const LoopRound*> rounds_;
};

}  // namespace

namespace {

LoopKind plain_kind(const LoopRun& run) {
  const Rounds rounds(run);
  if (rounds.size() < 2) return LoopKind::kNone;
  if (!rounds.turn_evenly()) {
    const bool winds = rounds.size() > 3 && rounds.turn_one_way() && rounds.grow_or_shrink() &&
                       rounds.differ_much();
    return winds ? LoopKind::kSpiral : LoopKind::kNone;
  }
  const bool turns = rounds.turn();
  if (turns && rounds.size() > 3) {
    const bool line = rounds.are_one_line() && rounds.grow_or_shrink();
    const bool apart = !rounds.are_one_line() && rounds.move_outwards();
    if (line || apart) return LoopKind::kSpiral;
  }
  if (rounds.grow_or_shrink()) return LoopKind::kScaling;
  if (!rounds.are_alike()) return LoopKind::kNone;
  if (!turns) return rounds.step_evenly() ? LoopKind::kTranslation : LoopKind::kNone;
  return rounds.are_one_line() ? LoopKind::kOutline : LoopKind::kRotation;
}

}  // namespace

LoopKind kind_of(const LoopRun& run) {
  const LoopKind kind = plain_kind(run);
  if (kind != LoopKind::kNone || run.rounds.size() < 3) return kind;
  // Two shapes may take turns: those of one kind are looked at alone.
  LoopRun every_other;
  for (std::size_t i = 0; i < run.rounds.size(); i += 2)
    every_other.rounds.push_back(run.rounds[i]);
  const LoopKind half = plain_kind(every_other);
  return half == LoopKind::kTranslation || half == LoopKind::kRotation ? half : LoopKind::kNone;
}

}  // namespace papert::datagen::detail
