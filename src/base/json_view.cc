#include "base/json_view.h"

#include <charconv>
#include <ranges>

#include "base/plain_text.h"
#include "base/text.h"

namespace papert {
namespace {

/// The value of four hexadecimal digits, or -1.
int hex_unit(std::string_view digits) {
  int value = 0;
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
  const bool whole = digits.size() == 4 && end == digits.data() + 4 && digits[0] != '-';
  return error == std::errc() && whole ? value : -1;
}

bool is_high(int unit) { return unit >= 0xD800 && unit <= 0xDBFF; }
bool is_low(int unit) { return unit >= 0xDC00 && unit <= 0xDFFF; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Walks checked or unchecked text; every step is false where it is not plain JSON.
class Walk {
 public:
  explicit Walk(std::string_view text) : text_(text) {}

  [[nodiscard]] std::size_t at() const { return at_; }
  [[nodiscard]] bool ended() const { return at_ == text_.size(); }

  void space() {
    while (!ended() &&
           (text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == '\n' || text_[at_] == '\r')) {
      ++at_;
    }
  }

  /// One character that must be there, and the white space behind it.
  bool take(char c) {
    if (ended() || text_[at_] != c) return false;
    ++at_;
    space();
    return true;
  }

  bool value(int depth) {
    if (ended()) return false;
    switch (text_[at_]) {
      case '"':
        return string();
      case '{':
      case '[':
        return depth < kMaxJsonDepth && nested(text_[at_] == '{', depth);
      case 't':
        return word("true");
      case 'f':
        return word("false");
      case 'n':
        return word("null");
      default:
        return number();
    }
  }

  /// Whether the last string had escapes.
  [[nodiscard]] bool escaped() const { return escaped_; }

  bool string() {
    if (ended() || text_[at_] != '"') return false;
    ++at_;
    escaped_ = false;
    while (true) {
      at_ = plain_text_end(text_, at_);
      if (ended()) return false;
      const char c = text_[at_];
      if (c == '"') {
        ++at_;
        return true;
      }
      if (!(c == '\\' ? escape() : beyond_ascii())) return false;
    }
  }

 private:
  bool beyond_ascii() {
    if (static_cast<unsigned char>(text_[at_]) < 0x80) return false;  // a control character
    const std::size_t length = utf8_length(text_.substr(at_));
    at_ += length;
    return length > 0;
  }

  bool escape() {
    escaped_ = true;
    if (at_ + 1 >= text_.size()) return false;
    const char kind = text_[at_ + 1];
    if (kind != 'u') {
      at_ += 2;
      return std::string_view("\"\\/bfnrt").find(kind) != std::string_view::npos;
    }
    const int unit = unicode();
    return unit >= 0 && !is_low(unit) && (!is_high(unit) || is_low(unicode()));
  }

  int unicode() {
    if (text_.substr(at_, 2) != "\\u") return -1;
    const int unit = hex_unit(text_.substr(at_ + 2, 4));
    at_ += 6;
    return unit;
  }

  bool word(std::string_view wanted) {
    if (text_.substr(at_, wanted.size()) != wanted) return false;
    at_ += wanted.size();
    return true;
  }

  bool digits() {
    const std::size_t begin = at_;
    while (!ended() && is_digit(text_[at_])) ++at_;
    return at_ > begin;
  }

  bool number() {
    const std::size_t begin = at_;
    if (text_[at_] == '-') ++at_;
    const bool zero = !ended() && text_[at_] == '0';
    const std::size_t whole = at_;
    if (!digits() || (zero && at_ > whole + 1)) return false;
    bool large = at_ > whole + 300;
    if (!ended() && text_[at_] == '.') {
      ++at_;
      if (!digits()) return false;
    }
    if (!ended() && (text_[at_] == 'e' || text_[at_] == 'E')) {
      large = true;
      ++at_;
      if (!ended() && (text_[at_] == '+' || text_[at_] == '-')) ++at_;
      if (!digits()) return false;
    }
    return !large || JsonPiece(text_.substr(begin, at_ - begin)).number().has_value();
  }

  bool nested(bool object, int depth) {
    const char close = object ? '}' : ']';
    ++at_;
    space();
    if (!ended() && text_[at_] == close) return take_last();
    for (std::size_t count = 1; count <= kMaxJsonMembers || !object; ++count) {
      if (object) {
        if (!string()) return false;
        space();
        if (!take(':')) return false;
      }
      if (!value(depth + 1)) return false;
      space();
      if (!ended() && text_[at_] == close) return take_last();
      if (!take(',')) return false;
    }
    return false;
  }

  bool take_last() {
    ++at_;
    return true;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  bool escaped_ = false;
};

void append_code_point(std::uint32_t point, std::string& out) {
  const auto put = [&](std::uint32_t byte) { out.push_back(static_cast<char>(byte)); };
  if (point < 0x80) return put(point);
  if (point < 0x800) {
    put(0xC0 | point >> 6);
  } else {
    if (point < 0x10000) {
      put(0xE0 | point >> 12);
    } else {
      put(0xF0 | point >> 18);
      put(0x80 | (point >> 12 & 0x3F));
    }
    put(0x80 | (point >> 6 & 0x3F));
  }
  put(0x80 | (point & 0x3F));
}

/// What the escape at the start of `text`, a checked one, stands for. Returns its length.
std::size_t unescape(std::string_view text, std::string& out) {
  constexpr std::string_view kNames = "bfnrt";
  constexpr std::string_view kValues = "\b\f\n\r\t";
  if (text[1] != 'u') {
    const std::size_t place = kNames.find(text[1]);
    out.push_back(place == std::string_view::npos ? text[1] : kValues[place]);
    return 2;
  }
  const int unit = hex_unit(text.substr(2, 4));
  if (!is_high(unit)) {
    append_code_point(static_cast<std::uint32_t>(unit), out);
    return 6;
  }
  const int low = hex_unit(text.substr(8, 4));
  append_code_point(0x10000U + (static_cast<std::uint32_t>(unit - 0xD800) << 10U) +
                        static_cast<std::uint32_t>(low - 0xDC00),
                    out);
  return 12;
}

}  // namespace

std::string JsonPiece::string() const {
  if (!is_string()) return {};
  std::string_view rest = text_.substr(1, text_.size() - 2);
  std::string out;
  std::size_t next = rest.find('\\');
  if (next != std::string_view::npos) out.reserve(rest.size());
  while (next != std::string_view::npos) {
    out.append(rest.substr(0, next));
    rest.remove_prefix(next);
    rest.remove_prefix(unescape(rest, out));
    next = rest.find('\\');
  }
  return out.append(rest);
}

std::optional<std::int64_t> JsonPiece::integer() const {
  std::int64_t value = 0;
  const char* const end = text_.data() + text_.size();
  if (!is_number()) return std::nullopt;
  const auto [stop, error] = std::from_chars(text_.data(), end, value);
  if (error != std::errc() || stop != end) return std::nullopt;
  return value;
}

std::optional<double> JsonPiece::number() const {
  double value = 0;
  const char* const end = text_.data() + text_.size();
  if (!is_number()) return std::nullopt;
  const auto [stop, error] = std::from_chars(text_.data(), end, value);
  if (error != std::errc() || stop != end) return std::nullopt;
  return value;
}

Json JsonPiece::json() const {
  if (!exists()) return nullptr;
  if (is_string()) return string();
  if (const auto whole = integer()) {
    // Only a negative number is signed, as in a parsed tree.
    return text_.front() == '-' ? Json(*whole) : Json(static_cast<std::uint64_t>(*whole));
  }
  return parse_json(text_).value_or(Json(nullptr));
}

std::vector<JsonPiece> JsonPiece::elements() const {
  std::vector<JsonPiece> list;
  if (!is_array()) return list;
  Walk walk(text_);
  walk.take('[');
  while (!walk.take(']')) {
    const std::size_t begin = walk.at();
    if (!walk.value(0)) break;
    list.emplace_back(text_.substr(begin, walk.at() - begin));
    walk.space();
    walk.take(',');
  }
  return list;
}

bool JsonView::read(std::string_view text) {
  members_.clear();
  Walk walk(text);
  walk.space();
  if (!walk.take('{')) return false;
  bool more = !walk.take('}');
  while (more) {
    Member member;
    std::size_t begin = walk.at();
    if (!walk.string()) return false;
    member.key = JsonPiece(text.substr(begin, walk.at() - begin));
    member.escaped_key = walk.escaped();
    walk.space();
    if (!walk.take(':')) return false;
    begin = walk.at();
    if (!walk.value(1)) return false;
    member.value = JsonPiece(text.substr(begin, walk.at() - begin));
    members_.push_back(member);
    walk.space();
    more = walk.take(',');
    if (!more && !walk.take('}')) return false;
    if (members_.size() > kMaxJsonMembers) return false;
  }
  return walk.ended();
}

JsonPiece JsonView::operator[](std::string_view key) const {
  for (const auto& member : std::ranges::reverse_view(members_)) {
    const std::string_view raw = member.key.text();
    const std::string_view inner = raw.substr(1, raw.size() - 2);
    if (inner == key) return member.value;
    if (member.escaped_key && member.key.string() == key) return member.value;
  }
  return {};
}

Json JsonView::json() const {
  Json object = Json::object();
  for (const Member& member : members_) {
    Json& value = object[member.key.string()];
    member.value.is_string() ? void(value = member.value.string())
                             : void(value = member.value.json());
  }
  return object;
}

}  // namespace papert
