// What a program draws with: the turtle as it is, a rabbit that hides one behind other names, any
// language (of which only a turtle's programs are run), or a small matplotlib.
#pragma once

#include <string>
#include <string_view>

#include "lang/turtle/host/jail_pool.h"

namespace papert::lang::turtle {

enum class Library { kTurtle, kRabbit, kFree, kMatplotlib };

/// The exception that ends a program for matplotlib which needs a part of it that is not here; its
/// words are the name of that part.
inline constexpr std::string_view kOtherLanguage = "OtherLanguage";

/// Runs `variables`, then `code`; kMatplotlib needs a plotting jail. What the code finds: turtle
/// and math imported and a turtle t, also for kFree; or a module rabbit, and no turtle; or pyplot
/// as plt and numpy as np. Every turtle has a pen of 5, which the code cannot change. Line numbers
/// in the outcome are those of `code`; a failure of the variables has line 0.
[[nodiscard]] Result<Drawing> run_with_library(JailPool& jails, Library library,
                                               std::string_view variables, std::string_view code,
                                               const Deadline& deadline = {});

/// The same, step by step. kLimit or kBadData where the steps cannot be shown.
[[nodiscard]] Result<scene::Replay> replay_with_library(JailPool& jails, Library library,
                                                        std::string_view variables,
                                                        std::string_view code);

/// What is run for the program of an item, a turtle's, to compare answers of the library with.
[[nodiscard]] std::string reference_text(Library library, std::string_view variables,
                                         std::string_view code);

/// A program of the library that draws what `code` draws with the turtle t. It knows the calls that
/// the published programs use.
[[nodiscard]] std::string version_for(Library library, std::string_view code);

}  // namespace papert::lang::turtle
