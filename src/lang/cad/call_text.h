// Text that is a row of calls: `Name`, `Name(...)` or `Name:(...)`, separated by white space,
// commas or semicolons. The three notations of this folder share it. Private to this folder.
//
//     SOL; Line:(223,128); Arc(center=(0, 0), "radius": 2e-3); Ext {distance: {value: 1}}
//
// Round, square and curly brackets all mean a list; an argument may have a name before `=` or `:`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace papert::lang::cad::detail {

inline constexpr int kMaxCallDepth = 8;              // brackets inside brackets
inline constexpr std::size_t kMaxCallValues = 4096;  // values of one call, nested ones included

struct Value {
  std::string name;          // of name=value; else empty
  std::string text;          // an atom as written, or the word before a list's bracket
  std::vector<Value> items;  // of a list
  bool is_list = false;
};

struct Call {
  std::string name;
  std::vector<Value> arguments;
  bool has_arguments = false;  // brackets were there, even empty ones
  std::size_t number = 0;      // from 1
  std::size_t line = 0;        // from 1
  std::size_t begin = 0;       // its first byte in the text

  /// "command 3, line 1"
  [[nodiscard]] std::string where() const;
};

/// Reads one call at a time, so that a caller stops at its own limit.
class CallReader {
 public:
  explicit CallReader(std::string_view text) : text_(text) {}

  /// Nothing at the end of the text. kBadData or kLimit, with the place and the offending text.
  Result<std::optional<Call>> next();

  /// Behind the last call.
  [[nodiscard]] std::size_t position() const { return position_; }

 private:
  [[nodiscard]] bool at_end() const { return position_ == text_.size(); }
  [[nodiscard]] char peek() const { return at_end() ? '\0' : text_[position_]; }
  void skip_space();
  void skip_separators();
  Result<std::string> atom();
  Result<std::vector<Value>> list(int depth);
  Result<Value> value(int depth);
  [[nodiscard]] Error error(ErrorCode code, std::string message) const;

  std::string_view text_;
  std::size_t position_ = 0;
  std::size_t line_ = 1;
  std::size_t number_ = 0;
  std::size_t values_ = 0;  // of the call being read
};

/// At most 40 bytes of it, in quotes, damaged UTF-8 repaired.
std::string quote(std::string_view text);

/// A finite number; a whole number without a fraction or an exponent. Nothing else around it.
std::optional<double> to_number(std::string_view text);
std::optional<std::int64_t> to_whole(std::string_view text);

/// Lower case without hyphens and underscores: how words of the notations are compared.
std::string plain_word(std::string_view text);

}  // namespace papert::lang::cad::detail
