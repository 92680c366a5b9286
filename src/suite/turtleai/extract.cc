#include "suite/turtleai/extract.h"

#include <algorithm>
#include <string>

#include "reply/turtle_code.h"

namespace papert::suite::turtleai {
namespace {

/// A program is a script that makes its own turtle, or the function draw, which is called for it.
constexpr reply::ProgramRule kRule{
    .likeness = reply::turtle_likeness, .joins = true, .entry = "draw"};

reply::Answer extract_all(std::string_view reply) {
  std::vector<reply::CodeCandidate> candidates = reply::find_code(reply);
  if (candidates.empty()) return {};
  if (candidates.size() > kMaxCandidates) candidates.resize(kMaxCandidates);
  reply::Answer answer{std::move(candidates.front().code),
                       std::string(candidates.front().rule),
                       std::move(candidates.front().label),
                       reply::count_programs(reply, kRule),
                       {}};
  for (std::size_t i = 1; i < candidates.size(); ++i) {
    answer.alternatives.push_back(std::move(candidates[i].code));
  }
  return answer;
}

}  // namespace

reply::Answer extract_programs(std::string_view reply, reply::Extraction extraction) {
  switch (extraction) {
    case reply::Extraction::kStrict:
      return reply::find_code_strictly(reply, kRule);
    case reply::Extraction::kPublished:
      return extract_all(reply);
    case reply::Extraction::kLenient:
      break;
  }
  return reply::find_program(reply, kRule);
}

std::vector<std::string_view> programs_of(const reply::Answer& answer) {
  if (answer.text.empty()) return {};
  std::vector<std::string_view> programs{answer.text};
  programs.insert(programs.end(), answer.alternatives.begin(), answer.alternatives.end());
  return programs;
}

std::size_t longest_block(const std::vector<std::string_view>& programs) {
  std::size_t blocks = programs.size();
  const bool joined =
      blocks > 1 && std::all_of(programs.begin(), programs.end(), [&](std::string_view each) {
        return programs.back().find(each) != std::string_view::npos;
      });
  if (joined) --blocks;
  std::size_t longest = 0;
  for (std::size_t i = 1; i < blocks; ++i) {
    if (programs[i].size() > programs[longest].size()) longest = i;
  }
  return longest;
}

}  // namespace papert::suite::turtleai
