// Programs that models are evaluated with, and that must not be trained on.
//
// One is recognised by its text with all numbers rounded, or by its picture: a program that was
// written anew with other spacing, quotes or decimals is still found, and so is another program
// that draws the same. The published tables of sgp that this build knows by hash
// (evaluation_tasks.h) are always among them; they are recognised by their text however it is
// spaced.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/cancel.h"
#include "base/result.h"
#include "datagen/evaluation_tasks.h"
#include "datagen/sit/program.h"

namespace papert::datagen::sit {

class EvaluationPrograms {
 public:
  /// Adds every program of a source (source.h).
  [[nodiscard]] Result<void> add(const std::filesystem::path& data, std::size_t jobs,
                                 const CancelToken& cancel);

  /// Why it is one of them; empty if it is not.
  [[nodiscard]] Result<std::string> match(const CheckedProgram& program) const;

  /// Of all that were added, in any order.
  [[nodiscard]] std::string hash() const;
  [[nodiscard]] std::size_t size() const { return added_; }
  [[nodiscard]] const std::vector<std::string>& notes() const { return notes_; }

 private:
  EvaluationTasks published_;
  std::unordered_map<std::string, std::string> keys_;  // "text HASH", "picture HASH" -> its source
  std::size_t added_ = 0;
  std::vector<std::string> notes_;
};

}  // namespace papert::datagen::sit
