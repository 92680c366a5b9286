#include "suite/sgp/mint_check.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "base/text.h"
#include "suite/sgp/picture.h"
#include "suite/sgp/scene_mint.h"
#include "suite/sgp/scene_pixels.h"

namespace papert::sgp {
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

  [[nodiscard]] Found answer(const Question& question) const {
    const std::string_view text = question.text;
    if (regions_.empty()) return std::nullopt;
    if (text == kAskLargest) return largest();
    if (text == kAskFront) return front(question.options);
    if (text == kAskSymmetry) return symmetry();
    if (const auto side = between(text, kAskExtreme, "")) return extreme(*side);
    if (const auto what = between(text, kAskCount, kAskCountEnd)) return count(*what);
    if (const auto hue = between(text, kAskShape, kAskShapeEnd)) return shape(*hue);
    if (const auto what = between(text, kAskColor, "?")) return color(*what);
    if (const auto pair = between(text, kAskPlace, "?")) return place(*pair);
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

  [[nodiscard]] Found largest() const {
    const auto found =
        std::max_element(regions_.begin(), regions_.end(),
                         [](const Region& a, const Region& b) { return a.area < b.area; });
    return word(name_of(found->hue));
  }

  [[nodiscard]] Found extreme(std::string_view side) const {
    const auto index = place_in(kExtremes, side);
    if (!index) return std::nullopt;
    const auto reach = [&](const Region& region) {
      const std::array<int, 4> edges{-region.left, region.right, -region.top, region.bottom};
      return edges[*index];
    };
    const auto found =
        std::max_element(regions_.begin(), regions_.end(),
                         [&](const Region& a, const Region& b) { return reach(a) < reach(b); });
    return word(name_of(found->hue));
  }

  [[nodiscard]] Found count(std::string_view what) const {
    const auto number = [&](auto test) {
      return std::to_string(std::count_if(regions_.begin(), regions_.end(), test));
    };
    for (const std::string_view hue : kHueNames) {
      if (what != std::string(hue) + " " + std::string(kAskParts)) continue;
      return number([&](const Region& region) { return name_of(region.hue) == hue; });
    }
    if (!what.ends_with('s') || !all_certain()) return std::nullopt;
    what.remove_suffix(1);
    if (!place_in(kShapeNames, what)) return std::nullopt;
    return number([&](const Region& region) { return name_of(*region.shape) == what; });
  }

  [[nodiscard]] Found shape(std::string_view hue) const {
    const Region* region = only_hue(hue);
    if (region == nullptr || !region->certain()) return std::nullopt;
    return word(with_article(name_of(*region->shape)));
  }

  [[nodiscard]] Found color(std::string_view shape) const {
    if (!place_in(kShapeNames, shape) || !all_certain()) return std::nullopt;
    const Region* region = only([&](const Region& each) { return name_of(*each.shape) == shape; });
    return region == nullptr ? Found() : word(name_of(region->hue));
  }

  [[nodiscard]] Found place(std::string_view pair) const {
    const std::size_t middle = pair.find(kAskPlaceMiddle);
    if (middle == std::string_view::npos) return std::nullopt;
    const std::string_view second = pair.substr(middle + kAskPlaceMiddle.size());
    const Region* a = only_hue(pair.substr(0, pair.find(' ')));
    const Region* b = only_hue(second.substr(0, second.find(' ')));
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

}  // namespace

Result<std::optional<std::string>> answer_from_picture(const Question& question) {
  if (question.language != Language::kSvg || question.open()) return Found();
  if (!place_in(kFlatCategories, question.category)) return Found();
  const raster::Image image = TRY(program_image(question));
  return Onlooker(image).answer(question);
}

PictureCheck check_pictures(const std::vector<Question>& questions) {
  PictureCheck check;
  for (const Question& question : questions) {
    const auto looked = answer_from_picture(question);
    if (!looked || !*looked) continue;
    const std::string& found = **looked;
    ++check.decided;
    const std::string& answer =
        question.options[static_cast<std::size_t>(question.answer[0] - 'A')];
    if (found == answer) continue;
    check.disagreements.push_back(
        {ErrorCode::kBadData,
         "its answer is '" + answer + "', but the picture shows '" + found + "'", question.id});
  }
  return check;
}

}  // namespace papert::sgp
