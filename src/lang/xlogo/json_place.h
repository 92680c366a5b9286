// Where a reader is inside a JSON value, and the readers of single values that say so when they
// fail: "world.tiles[3].x: expected a whole number from 0 to 31, found \"one\"". A place is a chain
// of steps on the stack; its text is made only for an error.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/json.h"
#include "base/result.h"
#include "lang/xlogo/vocabulary.h"

namespace papert::lang::xlogo {

class Place {
 public:
  /// `where` must outlive the place, and so must every place one was made from.
  explicit Place(const std::string& where) : where_(&where) {}

  [[nodiscard]] Place key(std::string_view name) const { return {this, name, 0}; }
  [[nodiscard]] Place item(std::size_t index) const { return {this, {}, index}; }

  /// "where: world.tiles[3]".
  [[nodiscard]] std::string to_string() const;
  [[nodiscard]] tl::unexpected<Error> fail(std::string message,
                                           ErrorCode code = ErrorCode::kBadData) const;
  /// "expected <what>, found <json>".
  [[nodiscard]] tl::unexpected<Error> expected(std::string_view what, const Json& json) const;

 private:
  Place(const Place* parent, std::string_view name, std::size_t index)
      : parent_(parent), name_(name), index_(index) {}
  void append_path(std::string& text) const;

  const std::string* where_ = nullptr;
  const Place* parent_ = nullptr;
  std::string_view name_;
  std::size_t index_ = 0;
};

/// The beginning of a value or a text, short enough for a message and on one line.
[[nodiscard]] std::string shown(const Json& json);
[[nodiscard]] std::string shown(std::string_view text);

/// A member that may be absent (nullptr), or must not be.
[[nodiscard]] Result<const Json*> find_member(const Json& json, std::string_view key,
                                              const Place& place);
[[nodiscard]] Result<const Json*> need_member(const Json& json, std::string_view key,
                                              const Place& place);

[[nodiscard]] Result<int> read_int(const Json& json, int smallest, int largest, const Place& place);
[[nodiscard]] Result<bool> read_bool(const Json& json, const Place& place);
[[nodiscard]] Result<std::string> read_string(const Json& json, const Place& place);
/// The value, if it is an array of at most `largest` elements.
[[nodiscard]] Result<const Json*> read_array(const Json& json, std::size_t largest,
                                             const Place& place);
[[nodiscard]] Result<Color> read_color(const Json& json, const Place& place);

/// need_member and read_int in one.
[[nodiscard]] Result<int> int_member(const Json& json, std::string_view key, int smallest,
                                     int largest, const Place& place);

}  // namespace papert::lang::xlogo
