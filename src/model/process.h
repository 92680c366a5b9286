// Runs one program to its end, in a process group of its own, without a shell.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "base/cancel.h"

namespace papert::model {

struct ProcessRequest {
  std::vector<std::string> command;  // the program, found in PATH, and its arguments
  std::filesystem::path input;       // standard input
  std::filesystem::path folder;      // to run in; empty: this one
  double timeout_s = 600;
  std::size_t max_output_bytes = std::size_t{64} << 20;
};

struct ProcessOutcome {
  enum class End { kExited, kSignal, kTimeout, kCancelled, kTooMuchOutput, kNotStarted };
  End end = End::kExited;
  int number = 0;          // exit code, signal, or errno of what could not be started
  std::string output;      // standard output, up to the limit
  std::string last_words;  // the end of standard error
};

/// Blocks. What the program leaves running is killed when it ends, as is everything on a time-out,
/// too much output or a cancelled token: asked to end first, a second later forced.
[[nodiscard]] ProcessOutcome run_process(const ProcessRequest& request, const CancelToken& cancel);

}  // namespace papert::model
