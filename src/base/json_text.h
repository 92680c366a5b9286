// JSON written piece by piece, without a tree: the same bytes as dump_json gives for the same
// values. For lines that are written by the hundred thousand.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/json.h"

namespace papert {

/// Appends what dump_json gives for the value.
void append_quoted(std::string_view text, std::string& out);
void append_number(double number, std::string& out);
void append_number(std::int64_t number, std::string& out);
void append_json(const Json& value, std::string& out);

}  // namespace papert
