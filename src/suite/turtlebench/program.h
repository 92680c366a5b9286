// Programs of this suite: what runs before them, and what of their drawing counts.
#pragma once

#include <string>
#include <string_view>

#include "lang/turtle/host/jail_pool.h"
#include "raster/bitmap.h"
#include "scene/scene.h"

namespace papert::suite::turtlebench {

inline constexpr double kPenSize = 5;

/// What a program finds when it starts.
enum class Library {
  kTurtle,  // turtle and math imported, a turtle t
  kRabbit,  // a module rabbit, and no turtle
};

/// Runs `variables`, then `code`. Every turtle has a pen of 5, which the code cannot change. Line
/// numbers in the outcome are those of `code`; a failure of the variables has line 0.
[[nodiscard]] Result<lang::turtle::Drawing> run_program(lang::turtle::JailPool& jails,
                                                        Library library, std::string_view variables,
                                                        std::string_view code);

/// What is run for them.
[[nodiscard]] std::string program_text(Library library, std::string_view variables,
                                       std::string_view code);

/// What counts of a drawing: lines of width 5 whatever the program set, black where the colour is
/// ink (grey 200 or darker) and else white, on white.
[[nodiscard]] scene::Scene ink_of(scene::Scene scene);

/// The ink on the published device, cut to its box.
[[nodiscard]] raster::Bitmap ink_picture(const scene::Scene& ink);

/// A program that draws with the rabbit what `code` draws with the turtle t. It knows the calls
/// that the published programs use.
[[nodiscard]] std::string rabbit_version(std::string_view code);

}  // namespace papert::suite::turtlebench
