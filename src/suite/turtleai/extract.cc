#include "suite/turtleai/extract.h"

#include <algorithm>

#include "suite/code_reply.h"

namespace papert::turtleai {

suite::Answer extract_programs(std::string_view reply, suite::Extraction extraction) {
  if (extraction == suite::Extraction::kStrict) return suite::find_code_strictly(reply);
  const std::vector<suite::CodeCandidate> candidates = suite::find_code(reply);
  if (candidates.empty()) return {};
  if (candidates.size() == 1) {
    return {candidates.front().code, std::string(candidates.front().rule)};
  }
  Json programs = Json::array();
  for (const suite::CodeCandidate& candidate : candidates) programs.push_back(candidate.code);
  return {dump_json(programs), std::string(kSeveral)};
}

std::vector<std::string> programs_of(const suite::Answer& answer) {
  if (answer.text.empty()) return {};
  if (answer.rule != kSeveral) return {answer.text};
  std::vector<std::string> programs;
  const auto list = parse_json(answer.text);
  if (!list || !list->is_array()) return programs;
  for (const Json& each : *list) {
    if (each.is_string()) programs.push_back(each.get<std::string>());
  }
  return programs;
}

std::size_t longest_block(const std::vector<std::string>& programs) {
  std::size_t blocks = programs.size();
  const bool joined =
      blocks > 1 && std::all_of(programs.begin(), programs.end(), [&](const std::string& each) {
        return programs.back().find(each) != std::string::npos;
      });
  if (joined) --blocks;
  std::size_t longest = 0;
  for (std::size_t i = 1; i < blocks; ++i) {
    if (programs[i].size() > programs[longest].size()) longest = i;
  }
  return longest;
}

}  // namespace papert::turtleai
