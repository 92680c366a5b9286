#include "suite/turtlebench/extract.h"

#include "suite/code_reply.h"
#include "suite/turtlebench/language.h"

namespace papert::turtlebench {
namespace {

/// A whole program counts more than a part of one, and one that draws more than one that does not.
int worth(const suite::CodeCandidate& candidate) {
  const bool draws = draws_with_turtle(candidate.code);
  if (candidate.rule == "joined") return draws ? 1 : 0;
  if (candidate.rule == "open_fence") return draws ? 2 : 0;
  return draws ? 3 : 1;
}

suite::Answer extract_leniently(const std::vector<suite::CodeCandidate>& candidates) {
  const suite::CodeCandidate* best = nullptr;
  for (const suite::CodeCandidate& each : candidates) {
    if (best == nullptr || worth(each) >= worth(*best)) best = &each;
  }
  return best == nullptr ? suite::Answer{} : suite::Answer{best->code, std::string(best->rule)};
}

}  // namespace

suite::Answer extract_program(std::string_view reply, suite::Extraction extraction) {
  return extraction == suite::Extraction::kStrict ? suite::find_code_strictly(reply)
                                                  : extract_leniently(suite::find_code(reply));
}

}  // namespace papert::turtlebench
