#include "suite/turtlebench/extract.h"

#include <algorithm>
#include <array>

#include "reply/plot_code.h"
#include "reply/turtle_code.h"

namespace papert::suite::turtlebench {
namespace {

/// What runs before a program has these (program.h).
constexpr std::array<std::string_view, 3> kGiven{"t", "turtle", "math"};
constexpr reply::ProgramRule kRule{
    .likeness = reply::turtle_likeness, .joins = true, .given = kGiven};

constexpr std::array<std::string_view, 4> kGivenToPlots{"plt", "np", "math", "matplotlib"};
constexpr reply::ProgramRule kPlotRule{
    .likeness = reply::plot_likeness, .joins = true, .given = kGivenToPlots};

template <const reply::ProgramRule& rule>
reply::Answer extract_last(std::string_view reply) {
  std::vector<reply::Candidate> candidates = reply::find_code(reply);
  if (candidates.empty()) return {};
  const auto closed =
      std::find_if(candidates.rbegin(), candidates.rend(),
                   [](const reply::Candidate& each) { return each.rule == "fence"; });
  reply::Candidate& last = closed == candidates.rend() ? candidates.back() : *closed;
  return reply::Answer::one(std::move(last.code), std::move(last.rule), std::move(last.label),
                            reply::count_programs(reply, rule));
}

}  // namespace

reply::Answer extract_program(std::string_view reply, reply::Extraction extraction,
                              Library library) {
  if (library == Library::kMatplotlib) {
    return reply::read_program(reply, extraction, kPlotRule, extract_last<kPlotRule>);
  }
  return reply::read_program(reply, extraction, kRule, extract_last<kRule>);
}

}  // namespace papert::suite::turtlebench
