// The number that everything we write carries as "format". A reader of today can read what was
// written yesterday, where the number is missing or smaller, and refuses what a later Papert wrote
// instead of reading it wrongly.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/json.h"
#include "base/result.h"

namespace papert {

inline constexpr std::int64_t kFormat = 1;

/// kBadData if an object says that it has a later format; one that says nothing is read.
[[nodiscard]] Result<void> refuse_later_format(const Json& json, const std::string& where);

/// The text of an object with its format before the other fields: {"id":"a"} becomes
/// {"format":1,"id":"a"}.
[[nodiscard]] std::string with_format(std::string_view object);

}  // namespace papert
