// The machine behind trace.h. Private to this folder.
#pragma once

#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "datagen/turtle/trace.h"

namespace papert::datagen::detail {

struct Scope;

struct Value {
  enum class Kind { kNone, kNumber, kString, kList, kTurtle, kFunction };
  Kind kind = Kind::kNone;
  double number = 0;
  bool whole = false;  // an int
  std::string text;    // of a string; the name of a function of Python or math
  std::shared_ptr<std::vector<Value>> items;
  const turtle::Statement* function = nullptr;
  Scope* home = nullptr;  // of a function: where its free names live

  static Value of(double number, bool whole = false);
  static Value of_text(std::string text);
  static Value list(std::vector<Value> items);
};

struct Scope {
  std::vector<std::pair<std::string_view, Value>> names;
  Scope* parent = nullptr;

  Value* find(std::string_view name);
  void set(std::string_view name, Value value);
};

/// The turtle: poses, and the scene as it grows.
class TracePen {
 public:
  void move_to(scene::Point place, Trace& trace);
  void forward(double length, Trace& trace);
  void circle(double radius, double extent, std::size_t sides, Trace& trace);
  void dot(double diameter, scene::Color color, Trace& trace);
  void begin_fill(Trace& trace);
  void end_fill(Trace& trace);
  void set_width(double width);
  void set_color(scene::Color color);

  Pose pose;
  scene::Color color;
  scene::Color fill;
  double width = 1;
  // Of all that was painted so far.
  std::size_t marks = 0;
  double length = 0;
  std::size_t calls = 0;
  std::size_t hops = 0;
  /// Where something was first painted since a loop's round began; rounds nest.
  struct FirstMark {
    bool made = false;
    Pose pose;
    std::size_t hops = 0;
  };
  std::vector<FirstMark> firsts;
  Pose before_call;  // an arc begins with half a turn
  /// Painted since the innermost watcher began; watchers nest.
  std::vector<std::optional<scene::Bounds>> inks;
  std::size_t absolute_moves = 0;

 private:
  void note(scene::Point point);
  void note_first();

  bool in_stroke_ = false;  // the last item is a line that can go on
  bool filling_ = false;
  std::size_t fill_item_ = 0;
  std::vector<scene::Point> fill_points_;
};

class TraceMachine {
 public:
  explicit TraceMachine(const turtle::Program& program) : program_(program) {}

  [[nodiscard]] Trace run();

 private:
  enum class Flow { kNext, kBreak, kContinue, kReturn };
  using Statements = std::vector<turtle::Statement>;

  // Statements, in trace.cc.
  Flow statements(const Statements& list, Scope& scope);
  Flow statement(const turtle::Statement& each, Scope& scope);
  Flow act(const turtle::Statement& each, Scope& scope);
  Flow for_loop(const turtle::Statement& each, Scope& scope);
  Flow while_loop(const turtle::Statement& each, Scope& scope);
  void assign(const turtle::Statement& each, Scope& scope);
  void store(const turtle::Expression& target, Value value, Scope& scope);
  void take_apart(const std::vector<turtle::Expression>& targets, const Value& value, Scope& scope);
  void import_names(const std::string& text, Scope& scope);
  bool round(LoopRun& run, const turtle::Statement& each, Scope& scope, Flow& flow);
  Value call_function(const turtle::Statement& function, Scope* home, std::vector<Value> arguments,
                      const std::vector<std::string>& names);
  void stop(std::string problem);

  // Expressions, in trace_values.cc.
  Value evaluate(const turtle::Expression& each, Scope& scope);
  Value name(const turtle::Expression& each, Scope& scope);
  Value index(const turtle::Expression& each, Scope& scope);
  Value unary(const turtle::Expression& each, Scope& scope);
  Value binary(const turtle::Expression& each, Scope& scope);
  Value compare(const turtle::Expression& each, Scope& scope);
  Value calculate(std::string_view text, const Value& left, const Value& right);
  Value call(const turtle::Expression& each, Scope& scope);
  Value call_plain(const std::string& name, const std::vector<Value>& arguments);
  Value call_math(const std::string& name, const std::vector<Value>& arguments);
  Value list_method(const std::string& name, const Value& list, std::vector<Value> arguments);
  Value range(const std::vector<Value>& arguments);
  bool truth(const Value& value) const;

  // Methods of the turtle, in trace_turtle.cc.
  Value turtle_method(const std::string& name, const std::vector<Value>& arguments,
                      const std::vector<std::string>& names);
  bool move(std::string_view name, const std::vector<Value>& arguments);
  bool go(std::string_view name, const std::vector<Value>& arguments);
  bool paint(std::string_view name, const std::vector<Value>& arguments);
  bool ask(std::string_view name, Value& answer) const;
  double number(const std::vector<Value>& arguments, std::size_t index, double otherwise);
  scene::Color color(const Value& value);

  const turtle::Program& program_;
  Trace trace_;
  TracePen pen_;
  std::deque<Scope> scopes_;
  Value returned_;
  bool running_ = true;
  int calls_ = 0;  // in each other
  int depth_ = 0;  // of loops
};

}  // namespace papert::datagen::detail
