// What the playground asks for: a program, and perhaps the task that it is to solve.
//
//     {"lang": "turtle", "code": TEXT, "task"?: REF or {"run": NAME, "id": ID}, "size"?: PIXELS,
//      "trace"?: BOOL, "hint"?: BOOL}
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "base/result.h"
#include "reward/task_ref.h"

namespace papert::serve::app {

inline constexpr std::size_t kMaxProgramBytes = std::size_t{1} << 20;
inline constexpr int kUsualSide = 512;
inline constexpr int kLeastSide = 16;
inline constexpr int kMostSide = 2048;

enum class Language : std::uint8_t { kTurtle, kShapes, kXlogo, kSvg, kCad };
[[nodiscard]] std::string_view language_name(Language language);

/// A task of a recorded run, whatever data that has.
struct RunTask {
  std::string run;
  std::string id;
};

struct ProgramRequest {
  Language language = Language::kTurtle;
  std::string code;
  std::variant<std::monostate, reward::TaskRef, RunTask> task;
  int side = kUsualSide;  // of the picture, without a task
  bool trace = false;     // a replay is wanted, too
  bool hint = false;      // and what would make a wrong answer right
};

/// kBadData, kUsage or kLimit, at the key that is wrong; unknown keys are refused.
[[nodiscard]] Result<ProgramRequest> read_program_request(std::string_view body);

}  // namespace papert::serve::app
