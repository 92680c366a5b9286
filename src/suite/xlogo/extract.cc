#include "suite/xlogo/extract.h"

#include <algorithm>
#include <string>

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

}  // namespace

suite::Answer extract_program(std::string_view reply, suite::Extraction extraction) {
  return extraction == suite::Extraction::kStrict ? suite::find_code_strictly(reply)
                                                  : extract_leniently(suite::find_code(reply));
}

}  // namespace papert::xlogo
