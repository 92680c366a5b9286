#include "datagen/questions/sight.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "mint/svg/check.h"
#include "mint/svg/pixels.h"
#include "reply/reading.h"
#include "solve/sgp/parts.h"

namespace papert::datagen::questions {
namespace {

using mint::svg::Hue;
constexpr std::size_t kHues = mint::svg::kHueNames.size();
constexpr std::size_t kWhite = kHues;  // a further colour of the tables below
constexpr std::uint8_t kNearlyWhite = 230;

/// How many pixels have each colour.
std::array<std::size_t, kHues + 1> count_colors(const raster::Image& image) {
  std::array<std::size_t, kHues + 1> counts{};
  const auto data = image.data();
  const auto channels = static_cast<std::size_t>(image.channels());
  for (std::size_t i = 0; i + channels <= data.size(); i += channels) {
    const std::uint8_t green = data[i + (channels == 3 ? 1 : 0)];
    const std::uint8_t blue = data[i + (channels == 3 ? 2 : 0)];
    const auto hue = mint::svg::hue_of({data[i], green, blue});
    // What smoothing leaves of any colour at the outside of an edge is nearly white.
    const bool faint = hue == Hue::kGray && std::max({data[i], green, blue}) > kNearlyWhite;
    ++counts[hue && !faint ? static_cast<std::size_t>(*hue) : kWhite];
  }
  return counts;
}

/// Colours that one person calls so and another otherwise.
struct Kin {
  std::string_view word;
  std::string_view meant;  // names of mint::svg, separated by blanks
};
constexpr std::array<Kin, 11> kKin{{{"red", "red orange pink brown purple"},
                                    {"orange", "orange red yellow brown pink"},
                                    {"yellow", "yellow orange brown green white"},
                                    {"green", "green yellow blue gray black"},
                                    {"blue", "blue purple green gray black"},
                                    {"purple", "purple pink blue red black"},
                                    {"pink", "pink red purple orange white"},
                                    {"brown", "brown red orange yellow black gray"},
                                    {"black", "black gray brown blue purple green"},
                                    {"gray", "gray black white blue brown green"},
                                    {"white", "white gray yellow pink"}}};

/// The one colour that an option is, however it is spelt: "Grey". Nothing for "light blue".
const Kin* color_of(std::string_view option) {
  std::string word = lower(trim(option));
  if (word == "grey") word = "gray";
  const auto* const found =
      std::find_if(kKin.begin(), kKin.end(), [&](const Kin& kin) { return kin.word == word; });
  return found == kKin.end() ? nullptr : found;
}

bool asks_for_absence(std::string_view text) {
  const std::string low = lower(text);
  constexpr std::array<std::string_view, 7> kWords{" not ",  "n't ",    "except", "missing",
                                                   "absent", "without", "never"};
  return std::any_of(kWords.begin(), kWords.end(),
                     [&](std::string_view word) { return low.find(word) != std::string::npos; });
}

std::optional<std::string> absent_color(const std::vector<raster::Image>& views,
                                        const Block& block) {
  constexpr std::size_t kFew = 20;  // pixels: a dot
  const Kin* const named = color_of(block.options[block.key]);
  if (named == nullptr || asks_for_absence(block.text)) return std::nullopt;
  std::array<std::size_t, kHues + 1> counts{};
  for (const raster::Image& view : views) {
    const auto more = count_colors(view);
    for (std::size_t i = 0; i < counts.size(); ++i) counts[i] += more[i];
  }
  for (const std::string_view name : split(named->meant, ' ')) {
    const auto place = std::find(mint::svg::kHueNames.begin(), mint::svg::kHueNames.end(), name);
    if (counts[static_cast<std::size_t>(place - mint::svg::kHueNames.begin())] > kFew) {
      return std::nullopt;
    }
  }
  return "the picture has no " + std::string(named->word) + " in it";
}

/// Whether all of the picture is plain regions on white, but for the smoothed pixels along edges.
bool is_flat(const raster::Image& image) {
  constexpr std::size_t kMostRegions = 60;
  constexpr std::size_t kEdgesOf = 20;  // of so many pixels one may be an edge's
  if (image.format() != raster::PixelFormat::kRgb) return false;
  const auto regions = mint::svg::find_regions(image);
  if (regions.empty() || regions.size() > kMostRegions) return false;
  std::size_t told = 0;
  for (const mint::svg::Region& region : regions) told += region.area;
  const auto data = image.data();
  for (std::size_t i = 0; i + 2 < data.size(); i += 3) {
    told += data[i] == 255 && data[i + 1] == 255 && data[i + 2] == 255 ? 1 : 0;
  }
  const std::size_t pixels = data.size() / 3;
  return told + pixels / kEdgesOf >= pixels;
}

std::optional<std::string> measured(const Program& program, const std::vector<raster::Image>& views,
                                    const Block& block) {
  if (program.cad()) {
    if (!solve::sgp::asks_about_part(block.text)) return std::nullopt;
    const solve::sgp::AskedQuestion asked{program.text, block.text, block.options};
    const auto found = solve::sgp::answer_about_part(asked, nullptr);
    return found ? *found : std::nullopt;
  }
  if (!is_flat(views.front())) return std::nullopt;
  return mint::svg::answer_from_pixels(views.front(), block.text, block.options);
}

}  // namespace

std::optional<std::string> contradiction(const Program& program,
                                         const std::vector<raster::Image>& views,
                                         const Block& block) {
  if (!program.cad()) {
    if (auto why = absent_color(views, block)) return why;
  }
  const auto found = measured(program, views, block);
  if (!found) return std::nullopt;
  const std::string seen = reply::comparable(*found);
  const bool offered =
      std::any_of(block.options.begin(), block.options.end(),
                  [&](const std::string& option) { return reply::comparable(option) == seen; });
  if (!offered || reply::comparable(block.options[block.key]) == seen) return std::nullopt;
  return "the picture shows '" + *found + "'";
}

}  // namespace papert::datagen::questions
