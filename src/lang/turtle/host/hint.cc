#include "lang/turtle/host/hint.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <vector>

#include "base/text.h"

namespace papert::lang::turtle {
namespace {

constexpr std::size_t kLongestName = 40;

bool is_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

std::string_view leading_name(std::string_view text) {
  const auto end = std::find_if_not(text.begin(), text.end(), is_name);
  return text.substr(0, static_cast<std::size_t>(end - text.begin()));
}

/// How many letters must be put in, taken out, changed or swapped with a neighbour.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> cost(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        cost[i][j] = i + j;
        continue;
      }
      const std::size_t change = cost[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      cost[i][j] = std::min({cost[i - 1][j] + 1, cost[i][j - 1] + 1, change});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) cost[i][j] = std::min(cost[i][j], cost[i - 2][j - 2] + 1);
    }
  }
  return cost[a.size()][b.size()];
}

/// The word after `before` in a message: "module 'turtel' is not available" gives turtel.
std::string_view quoted_after(std::string_view message, std::string_view before) {
  const std::size_t at = message.find(before);
  if (at == std::string_view::npos) return {};
  const std::string_view rest = message.substr(at + before.size());
  return rest.substr(0, std::min(rest.find('\''), rest.size()));
}

std::string module_hint(std::string_view module) {
  if (module.empty() || module.size() > kLongestName) return {};
  for (const std::string_view known : {"turtle", "math", "random", "time"}) {
    if (edit_distance(lower(module), known) <= 2) {
      return fmt::format("There is no module '{}'. Did you mean '{}'?", module, known);
    }
  }
  return fmt::format(
      "The module '{}' cannot be used here; a drawing needs turtle, math and random.", module);
}

/// The line of the text, without its comment and the blanks around it.
std::vector<std::string_view> code_lines(std::string_view code) {
  std::vector<std::string_view> lines;
  for (std::string_view line : split(code, '\n')) {
    line = line.substr(0, std::min(line.find('#'), line.size()));
    lines.push_back(line);
  }
  return lines;
}

bool has_call(std::string_view code, std::string_view name) {
  for (std::size_t at = code.find(name); at != std::string_view::npos;
       at = code.find(name, at + 1)) {
    const std::size_t end = at + name.size();
    const bool whole = (at == 0 || (!is_name(code[at - 1]) && code[at - 1] != '.')) &&
                       code.substr(end).starts_with('(');
    const bool defined = at >= 4 && code.substr(at - 4, 4) == "def ";
    if (whole && !defined) return true;
  }
  return false;
}

/// The last function of the program that nobody calls.
std::string_view uncalled_function(std::string_view code) {
  std::string_view found;
  for (const std::string_view line : code_lines(code)) {
    if (!line.starts_with("def ")) continue;
    const std::string_view name = leading_name(line.substr(4));
    if (!name.empty() && !has_call(code, name)) found = name;
  }
  return found.size() <= kLongestName ? found : std::string_view();
}

bool loops_for_ever(std::string_view code) {
  constexpr std::array<std::string_view, 4> kLoops{"while True", "while 1", "while(True)",
                                                   "while (True)"};
  return std::any_of(kLoops.begin(), kLoops.end(), [code](std::string_view loop) {
    return code.find(loop) != std::string_view::npos;
  });
}

std::string endless_hint(std::string_view code, int line) {
  const std::string place = line > 0 ? fmt::format(" (line {} was reached last)", line) : "";
  if (loops_for_ever(code)) {
    return fmt::format("The loop 'while True' never ends{}: give it a 'break' or count with 'for'.",
                       place);
  }
  return fmt::format("The program does not come to an end{}: is there an endless loop?", place);
}

std::string failure_hint(std::string_view code, const sandbox::Outcome& outcome) {
  switch (outcome.status) {
    case sandbox::Status::kStepLimit:
    case sandbox::Status::kRecordLimit:
    case sandbox::Status::kOutputLimit:
      return endless_hint(code, outcome.line);
    case sandbox::Status::kForbidden:
      return module_hint(quoted_after(outcome.reason, "module '"));
    default:
      break;
  }
  if (outcome.exception_type == "EOFError" && has_call(code, "input")) {
    return "The program asks with input(), but nobody is there to answer: use a fixed value.";
  }
  const std::string_view module = quoted_after(outcome.reason, "No module named '");
  if (!module.empty()) return module_hint(module);
  if (outcome.exception_type == "NameError") {
    const std::string_view name = quoted_after(outcome.reason, "name '");
    if (!name.empty() && name.size() <= kLongestName) {
      return fmt::format("'{}' is not known there: is it spelt right, defined and imported?", name);
    }
  }
  return {};
}

}  // namespace

std::string hint_for(std::string_view code, const Drawing& drawing) {
  if (drawing.outcome.status != sandbox::Status::kOk) return failure_hint(code, drawing.outcome);
  if (!drawing.scene.items.empty()) return {};
  const std::string_view function = uncalled_function(code);
  if (!function.empty()) {
    return fmt::format("The function '{}' is defined but never called.", function);
  }
  return "The program draws nothing: is the pen down, and does the turtle move?";
}

}  // namespace papert::lang::turtle
