#include "datagen/turtle/bench_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <vector>

#include "base/text.h"
#include "datagen/turtle/label_words.h"
#include "datagen/turtle/tree.h"

namespace papert::datagen {
namespace {

using detail::Program;
using detail::Statement;
using turtle::Expression;

/// The number of an argument that is a plain length: 100, or 100 * scale.
void visit_length(Expression& argument, const std::function<void(Expression&)>& visit) {
  const bool product = argument.kind == Expression::Kind::kBinary && argument.text == "*";
  Expression& first = product ? argument.parts[0] : argument;
  if (first.kind == Expression::Kind::kNumber) visit(first);
}

/// Those of t.forward(100), t.circle(40) and the like, and of helpers that draw with them.
void for_each_length(Program& program, const std::function<void(Expression&)>& visit) {
  const Program before = program;
  detail::for_each_statement(program, [&](Statement& statement, int) {
    detail::for_each_expression(statement, [&](Expression& expression) {
      if (expression.kind != Expression::Kind::kCall || expression.parts.size() < 2) return;
      if (detail::is_length(detail::method_of(expression))) {
        visit_length(expression.parts[1], visit);
      }
    });
    if (statement.kind != Statement::Kind::kCall) return;
    const Statement* const helper = detail::helper_of(before, statement);
    if (helper == nullptr) return;
    std::vector<Expression>& parts = statement.value[0].parts;
    for (const std::size_t place : detail::length_arguments(before, *helper)) {
      if (place + 1 < parts.size()) visit_length(parts[place + 1], visit);
    }
  });
}

/// Everything is drawn in black with one pen.
bool is_about_looks(const Statement& statement) {
  constexpr std::array<std::string_view, 6> kLooks{"pencolor", "fillcolor", "color",
                                                   "pensize",  "width",     "speed"};
  const std::string_view method = detail::method_of(statement);
  return std::find(kLooks.begin(), kLooks.end(), method) != kLooks.end();
}

void drop_looks(detail::Statements& block) {
  std::erase_if(block, is_about_looks);
  for (Statement& statement : block) {
    const bool has_body = !statement.body.empty();
    drop_looks(statement.body);
    drop_looks(statement.orelse);
    if (has_body && statement.body.empty()) statement.body.emplace_back();  // pass
  }
}

/// The one that is there most often; of equally many the first as a text.
std::string commonest_length(Program& program) {
  std::map<std::string, std::size_t> counts;
  for_each_length(program, [&](Expression& number) { ++counts[number.text]; });
  std::string best;
  std::size_t most = 0;
  for (const auto& [text, count] : counts) {
    if (count <= most) continue;
    best = text;
    most = count;
  }
  return best;
}

struct TweakWords {
  std::string_view change;
  std::string_view kind;
  std::string_view words;
};

constexpr std::array<TweakWords, 13> kTweaks{{
    {"sides", "generalisation", "creates the given shape with another number of sides."},
    {"rotate", "insertion", "repeats a part of the given shape around a point, turned."},
    {"move", "insertion", "repeats a part of the given shape beside itself."},
    {"scale", "insertion", "repeats a part of the given shape in other sizes."},
    {"spiral", "generalisation", "makes the lines of the given shape longer from one to the next."},
    {"edge_colour", "generalisation", "changes the pen of the given shape."},
    {"fill", "generalisation", "changes which areas of the given shape are filled."},
    {"combine", "insertion", "adds another figure to the given shape."},
    {"swap", "generalisation", "puts another figure in place of a part of the given shape."},
    {"drop", "deletion", "removes a part of the given shape."},
    {"mirror", "reflection", "mirrors the given shape, or sets its mirror image beside it."},
    {"jitter", "generalisation", "changes one measure of the given shape."},
    {"simplify", "deletion", "leaves out a repetition in the given shape."},
}};

const TweakWords& words_of_change(std::string_view change) {
  for (const TweakWords& each : kTweaks) {
    if (each.change == change) return each;
  }
  static constexpr TweakWords kOther{"", "generalisation", "changes the given shape."};
  return kOther;
}

}  // namespace

BenchProgram bench_program(std::string_view code) {
  BenchProgram made;
  std::string text(trim(code));
  if (auto program = turtle::parse_program(code)) {
    drop_looks(program->statements);
    const std::string length = commonest_length(*program);
    if (!length.empty()) {
      const std::string name = detail::free_name(*program, "size");
      for_each_length(*program, [&](Expression& number) {
        if (number.text == length) number = detail::word(name);
      });
      made.variables = fmt::format("{}={}", name, length);
    }
    text = std::string(trim(turtle::print_program(*program)));
  }
  made.code = text + "\n\n\ndraw(t)\n";
  return made;
}

std::string_view tweak_kind(std::string_view change) { return words_of_change(change).kind; }

std::string tweak_query(std::string_view change, std::string_view result) {
  return fmt::format("{} The result: {}", words_of_change(change).words, result);
}

std::string picture_words(std::string_view code, const scene::Scene& ink) {
  std::string words = detail::describe_picture(code, ink);
  const std::size_t begin = words.find("The only colour is ");
  if (begin == std::string::npos) return words;
  const std::size_t end = words.find(". ", begin);
  words.erase(begin, end == std::string::npos ? end : end + 2 - begin);
  return std::string(trim(words));
}

}  // namespace papert::datagen
