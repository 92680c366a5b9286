#include "suite/sgp/reading.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <set>

#include "base/text.h"

namespace papert::sgp {
namespace {

bool is_word_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ||
         (static_cast<unsigned char>(c) >= 0x80);
}

/// Small letters, everything but letters, digits and signs inside numbers as single spaces.
std::string normalised(std::string_view text) {
  std::string out;
  const std::string small = lower(text);
  for (std::size_t i = 0; i < small.size(); ++i) {
    const auto digit = [&](std::size_t at) {
      return at < small.size() && small[at] >= '0' && small[at] <= '9';
    };
    const bool inner_point = small[i] == '.' && digit(i + 1) && i > 0 && digit(i - 1);
    const bool sign =
        small[i] == '-' && digit(i + 1) && (i == 0 || !is_word_character(small[i - 1]));
    if (is_word_character(small[i]) || inner_point || sign) {
      out += small[i];
    } else if (!out.empty() && out.back() != ' ') {
      out += ' ';
    }
  }
  return std::string(trim(out));
}

/// "option b" -> "b", "the answer is b" is not looked at here.
std::string_view without_opening(std::string_view text) {
  for (const std::string_view word : {"the ", "correct ", "option ", "choice ", "letter "}) {
    if (text.starts_with(word)) text.remove_prefix(word.size());
  }
  return text;
}

std::optional<std::size_t> letter_of(std::string_view text, std::size_t options) {
  if (text.size() != 1 || text[0] < 'a') return std::nullopt;
  const auto index = static_cast<std::size_t>(text[0] - 'a');
  return index < options ? std::optional(index) : std::nullopt;
}

/// The options whose text occurs in `text` as whole words, without those inside a longer one.
std::vector<std::size_t> mentioned(std::string_view text, const std::vector<std::string>& options) {
  const std::string padded = " " + std::string(text) + " ";
  const auto occurs = [](const std::string& where, const std::string& what) {
    return !what.empty() && where.find(" " + what + " ") != std::string::npos;
  };
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < options.size(); ++i) {
    if (!occurs(padded, options[i])) continue;
    const bool inside_longer = std::any_of(options.begin(), options.end(), [&](const auto& other) {
      return other.size() > options[i].size() && occurs(" " + other + " ", options[i]) &&
             occurs(padded, other);
    });
    if (!inside_longer) found.push_back(i);
  }
  return found;
}

/// One option, or several with the same text.
std::optional<std::size_t> only_one(const std::vector<std::size_t>& found,
                                    const std::vector<std::string>& options,
                                    std::size_t preferred) {
  if (found.empty()) return std::nullopt;
  const bool same = std::all_of(found.begin(), found.end(), [&](std::size_t i) {
    return options[i] == options[found.front()];
  });
  if (!same) return std::nullopt;
  const bool wanted = std::find(found.begin(), found.end(), preferred) != found.end();
  return wanted ? preferred : found.front();
}

/// A letter set apart from what follows it: "b) blue", "b: blue", "(b) blue". A plain space is not
/// enough, lest "a red circle" be option A.
std::optional<std::size_t> opening_letter(std::string_view piece, std::size_t options) {
  const std::string small = lower(piece);
  std::string_view text = small;
  const std::size_t begin = text.find_first_not_of(" \t*_`\"'([{$");
  if (begin == std::string_view::npos) return std::nullopt;
  text = without_opening(text.substr(begin));
  const std::size_t inner = std::min(text.find_first_not_of("*_`\"'([{"), text.size());
  text.remove_prefix(inner);
  if (text.size() < 2) return std::nullopt;
  const std::size_t next = text.find_first_not_of("*_`\"'", 1);
  if (next == std::string_view::npos) return std::nullopt;
  const std::size_t mark = text.find_first_not_of(' ', next);
  const bool closed = std::string_view(").:]},;").find(text[next]) != std::string_view::npos;
  const bool dashed = mark != std::string_view::npos && mark > next &&
                      (text[mark] == '(' || text[mark] == '-' || text[mark] == '=' ||
                       text.substr(mark).starts_with("\xE2\x80"));
  return closed || dashed ? letter_of(text.substr(0, 1), options) : std::nullopt;
}

/// "b blue or c green": a second letter behind "or" or "and".
bool wavers(std::string_view text, std::size_t letter, std::size_t options) {
  const std::vector<std::string_view> words = split(text, ' ');
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    if (words[i] != "or" && words[i] != "and") continue;
    const auto other = letter_of(words[i + 1], options);
    if (other && *other != letter) return true;
  }
  return false;
}

/// Letters in brackets anywhere, "(B)"; nothing unless all are the same.
std::optional<std::size_t> bracketed_letter(std::string_view piece, std::size_t options) {
  const std::string small = lower(piece);
  std::set<std::size_t> letters;
  for (std::size_t i = 0; i + 2 < small.size(); ++i) {
    if ((small[i] != '(' || small[i + 2] != ')') && (small[i] != '[' || small[i + 2] != ']')) {
      continue;
    }
    if (const auto letter = letter_of(std::string_view(small).substr(i + 1, 1), options)) {
      letters.insert(*letter);
    }
  }
  return letters.size() == 1 ? std::optional(*letters.begin()) : std::nullopt;
}

/// "b blue", where the text is that of the letter's option.
std::optional<std::size_t> letter_with_text(std::string_view text,
                                            const std::vector<std::string>& options) {
  if (text.size() < 3 || text[1] != ' ') return std::nullopt;
  const auto letter = letter_of(text.substr(0, 1), options.size());
  return letter && options[*letter] == text.substr(2) ? letter : std::nullopt;
}

constexpr std::array<std::string_view, 21> kNumberWords{
    "zero",     "one",     "two",     "three",     "four",     "five",     "six",
    "seven",    "eight",   "nine",    "ten",       "eleven",   "twelve",   "thirteen",
    "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty"};

/// A word as a number in its shortest form.
std::optional<std::string> number_of(std::string_view word) {
  const auto named = std::find(kNumberWords.begin(), kNumberWords.end(), word);
  if (named != kNumberWords.end()) return std::to_string(named - kNumberWords.begin());
  double value = 0;
  const char* end = word.data() + word.size();
  const auto [stop, error] = std::from_chars(word.data(), end, value, std::chars_format::fixed);
  if (error != std::errc() || stop != end || !std::isfinite(value)) return std::nullopt;
  return fmt::format("{}", value == 0 ? 0.0 : value);
}

}  // namespace

std::optional<std::size_t> read_choice(std::string_view piece,
                                       const std::vector<std::string>& options, Freedom freedom,
                                       std::size_t preferred) {
  if (freedom == Freedom::kLetter) return letter_of(lower(piece), options.size());
  std::vector<std::string> texts;
  texts.reserve(options.size());
  for (const std::string& option : options) texts.push_back(normalised(option));
  const std::string text = normalised(piece);

  std::vector<std::size_t> same;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (texts[i] == text && !text.empty()) same.push_back(i);
  }
  const std::string_view opened = without_opening(text);
  // An option may itself be a letter ("A", "B" as things drawn): the options' own letters go first.
  if (const auto letter = letter_of(opened, options.size())) return letter;
  if (!same.empty()) return only_one(same, texts, preferred);
  if (const auto letter = letter_with_text(opened, texts)) return letter;
  if (const auto letter = opening_letter(piece, options.size())) {
    return wavers(text, *letter, options.size()) ? std::nullopt : letter;
  }
  if (freedom == Freedom::kWhole) return std::nullopt;
  if (const auto letter = bracketed_letter(piece, options.size())) return letter;
  return only_one(mentioned(text, texts), texts, preferred);
}

std::optional<std::string> read_value(std::string_view piece, Freedom freedom,
                                      bool number_expected) {
  const std::string text = normalised(piece);
  if (text.empty()) return std::nullopt;
  if (auto whole = number_of(text)) return whole;
  if (!number_expected) return text;
  if (freedom != Freedom::kLoose) return std::nullopt;
  std::set<std::string> numbers;
  for (const std::string_view word : split(text, ' ')) {
    if (auto number = number_of(word)) numbers.insert(*number);
  }
  return numbers.size() == 1 ? std::optional(*numbers.begin()) : std::nullopt;
}

bool is_number(std::string_view value) { return number_of(normalised(value)).has_value(); }

}  // namespace papert::sgp
