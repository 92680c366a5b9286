#include "data/turtlebench/mint.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>

#include "base/random.h"
#include "base/sha256.h"
#include "data/turtlebench/picture.h"
#include "lang/turtle/host/library.h"
#include "mint/turtle/changes.h"
#include "mint/turtle/designs.h"
#include "raster/paint_scene.h"
#include "scene/canonical.h"
#include "score/box_iou.h"
#include "score/compare_drawings.h"
#include "score/drawing_index.h"

namespace papert::data::turtlebench {
namespace {

/// Far enough from the edge of the sheet to be seen whole.
bool lies_on_sheet(const scene::Scene& ink) {
  constexpr double kMargin = 8;
  const auto bounds = scene::painted_bounds(ink, true);
  if (!bounds) return false;
  const raster::TkView& view = kDevice;
  return view.origin_x + view.scale * bounds->x0 >= kMargin &&
         view.origin_x + view.scale * bounds->x1 <= view.width - kMargin &&
         view.origin_y - view.scale * bounds->y1 >= kMargin &&
         view.origin_y - view.scale * bounds->y0 <= view.height - kMargin;
}

/// The published measure tells them apart even at its lower threshold, and a part of one lies where
/// the other has nothing: circles, which are polygons, differ by less when they are turned.
bool clearly_differ(const scene::Scene& a, const scene::Scene& b) {
  constexpr double kAlike = 0.9;
  if (score::box_iou(ink_picture(a), ink_picture(b)) > kAlike) return false;
  score::DrawingOptions options;
  options.seek_turns = false;
  const score::DrawingComparison comparison = score::compare_drawings(a, b, options);
  return !comparison.success &&
         !(comparison.explanation.missing.empty() && comparison.explanation.extra.empty());
}

std::string capitalised(std::string text) {
  if (!text.empty()) {
    text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  }
  return text;
}

class Minter {
 public:
  Minter(lang::turtle::JailPool& jails, const mint::turtle::DesignBook& book, std::int64_t seed)
      : jails_(jails), book_(book), random_(seed) {}

  [[nodiscard]] Result<std::vector<MintedItem>> mint(const std::string& id) {
    constexpr int kAttempts = 100;
    for (int i = 0; i < kAttempts; ++i) {
      const mint::turtle::Design design = TRY(book_.make(random_));
      Item shape;
      shape.id = id;
      shape.query = "creates exactly the same shape.";
      shape.variables = design.variables;
      shape.description = capitalised(design.description);
      if (auto minted = TRY(draw_item(shape, design.sketch))) {
        std::vector<MintedItem> items;
        items.push_back(std::move(*minted));
        TRY(add_tweaks(design, items));
        return items;
      }
    }
    return fail(ErrorCode::kInternal, "no shape fits on the sheet", id);
  }

 private:
  /// Nothing if the drawing is not one to ask for.
  [[nodiscard]] Result<std::optional<MintedItem>> draw_item(Item item,
                                                            const mint::turtle::Sketch& sketch) {
    item.code = mint::turtle::to_python(sketch);
    lang::turtle::Drawing drawing = TRY(lang::turtle::run_with_library(
        jails_, lang::turtle::Library::kTurtle, item.variables, item.code));
    if (drawing.outcome.status != sandbox::Status::kOk) {
      return fail(ErrorCode::kInternal,
                  "a minted program fails: " + drawing.outcome.reason + "\n" + item.code, item.id);
    }
    MintedItem minted{std::move(item), ink_of(std::move(drawing.scene)), ""};
    if (!lies_on_sheet(minted.ink)) return std::optional<MintedItem>();
    minted.key = score::drawing_key(minted.ink);
    return std::optional(std::move(minted));
  }

  Result<void> add_tweaks(const mint::turtle::Design& design, std::vector<MintedItem>& items) {
    std::vector<mint::turtle::Change> changes = design.changes;
    changes.push_back(mint::turtle::rotation(random_, design.sketch));
    changes.push_back(mint::turtle::reflection(random_, design.sketch));
    random_.shuffle(changes);
    for (const mint::turtle::Change& change : changes) {
      if (items.size() > kTweaksPerShape) break;
      Item tweak = items.front().item;
      tweak.question = static_cast<std::int64_t>(items.size()) + 1;
      tweak.query = change.query;
      tweak.tweak_kinds = {std::string(change.kind)};
      auto minted = TRY(draw_item(std::move(tweak), change.sketch));
      if (!minted) continue;
      const bool fresh = std::all_of(items.begin(), items.end(), [&](const MintedItem& other) {
        return clearly_differ(other.ink, minted->ink);
      });
      if (fresh) items.push_back(std::move(*minted));
    }
    return {};
  }

  lang::turtle::JailPool& jails_;
  const mint::turtle::DesignBook& book_;
  Random random_;
};

}  // namespace

Result<std::vector<MintedItem>> mint_shape(lang::turtle::JailPool& jails,
                                           const mint::turtle::DesignBook& book, std::int64_t seed,
                                           const std::string& id) {
  return Minter(jails, book, seed).mint(id);
}

}  // namespace papert::data::turtlebench
