#include "suite/sgp/extract.h"

#include <algorithm>
#include <string>
#include <vector>

#include "base/text.h"

namespace papert::sgp {
namespace {

constexpr std::string_view kAnswer = "answer";
constexpr std::string_view kDecoration = " \t\r*_`#>\"'";

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

std::string_view without_decoration(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(kDecoration);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kDecoration) - begin + 1);
}

std::string_view line_at(std::string_view text, std::size_t at) {
  return text.substr(at, std::min(text.find('\n', at), text.size()) - at);
}

std::string_view last_line(std::string_view text) {
  text = trim(text);
  const std::size_t end = text.rfind('\n');
  return trim(end == std::string_view::npos ? text : text.substr(end + 1));
}

/// What stands behind `at` in its line or, if nothing does, in the next line that is not blank.
std::string_view piece_behind(std::string_view text, std::size_t at) {
  const std::string_view line = line_at(text, at);
  if (!without_decoration(line).empty()) return trim(line);
  const std::size_t next = text.find_first_not_of(" \t\r\n*_`", at);
  return next == std::string_view::npos ? std::string_view() : trim(line_at(text, next));
}

/// The last "answer" of `small` (the reply in small letters) that is followed by a mark which
/// `mark_length` recognises; what stands behind the mark.
template <class MarkLength>
std::string_view last_marked(std::string_view reply, std::string_view small,
                             MarkLength mark_length) {
  for (std::size_t at = small.rfind(kAnswer); at != std::string_view::npos;
       at = at == 0 ? std::string_view::npos : small.rfind(kAnswer, at - 1)) {
    if (at > 0 && is_letter(small[at - 1])) continue;
    const std::size_t behind = small.find_first_not_of(kDecoration, at + kAnswer.size());
    if (behind == std::string_view::npos) continue;
    const std::size_t length = mark_length(small.substr(behind));
    if (length == 0) continue;
    const std::string_view piece = piece_behind(reply, behind + length);
    if (!without_decoration(piece).empty()) return piece;
  }
  return {};
}

std::size_t colon_length(std::string_view text) {
  constexpr std::string_view kWideColon = "\xEF\xBC\x9A";
  if (text.front() == ':') return 1;
  return text.starts_with(kWideColon) ? kWideColon.size() : 0;
}

std::size_t is_length(std::string_view text) {
  if (!text.starts_with("is") || text.size() < 3 || is_letter(text[2])) return 0;
  return text[2] == ':' ? 3 : 2;
}

std::string_view last_boxed(std::string_view reply) {
  constexpr std::string_view kBoxed = "\\boxed{";
  const std::size_t at = reply.rfind(kBoxed);
  if (at == std::string_view::npos) return {};
  std::string_view inside = reply.substr(at + kBoxed.size());
  if (inside.starts_with("\\text{")) inside.remove_prefix(6);
  const std::size_t close = inside.find('}');
  return close == std::string_view::npos ? std::string_view() : trim(inside.substr(0, close));
}

}  // namespace

suite::Answer find_answer(std::string_view reply, suite::Extraction extraction) {
  const std::string small = lower(reply);
  const std::string_view last = last_line(reply);
  if (lower(last.substr(0, kAnswer.size() + 1)) == "answer:") {
    const std::string_view piece = trim(last.substr(kAnswer.size() + 1));
    const bool strict = extraction == suite::Extraction::kStrict;
    if (!without_decoration(piece).empty()) {
      return {std::string(piece), strict ? "strict" : "last_line"};
    }
  }
  if (extraction == suite::Extraction::kStrict) return {};
  if (const auto piece = last_marked(reply, small, colon_length); !piece.empty()) {
    return {std::string(piece), "answer"};
  }
  if (const auto piece = last_boxed(reply); !piece.empty()) return {std::string(piece), "boxed"};
  if (const auto piece = last_marked(reply, small, is_length); !piece.empty()) {
    return {std::string(piece), "sentence"};
  }
  if (!without_decoration(last).empty()) return {std::string(last), "bare"};
  return {};
}

}  // namespace papert::sgp
