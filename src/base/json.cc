// One pass over the text before nlohmann's parser does what the parser cannot: it bounds the
// nesting (printing and comparing recurse), bounds the members of an object (ordered_json finds a
// key by walking, so a million keys would take hours), refuses NUL bytes (the parser would stop
// there and be content), and repairs damaged strings. The pass only has to tell inside from outside
// of a string, so it may be wrong about text that is not JSON: the parser then refuses it. Text
// without damage, the usual case, is not copied.
//
// A repair lengthens the text (one byte becomes three), so the place of an error is mapped back to
// the text as given by measuring the repairs before it once more.

#include "base/json.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "base/text.h"

namespace papert {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";
constexpr std::string_view kReplacementEscape = "\\ufffd";

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

/// The value of \uXXXX at the start of `text`, or -1.
int unicode_escape(std::string_view text) {
  if (text.size() < 6 || text[0] != '\\' || text[1] != 'u') return -1;
  int value = 0;
  for (const char c : text.substr(2, 4)) {
    const int digit = hex_digit(c);
    if (digit < 0) return -1;
    value = value * 16 + digit;
  }
  return value;
}

bool is_high_surrogate(int unit) { return unit >= 0xD800 && unit <= 0xDBFF; }
bool is_low_surrogate(int unit) { return unit >= 0xDC00 && unit <= 0xDFFF; }

/// A piece of a string: how many bytes it takes, and what stands for it (empty: itself).
struct Piece {
  std::size_t length = 1;
  std::string_view replacement;
};

/// How far `text` goes on without a quote, a backslash or a byte outside ASCII.
std::size_t plain_length(std::string_view text) {
  std::size_t i = 0;
  while (i < text.size() && text[i] != '"' && text[i] != '\\' &&
         static_cast<unsigned char>(text[i]) < 0x80) {
    ++i;
  }
  return i;
}

/// The piece that begins `text`, which is inside a string, not empty and not its closing quote.
Piece next_piece(std::string_view text) {
  const auto byte = static_cast<unsigned char>(text[0]);
  if (byte >= 0x80) {
    const std::size_t length = utf8_length(text);
    if (length != 0) return {length, {}};
    return {damaged_utf8_length(text), kReplacement};
  }
  if (byte != '\\') return {plain_length(text), {}};
  const int unit = unicode_escape(text);
  if (is_high_surrogate(unit)) {
    if (is_low_surrogate(unicode_escape(text.substr(6)))) return {12, {}};
    return {6, kReplacementEscape};
  }
  if (is_low_surrogate(unit)) return {6, kReplacementEscape};
  return {std::min<std::size_t>(2, text.size()), {}};
}

/// Walks the text once; see the head of the file.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  /// What is wrong at position(), if anything; then nothing further was read.
  std::optional<Error> run() {
    while (position_ < text_.size()) {
      const char c = text_[position_];
      if (in_string_ && c != '"') {
        take(next_piece(text_.substr(position_)));
        continue;
      }
      if (c == '"') {
        in_string_ = !in_string_;
      } else if (auto error = structure(c)) {
        return error;
      }
      ++position_;
    }
    if (changed_) repaired_.append(text_.substr(copied_));
    return std::nullopt;
  }

  [[nodiscard]] std::string_view text() const { return changed_ ? repaired_ : text_; }
  [[nodiscard]] std::size_t position() const { return position_; }

 private:
  void take(const Piece& piece) {
    if (!piece.replacement.empty()) {
      changed_ = true;
      repaired_.append(text_.substr(copied_, position_ - copied_));
      repaired_.append(piece.replacement);
      copied_ = position_ + piece.length;
    }
    position_ += piece.length;
  }

  std::optional<Error> structure(char c) {
    if (c == '{' || c == '[') {
      if (static_cast<int>(members_.size()) == kMaxJsonDepth) {
        return Error{
            ErrorCode::kLimit, fmt::format("JSON nested deeper than {} levels", kMaxJsonDepth), {}};
      }
      members_.push_back(0);
      return std::nullopt;
    }
    if ((c == '}' || c == ']') && !members_.empty()) members_.pop_back();
    // A key is what a colon follows; counting colons leaves arrays, of any length, alone.
    if (c == ':' && !members_.empty() && ++members_.back() > kMaxJsonMembers) {
      return Error{ErrorCode::kLimit,
                   fmt::format("a JSON object of more than {} members", kMaxJsonMembers),
                   {}};
    }
    // The parser would take it for the end of the text, whatever follows.
    if (c == '\0') return Error{ErrorCode::kBadData, "not JSON: a NUL byte", {}};
    return std::nullopt;
  }

  std::string_view text_;
  std::size_t position_ = 0;
  bool in_string_ = false;
  std::vector<std::size_t> members_;  // per open bracket, the colons seen directly inside
  bool changed_ = false;
  std::string repaired_;
  std::size_t copied_ = 0;  // how much of text_ is in repaired_
};

/// The place in `text` that became place `repaired` of its repaired form.
std::size_t original_position(std::string_view text, std::size_t repaired) {
  std::size_t position = 0;
  bool in_string = false;
  for (std::size_t out = 0; out < repaired && position < text.size();) {
    Piece piece;
    if (text[position] == '"') {
      in_string = !in_string;
    } else if (in_string) {
      piece = next_piece(text.substr(position));
    }
    if (piece.replacement.empty()) piece.length = std::min(piece.length, repaired - out);
    position += piece.length;
    out += piece.replacement.empty() ? piece.length : piece.replacement.size();
  }
  return position;
}

std::string describe_place(std::string_view text, std::size_t offset) {
  const auto line =
      1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(offset), '\n');
  return fmt::format("line {}, byte {}", line, offset);
}

/// What nlohmann said, without its own prefix and position.
std::string reason_of(const Json::exception& error) {
  std::string_view message = error.what();
  if (const auto colon = message.find(": ");
      message.starts_with("[") && colon != std::string_view::npos) {
    message.remove_prefix(colon + 2);
  } else if (const auto bracket = message.find("] "); bracket != std::string_view::npos) {
    message.remove_prefix(bracket + 2);
  }
  return sanitise_utf8(cut_utf8(message, 300));
}

std::string type_of(const Json& json) {
  if (json.is_number_float()) return "a fractional number";
  if (json.is_number()) return "a number";
  if (json.is_null()) return "null";
  return fmt::format("{} {}", json.is_structured() ? "an" : "a", json.type_name());
}

tl::unexpected<Error> wrong_type(std::string_view key, const Json& value, std::string_view wanted,
                                 std::string where) {
  return fail(ErrorCode::kBadData,
              fmt::format("\"{}\" should be {}, not {}", key, wanted, type_of(value)),
              std::move(where));
}

/// The value of a key, null pointer if absent.
Result<const Json*> find(const Json& json, std::string_view key, const std::string& where) {
  if (!json.is_object()) {
    return fail(ErrorCode::kBadData,
                fmt::format("expected an object with \"{}\", found {}", key, type_of(json)), where);
  }
  const auto found = json.find(key);
  return found == json.end() ? nullptr : &*found;
}

template <class T>
struct Reader;

template <>
struct Reader<std::string> {
  static constexpr std::string_view kName = "a string";
  static std::optional<std::string> read(const Json& value) {
    if (const auto* text = value.get_ptr<const std::string*>()) return *text;
    return std::nullopt;
  }
};

template <>
struct Reader<std::int64_t> {
  static constexpr std::string_view kName = "a whole number of 64 bits";
  static std::optional<std::int64_t> read(const Json& value) {
    if (!value.is_number_integer()) return std::nullopt;
    if (value.is_number_unsigned() &&
        value.get<std::uint64_t>() > std::uint64_t{std::numeric_limits<std::int64_t>::max()}) {
      return std::nullopt;
    }
    return value.get<std::int64_t>();
  }
};

template <>
struct Reader<double> {
  static constexpr std::string_view kName = "a number";
  static std::optional<double> read(const Json& value) {
    if (!value.is_number()) return std::nullopt;
    return value.get<double>();
  }
};

template <>
struct Reader<bool> {
  static constexpr std::string_view kName = "true or false";
  static std::optional<bool> read(const Json& value) {
    if (!value.is_boolean()) return std::nullopt;
    return value.get<bool>();
  }
};

template <class T>
Result<std::optional<T>> get_optional(const Json& json, std::string_view key, std::string where) {
  const Json* value = TRY(find(json, key, where));
  if (value == nullptr || value->is_null()) return std::optional<T>();
  std::optional<T> result = Reader<T>::read(*value);
  if (!result) return wrong_type(key, *value, Reader<T>::kName, std::move(where));
  return result;
}

template <class T>
Result<T> get(const Json& json, std::string_view key, std::string where) {
  const Json* value = TRY(find(json, key, where));
  if (value == nullptr) {
    return fail(ErrorCode::kBadData, fmt::format("\"{}\" is missing", key), std::move(where));
  }
  std::optional<T> result = Reader<T>::read(*value);
  if (!result) return wrong_type(key, *value, Reader<T>::kName, std::move(where));
  return std::move(*result);
}

}  // namespace

Result<Json> parse_json(std::string_view text, std::string where) {
  Scanner scanner(text);
  if (auto error = scanner.run()) {
    error->message += fmt::format(" ({})", describe_place(text, scanner.position()));
    error->where = std::move(where);
    return fail(std::move(*error));
  }
  const std::string_view clean = scanner.text();
  try {
    return Json::parse(clean.begin(), clean.end());
  } catch (const Json::parse_error& error) {
    const std::size_t offset = original_position(text, error.byte == 0 ? 0 : error.byte - 1);
    return fail(ErrorCode::kBadData,
                fmt::format("not JSON at {}: {}", describe_place(text, offset), reason_of(error)),
                std::move(where));
  } catch (const Json::exception& error) {
    return fail(ErrorCode::kBadData, fmt::format("not JSON: {}", reason_of(error)),
                std::move(where));
  }
}

std::string dump_json(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string dump_json_pretty(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace);
}

Result<std::string> get_string(const Json& json, std::string_view key, std::string where) {
  return get<std::string>(json, key, std::move(where));
}
Result<std::int64_t> get_int(const Json& json, std::string_view key, std::string where) {
  return get<std::int64_t>(json, key, std::move(where));
}
Result<double> get_number(const Json& json, std::string_view key, std::string where) {
  return get<double>(json, key, std::move(where));
}
Result<bool> get_bool(const Json& json, std::string_view key, std::string where) {
  return get<bool>(json, key, std::move(where));
}

Result<std::optional<std::string>> get_optional_string(const Json& json, std::string_view key,
                                                       std::string where) {
  return get_optional<std::string>(json, key, std::move(where));
}
Result<std::optional<std::int64_t>> get_optional_int(const Json& json, std::string_view key,
                                                     std::string where) {
  return get_optional<std::int64_t>(json, key, std::move(where));
}
Result<std::optional<double>> get_optional_number(const Json& json, std::string_view key,
                                                  std::string where) {
  return get_optional<double>(json, key, std::move(where));
}
Result<std::optional<bool>> get_optional_bool(const Json& json, std::string_view key,
                                              std::string where) {
  return get_optional<bool>(json, key, std::move(where));
}

}  // namespace papert
