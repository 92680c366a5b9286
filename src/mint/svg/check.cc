#include "mint/svg/check.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>

#include "base/text.h"
#include "mint/svg/image.h"
#include "mint/svg/pixels.h"
#include "mint/svg/scene.h"
#include "raster/svg.h"

namespace papert::mint::svg {
namespace {

using Found = std::optional<std::string>;

template <std::size_t N>
std::optional<std::size_t> place_in(const std::array<std::string_view, N>& names,
                                    std::string_view name) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) return std::nullopt;
  return static_cast<std::size_t>(found - names.begin());
}

/// What stands between `begin` and `end`.
std::optional<std::string_view> between(std::string_view text, std::string_view begin,
                                        std::string_view end) {
  if (text.size() < begin.size() + end.size()) return std::nullopt;
  if (!text.starts_with(begin) || !text.ends_with(end)) return std::nullopt;
  return text.substr(begin.size(), text.size() - begin.size() - end.size());
}

std::string word(std::string_view name) { return capitalised(std::string(name)); }

class Onlooker {
 public:
  explicit Onlooker(const raster::Image& image) : image_(image), regions_(find_regions(image)) {}

  [[nodiscard]] Found answer(std::string_view text, const std::vector<std::string>& options) const {
    if (regions_.empty()) return std::nullopt;
    if (text == kAskFront) return front(options);
    if (text == kAskSymmetry) return symmetry();
    if (text == kAskSeen) return seen(options, true);
    if (text == kAskUnseen) return seen(options, false);
    if (const auto what = between(text, kAskCount, kAskCountEnd)) return count(*what);
    if (!text.ends_with('?')) return std::nullopt;
    text.remove_suffix(1);
    if (text.starts_with(std::string(kAskCount) + std::string(kAskBeyond))) {
      return beyond(text.substr(kAskCount.size() + kAskBeyond.size()));
    }
    if (const auto what = between(text, kAskShape, "")) return shape(*what);
    if (const auto what = between(text, kAskColor, "")) return color(*what);
    if (const auto what = between(text, kAskQuarter, "")) return quarter(*what);
    if (const auto pair = between(text, kAskPlace, "")) return place(*pair);
    return std::nullopt;
  }

 private:
  [[nodiscard]] bool all_certain() const {
    return std::all_of(regions_.begin(), regions_.end(),
                       [](const Region& region) { return region.certain(); });
  }

  /// The only region for which `test` holds.
  [[nodiscard]] const Region* only(const std::function<bool(const Region&)>& test) const {
    const Region* found = nullptr;
    for (const Region& region : regions_) {
      if (!test(region)) continue;
      if (found != nullptr) return nullptr;
      found = &region;
    }
    return found;
  }
  [[nodiscard]] const Region* only_hue(std::string_view name) const {
    return only([&](const Region& region) { return name_of(region.hue) == name; });
  }

  /// "red star", if there is just one region of that colour and it has that shape.
  [[nodiscard]] const Region* called(std::string_view look) const {
    const std::size_t space = look.find(' ');
    if (space == std::string_view::npos) return nullptr;
    const Region* region = only_hue(look.substr(0, space));
    if (region == nullptr || !region->certain()) return nullptr;
    return name_of(*region->shape) == look.substr(space + 1) ? region : nullptr;
  }

  [[nodiscard]] const Region* first(std::size_t index) const {
    const auto measure = [&](const Region& region) -> double {
      const auto area = static_cast<double>(region.area);
      const std::array<double, 6> measures{area,
                                           -area,
                                           -static_cast<double>(region.left),
                                           static_cast<double>(region.right),
                                           -static_cast<double>(region.top),
                                           static_cast<double>(region.bottom)};
      return measures[index];
    };
    return &*std::max_element(
        regions_.begin(), regions_.end(),
        [&](const Region& a, const Region& b) { return measure(a) < measure(b); });
  }

  /// The part that is singled out by size, place or a neighbour.
  [[nodiscard]] const Region* singled_out(std::string_view what) const {
    if (const auto index = place_in(kFirsts, what)) return first(*index);
    if (!what.starts_with(kAskNearest)) return nullptr;
    const Region* mark = called(what.substr(kAskNearest.size()));
    if (mark == nullptr) return nullptr;
    const auto away = [&](const Region& region) {
      return std::hypot(region.left + region.right - mark->left - mark->right,
                        region.top + region.bottom - mark->top - mark->bottom);
    };
    const Region* nearest = nullptr;
    for (const Region& region : regions_) {
      if (&region == mark) continue;
      if (nearest == nullptr || away(region) < away(*nearest)) nearest = &region;
    }
    return nearest;
  }

  [[nodiscard]] Found count(std::string_view what) const {
    const auto number = [&](const auto& test) {
      return std::to_string(std::count_if(regions_.begin(), regions_.end(), test));
    };
    if (what == kAskParts) return std::to_string(regions_.size());
    if (what == kAskHues) {
      std::set<Hue> hues;
      for (const Region& region : regions_) hues.insert(region.hue);
      return std::to_string(hues.size());
    }
    for (const std::string_view hue : kHueNames) {
      if (what != std::string(hue) + " " + std::string(kAskParts)) continue;
      return number([&](const Region& region) { return name_of(region.hue) == hue; });
    }
    if (!what.ends_with('s') || !all_certain()) return std::nullopt;
    what.remove_suffix(1);
    if (!place_in(kShapeNames, what)) return std::nullopt;
    return number([&](const Region& region) { return name_of(*region.shape) == what; });
  }

  [[nodiscard]] Found beyond(std::string_view what) const {
    for (std::size_t side = 0; side < kBeyonds.size(); ++side) {
      const std::string begin = std::string(kBeyonds[side]) + " the ";
      if (!what.starts_with(begin)) continue;
      const Region* mark = called(what.substr(begin.size()));
      if (mark == nullptr) return std::nullopt;
      return std::to_string(
          std::count_if(regions_.begin(), regions_.end(), [&](const Region& region) {
            const std::array<bool, 4> lies{region.right<mark->left, region.left> mark->right,
                                           region.bottom<mark->top, region.top> mark->bottom};
            return lies[side];
          }));
    }
    return std::nullopt;
  }

  [[nodiscard]] Found shape(std::string_view what) const {
    const Region* region = singled_out(what);
    if (region == nullptr && what.ends_with(kPartWord)) {
      region = only_hue(what.substr(0, what.size() - kPartWord.size()));
    }
    if (region == nullptr || !region->certain()) return std::nullopt;
    return word(with_article(name_of(*region->shape)));
  }

  [[nodiscard]] Found color(std::string_view what) const {
    const Region* region = singled_out(what);
    if (region == nullptr && place_in(kShapeNames, what) && all_certain()) {
      region = only([&](const Region& each) { return name_of(*each.shape) == what; });
    }
    return region == nullptr ? Found() : word(name_of(region->hue));
  }

  [[nodiscard]] Found quarter(std::string_view look) const {
    const Region* region = called(look);
    if (region == nullptr) return std::nullopt;
    const bool left = region->left + region->right < image_.width();
    const bool top = region->top + region->bottom < image_.height();
    return std::string(kQuarters[(top ? 0U : 2U) + (left ? 0U : 1U)]);
  }

  /// The one option that is shown, or is not.
  [[nodiscard]] Found seen(const std::vector<std::string>& options, bool wanted) const {
    if (!all_certain()) return std::nullopt;
    Found found;
    for (const std::string& option : options) {
      const bool shown = std::any_of(regions_.begin(), regions_.end(), [&](const Region& region) {
        const std::string look =
            std::string(name_of(region.hue)) + " " + std::string(name_of(*region.shape));
        return option == word(with_article(look));
      });
      if (shown != wanted) continue;
      if (found) return std::nullopt;
      found = option;
    }
    return found;
  }

  [[nodiscard]] Found place(std::string_view pair) const {
    const std::size_t middle = pair.find(kAskPlaceMiddle);
    if (middle == std::string_view::npos) return std::nullopt;
    const std::string_view second = pair.substr(middle + kAskPlaceMiddle.size());
    const Region* a = called(pair.substr(0, middle));
    const Region* b = called(second);
    if (a == nullptr || b == nullptr) return std::nullopt;
    const int dx = a->left + a->right - b->left - b->right;
    const int dy = a->top + a->bottom - b->top - b->bottom;
    const std::size_t index = std::abs(dx) > std::abs(dy) ? (dx < 0 ? 0 : 1) : (dy < 0 ? 2 : 3);
    return std::string(kPlaces[index]);
  }

  /// The part in front is the one whose outline is what the option says it is.
  [[nodiscard]] Found front(const std::vector<std::string>& options) const {
    Found found;
    for (const std::string& option : options) {
      const auto names = split(option, ' ');
      if (names.size() != 3) return std::nullopt;
      const Region* region = only_hue(names[1]);
      if (region == nullptr || region->pierced || !region->shape) continue;
      if (name_of(*region->shape) != names[2]) continue;
      if (found) return std::nullopt;
      found = option;
    }
    return found;
  }

  [[nodiscard]] Found symmetry() const {
    const auto sides = is_symmetric(image_, false);
    const auto ends = is_symmetric(image_, true);
    if (!sides || !ends) return std::nullopt;
    return std::string(kSymmetries[*sides && *ends ? 2 : *sides ? 0 : *ends ? 1 : 3]);
  }

  const raster::Image& image_;
  std::vector<Region> regions_;
};

/// But for the smoothed pixels along edges, where rounded numbers show.
bool look_the_same(const raster::Image& a, const raster::Image& b) {
  constexpr int kDifferent = 48;
  constexpr std::size_t kFew = 60;  // samples
  const auto first = a.data();
  const auto second = b.data();
  std::size_t off = 0;
  for (std::size_t i = 0; i < first.size(); ++i) {
    off += std::abs(first[i] - second[i]) > kDifferent ? 1 : 0;
  }
  return off <= kFew;
}

}  // namespace

Result<std::optional<std::string>> answer_from_picture(const PictureQuestion& question) {
  if (!place_in(kFlatCategories, question.category)) return Found();
  const lang::svg::Document document = TRY(lang::svg::parse(question.program));
  const raster::Image image = TRY(svg_image(document, kPictureSize));
  return answer_from_pixels(image, question.text, question.options);
}

std::optional<std::string> answer_from_pixels(const raster::Image& image, std::string_view text,
                                              const std::vector<std::string>& options) {
  return Onlooker(image).answer(text, options);
}

Result<bool> picture_proves(const Minted& minted, const std::string& plain) {
  const raster::Image image = TRY(raster::render_svg(minted.program, kPictureSize, kPictureSize));
  const raster::Image twin = TRY(raster::render_svg(plain, kPictureSize, kPictureSize));
  if (!look_the_same(image, twin)) return false;
  if (!place_in(kFlatCategories, minted.category)) return true;
  const Onlooker onlooker(image);
  return std::all_of(minted.drafts.begin(), minted.drafts.end(), [&](const Draft& draft) {
    std::vector<std::string> options = draft.wrong;
    options.push_back(draft.answer);
    return onlooker.answer(draft.text, options) == draft.answer;
  });
}

}  // namespace papert::mint::svg
