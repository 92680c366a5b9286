// Sizes that the eye misjudges are measured. Discs are regions of the picture: the middle one of a
// group is the one that has at least five others all at the same distance. Shafts touch their fins,
// so every line is drawn alone, the others taken out of the program: the two longest are the
// shafts.
#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

#include "lang/svg/document.h"
#include "mint/svg/image.h"
#include "mint/svg/pixels.h"
#include "solve/sgp/sight.h"

namespace papert::solve::sgp {
namespace {

/// Something on the picture, in pixels.
struct Measured {
  double x = 0;
  double y = 0;
  double size = 0;  // a radius or a length
};

/// True sizes differ by 15 % or not at all.
constexpr double kLarger = 1.07;

std::vector<Measured> discs_of(const raster::Image& picture) {
  constexpr int kUneven = 3;  // pixels
  std::vector<Measured> discs;
  for (const mint::svg::Region& region : mint::svg::find_regions(picture)) {
    const int width = region.right - region.left + 1;
    const int height = region.bottom - region.top + 1;
    const bool ground = 2 * width > picture.width();
    if (ground || std::abs(width - height) > kUneven) continue;
    discs.push_back({(region.left + region.right) / 2.0, (region.top + region.bottom) / 2.0,
                     std::sqrt(static_cast<double>(region.area))});
  }
  return discs;
}

bool is_middle(const Measured& disc, const std::vector<Measured>& discs) {
  constexpr std::ptrdiff_t kLeastRing = 5;
  constexpr double kAlike = 1.05;
  std::vector<double> away;
  away.reserve(discs.size());
  for (const Measured& other : discs) {
    if (&other != &disc) away.push_back(std::hypot(other.x - disc.x, other.y - disc.y));
  }
  if (away.empty()) return false;
  const double least = *std::min_element(away.begin(), away.end());
  return std::count_if(away.begin(), away.end(),
                       [&](double each) { return each < kAlike * least; }) >= kLeastRing;
}

/// All lines of the document but the `wanted`-th are taken out, and so is its ground.
void keep_line(lang::svg::Node& node, std::size_t wanted, std::size_t& seen) {
  std::erase_if(node.children, [&](const lang::svg::Node& child) {
    if (child.name == "rect") return true;
    return child.name == "line" && seen++ != wanted;
  });
  for (lang::svg::Node& child : node.children) keep_line(child, wanted, seen);
}

std::optional<Measured> ink_of(const raster::Image& picture) {
  int left = picture.width();
  int right = -1;
  int top = picture.height();
  int bottom = -1;
  for (int y = 0; y < picture.height(); ++y) {
    for (int x = 0; x < picture.width(); ++x) {
      const std::uint8_t* pixel = picture.row(y) + std::ptrdiff_t{3} * x;
      if (std::min({pixel[0], pixel[1], pixel[2]}) > 200) continue;
      left = std::min(left, x);
      right = std::max(right, x);
      top = std::min(top, y);
      bottom = std::max(bottom, y);
    }
  }
  if (right < 0) return std::nullopt;
  return Measured{(left + right) / 2.0, (top + bottom) / 2.0,
                  std::hypot(right - left, bottom - top)};
}

std::vector<Measured> lines_of(const std::string& program) {
  constexpr std::size_t kMostLines = 24;
  std::vector<Measured> lines;
  const auto document = lang::svg::parse(program);
  if (!document) return lines;
  for (std::size_t i = 0; i < kMostLines; ++i) {
    lang::svg::Document alone = *document;
    std::size_t seen = 0;
    keep_line(alone.root, i, seen);
    if (i >= seen) break;
    const auto picture = mint::svg::svg_image(alone, mint::svg::kPictureSize);
    if (!picture) continue;
    if (const auto line = ink_of(*picture)) lines.push_back(*line);
  }
  return lines;
}

/// Which of two is larger, in the words of the options: "The left one", "Both are equally large".
FoundAnswer compare(std::array<Measured, 2> two, const std::vector<std::string>& options) {
  const auto offered = [&](std::string_view begin) -> FoundAnswer {
    for (const std::string& option : options) {
      if (option.starts_with(begin)) return option;
    }
    return std::nullopt;
  };
  const auto [least, most] = std::minmax(two[0].size, two[1].size);
  if (most < kLarger * least) return offered("Both are equally");
  const bool first = two[0].size > two[1].size;
  if (offered("The left one")) {
    return offered(first == (two[0].x < two[1].x) ? "The left one" : "The right one");
  }
  return offered(first == (two[0].y < two[1].y) ? "The upper one" : "The lower one");
}

}  // namespace

FoundAnswer answer_about_illusion(const Sight& sight) {
  const std::string& question = sight.asked.question;
  std::vector<Measured> found;
  if (question.ends_with("Which of the two middle discs is larger?")) {
    const std::vector<Measured> discs = discs_of(sight.picture);
    std::copy_if(discs.begin(), discs.end(), std::back_inserter(found),
                 [&](const Measured& disc) { return is_middle(disc, discs); });
    if (found.size() != 2) return std::nullopt;
  } else if (question.ends_with("which of the two shafts is longer?")) {
    found = lines_of(sight.asked.program);
    if (found.size() < 2) return std::nullopt;
    std::stable_sort(found.begin(), found.end(),
                     [](const Measured& a, const Measured& b) { return a.size > b.size; });
  } else {
    return std::nullopt;
  }
  return compare({found[0], found[1]}, sight.asked.options);
}

}  // namespace papert::solve::sgp
