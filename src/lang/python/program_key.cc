#include "lang/python/program_key.h"

#include <algorithm>
#include <map>
#include <set>
#include <span>

#include "base/text.h"
#include "lang/python/outline.h"

namespace papert::lang::python {
namespace {

/// The names that a program gives.
class OwnNames {
 public:
  explicit OwnNames(const Outline& outline) : outline_(outline) {
    for (std::size_t i = 0; i < outline.statements.size(); ++i) read(outline.tokens_of(i));
  }

  [[nodiscard]] bool has(std::string_view name) const { return names_.contains(name); }

 private:
  void add(const Token& token) {
    if (token.kind == TokenKind::kName) names_.insert(outline_.text_of(token));
  }

  void read(std::span<const Token> own) {
    if (own.empty()) return;
    const std::size_t first = own.front().kind == TokenKind::kAsync && own.size() > 1 ? 1 : 0;
    const TokenKind kind = own[first].kind;
    if (kind == TokenKind::kDef || kind == TokenKind::kClass) {
      if (first + 1 < own.size()) add(own[first + 1]);
    }
    if (kind == TokenKind::kDef) add_parameters(own.subspan(first));
    if (kind != TokenKind::kFor && kind != TokenKind::kDef) add_targets(own);
    for (std::size_t i = 0; i + 1 < own.size(); ++i) {
      if (own[i].kind == TokenKind::kFor) add_counters(own.subspan(i + 1));
      if (own[i].kind == TokenKind::kLambda) add_lambda(own.subspan(i + 1));
      if (own[i].kind == TokenKind::kAs) add(own[i + 1]);
      if (own[i + 1].kind == TokenKind::kColonEqual) add(own[i]);
    }
  }

  /// `def f(a, b=1, *c)`: what begins a parameter.
  void add_parameters(std::span<const Token> own) {
    int brackets = 0;
    for (std::size_t i = 1; i < own.size(); ++i) {
      if (brackets == 1 && begins_parameter(own[i - 1].kind)) add(own[i]);
      brackets += bracket_step(own[i].kind);
      if (brackets == 0 && i > 2) return;
    }
  }

  static bool begins_parameter(TokenKind previous) {
    return previous == TokenKind::kLeftParen || previous == TokenKind::kComma ||
           previous == TokenKind::kStar || previous == TokenKind::kDoubleStar;
  }

  /// `lambda a, b=1: ...`
  void add_lambda(std::span<const Token> own) {
    int brackets = 0;
    TokenKind previous = TokenKind::kComma;
    for (const Token& token : own) {
      if (brackets == 0 && token.kind == TokenKind::kColon) return;
      if (brackets == 0 && begins_parameter(previous)) add(token);
      brackets += bracket_step(token.kind);
      previous = token.kind;
    }
  }

  /// `for a, (b, c) in ...`, of a loop or a comprehension.
  void add_counters(std::span<const Token> own) {
    for (const Token& token : own) {
      if (token.kind == TokenKind::kIn) return;
      add(token);
    }
  }

  /// `a = b, (c, d) = 1` and `a: int = 1`; not `a.b = c[d] = 1`.
  void add_targets(std::span<const Token> own) {
    const std::size_t end = targets_end(own);
    for (std::size_t i = 0; i < end; ++i) {
      const TokenKind previous = i == 0 ? TokenKind::kEnd : own[i - 1].kind;
      const TokenKind next = i + 1 < own.size() ? own[i + 1].kind : TokenKind::kEnd;
      const bool part = previous == TokenKind::kDot || next == TokenKind::kDot ||
                        next == TokenKind::kLeftParen || next == TokenKind::kLeftBracket;
      if (!part) add(own[i]);
      if (opens_bracket(own[i].kind) && (previous == TokenKind::kName || closes_bracket(previous)))
        i = closing(own, i);
    }
  }

  static std::size_t closing(std::span<const Token> own, std::size_t open) {
    int brackets = 0;
    for (std::size_t i = open; i < own.size(); ++i) {
      brackets += bracket_step(own[i].kind);
      if (brackets == 0) return i;
    }
    return own.size();
  }

  /// Behind the last target of an assignment; 0 where there is none.
  static std::size_t targets_end(std::span<const Token> own) {
    if (own.size() > 2 && own[0].kind == TokenKind::kName && own[1].kind == TokenKind::kColon) {
      return 1;
    }
    std::size_t end = 0;
    int brackets = 0;
    for (std::size_t i = 0; i < own.size(); ++i) {
      brackets += bracket_step(own[i].kind);
      if (own[i].kind == TokenKind::kLambda) break;
      const bool assigns =
          own[i].kind == TokenKind::kEqual || own[i].kind == TokenKind::kAugmentedAssign;
      if (assigns && brackets == 0) end = i;
    }
    return end;
  }

  const Outline& outline_;
  std::set<std::string_view> names_;
};

class KeyWriter {
 public:
  explicit KeyWriter(const Outline& outline) : outline_(outline), own_(outline) {}

  std::string write() {
    std::vector<std::size_t> ends;  // of the blocks that are open
    for (std::size_t i = 0; i < outline_.statements.size(); ++i) {
      while (!ends.empty() && i >= ends.back()) {
        key_ += "}\n";
        ends.pop_back();
      }
      write_statement(outline_.tokens_of(i));
      const std::size_t end = outline_.statements[i].end;
      if (end <= i + 1) continue;
      key_ += "{\n";
      ends.push_back(end);
    }
    for (; !ends.empty(); ends.pop_back()) key_ += "}\n";
    return std::move(key_);
  }

  [[nodiscard]] bool does_anything() const { return statements_ > 0; }

 private:
  void write_statement(std::span<const Token> own) {
    const bool only_string = std::ranges::all_of(
        own, [](const Token& token) { return token.kind == TokenKind::kString; });
    if (only_string) return;
    ++statements_;
    TokenKind previous = TokenKind::kEnd;
    for (const Token& token : own) {
      const std::string_view text = outline_.text_of(token);
      if (token.kind == TokenKind::kName && previous != TokenKind::kDot && own_.has(text)) {
        key_ += "#" + std::to_string(numbers_.emplace(text, numbers_.size() + 1).first->second);
      } else {
        key_ += text;
      }
      key_ += ' ';
      previous = token.kind;
    }
    key_ += "\n";
  }

  const Outline& outline_;
  OwnNames own_;
  std::map<std::string_view, std::size_t> numbers_;
  std::string key_;
  std::size_t statements_ = 0;
};

}  // namespace

std::optional<std::string> program_key(std::string_view text) {
  const bool whole = is_valid_utf8(text) && text.find('\0') == std::string_view::npos;
  const auto outline = whole ? read_outline(text) : std::nullopt;
  if (!outline) return std::nullopt;
  KeyWriter writer(*outline);
  std::string key = writer.write();
  if (!writer.does_anything()) return std::nullopt;
  return key;
}

}  // namespace papert::lang::python
