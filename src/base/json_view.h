// JSON read in place. One pass checks the text and notes where the members of the outermost object
// are; a value is decoded when it is asked for, so a line of which only an id and a verdict are
// wanted costs little more than its bytes.
//
//     JsonView view;
//     if (view.read(line)) id = view["id"].string();
//
// read() takes a strict part of what parse_json takes: an object, nothing damaged in it. Text that
// it does not take may still be JSON that parse_json repairs, or reads by other rules; whoever
// needs those goes on with parse_json, which also says what is wrong.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"

namespace papert {

/// A value in checked JSON text, which must outlive it. The default is a value that is not there.
class JsonPiece {
 public:
  JsonPiece() = default;
  explicit JsonPiece(std::string_view checked) : text_(checked) {}

  [[nodiscard]] std::string_view text() const { return text_; }
  [[nodiscard]] bool exists() const { return !text_.empty(); }
  [[nodiscard]] bool is_null() const { return first() == 'n'; }
  [[nodiscard]] bool is_true() const { return first() == 't'; }
  [[nodiscard]] bool is_string() const { return first() == '"'; }
  [[nodiscard]] bool is_object() const { return first() == '{'; }
  [[nodiscard]] bool is_array() const { return first() == '['; }
  [[nodiscard]] bool is_number() const {
    return first() == '-' || (first() >= '0' && first() <= '9');
  }

  /// The text of a string; empty for other values.
  [[nodiscard]] std::string string() const;

  /// A number without a fraction or exponent that fits 64 bits.
  [[nodiscard]] std::optional<std::int64_t> integer() const;
  [[nodiscard]] std::optional<double> number() const;

  /// As parse_json has it; null for a value that is not there.
  [[nodiscard]] Json json() const;

  /// The values of an array; none for other values.
  [[nodiscard]] std::vector<JsonPiece> elements() const;

 private:
  [[nodiscard]] char first() const { return text_.empty() ? '\0' : text_.front(); }

  std::string_view text_;
};

class JsonView {
 public:
  struct Member {
    JsonPiece key;
    JsonPiece value;
    bool escaped_key = false;
  };

  /// Whether the text is an object that can be read in place. Forgets what was read before.
  [[nodiscard]] bool read(std::string_view text);

  /// The value of a key, the last one where there are several.
  [[nodiscard]] JsonPiece operator[](std::string_view key) const;

  /// In the order of the text.
  [[nodiscard]] const std::vector<Member>& members() const { return members_; }

  /// The whole object, as parse_json has it. Every key is compared with those before it: for
  /// objects of few members.
  [[nodiscard]] Json json() const;

 private:
  std::vector<Member> members_;
};

}  // namespace papert
