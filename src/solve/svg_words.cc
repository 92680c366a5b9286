#include "solve/svg_words.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <map>
#include <regex>
#include <utility>

#include "base/text.h"

namespace papert::solve {
namespace {

std::size_t count_of(std::string_view text, std::string_view word) {
  std::size_t count = 0;
  for (std::size_t at = text.find(word); at != std::string_view::npos; ++count) {
    at = text.find(word, at + word.size());
  }
  return count;
}

std::vector<double> numbers_in(const std::string& text) {
  static const std::regex number_form(R"(-?\d+(\.\d+)?)");
  std::vector<double> numbers;
  for (std::sregex_iterator i(text.begin(), text.end(), number_form), end; i != end; ++i) {
    numbers.push_back(std::strtod(i->str().c_str(), nullptr));
  }
  return numbers;
}

/// What people call a colour of this hue (in degrees), strength and lightness.
std::string hue_word(double angle, double strength, double high) {
  const bool reddish = angle < 45 || angle >= 345;
  if ((angle < 15 || angle >= 310) && strength < 0.7 && high > 0.8) return "pink";
  if (reddish && high < 0.6) return "brown";
  if (reddish) return angle < 16 || angle >= 345 ? "red" : "orange";
  if (angle < 65) return "yellow";
  if (angle < 170) return "green";
  return angle < 255 ? "blue" : "purple";
}

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
  return hue_word(angle, (high - low) / high, high);
}

using Attributes = std::map<std::string, std::string>;

Attributes attributes_of(const std::string& text) {
  static const std::regex attribute_form(R"rx(([\w:-]+)\s*=\s*"([^"]*)")rx");
  Attributes all;
  for (std::sregex_iterator i(text.begin(), text.end(), attribute_form), end; i != end; ++i) {
    all[(*i)[1]] = (*i)[2];
  }
  // What a style says counts like an attribute.
  static const std::regex rule_form(R"(([\w-]+)\s*:\s*([^;]+))");
  const std::string style = all["style"];
  for (std::sregex_iterator i(style.begin(), style.end(), rule_form), end; i != end; ++i) {
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

std::string text_of(const Attributes& all, const std::string& name) {
  const auto found = all.find(name);
  return found == all.end() ? std::string() : found->second;
}

double value_of(const Attributes& all, const std::string& name) {
  return std::strtod(text_of(all, name).c_str(), nullptr);
}

/// What tag and numbers suggest.
struct Guess {
  std::string shape;
  double size = 0;
};

Guess circle_guess(const Attributes& all) { return {"circle", 2 * value_of(all, "r")}; }

Guess ellipse_guess(const Attributes& all) {
  const double rx = value_of(all, "rx");
  const double ry = value_of(all, "ry");
  return {rx == ry ? "circle" : "ellipse", 2 * std::max(rx, ry)};
}

Guess rect_guess(const Attributes& all) {
  const double width = value_of(all, "width");
  const double height = value_of(all, "height");
  const double rx = value_of(all, "rx");
  const bool even = width == height;
  const bool round = rx * 2 >= width && rx > 0;
  const char* const shape = round ? (even ? "circle" : "ellipse") : even ? "square" : "rectangle";
  return {shape, std::max(width, height)};
}

Guess line_guess(const Attributes& all) {
  const double length = std::hypot(value_of(all, "x2") - value_of(all, "x1"),
                                   value_of(all, "y2") - value_of(all, "y1"));
  return {text_of(all, "stroke-linecap") == "round" ? "circle" : "rectangle",
          std::max(length, value_of(all, "stroke-width"))};
}

Guess polygon_guess(const Attributes& all) {
  const std::vector<double> numbers = numbers_in(text_of(all, "points"));
  return {cornered(numbers.size() / 2), span_of(numbers)};
}

Guess path_guess(const Attributes& all) {
  const std::string data = lower(text_of(all, "d"));
  const std::size_t bows = count_of(data, "a") + count_of(data, "c") + count_of(data, "q");
  const std::size_t lines = count_of(data, "l") + count_of(data, "h") + count_of(data, "v");
  std::string shape = bows == 0 ? cornered(lines + 1) : lines == 0 ? "circle" : "semicircle";
  if (text_of(all, "stroke-linecap") == "round") shape = "circle";
  return {shape, std::max(span_of(numbers_in(data)), value_of(all, "stroke-width"))};
}

struct DrawnTag {
  std::string_view tag;
  Guess (*guess)(const Attributes& all);
};

constexpr std::array<DrawnTag, 7> kDrawnTags{{{"circle", circle_guess},
                                              {"ellipse", ellipse_guess},
                                              {"rect", rect_guess},
                                              {"line", line_guess},
                                              {"polygon", polygon_guess},
                                              {"polyline", polygon_guess},
                                              {"path", path_guess}}};

class SvgReader {
 public:
  explicit SvgReader(const std::string& program) {
    static const std::regex class_form(R"(\.([\w-]+)\s*\{[^}]*fill\s*:\s*([^;}]+))");
    for (std::sregex_iterator i(program.begin(), program.end(), class_form), end; i != end; ++i) {
      classes_[(*i)[1]] = (*i)[2];
    }
    static const std::regex tag_form(R"(<(/?)([\w:]+)([^>]*?)(/?)>)");
    for (std::sregex_iterator i(program.begin(), program.end(), tag_form), end; i != end; ++i) {
      read((*i)[2], (*i)[3], (*i)[1].length() > 0, (*i)[4].length() > 0);
    }
  }

  [[nodiscard]] std::vector<SvgItem> items() && { return std::move(items_); }

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
      read_group(tag, words, closes, empty);
    } else if (!closes) {
      read_item(tag, attributes_of(words));
    }
  }

  void read_group(const std::string& tag, const std::string& words, bool closes, bool empty) {
    if (closes) {
      if (!fills_.empty()) fills_.pop_back();
      if (tag == "defs") in_defs_ = false;
    } else if (!empty) {
      const std::string fill = fill_of(attributes_of(words));
      fills_.push_back(fill.empty() && !fills_.empty() ? fills_.back() : fill);
      if (tag == "defs") in_defs_ = true;
    }
  }

  void read_item(const std::string& tag, const Attributes& all) {
    SvgItem item;
    item.tag = tag;
    if (tag == "use") {
      const auto found = defined_.find(text_of(all, "href"));
      if (found != defined_.end()) item = found->second;
    } else {
      const auto* const drawn =
          std::find_if(kDrawnTags.begin(), kDrawnTags.end(),
                       [&tag](const DrawnTag& each) { return each.tag == tag; });
      if (drawn == kDrawnTags.end()) return;
      Guess guess = drawn->guess(all);
      item.shape = std::move(guess.shape);
      item.size = guess.size;
    }
    item.defined_only = in_defs_;
    const std::string fill = fill_of(all);
    const bool bare = fill.empty();
    item.hue = hue_name(bare && !fills_.empty() ? fills_.back() : fill);
    const auto id = all.find("id");
    if (id != all.end()) defined_["#" + id->second] = item;
    // A definition without a colour is there to be used.
    if (!(in_defs_ && bare)) items_.push_back(item);
  }

  std::map<std::string, std::string> classes_;
  std::map<std::string, SvgItem> defined_;
  std::vector<std::string> fills_;
  bool in_defs_ = false;
  std::vector<SvgItem> items_;
};

}  // namespace

std::vector<SvgItem> svg_items(const std::string& program) { return SvgReader(program).items(); }

}  // namespace papert::solve
