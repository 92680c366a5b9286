#include "suite/xlogo/extract.h"

#include <algorithm>
#include <array>
#include <string>

#include "lang/xlogo/program.h"
#include "suite/code_reply.h"

namespace papert::xlogo {
namespace {

bool defines_run(std::string_view code) { return code.find("def run") != std::string_view::npos; }

suite::Likeness likeness(std::string_view code) {
  constexpr std::array<std::string_view, 5> kCalls{"move_forward(", "move_backward(", "turn_left(",
                                                   "turn_right(", "setpc("};
  if (defines_run(code)) return suite::Likeness::kProgram;
  const bool commands = std::any_of(kCalls.begin(), kCalls.end(), [&](std::string_view call) {
    return code.find(call) != std::string_view::npos;
  });
  return commands ? suite::Likeness::kPart : suite::Likeness::kNone;
}

constexpr suite::ProgramRule kRule{.likeness = likeness};

suite::Answer extract_first(std::string_view reply) {
  std::vector<suite::CodeCandidate> candidates = suite::find_code(reply);
  if (candidates.empty()) return {};
  auto first = std::find_if(candidates.begin(), candidates.end(),
                            [](const auto& each) { return parse_python(each.code).has_value(); });
  if (first == candidates.end()) {
    first = std::find_if(candidates.begin(), candidates.end(),
                         [](const auto& each) { return defines_run(each.code); });
  }
  if (first == candidates.end()) first = candidates.begin();
  return {std::move(first->code),
          std::string(first->rule),
          std::move(first->label),
          suite::count_programs(reply, kRule),
          {}};
}

}  // namespace

suite::Answer extract_program(std::string_view reply, suite::Extraction extraction) {
  switch (extraction) {
    case suite::Extraction::kStrict:
      return suite::find_code_strictly(reply, kRule);
    case suite::Extraction::kPublished:
      return extract_first(reply);
    case suite::Extraction::kLenient:
      break;
  }
  return suite::find_program(reply, kRule);
}

}  // namespace papert::xlogo
