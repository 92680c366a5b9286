#include "suite/turtleai/extract.h"

#include <string>

#include "reply/turtle_code.h"

namespace papert::suite::turtleai {
namespace {

/// A program is a script that makes its own turtle, or the function draw, which is called for it.
constexpr reply::ProgramRule kRule{
    .likeness = reply::turtle_likeness, .joins = true, .entry = "draw"};

reply::Answer extract_all(std::string_view reply) {
  reply::Answer answer;
  answer.candidates = reply::find_code(reply);
  if (answer.candidates.empty()) return answer;
  if (answer.candidates.size() > kMaxCandidates) answer.candidates.resize(kMaxCandidates);
  answer.programs = reply::count_programs(reply, kRule);
  return answer;
}

}  // namespace

reply::Answer extract_programs(std::string_view reply, reply::Extraction extraction) {
  return reply::read_program(reply, extraction, kRule, extract_all);
}

std::vector<std::string_view> programs_of(const reply::Answer& answer) {
  std::vector<std::string_view> programs;
  if (answer.first().code.empty()) return programs;
  for (const reply::Candidate& each : answer.candidates) programs.push_back(each.code);
  return programs;
}

std::size_t longest_block(const reply::Answer& answer) {
  std::size_t longest = 0;
  for (std::size_t i = 1; i < answer.candidates.size(); ++i) {
    const reply::Candidate& each = answer.candidates[i];
    const bool block = each.rule != "joined";
    if (block && each.code.size() > answer.candidates[longest].code.size()) longest = i;
  }
  return longest;
}

}  // namespace papert::suite::turtleai
