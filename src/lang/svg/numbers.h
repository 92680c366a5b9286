// Numbers as SVG writes them, read without locale and printed short.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace papert::lang::svg {

/// Walks over the numbers, letters and separators of an attribute value.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  [[nodiscard]] bool at_end() const { return position_ == text_.size(); }
  [[nodiscard]] std::size_t position() const { return position_; }
  [[nodiscard]] std::string_view rest() const { return text_.substr(position_); }
  [[nodiscard]] char peek() const { return at_end() ? '\0' : text_[position_]; }
  char take() { return at_end() ? '\0' : text_[position_++]; }

  void skip_space();

  /// White space with at most one comma in it. Whether there was a comma.
  bool skip_separator();

  /// An optional sign, digits with at most one point, an optional exponent. "1.5.5" is 1.5 and .5,
  /// "-1-2" is -1 and -2. Nothing (and no step) for anything else: names such as nan, and numbers
  /// that no double can hold.
  std::optional<double> number();

  /// One character, 0 or 1: the flags of an arc may be glued to what follows.
  std::optional<bool> flag();

 private:
  std::string_view text_;
  std::size_t position_ = 0;
};

/// All numbers of a list with white space or single commas between them; nothing if there is
/// anything else.
std::optional<std::vector<double>> parse_numbers(std::string_view text);

struct Length {
  double value = 0;  // in user units, or in percent
  bool percent = false;
};

/// A number with no unit, px, pt, pc, mm, cm, in (96 to the inch) or %. Units that hang on a font
/// are not read.
std::optional<Length> parse_length(std::string_view text);

/// With at most this many decimals, no trailing zeros and no minus zero.
std::string format_number(double value, int decimals);

/// The shortest text that reads back as the same number.
std::string format_exactly(double value);

}  // namespace papert::lang::svg
