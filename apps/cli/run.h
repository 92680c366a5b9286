// The command line as a function, so that a program with suites of its own can have it, too
// (docs/adding-a-suite.md).
#pragma once

namespace papert::cli {

/// Does what the arguments say; gives the exit code.
[[nodiscard]] int run(int argc, char** argv);

}  // namespace papert::cli
