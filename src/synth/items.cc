// Things are drawn first, as a handful that has what the goal asks for, and then laid out: what is
// wanted where the solution goes, what is forbidden where it does not, the rest anywhere. A handful
// or a layout that does not fit is drawn again, a few times; both are cheap beside a search.
//
//     find        one match, on the last cell
//     findonly    also nothing else on the way, something off it
//     forbid      at least one match, all of them off the way
//     collectall  two or more matches, all on the way, one on the last cell
//     concat      a match for each spec on cells entered once, in order, the last on the last cell
//     sum         strawberries: the total on the way, some on the last cell, and more elsewhere
//
// The numbers of a sum are drawn from all ways to split the total over so many cells of the way,
// each way being as likely as any other.

#include <algorithm>
#include <array>
#include <span>

#include "synth/site.h"

namespace papert::synth {
namespace {

namespace xl = lang::xlogo;

constexpr int kDraws = 24;
constexpr std::size_t kMostTotal = 64;

double choose(std::size_t n, std::size_t k) {
  if (k > n) return 0;
  double result = 1;
  for (std::size_t i = 0; i < k; ++i) {
    result = result * static_cast<double>(n - i) / static_cast<double>(i + 1);
  }
  return result;
}

class Layout {
 public:
  Layout(Random& rng, Site& site)
      : rng_(rng), site_(site), goal_(site.draft.task.goal), like_(site.like) {
    const std::vector<bool>& on_path = site.draft.on_path;
    for (std::size_t cell = 0; cell < on_path.size(); ++cell) {
      if (cell == first() || cell == last()) continue;
      (on_path[cell] ? passed_ : aside_).push_back(cell);
    }
    for (const xl::Objective& objective : goal_) {
      if (objective.kind == xl::ObjectiveKind::kForbid) {
        forbids_.push_back(&objective.specs.front());
      } else {
        decisive_ = &objective;
      }
    }
  }

  bool run() {
    if (decisive_ == nullptr) return false;
    const auto cells = static_cast<int>(site_.world().tiles.size());
    const int most = std::min(like_.items.high, cells - 1);
    if (like_.items.low > most) return false;
    count_ = static_cast<std::size_t>(rng_.randint(like_.items.low, most));
    if (decisive_->kind == xl::ObjectiveKind::kSum) return sum();
    for (int i = 0; i < kDraws; ++i) {
      site_.world().items.clear();
      if (draw_handful() && lay_out()) return true;
    }
    return false;
  }

 private:
  [[nodiscard]] std::size_t first() const { return site_.draft.visits.front(); }
  [[nodiscard]] std::size_t last() const { return site_.draft.visits.back(); }

  static bool fits(const xl::Spec& spec, const Thing& thing) {
    return xl::matches(spec, xl::Item{.name = thing.name, .color = thing.color});
  }
  [[nodiscard]] bool wanted(const Thing& thing) const {
    return std::any_of(decisive_->specs.begin(), decisive_->specs.end(),
                       [&](const xl::Spec& spec) { return fits(spec, thing); });
  }
  [[nodiscard]] bool forbidden(const Thing& thing) const {
    return std::any_of(forbids_.begin(), forbids_.end(),
                       [&](const xl::Spec* spec) { return fits(*spec, thing); });
  }

  void put(std::size_t cell, const Thing& thing, int count = 1) {
    const auto width = static_cast<std::size_t>(site_.world().width);
    site_.world().items.push_back({static_cast<int>(cell % width), static_cast<int>(cell / width),
                                   thing.name, thing.color, count});
  }

  /// One of the things that pass, into `taken`; of different things none twice while that works.
  template <class Passes>
  bool draw(const Passes& passes, std::vector<Thing>& taken) {
    choices_.clear();
    const bool different = like_.all_different && like_.things.size() >= count_;
    for (const Thing& thing : like_.things) {
      if (!passes(thing)) continue;
      const auto is = [&](const std::vector<Thing>& things) {
        return std::find(things.begin(), things.end(), thing) != things.end();
      };
      if (different && (is(wanted_) || is(others_))) continue;
      choices_.push_back(thing);
    }
    if (choices_.empty()) return false;
    const Thing thing = rng_.choice(choices_);
    taken.push_back(thing);
    return true;
  }

  bool draw_wanted() {
    const auto allowed = [&](const Thing& thing) { return !forbidden(thing); };
    if (decisive_->kind != xl::ObjectiveKind::kCollectAll) {
      return std::all_of(
          decisive_->specs.begin(), decisive_->specs.end(), [&](const xl::Spec& spec) {
            return draw([&](const Thing& thing) { return fits(spec, thing) && allowed(thing); },
                        wanted_);
          });
    }
    const std::size_t most = std::min(count_, passed_.size() + 1);
    if (most < 2) return false;
    const auto number = static_cast<std::size_t>(rng_.randint(2, static_cast<int>(most)));
    while (wanted_.size() < number) {
      if (!draw([&](const Thing& thing) { return wanted(thing) && allowed(thing); }, wanted_)) {
        return wanted_.size() >= 2;
      }
    }
    return true;
  }

  bool draw_handful() {
    wanted_.clear();
    others_.clear();
    if (!draw_wanted()) return false;
    for (const xl::Spec* spec : forbids_) {
      const auto passes = [&](const Thing& thing) { return fits(*spec, thing) && !wanted(thing); };
      if (!draw(passes, others_)) return false;
    }
    while (wanted_.size() + others_.size() < count_) {
      if (!draw([&](const Thing& thing) { return !wanted(thing); }, others_)) return false;
    }
    if (wanted_.size() + others_.size() != count_) return false;
    return !like_.balanced || balanced();
  }

  [[nodiscard]] bool balanced() const {
    std::array<int, xl::kColors.size()> number{};
    for (const Thing& thing : wanted_) ++number[static_cast<std::size_t>(thing.color)];
    for (const Thing& thing : others_) ++number[static_cast<std::size_t>(thing.color)];
    const int red = number[static_cast<std::size_t>(xl::Color::kRed)];
    const int green = number[static_cast<std::size_t>(xl::Color::kGreen)];
    const int blue = number[static_cast<std::size_t>(xl::Color::kBlue)];
    return red > 0 && green > 0 && blue > 0 && std::abs(red - green) <= 1 &&
           std::abs(red - blue) <= 1;
  }

  /// Cells that the solution enters once, in order, without the last.
  [[nodiscard]] std::vector<std::size_t> entered_once() const {
    const std::vector<std::size_t>& visits = site_.draft.visits;
    std::vector<std::size_t> once;
    once.reserve(visits.size());
    for (std::size_t i = 1; i + 1 < visits.size(); ++i) {
      if (std::count(visits.begin(), visits.end(), visits[i]) == 1) once.push_back(visits[i]);
    }
    return once;
  }

  bool lay_out_wanted(std::vector<std::size_t>& passed) {
    if (decisive_->kind == xl::ObjectiveKind::kConcat) {
      const std::vector<std::size_t> once = entered_once();
      const std::size_t before = wanted_.size() - 1;
      if (once.size() < before) return false;
      std::vector<std::size_t> places = rng_.sample_indices(once.size(), before);
      std::sort(places.begin(), places.end());
      for (std::size_t i = 0; i < before; ++i) {
        put(once[places[i]], wanted_[i]);
        std::erase(passed, once[places[i]]);
      }
      put(last(), wanted_.back());
      return true;
    }
    put(last(), wanted_.front());
    for (std::size_t i = 1; i < wanted_.size(); ++i) {
      put(passed.back(), wanted_[i]);
      passed.pop_back();
    }
    return true;
  }

  bool lay_out() {
    std::vector<std::size_t> passed = passed_;
    std::vector<std::size_t> aside = aside_;
    rng_.shuffle(passed);
    rng_.shuffle(aside);
    if (!lay_out_wanted(passed)) return false;
    const bool only = decisive_->kind == xl::ObjectiveKind::kFindOnly;
    if (only && others_.empty()) return false;
    for (const Thing& thing : others_) {
      if (!only && !forbidden(thing)) continue;
      if (aside.empty()) return false;
      put(aside.back(), thing);
      aside.pop_back();
    }
    if (only) return true;
    aside.insert(aside.end(), passed.begin(), passed.end());
    rng_.shuffle(aside);
    for (const Thing& thing : others_) {
      if (forbidden(thing)) continue;
      if (aside.empty()) return false;
      put(aside.back(), thing);
      aside.pop_back();
    }
    return true;
  }

  /// ways[a][t]: to split t over a cells, each holding 1 to most_count.
  using Ways = std::vector<std::array<double, kMostTotal + 1>>;

  [[nodiscard]] Ways ways_to_split(std::size_t most_cells) const {
    Ways ways(most_cells + 1);
    ways[0][0] = 1;
    for (std::size_t a = 1; a <= most_cells; ++a) {
      for (std::size_t t = 1; t <= kMostTotal; ++t) {
        for (std::size_t c = 1; c <= std::min(t, most_count()); ++c)
          ways[a][t] += ways[a - 1][t - c];
      }
    }
    return ways;
  }

  [[nodiscard]] std::size_t most_count() const {
    return static_cast<std::size_t>(like_.most_count);
  }

  /// An index, each as likely as its weight says. False if there is no weight.
  bool draw_weighted(std::span<const double> weights, std::size_t& index) {
    double total = 0;
    for (const double weight : weights) total += weight;
    if (total <= 0) return false;
    double rest = rng_.random() * total;
    for (index = 0; index + 1 < weights.size(); ++index) {
      if (rest < weights[index]) break;
      rest -= weights[index];
    }
    while (weights[index] <= 0 && index > 0) --index;
    return true;
  }

  bool sum() {
    const Thing strawberry = like_.things.front();
    const auto total = static_cast<std::size_t>(std::max(decisive_->total, 0));
    if (!wanted(strawberry) || forbidden(strawberry) || total == 0 || total > kMostTotal) {
      return false;
    }
    const std::size_t most = std::min(count_, passed_.size() + 1);
    const Ways ways = ways_to_split(most);
    std::vector<double> weights(most + 1, 0);
    for (std::size_t a = 1; a <= most; ++a) {
      if (a == count_ && !like_.all_needed) continue;
      weights[a] =
          choose(passed_.size(), a - 1) * ways[a][total] * choose(aside_.size(), count_ - a);
    }
    std::size_t on_path = 0;
    if (!draw_weighted(weights, on_path)) return false;
    return lay_out_sum(strawberry, on_path, total, ways);
  }

  bool lay_out_sum(const Thing& strawberry, std::size_t on_path, std::size_t total,
                   const Ways& ways) {
    rng_.shuffle(passed_);
    rng_.shuffle(aside_);
    for (std::size_t left = on_path; left > 0; --left) {
      std::array<double, 5> weights{};
      for (std::size_t c = 1; c <= std::min(total, most_count()); ++c) {
        weights[c] = ways[left - 1][total - c];
      }
      std::size_t number = 0;
      if (!draw_weighted(weights, number)) return false;
      total -= number;
      put(left == on_path ? last() : passed_[left - 1], strawberry, static_cast<int>(number));
    }
    for (std::size_t i = 0; i < count_ - on_path; ++i) {
      const auto number = rng_.randint(1, like_.most_count);
      put(aside_[i], strawberry, static_cast<int>(number));
    }
    return true;
  }

  Random& rng_;
  Site& site_;
  const xl::Goal& goal_;
  const Likeness& like_;
  const xl::Objective* decisive_ = nullptr;  // the last that is not a forbid
  std::vector<const xl::Spec*> forbids_;
  std::vector<std::size_t> passed_;  // cells on the way, but for its ends
  std::vector<std::size_t> aside_;   // off it
  std::size_t count_ = 0;            // of items
  std::vector<Thing> wanted_;
  std::vector<Thing> others_;
  std::vector<Thing> choices_;
};

}  // namespace

bool add_items(Random& rng, Site& site) { return Layout(rng, site).run(); }

}  // namespace papert::synth
