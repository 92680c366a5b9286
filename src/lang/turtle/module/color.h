// Colours as Tk reads them: the names of rgb.txt in any case, #rgb, #rrggbb, #rrrgggbbb and
// #rrrrggggbbbb. A program sees the very text it gave, so a colour is kept as its text.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace papert::lang::turtle {

struct Rgb {
  std::uint8_t r = 0;
  std::uint8_t g = 0;
  std::uint8_t b = 0;

  friend bool operator==(const Rgb&, const Rgb&) = default;
};

struct NamedColor {
  std::string_view name;
  std::uint32_t rgb;
};

/// Sorted by name.
std::span<const NamedColor> tk_color_names();

/// None when Tk would not know the colour; so for "".
std::optional<Rgb> parse_tk_color(std::string_view text);

/// Stands for a colour text; equal ids, equal texts. "#rrggbb" in lower case is its own id, so that
/// a drawing in a million colours needs no table.
struct ColorId {
  std::uint32_t code = 0;

  friend bool operator==(const ColorId&, const ColorId&) = default;
};

class ColorTable {
 public:
  ColorTable();

  /// None when Tk would not know the colour. "" is a colour here: nothing is painted with it.
  std::optional<ColorId> find(std::string_view text);
  static ColorId from_rgb(Rgb rgb);

  [[nodiscard]] std::string text(ColorId id) const;
  /// None for "".
  [[nodiscard]] std::optional<Rgb> rgb(ColorId id) const;

  static constexpr ColorId kNone{0};
  static constexpr ColorId kBlack{1};
  static constexpr ColorId kWhite{2};

 private:
  struct Entry {
    std::string text;
    std::optional<Rgb> rgb;
  };
  std::vector<Entry> entries_;
  std::unordered_map<std::string, std::uint32_t> index_;
};

}  // namespace papert::lang::turtle
