// A streamed stage whose lines are made of replies. Many requests are in flight; a line is written
// when its reply has come, whatever the order, so a killed process loses only what was in flight.
// The file is keyed: a stage is complete when every key of the plan has a final line. A line whose
// request failed is not final: it is asked again by the next process, and the later line counts.
// When the stage is complete its file is put into the order of the plan, one line a key, beside its
// place and renamed. So the finished file is the same, byte for byte, for the same replies.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "base/cancel.h"
#include "base/result.h"
#include "datagen/asker.h"

namespace papert::datagen {

/// The status of a line that is not final.
inline constexpr std::string_view kRequestFailed = "request_failed";

struct AskedLine {
  std::string text;
  std::string error;  // why the request failed; empty: the line is final
};

struct AskedStage {
  std::filesystem::path path;
  std::string key_name = "key";  // of the field that has it
  std::size_t size = 0;          // lines of the plan

  /// The place in the plan; nothing for a key that is not in it.
  std::function<std::optional<std::size_t>(const std::string& key)> index_of;

  /// Makes a line, on any thread. `before`: what earlier requests for it took, which the line's
  /// "usage" has to hold, too. An error ends the stage.
  std::function<Result<AskedLine>(std::size_t index, const Spent& before)> make;

  /// Set where nobody is asked any more: the line for a key that has no final one; empty: it stays
  /// as it is. `before` as above.
  std::function<Result<std::string>(std::size_t index, const Spent& before)> close;

  std::size_t connections = 1;
  CancelToken cancel;
  std::function<void(std::size_t done, std::size_t total)> report;
};

/// Completes the stage. kUsage if requests failed, saying how many and why; kCancelled.
[[nodiscard]] Result<void> run_asked_stage(const AskedStage& stage);

/// What the lines of a streamed file took, or of a stage that is not complete. Nothing where there
/// is no file.
[[nodiscard]] Result<Spent> spent_in(const std::filesystem::path& path,
                                     const std::string& key_name);

}  // namespace papert::datagen
