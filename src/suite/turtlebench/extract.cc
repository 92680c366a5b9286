#include "suite/turtlebench/extract.h"

#include <algorithm>

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

/// Whether `code` mentions a function that only `other` defines. A long text has no parts, and only
/// its first functions are looked at: the cost stays that of reading.
bool needs(std::string_view code, std::string_view other) {
  constexpr std::string_view kDefinition = "def ";
  constexpr std::size_t kMaxBytes = 64U << 10;
  constexpr int kMostFunctions = 16;
  if (code.size() > kMaxBytes || other.size() > kMaxBytes) return false;
  int functions = 0;
  for (const std::string_view line : split(other, '\n')) {
    const std::size_t open = line.find('(');
    if (!line.starts_with(kDefinition) || open == line.npos) continue;
    if (++functions > kMostFunctions) return false;
    const std::string name(trim(line.substr(kDefinition.size(), open - kDefinition.size())));
    const bool defines = code.find(std::string(kDefinition) + name) != code.npos;
    if (!defines && code.find(name + "(") != code.npos) return true;
  }
  return false;
}

suite::Answer extract_leniently(const std::vector<suite::CodeCandidate>& candidates) {
  const suite::CodeCandidate* best = nullptr;
  for (const suite::CodeCandidate& each : candidates) {
    if (best == nullptr || worth(each) >= worth(*best)) best = &each;
  }
  const bool in_parts = std::ranges::any_of(candidates, [&](const suite::CodeCandidate& each) {
    return each.rule == "fence" && (needs(best->code, each.code) || needs(each.code, best->code));
  });
  if (in_parts) best = &candidates.back();  // all blocks together come last
  return best == nullptr ? suite::Answer{} : suite::Answer{best->code, std::string(best->rule)};
}

/// The label of the first block with this code; lines are compared without their indentation, which
/// a block in a list has more of than its code.
std::string_view fence_label(std::string_view reply, std::string_view code) {
  const std::vector<std::string_view> wanted = split(code, '\n');
  const std::size_t count = wanted.size() - 1;  // every line of code has its end
  std::string_view mark;                        // of the open block
  std::string_view label;
  std::size_t equal = 0;
  std::size_t seen = 0;
  for (const std::string_view raw : split(reply, '\n')) {
    const std::string_view line = trim(raw);
    if (mark.empty()) {
      if (!line.starts_with("```") && !line.starts_with("~~~")) continue;
      const std::string_view run = line.substr(0, line.find_first_not_of(line.front()));
      label = trim(line.substr(run.size()));
      if (label.find('`') == std::string_view::npos) mark = run;
      equal = seen = 0;
    } else if (line.starts_with(mark) && line.find_first_not_of(mark.front()) == line.npos) {
      if (equal == count && seen == count) return label;
      mark = {};
    } else {
      if (equal == seen && seen < count && line == trim(wanted[seen])) ++equal;
      ++seen;
    }
  }
  return !mark.empty() && equal == count && seen == count ? label : std::string_view();
}

}  // namespace

suite::Answer extract_labelled(std::string_view reply, suite::Extraction extraction) {
  suite::Answer answer = extract_program(reply, extraction);
  if (answer.rule != "fence" && answer.rule != "open_fence") return answer;
  const std::string_view label = fence_label(reply, answer.text);
  if (!label.empty()) answer.rule += ":" + std::string(label);
  return answer;
}

std::string_view label_of(const suite::Answer& answer) {
  const std::size_t colon = answer.rule.find(':');
  return colon == std::string::npos ? std::string_view()
                                    : std::string_view(answer.rule).substr(colon + 1);
}

suite::Answer extract_program(std::string_view reply, suite::Extraction extraction) {
  return extraction == suite::Extraction::kStrict ? suite::find_code_strictly(reply)
                                                  : extract_leniently(suite::find_code(reply));
}

}  // namespace papert::turtlebench
