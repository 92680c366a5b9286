#include "lang/python/quality.h"

#include <algorithm>

namespace papert::lang::python {
namespace {

bool leaves_block(TokenKind kind) {
  return kind == TokenKind::kReturn || kind == TokenKind::kBreak || kind == TokenKind::kContinue ||
         kind == TokenKind::kRaise;
}

class Walker {
 public:
  Walker(const Outline& outline, CodeQuality& quality) : outline_(outline), quality_(quality) {}

  /// The statements of one block; `depth` loops lie around it. Blocks nest at most kMaxIndents.
  void walk(std::size_t begin, std::size_t end, std::size_t depth) {
    bool left = false;
    for (std::size_t i = begin; i < end; i = outline_.statements[i].end) {
      quality_.unreachable += left ? 1 : 0;
      const TokenKind kind = outline_.kind(i);
      left = left || leaves_block(kind);
      const bool is_loop = kind == TokenKind::kFor || kind == TokenKind::kWhile;
      const bool own_frame = kind == TokenKind::kDef || kind == TokenKind::kClass;
      const std::size_t outside = own_frame ? 0 : depth;
      const std::size_t inside = outside + (is_loop ? 1 : 0);
      const std::size_t comprehensions = count_comprehensions(i, kind);
      quality_.loops += comprehensions + (is_loop ? 1 : 0);
      note_depth(std::max(inside, outside + (comprehensions > 0 ? 1 : 0)));
      walk(i + 1, outline_.statements[i].end, inside);
    }
  }

 private:
  void note_depth(std::size_t depth) { quality_.loop_depth = std::max(quality_.loop_depth, depth); }

  [[nodiscard]] std::size_t count_comprehensions(std::size_t statement, TokenKind kind) const {
    const std::span<const Token> own = outline_.tokens_of(statement);
    const auto fors = std::count_if(
        own.begin(), own.end(), [](const Token& token) { return token.kind == TokenKind::kFor; });
    return static_cast<std::size_t>(fors) - (kind == TokenKind::kFor ? 1U : 0U);
  }

  const Outline& outline_;
  CodeQuality& quality_;
};

}  // namespace

CodeQuality describe_code(const Outline& outline, std::string_view entry) {
  CodeQuality quality;
  Walker(outline, quality).walk(0, outline.statements.size(), 0);
  quality.repeated = count_repeated(outline);
  note_names(outline, entry, quality);
  return quality;
}

}  // namespace papert::lang::python
