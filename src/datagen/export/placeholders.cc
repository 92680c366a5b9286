#include "datagen/export/placeholders.h"

#include <algorithm>
#include <array>

namespace papert::datagen {
namespace {

constexpr std::array<std::string_view, 3> kPlaceholders{kImagePlaceholder, "<video>", "<audio>"};

/// npos where there is none.
std::size_t next_placeholder(std::string_view text, std::size_t from) {
  std::size_t first = std::string_view::npos;
  for (const std::string_view each : kPlaceholders) {
    first = std::min(first, text.find(each, from));
  }
  return first;
}

/// Whether a place lies between `open` and the `close` that follows it.
bool is_between(std::string_view text, std::size_t place, std::string_view open,
                std::string_view close) {
  const std::size_t opened = text.substr(0, place).rfind(open);
  if (opened == std::string_view::npos) return false;
  const std::size_t closed = text.find(close, opened + open.size());
  return closed != std::string_view::npos && closed > place;
}

}  // namespace

bool has_placeholder(std::string_view text) {
  return next_placeholder(text, 0) != std::string_view::npos;
}

std::optional<std::string> without_placeholders(std::string text) {
  constexpr std::size_t kToBracket = 6;  // all of them are equally long
  for (std::size_t place = next_placeholder(text, 0); place != std::string::npos;
       place = next_placeholder(text, place)) {
    if (!is_between(text, place, "<svg", "</svg>")) return std::nullopt;
    if (is_between(text, place, "<![CDATA[", "]]>")) return std::nullopt;
    text.insert(place + kToBracket, 1, ' ');
  }
  return text;
}

}  // namespace papert::datagen
