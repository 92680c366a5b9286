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
//
// The lenient rule differs from this where a reply has several blocks: the first one may be a
// draft, or a command.

#include "suite/shapecode/extract.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <utility>

#include "lang/python/text.h"
#include "reply/code.h"

namespace papert::suite::shapecode {
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

bool begins_call(std::string_view line, Dialect dialect) {
  return std::ranges::any_of(data::shapecode::rules_of(dialect).functions,
                             [line](std::string_view name) {
                               return line.starts_with(name.front()) && line.starts_with(name) &&
                                      line.substr(name.size()).starts_with('(');
                             });
}

bool is_call(std::string_view line, Dialect dialect) {
  return line.ends_with(')') && begins_call(line, dialect);
}

std::string call_lines(std::string_view reply, Dialect dialect) {
  std::string calls;
  while (!reply.empty()) {
    const std::string_view line = lang::python::python_strip(lang::python::take_python_line(reply));
    if (!is_call(line, dialect)) continue;
    if (calls.empty()) calls.reserve(line.size() + 1 + reply.size());
    if (!calls.empty()) calls += '\n';
    calls += line;
  }
  return calls;
}

/// A program gives its arguments by name; a call without any = explains one.
template <Dialect kDialect>
reply::Likeness likeness(std::string_view code) {
  bool calls = false;
  while (!code.empty()) {
    const std::string_view line = lang::python::python_strip(lang::python::take_python_line(code));
    if (!begins_call(line, kDialect)) continue;
    calls = true;
    // A call may go on in the next lines.
    if (line.find('=') != std::string_view::npos || line.ends_with('(') || line.ends_with(',')) {
      return reply::Likeness::kProgram;
    }
  }
  return calls ? reply::Likeness::kPart : reply::Likeness::kNone;
}

constexpr std::array<reply::ProgramRule, 2> kProgramRules{
    {{.likeness = likeness<Dialect::kV1>}, {.likeness = likeness<Dialect::kV2>}}};

reply::Answer answer_of(Extracted found, std::size_t programs) {
  return reply::Answer::one(std::move(found.text), std::string(found.rule), "", programs);
}

}  // namespace

Extracted extract_program(std::string_view reply, Dialect dialect) {
  if (const auto body = fenced_body(reply)) {
    return {std::string(lang::python::python_strip(*body)), "fence"};
  }
  if (std::string calls = call_lines(reply, dialect); !calls.empty())
    return {std::move(calls), "calls"};
  return {std::string(lang::python::python_strip(reply)), "whole"};
}

Extracted extract_strictly(std::string_view reply) {
  const auto body = fenced_body(reply);
  if (body) {
    const auto closing = static_cast<std::size_t>(body->data() - reply.data()) + body->size();
    if (reply.find("```", closing + 4) == std::string_view::npos) {
      return {std::string(lang::python::python_strip(*body)), "fence"};
    }
  }
  return {std::string(lang::python::python_strip(reply)), "whole"};
}

reply::Answer extract_answer(std::string_view reply, reply::Extraction extraction,
                             Dialect dialect) {
  reply::Answer found =
      reply::find_program(reply, kProgramRules[static_cast<std::size_t>(dialect)]);
  const std::size_t programs = found.programs;
  if (extraction == reply::Extraction::kStrict) return answer_of(extract_strictly(reply), programs);
  if (extraction == reply::Extraction::kPublished) {
    return answer_of(extract_program(reply, dialect), programs);
  }
  if (found.first().rule == "fence" && programs > 0) {
    std::string& code = found.candidates.front().code;
    code = std::string(lang::python::python_strip(code));
    return found;
  }
  // Blocks without a program say nothing about calls that stand outside of them.
  std::string calls = call_lines(reply, dialect);
  return answer_of(
      calls.empty() ? extract_program(reply, dialect) : Extracted{std::move(calls), "calls"},
      programs);
}

}  // namespace papert::suite::shapecode
