#include "model/chat_json.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>

#include "base/text.h"

namespace papert::model {
namespace {

constexpr std::size_t kMaxMessageBytes = 300;

/// Bodies of errors are small; of a large one (a page of HTML) only the beginning is looked at.
constexpr std::size_t kMaxErrorBody = std::size_t{1} << 20;

std::string one_line(std::string_view text) {
  const std::string clean = sanitise_utf8(cut_utf8(text, 4 * kMaxMessageBytes));
  std::string line;
  for (const char c : trim(clean)) {
    const bool space = static_cast<unsigned char>(c) <= ' ' || c == 0x7F;
    if (space && line.ends_with(' ')) continue;
    line += space ? ' ' : c;
  }
  if (line.size() <= kMaxMessageBytes) return line;
  return std::string(cut_utf8(line, kMaxMessageBytes)) + "...";
}

Json error_json(std::string_view body) {
  if (body.size() > kMaxErrorBody) return {};
  auto json = parse_json(body);
  if (!json) return {};
  // Google wraps the object in a list for some requests.
  if (json->is_array() && !json->empty()) *json = Json((*json)[0]);
  return std::move(*json);
}

}  // namespace

void add_reasoning(Reply& reply, std::string_view piece) {
  if (piece.empty()) return;
  if (!reply.reasoning.empty()) reply.reasoning += '\n';
  reply.reasoning += piece;
}

const Json& member(const Json& json, std::string_view key) {
  static const Json null;
  if (!json.is_object()) return null;
  const auto found = json.find(key);
  return found == json.end() ? null : *found;
}

std::string_view text_of(const Json& json, std::string_view key) {
  const Json& value = member(json, key);
  if (!value.is_string()) return {};
  return value.get_ref<const std::string&>();
}

std::optional<std::int64_t> count_of(const Json& json, std::string_view key) {
  const Json& value = member(json, key);
  constexpr auto kMost = std::numeric_limits<std::int64_t>::max();
  if (value.is_number_float()) {
    const double number = value.get<double>();
    if (!(number >= 0) || number != std::floor(number)) return std::nullopt;
    return number < static_cast<double>(kMost) ? static_cast<std::int64_t>(number) : kMost;
  }
  if (value.is_number_unsigned()) {
    return static_cast<std::int64_t>(
        std::min(value.get<std::uint64_t>(), static_cast<std::uint64_t>(kMost)));
  }
  if (!value.is_number_integer() || value.get<std::int64_t>() < 0) return std::nullopt;
  return value.get<std::int64_t>();
}

std::optional<std::int64_t> sum(std::optional<std::int64_t> a, std::optional<std::int64_t> b) {
  if (!a && !b) return std::nullopt;
  return saturated_sum(a.value_or(0), b.value_or(0));
}

std::string provider_message(std::string_view body) {
  const Json json = error_json(body);
  const Json& error = member(json, "error");
  const std::array<std::string_view, 5> candidates{text_of(error, "message"),
                                                   text_of(json, "error"), text_of(json, "message"),
                                                   text_of(json, "detail"), text_of(error, "type")};
  for (const std::string_view candidate : candidates) {
    if (!candidate.empty()) return one_line(candidate);
  }
  return one_line(body);
}

std::string provider_code(std::string_view body) {
  const Json json = error_json(body);
  const Json& error = member(json, "error");
  for (const char* key : {"code", "type", "status"}) {
    if (const std::string_view text = text_of(error, key); !text.empty()) return std::string(text);
  }
  return {};
}

}  // namespace papert::model
