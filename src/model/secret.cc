// Two searches per secret. Spellings that are one string (the secret itself, its base64, its
// hexadecimal digits, itself backwards) are looked for as they stand. Spellings that escape single
// characters are 3^n, so the text is read as a sequence of units instead, each a character or an
// escape that stands for one, and the secret is matched against the characters by the algorithm of
// Knuth, Morris and Pratt; a ring of the last units' places says where a match began.
//
// In base64 a secret's digits depend on how many bytes of something else stand before it, modulo
// three; the digits that it shares with its neighbours are left out of the comparison.

#include "model/secret.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <utility>

#include "base/base64.h"

namespace papert::model {
namespace {

constexpr std::size_t kShortestSecret = 4;
constexpr std::size_t kShortestDisguise = 8;  // shorter ones are found by chance
constexpr std::size_t kDeepestNesting = 8;    // backslashes in a row

bool is_decimal(char c) { return c >= '0' && c <= '9'; }
bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
bool is_word(char c) { return is_decimal(c) || is_upper(c) || (c >= 'a' && c <= 'z'); }

int hex_value(char c) {
  if (is_decimal(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

/// The ASCII character that `digits` digits at the start of `text` stand for; 0 if none.
char from_hex(std::string_view text, std::size_t digits) {
  if (text.size() < digits) return 0;
  int value = 0;
  for (const char c : text.substr(0, digits)) {
    const int digit = hex_value(c);
    if (digit < 0 || value > 0xFF) return 0;
    value = value * 16 + digit;
  }
  return value < 0x80 ? static_cast<char>(value) : '\0';
}

/// A character of the text as a reader would decode it, and how many bytes it takes there.
struct Unit {
  char c = 0;
  std::size_t length = 1;
};

/// \/  \u002d  \x2d, with any small number of backslashes.
Unit backslash_unit(std::string_view text) {
  std::size_t at = 0;
  while (at < kDeepestNesting && at < text.size() && text[at] == '\\') ++at;
  if (at == text.size()) return {text[0]};
  if (text[at] == 'u') {
    if (const char c = from_hex(text.substr(at + 1), 4)) return {c, at + 5};
  } else if (text[at] == 'x') {
    if (const char c = from_hex(text.substr(at + 1), 2)) return {c, at + 3};
  } else if (!is_word(text[at])) {
    return {text[at], at + 1};
  }
  return {text[0]};
}

/// %2d  %252d
Unit percent_unit(std::string_view text) {
  std::size_t at = 1;
  while (at < 2 * kDeepestNesting && text.substr(at, 2) == "25" && text.size() > at + 3 &&
         hex_value(text[at + 2]) >= 0 && hex_value(text[at + 3]) >= 0) {
    at += 2;
  }
  if (const char c = from_hex(text.substr(at), 2)) return {c, at + 2};
  return {text[0]};
}

/// What follows the # of &#45; or &#x2d;.
Unit numbered_unit(std::string_view text, std::size_t at) {
  constexpr std::size_t kLongest = 8;
  const bool hex = at < text.size() && (text[at] == 'x' || text[at] == 'X');
  if (hex) ++at;
  const std::size_t end = text.substr(0, at + kLongest).find(';', at);
  if (end == std::string_view::npos || end == at) return {text[0]};
  int value = 0;
  for (const char c : text.substr(at, end - at)) {
    const int digit = hex_value(c);
    if (digit < 0 || (!hex && digit > 9) || value > 0xFF) return {text[0]};
    value = value * (hex ? 16 : 10) + digit;
  }
  if (value <= 0 || value >= 0x80) return {text[0]};
  return {static_cast<char>(value), end + 1};
}

/// &#45;  &#x2d;  &sol;  &amp;#45;
Unit entity_unit(std::string_view text) {
  static constexpr std::array<std::pair<std::string_view, char>, 17> kNames{{
      {"amp;", '&'},
      {"lt;", '<'},
      {"gt;", '>'},
      {"quot;", '"'},
      {"apos;", '\''},
      {"sol;", '/'},
      {"bsol;", '\\'},
      {"lowbar;", '_'},
      {"period;", '.'},
      {"colon;", ':'},
      {"equals;", '='},
      {"plus;", '+'},
      {"hyphen;", '-'},
      {"dash;", '-'},
      {"num;", '#'},
      {"percnt;", '%'},
      {"commat;", '@'},
  }};
  std::size_t at = 1;
  while (at < 4 * kDeepestNesting && text.substr(at, 4) == "amp;") at += 4;
  if (text.substr(at, 1) == "#") {
    const Unit unit = numbered_unit(text, at + 1);
    if (unit.length > 1) return unit;
  }
  for (const std::size_t from : {at, std::size_t{1}}) {
    for (const auto& [name, c] : kNames) {
      if (text.substr(from, name.size()) == name) return {c, from + name.size()};
    }
  }
  return {text[0]};
}

Unit unit_at(std::string_view text) {
  switch (text[0]) {
    case '\\':
      return backslash_unit(text);
    case '%':
      return percent_unit(text);
    case '&':
      return entity_unit(text);
    default:
      return {text[0]};
  }
}

/// Which byte of a text belongs to which secret.
class Marks {
 public:
  explicit Marks(std::size_t size) : size_(size) {}

  void add(std::size_t from, std::size_t until, std::size_t secret) {
    if (owner_.empty()) owner_.resize(size_, 0);
    std::fill(owner_.begin() + static_cast<std::ptrdiff_t>(from),
              owner_.begin() + static_cast<std::ptrdiff_t>(until),
              static_cast<std::uint16_t>(secret + 1));
  }
  [[nodiscard]] bool none() const { return owner_.empty(); }

  /// The number of the secret from 1, or 0.
  [[nodiscard]] std::size_t owner(std::size_t at) const { return owner_[at]; }

 private:
  std::size_t size_;
  std::vector<std::uint16_t> owner_;
};

void mark_plain(std::string_view text, std::string_view pattern, std::size_t secret, Marks& marks) {
  const char* at = text.data();
  const char* const end = at + text.size();
  while (const void* found =
             ::memmem(at, static_cast<std::size_t>(end - at), pattern.data(), pattern.size())) {
    const auto from = static_cast<std::size_t>(static_cast<const char*>(found) - text.data());
    marks.add(from, from + pattern.size(), secret);
    at = static_cast<const char*>(found) + pattern.size();
  }
}

/// For each beginning of the pattern the longest shorter beginning that it ends with.
std::vector<std::size_t> borders(std::string_view pattern) {
  std::vector<std::size_t> table(pattern.size(), 0);
  for (std::size_t i = 1, length = 0; i < pattern.size(); ++i) {
    while (length > 0 && pattern[i] != pattern[length]) length = table[length - 1];
    if (pattern[i] == pattern[length]) ++length;
    table[i] = length;
  }
  return table;
}

void mark_escaped(std::string_view text, std::string_view pattern, std::size_t secret,
                  Marks& marks) {
  const std::vector<std::size_t> border = borders(pattern);
  std::vector<std::size_t> starts(pattern.size(), 0);  // of the last units, in a ring
  std::size_t matched = 0;
  std::size_t number = 0;
  for (std::size_t at = 0; at < text.size(); ++number) {
    const Unit unit = unit_at(text.substr(at));
    starts[number % pattern.size()] = at;
    at += unit.length;
    while (matched > 0 && pattern[matched] != unit.c) matched = border[matched - 1];
    if (pattern[matched] == unit.c) ++matched;
    if (matched < pattern.size()) continue;
    marks.add(starts[(number + 1) % pattern.size()], at, secret);
    matched = 0;
  }
}

/// The base64 digits of `secret` that do not depend on its neighbours, `before` bytes being in
/// front of it in its group of three.
std::string base64_core(std::string_view secret, std::size_t before) {
  const std::string digits = base64(std::string(before, '\0') + std::string(secret));
  const std::size_t first = (before * 8 + 5) / 6;
  const std::size_t last = (before + secret.size()) * 8 / 6;
  return digits.substr(first, last - first);
}

std::vector<std::string> disguises(std::string_view secret) {
  std::vector<std::string> all;
  for (std::size_t before = 0; before < 3; ++before) {
    std::string core = base64_core(secret, before);
    std::string for_urls = core;
    std::replace(for_urls.begin(), for_urls.end(), '+', '-');
    std::replace(for_urls.begin(), for_urls.end(), '/', '_');
    if (for_urls != core) all.push_back(std::move(for_urls));
    all.push_back(std::move(core));
  }
  std::string low;
  std::string high;
  for (const char c : secret) {
    low += fmt::format("{:02x}", static_cast<unsigned char>(c));
    high += fmt::format("{:02X}", static_cast<unsigned char>(c));
  }
  if (high != low) all.push_back(std::move(high));
  all.push_back(std::move(low));
  all.emplace_back(secret.rbegin(), secret.rend());
  std::erase_if(all, [](const std::string& each) { return each.size() < kShortestDisguise; });
  return all;
}

/// Whether it cannot be an ordinary word or two.
bool is_unmistakable(std::string_view secret) {
  constexpr std::size_t kShortest = 8;
  constexpr std::size_t kLongEnough = 20;
  if (secret.size() >= kLongEnough) return true;
  return secret.size() >= kShortest && (std::any_of(secret.begin(), secret.end(), is_decimal) ||
                                        std::any_of(secret.begin() + 1, secret.end(), is_upper));
}

}  // namespace

std::string masked(std::string_view key) {
  constexpr std::size_t kShortest = 12;  // of which seven characters may be shown
  if (key.size() < kShortest) return "***";
  return fmt::format("{}...{}", key.substr(0, 3), key.substr(key.size() - 4));
}

void Secrets::add(std::string_view secret) {
  constexpr std::size_t kMost = 1000;
  if (secret.size() < kShortestSecret || secrets_.size() >= kMost) return;
  secrets_.push_back(
      {std::string(secret), masked(secret), is_unmistakable(secret), disguises(secret)});
}

std::string Secrets::hide(std::string_view text) const { return hide(std::string(text), false); }

std::string Secrets::hide_in_reply(std::string text) const { return hide(std::move(text), true); }

std::string Secrets::hide(std::string text, bool only_unmistakable) const {
  Marks marks(text.size());
  const bool escapes = text.find_first_of("\\%&") != std::string::npos;
  for (std::size_t i = 0; i < secrets_.size(); ++i) {
    const Secret& secret = secrets_[i];
    if (only_unmistakable && !secret.unmistakable) continue;
    mark_plain(text, secret.text, i, marks);
    for (const std::string& disguise : secret.disguises) mark_plain(text, disguise, i, marks);
    if (escapes) mark_escaped(text, secret.text, i, marks);
  }
  if (marks.none()) return text;
  std::string shown;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t owner = marks.owner(at);
    if (owner == 0) {
      shown += text[at++];
      continue;
    }
    shown += secrets_[owner - 1].mask;
    while (at < text.size() && marks.owner(at) == owner) ++at;
  }
  return shown;
}

}  // namespace papert::model
