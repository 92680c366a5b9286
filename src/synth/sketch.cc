// A walk over the reference from left to right that decides slot by slot and block by block. Runs
// are judged as they grow and bodies when they close, so few walks reach the end in vain; the rest
// (copies beside a repeat, twin bodies) is judged there. An insertion often fits several slots:
// shapes are sorted and each kept once.
#include "synth/sketch.h"

#include <algorithm>
#include <array>
#include <span>

#include "lang/xlogo/vocabulary.h"

namespace papert::synth {
namespace {

using lang::xlogo::Block;
using lang::xlogo::BlockType;

constexpr std::string_view kLetters = "fblr[s";  // by BlockType
constexpr std::string_view kInsertable = "fblr";

constexpr bool is_turn(char c) { return c == 'l' || c == 'r'; }
constexpr bool is_move(char c) { return c == 'f' || c == 'b'; }

/// Whether the text may stand in a program as far as its last three letters go.
bool suffix_allowed(std::string_view text) {
  static constexpr std::array<std::string_view, 14> kForbidden{"lll", "rrr", "lr",  "rl",  "fbf",
                                                               "bfb", "rrf", "rrb", "llf", "llb",
                                                               "frr", "fll", "brr", "bll"};
  return std::none_of(kForbidden.begin(), kForbidden.end(),
                      [&](std::string_view run) { return text.ends_with(run); });
}

bool run_allowed(std::string_view text, std::size_t longest) {
  if (text.empty() || !is_move(text.back())) return true;
  const std::size_t before = text.find_last_not_of(text.back());
  const std::size_t begin = before == std::string_view::npos ? 0 : before + 1;
  return text.size() - begin <= longest;
}

bool body_allowed(std::string_view body) {
  if (body.empty() || (is_turn(body.front()) && is_turn(body.back()))) return false;
  if (body.size() < 2) return true;
  const bool only_forward = body.find_first_not_of('f') == std::string_view::npos;
  const bool only_back = body.find_first_not_of('b') == std::string_view::npos;
  const bool there_and_back = body == "fb" || body == "bf";
  return !only_forward && !only_back && !there_and_back;
}

/// Where the repeat that opens at `open` closes.
std::size_t closing(std::string_view shape, std::size_t open) {
  std::size_t depth = 0;
  std::size_t at = open;
  for (;; ++at) {
    if (shape[at] == '[') ++depth;
    if (shape[at] == ']' && --depth == 0) return at;
  }
}

bool copies_a_body(std::string_view shape) {
  for (std::size_t at = 0; at < shape.size(); ++at) {
    if (shape[at] != '[') continue;
    const std::size_t close = closing(shape, at);
    const std::string_view body = shape.substr(at + 1, close - at - 1);
    if (shape.substr(0, at).ends_with(body)) return true;
    if (shape.substr(close + 1).starts_with(body)) return true;
  }
  return false;
}

/// A repeat, by where its body is, and the body it lies in, by the number of the repeat around it.
struct Body {
  std::size_t begin = 0;
  std::size_t size = 0;
  std::size_t parent = 0;
};

std::vector<Body> bodies_of(std::string_view shape) {
  std::vector<Body> bodies;
  std::vector<std::size_t> around{0};
  for (std::size_t at = 0; at < shape.size(); ++at) {
    if (shape[at] == ']') around.pop_back();
    if (shape[at] != '[') continue;
    bodies.push_back({at + 1, closing(shape, at) - at - 1, around.back()});
    around.push_back(bodies.size());
  }
  return bodies;
}

std::string_view text_of(const Body& body, std::string_view shape) {
  return shape.substr(body.begin, body.size);
}

class Walk {
 public:
  Walk(const Shape& reference, const ShapeLimits& limits)
      : reference_(reference), limits_(limits), twins_(twins_of(reference)) {}

  std::vector<Shape> run(std::size_t changes) {
    changes_ = changes;
    slots(0, 2);
    return std::move(found_);
  }

 private:
  using Twins = std::vector<std::pair<std::size_t, std::size_t>>;

  /// Repeats of one body that are alike, by number.
  static Twins twins_of(std::string_view shape) {
    const std::vector<Body> bodies = bodies_of(shape);
    Twins twins;
    for (std::size_t a = 0; a < bodies.size(); ++a) {
      for (std::size_t b = a + 1; b < bodies.size(); ++b) {
        if (bodies[a].parent != bodies[b].parent) continue;
        if (text_of(bodies[a], shape) == text_of(bodies[b], shape)) twins.emplace_back(a, b);
      }
    }
    return twins;
  }

  /// Fills at most `room` slots before the letter at `at`, then goes on with it.
  void slots(std::size_t at, std::size_t room) {
    letter(at);
    if (room == 0 || more_ == limits_.most_more) return;
    ++more_;
    for (const char c : kInsertable) {
      append(c, [&] { slots(at, room - 1); });
    }
    --more_;
  }

  void letter(std::size_t at) {
    if (at == reference_.size()) return finish();
    const char c = reference_[at];
    if (is_turn(c)) {
      append('l', [&] { behind(at); });
      append('r', [&] { behind(at); });
    } else {
      append(c, [&] { behind(at); });
    }
    if (changed_ == changes_ || !(is_turn(c) || is_move(c))) return;
    ++changed_;
    for (const char other : kInsertable) {
      if (other == c || (is_turn(other) && is_turn(c))) continue;
      append(other, [&] { behind(at); });
    }
    --changed_;
  }

  void behind(std::size_t at) {
    const char c = reference_[at];
    const bool last = at + 1 == reference_.size() || reference_[at + 1] == ']';
    const bool beside = c == ']' || c == '[' || (!last && reference_[at + 1] == '[');
    slots(at + 1, last || beside ? 2 : 1);
  }

  template <class Next>
  void append(char c, const Next& next) {
    text_.push_back(c);
    const bool allowed = c == ']'
                             ? last_body_allowed()
                             : suffix_allowed(text_) && run_allowed(text_, limits_.longest_run);
    if (allowed) next();
    text_.pop_back();
  }

  bool last_body_allowed() const {
    std::size_t depth = 0;
    std::size_t open = text_.size();
    do {
      --open;
      if (text_[open] == ']') ++depth;
      if (text_[open] == '[') --depth;
    } while (depth > 0);
    return body_allowed(std::string_view(text_).substr(open + 1, text_.size() - open - 2));
  }

  void finish() {
    if (more_ < limits_.least_more || text_.empty() || is_turn(text_.back())) return;
    if (copies_a_body(text_)) return;
    if (!twins_.empty()) {
      const std::vector<Body> bodies = bodies_of(text_);
      const bool alike = std::all_of(twins_.begin(), twins_.end(), [&](const auto& pair) {
        return text_of(bodies[pair.first], text_) == text_of(bodies[pair.second], text_);
      });
      if (!alike) return;
    }
    found_.push_back(text_);
  }

  const Shape& reference_;
  ShapeLimits limits_;
  Twins twins_;
  std::size_t changes_ = 0;
  std::size_t more_ = 0;
  std::size_t changed_ = 0;
  Shape text_;
  std::vector<Shape> found_;
};

/// The reference with one move or turn on the other side of a bracket beside it.
std::vector<Shape> with_one_moved(const Shape& reference) {
  std::vector<Shape> moved;
  const auto is_bracket = [](char c) { return c == '[' || c == ']'; };
  const auto is_block = [](char c) { return is_turn(c) || is_move(c); };
  for (std::size_t at = 0; at + 1 < reference.size(); ++at) {
    const char a = reference[at];
    const char b = reference[at + 1];
    if (!(is_bracket(a) && is_block(b)) && !(is_block(a) && is_bracket(b))) continue;
    Shape shape = reference;
    std::swap(shape[at], shape[at + 1]);
    if (shape.find("[]") == Shape::npos) moved.push_back(std::move(shape));
  }
  return moved;
}

void append_shapes(std::span<const Block> blocks, Shape& shape) {
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    shape.push_back(kLetters[static_cast<std::size_t>(blocks[i].type)]);
    if (blocks[i].type != BlockType::kRepeat) continue;
    append_shapes(blocks.subspan(i + 1, blocks[i].body), shape);
    shape.push_back(']');
    i += blocks[i].body;
  }
}

}  // namespace

Shape shape_of(const lang::xlogo::Program& program) {
  Shape shape;
  append_shapes(program.blocks, shape);
  return shape;
}

BlockType type_of(char letter) { return static_cast<BlockType>(kLetters.find(letter)); }

std::size_t blocks_of(std::string_view shape) {
  return static_cast<std::size_t>(
      std::count_if(shape.begin(), shape.end(), [](char c) { return c != ']'; }));
}

std::vector<Shape> shapes_like(const Shape& reference, const ShapeLimits& limits) {
  std::vector<Shape> shapes = Walk(reference, limits).run(limits.changes);
  if (limits.changes > 0) {
    for (const Shape& base : with_one_moved(reference)) {
      std::vector<Shape> more = Walk(base, limits).run(limits.changes - 1);
      shapes.insert(shapes.end(), std::make_move_iterator(more.begin()),
                    std::make_move_iterator(more.end()));
    }
  }
  std::sort(shapes.begin(), shapes.end());
  shapes.erase(std::unique(shapes.begin(), shapes.end()), shapes.end());
  return shapes;
}

}  // namespace papert::synth
