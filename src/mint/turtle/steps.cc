#include "mint/turtle/steps.h"

#include <cctype>
#include <charconv>
#include <optional>
#include <vector>

#include "base/numbers.h"
#include "base/text.h"

namespace papert::mint::turtle {
namespace {

/// Whole-number arithmetic: sums of products, read from left to right; a division that leaves a
/// rest has no value. Brackets and names have none either.
class Arithmetic {
 public:
  explicit Arithmetic(std::string_view text) : rest_(text) {}

  [[nodiscard]] std::optional<std::int64_t> value() {
    auto total = product();
    while (total && !rest_.empty() && (rest_.front() == '+' || rest_.front() == '-')) {
      const bool plus = take() == '+';
      const auto next = product();
      if (!next) return std::nullopt;
      *total += plus ? *next : -*next;
    }
    return rest_.empty() ? total : std::nullopt;
  }

 private:
  char take() {
    const char c = rest_.front();
    rest_.remove_prefix(1);
    return c;
  }

  std::optional<std::int64_t> number() {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
    if (error != std::errc()) return std::nullopt;
    rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
    return value;
  }

  std::optional<std::int64_t> product() {
    auto total = number();
    while (total && !rest_.empty() && (rest_.front() == '*' || rest_.front() == '/')) {
      const bool times = take() == '*';
      const auto next = number();
      if (!next || (!times && (*next == 0 || *total % *next != 0))) return std::nullopt;
      total = times ? *total * *next : *total / *next;
    }
    return total;
  }

  std::string_view rest_;
};

bool ends_a_value(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == ')' || c == '_';
}

std::string spaced(std::string_view expression) {
  std::string text;
  char before = 0;
  for (const char c : expression) {
    const bool sign = c == '-' && !ends_a_value(before);
    const bool binary = (c == '+' || c == '-' || c == '*' || c == '/') && !sign;
    text += binary ? std::string{' ', c, ' '} : c == ',' ? std::string(", ") : std::string(1, c);
    before = c;
  }
  return text;
}

class Reader {
 public:
  Reader(std::string_view text, const std::map<std::string, Sketch, std::less<>>& parts)
      : parts_(parts) {
    for (const std::string_view word : split(text, ' ')) {
      if (!trim(word).empty()) words_.push_back(trim(word));
    }
  }

  Result<Sketch> read() {
    Sketch sketch = TRY(sequence());
    if (next_ < words_.size()) return wrong(words_[next_]);
    return sketch;
  }

 private:
  [[nodiscard]] static tl::unexpected<Error> wrong(std::string_view word) {
    return fail(ErrorCode::kBadData, "'" + std::string(word) + "' is not a step here");
  }

  Result<Sketch> sequence() {
    Sketch all;
    while (next_ < words_.size() && words_[next_] != "]") {
      Sketch step = TRY(one());
      all.insert(all.end(), step.begin(), step.end());
    }
    return all;
  }

  Result<Sketch> body() {
    if (next_ == words_.size() || words_[next_] != "[") return wrong("a body without '['");
    ++next_;
    Sketch inside = TRY(sequence());
    if (next_ == words_.size()) return wrong("the end, without ']',");
    ++next_;
    return inside;
  }

  Result<std::string> amount() {
    if (next_ == words_.size()) return wrong("the end, without an amount,");
    return amount_text(words_[next_++]);
  }

  Result<int> number() {
    const std::string text = TRY(amount());
    const auto value = parse_number<int>(text);
    if (!value) return wrong(text);
    return *value;
  }

  /// Right by x and up by y, the steps, and back.
  Result<Sketch> displaced() {
    const std::string x = TRY(amount());
    const std::string y = TRY(amount());
    Sketch inside = TRY(body());
    Sketch there;
    Sketch back;
    if (x != "0") there.push_back(forward(x));
    if (y != "0") there = joined({there, {left("90"), forward(y), right("90")}});
    if (y != "0") back = {left("90"), backward(y), right("90")};
    if (x != "0") back.push_back(backward(x));
    if (there.empty()) return inside;
    return joined({moved(there), inside, moved(back)});
  }

  Result<Sketch> one() {
    const std::string_view word = words_[next_++];
    if (word.starts_with('@')) {
      const auto part = parts_.find(word.substr(1));
      if (part == parts_.end()) return wrong(word);
      return part->second;
    }
    if (word == "go") return moved(TRY(body()));
    if (word == "at") return displaced();
    if (word == "rep") {
      std::string count = TRY(amount());
      Sketch inside = TRY(body());
      return Sketch{loop(std::move(count), std::move(inside))};
    }
    if (word == "but") {
      const int round = TRY(number());
      Sketch inside = TRY(body());
      return Sketch{unless(round - 1, std::move(inside))};
    }
    std::string first = TRY(amount());
    if (word == "fd") return Sketch{forward(std::move(first))};
    if (word == "bk") return Sketch{backward(std::move(first))};
    if (word == "lt") return Sketch{left(std::move(first))};
    if (word == "rt") return Sketch{right(std::move(first))};
    if (word == "circle") return Sketch{circle(std::move(first))};
    if (word != "arc") return wrong(word);
    std::string extent = TRY(amount());
    return Sketch{circle(std::move(first), std::move(extent))};
  }

  const std::map<std::string, Sketch, std::less<>>& parts_;
  std::vector<std::string_view> words_;
  std::size_t next_ = 0;
};

}  // namespace

std::string amount_text(std::string_view expression) {
  const auto value = Arithmetic(expression).value();
  return value ? std::to_string(*value) : spaced(expression);
}

Result<Sketch> parse_steps(std::string_view text,
                           const std::map<std::string, Sketch, std::less<>>& parts) {
  return Reader(text, parts).read();
}

}  // namespace papert::mint::turtle
