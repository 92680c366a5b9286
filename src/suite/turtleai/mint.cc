#include "suite/turtleai/mint.h"

#include <algorithm>

#include "mint/turtle/drawing.h"
#include "suite/seeds.h"

namespace papert::suite::turtleai {
namespace {

struct Place {
  std::int64_t seed = 0;
  std::size_t difficulty = 0;
};

Result<std::vector<Place>> places(const suite::MintOptions& options) {
  TRY(suite::check_mint(options));
  std::vector<Place> all;
  for (std::int64_t i = 0; i < options.count; ++i) {
    for (std::size_t d = 0; d < mint::turtle::kDifficulties.size(); ++d) {
      const bool wanted =
          options.tiers.empty() || std::find(options.tiers.begin(), options.tiers.end(),
                                             mint::turtle::kDifficulties[d]) != options.tiers.end();
      if (wanted) all.push_back({options.seed + i, d});
    }
  }
  return all;
}

StoredTask stored(const mint::turtle::FreshDrawing& drawing, const Place& place,
                  raster::PictureStyle style) {
  StoredTask task;
  task.id = drawing.id;
  task.category = mint::turtle::kCategories[drawing.category];
  task.difficulty = mint::turtle::kDifficulties[place.difficulty];
  task.dataset = dataset_of(style);
  task.code = drawing.code;
  task.image = drawing.id + ".png";
  return task;
}

}  // namespace

Result<std::vector<std::string>> ids_of(const suite::MintOptions& options) {
  std::vector<std::string> ids;
  for (const Place& place : TRY(places(options))) {
    ids.push_back(mint::turtle::drawing_id(options.split, place.seed, place.difficulty));
  }
  return ids;
}

Result<std::vector<MintedTask>> mint_tasks(lang::turtle::JailPool& jails,
                                           const suite::MintOptions& options,
                                           raster::PictureStyle style,
                                           const suite::WriteOptions& write,
                                           score::DrawingIndex& known) {
  using Painted = std::pair<MintedTask, score::PaintedDrawing>;
  const std::vector<Place> all = TRY(places(options));
  const mint::turtle::ProgramBook book = TRY(mint::turtle::ProgramBook::open());
  std::vector<MintedTask> tasks;
  const auto work = [&](std::size_t index) -> Result<Painted> {
    const Place& place = all[index];
    mint::turtle::FreshDrawing fresh =
        TRY(mint::turtle::mint_drawing(book, jails, place.seed, place.difficulty, options.split));
    score::PaintedDrawing drawing(fresh.scene);
    MintedTask minted{stored(fresh, place, style), std::move(fresh.scene)};
    return Painted{std::move(minted), std::move(drawing)};
  };
  const auto take = [&](Painted minted) -> Result<void> {
    if (known.add(minted.second)) tasks.push_back(std::move(minted.first));
    return {};
  };
  TRY(suite::make_in_order(all.size(), write, work, take));
  std::sort(tasks.begin(), tasks.end(),
            [](const MintedTask& a, const MintedTask& b) { return a.task.id < b.task.id; });
  return tasks;
}

}  // namespace papert::suite::turtleai
