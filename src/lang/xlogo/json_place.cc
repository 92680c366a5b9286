#include "lang/xlogo/json_place.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/text.h"

namespace papert::lang::xlogo {
namespace {

constexpr std::size_t kShownBytes = 60;
// Printing a value costs its whole size, and one error prints one value: only small ones are worth
// it.
constexpr std::size_t kShownElements = 16;

}  // namespace

std::string shown(std::string_view text) {
  std::string clean = sanitise_utf8(text.substr(0, kShownBytes + 4));
  std::replace_if(clean.begin(), clean.end(), [](unsigned char c) { return c < 0x20; }, ' ');
  const std::string_view cut = cut_utf8(clean, kShownBytes);
  return std::string(cut) + (cut.size() < clean.size() || clean.size() < text.size() ? "..." : "");
}

std::string shown(const Json& json) {
  if (json.is_structured() && json.size() > kShownElements) {
    return fmt::format("{} of {} elements", json.is_array() ? "a list" : "an object", json.size());
  }
  return shown(std::string_view(dump_json(json)));
}

void Place::append_path(std::string& text) const {
  if (parent_ == nullptr) return;
  parent_->append_path(text);
  if (name_.empty()) {
    text += fmt::format("[{}]", index_);
  } else {
    if (!text.empty()) text += '.';
    text += name_;
  }
}

std::string Place::to_string() const {
  const Place* root = this;
  while (root->parent_ != nullptr) root = root->parent_;
  std::string path;
  append_path(path);
  if (root->where_->empty()) return path;
  return path.empty() ? *root->where_ : *root->where_ + ": " + path;
}

tl::unexpected<Error> Place::fail(std::string message, ErrorCode code) const {
  return papert::fail(code, std::move(message), to_string());
}

tl::unexpected<Error> Place::expected(std::string_view what, const Json& json) const {
  return fail(fmt::format("expected {}, found {}", what, shown(json)));
}

Result<const Json*> find_member(const Json& json, std::string_view key, const Place& place) {
  if (!json.is_object()) return place.expected("an object", json);
  const auto found = json.find(key);
  if (found == json.end()) return nullptr;
  return &*found;
}

Result<const Json*> need_member(const Json& json, std::string_view key, const Place& place) {
  const Json* const found = TRY(find_member(json, key, place));
  if (found == nullptr) return place.fail(fmt::format("the key \"{}\" is missing", key));
  return found;
}

Result<int> read_int(const Json& json, int smallest, int largest, const Place& place) {
  if (json.is_number_integer()) {
    // A number above the signed range is stored unsigned and cannot be small enough.
    const bool huge = json.is_number_unsigned() && json.get<std::uint64_t>() > INT32_MAX;
    const std::int64_t value = huge ? INT64_MAX : json.get<std::int64_t>();
    if (value >= smallest && value <= largest) return static_cast<int>(value);
  }
  return place.expected(fmt::format("a whole number from {} to {}", smallest, largest), json);
}

Result<bool> read_bool(const Json& json, const Place& place) {
  if (!json.is_boolean()) return place.expected("true or false", json);
  return json.get<bool>();
}

Result<std::string> read_string(const Json& json, const Place& place) {
  if (!json.is_string()) return place.expected("a string", json);
  return json.get<std::string>();
}

Result<const Json*> read_array(const Json& json, std::size_t largest, const Place& place) {
  if (!json.is_array()) return place.expected("a list", json);
  if (json.size() > largest) {
    return place.fail(fmt::format("{} elements, at most {} allowed", json.size(), largest),
                      ErrorCode::kLimit);
  }
  return &json;
}

Result<Color> read_color(const Json& json, const Place& place) {
  const std::string text = TRY(read_string(json, place));
  const auto color = color_from_name(text);
  if (!color) return place.expected("a colour name", json);
  return *color;
}

Result<int> int_member(const Json& json, std::string_view key, int smallest, int largest,
                       const Place& place) {
  const Json* const found = TRY(need_member(json, key, place));
  return read_int(*found, smallest, largest, place.key(key));
}

}  // namespace papert::lang::xlogo
