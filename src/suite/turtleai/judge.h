// One program against one drawing.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "lang/turtle/jail_pool.h"
#include "scene/scene.h"
#include "suite/task.h"

namespace papert::turtleai {

/// kPixel is the published rule (score/compare_drawings.h), kLocal the stricter one
/// (local_rule.h).
enum class Rule { kPixel, kLocal };

struct JudgeOptions {
  Rule rule = Rule::kPixel;
  std::optional<double> similarity;  // asked for by the pixel rule instead of 0.95 and 0.92
};

struct Judgement {
  suite::Verdict verdict = suite::Verdict::kInternalError;
  double similarity = 0;  // 1 - difference by the rule; 0 for a program that did not run
  bool runnable = false;
  Json detail = Json::object();
};

/// Runs the program and compares what it draws.
[[nodiscard]] Judgement judge(turtle::JailPool& jails, std::string_view code,
                              const scene::Scene& reference, const JudgeOptions& options);

/// Whether `a` says more for the answer than `b`: right before wrong, the more similar first, and
/// wrong before what did not run. What taught us nothing comes right after right.
[[nodiscard]] bool is_better(const Judgement& a, const Judgement& b);

/// Lines that are neither blank nor a comment of their own. A docstring counts.
[[nodiscard]] std::size_t code_lines(std::string_view code);

}  // namespace papert::turtleai
