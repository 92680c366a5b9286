#include "data/shapecode/dialect.h"

#include <algorithm>
#include <array>
#include <utility>

#include "data/shapecode/mint.h"
#include "lang/shapes/v2_parse.h"
#include "mint/shapes/generate_v2.h"
#include "raster/color_plane.h"
#include "raster/raster.h"

namespace papert::data::shapecode {
namespace {

namespace v1 {

constexpr auto kFunctions =
    std::to_array<std::string_view>({"filled_circle", "circle", "filled_square", "square"});

Json render_config() {
  return {{"background_color", 255},
          {"canvas_size", lang::shapes::kCanvasSize},
          {"foreground_color", 0},
          {"image_mode", "L"},
          {"renderer_semantics", "v1-raster-pillow"}};
}

Result<std::string> generate(mint::shapes::Tier tier, std::int64_t seed) {
  const lang::shapes::Program program = TRY(mint::shapes::generate(tier, seed));
  return lang::shapes::serialise(program);
}

std::vector<std::optional<Error>> problems(mint::shapes::Tier tier,
                                           std::span<const std::int64_t> seeds) {
  std::vector<std::optional<Error>> found;
  for (const auto& program : mint::shapes::generate_all(tier, seeds)) {
    found.push_back(program ? std::nullopt : std::optional(program.error()));
  }
  return found;
}

tl::expected<Drawn, lang::shapes::ParseError> draw(std::string_view text) {
  auto program = lang::shapes::parse(text);
  if (!program) return tl::unexpected(std::move(program.error()));
  Drawn drawn;
  drawn.program = lang::shapes::serialise(*program);
  drawn.picture = raster::to_image(raster::render(lang::shapes::to_scene(*program)));
  for (const lang::shapes::Shape& shape : program->shapes) {
    ++drawn.inventory[std::string(lang::shapes::kind_name(shape.kind))];
  }
  drawn.shapes = program->shapes.size();
  return drawn;
}

}  // namespace v1

namespace v2 {

constexpr auto kFunctions = std::to_array<std::string_view>(
    {"circle", "square", "rectangle", "line", "polygon", "arc", "curve", "clear"});

Json render_config() {
  return {{"background_color", "white"},
          {"canvas_size", lang::shapes::kCanvasSize},
          {"image_mode", "RGB"},
          {"renderer_semantics", "v2-whole-numbers"}};
}

Result<std::string> generate(mint::shapes::Tier tier, std::int64_t seed) {
  const lang::shapes::v2::Program program = TRY(mint::shapes::v2::generate(tier, seed));
  return lang::shapes::v2::serialise(program);
}

std::vector<std::optional<Error>> problems(mint::shapes::Tier tier,
                                           std::span<const std::int64_t> seeds) {
  std::vector<std::optional<Error>> found;
  for (const std::int64_t seed : seeds) {
    const auto program = mint::shapes::v2::generate(tier, seed);
    found.push_back(program ? std::nullopt : std::optional(program.error()));
  }
  return found;
}

tl::expected<Drawn, lang::shapes::ParseError> draw(std::string_view text) {
  auto program = lang::shapes::v2::parse(text);
  if (!program) return tl::unexpected(std::move(program.error()));
  Drawn drawn;
  drawn.program = lang::shapes::v2::serialise(*program);
  drawn.picture = raster::to_image(raster::render(lang::shapes::v2::to_scene(*program)),
                                   lang::shapes::v2::palette());
  for (const lang::shapes::v2::Shape& shape : program->shapes) {
    ++drawn.inventory[std::string(lang::shapes::v2::kind_info(shape.kind).name)];
  }
  drawn.shapes = program->shapes.size();
  return drawn;
}

}  // namespace v2

constexpr std::array<std::string_view, 2> kNames{"v1", "v2"};

constexpr std::array<DialectRules, 2> kRules{
    {{kNames[0], "shapecode", kGenerator, v1::kFunctions, raster::PixelFormat::kGray,
      v1::render_config, v1::generate, v1::problems, v1::draw},
     {kNames[1], "shapecode-v2", mint::shapes::v2::kGenerator, v2::kFunctions,
      raster::PixelFormat::kRgb, v2::render_config, v2::generate, v2::problems, v2::draw}}};

}  // namespace

const DialectRules& rules_of(Dialect dialect) { return kRules[static_cast<std::size_t>(dialect)]; }

std::span<const std::string_view> dialect_names() { return kNames; }

std::optional<Dialect> dialect_from_name(std::string_view name) {
  const auto* found = std::ranges::find(kNames, name);
  if (found == kNames.end()) return std::nullopt;
  return static_cast<Dialect>(found - kNames.begin());
}

Dialect dialect_of_program(std::string_view program) {
  const bool second = !lang::shapes::parse(program) && lang::shapes::v2::parse(program);
  return second ? Dialect::kV2 : Dialect::kV1;
}

}  // namespace papert::data::shapecode
