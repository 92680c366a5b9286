#include "lang/python/outline.h"

#include "base/text.h"

namespace papert::lang::python {
namespace {

/// One in another: each level of indentation, and a block on its line.
constexpr std::size_t kMaxBlocks = kMaxIndents + 1;

bool heads_block(TokenKind kind) {
  switch (kind) {
    case TokenKind::kAsync:
    case TokenKind::kClass:
    case TokenKind::kDef:
    case TokenKind::kElif:
    case TokenKind::kElse:
    case TokenKind::kExcept:
    case TokenKind::kFinally:
    case TokenKind::kFor:
    case TokenKind::kIf:
    case TokenKind::kTry:
    case TokenKind::kWhile:
    case TokenKind::kWith:
      return true;
    default:
      return false;
  }
}

class OutlineBuilder {
 public:
  explicit OutlineBuilder(std::string_view text) : tokenizer_(text) { outline_.text = text; }

  std::optional<Outline> build() {
    for (Token token = tokenizer_.next(); token.kind != TokenKind::kEnd;
         token = tokenizer_.next()) {
      const bool stray_indent = token.kind == TokenKind::kIndent && outline_.statements.empty();
      if (token.kind == TokenKind::kError || stray_indent) return std::nullopt;
      take(token);
      if (parents_.size() > kMaxBlocks) return std::nullopt;
    }
    end_statement();
    while (!parents_.empty()) close_block();
    return std::move(outline_);
  }

 private:
  void take(const Token& token) {
    switch (token.kind) {
      case TokenKind::kNewline:
        end_statement();
        if (inline_block_) close_block();
        inline_block_ = false;
        return;
      case TokenKind::kSemicolon:
        end_statement();
        return;
      case TokenKind::kIndent:
        parents_.push_back(last_closed_);
        return;
      case TokenKind::kDedent:
        if (!parents_.empty()) close_block();
        return;
      default:
        add(token);
    }
  }

  void add(const Token& token) {
    if (!open_) {
      if (after_colon_) parents_.push_back(last_closed_);
      inline_block_ = inline_block_ || after_colon_;
      after_colon_ = false;
      begin_statement();
    }
    outline_.tokens.push_back(token);
    const bool heads = heads_block(outline_.tokens[current().first_token].kind);
    const int step = bracket_step(token.kind);
    if (step != 0) {
      brackets_ += step;
    } else if (token.kind == TokenKind::kLambda && brackets_ == 0) {
      ++lambdas_;
    } else if (token.kind == TokenKind::kColon && brackets_ == 0 && heads) {
      if (lambdas_ > 0) {
        --lambdas_;
        return;
      }
      end_statement();
      after_colon_ = true;
    }
  }

  OutlineStatement& current() { return outline_.statements.back(); }

  void begin_statement() {
    const auto place = static_cast<std::uint32_t>(outline_.tokens.size());
    outline_.statements.push_back({.first_token = place, .end_token = place});
    open_ = true;
    brackets_ = 0;
    lambdas_ = 0;
  }

  /// A block may follow: it ends where this statement does until then.
  void end_statement() {
    after_colon_ = false;
    if (!open_) return;
    open_ = false;
    current().end_token = static_cast<std::uint32_t>(outline_.tokens.size());
    current().end = static_cast<std::uint32_t>(outline_.statements.size());
    last_closed_ = outline_.statements.size() - 1;
  }

  void close_block() {
    OutlineStatement& parent = outline_.statements[parents_.back()];
    parent.end = static_cast<std::uint32_t>(outline_.statements.size());
    parents_.pop_back();
  }

  Tokenizer tokenizer_;
  Outline outline_;
  std::vector<std::size_t> parents_;  // of the block under way, innermost last
  std::size_t last_closed_ = 0;
  bool open_ = false;          // a statement is under way
  bool after_colon_ = false;   // a block begins, on this line or below
  bool inline_block_ = false;  // the block under way ends with its line
  int brackets_ = 0;
  int lambdas_ = 0;
};

}  // namespace

TokenKind Outline::kind(std::size_t statement) const {
  const std::span<const Token> own = tokens_of(statement);
  if (own.empty()) return TokenKind::kEnd;
  return own.front().kind == TokenKind::kAsync && own.size() > 1 ? own[1].kind : own.front().kind;
}

std::optional<Outline> read_outline(std::string_view text) {
  if (text.find('\0') != std::string_view::npos || !is_valid_utf8(text)) return std::nullopt;
  return OutlineBuilder(text).build();
}

}  // namespace papert::lang::python
