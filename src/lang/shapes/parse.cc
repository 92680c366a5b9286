// The general path: Python's grammar decides what the text is, then each top-level statement is
// checked as a shape call. The plain path is tried first; it answers for nearly every real program
// (see parse_plain.cc) and hands all others over from the beginning.

#include "lang/shapes/parse.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <unordered_set>
#include <utility>

#include "lang/python/grammar.h"
#include "lang/python/identifiers.h"
#include "lang/shapes/parse_paths.h"
#include "lang/shapes/statements.h"

namespace papert::lang::shapes {
namespace {

/// One call under scrutiny: the checks run in the order the language prescribes.
class CallReader {
 public:
  CallReader(const python::Parser& parser, const lang::python::Statement& statement)
      : parser_(parser), statement_(statement) {}

  tl::expected<Shape, ParseError> read() {
    if (auto result = check_function(); !result) return tl::unexpected(result.error());
    if (auto result = check_arguments(); !result) return tl::unexpected(result.error());
    if (auto result = check_names(); !result) return tl::unexpected(result.error());
    if (auto result = check_ranges(); !result) return tl::unexpected(result.error());
    return Shape{kind_, values_[kCx], values_[kCy], values_[extent_slot()], values_[kStroke]};
  }

 private:
  enum Slot : std::size_t { kCx, kCy, kRadius, kSize, kStroke, kSlots };
  static constexpr std::array<std::string_view, kSlots> kSlotNames = {"cx", "cy", "radius", "size",
                                                                      "stroke"};
  [[nodiscard]] std::uint32_t line() const { return statement_.token.line; }
  [[nodiscard]] Slot extent_slot() const { return is_circle(kind_) ? kRadius : kSize; }
  [[nodiscard]] bool takes(Slot slot) const {
    return slot == kCx || slot == kCy || slot == extent_slot() ||
           (slot == kStroke && is_outlined(kind_));
  }

  Check check_function() {
    const auto name = called_name(parser_, statement_);
    if (!name) return tl::unexpected(name.error());
    const auto* found =
        std::ranges::find_if(kKinds, [&](Kind kind) { return kind_name(kind) == *name; });
    if (found == kKinds.end()) {
      return parse_error(ParseErrorName::kUnsupportedFunction, line(),
                         fmt::format("there is no function '{}': use filled_circle, circle, "
                                     "filled_square or square",
                                     shown(*name)));
    }
    kind_ = *found;
    return {};
  }

  Check check_arguments() {
    if (auto named = check_all_named(statement_, kind_name(kind_)); !named) return named;
    for (const lang::python::Argument& argument : statement_.arguments) {
      if (auto result = check_argument(argument); !result) return result;
    }
    return {};
  }

  Check check_argument(const lang::python::Argument& argument) {
    if (argument.kind == lang::python::ArgumentKind::kUnpacked) {
      return parse_error(ParseErrorName::kInvalidKeywordArgument, line(),
                         fmt::format("{} takes no double-starred arguments", kind_name(kind_)));
    }
    std::string name = python::normalised_identifier(parser_.text_of(argument.name));
    const auto* slot = std::ranges::find(kSlotNames, name);
    const auto index = static_cast<std::size_t>(slot - kSlotNames.begin());
    const bool fresh =
        index < kSlots ? !std::exchange(given_[index], true) : other_names_.insert(name).second;
    if (!fresh) {
      return parse_error(ParseErrorName::kDuplicateArgument, argument.name.line,
                         fmt::format("argument '{}' is given twice", shown(name)));
    }
    if (argument.form != lang::python::Form::kInteger &&
        argument.form != lang::python::Form::kSignedInteger) {
      return parse_error(ParseErrorName::kNonLiteralArgument, argument.name.line,
                         fmt::format("argument '{}' must be an integer literal", shown(name)));
    }
    if (index < kSlots) {
      values_[index] = integer_value(parser_.text_of(argument.value), argument.negative);
    }
    if (unexpected_.empty() && (index == kSlots || !takes(static_cast<Slot>(index)))) {
      unexpected_ = std::move(name);
    }
    return {};
  }

  Check check_names() const {
    if (!unexpected_.empty()) {
      return parse_error(
          ParseErrorName::kUnexpectedArgument, line(),
          fmt::format("{} takes no argument '{}'", kind_name(kind_), shown(unexpected_)));
    }
    for (const Slot slot : {kCx, kCy, extent_slot(), kStroke}) {
      if (takes(slot) && !given_[slot]) {
        return parse_error(
            ParseErrorName::kMissingArgument, line(),
            fmt::format("{} lacks its argument '{}'", kind_name(kind_), kSlotNames[slot]));
      }
    }
    return {};
  }

  [[nodiscard]] Check check_range(Slot slot, int low, int high) const {
    if (values_[slot] >= low && values_[slot] <= high) return {};
    return parse_error(
        ParseErrorName::kOutOfRange, line(),
        fmt::format("argument '{}' must be from {} to {}", kSlotNames[slot], low, high));
  }

  [[nodiscard]] Check check_ranges() const {
    if (auto result = check_range(kCx, 0, kCanvasSize - 1); !result) return result;
    if (auto result = check_range(kCy, 0, kCanvasSize - 1); !result) return result;
    if (auto result = check_range(extent_slot(), kMinExtent, kMaxExtent); !result) return result;
    if (!is_outlined(kind_)) return {};
    const int widest = max_stroke(kind_, values_[extent_slot()]);
    if (values_[kStroke] >= kMinStroke && values_[kStroke] <= widest) return {};
    return parse_error(ParseErrorName::kInvalidStroke, line(),
                       fmt::format("the stroke of this {} must be from {} to {}", kind_name(kind_),
                                   kMinStroke, widest));
  }

  const python::Parser& parser_;
  const lang::python::Statement& statement_;
  Kind kind_ = Kind::kFilledCircle;
  std::array<int, kSlots> values_ = {};
  std::array<bool, kSlots> given_ = {};
  std::unordered_set<std::string> other_names_;
  std::string unexpected_;
};

}  // namespace

tl::expected<void, ParseError> parse_general(std::string_view text, Program& out,
                                             const ParseLimits& limits) {
  out.shapes.clear();
  auto result = read_statements(
      text, limits, [&](const python::Parser& parser, const python::Statement& statement) -> Check {
        auto shape = CallReader(parser, statement).read();
        if (!shape) return tl::unexpected(std::move(shape.error()));
        out.shapes.push_back(*shape);
        return {};
      });
  if (!result) out.shapes.clear();
  return result;
}

tl::expected<void, ParseError> parse_into(std::string_view text, Program& reuse,
                                          const ParseLimits& limits) {
  if (auto fits = check_size(text, limits); !fits) {
    reuse.shapes.clear();
    return fits;
  }
  if (parse_plain(text, limits.max_calls, reuse)) return {};
  return parse_general(text, reuse, limits);
}

tl::expected<Program, ParseError> parse(std::string_view text, const ParseLimits& limits) {
  Program program;
  if (auto result = parse_into(text, program, limits); !result) {
    return tl::unexpected<ParseError>(std::move(result.error()));
  }
  return program;
}

}  // namespace papert::lang::shapes
