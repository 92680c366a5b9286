// The direct engine puts things and obstacles where they fit and gives up where they do not; here a
// solver finds them if they can be found at all:
//
//     1  a place for the solution's walk, out of all places (above level 0: out of a few)
//     2  a world that meets the formula and comes nearest to the wishes of the seed
//     3  a cell that cannot be reached, or a program that beats the solution: a condition more,
//        and back to 2
//     4  proof of the rest; a world that fails it is ruled out, and back to 2
//
// Conditions are true of every world that is wanted, so the first world that needs none is the one
// that comes nearest to the wishes among all wanted ones: what was tried before does not matter.

#include "synth/smt.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "base/random.h"
#include "lang/xlogo/emulator.h"
#include "mint/xlogo/seed.h"
#include "synth/likeness.h"
#include "synth/prove.h"
#include "synth/site.h"
#include "synth/solver.h"
#include "synth/world_formula.h"

namespace papert::synth {
namespace {

constexpr std::uint64_t kSmtSalt = 0x736D74;
constexpr int kMostConditions = 120;  // at a place
constexpr int kMostOthers = 6;        // worlds at a place that fail the last proofs
constexpr int kPlacesDrawn = 4;       // above level 0
constexpr int kLeastSide = 3;

class SmtBuilder {
 public:
  SmtBuilder(const lang::xlogo::Task& reference, const Candidate& candidate, std::int64_t seed,
             const BuildOptions& options)
      : reference_(reference), options_(options), rng_(mint::xlogo::mixed_seed(seed, kSmtSalt)) {
    task_.goal = candidate.goal;
    task_.constraints = candidate.constraints;
    task_.solution = candidate.code;
  }

  tl::expected<BuiltTask, Rejection> run(const Route& route) {
    for (const lang::xlogo::World& place : places(route)) {
      task_.world = place;
      if (std::optional<BuiltTask> built = at_place()) return std::move(*built);
    }
    if (options_.allow_longer && beaten_) {
      return prove_rest(std::move(*beaten_), reference_, options_, Proof{.minimal = false});
    }
    if (failed_) return tl::unexpected(*failed_);
    if (undecided_) return tl::unexpected(Rejection::kUndecided);
    return tl::unexpected(shortcuts_ ? Rejection::kShorter : Rejection::kNoItems);
  }

 private:
  /// Empty worlds with the turtle where the walk fits. At level 0 all of them but for turns, which
  /// change nothing.
  std::vector<lang::xlogo::World> places(const Route& route) {
    std::vector<lang::xlogo::World> places;
    if (options_.level > 0) {
      for (int i = 0; i < kPlacesDrawn; ++i) {
        Site site;
        choose_pose(rng_, route, options_.level, site);
        if (std::find(places.begin(), places.end(), site.world()) == places.end()) {
          places.push_back(std::move(site.world()));
        }
      }
      undecided_ = true;
      return places;
    }
    lang::xlogo::World world;
    world.width = world.height = std::max({kLeastSide, route.width(), route.height()});
    world.tiles.assign(
        static_cast<std::size_t>(world.width) * static_cast<std::size_t>(world.height),
        lang::xlogo::Tile{.present = true, .allowed = true});
    world.heading = static_cast<lang::xlogo::Direction>(rng_.randbelow(4));
    for (world.turtle_y = 0; world.turtle_y < world.height; ++world.turtle_y) {
      for (world.turtle_x = 0; world.turtle_x < world.width; ++world.turtle_x) {
        if (!lang::xlogo::trace(world, task_.solution).crash) places.push_back(world);
      }
    }
    rng_.shuffle(places);
    return places;
  }

  std::optional<BuiltTask> at_place() {
    const Likeness like =
        likeness(reference_, task_.goal, task_.world.width, task_.world.height, options_.level);
    const WorldFormula formula(task_, like);
    Solver solver(formula.formula());
    const std::vector<Literal> wishes = formula.wishes(rng_);
    kept_out_.clear();
    int others = 0;
    for (int i = 0; i < kMostConditions && others <= kMostOthers; ++i) {
      std::vector<bool> values;
      const Solver::Answer answer = solver.solve(wishes, values);
      if (answer == Solver::Answer::kNone) return std::nullopt;
      if (answer == Solver::Answer::kGaveUp) break;
      task_.world = formula.world(values);
      if (learn(formula, values, solver)) continue;
      if (std::optional<BuiltTask> built = proven()) return built;
      solver.require(formula.other_than(values));
      ++others;
    }
    undecided_ = true;
    return std::nullopt;
  }

  /// Whether the world of these values shows a condition that it breaks.
  bool learn(const WorldFormula& formula, const std::vector<bool>& values, Solver& solver) {
    if (const std::optional<Linear> cut = formula.connection(task_.world)) {
      solver.require(*cut);
      return true;
    }
    proof_ = Proof{};
    auto shorter = find_shorter(task_, proof_);
    searched_ = shorter.has_value();
    if (!shorter || !*shorter) return false;
    shortcuts_ = true;
    if (!beaten_) beaten_ = task_;
    formula.keep_out(**shorter, values, solver);
    kept_out_.push_back(std::move(**shorter));
    return true;
  }

  /// The task, if no search gave up and the rest is proven, too.
  std::optional<BuiltTask> proven() {
    if (!searched_) {
      failed_ = Rejection::kUndecided;
      return std::nullopt;
    }
    auto built = prove_rest(task_, reference_, options_, proof_, kept_out_);
    if (built) return std::move(*built);
    failed_ = built.error();
    return std::nullopt;
  }

  const lang::xlogo::Task& reference_;
  const BuildOptions& options_;
  Random rng_;
  lang::xlogo::Task task_;
  Proof proof_;
  bool searched_ = false;                       // for what beats the solution, to the end
  std::vector<lang::xlogo::Program> kept_out_;  // at this place
  bool undecided_ = false;                      // a place that may have a world
  bool shortcuts_ = false;
  std::optional<Rejection> failed_;
  std::optional<lang::xlogo::Task> beaten_;  // a task in which a shorter program succeeds
};

}  // namespace

bool smt_available() { return solver_available(); }

tl::expected<BuiltTask, Rejection> build_by_smt(const lang::xlogo::Task& reference,
                                                const Candidate& candidate, std::int64_t seed,
                                                const BuildOptions& options) {
  if (reference.draws()) return build(reference, candidate, seed, options);
  const std::optional<Route> route = route_of(candidate.code);
  if (!route || !ends_anew(*route)) return tl::unexpected(Rejection::kNoPose);
  return SmtBuilder(reference, candidate, seed, options).run(*route);
}

}  // namespace papert::synth
