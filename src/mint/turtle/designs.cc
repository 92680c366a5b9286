#include "mint/turtle/designs.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>

#include "base/embedded.h"
#include "base/numbers.h"
#include "base/text.h"
#include "mint/turtle/steps.h"

extern const char papert_embedded_turtlebench_families[];
extern const char papert_embedded_turtlebench_families_end[];
extern const char papert_embedded_turtlebench_objects[];
extern const char papert_embedded_turtlebench_objects_end[];
extern const char papert_embedded_turtlebench_figures[];
extern const char papert_embedded_turtlebench_figures_end[];

namespace papert::mint::turtle {
namespace {

constexpr std::array<std::string_view, 3> kChangeKinds{"deletion", "insertion", "generalisation"};

std::string with_article(const std::string& words) {
  constexpr std::string_view kVowels = "aeio";
  return (kVowels.find(words.front()) == std::string_view::npos ? "a " : "an ") + words;
}

std::vector<std::string> trimmed_parts(std::string_view text, char separator) {
  std::vector<std::string> parts;
  for (const std::string_view part : split(text, separator)) parts.emplace_back(trim(part));
  return parts;
}

}  // namespace

std::string number_word(std::int64_t number) {
  constexpr std::array<const char*, 21> kWords{
      "no",       "one",     "two",     "three",     "four",     "five",     "six",
      "seven",    "eight",   "nine",    "ten",       "eleven",   "twelve",   "thirteen",
      "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty"};
  const auto index = static_cast<std::size_t>(number);
  return index < kWords.size() ? kWords[index] : std::to_string(number);
}

std::string ordinal_word(std::int64_t number) {
  constexpr std::array<const char*, 11> kWords{"zeroth", "first", "second", "third",
                                               "fourth", "fifth", "sixth",  "seventh",
                                               "eighth", "ninth", "tenth"};
  const auto index = static_cast<std::size_t>(number);
  return index < kWords.size() ? kWords[index] : std::to_string(number) + "th";
}

std::string polygon_word(std::int64_t sides) {
  constexpr std::array<const char*, 9> kWords{"",
                                              "",
                                              "",
                                              "equilateral triangle",
                                              "square",
                                              "regular pentagon",
                                              "regular hexagon",
                                              "regular heptagon",
                                              "regular octagon"};
  const auto index = static_cast<std::size_t>(sides);
  return index < kWords.size() ? kWords[index] : fmt::format("regular polygon of {} sides", sides);
}

Result<DesignBook> DesignBook::open() {
  const std::string families = std::string(embedded(papert_embedded_turtlebench_families,
                                                    papert_embedded_turtlebench_families_end)) +
                               std::string(embedded(papert_embedded_turtlebench_objects,
                                                    papert_embedded_turtlebench_objects_end));
  return parse(families, embedded(papert_embedded_turtlebench_figures,
                                  papert_embedded_turtlebench_figures_end));
}

Result<DesignBook> DesignBook::parse(std::string_view families, std::string_view figures) {
  DesignBook book;
  TRY(book.add_figures(figures));
  TRY(book.add_families(families));
  return book;
}

Result<void> DesignBook::add_figures(std::string_view text) {
  for (const std::string_view line : split(text, '\n')) {
    if (trim(line).empty() || line.starts_with('#')) continue;
    const std::vector<std::string> fields = trimmed_parts(line, '|');
    if (fields.size() != 4) {
      return fail(ErrorCode::kBadData, "expected key | name | plural | steps", std::string(line));
    }
    figures_.push_back({fields[0], fields[1], fields[2], fields[3]});
  }
  return {};
}

Result<void> DesignBook::add_families(std::string_view text) {
  for (const std::string_view line : split(text, '\n')) {
    if (trim(line).empty() || line.starts_with('#')) continue;
    if (line.starts_with("=== ")) {
      const std::vector<std::string> title = trimmed_parts(line.substr(4), ' ');
      Family family{.name = title.front()};
      if (title.size() > 1)
        family.weight = static_cast<double>(parse_number<std::int64_t>(title[1]).value_or(1));
      families_.push_back(std::move(family));
      continue;
    }
    if (families_.empty()) {
      return fail(ErrorCode::kBadData, "a family must begin with '==='", std::string(line));
    }
    TRY(add_line(families_.back(), line));
  }
  return {};
}

Result<void> DesignBook::add_line(Family& family, std::string_view line) {
  if (line.starts_with(' ')) {  // goes on with what the line before began
    std::string& steps =
        family.changes.empty() ? family.parts.back().steps : family.changes.back().steps;
    steps.append(" ").append(trim(line));
    return {};
  }
  if (line.starts_with("> ")) {
    family.description +=
        (family.description.empty() ? "" : " ") + std::string(trim(line.substr(2)));
    return {};
  }
  for (const std::string_view kind : kChangeKinds) {
    if (!line.starts_with(kind)) continue;
    family.changes.push_back(
        {std::string(kind), std::string(trim(line.substr(kind.size()))), std::string()});
    return {};
  }
  const std::size_t equals = line.find('=');
  const std::size_t colon = line.find(':');
  if (equals != line.npos && (colon == line.npos || colon + 1 == equals)) {
    const bool variable = colon != line.npos;
    family.parameters.push_back({trimmed_parts(line.substr(0, variable ? colon : equals), ','),
                                 std::string(trim(line.substr(equals + 1))), variable});
    return {};
  }
  if (colon == line.npos) {
    return fail(ErrorCode::kBadData, "this line is not a parameter, a part or a change",
                family.name + ": " + std::string(line));
  }
  family.parts.push_back(
      {std::string(trim(line.substr(0, colon))), std::string(trim(line.substr(colon + 1)))});
  return {};
}

std::vector<std::string> DesignBook::families() const {
  std::vector<std::string> names;
  names.reserve(families_.size());
  for (const Family& family : families_) names.push_back(family.name);
  return names;
}

/// Fills the holes of one family.
class DesignBook::Writer {
 public:
  Writer(const DesignBook& book, const Family& family) : book_(book), family_(family) {}

  Result<Design> write(Random& random) {
    Design design{.family = family_.name};
    for (const Parameter& parameter : family_.parameters) {
      TRY(choose(parameter, random));
      if (!parameter.variable) continue;
      if (!design.variables.empty()) design.variables += "\n";
      design.variables += parameter.names.front() + "=" + values_[parameter.names.front()];
    }
    TRY(read_parts());
    design.description = TRY(filled(family_.description));
    const auto shape = parts_.find("shape");
    if (shape == parts_.end()) return wrong("it has no part 'shape'");
    design.sketch = shape->second;
    for (const Wording& wording : family_.changes) {
      std::string query = TRY(filled(wording.query));
      Sketch sketch = TRY(steps(wording.steps));
      design.changes.push_back({wording.kind, std::move(query), std::move(sketch)});
    }
    return design;
  }

 private:
  [[nodiscard]] tl::unexpected<Error> wrong(const std::string& what) const {
    return fail(ErrorCode::kInternal, what, "design family '" + family_.name + "'");
  }

  Result<void> choose(const Parameter& parameter, Random& random) {
    const std::string rule = TRY(filled(parameter.rule));
    if (rule == "figure") {
      values_[parameter.names.front()] = random.choice(book_.figures_).key;
      return {};
    }
    if (rule.find("..") != std::string::npos) return choose_number(parameter, rule, random);
    const std::vector<std::string> choices = trimmed_parts(rule, '|');
    const std::vector<std::string> fields = trimmed_parts(random.choice(choices), ',');
    if (fields.size() != parameter.names.size()) return wrong("'" + rule + "' does not fit");
    for (std::size_t i = 0; i < fields.size(); ++i) values_[parameter.names[i]] = fields[i];
    return {};
  }

  /// "3..9", "60..140/10", "3..9 but 5".
  Result<void> choose_number(const Parameter& parameter, std::string_view rule, Random& random) {
    std::optional<std::int64_t> other;
    if (const std::size_t but = rule.find(" but "); but != rule.npos) {
      other = parse_number<std::int64_t>(trim(rule.substr(but + 5)));
      rule = trim(rule.substr(0, but));
    }
    const std::size_t dots = rule.find("..");
    const std::size_t slash = std::min(rule.find('/', dots), rule.size());
    const auto low = parse_number<std::int64_t>(amount_text(rule.substr(0, dots)));
    const auto high =
        parse_number<std::int64_t>(amount_text(rule.substr(dots + 2, slash - dots - 2)));
    const auto step = slash == rule.size() ? 1 : parse_number<std::int64_t>(rule.substr(slash + 1));
    if (!low || !high || !step || *step < 1 || *low > *high) {
      return wrong("'" + std::string(rule) + "' is not a range");
    }
    const bool shorter = other && *other >= *low && *other <= *high;
    std::int64_t value = random.randint(0, (*high - *low) / *step - (shorter ? 1 : 0));
    value = *low + *step * value;
    if (shorter && value >= *other) value += *step;
    values_[parameter.names.front()] = std::to_string(value);
    return {};
  }

  Result<void> read_parts() {
    for (const Figure& figure : book_.figures_) parts_[figure.key] = TRY(steps(figure.steps));
    for (const Part& part : family_.parts) parts_[part.name] = TRY(steps(part.steps));
    return {};
  }

  Result<Sketch> steps(const std::string& text) {
    auto sketch = parse_steps(TRY(filled(text)), parts_);
    if (!sketch) return wrong(sketch.error().message);
    return sketch;
  }

  [[nodiscard]] Result<std::string> filled(std::string_view text) const {
    std::string out;
    for (std::size_t open = text.find('{'); open != text.npos; open = text.find('{')) {
      const std::size_t close = text.find('}', open);
      if (close == text.npos) return wrong("a '{' is never closed");
      out += text.substr(0, open);
      out += TRY(value_of(text.substr(open + 1, close - open - 1)));
      text.remove_prefix(close + 1);
    }
    return out.append(text);
  }

  [[nodiscard]] Result<std::string> value_of(std::string_view hole) const {
    const std::size_t colon = std::min(hole.find(':'), hole.size());
    const auto found = values_.find(std::string(hole.substr(0, colon)));
    if (found == values_.end()) return wrong("there is no value '" + std::string(hole) + "'");
    if (colon == hole.size()) return found->second;
    return in_words(found->second, hole.substr(colon + 1));
  }

  [[nodiscard]] Result<std::string> in_words(const std::string& value, std::string_view way) const {
    const auto figure = std::ranges::find(book_.figures_, value, &Figure::key);
    if (figure != book_.figures_.end()) {
      if (way == "a") return with_article(figure->one);
      if (way == "one") return figure->one;
      if (way == "many") return figure->many;
    }
    if (const auto number = parse_number<std::int64_t>(value)) {
      if (way == "word") return number_word(*number);
      if (way == "ordinal") return ordinal_word(*number);
      if (way == "polygon") return polygon_word(*number);
      if (way == "polygons") return polygon_word(*number) + "s";
      if (way == "a_polygon") return with_article(polygon_word(*number));
    }
    return wrong(fmt::format("'{}' cannot be written as '{}'", value, way));
  }

  const DesignBook& book_;
  const Family& family_;
  std::map<std::string, std::string> values_;
  std::map<std::string, Sketch, std::less<>> parts_;
};

Result<Design> DesignBook::make(Random& random) const {
  std::vector<double> weights;
  weights.reserve(families_.size());
  for (const Family& family : families_) weights.push_back(family.weight);
  return make(random.choice_indices_weighted(weights, 1).front(), random);
}

Result<Design> DesignBook::make(std::size_t family, Random& random) const {
  return Writer(*this, families_[family]).write(random);
}

}  // namespace papert::mint::turtle
