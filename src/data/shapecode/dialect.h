// The two dialects of the shape language, as loading, minting and asking see them: the published
// one, and ours with colours, an order of painting and more shapes (docs/shapecode-v2.md). What is
// different is a row of one table; how answers are scored is a task set of its own
// (suite/shapecode/tasks.h, v2_tasks.h).
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "lang/shapes/parse.h"
#include "mint/shapes/generate.h"
#include "raster/image.h"

namespace papert::data::shapecode {

enum class Dialect { kV1, kV2 };

/// A program and its picture.
struct Drawn {
  std::string program;  // canonical
  raster::Image picture;
  std::map<std::string, int> inventory;  // function -> how many calls
  std::size_t shapes = 0;
};

struct DialectRules {
  std::string_view name;
  std::string_view mint_name;  // of the generator, in the identity of minted tasks
  int generator = 1;           // its version
  std::span<const std::string_view> functions;
  raster::PixelFormat format = raster::PixelFormat::kGray;
  Json (*render_config)();
  Result<std::string> (*generate)(mint::shapes::Tier tier, std::int64_t seed);
  /// For each seed, why it gives no scene; nothing where it does.
  std::vector<std::optional<Error>> (*problems)(mint::shapes::Tier tier,
                                                std::span<const std::int64_t> seeds);
  tl::expected<Drawn, lang::shapes::ParseError> (*draw)(std::string_view program);
};

[[nodiscard]] const DialectRules& rules_of(Dialect dialect);
[[nodiscard]] std::span<const std::string_view> dialect_names();
[[nodiscard]] std::optional<Dialect> dialect_from_name(std::string_view name);

/// The dialect that reads this program; the published one where both or neither do.
[[nodiscard]] Dialect dialect_of_program(std::string_view program);

}  // namespace papert::data::shapecode
