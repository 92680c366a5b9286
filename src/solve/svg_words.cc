#include "solve/svg_words.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <map>
#include <regex>
#include <set>
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
  static const std::regex kNumber(R"(-?\d+(\.\d+)?)");
  std::vector<double> numbers;
  for (std::sregex_iterator i(text.begin(), text.end(), kNumber), end; i != end; ++i) {
    numbers.push_back(std::strtod(i->str().c_str(), nullptr));
  }
  return numbers;
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
  const double strength = (high - low) / high;
  if ((angle < 15 || angle >= 310) && strength < 0.7 && high > 0.8) return "pink";
  if (angle < 45 || angle >= 345) {
    return high < 0.6 ? "brown" : angle < 16 || angle >= 345 ? "red" : "orange";
  }
  return angle < 65 ? "yellow" : angle < 170 ? "green" : angle < 255 ? "blue" : "purple";
}

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
void describe(const Attributes& all, SvgItem& item) {
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
    const std::string data = lower(text("d"));
    const std::size_t bows = count_of(data, "a") + count_of(data, "c") + count_of(data, "q");
    const std::size_t lines = count_of(data, "l") + count_of(data, "h") + count_of(data, "v");
    item.shape = bows == 0 ? cornered(lines + 1) : lines == 0 ? "circle" : "semicircle";
    if (text("stroke-linecap") == "round") item.shape = "circle";
    item.size = std::max(span_of(numbers_in(data)), value("stroke-width"));
  }
}

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
    SvgItem item;
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
  std::map<std::string, SvgItem> defined_;
  std::vector<std::string> fills_;
  bool in_defs_ = false;
  std::vector<SvgItem> items_;
};

}  // namespace

std::vector<SvgItem> svg_items(const std::string& program) { return SvgReader(program).items(); }

}  // namespace papert::solve
