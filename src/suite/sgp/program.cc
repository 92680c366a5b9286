#include "suite/sgp/program.h"

#include <algorithm>

#include "base/text.h"
#include "lang/cad/cad.h"
#include "lang/svg/document.h"

namespace papert::suite::sgp {
namespace {

/// Lines of a text from which a CAD program is looked for.
constexpr std::size_t kMaxStarts = 200;

std::optional<FoundProgram> find_svg(std::string_view text) {
  constexpr std::string_view kClose = "</svg>";
  const std::size_t svg = text.find("<svg");
  const std::size_t close = text.rfind(kClose);
  if (svg == std::string_view::npos || close == std::string_view::npos || close < svg) {
    return std::nullopt;
  }
  const std::size_t begin = std::min(svg, text.find("<?xml"));
  return FoundProgram{mint::Language::kSvg,
                      std::string(text.substr(begin, close + kClose.size() - begin))};
}

mint::Language language_of(lang::cad::Notation notation) {
  if (lang::cad::is_flat(notation)) return mint::Language::kCad2d;
  return notation == lang::cad::Notation::kExtrude ? mint::Language::kCad3d
                                                   : mint::Language::kCad3dComplex;
}

Result<void> check_cad(std::string_view program, lang::cad::Notation notation) {
  if (lang::cad::is_flat(notation)) {
    TRY(lang::cad::read_sketches(program, notation));
  } else {
    TRY(lang::cad::read_recipe(program, notation, lang::cad::ExtrudeLimits::large()));
  }
  return {};
}

std::optional<FoundProgram> find_cad(std::string_view text) {
  std::size_t at = 0;
  for (std::size_t start = 0; start < kMaxStarts && at < text.size(); ++start) {
    const std::string_view rest = trim(text.substr(at));
    const auto notation = rest.size() <= kMaxProgramBytes ? lang::cad::detect(rest) : std::nullopt;
    if (notation && check_cad(rest, *notation)) {
      return FoundProgram{language_of(*notation), std::string(rest)};
    }
    at = std::min(text.find('\n', at), text.size() - 1) + 1;
  }
  return std::nullopt;
}

}  // namespace

Result<void> check_program(mint::Language language, std::string_view program) {
  if (language == mint::Language::kSvg) {
    TRY(lang::svg::parse(program));
    return {};
  }
  const auto notation = lang::cad::detect(program);
  if (!notation || language_of(*notation) != language) {
    return fail(ErrorCode::kBadData,
                "it does not begin as one of language " +
                    std::string(mint::kLanguageNames[static_cast<std::size_t>(language)]));
  }
  return check_cad(program, *notation);
}

std::optional<FoundProgram> find_program(std::string_view text) {
  if (text.find("<svg") != std::string_view::npos) return find_svg(text);
  return find_cad(text);
}

}  // namespace papert::suite::sgp
