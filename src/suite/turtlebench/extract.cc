#include "suite/turtlebench/extract.h"

#include <algorithm>
#include <array>

#include "suite/turtle_code.h"

namespace papert::turtlebench {
namespace {

/// What runs before a program has these (program.h).
constexpr std::array<std::string_view, 3> kGiven{"t", "turtle", "math"};
constexpr suite::ProgramRule kRule{
    .likeness = suite::turtle_likeness, .joins = true, .given = kGiven};

suite::Answer extract_last(std::string_view reply) {
  std::vector<suite::CodeCandidate> candidates = suite::find_code(reply);
  if (candidates.empty()) return {};
  const auto closed =
      std::find_if(candidates.rbegin(), candidates.rend(),
                   [](const suite::CodeCandidate& each) { return each.rule == "fence"; });
  suite::CodeCandidate& last = closed == candidates.rend() ? candidates.back() : *closed;
  return {std::move(last.code),
          std::string(last.rule),
          std::move(last.label),
          suite::count_programs(reply, kRule),
          {}};
}

}  // namespace

suite::Answer extract_program(std::string_view reply, suite::Extraction extraction) {
  switch (extraction) {
    case suite::Extraction::kStrict:
      return suite::find_code_strictly(reply, kRule);
    case suite::Extraction::kPublished:
      return extract_last(reply);
    case suite::Extraction::kLenient:
      break;
  }
  return suite::find_program(reply, kRule);
}

}  // namespace papert::turtlebench
