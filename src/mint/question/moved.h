// The same questions about moved pictures. A motion rewrites every coordinate of a program and
// leaves nothing in it that tells; what the picture shows stays, so the answers must. All questions
// about a program share its versions.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/cancel.h"
#include "base/result.h"
#include "mint/question/question.h"
#include "mint/svg/moved.h"

namespace papert::mint {

/// A kind of motion that one can ask for.
struct NamedMotion {
  std::string_view name;
  std::string_view id;  // in front of the number, in ids
  lang::svg::MotionKind kind;
};
inline constexpr std::array<NamedMotion, 2> kMotions{
    {{"t", "t", lang::svg::MotionKind::kTranslation},
     {"se2", "se", lang::svg::MotionKind::kRigid}}};

struct MoveOptions {
  std::vector<NamedMotion> motions;
  std::size_t count = 1;  // versions per question and motion
  std::int64_t seed = 0;
  std::size_t jobs = 1;
  CancelToken cancel;
  std::function<void(std::size_t done, std::size_t total)> progress;
};

class MovedQuestions {
 public:
  /// Moves every program once. What was not reached when the user interrupted has no versions.
  MovedQuestions(std::vector<Question> originals, MoveOptions options);

  /// The originals, and behind them their versions with ids <id>@t1, <id>@se1, ...
  [[nodiscard]] std::vector<Question> with_versions() const;

  /// A line for every version: {"format": 1, "id": "4-1@t1", "kind": "t", "angle_degrees": 0,
  /// "dx": 2.1, "dy": -3.4, "pivot": [256, 256]}.
  [[nodiscard]] std::string motion_lines() const;

  /// A line for every program that a motion cannot move: {"format": 1, "kind": "t",
  /// "ids": ["4-1", ...], "reason": "text", "message": "..."}.
  [[nodiscard]] std::string refusal_lines() const;

  /// The same for a person.
  [[nodiscard]] std::vector<Error> refusals() const;

 private:
  struct Refused {
    std::string_view motion;
    Error error;
  };
  /// A distinct program, who asks about it, and what became of it under each motion.
  struct Subject {
    std::vector<std::size_t> questions;
    std::vector<std::vector<svg::MovedProgram>> versions;  // by motion; none where it was refused
    std::vector<Refused> refused;
  };

  void find_subjects();
  [[nodiscard]] Result<std::vector<svg::MovedProgram>> versions_of(const Question& question,
                                                                   const NamedMotion& motion) const;
  void move(Subject& subject) const;
  void move_all();

  /// Calls visit(original, motion, version, its id).
  template <class Visit>
  void for_each_version(Visit visit) const;

  std::vector<Question> originals_;
  MoveOptions options_;
  std::vector<Subject> subjects_;
};

}  // namespace papert::mint
