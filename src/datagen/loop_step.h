// The pieces of a loop that survive its death: which steps are done, and commands whose results
// appear whole or not at all.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/cancel.h"
#include "base/file.h"
#include "base/json.h"
#include "base/jsonl.h"
#include "base/result.h"

namespace papert::datagen {

/// state.jsonl: {"key", "value"} for every step that is finished. One process at a time.
class LoopState {
 public:
  [[nodiscard]] static Result<LoopState> open(const std::filesystem::path& folder);

  /// What a step came to; null where it is not finished.
  [[nodiscard]] const Json* find(const std::string& key) const;
  [[nodiscard]] Result<void> finish(const std::string& key, const Json& value);

 private:
  LoopState(FileDescriptor lock, JsonlWriter lines)
      : lock_(std::move(lock)), lines_(std::move(lines)) {}

  FileDescriptor lock_;
  JsonlWriter lines_;
  std::map<std::string, Json> steps_;
};

using Placeholders = std::vector<std::pair<std::string_view, std::string>>;

/// The command with what stands in braces replaced by quoted words.
[[nodiscard]] std::string fill_command(std::string_view command, const Placeholders& values);

struct LoopCommand {
  std::string text;              // of the shell
  std::string_view result_name;  // the placeholder of what it makes
  std::filesystem::path result;  // where that is to be
  std::filesystem::path log;     // what it prints
};

/// Runs a command that makes a file or folder. The command is given a name of its own, which
/// becomes `result` when it has ended well. kBadData, with the end of the log, when it has not.
[[nodiscard]] Result<void> run_command(const LoopCommand& command, Placeholders values,
                                       const CancelToken& cancel);

}  // namespace papert::datagen
