// A world is built in these steps; the first that fails says why there is none:
//
//     1  the program's route, and a place for it in a grid
//     2  items that the walk meets as the goal wants it; or the picture that it draws
//     3  as long as a search finds a program that beats the solution: something in its way
//     4  what the reference has of forbidden cells; fences
//     5  walls that what came after them made needless are taken away
//     6  proof of the rest
//
// What is added after a search only takes programs away, so nothing need be searched again; only
// what is taken away is.

#include "synth/build.h"

#include <utility>
#include <vector>

#include "base/random.h"
#include "mint/xlogo/seed.h"
#include "synth/prove.h"
#include "synth/site.h"

namespace papert::synth {
namespace {

namespace xl = lang::xlogo;

constexpr int kMostShortcuts = 12;
constexpr std::uint64_t kBuildSalt = 0x776F726C64;

class Builder {
 public:
  Builder(const xl::Task& reference, const Candidate& candidate, std::int64_t seed,
          const BuildOptions& options)
      : reference_(reference), options_(options), rng_(mint::xlogo::mixed_seed(seed, kBuildSalt)) {
    xl::Task& task = site_.draft.task;
    task.goal = candidate.goal;
    task.constraints = candidate.constraints;
    task.solution = candidate.code;
  }

  tl::expected<BuiltTask, Rejection> run(const Route& route) {
    const bool draws = site_.draft.task.draws();
    if (draws) {
      choose_picture_pose(rng_, route, site_);
      if (!add_lines(site_)) return tl::unexpected(Rejection::kNoPose);
    } else {
      choose_pose(rng_, route, options_.level, site_);
      const xl::World& world = site_.world();
      site_.like =
          likeness(reference_, site_.draft.task.goal, world.width, world.height, options_.level);
      if (!add_items(rng_, site_)) return tl::unexpected(Rejection::kNoItems);
    }
    Obstacles obstacles(rng_, site_);
    if (const std::optional<Rejection> why = keep_out_shortcuts(draws ? nullptr : &obstacles)) {
      return tl::unexpected(*why);
    }
    if (!draws && !obstacles.finish()) return tl::unexpected(Rejection::kNoItems);
    if (!draws && proof_.minimal) take_needless_walls_away();
    return prove_rest(std::move(site_.draft.task), reference_, options_, proof_, blocked_);
  }

 private:
  std::optional<Rejection> keep_out_shortcuts(Obstacles* obstacles) {
    for (int i = 0; i <= kMostShortcuts; ++i) {
      proof_ = Proof{};
      auto shorter = find_shorter(site_.draft.task, proof_);
      if (!shorter) return shorter.error();
      if (!*shorter) return std::nullopt;
      if (obstacles == nullptr || i == kMostShortcuts || !obstacles->block(**shorter)) break;
      blocked_.push_back(std::move(**shorter));
    }
    if (!options_.allow_longer) return Rejection::kShorter;
    proof_.minimal = false;
    return std::nullopt;
  }

  /// One that is needed stays so when another goes, so each is asked about once.
  void take_needless_walls_away() {
    xl::Task fewer = site_.draft.task;
    std::vector<xl::World> worlds = without_one_wall(site_.world());
    for (std::size_t i = 0; i < worlds.size();) {
      fewer.world = worlds[i++];
      if (one_solves(blocked_, fewer)) continue;
      Proof proof;
      auto shorter = find_shorter(fewer, proof);
      if (!shorter || !alike(fewer.world, site_.like)) continue;
      if (*shorter) {
        blocked_.push_back(std::move(**shorter));
        continue;
      }
      proof_ = proof;
      site_.world() = fewer.world;
      worlds = without_one_wall(site_.world());
      --i;
    }
  }

  const xl::Task& reference_;
  const BuildOptions& options_;
  Random rng_;
  Site site_;
  Proof proof_;
  std::vector<xl::Program> blocked_;
};

}  // namespace

tl::expected<BuiltTask, Rejection> build(const xl::Task& reference, const Candidate& candidate,
                                         std::int64_t seed, const BuildOptions& options) {
  const std::optional<Route> route = route_of(candidate.code);
  if (!route) return tl::unexpected(Rejection::kNoPose);
  const bool draws = reference.draws();
  if (draws ? route->cells.size() < 2 : !ends_anew(*route)) {
    return tl::unexpected(Rejection::kNoPose);
  }
  return Builder(reference, candidate, seed, options).run(*route);
}

}  // namespace papert::synth
