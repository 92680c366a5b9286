#include "mint/turtle/drawing.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/sha256.h"
#include "raster/paint_scene.h"
#include "scene/canonical.h"

namespace papert::mint::turtle {
namespace {

constexpr double kWindow = 400;          // half the side of the turtle's usual window, and a margin
constexpr double kSmallest = 40;         // of the longer side
constexpr double kThinnest = 12;         // of the shorter side
constexpr std::int64_t kLeastInk = 250;  // pixels of the canonical sheet
constexpr int kAttempts = 20;

/// A seed of its own for every task and attempt.
std::int64_t seed_of(std::int64_t seed, std::size_t difficulty, int attempt) {
  const std::string digest =
      sha256_hex(fmt::format("turtleai {} {} {}", seed, kDifficulties[difficulty], attempt));
  return std::stoll(digest.substr(0, 15), nullptr, 16);
}

}  // namespace

std::string drawing_id(const std::string& split, std::int64_t seed, std::size_t difficulty) {
  return fmt::format("{}-{:08}-{}", split, seed, kDifficulties[difficulty]);
}

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

Result<FreshDrawing> mint_drawing(const ProgramBook& book, lang::turtle::JailPool& jails,
                                  std::int64_t seed, std::size_t difficulty,
                                  const std::string& split) {
  constexpr auto kCount = static_cast<std::int64_t>(kCategories.size());
  FreshDrawing fresh;
  fresh.id = drawing_id(split, seed, difficulty);
  fresh.category = static_cast<std::size_t>((seed % kCount + kCount) % kCount);
  std::string why;
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    Random random(seed_of(seed, difficulty, attempt));
    fresh.code = TRY(book.write(fresh.category, difficulty, random));
    lang::turtle::Drawing drawing = TRY(jails.run(fresh.code));
    if (drawing.outcome.status != sandbox::Status::kOk) {
      return fail(ErrorCode::kInternal,
                  fmt::format("a program of the book does not run: {}", drawing.outcome.reason),
                  fresh.id);
    }
    const auto good = check_drawing(drawing.scene);
    if (good) {
      fresh.scene = std::move(drawing.scene);
      return fresh;
    }
    why = good.error().message;
  }
  return fail(ErrorCode::kInternal, "no good drawing was found: " + why, fresh.id);
}

}  // namespace papert::mint::turtle
