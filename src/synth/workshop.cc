// Joins the parts that make tasks: candidates from Space, worlds from build() and build_by_smt().

#include <memory>

#include "synth/build.h"
#include "synth/pool.h"
#include "synth/smt.h"
#include "synth/space.h"

namespace papert::synth {
namespace {

CandidateList list_of_space(const lang::xlogo::Task& reference, Difficulty difficulty, int level) {
  const auto space = std::make_shared<const Space>(Space::of(reference, difficulty, level));
  return {space->codes(), space->candidates(),
          [space](std::int64_t seed, std::uint64_t i) { return space->candidate(seed, i); }};
}

}  // namespace

Workshop make_workshop(bool smt) {
  Workshop workshop{list_of_space, build, nullptr};
  if (smt) workshop.solve = build_by_smt;
  return workshop;
}

}  // namespace papert::synth
