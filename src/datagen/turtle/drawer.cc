#include "datagen/turtle/drawer.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <functional>
#include <variant>

#include "base/file.h"
#include "base/text.h"
#include "mint/turtle/drawing.h"
#include "scene/wire.h"
#include "score/drawing_index.h"

namespace papert::datagen {
namespace {

constexpr int kTries = 3;
constexpr std::size_t kMostRemembered = std::size_t{1} << 32U;   // bytes on the disk
constexpr std::size_t kMostOfOne = (std::size_t{1} << 24U) - 1;  // bytes of a drawing

sandbox::Limits candidate_limits() {
  sandbox::Limits limits;
  limits.steps = 2'000'000;
  limits.cpu_ms = 2'000;
  limits.record_bytes = std::size_t{1} << 20;
  return limits;
}

std::size_t vertices_of(const scene::Scene& scene) {
  std::size_t count = 0;
  for (const scene::Item& item : scene.items) {
    if (const auto* stroke = std::get_if<scene::Stroke>(&item)) count += stroke->points.size();
    if (const auto* fill = std::get_if<scene::Fill>(&item)) count += fill->points.size();
    if (const auto* stamp = std::get_if<scene::Stamp>(&item)) count += stamp->points.size();
  }
  return count;
}

/// Whether it imports what may give something else the next time.
bool may_vary(std::string_view code) {
  for (const std::string_view raw : split(code, '\n')) {
    const std::string_view line = trim(raw);
    const bool imports = line.starts_with("import ") || line.starts_with("from ");
    if (!imports) continue;
    if (line.find("random") != std::string_view::npos) return true;
    if (line.find("time") != std::string_view::npos) return true;
  }
  return false;
}

}  // namespace

Result<lang::turtle::Drawing> Drawer::run(std::string_view code) {
  const sandbox::Limits limits = candidate_limits();
  for (int attempt = 1;; ++attempt) {
    lang::turtle::Drawing drawing = TRY(jails_.run(code, limits));
    const sandbox::Status status = drawing.outcome.status;
    const bool learnt =
        status != sandbox::Status::kHostSlow && status != sandbox::Status::kInternalError;
    if (learnt) return drawing;
    if (attempt == kTries) {
      return fail(ErrorCode::kInternal,
                  fmt::format("a program could not be run: {}; the same command goes on from here",
                              drawing.outcome.reason));
    }
  }
}

Result<DrawnProgram> Drawer::draw(std::string_view code) {
  lang::turtle::Drawing drawing = TRY(run(code));
  DrawnProgram drawn;
  drawn.status = sandbox::status_name(drawing.outcome.status);
  drawn.steps = drawing.outcome.steps;
  if (drawing.outcome.status != sandbox::Status::kOk) return drawn;
  if (vertices_of(drawing.scene) > kMaxVertices) {
    drawn.status = sandbox::status_name(sandbox::Status::kRecordLimit);
    return drawn;
  }
  if (!mint::turtle::check_drawing(drawing.scene)) {
    drawn.status = "unusable";
    return drawn;
  }
  drawn.drawing = score::drawing_key(drawing.scene);
  if (may_vary(code)) {
    const lang::turtle::Drawing again = TRY(run(code));
    if (score::drawing_key(again.scene) != drawn.drawing) {
      drawn.status = "unusable";
      drawn.drawing.clear();
      return drawn;
    }
  }
  drawn.scene = std::move(drawing.scene);
  return drawn;
}

void DrawingPlaces::add(std::uint64_t hash, const Place& place) {
  constexpr std::size_t kLate = 16'384;
  if (find(hash)) return;
  late_.emplace(hash, place);
  if (late_.size() < kLate) return;
  sorted_.insert(sorted_.end(), late_.begin(), late_.end());
  std::sort(sorted_.begin(), sorted_.end(),
            [](const Entry& a, const Entry& b) { return a.first < b.first; });
  late_.clear();
}

std::optional<DrawingPlaces::Place> DrawingPlaces::find(std::uint64_t hash) const {
  if (const auto late = late_.find(hash); late != late_.end()) return late->second;
  const auto found = std::lower_bound(
      sorted_.begin(), sorted_.end(), hash,
      [](const Entry& entry, std::uint64_t wanted) { return entry.first < wanted; });
  if (found == sorted_.end() || found->first != hash) return std::nullopt;
  return found->second;
}

void Drawer::remember(const std::string& name, const scene::Scene& scene) {
  std::string bytes = name + "\n";
  scene::encode(scene, bytes);
  if (bytes.size() > kMostOfOne) return;
  const std::lock_guard lock(mutex_);
  if (!opened_) {
    opened_ = true;
    const std::filesystem::path path = folder_ / fmt::format(".drawings.{}.tmp", ::getpid());
    auto file = open_file(path, O_RDWR | O_CREAT | O_TRUNC);
    if (file) file_ = std::move(*file);
    std::error_code ignored;
    std::filesystem::remove(path, ignored);
  }
  const bool fits = file_ && !full_ && end_ + bytes.size() < kMostRemembered;
  full_ = !fits || !write_all(file_.get(), bytes, "drawings");
  if (full_) return;
  DrawingPlaces::Place place;
  place.offset = end_ & (kMostRemembered - 1);
  place.size = bytes.size() & kMostOfOne;
  places_.add(std::hash<std::string>()(name), place);
  end_ += bytes.size();
}

std::optional<scene::Scene> Drawer::remembered(const std::string& name) {
  std::optional<DrawingPlaces::Place> place;
  {
    const std::lock_guard lock(mutex_);
    place = places_.find(std::hash<std::string>()(name));
  }
  if (!place) return std::nullopt;
  const auto bytes = read_at(file_.get(), place->offset, place->size, "drawings");
  if (!bytes || !bytes->starts_with(name + "\n")) return std::nullopt;
  auto scene = scene::decode(std::string_view(*bytes).substr(name.size() + 1));
  return scene ? std::optional(std::move(*scene)) : std::nullopt;
}

Result<scene::Scene> Drawer::drawing_of(const std::string& name, std::string_view code) {
  if (auto scene = remembered(name)) return std::move(*scene);
  lang::turtle::Drawing drawing = TRY(run(code));
  if (drawing.outcome.status != sandbox::Status::kOk) {
    return fail(ErrorCode::kInternal,
                "a program that ran before does not run again: " + drawing.outcome.reason, name);
  }
  remember(name, drawing.scene);
  return std::move(drawing.scene);
}

}  // namespace papert::datagen
