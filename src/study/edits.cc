#include "study/edits.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <ranges>

#include "base/numbers.h"
#include "base/text.h"

namespace papert::study {
namespace {

/// A stretch of the text.
struct Span {
  std::size_t begin = 0;
  std::size_t end = 0;
};

std::string replaced(std::string_view code, const Span& span, std::string_view by) {
  return std::string(code.substr(0, span.begin)) + std::string(by) +
         std::string(code.substr(span.end));
}

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.';
}

/// The whole words equal to `word`.
std::vector<Span> words(std::string_view code, std::string_view word) {
  std::vector<Span> found;
  for (std::size_t at = code.find(word); at != std::string_view::npos;
       at = code.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    const bool alone =
        (at == 0 || !is_word(code[at - 1])) && (end == code.size() || !is_word(code[end]));
    if (alone) found.push_back({at, end});
  }
  return found;
}

/// What stands between the parentheses that follow each `call`, e.g. "t.left(".
std::vector<Span> arguments(std::string_view code, std::string_view call) {
  std::vector<Span> found;
  for (std::size_t at = code.find(call); at != std::string_view::npos;
       at = code.find(call, at + 1)) {
    if (at > 0 && is_word(code[at - 1])) continue;
    const std::size_t begin = at + call.size();
    int depth = 1;
    std::size_t end = begin;
    while (end < code.size() && depth > 0) {
      depth += code[end] == '(' ? 1 : code[end] == ')' ? -1 : 0;
      ++end;
    }
    if (depth == 0) found.push_back({begin, end - 1});
  }
  return found;
}

/// The argument up to a comma that is not inside parentheses.
Span first_of(std::string_view code, Span span) {
  int depth = 0;
  for (std::size_t i = span.begin; i < span.end; ++i) {
    depth += code[i] == '(' ? 1 : code[i] == ')' ? -1 : 0;
    if (depth == 0 && code[i] == ',') return {span.begin, i};
  }
  return span;
}

/// "(text) * 1.1" and the like, without needless parentheses.
std::string grouped(std::string_view text) {
  const bool plain = text.find_first_of("+-*/% ") == std::string_view::npos;
  return plain ? std::string(text) : "(" + std::string(text) + ")";
}

/// Functions of the program that take a turtle and a size first.
std::vector<std::string> sized_functions(std::string_view code) {
  std::vector<std::string> names;
  for (const std::string_view line : split(code, '\n')) {
    const std::size_t open = line.find('(');
    if (!line.starts_with("def ") || open == std::string_view::npos) continue;
    if (line.find("(t, size") != std::string_view::npos) {
      names.emplace_back(line.substr(4, open - 4));
    }
  }
  return names;
}

constexpr std::array<std::string_view, 10> kColors{"red",    "blue", "black",  "green",   "orange",
                                                   "purple", "cyan", "yellow", "magenta", "gray"};

}  // namespace

std::vector<std::string> with_one_more(std::string_view code) {
  std::vector<std::string> edits;
  for (const Span& argument : arguments(code, "range(")) {
    const std::string_view number = code.substr(argument.begin, argument.end - argument.begin);
    std::string more = fmt::format("{} + 1", grouped(number));
    if (const auto count = parse_number<int>(number)) {
      more = std::to_string(*count + 1);
      std::string all(code);
      std::vector<Span> places = words(code, number);
      for (auto& place : std::ranges::reverse_view(places)) {
        all = replaced(all, place, more);
      }
      if (places.size() > 1) edits.push_back(std::move(all));
    }
    edits.push_back(replaced(code, argument, more));
  }
  return edits;
}

std::vector<std::string> with_turn_off(std::string_view code) {
  std::vector<std::string> edits;
  for (const char* call : {"t.left(", "t.right(", "t.setheading("}) {
    for (const Span& argument : arguments(code, call)) {
      const std::string angle(code.substr(argument.begin, argument.end - argument.begin));
      edits.push_back(replaced(code, argument, angle + " + 5"));
      edits.push_back(replaced(code, argument, angle + " - 5"));
    }
  }
  for (const Span& argument : arguments(code, "t.circle(")) {
    const Span radius = first_of(code, argument);
    if (radius.end == argument.end) continue;
    edits.push_back(replaced(code, {argument.end, argument.end}, " + 5"));
  }
  // A drawing made of places alone has no turn to be wrong: one of them is off.
  for (const Span& argument : arguments(code, "t.goto(")) {
    const Span x = first_of(code, argument);
    if (x.end == argument.end) continue;
    const std::string_view y = code.substr(x.end + 1, argument.end - x.end - 1);
    edits.push_back(replaced(
        code, {x.end + 1, argument.end},
        fmt::format(" {} + 0.0875 * {}", trim(y), grouped(code.substr(x.begin, x.end - x.begin)))));
  }
  return edits;
}

std::vector<std::string> with_size_off(std::string_view code) {
  std::vector<std::string> edits;
  for (const char* call : {"t.forward(", "t.back(", "t.circle(", "t.dot("}) {
    for (const Span& argument : arguments(code, call)) {
      const Span length = first_of(code, argument);
      edits.push_back(replaced(
          code, length, grouped(code.substr(length.begin, length.end - length.begin)) + " * 1.1"));
    }
  }
  for (const std::string& name : sized_functions(code)) {
    for (const Span& argument : arguments(code, name + "(t, ")) {
      const Span size = first_of(code, argument);
      const std::string_view text = code.substr(size.begin, size.end - size.begin);
      if (text != "size") edits.push_back(replaced(code, size, grouped(text) + " * 1.1"));
    }
  }
  for (const Span& argument : arguments(code, "t.goto(")) {
    const Span x = first_of(code, argument);
    if (x.end == argument.end) continue;
    edits.push_back(replaced(code, x, grouped(code.substr(x.begin, x.end - x.begin)) + " * 1.1"));
    const Span y{x.end + 1, argument.end};
    edits.push_back(
        replaced(code, y, " " + grouped(trim(code.substr(y.begin, y.end - y.begin))) + " * 1.1"));
  }
  return edits;
}

std::string with_lengths_scaled(std::string_view code, double factor) {
  std::vector<Span> lengths;
  for (const char* call : {"t.forward(", "t.back(", "t.circle(", "t.dot("}) {
    for (const Span& argument : arguments(code, call)) lengths.push_back(first_of(code, argument));
  }
  for (const Span& argument : arguments(code, "t.goto(")) {
    const Span x = first_of(code, argument);
    if (x.end == argument.end) continue;
    lengths.push_back(x);
    lengths.push_back({x.end + 1, argument.end});
  }
  std::sort(lengths.begin(), lengths.end(),
            [](const Span& a, const Span& b) { return a.begin > b.begin; });
  std::string scaled(code);
  for (const Span& length : lengths) {
    const std::string_view text = code.substr(length.begin, length.end - length.begin);
    const std::string_view space = text.starts_with(' ') ? " " : "";
    scaled = replaced(scaled, length, fmt::format("{}{} * {}", space, grouped(trim(text)), factor));
  }
  return scaled;
}

namespace {

/// The text with a function of its own for circles.
std::string with_own_circle(std::string_view code, std::string_view function) {
  constexpr std::string_view kCall = "t.circle(";
  if (code.find("steps=") != std::string_view::npos) return {};
  std::string edited;
  std::size_t done = 0;
  for (const Span& argument : arguments(code, kCall)) {
    const std::size_t begin = argument.begin - kCall.size();
    edited += std::string(code.substr(done, begin - done)) + "own_circle(t, ";
    done = argument.begin;
  }
  if (done == 0) return {};
  return std::string(function) + "\n\n" + edited + std::string(code.substr(done));
}

}  // namespace

std::string with_circles_by_forwards(std::string_view code) {
  return with_own_circle(code, R"(def own_circle(t, radius, extent=360):
    import math
    sides = max(1, round(abs(extent) / 5))
    turn = extent / sides
    side = 2 * radius * math.sin(math.radians(turn / 2))
    if radius < 0:
        side, turn = -side, -turn
    t.left(turn / 2)
    for _ in range(sides):
        t.forward(side)
        t.left(turn)
    t.right(turn / 2)
)");
}

std::string with_semicircles(std::string_view code) {
  return with_own_circle(code, R"(def own_circle(t, radius, extent=360):
    t.circle(radius, extent / 2)
    t.circle(radius, extent / 2)
)");
}

std::vector<std::string> with_wrong_color(std::string_view code) {
  std::vector<std::string_view> unused;
  for (const std::string_view color : kColors) {
    if (words(code, color).empty()) unused.push_back(color);
  }
  std::vector<std::string> edits;
  for (std::size_t open = code.find_first_of("\"'");
       open != std::string_view::npos && !unused.empty();) {
    const std::size_t close = code.find(code[open], open + 1);
    if (close == std::string_view::npos) break;
    const std::string_view text = code.substr(open + 1, close - open - 1);
    const bool is_name = !text.empty() && text.size() < 20 && text.find('.') == text.npos;
    if (is_name) {
      edits.push_back(replaced(code, {open + 1, close}, unused[edits.size() % unused.size()]));
    }
    open = code.find_first_of("\"'", close + 1);
  }
  return edits;
}

std::vector<std::string> with_wrong_fill(std::string_view code) {
  constexpr std::string_view kBegin = "t.begin_fill()";
  std::vector<std::string> edits;
  for (std::size_t at = code.find(kBegin); at != std::string_view::npos;
       at = code.find(kBegin, at + 1)) {
    edits.push_back(replaced(code, {at, at + kBegin.size()}, "pass"));
  }
  if (!edits.empty()) return edits;
  edits.push_back(std::string(code) +
                  "\n\ndraw_lines = draw\n\n\ndef draw(t):\n    t.begin_fill()\n"
                  "    draw_lines(t)\n    t.end_fill()\n");
  return edits;
}

}  // namespace papert::study
