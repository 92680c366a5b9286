// What operators need of a program's tree: its places, what stands there, and how to write new
// pieces. Private to this folder.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "datagen/turtle/look.h"
#include "datagen/turtle/trace.h"
#include "lang/turtle/syntax/program.h"

namespace papert::datagen::detail {

using turtle::Expression;
using turtle::Program;
using turtle::Statement;
using Statements = std::vector<Statement>;

/// A block of a program: for each level the statement and whether it is its orelse.
struct BlockPath {
  struct Step {
    std::size_t statement = 0;
    bool orelse = false;
  };
  std::vector<Step> steps;
};

/// Statements [begin, end) of a block.
struct Site {
  BlockPath block;
  std::size_t begin = 0;
  std::size_t end = 0;
  int loops = 0;          // around it, in its function
  bool closed = false;    // the turtle ends as it began
  bool absolute = false;  // it goes to places of the sheet
  bool whole = false;     // all that draw() does
  bool filled = false;    // it lies inside a fill
  Pose start;             // at its first run
  scene::Bounds ink;      // of its first run, on the sheet
};

[[nodiscard]] Statements& block_at(Program& program, const BlockPath& path);
[[nodiscard]] const Statements& block_at(const Program& program, const BlockPath& path);

/// A program under change: what is known of it before.
struct Parent {
  const Program& program;
  Trace trace;
  Look look;
  std::string turtle;       // what draw() calls its turtle
  std::size_t draw = 0;     // which statement draw() is
  std::vector<Site> sites;  // what can be copied: shapes, whole bodies
};

/// Nothing where the program has no draw(t) or cannot be traced.
[[nodiscard]] std::optional<Parent> study_parent(const Program& program);

/// Every statement, each before those inside it, with the loops around it in its function.
void for_each_statement(const Program& program,
                        const std::function<void(const Statement&, int loops)>& visit);
void for_each_statement(Program& program, const std::function<void(Statement&, int loops)>& visit);

/// Every expression of a statement itself (not of those inside it), outer ones first.
void for_each_expression(Statement& statement, const std::function<void(Expression&)>& visit);
void for_each_expression(const Statement& statement,
                         const std::function<void(const Expression&)>& visit);
void for_each_part(Expression& expression, const std::function<void(Expression&)>& visit);

[[nodiscard]] std::size_t line_count(const Program& program);
[[nodiscard]] int deepest_loops(const Program& program);
/// A name that the program does not use: `wanted`, else wanted_2 and so on.
[[nodiscard]] std::string free_name(const Program& program, std::string wanted);
/// As a function, a parameter, a variable or an import.
[[nodiscard]] bool uses_name(const Program& program, std::string_view name);

// Pieces.
[[nodiscard]] std::string number_text(double value);
[[nodiscard]] Expression number(double value);
[[nodiscard]] Expression word(std::string_view name);
[[nodiscard]] Expression quoted(std::string_view text);
[[nodiscard]] Expression binary(std::string_view text, Expression left, Expression right);
[[nodiscard]] Expression call(Expression callee, std::vector<Expression> arguments);
/// turtle.method(arguments) alone on its line.
[[nodiscard]] Statement method(std::string_view turtle, std::string_view name,
                               std::vector<Expression> arguments = {});
[[nodiscard]] Statement repeat(std::string_view variable, Expression count, Statements body);

// Questions.
/// The method of the turtle that the statement calls, "" if it calls none. Short names count
/// as the long ones.
[[nodiscard]] std::string_view method_of(const Statement& statement);
[[nodiscard]] std::string_view method_of(const Expression& call);
[[nodiscard]] bool is_turn(std::string_view method);
[[nodiscard]] bool is_length(std::string_view method);  // its first argument is one
/// The value of a number, with a sign or not.
[[nodiscard]] std::optional<double> literal(const Expression& expression);
/// The count of `for NAME in range(count)`; nothing for other loops.
[[nodiscard]] const Expression* range_count(const Statement& loop);
[[nodiscard]] Expression* range_count(Statement& loop);
[[nodiscard]] bool mentions(const Expression& expression, std::string_view name);
[[nodiscard]] bool mentions(const Statement& statement, std::string_view name);
/// The helper that a statement calls; nothing where it calls none.
[[nodiscard]] const Statement* helper_of(const Program& program, const Statement& statement);
/// Places of arguments (from 0) of a helper that are lengths: used in forward, circle, dot.
[[nodiscard]] std::vector<std::size_t> length_arguments(const Program& program,
                                                        const Statement& helper, int depth = 0);

}  // namespace papert::datagen::detail
