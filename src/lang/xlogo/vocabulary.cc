#include "lang/xlogo/vocabulary.h"

#include <algorithm>

#include "base/text.h"

namespace papert::lang::xlogo {
namespace {

constexpr std::array<std::string_view, 6> kThings{"strawberry", "lemon", "triangle",
                                                  "rectangle",  "cross", "circle"};
constexpr std::string_view kLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

}  // namespace

std::string_view item_name(ItemName name) {
  const auto index = static_cast<std::size_t>(name);
  return index < kThings.size() ? kThings[index] : kLetters.substr(index - kThings.size(), 1);
}

std::optional<ItemName> item_from_name(std::string_view name) {
  for (std::size_t i = 0; i < kItemNames; ++i) {
    const auto candidate = static_cast<ItemName>(i);
    if (item_name(candidate) == name) return candidate;
  }
  return std::nullopt;
}

std::optional<Color> color_from_name(std::string_view name) {
  for (std::size_t i = 0; i < kColors.size(); ++i) {
    if (kColors[i].name == name) return static_cast<Color>(i);
  }
  return std::nullopt;
}

std::optional<Color> color_from_hex(std::string_view hex) {
  for (std::size_t i = 0; i < kColors.size(); ++i) {
    if (lower(kColors[i].hex) == lower(hex)) return static_cast<Color>(i);
  }
  return std::nullopt;
}

std::optional<BlockType> block_from_name(std::string_view name) {
  const auto* found = std::find(kBlockNames.begin(), kBlockNames.end(), name);
  if (found == kBlockNames.end()) return std::nullopt;
  return static_cast<BlockType>(found - kBlockNames.begin());
}

}  // namespace papert::lang::xlogo
