// The published normaliser searches the reply with one lazy pattern, in Python's notation
// "```[^\n]*\n(.*?)\n```" over all lines, and falls back to collecting lines. No pattern engine is
// needed: if the first three backticks are not followed by "\n" and, later, "\n```", no later ones
// are either, so two searches decide. Examples:
//
//     Sure!                                Sure!
//     ```python                            circle(cx=1, cy=1, radius=1, stroke=1)
//     circle(...)        -> circle(...)    Done.                -> circle(...)
//     ```                   ("fence")                              ("calls")
//
// A fence that is opened and never closed, or closed on its body's last line, is none: its calls
// are then found one by one.

#include "suite/shapecode/extract.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

#include "lang/shapes/program.h"
#include "lang/shapes/python_text.h"

namespace papert::shapecode {
namespace {

std::optional<std::string_view> fenced_body(std::string_view reply) {
  const std::size_t open = reply.find("```");
  if (open == std::string_view::npos) return std::nullopt;
  const std::size_t line_end = reply.find('\n', open);
  if (line_end == std::string_view::npos) return std::nullopt;
  const std::size_t body = line_end + 1;
  const std::size_t close = reply.find("\n```", body);
  if (close == std::string_view::npos) return std::nullopt;
  return reply.substr(body, close - body);
}

bool is_call(std::string_view line) {
  if (!line.ends_with(')')) return false;
  return std::ranges::any_of(shapes::kKinds, [line](shapes::Kind kind) {
    const std::string_view name = shapes::kind_name(kind);
    return line.starts_with(name) && line.substr(name.size()).starts_with('(');
  });
}

std::string call_lines(std::string_view reply) {
  std::string calls;
  while (!reply.empty()) {
    const std::string_view line = shapes::python_strip(shapes::take_python_line(reply));
    if (!is_call(line)) continue;
    if (!calls.empty()) calls += '\n';
    calls += line;
  }
  return calls;
}

}  // namespace

Extracted extract_program(std::string_view reply) {
  if (const auto body = fenced_body(reply)) {
    return {std::string(shapes::python_strip(*body)), "fence"};
  }
  if (std::string calls = call_lines(reply); !calls.empty()) return {std::move(calls), "calls"};
  return {std::string(shapes::python_strip(reply)), "whole"};
}

Extracted extract_strictly(std::string_view reply) {
  const auto body = fenced_body(reply);
  if (body) {
    const auto closing = static_cast<std::size_t>(body->data() - reply.data()) + body->size();
    if (reply.find("```", closing + 4) == std::string_view::npos) {
      return {std::string(shapes::python_strip(*body)), "fence"};
    }
  }
  return {std::string(shapes::python_strip(reply)), "whole"};
}

}  // namespace papert::shapecode
