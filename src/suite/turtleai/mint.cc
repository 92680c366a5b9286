#include "suite/turtleai/mint.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/for_each_in_order.h"
#include "base/sha256.h"
#include "base/text.h"
#include "raster/paint_scene.h"
#include "scene/canonical.h"
#include "suite/seeds.h"

namespace papert::suite::turtleai {
namespace {

constexpr double kWindow = 400;          // half the side of the turtle's usual window, and a margin
constexpr double kSmallest = 40;         // of the longer side
constexpr double kThinnest = 12;         // of the shorter side
constexpr std::int64_t kLeastInk = 250;  // pixels of the canonical sheet
constexpr int kAttempts = 20;

/// A seed of its own for every task and attempt.
std::int64_t seed_of(std::int64_t seed, std::size_t difficulty, int attempt) {
  const std::string digest = sha256_hex(
      fmt::format("turtleai {} {} {}", seed, mint::turtle::kDifficulties[difficulty], attempt));
  return std::stoll(digest.substr(0, 15), nullptr, 16);
}

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

std::string id_of(const std::string& split, const Place& place) {
  return fmt::format("{}-{:08}-{}", split, place.seed,
                     mint::turtle::kDifficulties[place.difficulty]);
}

}  // namespace

Result<void> check_drawing(const scene::Scene& scene) {
  const auto bounds = scene::painted_bounds(scene);
  if (!bounds) return fail(ErrorCode::kBadData, "nothing is drawn");
  if (std::max({std::abs(bounds->x0), std::abs(bounds->x1), std::abs(bounds->y0),
                std::abs(bounds->y1)}) > kWindow) {
    return fail(ErrorCode::kBadData, "the drawing leaves the window");
  }
  const double shorter = std::min(bounds->width(), bounds->height());
  const double longer = std::max(bounds->width(), bounds->height());
  if (longer < kSmallest || shorter < kThinnest) {
    return fail(ErrorCode::kBadData, "the drawing is tiny or a mere line");
  }
  std::int64_t ink = 0;
  const raster::Image sheet = raster::paint_canonical(scene);
  const auto data = sheet.data();
  for (std::size_t i = 0; i + 2 < data.size(); i += 3) {
    ink += data[i] != 255 || data[i + 1] != 255 || data[i + 2] != 255 ? 1 : 0;
  }
  if (ink < kLeastInk) return fail(ErrorCode::kBadData, "there is too little to be seen");
  return {};
}

Result<MintedTask> mint_task(const mint::turtle::ProgramBook& book, lang::turtle::JailPool& jails,
                             std::int64_t seed, std::size_t difficulty, const std::string& split) {
  constexpr auto kCount = static_cast<std::int64_t>(mint::turtle::kCategories.size());
  const auto category = static_cast<std::size_t>((seed % kCount + kCount) % kCount);
  MintedTask minted;
  minted.task.id = id_of(split, {seed, difficulty});
  minted.task.category = mint::turtle::kCategories[category];
  minted.task.difficulty = mint::turtle::kDifficulties[difficulty];
  minted.task.dataset = dataset_of(PictureStyle::kClean);
  minted.task.image = minted.task.id + ".png";
  std::string why;
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    Random random(seed_of(seed, difficulty, attempt));
    minted.task.code = TRY(book.write(category, difficulty, random));
    lang::turtle::Drawing drawing = TRY(jails.run(minted.task.code));
    if (drawing.outcome.status != sandbox::Status::kOk) {
      return fail(ErrorCode::kInternal,
                  fmt::format("a program of the book does not run: {}", drawing.outcome.reason),
                  minted.task.id);
    }
    const auto good = check_drawing(drawing.scene);
    if (good) {
      minted.scene = std::move(drawing.scene);
      return minted;
    }
    why = good.error().message;
  }
  return fail(ErrorCode::kInternal, "no good drawing was found: " + why, minted.task.id);
}

Result<std::vector<std::string>> ids_of(const suite::MintOptions& options) {
  std::vector<std::string> ids;
  for (const Place& place : TRY(places(options))) ids.push_back(id_of(options.split, place));
  return ids;
}

Result<std::vector<MintedTask>> mint_tasks(lang::turtle::JailPool& jails,
                                           const suite::MintOptions& options, PictureStyle style,
                                           const suite::WriteOptions& write,
                                           score::DrawingIndex& known) {
  using Painted = std::pair<MintedTask, score::PaintedDrawing>;
  const std::vector<Place> all = TRY(places(options));
  const mint::turtle::ProgramBook book = TRY(mint::turtle::ProgramBook::open());
  std::vector<MintedTask> tasks;
  std::size_t next = 0;
  std::size_t done = 0;
  TRY(for_each_in_order(
      write.jobs,
      [&]() -> std::optional<Place> {
        if (next == all.size() || write.cancel.cancelled()) return std::nullopt;
        return all[next++];
      },
      [&](Place place) -> Result<Painted> {
        MintedTask minted =
            TRY(mint_task(book, jails, place.seed, place.difficulty, options.split));
        score::PaintedDrawing drawing(minted.scene);
        return Painted{std::move(minted), std::move(drawing)};
      },
      [&](Painted minted) -> Result<void> {
        if (known.add(minted.second)) tasks.push_back(std::move(minted.first));
        if (write.progress) write.progress(++done, all.size());
        return {};
      }));
  for (MintedTask& minted : tasks) minted.task.dataset = dataset_of(style);
  std::sort(tasks.begin(), tasks.end(),
            [](const MintedTask& a, const MintedTask& b) { return a.task.id < b.task.id; });
  return tasks;
}

}  // namespace papert::suite::turtleai
