// Every suite there is: the built-in ones, and those that were linked in beside them. A suite of
// one's own registers itself from its own source, which must be linked as an object (a file of the
// program, or an OBJECT library), because nothing else refers to it:
//
//     const suite::Registration kRegistered(make_suite);
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "suite/suite.h"

namespace papert::suite {

using MakeSuite = std::unique_ptr<Suite> (*)();

/// Adds a suite before main() begins. One that has the name of another takes its place.
struct Registration {
  explicit Registration(MakeSuite make);
};

/// Every suite, in the order of the list command: the built-in ones first.
[[nodiscard]] std::vector<std::unique_ptr<Suite>> all_suites();

/// The suite of that name; the error lists the names there are.
[[nodiscard]] Result<std::unique_ptr<Suite>> find_suite(std::string_view name);

/// The suite whose tasks a path holds (a data folder, or the file in it that lists them), or whose
/// program it is; null if nobody can tell.
[[nodiscard]] std::unique_ptr<Suite> suite_of_data(const std::filesystem::path& path);
[[nodiscard]] std::unique_ptr<Suite> suite_of_program(const std::filesystem::path& path);

}  // namespace papert::suite
