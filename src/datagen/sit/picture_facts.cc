#include "datagen/sit/picture_facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <vector>

#include "datagen/sit/facts.h"

namespace papert::datagen::sit {
namespace {

/// All pixels of one colour word.
struct ColourArea {
  std::size_t pixels = 0;
  double x = 0;  // sums, for the middle
  double y = 0;
};

std::string_view side_word(double share, std::string_view low, std::string_view high) {
  if (share < 0.42) return low;
  return share > 0.58 ? high : "";
}

std::string middle_words(const ColourArea& area, const raster::Image& image) {
  const auto pixels = static_cast<double>(area.pixels);
  const std::string_view vertical = side_word(area.y / pixels / image.height(), "upper", "lower");
  const std::string_view across = side_word(area.x / pixels / image.width(), "left", "right");
  if (vertical.empty() && across.empty()) return "around the middle";
  return fmt::format("towards the {}{}{} side", vertical,
                     vertical.empty() || across.empty() ? "" : " ", across);
}

std::map<std::string_view, ColourArea> areas_of(const raster::Image& image) {
  std::map<std::string_view, ColourArea> areas;
  const int step = image.channels();
  for (int y = 0; y < image.height(); ++y) {
    const std::uint8_t* const row = image.row(y);
    for (int x = 0; x < image.width(); ++x) {
      const std::uint8_t* const pixel = row + static_cast<std::ptrdiff_t>(x) * step;
      const raster::Color color{pixel[0], pixel[step == 1 ? 0 : 1], pixel[step == 1 ? 0 : 2]};
      ColourArea& area = areas[colour_name(color)];
      ++area.pixels;
      area.x += x;
      area.y += y;
    }
  }
  return areas;
}

}  // namespace

std::string describe_by_pixels(const raster::Image& image) {
  constexpr std::size_t kMostColours = 5;
  const auto areas = areas_of(image);
  std::vector<std::pair<std::string_view, ColourArea>> painted;
  painted.reserve(areas.size());
  for (const auto& each : areas) {
    if (each.first != "white") painted.push_back(each);
  }
  std::stable_sort(painted.begin(), painted.end(),
                   [](const auto& a, const auto& b) { return a.second.pixels > b.second.pixels; });
  if (painted.empty()) return "The picture shows a white sheet on which nothing else can be seen.";
  const double all = static_cast<double>(image.width()) * image.height();
  std::string text = fmt::format("The picture shows a drawing in {} color{} on a white sheet.",
                                 painted.size(), painted.size() == 1 ? "" : "s");
  for (std::size_t i = 0; i < std::min(painted.size(), kMostColours); ++i) {
    const auto& [name, area] = painted[i];
    text += fmt::format(
        " {} covers {:.1f} % of it, {}.",
        i == 0 ? fmt::format("Mostly {}, which", name) : fmt::format("Then {}, which", name),
        100 * static_cast<double>(area.pixels) / all, middle_words(area, image));
  }
  return text;
}

}  // namespace papert::datagen::sit
