// What a judgement of the grid world is as a score: the same in both dialects.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "lang/xlogo/emulator.h"
#include "suite/suite.h"

namespace papert::suite::xlogo {

/// "1-5" and the like: blocks of a solution, and the larger side of a grid.
[[nodiscard]] std::string length_band(std::size_t length);
[[nodiscard]] std::string grid_band(const lang::xlogo::World& world);

/// Of a reply without code, and of code that is no program.
[[nodiscard]] suite::Score no_code(const reply::Answer& answer);
[[nodiscard]] suite::Score not_a_program(const lang::xlogo::FormatError& error,
                                         const reply::Answer& answer);

/// Of a task that cannot be read any more: an internal error, since nothing was learnt about the
/// program.
[[nodiscard]] suite::Score task_is_gone(const Error& error, const reply::Answer& answer);

/// What is told of a program that does not succeed.
struct Failing {
  std::string message;
  double goal_share = 0;
};

/// `length` is that of the program in blocks.
[[nodiscard]] suite::Score score_of(const lang::xlogo::Judgement& judgement,
                                    const std::optional<Failing>& failing, std::size_t length,
                                    const reply::Answer& answer);

}  // namespace papert::suite::xlogo
