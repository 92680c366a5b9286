// The table of kinds (v2_program.h) says what each call takes; this file only applies it, in the
// order of errors that the language prescribes.

#include "lang/shapes/v2_parse.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "lang/python/grammar.h"
#include "lang/python/identifiers.h"
#include "lang/shapes/statements.h"

namespace papert::lang::shapes::v2 {
namespace {

constexpr std::string_view kPointsName = "points";
constexpr std::string_view kColorName = "color";

/// The names of all functions, for a message.
std::string function_names() {
  std::string names;
  for (const Kind kind : kKinds) {
    if (!names.empty()) names += kind == kKinds.back() ? " or " : ", ";
    names += kind_info(kind).name;
  }
  return names;
}

/// Reads the text of a value, which Python's grammar has accepted as an expression.
class ValueReader {
 public:
  explicit ValueReader(std::string_view text) : tokens_(text) { advance(); }

  /// What stands between the quotes of one string literal without a prefix.
  std::optional<std::string> string() {
    if (token_.kind != python::TokenKind::kString) return std::nullopt;
    const std::string_view text = tokens_.text_of(token_);
    const bool plain = text.size() >= 2 && (text.front() == '"' || text.front() == '\'');
    advance();
    if (!plain || !ends()) return std::nullopt;
    return std::string(text.substr(1, text.size() - 2));
  }

  /// A list or tuple of pairs of integer literals. Of a longer one than a polygon can have, some
  /// points are left out.
  std::optional<std::vector<scene::PixelPoint>> points() {
    std::vector<scene::PixelPoint> all;
    const auto closer = open();
    if (!closer) return std::nullopt;
    while (token_.kind != *closer) {
      const auto read = point();
      if (!read) return std::nullopt;
      if (all.size() <= kMaxPoints) all.push_back(*read);
      if (token_.kind != *closer && !skip(python::TokenKind::kComma)) return std::nullopt;
    }
    advance();
    if (!ends()) return std::nullopt;
    return all;
  }

 private:
  void advance() { token_ = tokens_.next(); }

  bool skip(python::TokenKind kind) {
    if (token_.kind != kind) return false;
    advance();
    return true;
  }

  /// Nothing but the end of a line may follow.
  bool ends() {
    skip(python::TokenKind::kNewline);
    return token_.kind == python::TokenKind::kEnd;
  }

  std::optional<python::TokenKind> open() {
    if (skip(python::TokenKind::kLeftBracket)) return python::TokenKind::kRightBracket;
    if (skip(python::TokenKind::kLeftParen)) return python::TokenKind::kRightParen;
    return std::nullopt;
  }

  std::optional<int> number() {
    const bool negative = token_.kind == python::TokenKind::kMinus;
    if (negative || token_.kind == python::TokenKind::kPlus) advance();
    if (token_.kind != python::TokenKind::kInteger) return std::nullopt;
    const int value = integer_value(tokens_.text_of(token_), negative);
    advance();
    return value;
  }

  std::optional<scene::PixelPoint> point() {
    const auto closer = open();
    if (!closer) return std::nullopt;
    const auto x = number();
    if (!x || !skip(python::TokenKind::kComma)) return std::nullopt;
    const auto y = number();
    if (!y) return std::nullopt;
    skip(python::TokenKind::kComma);
    if (!skip(*closer)) return std::nullopt;
    return scene::PixelPoint{*x, *y};
  }

  python::Tokenizer tokens_;
  python::Token token_;
};

/// One call under scrutiny: the checks run in the order the language prescribes.
class ColorCallReader {
 public:
  ColorCallReader(const python::Parser& parser, const python::Statement& statement)
      : parser_(parser), statement_(statement) {}

  tl::expected<Shape, ParseError> read() {
    using Step = Check (ColorCallReader::*)();
    for (const Step step : {&ColorCallReader::check_function, &ColorCallReader::check_arguments,
                            &ColorCallReader::check_names, &ColorCallReader::check_ranges,
                            &ColorCallReader::check_points, &ColorCallReader::check_color,
                            &ColorCallReader::check_stroke}) {
      if (auto result = (this->*step)(); !result) return tl::unexpected(std::move(result.error()));
    }
    return std::move(shape_);
  }

 private:
  [[nodiscard]] std::uint32_t line() const { return statement_.token.line; }
  [[nodiscard]] const KindInfo& info() const { return kind_info(shape_.kind); }

  Check check_function() {
    const auto name = called_name(parser_, statement_);
    if (!name) return tl::unexpected(name.error());
    const auto* found =
        std::ranges::find_if(kKinds, [&](Kind kind) { return kind_info(kind).name == *name; });
    if (found == kKinds.end()) {
      return parse_error(
          ParseErrorName::kUnsupportedFunction, line(),
          fmt::format("there is no function '{}': use {}", shown(*name), function_names()));
    }
    shape_.kind = *found;
    shape_.color = info().has_color ? Color::kBlack : Color::kWhite;
    return {};
  }

  Check check_arguments() {
    if (auto named = check_all_named(statement_, info().name); !named) return named;
    for (const python::Argument& argument : statement_.arguments) {
      if (auto result = check_argument(argument); !result) return result;
    }
    return {};
  }

  Check check_argument(const python::Argument& argument) {
    if (argument.kind == python::ArgumentKind::kUnpacked) {
      return parse_error(ParseErrorName::kInvalidKeywordArgument, line(),
                         fmt::format("{} takes no double-starred arguments", info().name));
    }
    const std::string name = python::normalised_identifier(parser_.text_of(argument.name));
    if (!given_.insert(name).second) {
      return parse_error(ParseErrorName::kDuplicateArgument, argument.name.line,
                         fmt::format("argument '{}' is given twice", shown(name)));
    }
    if (name == kColorName) return read_color(argument);
    if (name == kPointsName) return read_points(argument);
    return read_number(argument, name);
  }

  Check read_number(const python::Argument& argument, const std::string& name) {
    if (argument.form != python::Form::kInteger && argument.form != python::Form::kSignedInteger) {
      return parse_error(ParseErrorName::kNonLiteralArgument, argument.name.line,
                         fmt::format("argument '{}' must be an integer literal", shown(name)));
    }
    const auto place = place_of(shape_.kind, name);
    if (!place) {
      note_unexpected(name);
      return {};
    }
    shape_.values[*place] = integer_value(parser_.text_of(argument.value), argument.negative);
    return {};
  }

  Check read_color(const python::Argument& argument) {
    auto text = ValueReader(parser_.value_of(argument)).string();
    if (!text) {
      return parse_error(ParseErrorName::kNonLiteralArgument, argument.name.line,
                         "argument 'color' must be the name of a colour in quotes");
    }
    if (!info().has_color) note_unexpected(std::string(kColorName));
    color_ = std::move(*text);
    return {};
  }

  Check read_points(const python::Argument& argument) {
    auto points = ValueReader(parser_.value_of(argument)).points();
    if (!points) {
      return parse_error(ParseErrorName::kNonLiteralArgument, argument.name.line,
                         "argument 'points' must be a list of pairs of integer literals");
    }
    if (!info().has_points) note_unexpected(std::string(kPointsName));
    shape_.points = std::move(*points);
    return {};
  }

  void note_unexpected(std::string name) {
    if (unexpected_.empty()) unexpected_ = std::move(name);
  }

  Check check_names() {
    if (!unexpected_.empty()) {
      return parse_error(ParseErrorName::kUnexpectedArgument, line(),
                         fmt::format("{} takes no argument '{}'", info().name, shown(unexpected_)));
    }
    if (info().has_points && !given_.contains(kPointsName)) return lacks(kPointsName);
    for (const Parameter& parameter : info().parameters) {
      if (!parameter.optional && !given_.contains(parameter.name)) return lacks(parameter.name);
    }
    if (info().has_color && !given_.contains(kColorName)) return lacks(kColorName);
    return {};
  }

  [[nodiscard]] Check lacks(std::string_view name) const {
    return parse_error(ParseErrorName::kMissingArgument, line(),
                       fmt::format("{} lacks its argument '{}'", info().name, name));
  }

  [[nodiscard]] Check check_range(std::string_view name, int value, int low, int high) const {
    if (value >= low && value <= high) return {};
    return parse_error(ParseErrorName::kOutOfRange, line(),
                       fmt::format("argument '{}' must be from {} to {}", name, low, high));
  }

  Check check_ranges() {
    for (std::size_t i = 0; i < info().parameters.size(); ++i) {
      const Parameter& parameter = info().parameters[i];
      if (parameter.name == "stroke") continue;  // whose range is the shape's
      auto result = check_range(parameter.name, shape_.values[i], parameter.low, parameter.high);
      if (!result) return result;
    }
    for (const scene::PixelPoint& point : shape_.points) {
      for (const int value : {point.x, point.y}) {
        auto result = check_range(kPointsName, value, kMinCoordinate, kMaxCoordinate);
        if (!result) return result;
      }
    }
    return {};
  }

  Check check_points() {
    const std::size_t count = shape_.points.size();
    if (!info().has_points || (count >= kMinPoints && count <= kMaxPoints)) return {};
    return parse_error(ParseErrorName::kInvalidPoints, line(),
                       fmt::format("a polygon has {} to {} points", kMinPoints, kMaxPoints));
  }

  Check check_color() {
    if (!info().has_color) return {};
    if (const auto color = color_from_name(color_)) {
      shape_.color = *color;
      return {};
    }
    std::string names;
    for (std::size_t i = 1; i < kColors; ++i) {
      names += (i == 1 ? "" : i + 1 == kColors ? " or " : ", ");
      names += color_name(static_cast<Color>(i));
    }
    return parse_error(ParseErrorName::kInvalidColor, line(),
                       fmt::format("there is no colour '{}': use {}", shown(color_), names));
  }

  Check check_stroke() {
    const auto place = place_of(shape_.kind, "stroke");
    if (!place) return {};
    const StrokeRange range = stroke_range(shape_);
    if (shape_.values[*place] >= range.low && shape_.values[*place] <= range.high) return {};
    return parse_error(ParseErrorName::kInvalidStroke, line(),
                       fmt::format("the stroke of this {} must be from {} to {}", info().name,
                                   range.low, range.high));
  }

  const python::Parser& parser_;
  const python::Statement& statement_;
  Shape shape_;
  std::string color_;
  std::set<std::string, std::less<>> given_;
  std::string unexpected_;
};

}  // namespace

tl::expected<Program, ParseError> parse(std::string_view text, const ParseLimits& limits) {
  if (auto fits = check_size(text, limits); !fits) return tl::unexpected(std::move(fits.error()));
  Program program;
  auto result = read_statements(
      text, limits, [&](const python::Parser& parser, const python::Statement& statement) -> Check {
        auto shape = ColorCallReader(parser, statement).read();
        if (!shape) return tl::unexpected(std::move(shape.error()));
        program.shapes.push_back(std::move(*shape));
        return {};
      });
  if (!result) return tl::unexpected(std::move(result.error()));
  return program;
}

}  // namespace papert::lang::shapes::v2
