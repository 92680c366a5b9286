#include "suite/xlogo/extract.h"

#include <algorithm>
#include <string>

#include "base/text.h"
#include "lang/xlogo/program.h"
#include "suite/code_reply.h"

namespace papert::xlogo {
namespace {

suite::Answer answer_of(const suite::CodeCandidate& candidate) {
  return {candidate.code, std::string(candidate.rule)};
}

suite::Answer extract_leniently(const std::vector<suite::CodeCandidate>& candidates) {
  const auto parses =
      std::find_if(candidates.begin(), candidates.end(),
                   [](const suite::CodeCandidate& c) { return parse_python(c.code).has_value(); });
  if (parses != candidates.end()) return answer_of(*parses);
  const auto defines = std::find_if(
      candidates.begin(), candidates.end(),
      [](const suite::CodeCandidate& c) { return c.code.find("def run") != std::string::npos; });
  if (defines != candidates.end()) return answer_of(*defines);
  return candidates.empty() ? suite::Answer{} : answer_of(candidates.front());
}

suite::Answer extract_strictly(std::string_view reply,
                               const std::vector<suite::CodeCandidate>& candidates) {
  if (reply.find("```") == std::string_view::npos && reply.find("~~~") == std::string_view::npos) {
    const std::string_view whole = trim(reply);
    return {std::string(whole), whole.empty() ? "" : "whole"};
  }
  if (candidates.size() == 1 && candidates.front().rule == "fence") {
    return answer_of(candidates.front());
  }
  return {};
}

}  // namespace

suite::Answer extract_program(std::string_view reply, suite::Extraction extraction) {
  const std::vector<suite::CodeCandidate> candidates = suite::find_code(reply);
  return extraction == suite::Extraction::kStrict ? extract_strictly(reply, candidates)
                                                  : extract_leniently(candidates);
}

}  // namespace papert::xlogo
