// The steps of a program in words, from its tree.

#include <fmt/format.h>

#include <array>
#include <utility>

#include "datagen/turtle/label_words.h"
#include "datagen/turtle/tree.h"

namespace papert::datagen::detail {
namespace {

std::string text_of(const Expression& expression) {
  Statement statement;
  statement.kind = Statement::Kind::kReturn;
  statement.value.push_back(expression);
  Program program;
  program.statements.push_back(std::move(statement));
  std::string text = turtle::print_program(program).substr(std::string_view("return ").size());
  text.pop_back();
  return text;
}

struct MethodWords {
  std::string_view method;
  std::string_view with;     // arguments in {}
  std::string_view without;  // where there are none
};

constexpr std::array<MethodWords, 19> kMethodWords{{
    {"forward", "go forward by {}", ""},
    {"back", "go back by {}", ""},
    {"left", "turn left by {} degrees", ""},
    {"right", "turn right by {} degrees", ""},
    {"setheading", "look in the direction of {} degrees", ""},
    {"goto", "go to ({})", ""},
    {"setx", "go sideways to {}", ""},
    {"sety", "go up or down to {}", ""},
    {"home", "", "go back to the middle"},
    {"circle", "draw an arc or a circle ({})", ""},
    {"dot", "put a dot ({})", "put a dot"},
    {"penup", "", "lift the pen"},
    {"pendown", "", "put the pen down"},
    {"pensize", "take a pen of width {}", ""},
    {"pencolor", "draw in {}", ""},
    {"fillcolor", "fill with {}", ""},
    {"color", "use the colours {}", ""},
    {"begin_fill", "", "begin an area"},
    {"end_fill", "", "fill the area"},
}};

std::string arguments_of(const Expression& value) {
  std::string text;
  for (std::size_t i = 1; i < value.parts.size(); ++i) {
    text += (i > 1 ? ", " : "") + text_of(value.parts[i]);
  }
  return text;
}

std::string call_words(const Program& program, const Statement& statement) {
  const Expression& value = statement.value[0];
  const std::string arguments = arguments_of(value);
  const std::string_view called = method_of(value);
  for (const MethodWords& each : kMethodWords) {
    if (each.method != called) continue;
    const bool given = value.parts.size() > 1 && !each.with.empty();
    return given ? fmt::format(fmt::runtime(each.with), arguments) : std::string(each.without);
  }
  if (const Statement* helper = helper_of(program, statement)) {
    return fmt::format("draw a {} ({})", helper->text, arguments);
  }
  return fmt::format("call {}", text_of(value));
}

char upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }

class StepWriter {
 public:
  explicit StepWriter(const Program& program) : program_(program) {}

  /// Calls that follow each other are one step.
  void block(const Statements& list, int depth) {
    constexpr std::size_t kTogether = 4;
    std::vector<std::string> calls;
    for (const Statement& each : list) {
      if (each.kind == Statement::Kind::kCall) {
        calls.push_back(call_words(program_, each));
        if (calls.size() == kTogether) flush(calls, depth);
        continue;
      }
      flush(calls, depth);
      compound(each, depth);
    }
    flush(calls, depth);
  }

  void line(std::string_view text, int depth) {
    if (text.empty()) return;
    text_ += depth == 0 ? fmt::format("{}. ", ++number_) : fmt::format("{:{}}- ", "", depth * 3);
    text_ += upper(text.front());
    text_.append(text.substr(1)) += '\n';
  }

  [[nodiscard]] std::string take() { return std::move(text_); }

 private:
  void flush(std::vector<std::string>& calls, int depth) {
    if (!calls.empty()) line(in_words(calls) + ".", depth);
    calls.clear();
  }

  void compound(const Statement& each, int depth) {
    using Kind = Statement::Kind;
    switch (each.kind) {
      case Kind::kFor: {
        const Expression* count = range_count(each);
        line(count != nullptr ? fmt::format("repeat {} times:", text_of(*count))
                              : fmt::format("for each of {}:", text_of(each.value[0])),
             depth);
        block(each.body, depth + 1);
        break;
      }
      case Kind::kWhile:
        line(fmt::format("as long as {}:", text_of(each.value[0])), depth);
        block(each.body, depth + 1);
        break;
      case Kind::kIf:
        line(fmt::format("if {}:", text_of(each.value[0])), depth);
        block(each.body, depth + 1);
        if (each.orelse.empty()) break;
        line("otherwise:", depth);
        block(each.orelse, depth + 1);
        break;
      case Kind::kAssign:
      case Kind::kAugmented:
        line(fmt::format("work out {} anew: {}.", text_of(each.targets[0]), text_of(each.value[0])),
             depth);
        break;
      default:
        break;
    }
  }

  const Program& program_;
  std::string text_;
  int number_ = 0;
};

}  // namespace

std::string describe_steps(const turtle::Program& program) {
  StepWriter writer(program);
  for (const Statement& each : program.statements) {
    if (each.kind != Statement::Kind::kDef || each.text == "draw") continue;
    writer.line(fmt::format("a {} is drawn like this:", each.text), 0);
    writer.block(each.body, 1);
  }
  for (const Statement& each : program.statements) {
    if (each.kind == Statement::Kind::kDef && each.text == "draw") writer.block(each.body, 0);
  }
  return writer.take();
}

}  // namespace papert::datagen::detail
