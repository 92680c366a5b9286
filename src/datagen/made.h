// What a folder is that `papert datagen` or `papert export` wrote, or a file of labels, from its
// files alone: for people who find one and wonder. A folder of tasks is none of these: its suite
// describes it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"

namespace papert::datagen {

/// Rows of counts below a heading: the rounds of a generation.
struct MadeTable {
  std::string name;
  std::vector<std::string> columns;
  std::vector<std::vector<std::int64_t>> rows;
};

struct MadeFolder {
  std::string title;  // what it is, in a line
  std::vector<std::pair<std::string, std::string>> facts;
  std::optional<MadeTable> table;
  std::vector<std::string> next;  // how to go on: commands, with words before them
};

/// Nothing where the folder is not of this kind. kBadData where a file of it cannot be read.
[[nodiscard]] Result<std::optional<MadeFolder>> describe_made(const std::filesystem::path& folder);

}  // namespace papert::datagen
