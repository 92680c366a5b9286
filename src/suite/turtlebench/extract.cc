#include "suite/turtlebench/extract.h"

#include "base/text.h"
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

suite::Answer extract_strictly(std::string_view reply,
                               const std::vector<suite::CodeCandidate>& candidates) {
  if (reply.find("```") == std::string_view::npos && reply.find("~~~") == std::string_view::npos) {
    const std::string_view whole = trim(reply);
    return {std::string(whole), whole.empty() ? "" : "whole"};
  }
  if (candidates.size() == 1 && candidates.front().rule == "fence") {
    return {candidates.front().code, "fence"};
  }
  return {};
}

}  // namespace

suite::Answer extract_program(std::string_view reply, suite::Extraction extraction) {
  const std::vector<suite::CodeCandidate> candidates = suite::find_code(reply);
  return extraction == suite::Extraction::kStrict ? extract_strictly(reply, candidates)
                                                  : extract_leniently(candidates);
}

}  // namespace papert::turtlebench
