#include "suite/xlogo/extract.h"

#include <algorithm>
#include <array>
#include <string>

#include "lang/xlogo/v2_program.h"
#include "reply/code.h"

namespace papert::suite::xlogo {
namespace {

bool defines_run(std::string_view code) { return code.find("def run") != std::string_view::npos; }

reply::Likeness likeness(std::string_view code) {
  constexpr std::array<std::string_view, 5> kCalls{"move_forward(", "move_backward(", "turn_left(",
                                                   "turn_right(", "setpc("};
  if (defines_run(code)) return reply::Likeness::kProgram;
  const bool commands = std::any_of(kCalls.begin(), kCalls.end(), [&](std::string_view call) {
    return code.find(call) != std::string_view::npos;
  });
  return commands ? reply::Likeness::kPart : reply::Likeness::kNone;
}

constexpr reply::ProgramRule kRule{.likeness = likeness};

template <class IsProgram>
reply::Answer extract_first(std::string_view reply, IsProgram is_program) {
  std::vector<reply::Candidate> candidates = reply::find_code(reply);
  if (candidates.empty()) return {};
  auto first = std::find_if(candidates.begin(), candidates.end(),
                            [&](const auto& each) { return is_program(each.code); });
  if (first == candidates.end()) {
    first = std::find_if(candidates.begin(), candidates.end(),
                         [](const auto& each) { return defines_run(each.code); });
  }
  if (first == candidates.end()) first = candidates.begin();
  return reply::Answer::one(std::move(first->code), std::move(first->rule), std::move(first->label),
                            reply::count_programs(reply, kRule));
}

}  // namespace

reply::Answer extract_program(std::string_view reply, reply::Extraction extraction) {
  return reply::read_program(reply, extraction, kRule, [](std::string_view text) {
    return extract_first(
        text, [](const std::string& code) { return lang::xlogo::parse_python(code).has_value(); });
  });
}

reply::Answer extract_second(std::string_view reply, reply::Extraction extraction) {
  return reply::read_program(reply, extraction, kRule, [](std::string_view text) {
    return extract_first(text, [](const std::string& code) {
      return lang::xlogo::v2::parse_python(code).has_value();
    });
  });
}

}  // namespace papert::suite::xlogo
