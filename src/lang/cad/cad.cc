#include "lang/cad/cad.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "lang/cad/sketch_parts.h"

namespace papert::lang::cad {
namespace {

constexpr std::array<std::string_view, 5> kNames{
    "extrude", "reconstruction-json", "reconstruction-text", "sketch-text", "sketch-json"};
constexpr std::array<std::string_view, 7> kPrimitives{
    "Point", "Line", "Circle", "Arc", "Ellipse", "Spline", "InterpolatedSpline"};

}  // namespace

std::string_view to_string(Notation notation) { return kNames[static_cast<std::size_t>(notation)]; }

std::optional<Notation> detect(std::string_view text) {
  text = trim(text);
  if (text.empty()) return std::nullopt;
  if (text.front() == '[') return Notation::kSketchJson;
  if (text.front() == '{') {
    // Both kinds are objects with "entities"; only one has an order of them.
    const auto has = [&](std::string_view key) { return text.find(key) != std::string_view::npos; };
    const bool ordered = has("\"timeline\"") || has("\"sequence\"");
    return ordered ? Notation::kReconstructionJson : Notation::kSketchJson;
  }
  const std::string_view word = text.substr(0, text.find_first_of("(:;,[{= \t\r\n\v\f"));
  if (word == "SOL") return Notation::kExtrude;
  if (word == "LOOP") return Notation::kReconstructionText;
  if (std::ranges::count(kPrimitives, word) > 0 || detail::constraint_type(word)) {
    return Notation::kSketchText;
  }
  return std::nullopt;
}

Result<Recipe> read_recipe(std::string_view text, Notation notation, const ExtrudeLimits& limits) {
  switch (notation) {
    case Notation::kExtrude:
      return to_recipe(TRY(parse_extrude(text, limits)));
    case Notation::kReconstructionJson:
      return TRY(parse_reconstruction_json(text)).recipe;
    case Notation::kReconstructionText:
      return TRY(parse_reconstruction_text(text)).recipe;
    case Notation::kSketchText:
    case Notation::kSketchJson:
      break;
  }
  return fail(ErrorCode::kUsage, "a flat sketch is not a solid");
}

Result<std::vector<Sketch>> read_sketches(std::string_view text, Notation notation) {
  if (notation == Notation::kSketchJson) return parse_sketches_json(text);
  if (notation != Notation::kSketchText)
    return fail(ErrorCode::kUsage, "a solid is not a flat sketch");
  std::vector<Sketch> sketches;
  sketches.push_back(TRY(parse_sketch(text)));
  return sketches;
}

Result<void> check(std::string_view text, Notation notation) {
  if (is_flat(notation)) {
    TRY(read_sketches(text, notation));
  } else {
    TRY(read_recipe(text, notation, ExtrudeLimits::large()));
  }
  return {};
}

std::optional<FoundProgram> find_program(std::string_view text, std::size_t max_bytes) {
  constexpr std::size_t kMaxStarts = 200;
  std::size_t at = 0;
  for (std::size_t start = 0; start < kMaxStarts && at < text.size(); ++start) {
    const std::string_view rest = trim(text.substr(at));
    const auto notation = rest.size() <= max_bytes ? detect(rest) : std::nullopt;
    if (notation && check(rest, *notation)) return FoundProgram{*notation, rest};
    at = std::min(text.find('\n', at), text.size() - 1) + 1;
  }
  return std::nullopt;
}

}  // namespace papert::lang::cad
