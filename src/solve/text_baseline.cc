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
#include "solve/sgp/prompt.h"
#include "solve/svg_words.h"

namespace papert::solve {
namespace {

/// In lower case, as patterns want it.
struct Asked {
  std::string program;
  std::string question;
  std::vector<std::string> options;
};

Asked read_prompt(std::string_view prompt) {
  sgp::AskedQuestion read = sgp::read_prompt(prompt);
  Asked asked{std::move(read.program), lower(read.question), std::move(read.options)};
  for (std::string& option : asked.options) option = lower(option);
  return asked;
}

constexpr std::array<std::string_view, 10> kHues{"red",    "orange", "yellow", "green", "blue",
                                                 "purple", "pink",   "brown",  "black", "gray"};

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
  SvgGuesser(const Asked& asked, std::vector<SvgItem> items)
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
  [[nodiscard]] std::vector<const SvgItem*> fitting(const std::string& hue,
                                                    const std::string& shape) const {
    std::vector<const SvgItem*> found;
    for (const SvgItem& item : items_) {
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
      for (const SvgItem* item : fitting("", "")) hues.insert(item->hue);
      return nearest(asked_.options, static_cast<double>(hues.size()));
    }
    if (!hue.empty() || !shape.empty() || asked_.question.find("parts") != std::string::npos) {
      return nearest(asked_.options, static_cast<double>(fitting(hue, shape).size()));
    }
    std::map<std::string, std::size_t> alike;
    for (const SvgItem* item : fitting("", "")) ++alike[item->hue];
    std::size_t most = 0;
    for (const auto& [name, count] : alike) {
      for (const std::string& option : asked_.options) {
        if (std::to_string(count) == option) most = std::max(most, count);
      }
    }
    return nearest(asked_.options, static_cast<double>(most));
  }

  [[nodiscard]] const SvgItem* singled_out() const {
    const auto all = fitting("", "");
    const auto smaller = [](const SvgItem* a, const SvgItem* b) { return a->size < b->size; };
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
    if (const SvgItem* item = singled_out()) {
      if (const Choice found = index_of(asked_.options, item->hue)) return found;
    }
    return commonest([&](const std::string& option) { return fitting(hue_in(option), "").size(); });
  }
  [[nodiscard]] Choice shape() const {
    if (const SvgItem* item = singled_out()) {
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
    for (std::size_t i = all.size(); i-- > 0;) {
      if (const Choice found = index_of(asked_.options, all[i]->hue)) return found;
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
  std::vector<SvgItem> items_;
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
    static const std::regex word_form(R"((SOL|LOOP|Line|Arc|Circle|Cut)\b|CutFeature)");
    for (std::sregex_iterator i(program.begin(), program.end(), word_form), end; i != end; ++i) {
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
      svg ? SvgGuesser(asked, svg_items(asked.program)).guess() : guess_cad(asked);
  // Where words say nothing, any letter is as good: one that follows from the question.
  const std::size_t fallback = asked.question.size() % asked.options.size();
  return std::string("Answer: ") + static_cast<char>('A' + choice.value_or(fallback));
}

}  // namespace papert::solve
