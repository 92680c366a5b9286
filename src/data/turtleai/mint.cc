#include "data/turtleai/mint.h"

#include <algorithm>
#include <map>
#include <optional>

#include "data/seeds.h"
#include "mint/turtle/drawing.h"

namespace papert::data::turtleai {
namespace {

struct Place {
  std::int64_t seed = 0;
  std::size_t difficulty = 0;
};

Result<std::vector<Place>> places(const data::MintOptions& options) {
  TRY(data::check_mint(options));
  std::vector<Place> all;
  const data::SeedRow seeds = data::seeds_of(options);
  for (std::int64_t i = 0; i < seeds.count; ++i) {
    for (std::size_t d = 0; d < mint::turtle::kDifficulties.size(); ++d) {
      const bool wanted =
          options.tiers.empty() || std::find(options.tiers.begin(), options.tiers.end(),
                                             mint::turtle::kDifficulties[d]) != options.tiers.end();
      if (wanted) all.push_back({seeds.at(i), d});
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

/// The tasks of folders that were minted in shards, by id, without their pictures.
Result<std::map<std::string, StoredTask>> tasks_of(
    const std::vector<std::filesystem::path>& folders) {
  std::map<std::string, StoredTask> tasks;
  for (const std::filesystem::path& folder : folders) {
    for (StoredTask& task : TRY(data::whole(TRY(read_tasks(folder, Pictures::kListed))))) {
      std::string id = task.id;
      task.file.clear();
      task.image_hash.clear();
      tasks.emplace(std::move(id), std::move(task));
    }
  }
  return tasks;
}

}  // namespace

Result<std::vector<std::string>> ids_of(const data::MintOptions& options) {
  std::vector<std::string> ids;
  for (const Place& place : TRY(places(options))) {
    ids.push_back(mint::turtle::drawing_id(options.split, place.seed, place.difficulty));
  }
  return ids;
}

Result<std::vector<MintedTask>> mint_tasks(lang::turtle::JailPool& jails,
                                           const data::MintOptions& options,
                                           raster::PictureStyle style,
                                           const data::WriteOptions& write,
                                           score::DrawingIndex& known) {
  using Painted = std::pair<MintedTask, score::PaintedDrawing>;
  const std::vector<Place> all = TRY(places(options));
  const mint::turtle::ProgramBook book = TRY(mint::turtle::ProgramBook::open());
  std::vector<MintedTask> tasks;
  const std::map<std::string, StoredTask> kept = TRY(tasks_of(options.parts));
  const auto work = [&](std::size_t index) -> Result<std::optional<Painted>> {
    const Place& place = all[index];
    if (!options.parts.empty()) {
      const auto found =
          kept.find(mint::turtle::drawing_id(options.split, place.seed, place.difficulty));
      if (found == kept.end()) return std::optional<Painted>();
      scene::Scene scene = TRY(jails.run(found->second.code)).scene;
      score::PaintedDrawing drawing(scene);
      return std::optional(Painted{{found->second, std::move(scene)}, std::move(drawing)});
    }
    mint::turtle::FreshDrawing fresh =
        TRY(mint::turtle::mint_drawing(book, jails, place.seed, place.difficulty, options.split));
    score::PaintedDrawing drawing(fresh.scene);
    MintedTask minted{stored(fresh, place, style), std::move(fresh.scene)};
    return std::optional(Painted{std::move(minted), std::move(drawing)});
  };
  // A shard keeps what passes for an earlier drawing of its own: that one may turn out to pass for
  // another shard's, and be left out.
  const auto take = [&](std::optional<Painted> minted) -> Result<void> {
    if (!minted) return {};
    const bool fresh = !options.shard.whole() || known.add(minted->second);
    if (fresh) tasks.push_back(std::move(minted->first));
    return {};
  };
  TRY(data::make_in_order(all.size(), write, work, take));
  std::sort(tasks.begin(), tasks.end(),
            [](const MintedTask& a, const MintedTask& b) { return a.task.id < b.task.id; });
  return tasks;
}

}  // namespace papert::data::turtleai
