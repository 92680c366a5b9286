#include "mint/turtle/sketch.h"

#include <fmt/format.h>

#include <iterator>
#include <utility>

namespace papert::mint::turtle {
namespace {

Step plain(StepKind kind, std::string amount = {}) { return {kind, std::move(amount), {}, {}}; }

std::string negated(const std::string& expression) {
  if (expression.starts_with('-')) return expression.substr(1);
  const bool sum = expression.find_first_of("+-") != std::string::npos;
  return sum ? "-(" + expression + ")" : "-" + expression;
}

std::string call(const Step& step) {
  switch (step.kind) {
    case StepKind::kForward:
      return "t.forward(" + step.amount + ")";
    case StepKind::kBackward:
      return "t.backward(" + step.amount + ")";
    case StepKind::kLeft:
      return "t.left(" + step.amount + ")";
    case StepKind::kRight:
      return "t.right(" + step.amount + ")";
    case StepKind::kCircle:
      return "t.circle(" + step.amount + (step.extent.empty() ? "" : ", " + step.extent) + ")";
    case StepKind::kPenUp:
      return "t.penup()";
    case StepKind::kPenDown:
    case StepKind::kLoop:
    case StepKind::kUnless:
      break;
  }
  return "t.pendown()";
}

void write(const Sketch& sketch, std::size_t indent, std::size_t loops, std::string& out) {
  for (const Step& step : sketch) {
    out.append(indent * 4, ' ');
    if (step.kind == StepKind::kLoop) {
      out += fmt::format("for {} in range({}):\n", "ijkl"[loops % 4], step.amount);
      write(step.body, indent + 1, loops + 1, out);
    } else if (step.kind == StepKind::kUnless) {
      out += fmt::format("if {} != {}:\n", "ijkl"[(loops - 1) % 4], step.amount);
      write(step.body, indent + 1, loops, out);
    } else {
      out += call(step) + "\n";
    }
  }
}

}  // namespace

Step forward(std::string length) { return plain(StepKind::kForward, std::move(length)); }
Step backward(std::string length) { return plain(StepKind::kBackward, std::move(length)); }
Step left(std::string degrees) { return plain(StepKind::kLeft, std::move(degrees)); }
Step right(std::string degrees) { return plain(StepKind::kRight, std::move(degrees)); }
Step circle(std::string radius, std::string extent) {
  return {StepKind::kCircle, std::move(radius), std::move(extent), {}};
}
Step pen_up() { return plain(StepKind::kPenUp); }
Step pen_down() { return plain(StepKind::kPenDown); }
Step loop(std::string count, Sketch body) {
  return {StepKind::kLoop, std::move(count), {}, std::move(body)};
}
Step loop(int count, Sketch body) { return loop(std::to_string(count), std::move(body)); }
Step unless(int round, Sketch body) {
  return {StepKind::kUnless, std::to_string(round), {}, std::move(body)};
}

Sketch joined(std::vector<Sketch> parts) {
  Sketch whole;
  for (Sketch& part : parts) {
    whole.insert(whole.end(), std::make_move_iterator(part.begin()),
                 std::make_move_iterator(part.end()));
  }
  return whole;
}

Sketch moved(Sketch way) { return joined({{pen_up()}, std::move(way), {pen_down()}}); }

Sketch mirrored(Sketch sketch) {
  for (Step& step : sketch) {
    if (step.kind == StepKind::kLeft) {
      step.kind = StepKind::kRight;
    } else if (step.kind == StepKind::kRight) {
      step.kind = StepKind::kLeft;
    } else if (step.kind == StepKind::kCircle) {
      step.amount = negated(step.amount);
    }
    step.body = mirrored(std::move(step.body));
  }
  return sketch;
}

std::string to_python(const Sketch& sketch) {
  std::string out;
  write(sketch, 0, 0, out);
  return out;
}

}  // namespace papert::mint::turtle
