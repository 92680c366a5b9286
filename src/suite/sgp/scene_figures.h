// Things made of parts that have names: houses, boats, flowers.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/random.h"
#include "base/result.h"
#include "suite/sgp/mint_draft.h"
#include "suite/sgp/scene_parts.h"

namespace papert::sgp {

struct NamedPart {
  std::string name;  // "roof"
  std::size_t part = 0;
};

struct NamedCount {
  std::string name;  // "windows"
  std::size_t count = 0;
};

struct Figure {
  std::string name;  // "house"
  std::vector<Part> parts;
  std::vector<NamedPart> named;
  std::vector<NamedCount> counted;
};

/// Of any kind.
[[nodiscard]] Figure make_figure(Random& random);

/// What it is, and the colours, shapes and numbers of its named parts. Nothing where the drawn one
/// is not clear.
[[nodiscard]] Result<std::optional<Minted>> mint_figure(Random& random);

}  // namespace papert::sgp
