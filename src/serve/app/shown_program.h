// What a program of any language shows, without a task. A turtle's program runs in the jail; the
// others are read, never executed, and what would take too long is refused before it is begun.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/deadline.h"
#include "base/result.h"
#include "raster/image.h"
#include "sandbox/limits.h"
#include "serve/app/program_request.h"

namespace papert::serve::app {

/// Of a program without a task; with one, the limits of its suite hold.
inline constexpr sandbox::Limits kPlayLimits{
    .steps = 2'000'000, .memory_bytes = 128ULL << 20U, .cpu_ms = 2'000};
inline constexpr std::int64_t kPlayWallMs = 5'000;
inline constexpr double kPlaySolidSeconds = 1;  // to build a solid, and to cut it into triangles

/// What is wrong with a program, and where, as far as that is known: lines and columns from 1, 0
/// where they are not.
struct Fault {
  std::string type;
  std::string message;
  std::string hint;  // what a beginner most likely did; mostly empty
  int line = 0;
  int column = 0;
};

struct ShownProgram {
  std::string outcome = "ok";  // or how it ended, by the names of sandbox/outcome.h
  std::optional<Fault> fault;
  std::optional<raster::Image> drawing;  // up to where it ended
  std::string printed;
  std::uint64_t steps = 0;
  std::vector<std::string> notes;  // why the picture may not be what the program means
};

/// An Error is our own fault, as a jail that does not start; the program's is in what is shown.
[[nodiscard]] Result<ShownProgram> show_program(Language language, std::string_view code, int side,
                                                const Deadline& deadline);

}  // namespace papert::serve::app
