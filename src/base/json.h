// JSON that keeps the order of keys, read without exceptions and without trust.
//
// parse_json reads what people's tools write: bytes that are not UTF-8 and lone surrogate escapes
// ("\ud83d" without its partner, as Python's json.dumps prints a cut-off emoji) become U+FFFD
// inside strings. Everything else that is not JSON is an error: trailing text, NaN, a number too
// large for a double. Of duplicate keys the last value wins, at the place of the first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace papert {

using Json = nlohmann::ordered_json;

/// Nesting of arrays and objects.
inline constexpr int kMaxJsonDepth = 256;

/// Members of one object: keys are looked up one by one, which more would make too slow.
inline constexpr std::size_t kMaxJsonMembers = 32768;

/// kBadData, naming line and byte, if `text` is not JSON; kLimit past the two limits above.
/// `where` becomes the error's place.
Result<Json> parse_json(std::string_view text, std::string where = {});

/// One line, no spaces. Damaged UTF-8 is printed as U+FFFD, NaN and infinities as null.
std::string dump_json(const Json& json);

/// Two spaces of indentation, no newline at the end.
std::string dump_json_pretty(const Json& json);

/// null where there is no value.
[[nodiscard]] inline Json number_or_null(std::optional<double> value) {
  return value ? Json(*value) : Json(nullptr);
}

/// A field of an object. kBadData, naming the key and what was found, if `json` is not an object,
/// the key is missing, or its value has another type. get_int takes whole numbers of 64 bits,
/// not 1.0; get_number takes any.
Result<std::string> get_string(const Json& json, std::string_view key, std::string where = {});
Result<std::int64_t> get_int(const Json& json, std::string_view key, std::string where = {});
Result<double> get_number(const Json& json, std::string_view key, std::string where = {});
Result<bool> get_bool(const Json& json, std::string_view key, std::string where = {});

/// The same, where an absent key or null is not a value; another type is still an error.
Result<std::optional<std::string>> get_optional_string(const Json& json, std::string_view key,
                                                       std::string where = {});
Result<std::optional<std::int64_t>> get_optional_int(const Json& json, std::string_view key,
                                                     std::string where = {});
Result<std::optional<double>> get_optional_number(const Json& json, std::string_view key,
                                                  std::string where = {});
Result<std::optional<bool>> get_optional_bool(const Json& json, std::string_view key,
                                              std::string where = {});

}  // namespace papert
