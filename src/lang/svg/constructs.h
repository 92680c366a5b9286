// What an SVG program is made of.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "base/result.h"

namespace papert::lang::svg {

struct Constructs {
  std::map<std::string, std::int64_t> elements;       // by name, without a prefix
  std::map<std::string, std::int64_t> path_commands;  // by letter, as a capital
};

/// Path commands are counted as they are written: numbers that repeat a command without its letter
/// are not. The errors of parse().
[[nodiscard]] Result<Constructs> count_constructs(std::string_view text);

}  // namespace papert::lang::svg
