// The words of the grid world: directions, colours, items, blocks. Each is an enumeration with a
// table of names; the names are those of task files.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace papert::lang::xlogo {

/// North is up: y grows downwards. The values are those of task files.
enum class Direction : std::uint8_t { kNorth, kEast, kSouth, kWest };
inline constexpr std::array<std::string_view, 4> kDirectionNames{"north", "east", "south", "west"};
/// The wall keys of a tile, by direction.
inline constexpr std::array<std::string_view, 4> kWallNames{"top", "right", "bottom", "left"};
inline constexpr std::array<int, 4> kStepX{0, 1, 0, -1};
inline constexpr std::array<int, 4> kStepY{-1, 0, 1, 0};

[[nodiscard]] constexpr Direction turned(Direction direction, int quarter_turns_right) {
  return static_cast<Direction>((static_cast<int>(direction) + (quarter_turns_right & 3)) & 3);
}

/// The first six are pen colours, too.
enum class Color : std::uint8_t {
  kRed,
  kBlack,
  kBlue,
  kGreen,
  kYellow,
  kWhite,
  kOrange,
  kPurple,
  kPink
};
inline constexpr std::size_t kPenColors = 6;

struct ColorInfo {
  std::string_view name;
  std::string_view hex;  // as in the lines of a world (pen colours), and as painted
  char letter;           // in the ASCII form
};
inline constexpr std::array<ColorInfo, 9> kColors{{{"red", "#D60000", 'R'},
                                                   {"black", "#000000", 'K'},
                                                   {"blue", "#0D47A1", 'B'},
                                                   {"green", "#009624", 'G'},
                                                   {"yellow", "#FFD600", 'Y'},
                                                   {"white", "#FFFFFF", 'W'},
                                                   {"orange", "#F57C00", 'O'},
                                                   {"purple", "#6A1B9A", 'U'},
                                                   {"pink", "#EC407A", 'P'}}};

/// A pen that was never set, or set to null, draws black.
using Pen = std::optional<Color>;

/// Things, then the letters A to Z: kLetterA + n is the n-th letter.
enum class ItemName : std::uint8_t {
  kStrawberry,
  kLemon,
  kTriangle,
  kRectangle,
  kCross,
  kCircle,
  kLetterA
};
inline constexpr std::size_t kItemNames = 6 + 26;

enum class BlockType : std::uint8_t { kForward, kBack, kLeft, kRight, kRepeat, kSetPen };
inline constexpr std::array<std::string_view, 6> kBlockNames{"fd", "bk",     "lt",
                                                             "rt", "repeat", "setpc"};

[[nodiscard]] std::string_view item_name(ItemName name);
[[nodiscard]] std::optional<ItemName> item_from_name(std::string_view name);
[[nodiscard]] inline std::string_view color_name(Color color) {
  return kColors[static_cast<std::size_t>(color)].name;
}
[[nodiscard]] std::optional<Color> color_from_name(std::string_view name);
/// "#D60000", in either case.
[[nodiscard]] std::optional<Color> color_from_hex(std::string_view hex);
[[nodiscard]] inline std::string_view block_name(BlockType type) {
  return kBlockNames[static_cast<std::size_t>(type)];
}
[[nodiscard]] std::optional<BlockType> block_from_name(std::string_view name);

}  // namespace papert::lang::xlogo
