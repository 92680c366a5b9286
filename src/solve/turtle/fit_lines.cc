#include "solve/turtle/fit_lines.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

namespace papert::solve::turtle {
namespace {

double length_of(const Path& path) {
  const auto points = outline(path, 1);
  double length = 0;
  for (std::size_t i = 1; i < points.size(); ++i) length += norm(points[i] - points[i - 1]);
  return length;
}

std::optional<Path> fitted_line_of(const Chain& chain, const Layer& layer, const FitOptions& fit) {
  if (chain.points.size() < 2) return std::nullopt;
  Path path = fit_path(chain, layer.lines, fit);
  if (path.points.size() < 2 && !path.ring) return std::nullopt;
  path.color = layer.color;
  if (length_of(path) <= 0.5) return std::nullopt;
  return path;
}

bool has_arcs(const Path& path) {
  return path.ring.has_value() ||
         std::any_of(path.turns.begin(), path.turns.end(), [](double turn) { return turn != 0; });
}

/// Whether corners turn a little again and again, as those of a circle do.
bool looks_round(const Path& path) {
  constexpr double kLittle = 33;  // degrees
  const std::size_t count = path.points.size();
  std::size_t little = 0;
  for (std::size_t i = 0; i + (path.closed ? 0 : 2) < count; ++i) {
    const scene::Point& middle = path.points[(i + 1) % count];
    const scene::Point in = middle - path.points[i];
    const scene::Point out = path.points[(i + 2) % count] - middle;
    const double turn = std::abs(std::atan2(cross(in, out), dot(in, out))) * kDegrees;
    little += turn < kLittle ? 1 : 0;
  }
  return little > 2 && 3 * little > count;
}

}  // namespace

std::vector<Path> fitted_lines(const std::vector<Chain>& chains, const Layer& layer,
                               const FitOptions& fit) {
  std::vector<Path> paths;
  for (const Chain& chain : chains) {
    if (auto path = fitted_line_of(chain, layer, fit)) paths.push_back(std::move(*path));
  }
  return paths;
}

std::vector<Path> fitted_by_ink(const std::vector<Chain>& chains, const Layer& layer,
                                const FitOptions& fit, const Target& target) {
  constexpr std::size_t kMostLines = 150;
  constexpr std::int64_t kPiece = 4;
  std::vector<Path> paths = fitted_lines(chains, layer, fit);
  if (paths.size() > kMostLines) return paths;
  std::int64_t least = differing(paths, fit.unit, target);
  FitOptions straight = fit;
  straight.arcs = false;
  std::size_t place = 0;
  for (const Chain& chain : chains) {
    if (!fitted_line_of(chain, layer, fit)) continue;
    Path& path = paths[place++];
    auto corners = has_arcs(path) ? fitted_line_of(chain, layer, straight) : std::nullopt;
    if (!corners || looks_round(*corners)) continue;
    const auto more =
        static_cast<std::int64_t>(corners->pieces()) - static_cast<std::int64_t>(path.pieces());
    std::swap(path, *corners);
    const std::int64_t now = differing(paths, fit.unit, target);
    if (now + kPiece * std::max<std::int64_t>(more, 0) < least) {
      least = now;
    } else {
      std::swap(path, *corners);
    }
  }
  return paths;
}

}  // namespace papert::solve::turtle
