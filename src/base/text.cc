// UTF-8 is checked against table 3-7 of the Unicode standard: the first byte gives the length and
// the legal range of the second; all others are 80..BF. The range of the second byte is what
// excludes overlong forms (E0, F0), surrogates (ED) and values above U+10FFFF (F4).

#include "base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace papert {
namespace {

struct Lead {
  std::size_t length = 0;  // 0: not a first byte
  unsigned char second_min = 0x80;
  unsigned char second_max = 0xBF;
};

Lead lead_of(unsigned char byte) {
  if (byte < 0x80) return {.length = 1};
  if (byte < 0xC2) return {};
  if (byte < 0xE0) return {.length = 2};
  if (byte == 0xE0) return {.length = 3, .second_min = 0xA0};
  if (byte == 0xED) return {.length = 3, .second_max = 0x9F};
  if (byte < 0xF0) return {.length = 3};
  if (byte == 0xF0) return {.length = 4, .second_min = 0x90};
  if (byte < 0xF4) return {.length = 4};
  if (byte == 0xF4) return {.length = 4, .second_max = 0x8F};
  return {};
}

unsigned char byte_at(std::string_view text, std::size_t i) {
  return static_cast<unsigned char>(text[i]);
}

/// How many bytes at the start of `text` belong to the code point that `lead` opens.
std::size_t matching_bytes(std::string_view text, const Lead& lead) {
  if (lead.length == 0) return 0;
  std::size_t i = 1;
  for (; i < lead.length && i < text.size(); ++i) {
    const unsigned char byte = byte_at(text, i);
    const bool fits =
        i == 1 ? byte >= lead.second_min && byte <= lead.second_max : byte >= 0x80 && byte <= 0xBF;
    if (!fits) break;
  }
  return i;
}

/// The length of the leading run of plain ASCII, eight bytes at a time.
std::size_t ascii_run(std::string_view text) {
  std::size_t i = 0;
  for (; i + 8 <= text.size(); i += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, text.data() + i, 8);
    if ((word & 0x8080808080808080u) != 0) break;
  }
  while (i < text.size() && byte_at(text, i) < 0x80) ++i;
  return i;
}

bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

}  // namespace

std::string_view trim(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> pieces;
  for (;;) {
    const std::size_t end = text.find(separator);
    pieces.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return pieces;
    text.remove_prefix(end + 1);
  }
}

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return result;
}

std::size_t utf8_length(std::string_view text) {
  const Lead lead = lead_of(byte_at(text, 0));
  return matching_bytes(text, lead) == lead.length ? lead.length : 0;
}

std::size_t damaged_utf8_length(std::string_view text) {
  return std::max<std::size_t>(1, matching_bytes(text, lead_of(byte_at(text, 0))));
}

bool is_valid_utf8(std::string_view text) {
  for (;;) {
    text.remove_prefix(ascii_run(text));
    if (text.empty()) return true;
    const std::size_t length = utf8_length(text);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
}

std::string sanitise_utf8(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  while (!text.empty()) {
    std::size_t length = ascii_run(text);
    if (length == 0) length = utf8_length(text);
    if (length != 0) {
      result.append(text.substr(0, length));
    } else {
      result.append("\xEF\xBF\xBD");
      length = damaged_utf8_length(text);
    }
    text.remove_prefix(length);
  }
  return result;
}

std::string terminal_text(std::string_view text) {
  constexpr std::string_view kTurnsFromLeft = "\xE2\x80\xAA";  // U+202A to U+202E
  constexpr std::string_view kIsolatesFrom = "\xE2\x81\xA6";   // U+2066 to U+2069
  const std::string whole = sanitise_utf8(text);
  std::string shown;
  shown.reserve(whole.size());
  for (std::string_view left = whole; !left.empty();) {
    const auto* const style =
        std::find_if(kTerminalStyles.begin(), kTerminalStyles.end(),
                     [&](std::string_view known) { return left.starts_with(known); });
    const bool styled = style != kTerminalStyles.end();
    const std::string_view each = left.substr(0, styled ? style->size() : utf8_length(left));
    left.remove_prefix(each.size());
    if (styled) {
      shown += each;
      continue;
    }
    const unsigned last = byte_at(each, each.size() - 1);
    const bool control = each.size() == 1 && (last < 0x20 || last == 0x7F);
    const bool more_control = each.size() == 2 && each[0] == '\xC2' && last < 0xA0;
    const bool turn = each >= kTurnsFromLeft && each <= "\xE2\x80\xAE";
    const bool isolate = each >= kIsolatesFrom && each <= "\xE2\x81\xA9";
    if ((control && each != "\n" && each != "\t") || more_control) {
      shown += fmt::format("\\x{:02x}", last);
    } else if (turn || isolate) {
      shown += fmt::format("\\u{:x}", (turn ? 0x2000 : 0x2040) + (last & 0x3FU));
    } else {
      shown += each;
    }
  }
  return shown;
}

std::string_view cut_utf8(std::string_view text, std::size_t max_bytes) {
  if (text.size() <= max_bytes) return text;
  // At most three continuation bytes lie between a cut and the first byte of its code point; more
  // than that is damaged text, where any cut will do.
  for (std::size_t back = 0; back <= 3 && back <= max_bytes; ++back) {
    const std::size_t cut = max_bytes - back;
    if ((byte_at(text, cut) & 0xC0) != 0x80) return text.substr(0, cut);
  }
  return text.substr(0, max_bytes);
}

std::string format_count(std::int64_t count) {
  std::string text = std::to_string(count);
  const std::size_t first = count < 0 ? 1 : 0;
  for (std::size_t i = text.size(); i > first + 3;) {
    i -= 3;
    text.insert(i, 1, ',');
  }
  return text;
}

}  // namespace papert
