// Each line is a pattern and the numbers in it. A stretch is a run of whole statements that use no
// variable of a loop around them; stretches of one pattern are the same but for their numbers, and
// the numbers in which they differ are variables of a loop, or arguments of a function. What saves
// most lines is done first, as long as any is saved.

#include "solve/turtle/abridge.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include "solve/turtle/listing.h"

namespace papert::solve::turtle {
namespace {

constexpr std::size_t kLongestStretch = 12;  // lines
constexpr std::size_t kMostAbridged = 800;
constexpr std::size_t kMostVariables = 6;
constexpr std::size_t kLineSteps = 50;  // of work, to compare a line
constexpr char kNumber = '\x01';        // stands for a number in a pattern

/// A line without its indent, each number replaced.
struct Statement {
  std::size_t indent = 0;
  std::string pattern;
  std::vector<std::string> numbers;
  bool movable = false;  // may stand in a loop or function of its own
};

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// Whether a word is a variable that only a loop around it knows: x, and x2 likewise.
bool is_loop_variable(std::string_view word) {
  constexpr std::array<std::string_view, 12> kVariables{"x",      "y",      "i",       "n",
                                                        "turn",   "extent", "heading", "radius",
                                                        "length", "color",  "corners", "size"};
  const std::string_view name = word.substr(0, word.find_last_not_of("0123456789") + 1);
  return std::find(kVariables.begin(), kVariables.end(), name) != kVariables.end();
}

Statement statement_of(const std::string& line) {
  Statement statement;
  statement.indent = line.find_first_not_of(' ');
  if (statement.indent == std::string::npos) return statement;
  const std::string_view text = std::string_view(line).substr(statement.indent);
  statement.movable = text.starts_with("t.") || text.starts_with("for _ in range(");
  for (std::size_t i = 0; i < text.size();) {
    if (text[i] == '"') {
      const std::size_t end = std::min(text.find('"', i + 1), text.size() - 1);
      statement.pattern += text.substr(i, end + 1 - i);
      i = end + 1;
      continue;
    }
    const bool minus = text[i] == '-' && i + 1 < text.size() &&
                       std::isdigit(static_cast<unsigned char>(text[i + 1])) != 0;
    const std::size_t start = i;
    if (minus) ++i;
    while (i < text.size() &&
           (is_word(text[i]) || (text[i] == '.' && i > start &&
                                 std::isdigit(static_cast<unsigned char>(text[i - 1])) != 0))) {
      ++i;
    }
    const std::string word(text.substr(start, i - start));
    if (word.empty()) {
      statement.pattern += text[i++];
    } else if (minus || std::isdigit(static_cast<unsigned char>(word[0])) != 0) {
      statement.pattern += kNumber;
      statement.numbers.push_back(word);
    } else {
      if (is_loop_variable(word)) statement.movable = false;
      statement.pattern += word;
    }
  }
  return statement;
}

/// Stretches of so many lines, at these places.
struct Repeat {
  std::size_t length = 0;
  std::vector<std::size_t> starts;
};

/// A number in which stretches differ: the same in several places of the stretch.
struct Variable {
  std::string name;
  std::vector<std::string> values;  // one for each stretch
};

/// What the number stands for, by the call it is given to.
std::string name_for(const std::string& pattern, std::size_t place, std::size_t number) {
  const std::string_view before = std::string_view(pattern).substr(0, place);
  if (before.ends_with("range(")) return "n";
  if (pattern.starts_with("t.teleport") || pattern.starts_with("t.goto")) {
    return number == 0 ? "x" : "y";
  }
  if (pattern.starts_with("t.circle")) return number == 0 ? "radius" : "extent";
  if (pattern.starts_with("t.setheading")) return "heading";
  if (pattern.starts_with("t.left") || pattern.starts_with("t.right")) return "turn";
  return pattern.starts_with("t.dot") ? "size" : "length";
}

class Abridger {
 public:
  Abridger(std::vector<std::string> lines, std::string turtle, Work* work)
      : lines_(std::move(lines)), turtle_(std::move(turtle)), work_(work) {}

  Abridged run() && {
    constexpr int kMostLoops = 40;
    constexpr int kMostHelpers = 4;
    if (lines_.size() > kMostAbridged) return {{}, std::move(lines_)};
    for (int i = 0; i < kMostLoops && replace_best(true); ++i) {
    }
    for (int i = 0; i < kMostHelpers && replace_best(false); ++i) {
    }
    return {std::move(helpers_), std::move(lines_)};
  }

 private:
  /// Whole statements: loops with their bodies.
  [[nodiscard]] bool is_stretch(std::size_t start, std::size_t length) const {
    const std::size_t indent = statements_[start].indent;
    for (std::size_t i = start; i < start + length; ++i) {
      if (!statements_[i].movable || statements_[i].indent < indent) return false;
    }
    return start + length == lines_.size() || statements_[start + length].indent <= indent;
  }

  [[nodiscard]] std::string key(std::size_t start, std::size_t length) const {
    std::string all;
    for (std::size_t i = start; i < start + length; ++i) {
      all += std::string(statements_[i].indent - statements_[start].indent, ' ') +
             statements_[i].pattern + "\n";
    }
    return all;
  }

  /// What takes the places of some stretches.
  struct Shorter {
    std::vector<std::string> helper;
    std::vector<std::vector<std::string>> places;

    [[nodiscard]] std::size_t size() const {
      std::size_t lines = helper.empty() ? 0 : helper.size() - 1;
      for (const auto& each : places) lines += each.size();
      return lines;
    }
  };

  bool replace_best(bool in_row) {
    statements_.clear();
    for (const std::string& line : lines_) statements_.push_back(statement_of(line));
    std::size_t most = 0;
    Repeat best;
    Shorter best_text;
    for (std::size_t length = in_row ? 1 : 2; length <= kLongestStretch; ++length) {
      spend(work_, kLineSteps * lines_.size() * length);
      for (const Repeat& repeat : in_row ? rows_of(length) : repeats_of(length)) {
        if (is_spent(work_)) return false;
        if (repeat.starts.size() * length <= most) continue;
        spend(work_, kLineSteps * repeat.starts.size() * length);
        Shorter text = in_row ? loop_of(repeat) : function_of(repeat);
        const std::size_t before = repeat.starts.size() * length;
        if (text.places.empty() || text.size() + most >= before) continue;
        most = before - text.size();
        best = repeat;
        best_text = std::move(text);
      }
    }
    if (most == 0) return false;
    lines_ = replaced(best, best_text.places);
    helpers_.insert(helpers_.end(), best_text.helper.begin(), best_text.helper.end());
    return true;
  }

  /// Stretches that follow each other, in no loop: its variables are in nobody's way there.
  [[nodiscard]] std::vector<Repeat> rows_of(std::size_t length) const {
    std::vector<Repeat> all;
    for (std::size_t i = 0; i + 2 * length <= lines_.size(); ++i) {
      if (statements_[i].indent > 0 || !is_stretch(i, length)) continue;
      const std::string own = key(i, length);
      Repeat repeat{.length = length, .starts = {i}};
      std::size_t next = i + length;
      while (next + length <= lines_.size() && statements_[next].indent == statements_[i].indent &&
             is_stretch(next, length) && key(next, length) == own) {
        repeat.starts.push_back(next);
        next += length;
      }
      if (repeat.starts.size() > 1) all.push_back(std::move(repeat));
    }
    return all;
  }

  [[nodiscard]] std::vector<Repeat> repeats_of(std::size_t length) const {
    std::map<std::string, Repeat> by_key;
    for (std::size_t i = 0; i + length <= lines_.size(); ++i) {
      if (!is_stretch(i, length)) continue;
      Repeat& repeat = by_key[key(i, length)];
      repeat.length = length;
      if (repeat.starts.empty() || repeat.starts.back() + length <= i) repeat.starts.push_back(i);
    }
    std::vector<Repeat> all;
    for (auto& [text, repeat] : by_key) {
      if (repeat.starts.size() > 1) all.push_back(std::move(repeat));
    }
    return all;
  }

  /// The stretch with names for the numbers in which the stretches differ; nothing where they
  /// differ in too many.
  [[nodiscard]] std::optional<std::vector<std::string>> generalised(
      const Repeat& repeat, std::vector<Variable>& variables) const {
    std::vector<std::string> body;
    const std::size_t first = repeat.starts.front();
    for (std::size_t i = 0; i < repeat.length; ++i) {
      const Statement& statement = statements_[first + i];
      std::string line(statement.indent - statements_[first].indent, ' ');
      std::size_t number = 0;
      for (std::size_t k = 0; k < statement.pattern.size(); ++k) {
        if (statement.pattern[k] != kNumber) {
          line += statement.pattern[k];
          continue;
        }
        std::vector<std::string> values;
        for (const std::size_t start : repeat.starts) {
          values.push_back(statements_[start + i].numbers[number]);
        }
        line += written(std::move(values), name_for(statement.pattern, k, number), variables);
        ++number;
      }
      body.push_back(std::move(line));
    }
    if (variables.size() > kMostVariables) return std::nullopt;
    return body;
  }

  static std::string written(std::vector<std::string> values, const std::string& name,
                             std::vector<Variable>& variables) {
    if (std::all_of(values.begin(), values.end(),
                    [&](const std::string& each) { return each == values.front(); })) {
      return values.front();
    }
    int taken = 1;
    for (const Variable& each : variables) {
      if (each.values == values) return each.name;
      taken += each.name.starts_with(name) ? 1 : 0;
    }
    variables.push_back({taken == 1 ? name : name + std::to_string(taken), std::move(values)});
    return variables.back().name;
  }

  /// The lines with the stretches taken out and others in their places.
  [[nodiscard]] std::vector<std::string> replaced(
      const Repeat& repeat, const std::vector<std::vector<std::string>>& by) const {
    std::vector<std::string> text;
    std::size_t at = 0;
    for (std::size_t i = 0; i < repeat.starts.size(); ++i) {
      text.insert(text.end(), lines_.begin() + static_cast<std::ptrdiff_t>(at),
                  lines_.begin() + static_cast<std::ptrdiff_t>(repeat.starts[i]));
      const std::string indent(statements_[repeat.starts[i]].indent, ' ');
      for (const std::string& line : by[i]) text.push_back(indent + line);
      at = repeat.starts[i] + repeat.length;
    }
    text.insert(text.end(), lines_.begin() + static_cast<std::ptrdiff_t>(at), lines_.end());
    return text;
  }

  [[nodiscard]] Shorter loop_of(const Repeat& repeat) const {
    std::vector<Variable> variables;
    const auto body = generalised(repeat, variables);
    if (!body) return {};
    std::vector<std::string> loop;
    if (variables.empty()) {
      loop.push_back(fmt::format("for _ in range({}):", repeat.starts.size()));
    } else {
      std::vector<std::string> names;
      for (const Variable& each : variables) names.push_back(each.name);
      std::vector<std::string> items;
      for (std::size_t i = 0; i < repeat.starts.size(); ++i) {
        std::vector<std::string> values;
        for (const Variable& each : variables) values.push_back(each.values[i]);
        items.push_back(values.size() == 1 ? values[0]
                                           : fmt::format("({})", fmt::join(values, ", ")));
      }
      loop = listed(fmt::format("for {} in ", fmt::join(names, ", ")), items);
    }
    for (const std::string& line : *body) loop.push_back("    " + line);
    std::vector<std::vector<std::string>> by(repeat.starts.size());
    by[0] = std::move(loop);
    return {{}, std::move(by)};
  }

  [[nodiscard]] Shorter function_of(const Repeat& repeat) const {
    std::vector<Variable> variables;
    const auto body = generalised(repeat, variables);
    if (!body) return {};
    const std::string name =
        helpers_.empty() ? "shape" : fmt::format("shape{}", number_of_helpers() + 1);
    std::vector<std::string> names;
    if (!turtle_.empty()) names.push_back(turtle_);
    for (const Variable& each : variables) names.push_back(each.name);
    std::vector<std::string> helper{fmt::format("def {}({}):", name, fmt::join(names, ", "))};
    for (const std::string& line : *body) helper.push_back("    " + line);
    helper.emplace_back();
    std::vector<std::vector<std::string>> by;
    for (std::size_t i = 0; i < repeat.starts.size(); ++i) {
      std::vector<std::string> values;
      if (!turtle_.empty()) values.push_back(turtle_);
      for (const Variable& each : variables) values.push_back(each.values[i]);
      by.push_back({fmt::format("{}({})", name, fmt::join(values, ", "))});
    }
    return {std::move(helper), std::move(by)};
  }

  [[nodiscard]] std::size_t number_of_helpers() const {
    return static_cast<std::size_t>(std::count(helpers_.begin(), helpers_.end(), ""));
  }

  std::vector<std::string> lines_;
  std::string turtle_;
  Work* work_;
  std::vector<Statement> statements_;
  std::vector<std::string> helpers_;
};

}  // namespace

Abridged abridged(std::vector<std::string> lines, const std::string& turtle, Work* work) {
  return Abridger(std::move(lines), turtle, work).run();
}

}  // namespace papert::solve::turtle
