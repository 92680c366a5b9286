// Finds what is written over and over in a row. Every statement gets a number for its tokens, with
// those of the statements inside it and without the values of its numbers; equal numbers are equal
// statements. Then every place of a block is tried as the beginning of a repetition of 1 to
// kLongestRepeated statements, and the one that covers most is taken.

#include <algorithm>
#include <cmath>

#include "base/numbers.h"
#include "lang/python/quality.h"

namespace papert::lang::python {
namespace {

constexpr std::uint64_t kPrime = 0x100000001B3ULL;
constexpr double kRounding = 1e-9;

void mix(std::uint64_t& hash, std::uint64_t value) { hash = (hash ^ value) * kPrime; }

bool is_number(const Token& token) {
  return token.kind == TokenKind::kInteger || token.kind == TokenKind::kFloat;
}

bool has_text(const Token& token) {
  return token.kind == TokenKind::kName || token.kind == TokenKind::kString ||
         token.kind == TokenKind::kBytes || token.kind == TokenKind::kImaginary ||
         token.kind == TokenKind::kBinaryOperator || token.kind == TokenKind::kCompareOperator ||
         token.kind == TokenKind::kAugmentedAssign;
}

bool never_repeats(TokenKind kind) {
  return kind == TokenKind::kElif || kind == TokenKind::kElse || kind == TokenKind::kExcept ||
         kind == TokenKind::kFinally || kind == TokenKind::kDef || kind == TokenKind::kClass;
}

class RepetitionFinder {
 public:
  explicit RepetitionFinder(const Outline& outline) : outline_(outline) {
    const std::size_t count = outline.statements.size();
    hashes_.resize(count);
    for (std::size_t i = count; i-- > 0;) hashes_[i] = hash_of(i);
  }

  /// In one block and those inside it.
  std::size_t count(std::size_t begin, std::size_t end) {
    std::vector<std::uint32_t> block;
    for (std::size_t i = begin; i < end; i = outline_.statements[i].end) {
      block.push_back(static_cast<std::uint32_t>(i));
    }
    std::size_t spared = 0;
    for (std::size_t at = 0; at < block.size();) {
      const Repetition best = best_at(block, at);
      for (std::size_t i = 0; i < best.length; ++i) {
        const std::uint32_t statement = block[at + i];
        spared += count(statement + 1U, outline_.statements[statement].end);
      }
      for (std::size_t i = best.length; i < best.length * best.copies; ++i) {
        spared += outline_.statements[block[at + i]].end - block[at + i];
      }
      at += best.length * best.copies;
    }
    return spared;
  }

 private:
  struct Repetition {
    std::size_t length = 1;  // statements of a block
    std::size_t copies = 1;
  };
  using Block = std::vector<std::uint32_t>;

  std::uint64_t hash_of(std::size_t statement) const {
    std::uint64_t hash = 0xCBF29CE484222325ULL;
    if (never_repeats(outline_.kind(statement))) mix(hash, statement + 1);
    for (const Token& token : outline_.tokens_of(statement)) {
      mix(hash, is_number(token) ? 1000U : static_cast<std::uint64_t>(token.kind));
      if (!has_text(token)) continue;
      for (const char c : outline_.text_of(token)) mix(hash, static_cast<unsigned char>(c));
    }
    const std::size_t end = outline_.statements[statement].end;
    mix(hash, end - statement);
    for (std::size_t i = statement + 1; i < end; i = outline_.statements[i].end) {
      mix(hash, hashes_[i]);
    }
    return hash;
  }

  Repetition best_at(const Block& block, std::size_t at) const {
    Repetition best;
    const std::size_t longest = std::min(kLongestRepeated, (block.size() - at) / kFewestCopies);
    for (std::size_t length = 1; length <= longest; ++length) {
      std::size_t copies = 1;
      while (at + (copies + 1) * length <= block.size() && repeats(block, at, length, copies)) {
        ++copies;
      }
      const bool more = copies * length > best.copies * best.length;
      if (copies >= kFewestCopies && more) best = {length, copies};
    }
    return best;
  }

  /// Whether the copy of that number is one, those before it being copies.
  bool repeats(const Block& block, std::size_t at, std::size_t length, std::size_t copy) const {
    for (std::size_t i = 0; i < length; ++i) {
      if (hashes_[block[at + copy * length + i]] != hashes_[block[at + i]]) return false;
    }
    if (copy < 2) return true;
    for (std::size_t i = 0; i < length; ++i) {
      const auto statement = [&](std::size_t which) { return block[at + which * length + i]; };
      const std::uint32_t last = outline_.last_token(statement(0));
      const std::uint32_t first = outline_.statements[statement(0)].first_token;
      for (std::uint32_t t = 0; first + t < last; ++t) {
        if (!is_number(outline_.tokens[first + t])) continue;
        const auto token = [&](std::size_t which) -> const Token& {
          return outline_.tokens[outline_.statements[statement(which)].first_token + t];
        };
        if (!same_step(token(0), token(1), token(copy - 1), token(copy))) return false;
      }
    }
    return true;
  }

  bool same_step(const Token& a, const Token& b, const Token& c, const Token& d) const {
    const std::string_view texts[] = {outline_.text_of(a), outline_.text_of(b), outline_.text_of(c),
                                      outline_.text_of(d)};
    if (texts[0] == texts[1] && texts[1] == texts[2] && texts[2] == texts[3]) return true;
    double values[4] = {};
    for (std::size_t i = 0; i < 4; ++i) {
      const std::optional<double> value = parse_number<double>(texts[i]);
      if (!value) return false;
      values[i] = *value;
    }
    const double size = std::max(std::abs(values[0]), std::abs(values[3])) + 1;
    return std::abs((values[1] - values[0]) - (values[3] - values[2])) <= kRounding * size;
  }

  const Outline& outline_;
  std::vector<std::uint64_t> hashes_;
};

}  // namespace

std::size_t count_repeated(const Outline& outline) {
  return RepetitionFinder(outline).count(0, outline.statements.size());
}

}  // namespace papert::lang::python
