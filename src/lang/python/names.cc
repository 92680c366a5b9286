// Which names of a program are used. First the names that may not be: functions, classes and what
// is assigned; then every other place where one of them stands.

#include <algorithm>
#include <cctype>

#include "lang/python/quality.h"

namespace papert::lang::python {
namespace {

/// A name that may be unused.
struct Known {
  std::string_view name;
  bool is_function = false;
  bool is_class = false;
  std::uint32_t first_token = 0;  // of a function or class with its block, where calls of itself
  std::uint32_t end_token = 0;    // stand
  bool used = false;

  [[nodiscard]] bool is_variable() const { return !is_function && !is_class; }
};

class NameReader {
 public:
  NameReader(const Outline& outline, std::string_view entry) : outline_(outline), entry_(entry) {}

  void read(CodeQuality& quality) {
    for (std::size_t i = 0; i < outline_.statements.size(); ++i) collect(i);
    if (known_.empty()) return;
    std::stable_sort(known_.begin(), known_.end(), before);
    known_.erase(std::unique(known_.begin(), known_.end(), same_variable), known_.end());
    for (std::size_t i = 0; i < outline_.statements.size(); ++i) note_uses(i);
    for (const Known& each : known_) {
      quality.helpers += each.used && each.is_function ? 1 : 0;
      std::size_t& unused = each.is_variable() ? quality.unused_names : quality.unused_functions;
      unused += each.used ? 0 : 1;
    }
  }

 private:
  /// Variables last among equal names.
  static bool before(const Known& a, const Known& b) {
    return a.name != b.name ? a.name < b.name : !a.is_variable() && b.is_variable();
  }

  static bool same_variable(const Known& a, const Known& b) {
    return a.name == b.name && a.is_variable() && b.is_variable();
  }

  void collect(std::size_t statement) {
    const std::span<const Token> own = outline_.tokens_of(statement);
    const TokenKind kind = outline_.kind(statement);
    if (kind == TokenKind::kDef || kind == TokenKind::kClass) {
      collect_definition(statement, kind);
    } else if (!own.empty() && own.front().kind != TokenKind::kFor) {
      collect_targets(statement, own);
    }
  }

  /// What Python itself calls is used.
  void collect_definition(std::size_t statement, TokenKind kind) {
    const std::span<const Token> own = outline_.tokens_of(statement);
    const std::size_t place = own.front().kind == TokenKind::kAsync ? 2 : 1;
    if (own.size() <= place || own[place].kind != TokenKind::kName) return;
    const std::string_view name = outline_.text_of(own[place]);
    if (name == entry_ || name.starts_with("__")) return;
    known_.push_back({.name = name,
                      .is_function = kind == TokenKind::kDef,
                      .is_class = kind == TokenKind::kClass,
                      .first_token = outline_.statements[statement].first_token,
                      .end_token = outline_.last_token(statement)});
  }

  /// `a = b, (c, d) = 1` has four; `a.b = c[d] = 1` has none.
  void collect_targets(std::size_t statement, std::span<const Token> own) {
    const std::size_t end = targets_end(own);
    std::vector<bool> plain;  // for each open bracket: it groups targets
    for (std::size_t i = 0; i < end; ++i) {
      const TokenKind previous = i == 0 ? TokenKind::kEnd : own[i - 1].kind;
      const bool behind_value = previous == TokenKind::kName || closes_bracket(previous);
      if (opens_bracket(own[i].kind)) plain.push_back(!behind_value);
      if (closes_bracket(own[i].kind) && !plain.empty()) plain.pop_back();
      if (own[i].kind != TokenKind::kName || previous == TokenKind::kDot) continue;
      const TokenKind next = own[i + 1].kind;  // there is a sign of assignment behind the targets
      const bool whole = next != TokenKind::kDot && !opens_bracket(next);
      if (!whole || std::find(plain.begin(), plain.end(), false) != plain.end()) continue;
      targets_.push_back(outline_.statements[statement].first_token +
                         static_cast<std::uint32_t>(i));
      const std::string_view name = outline_.text_of(own[i]);
      if (!name.starts_with('_')) known_.push_back({.name = name});
    }
  }

  /// Behind the last target: the place of the last sign of assignment, or of the annotation.
  static std::size_t targets_end(std::span<const Token> own) {
    if (own.size() > 2 && own[0].kind == TokenKind::kName && own[1].kind == TokenKind::kColon) {
      return 1;
    }
    std::size_t end = 0;
    int brackets = 0;
    for (std::size_t i = 0; i < own.size(); ++i) {
      brackets += bracket_step(own[i].kind);
      const bool assigns =
          own[i].kind == TokenKind::kEqual || own[i].kind == TokenKind::kAugmentedAssign;
      if (assigns && brackets == 0) end = i;
      if (own[i].kind == TokenKind::kLambda) break;  // its defaults are not assignments
    }
    return end;
  }

  void note_uses(std::size_t statement) {
    const TokenKind kind = outline_.kind(statement);
    if (kind == TokenKind::kImport || kind == TokenKind::kFrom || kind == TokenKind::kGlobal ||
        kind == TokenKind::kNonlocal) {
      return;
    }
    const std::span<const Token> own = outline_.tokens_of(statement);
    int brackets = 0;
    bool in_counters = kind == TokenKind::kFor;
    for (std::size_t i = 0; i < own.size(); ++i) {
      brackets += bracket_step(own[i].kind);
      if (own[i].kind == TokenKind::kIn && brackets == 0) in_counters = false;
      const auto place = outline_.statements[statement].first_token + static_cast<std::uint32_t>(i);
      if (own[i].kind == TokenKind::kString) note_string(outline_.text_of(own[i]), place);
      if (own[i].kind != TokenKind::kName || in_counters) continue;
      const bool is_parameter =
          kind == TokenKind::kDef && brackets == 1 && begins_parameter(own, i);
      const bool is_keyword =
          brackets > 0 && i + 1 < own.size() && own[i + 1].kind == TokenKind::kEqual;
      if (is_parameter || is_keyword || is_definition(own, i) || is_target(place)) continue;
      note_use(outline_.text_of(own[i]), place);
    }
  }

  static bool begins_parameter(std::span<const Token> own, std::size_t i) {
    const TokenKind previous = own[i - 1].kind;
    return previous == TokenKind::kLeftParen || previous == TokenKind::kComma ||
           previous == TokenKind::kStar || previous == TokenKind::kDoubleStar;
  }

  static bool is_definition(std::span<const Token> own, std::size_t i) {
    return i > 0 && (own[i - 1].kind == TokenKind::kDef || own[i - 1].kind == TokenKind::kClass);
  }

  [[nodiscard]] bool is_target(std::uint32_t place) const {
    return std::binary_search(targets_.begin(), targets_.end(), place);
  }

  /// The names in the braces of an f-string; its other words do no harm.
  void note_string(std::string_view text, std::uint32_t place) {
    const std::string_view prefix = text.substr(0, text.find_first_of("'\""));
    if (prefix.find_first_of("fF") == std::string_view::npos) return;
    const auto is_letter = [](char c) {
      return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || (c & 0x80) != 0;
    };
    for (auto from = text.begin(); from != text.end();) {
      const auto end = std::find_if_not(from, text.end(), is_letter);
      if (end != from) note_use({from, end}, place);
      from = std::find_if(end, text.end(), is_letter);
    }
  }

  void note_use(std::string_view name, std::uint32_t place) {
    const auto first =
        std::lower_bound(known_.begin(), known_.end(), name,
                         [](const Known& each, std::string_view text) { return each.name < text; });
    for (auto each = first; each != known_.end() && each->name == name; ++each) {
      if (each->used) break;
      each->used = each->end_token == 0 || place < each->first_token || place >= each->end_token;
    }
  }

  const Outline& outline_;
  std::string_view entry_;
  std::vector<Known> known_;
  std::vector<std::uint32_t> targets_;  // tokens, in order
};

}  // namespace

void note_names(const Outline& outline, std::string_view entry, CodeQuality& quality) {
  NameReader(outline, entry).read(quality);
}

}  // namespace papert::lang::python
