// Things made of parts that have names: houses, boats, flowers.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/random.h"
#include "base/result.h"
#include "mint/draft.h"
#include "mint/svg/parts.h"

namespace papert::mint::svg {

/// What varies from one house to the next.
struct FigureLook {
  std::vector<Hue> hues;         // six, without repetition
  std::size_t count = 1;         // of its windows, buttons, petals
  Shape badge = Shape::kCircle;  // the part that has any shape: its attic window, nose, emblem
};

struct NamedPart {
  std::string name;       // "roof"
  std::size_t part = 0;   // of the figure's parts
  std::size_t color = 0;  // of the look's hues
};

struct Figure {
  std::string name;  // "house"
  std::vector<Part> parts;
  std::vector<NamedPart> named;  // the last is the badge
  std::string counted;           // "windows"
  std::size_t counted_color = 0;
};

inline constexpr std::size_t kFigureKinds = 14;

[[nodiscard]] Figure make_figure(std::size_t kind, const FigureLook& look, Random& random);

/// What is asked, settled before the figure is drawn.
struct FigureWish {
  std::size_t kind = 0;
  bool what = false;       // what it is, else about its parts
  std::size_t detail = 0;  // two of: colour, shape, number
  CountPlan count;
};

[[nodiscard]] FigureWish draw_figure_wish(Random& random);

/// The figure that is asked for, and three hidden ones that have the other answers. Nothing where
/// the drawn one is not clear.
[[nodiscard]] Result<std::optional<Minted>> mint_figure(const FigureWish& wish, Random& random);

}  // namespace papert::mint::svg
