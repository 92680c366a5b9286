#include "solve/text_baseline.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <map>
#include <optional>
#include <regex>
#include <set>
#include <vector>

#include "base/text.h"

namespace papert::solve {
namespace {

struct Asked {
  std::string program;
  std::string question;
  std::vector<std::string> options;
};

std::string lowered(std::string_view text) {
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return lower;
}

Asked read_prompt(std::string_view prompt) {
  constexpr std::string_view kFence = "```";
  Asked asked;
  const std::size_t open = prompt.find(kFence);
  const std::size_t close = prompt.rfind(kFence);
  if (open != std::string_view::npos && close > open) {
    asked.program = prompt.substr(open + kFence.size(), close - open - kFence.size());
    prompt = prompt.substr(close);
  }
  for (const std::string_view line : split(prompt, '\n')) {
    if (line.starts_with("Question: ")) asked.question = lowered(line.substr(10));
    const bool option = line.size() > 3 && line[0] >= 'A' && line[0] <= 'H' && line[1] == ')';
    if (option) asked.options.push_back(lowered(trim(line.substr(2))));
  }
  return asked;
}

std::size_t count_of(std::string_view text, std::string_view word) {
  std::size_t count = 0;
  for (std::size_t at = text.find(word); at != std::string_view::npos; ++count) {
    at = text.find(word, at + word.size());
  }
  return count;
}

std::vector<double> numbers_in(const std::string& text) {
  static const std::regex kNumber(R"(-?\d+(\.\d+)?)");
  std::vector<double> numbers;
  for (std::sregex_iterator i(text.begin(), text.end(), kNumber), end; i != end; ++i) {
    numbers.push_back(std::strtod(i->str().c_str(), nullptr));
  }
  return numbers;
}

constexpr std::array<std::string_view, 10> kHues{"red",    "orange", "yellow", "green", "blue",
                                                 "purple", "pink",   "brown",  "black", "gray"};

/// What people call a colour, from its hex digits.
std::string hue_name(const std::string& fill) {
  if (fill.size() != 7 || fill[0] != '#') return fill;
  const auto value = std::strtoul(fill.c_str() + 1, nullptr, 16);
  const double r = static_cast<double>(value >> 16U) / 255;
  const double g = static_cast<double>(value >> 8U & 255U) / 255;
  const double b = static_cast<double>(value & 255U) / 255;
  const double high = std::max({r, g, b});
  const double low = std::min({r, g, b});
  if (low > 0.96) return "white";
  if (high < 0.2) return "black";
  if (high - low < 0.12 * high) return "gray";
  double angle = high == r   ? 60 * (g - b) / (high - low)
                 : high == g ? 120 + 60 * (b - r) / (high - low)
                             : 240 + 60 * (r - g) / (high - low);
  if (angle < 0) angle += 360;
  const double strength = (high - low) / high;
  if ((angle < 15 || angle >= 310) && strength < 0.7 && high > 0.8) return "pink";
  if (angle < 45 || angle >= 345) {
    return high < 0.6 ? "brown" : angle < 16 || angle >= 345 ? "red" : "orange";
  }
  return angle < 65 ? "yellow" : angle < 170 ? "green" : angle < 255 ? "blue" : "purple";
}

/// An element that draws, as its words describe it.
struct Item {
  std::string tag;
  std::string hue;
  std::string shape;
  double size = 0;
  bool defined_only = false;
};

using Attributes = std::map<std::string, std::string>;

Attributes attributes_of(const std::string& text) {
  static const std::regex kAttribute(R"rx(([\w:-]+)\s*=\s*"([^"]*)")rx");
  Attributes all;
  for (std::sregex_iterator i(text.begin(), text.end(), kAttribute), end; i != end; ++i) {
    all[(*i)[1]] = (*i)[2];
  }
  // What a style says counts like an attribute.
  static const std::regex kRule(R"(([\w-]+)\s*:\s*([^;]+))");
  const std::string style = all["style"];
  for (std::sregex_iterator i(style.begin(), style.end(), kRule), end; i != end; ++i) {
    all[(*i)[1]] = (*i)[2];
  }
  return all;
}

std::string cornered(std::size_t points) {
  switch (points) {
    case 3:
      return "triangle";
    case 4:
      return "rectangle";
    case 5:
      return "pentagon";
    case 6:
      return "hexagon";
    default:
      return points >= 9 ? "star" : "";
  }
}

double span_of(const std::vector<double>& numbers) {
  if (numbers.empty()) return 0;
  const auto [low, high] = std::minmax_element(numbers.begin(), numbers.end());
  return *high - *low;
}

/// The shape and size that tag and numbers suggest.
void describe(const Attributes& all, Item& item) {
  const auto value = [&](const std::string& name) {
    const auto found = all.find(name);
    return found == all.end() ? 0 : std::strtod(found->second.c_str(), nullptr);
  };
  const auto text = [&](const std::string& name) {
    const auto found = all.find(name);
    return found == all.end() ? std::string() : found->second;
  };
  if (item.tag == "circle") {
    item.shape = "circle";
    item.size = 2 * value("r");
  } else if (item.tag == "ellipse") {
    item.shape = value("rx") == value("ry") ? "circle" : "ellipse";
    item.size = 2 * std::max(value("rx"), value("ry"));
  } else if (item.tag == "rect") {
    const bool even = value("width") == value("height");
    const bool round = value("rx") * 2 >= value("width") && value("rx") > 0;
    item.shape = round ? (even ? "circle" : "ellipse") : even ? "square" : "rectangle";
    item.size = std::max(value("width"), value("height"));
  } else if (item.tag == "line") {
    item.shape = text("stroke-linecap") == "round" ? "circle" : "rectangle";
    item.size = std::max(std::hypot(value("x2") - value("x1"), value("y2") - value("y1")),
                         value("stroke-width"));
  } else if (item.tag == "polygon" || item.tag == "polyline") {
    const std::vector<double> numbers = numbers_in(text("points"));
    item.shape = cornered(numbers.size() / 2);
    item.size = span_of(numbers);
  } else if (item.tag == "path") {
    const std::string data = lowered(text("d"));
    const std::size_t bows = count_of(data, "a") + count_of(data, "c") + count_of(data, "q");
    const std::size_t lines = count_of(data, "l") + count_of(data, "h") + count_of(data, "v");
    item.shape = bows == 0 ? cornered(lines + 1) : lines == 0 ? "circle" : "semicircle";
    if (text("stroke-linecap") == "round") item.shape = "circle";
    item.size = std::max(span_of(numbers_in(data)), value("stroke-width"));
  }
}

/// All elements that draw, in order, with the colours that classes and groups give them.
class SvgReader {
 public:
  explicit SvgReader(const std::string& program) {
    static const std::regex kClass(R"(\.([\w-]+)\s*\{[^}]*fill\s*:\s*([^;}]+))");
    for (std::sregex_iterator i(program.begin(), program.end(), kClass), end; i != end; ++i) {
      classes_[(*i)[1]] = (*i)[2];
    }
    static const std::regex kTag(R"(<(/?)([\w:]+)([^>]*?)(/?)>)");
    for (std::sregex_iterator i(program.begin(), program.end(), kTag), end; i != end; ++i) {
      read((*i)[2], (*i)[3], (*i)[1].length() > 0, (*i)[4].length() > 0);
    }
  }

  [[nodiscard]] const std::vector<Item>& items() const { return items_; }

 private:
  [[nodiscard]] std::string fill_of(const Attributes& all) const {
    const auto named = [&](const char* name) -> std::string {
      const auto found = all.find(name);
      return found == all.end() || found->second == "none" ? "" : found->second;
    };
    const auto classed = classes_.find(named("class"));
    if (classed != classes_.end()) return classed->second;
    if (!named("fill").empty()) return named("fill");
    return named("stroke");
  }

  void read(const std::string& tag, const std::string& words, bool closes, bool empty) {
    if (tag == "g" || tag == "defs" || tag == "svg" || tag == "symbol") {
      if (closes) {
        if (!fills_.empty()) fills_.pop_back();
        if (tag == "defs") in_defs_ = false;
      } else if (!empty) {
        const std::string fill = fill_of(attributes_of(words));
        fills_.push_back(fill.empty() && !fills_.empty() ? fills_.back() : fill);
        if (tag == "defs") in_defs_ = true;
      }
      return;
    }
    static const std::set<std::string> kDrawn{"circle",  "ellipse",  "rect", "line",
                                              "polygon", "polyline", "path", "use"};
    if (closes || !kDrawn.contains(tag)) return;
    const Attributes all = attributes_of(words);
    Item item;
    item.tag = tag;
    item.defined_only = in_defs_;
    if (tag == "use") {
      const auto link = all.find("href");
      const auto found = defined_.find(link == all.end() ? "" : link->second);
      if (found != defined_.end()) item = found->second;
      item.defined_only = in_defs_;
    } else {
      describe(all, item);
    }
    const std::string fill = fill_of(all);
    const bool bare = fill.empty();
    item.hue = hue_name(bare && !fills_.empty() ? fills_.back() : fill);
    const auto id = all.find("id");
    if (id != all.end()) defined_["#" + id->second] = item;
    // A definition without a colour is there to be used.
    if (!(in_defs_ && bare)) items_.push_back(item);
  }

  std::map<std::string, std::string> classes_;
  std::map<std::string, Item> defined_;
  std::vector<std::string> fills_;
  bool in_defs_ = false;
  std::vector<Item> items_;
};

bool has_word(std::string_view text, std::string_view word) {
  const std::size_t at = text.find(word);
  if (at == std::string_view::npos) return false;
  const bool begins = at == 0 || std::isalpha(static_cast<unsigned char>(text[at - 1])) == 0;
  return begins;
}

std::string hue_in(std::string_view text) {
  for (const std::string_view hue : kHues) {
    if (has_word(text, hue)) return std::string(hue);
  }
  return "";
}

std::string shape_in(std::string_view text) {
  constexpr std::array<std::string_view, 10> kShapes{
      "semicircle", "circle",   "ellipse", "square", "rectangle",
      "triangle",   "pentagon", "hexagon", "star",   "arc"};
  for (const std::string_view shape : kShapes) {
    if (has_word(text, shape)) return std::string(shape);
  }
  return "";
}

/// An option by its place, or nothing.
using Choice = std::optional<std::size_t>;

/// The option nearest to a number.
Choice nearest(const std::vector<std::string>& options, double number) {
  Choice best;
  double least = 1e9;
  for (std::size_t i = 0; i < options.size(); ++i) {
    const double away = std::abs(std::strtod(options[i].c_str(), nullptr) - number);
    if (away < least) {
      least = away;
      best = i;
    }
  }
  return best;
}

Choice index_of(const std::vector<std::string>& options, std::string_view word) {
  if (word.empty()) return std::nullopt;
  for (std::size_t i = 0; i < options.size(); ++i) {
    if (has_word(options[i], word)) return i;
  }
  return std::nullopt;
}

class SvgGuesser {
 public:
  SvgGuesser(const Asked& asked, std::vector<Item> items)
      : asked_(asked), items_(std::move(items)) {}

  [[nodiscard]] Choice guess() const {
    const std::string& question = asked_.question;
    if (question.find("how many") != std::string::npos) return number();
    const bool hues = !hue_in(asked_.options.front()).empty();
    const bool shapes = !shape_in(asked_.options.front()).empty();
    if (hues && shapes) {
      return look(question.find("cannot") == std::string::npos);
    }
    if (hues) return color();
    if (shapes) return shape();
    return std::nullopt;
  }

 private:
  [[nodiscard]] std::vector<const Item*> fitting(const std::string& hue,
                                                 const std::string& shape) const {
    std::vector<const Item*> found;
    for (const Item& item : items_) {
      if (item.defined_only || item.hue == "white") continue;
      if ((hue.empty() || item.hue == hue) && (shape.empty() || item.shape == shape)) {
        found.push_back(&item);
      }
    }
    return found;
  }

  /// Of a colour or shape if one is named, else of the colours there are, else of what looks alike.
  [[nodiscard]] Choice number() const {
    const std::string hue = hue_in(asked_.question);
    const std::string shape = shape_in(asked_.question);
    if (asked_.question.find("different colors") != std::string::npos) {
      std::set<std::string> hues;
      for (const Item* item : fitting("", "")) hues.insert(item->hue);
      return nearest(asked_.options, static_cast<double>(hues.size()));
    }
    if (!hue.empty() || !shape.empty() || asked_.question.find("parts") != std::string::npos) {
      return nearest(asked_.options, static_cast<double>(fitting(hue, shape).size()));
    }
    std::map<std::string, std::size_t> alike;
    for (const Item* item : fitting("", "")) ++alike[item->hue];
    std::size_t most = 0;
    for (const auto& [name, count] : alike) {
      for (const std::string& option : asked_.options) {
        if (std::to_string(count) == option) most = std::max(most, count);
      }
    }
    return nearest(asked_.options, static_cast<double>(most));
  }

  [[nodiscard]] const Item* singled_out() const {
    const auto all = fitting("", "");
    const auto smaller = [](const Item* a, const Item* b) { return a->size < b->size; };
    if (all.empty()) return nullptr;
    if (asked_.question.find("largest") != std::string::npos) {
      return *std::max_element(all.begin(), all.end(), smaller);
    }
    if (asked_.question.find("smallest") != std::string::npos) {
      return *std::min_element(all.begin(), all.end(), smaller);
    }
    const auto named = fitting(hue_in(asked_.question), shape_in(asked_.question));
    return named.empty() ? all.back() : named.back();
  }

  /// What is singled out, else the offered colour or shape that most elements have.
  [[nodiscard]] Choice color() const {
    if (const Item* item = singled_out()) {
      if (const Choice found = index_of(asked_.options, item->hue)) return found;
    }
    return commonest([&](const std::string& option) { return fitting(hue_in(option), "").size(); });
  }
  [[nodiscard]] Choice shape() const {
    if (const Item* item = singled_out()) {
      if (const Choice found = index_of(asked_.options, item->shape)) return found;
    }
    return commonest(
        [&](const std::string& option) { return fitting("", shape_in(option)).size(); });
  }

  /// The look that most elements have, the last of equals; or the one that fewest have.
  [[nodiscard]] Choice look(bool seen) const {
    if (asked_.question.find("cover") != std::string::npos) return front();
    const auto fits = [&](const std::string& option) {
      return fitting(hue_in(option), shape_in(option)).size();
    };
    if (seen) return commonest(fits);
    return commonest([&](const std::string& option) { return 1000 - fits(option); });
  }

  /// The option whose colour comes last.
  [[nodiscard]] Choice front() const {
    const auto all = fitting("", "");
    for (auto item = all.rbegin(); item != all.rend(); ++item) {
      if (const Choice found = index_of(asked_.options, (*item)->hue)) return found;
    }
    return std::nullopt;
  }

  template <class Measure>
  [[nodiscard]] Choice commonest(Measure measure) const {
    std::size_t best = 0;
    for (std::size_t i = 1; i < asked_.options.size(); ++i) {
      if (measure(asked_.options[i]) > measure(asked_.options[best])) best = i;
    }
    return best;
  }

  const Asked& asked_;
  std::vector<Item> items_;
};

/// Words of the three CAD notations, loop by loop.
struct CadWords {
  struct Loop {
    std::size_t lines = 0;
    std::size_t arcs = 0;
    std::size_t circles = 0;
  };
  std::vector<Loop> loops;
  std::size_t cuts = 0;
  Loop all;

  explicit CadWords(const std::string& program) {
    static const std::regex kWord(R"((SOL|LOOP|Line|Arc|Circle|Cut)\b|CutFeature)");
    for (std::sregex_iterator i(program.begin(), program.end(), kWord), end; i != end; ++i) {
      const std::string word = i->str();
      if (word == "SOL" || word == "LOOP") loops.emplace_back();
      if (word.starts_with("Cut")) ++cuts;
      if (loops.empty()) loops.emplace_back();
      for (Loop* loop : {&loops.back(), &all}) {
        loop->lines += word == "Line" ? 1 : 0;
        loop->arcs += word == "Arc" ? 1 : 0;
        loop->circles += word == "Circle" ? 1 : 0;
      }
    }
  }

  [[nodiscard]] static std::string shape_of(const Loop& loop) {
    if (loop.arcs > 0 && loop.lines > 0) return loop.arcs == 1 ? "half" : "slot";
    if (loop.lines == 0) return "circle";
    return loop.lines == 3 ? "triangle" : loop.lines == 6 ? "hexagon" : "rectangle";
  }
};

Choice guess_cad_number(const Asked& asked, const CadWords& words) {
  const auto like = [&](const std::string& shape) {
    return static_cast<double>(std::count_if(
        words.loops.begin(), words.loops.end(),
        [&](const CadWords::Loop& loop) { return CadWords::shape_of(loop) == shape; }));
  };
  const std::string& question = asked.question;
  if (question.find("steps") != std::string::npos) {
    return nearest(asked.options, (static_cast<double>(words.all.lines) - 2) / 2);
  }
  if (question.find("slots") != std::string::npos) return nearest(asked.options, like("slot"));
  if (question.find("half") != std::string::npos) return nearest(asked.options, like("half"));
  if (question.find("squares") != std::string::npos) {
    return nearest(asked.options, like("rectangle"));
  }
  if (question.find("triangles") != std::string::npos) {
    return nearest(asked.options, like("triangle"));
  }
  if (question.find("blind") != std::string::npos) {
    return nearest(asked.options, static_cast<double>(words.cuts));
  }
  const double round = like("circle");
  return nearest(asked.options, round > 0 ? round : static_cast<double>(words.all.circles));
}

Choice guess_cad(const Asked& asked) {
  const CadWords words(asked.program);
  if (asked.question.find("how many") != std::string::npos) return guess_cad_number(asked, words);
  if (words.loops.empty()) return std::nullopt;
  if (asked.question.find("look like") != std::string::npos) {
    std::size_t lines = 0;
    for (const CadWords::Loop& loop : words.loops) lines = std::max(lines, loop.lines);
    return index_of(asked.options, lines <= 6 ? "letter l" : lines >= 12 ? "plus" : "letter t");
  }
  if (asked.question.find("hole in its middle") != std::string::npos) {
    return index_of(asked.options, words.cuts == 0 ? "there is no" : "it goes all");
  }
  // The first outline is the base; the last is as good a guess for what is inside.
  const bool inner = asked.question.find("innermost") != std::string::npos;
  return index_of(asked.options,
                  CadWords::shape_of(inner ? words.loops.back() : words.loops.front()));
}

}  // namespace

std::string answer_by_words(std::string_view prompt) {
  const Asked asked = read_prompt(prompt);
  if (asked.options.empty()) return "";
  const bool svg = asked.program.find("<svg") != std::string::npos;
  const Choice choice =
      svg ? SvgGuesser(asked, SvgReader(asked.program).items()).guess() : guess_cad(asked);
  // Where words say nothing, any letter is as good: one that follows from the question.
  const std::size_t fallback = asked.question.size() % asked.options.size();
  return std::string("Answer: ") + static_cast<char>('A' + choice.value_or(fallback));
}

}  // namespace papert::solve
