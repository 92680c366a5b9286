// Programs of this suite: what runs before them, and what of their drawing counts.
#pragma once

#include <string>
#include <string_view>

#include "lang/turtle/host/jail_pool.h"
#include "raster/bitmap.h"
#include "scene/scene.h"
#include "suite/turtlebench/settings.h"

namespace papert::suite::turtlebench {

inline constexpr double kPenSize = 5;

/// The exception that ends a program for matplotlib which needs a part of it that is not here; its
/// words are the name of that part.
inline constexpr std::string_view kOtherLanguage = "OtherLanguage";

/// Runs `variables`, then `code`; kMatplotlib needs a plotting jail. What the code finds: turtle
/// and math imported and a turtle t, also for kFree; or a module rabbit, and no turtle; or pyplot
/// as plt and numpy as np. Every turtle has a pen of 5, which the code cannot change. Line numbers
/// in the outcome are those of `code`; a failure of the variables has line 0.
[[nodiscard]] Result<lang::turtle::Drawing> run_program(lang::turtle::JailPool& jails,
                                                        Library library, std::string_view variables,
                                                        std::string_view code);

/// What is run for the program of an item, a turtle's, to compare answers of the library with.
[[nodiscard]] std::string reference_text(Library library, std::string_view variables,
                                         std::string_view code);

/// What counts of a drawing: lines of width 5 whatever the program set, black where the colour is
/// ink (grey 200 or darker) and else white, on white.
[[nodiscard]] scene::Scene ink_of(scene::Scene scene);

/// The ink on the published device, cut to its box.
[[nodiscard]] raster::Bitmap ink_picture(const scene::Scene& ink);

/// A program of the library that draws what `code` draws with the turtle t. It knows the calls that
/// the published programs use.
[[nodiscard]] std::string version_for(Library library, std::string_view code);

}  // namespace papert::suite::turtlebench
