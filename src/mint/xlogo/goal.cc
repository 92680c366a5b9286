// Goals are made backwards from the visits of the solution. In all of them the last tile matters
// and is entered only once, so the solution cannot stop earlier.
//
//     find       the thing is on the last tile; the others are something else
//     sum        strawberries on the last tile, some on the way and some off it
//     findonly   nothing else on the way, other things off it
//     forbid     the thing to find on the last tile, forbidden ones off the way
//     collectall matching things on the way, others anywhere, and perhaps forbidden ones
//     concat     two or three things on the way, each met once
//
// Things come in sets, as a teacher would lay them out: circles of all colours, coloured shapes,
// fruit, letters.

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include "mint/xlogo/scene.h"

namespace papert::mint::xlogo {
namespace {

struct Thing {
  lang::xlogo::ItemName name = lang::xlogo::ItemName::kStrawberry;
  lang::xlogo::Color color = lang::xlogo::Color::kRed;
  friend bool operator==(const Thing&, const Thing&) = default;
};
using Things = std::vector<Thing>;

constexpr std::array kShapes{lang::xlogo::ItemName::kTriangle, lang::xlogo::ItemName::kRectangle,
                             lang::xlogo::ItemName::kCross, lang::xlogo::ItemName::kCircle};
constexpr std::array kShapeColors{lang::xlogo::Color::kRed, lang::xlogo::Color::kGreen,
                                  lang::xlogo::Color::kBlue};

Things circles() {
  Things things;
  for (std::size_t i = 0; i < lang::xlogo::kColors.size(); ++i) {
    if (static_cast<lang::xlogo::Color>(i) != lang::xlogo::Color::kWhite) {
      things.push_back({lang::xlogo::ItemName::kCircle, static_cast<lang::xlogo::Color>(i)});
    }
  }
  return things;
}

Things shapes() {
  Things things;
  for (const lang::xlogo::ItemName name : kShapes) {
    for (const lang::xlogo::Color color : kShapeColors) things.push_back({name, color});
  }
  return things;
}

Things fruit() {
  return {{lang::xlogo::ItemName::kStrawberry, lang::xlogo::Color::kRed},
          {lang::xlogo::ItemName::kLemon, lang::xlogo::Color::kYellow}};
}

Things letters() {
  Things things;
  for (int i = 0; i < 26; ++i) {
    things.push_back(
        {static_cast<lang::xlogo::ItemName>(static_cast<int>(lang::xlogo::ItemName::kLetterA) + i),
         lang::xlogo::Color::kBlack});
  }
  return things;
}

lang::xlogo::Literal named(lang::xlogo::ItemName name) { return {.name = name}; }
lang::xlogo::Literal colored(lang::xlogo::Color color) { return {.color = color}; }

/// "the red circle" where colours tell things apart, "the lemon" where names do.
lang::xlogo::Spec precisely(const Thing& thing) {
  const bool shape = std::find(kShapes.begin(), kShapes.end(), thing.name) != kShapes.end();
  if (!shape) return {{named(thing.name)}};
  return {{colored(thing.color)}, {named(thing.name)}};
}

bool fits(const lang::xlogo::Spec& spec, const Thing& thing) {
  return lang::xlogo::matches(spec, lang::xlogo::Item{.name = thing.name, .color = thing.color});
}

class Scene {
 public:
  Scene(Random& rng, Draft& draft) : rng_(rng), draft_(draft), world_(draft.task.world) {
    used_.assign(world_.tiles.size(), false);
    used_[draft.visits.front()] = true;
    for (std::size_t cell = 0; cell < used_.size(); ++cell) {
      if (cell == draft.visits.front() || cell == last()) continue;
      (draft.on_path[cell] ? passed_ : aside_).push_back(cell);
    }
    rng_.shuffle(passed_);
    rng_.shuffle(aside_);
  }

  bool find() {
    const double kind = rng_.random();
    Things things = kind < 0.45  ? fruit()
                    : kind < 0.6 ? circles()
                    : kind < 0.8 ? shapes()
                                 : letters();
    const bool alone = kind < 0.45 ? rng_.random() < 0.7 : false;
    if (kind < 0.45 && rng_.random() < 0.7) things.resize(1);
    const Thing target = rng_.choice(things);
    put(last(), target);
    goal(lang::xlogo::ObjectiveKind::kFind, {precisely(target)});
    std::erase(things, target);
    if (alone || things.empty()) return true;
    return scatter_everywhere(things) > 0;
  }

  bool sum() {
    const double share = rng_.uniform(0.3, 1);
    int total = strawberries(last());
    for (const std::size_t cell : passed_) {
      if (rng_.random() < share) total += strawberries(cell);
    }
    bool others = false;
    for (const std::size_t cell : aside_) {
      if (rng_.random() >= share) continue;
      strawberries(cell);
      others = true;
    }
    goal(lang::xlogo::ObjectiveKind::kSum, {{{named(lang::xlogo::ItemName::kStrawberry)}}}, total);
    return others || total > 4;
  }

  bool logic() {
    const double kind = rng_.random();
    if (kind < 0.2) return find_only();
    if (kind < 0.5) return find_without();
    if (kind < 0.75) return collect_all();
    return one_after_another();
  }

 private:
  [[nodiscard]] std::size_t last() const { return draft_.visits.back(); }

  void put(std::size_t cell, const Thing& thing, int count = 1) {
    const auto width = static_cast<std::size_t>(world_.width);
    world_.items.push_back({static_cast<int>(cell % width), static_cast<int>(cell / width),
                            thing.name, thing.color, count});
    used_[cell] = true;
  }

  int strawberries(std::size_t cell) {
    const int count = static_cast<int>(rng_.randint(1, 4));
    put(cell, {lang::xlogo::ItemName::kStrawberry, lang::xlogo::Color::kRed}, count);
    return count;
  }

  void goal(lang::xlogo::ObjectiveKind kind, std::vector<lang::xlogo::Spec> specs, int total = 0) {
    draft_.task.goal.push_back({kind, std::move(specs), total});
  }

  double density() { return rng_.choice(std::array{0.25, 0.5, 0.75, 1.0}); }

  /// Circles and letters are all different; of shapes and fruit there may be several.
  static bool unique(const Thing& thing) {
    return thing.name == lang::xlogo::ItemName::kCircle ||
           thing.name >= lang::xlogo::ItemName::kLetterA;
  }

  std::size_t scatter(Things& things, const std::vector<std::size_t>& cells, double share) {
    std::size_t put_down = 0;
    for (const std::size_t cell : cells) {
      if (used_[cell] || things.empty() || rng_.random() >= share) continue;
      const Thing thing = rng_.choice(things);
      if (unique(thing)) std::erase(things, thing);
      put(cell, thing);
      ++put_down;
    }
    return put_down;
  }

  /// In statements of their own: what is drawn must not depend on the order in which a compiler
  /// evaluates a sum.
  std::size_t scatter_everywhere(Things& things) {
    const std::size_t on_path = scatter(things, passed_, density());
    const std::size_t off_path = scatter(things, aside_, density());
    return on_path + off_path;
  }

  void spoil_with(const Thing& thing) {
    draft_.spoiler = lang::xlogo::Item{.name = thing.name, .color = thing.color};
  }

  bool find_only() {
    Things things = rng_.random() < 0.6 ? fruit() : shapes();
    const Thing target = rng_.choice(things);
    const lang::xlogo::Spec spec = things.size() == 2 || rng_.random() < 0.5
                                       ? lang::xlogo::Spec{{named(target.name)}}
                                       : lang::xlogo::Spec{{colored(target.color)}};
    put(last(), target);
    std::erase_if(things, [&](const Thing& thing) { return fits(spec, thing); });
    spoil_with(rng_.choice(things));
    goal(lang::xlogo::ObjectiveKind::kFindOnly, {spec});
    return scatter(things, aside_, density()) > 0;
  }

  /// Moves the things that fit one of the specs from `things` to the result.
  static Things take(Things& things, const std::vector<lang::xlogo::Spec>& specs) {
    Things taken;
    for (const Thing& thing : things) {
      if (std::any_of(specs.begin(), specs.end(),
                      [&](const lang::xlogo::Spec& spec) { return fits(spec, thing); })) {
        taken.push_back(thing);
      }
    }
    std::erase_if(things, [&](const Thing& thing) {
      return std::find(taken.begin(), taken.end(), thing) != taken.end();
    });
    return taken;
  }

  /// Adds forbids for some of the things, which are then gone from the list, and lays a few of
  /// them off the path. False if something that is there already would be forbidden.
  bool forbid_some(Things& things, std::size_t most) {
    std::vector<lang::xlogo::Spec> specs;
    for (std::int64_t n = rng_.randint(1, static_cast<int>(most)); n > 0; --n) {
      const Thing thing = rng_.choice(things);
      lang::xlogo::Spec spec = precisely(thing);
      if (!unique(thing)) spec = {{rng_.random() < 0.5 ? named(thing.name) : colored(thing.color)}};
      if (std::find(specs.begin(), specs.end(), spec) == specs.end()) specs.push_back(spec);
      for (const lang::xlogo::Item& item : world_.items) {
        if (lang::xlogo::matches(spec, item)) return false;
      }
    }
    Things forbidden = take(things, specs);
    if (!unique(forbidden.front())) spoil_with(rng_.choice(forbidden));
    for (const lang::xlogo::Spec& spec : specs) {
      goal(lang::xlogo::ObjectiveKind::kForbid, {spec});
      Things some = forbidden;
      some = take(some, {spec});
      if (scatter(some, aside_, unique(some.front()) ? 1 : 0.45) == 0) return false;
    }
    return true;
  }

  bool find_without() {
    Things things = rng_.random() < 0.5 ? circles() : shapes();
    if (things.size() == kShapes.size() * kShapeColors.size()) {
      std::erase_if(things, [](const Thing& thing) { return unique(thing); });
    }
    const Thing target = rng_.choice(things);
    put(last(), target);
    goal(lang::xlogo::ObjectiveKind::kFind, {precisely(target)});
    std::erase(things, target);
    if (!forbid_some(things, 2)) return false;
    scatter_everywhere(things);
    return true;
  }

  /// By colour, by shape, or one of two colours.
  lang::xlogo::Spec collection() {
    const double kind = rng_.random();
    const lang::xlogo::Color color = rng_.choice(kShapeColors);
    if (kind < 0.45) return {{colored(color)}};
    if (kind < 0.8) return {{named(rng_.choice(kShapes))}};
    const lang::xlogo::Color other = rng_.choice(kShapeColors);
    if (other == color) return {{colored(color)}};
    return {{colored(color), colored(other)}};
  }

  bool collect_all() {
    if (passed_.empty()) return false;
    Things things = shapes();
    const lang::xlogo::Spec spec = collection();
    Things wanted = take(things, {spec});
    put(last(), rng_.choice(wanted));
    const auto most = std::min<std::int64_t>(3, static_cast<std::int64_t>(passed_.size()));
    for (std::int64_t n = rng_.randint(1, most), i = 0; i < n; ++i) {
      put(passed_[static_cast<std::size_t>(i)], rng_.choice(wanted));
    }
    goal(lang::xlogo::ObjectiveKind::kCollectAll, {spec});
    if (rng_.random() < 0.35 && !forbid_some(things, 1)) return false;
    return scatter_everywhere(things) > 0;
  }

  bool one_after_another() {
    Things things = rng_.random() < 0.6 ? circles() : letters();
    std::vector<std::size_t> once;  // in the order of the visits
    for (const std::size_t cell : draft_.visits) {
      if (!used_[cell] && cell != last() &&
          std::count(draft_.visits.begin(), draft_.visits.end(), cell) == 1) {
        once.push_back(cell);
      }
    }
    if (once.empty()) return false;
    const std::size_t count = std::min<std::size_t>(once.size(), 1 + rng_.randbelow(2));
    std::vector<std::size_t> chosen = rng_.sample_indices(once.size(), count);
    std::sort(chosen.begin(), chosen.end());
    rng_.shuffle(things);
    std::vector<lang::xlogo::Spec> specs;
    const auto meet = [&](std::size_t cell) {
      put(cell, things.back());
      specs.push_back(precisely(things.back()));
      things.pop_back();
    };
    for (const std::size_t i : chosen) meet(once[i]);
    meet(last());
    goal(lang::xlogo::ObjectiveKind::kConcat, std::move(specs));
    scatter_everywhere(things);
    return true;
  }

  Random& rng_;
  Draft& draft_;
  lang::xlogo::World& world_;
  std::vector<bool> used_;           // by cell: holds something, or is the start
  std::vector<std::size_t> passed_;  // on the path, but for its ends
  std::vector<std::size_t> aside_;   // off it
};

}  // namespace

bool add_goal(Random& rng, TaskType type, Draft& draft) {
  const std::size_t last = draft.visits.back();
  if (std::count(draft.visits.begin(), draft.visits.end(), last) != 1) return false;
  Scene scene(rng, draft);
  switch (type) {
    case TaskType::kFind:
      return scene.find();
    case TaskType::kMath:
      return scene.sum();
    default:
      return scene.logic();
  }
}

}  // namespace papert::mint::xlogo
