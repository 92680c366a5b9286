#include "mint/turtle/book.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

#include "base/embedded.h"
#include "base/numbers.h"
#include "base/text.h"

extern const char papert_embedded_turtleai_basic_geometry[];
extern const char papert_embedded_turtleai_basic_geometry_end[];
extern const char papert_embedded_turtleai_rotation[];
extern const char papert_embedded_turtleai_rotation_end[];
extern const char papert_embedded_turtleai_translation[];
extern const char papert_embedded_turtleai_translation_end[];
extern const char papert_embedded_turtleai_scaling[];
extern const char papert_embedded_turtleai_scaling_end[];
extern const char papert_embedded_turtleai_spiral[];
extern const char papert_embedded_turtleai_spiral_end[];
extern const char papert_embedded_turtleai_composite[];
extern const char papert_embedded_turtleai_composite_end[];
extern const char papert_embedded_turtleai_shapes[];
extern const char papert_embedded_turtleai_shapes_end[];

namespace papert::mint::turtle {
namespace {

constexpr std::array<std::string_view, 8> kStrong{"black",  "red",   "blue",   "green",
                                                  "purple", "brown", "orange", "magenta"};
constexpr std::array<std::string_view, 6> kLight{"yellow", "pink", "cyan",
                                                 "gray",   "tan",  "light green"};

/// A part of a chapter: the words of its "===" line, and the lines below it.
struct Section {
  std::vector<std::string> title;
  std::vector<std::string_view> lines;
};

std::vector<std::string> words(std::string_view text) {
  std::vector<std::string> found;
  for (const std::string_view word : split(text, ' ')) {
    if (!trim(word).empty()) found.emplace_back(trim(word));
  }
  return found;
}

std::vector<Section> sections(std::string_view text) {
  std::vector<Section> found;
  for (const std::string_view line : split(text, '\n')) {
    if (line.starts_with("=== ")) {
      found.push_back({words(line.substr(4)), {}});
    } else if (!found.empty()) {
      found.back().lines.push_back(line);
    }
  }
  return found;
}

std::string joined(std::span<const std::string_view> lines) {
  std::string text;
  for (const std::string_view line : lines) text.append(line) += '\n';
  return std::string(trim(text)) + "\n";
}

Result<Parameter> parse_parameter(std::string_view line, const std::string& where) {
  const std::size_t equals = line.find('=');
  if (equals == std::string_view::npos) {
    return fail(ErrorCode::kBadData, fmt::format("'{}' is not a valid parameter", line), where);
  }
  Parameter parameter;
  for (const std::string_view name : split(line.substr(0, equals), ',')) {
    parameter.names.emplace_back(trim(name));
  }
  parameter.rule = trim(line.substr(equals + 1));
  return parameter;
}

Result<Family> parse_family(const Section& section) {
  const std::string where = fmt::format("family '{}'", fmt::join(section.title, " "));
  if (section.title.size() != 2) {
    return fail(ErrorCode::kBadData, "its title must be a difficulty and a name", where);
  }
  const auto difficulty = std::find(kDifficulties.begin(), kDifficulties.end(), section.title[0]);
  const auto rule = std::find(section.lines.begin(), section.lines.end(), "---");
  if (difficulty == kDifficulties.end() || rule == section.lines.end()) {
    return fail(ErrorCode::kBadData, "no such difficulty, or no line '---'", where);
  }
  Family family;
  family.name = section.title[1];
  family.difficulty = static_cast<std::size_t>(difficulty - kDifficulties.begin());
  for (auto line = section.lines.begin(); line != rule; ++line) {
    family.parameters.push_back(TRY(parse_parameter(*line, where)));
  }
  family.program = joined({rule + 1, section.lines.end()});
  return family;
}

/// "3..9" or "60..140/10": one of its numbers; nothing if it is not such a range.
std::optional<std::int64_t> from_range(std::string_view rule, Random& random) {
  const std::size_t dots = rule.find("..");
  if (dots == std::string_view::npos) return std::nullopt;
  const std::size_t slash = rule.find('/', dots);
  const auto first = parse_number<std::int64_t>(rule.substr(0, dots));
  const auto last = parse_number<std::int64_t>(
      rule.substr(dots + 2, slash == std::string_view::npos ? slash : slash - dots - 2));
  const auto step =
      slash == std::string_view::npos ? 1 : parse_number<std::int64_t>(rule.substr(slash + 1));
  if (!first || !last || !step || *first > *last || *step < 1) return std::nullopt;
  return *first + *step * random.randint(0, (*last - *first) / *step);
}

}  // namespace

Result<std::vector<Family>> parse_chapter(std::string_view text) {
  std::vector<Family> families;
  for (const Section& section : sections(text)) families.push_back(TRY(parse_family(section)));
  return families;
}

/// Fills one program.
class ProgramBook::Writer {
 public:
  Writer(const std::vector<Shape>& shapes, Random& random) : shapes_(shapes), random_(random) {}

  Result<std::string> write(const Family& family) {
    for (const Parameter& parameter : family.parameters) {
      TRY(choose(parameter, "family '" + family.name + "'"));
    }
    std::string program;
    std::string_view rest = family.program;
    for (std::size_t open = rest.find("{{"); open != std::string_view::npos;
         open = rest.find("{{")) {
      const std::size_t close = rest.find("}}", open);
      const auto value = values_.find(rest.substr(open + 2, close - open - 2));
      if (close == std::string_view::npos || value == values_.end()) {
        return fail(ErrorCode::kBadData, "a hole without a value", "family '" + family.name + "'");
      }
      program.append(rest.substr(0, open)).append(value->second);
      rest.remove_prefix(close + 2);
    }
    return with_helpers(program.append(rest));
  }

 private:
  Result<void> choose(const Parameter& parameter, const std::string& where) {
    if (const auto number = from_range(parameter.rule, random_)) {
      values_[parameter.names.front()] = std::to_string(*number);
      return {};
    }
    const std::vector<std::string> rule = words(parameter.rule);
    if (rule.empty()) return fail(ErrorCode::kBadData, "a parameter without a rule", where);
    std::string& value = values_[parameter.names.front()];
    if (rule[0] == "strong" || rule[0] == "light" || rule[0] == "paint") {
      value = color(rule[0]);
    } else if ((rule[0] == "colors" || rule[0] == "strongs") && rule.size() == 2) {
      const std::int64_t count = parse_number<std::int64_t>(rule[1]).value_or(0);
      for (std::int64_t i = 0; i < count; ++i) {
        value += fmt::format("{}\"{}\"", i == 0 ? "" : ", ",
                             color(rule[0] == "strongs" ? "strong" : "paint"));
      }
    } else if (rule[0] == "shape") {
      value = shape({rule.begin() + 1, rule.end()});
    } else {
      return choose_alternative(parameter, where);
    }
    return {};
  }

  Result<void> choose_alternative(const Parameter& parameter, const std::string& where) {
    const std::vector<std::string_view> alternatives = split(parameter.rule, '|');
    const std::string_view chosen = random_.choice(alternatives);
    if (parameter.names.size() == 1) {
      values_[parameter.names.front()] = trim(chosen);
      return {};
    }
    const std::vector<std::string_view> parts = split(chosen, ',');
    if (parts.size() != parameter.names.size()) {
      return fail(ErrorCode::kBadData, fmt::format("'{}' has another number of parts", chosen),
                  where);
    }
    for (std::size_t i = 0; i < parts.size(); ++i) values_[parameter.names[i]] = trim(parts[i]);
    return {};
  }

  /// One that was not used yet, while there are any.
  std::string color(std::string_view kind) {
    std::vector<std::string_view> free;
    const auto offer = [&](std::string_view name) {
      if (std::find(used_.begin(), used_.end(), name) == used_.end()) free.push_back(name);
    };
    if (kind != "light") std::for_each(kStrong.begin() + (kind == "paint"), kStrong.end(), offer);
    if (kind != "strong") std::for_each(kLight.begin(), kLight.end(), offer);
    used_.push_back(free.empty() ? kStrong.front() : random_.choice(free));
    return std::string(used_.back());
  }

  std::string shape(const std::vector<std::string>& allowed) {
    std::vector<const Shape*> free;
    for (const Shape& each : shapes_) {
      const bool wanted =
          allowed.empty() || std::find(allowed.begin(), allowed.end(), each.name) != allowed.end();
      if (wanted && std::find(helpers_.begin(), helpers_.end(), &each) == helpers_.end()) {
        free.push_back(&each);
      }
    }
    if (free.empty()) return {};
    helpers_.push_back(random_.choice(free));
    return helpers_.back()->name;
  }

  [[nodiscard]] std::string with_helpers(const std::string& program) const {
    std::string text;
    for (const Shape* helper : helpers_) text += helper->code + "\n\n";
    return text + program;
  }

  const std::vector<Shape>& shapes_;
  Random& random_;
  std::map<std::string, std::string, std::less<>> values_;
  std::vector<std::string_view> used_;
  std::vector<const Shape*> helpers_;
};

Result<ProgramBook> ProgramBook::open() {
  const std::array<std::string_view, kCategories.size()> texts{
      embedded(papert_embedded_turtleai_basic_geometry,
               papert_embedded_turtleai_basic_geometry_end),
      embedded(papert_embedded_turtleai_rotation, papert_embedded_turtleai_rotation_end),
      embedded(papert_embedded_turtleai_translation, papert_embedded_turtleai_translation_end),
      embedded(papert_embedded_turtleai_scaling, papert_embedded_turtleai_scaling_end),
      embedded(papert_embedded_turtleai_spiral, papert_embedded_turtleai_spiral_end),
      embedded(papert_embedded_turtleai_composite, papert_embedded_turtleai_composite_end)};
  ProgramBook book;
  for (std::size_t i = 0; i < texts.size(); ++i) book.chapters_[i] = TRY(parse_chapter(texts[i]));
  for (const Section& section :
       sections(embedded(papert_embedded_turtleai_shapes, papert_embedded_turtleai_shapes_end))) {
    book.shapes_.push_back({section.title.front(), joined(section.lines)});
  }
  return book;
}

Result<std::string> ProgramBook::write(std::size_t category, std::size_t difficulty,
                                       Random& random) const {
  std::vector<const Family*> families;
  for (const Family& family : chapters_[category]) {
    if (family.difficulty == difficulty) families.push_back(&family);
  }
  if (families.empty()) {
    return fail(ErrorCode::kInternal, "the book has no program for this category and difficulty");
  }
  return write(*random.choice(families), random);
}

Result<std::string> ProgramBook::write(const Family& family, Random& random) const {
  return Writer(shapes_, random).write(family);
}

}  // namespace papert::mint::turtle
