// The files to train with: for each set and direction the lines as chat messages, and the list of
// ids.
//
//     sit-25k-mixed.jsonl              {"id", "messages": [user, assistant], "images": []}
//     sit-25k-mixed.ids                "forward ID" or "reverse ID" a line, in the same order
//     sit-25k-mixed-with-NAME.jsonl    the same with the rows of --mix NAME.jsonl among them
//     dataset_info.json                all of them, for LLaMA-Factory
//
// Lines stand in an order drawn by lot. Each file is there as a whole or not at all.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "datagen/sit/mix.h"
#include "datagen/sit/stages.h"

namespace papert::datagen::sit {

enum class Direction { kForward, kReverse, kMixed };
inline constexpr std::string_view kDirectionNames[] = {"forward", "reverse", "mixed"};

[[nodiscard]] inline std::string_view name_of(Direction direction) {
  return kDirectionNames[static_cast<std::size_t>(direction)];
}

/// "forward", "reverse" or "mixed"; kUsage for another word.
[[nodiscard]] Result<Direction> direction_of(std::string_view word);

struct TrainingFile {
  std::string name;         // "sit-25k-mixed.jsonl"
  std::size_t lines = 0;    // all of them
  std::size_t reverse = 0;  // from a description to a program
  std::size_t mixed_in = 0;
  std::size_t longest = 0;  // bytes of the longest program
};

struct TrainingTask {
  const Pool& pool;
  const std::vector<ChosenSet>& sets;  // of the accepted programs
  const std::vector<Direction>& directions;
  const Wordings& wordings;
  const std::optional<InstructionRows>& mix;
};

[[nodiscard]] Result<std::vector<TrainingFile>> write_training_files(const Bench& bench,
                                                                     const TrainingTask& task);

}  // namespace papert::datagen::sit
