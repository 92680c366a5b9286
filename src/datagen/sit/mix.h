// An instruction set of somebody else's that is mixed in: JSONL with the columns instruction and
// response, or with messages. Its rows are found again by their place, so a large set takes little
// memory.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "datagen/stage_file.h"

namespace papert::datagen::sit {

struct InstructionRows {
  std::filesystem::path path;
  std::string name;               // of the file, for file names: letters, digits, - and _
  std::string hash;               // of its bytes
  std::vector<LinePlace> places;  // of the rows that can be used
  std::vector<Error> problems;    // the first rows that cannot, each with its line and the reason
  std::size_t left_out = 0;       // all of them
};

/// kBadData where no row can be used.
[[nodiscard]] Result<InstructionRows> read_instructions(const std::filesystem::path& path);

/// The chat turns of a row. kBadData, naming the field, where it has none: a text that is missing
/// or empty, turns that are not a user's and an assistant's by turns, a placeholder of pictures.
[[nodiscard]] Result<Json> instruction_turns(std::string_view row);

}  // namespace papert::datagen::sit
