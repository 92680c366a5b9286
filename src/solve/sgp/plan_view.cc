// A solid's triangles that face up (or down) are filled on the grid, keeping the highest (lowest)
// height of each cell. A sketch is drawn as lines; the white cells that the border does not reach
// are inside it, the patch around which all others lie is the part and these are its openings.
#include "solve/sgp/plan_view.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "base/text.h"
#include "lang/cad/cad.h"
#include "raster/svg.h"

namespace papert::solve::sgp {
namespace {

constexpr std::size_t kCells = std::size_t{kViewSide} * kViewSide;
constexpr std::size_t kSmallestPatch = 30;  // cells
constexpr int kMargin = 16;                 // cells around a part

/// From lengths to cells.
struct Scale {
  double factor = 1;
  scene::Point3 low;
  double height = 1;

  explicit Scale(const scene::Box3& box)
      : low(box.low), height(std::max(1e-9, box.high.z - box.low.z)) {
    const double span = std::max({box.high.x - box.low.x, box.high.y - box.low.y, 1e-9});
    factor = (kViewSide - 2 * kMargin) / span;
  }
  [[nodiscard]] double x(const scene::Point3& p) const { return kMargin + (p.x - low.x) * factor; }
  [[nodiscard]] double y(const scene::Point3& p) const {
    return kViewSide - kMargin - (p.y - low.y) * factor;
  }
  /// A thousand levels; never where rounding might tell equal heights apart.
  [[nodiscard]] int level(double z) const {
    return static_cast<int>(std::lround((z - low.z) / height * 1000 + 0.25));
  }
};

struct Corner {
  double x = 0;
  double y = 0;
  double z = 0;
};

double cross(const Corner& a, const Corner& b, double x, double y) {
  return (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x);
}

/// Calls `visit(cell, z)` for the cells whose middle lies in the triangle.
template <class Visit>
void fill(const std::array<Corner, 3>& t, Visit visit) {
  constexpr double kSlack = 1e-9;
  const double whole = cross(t[0], t[1], t[2].x, t[2].y);
  if (std::abs(whole) < 1e-12) return;
  const auto [left, right] = std::minmax({t[0].x, t[1].x, t[2].x});
  const auto [top, bottom] = std::minmax({t[0].y, t[1].y, t[2].y});
  const int x1 = std::min(kViewSide - 1, static_cast<int>(right));
  const int y1 = std::min(kViewSide - 1, static_cast<int>(bottom));
  for (int y = std::max(0, static_cast<int>(top)); y <= y1; ++y) {
    for (int x = std::max(0, static_cast<int>(left)); x <= x1; ++x) {
      const double a = cross(t[1], t[2], x + 0.5, y + 0.5) / whole;
      const double b = cross(t[2], t[0], x + 0.5, y + 0.5) / whole;
      const double c = 1 - a - b;
      if (std::min({a, b, c}) < -kSlack) continue;
      visit(PlanView::cell(x, y), a * t[0].z + b * t[1].z + c * t[2].z);
    }
  }
}

void look_at(const scene::Mesh& mesh, PlanView& view) {
  const Scale scale(mesh.box);
  for (const scene::Triangle& triangle : mesh.triangles) {
    if (std::abs(triangle.normal.z) < 0.5) continue;
    std::array<Corner, 3> corners;
    for (std::size_t i = 0; i < 3; ++i) {
      const scene::Point3& p = mesh.points[triangle.corners[i]];
      corners[i] = {scale.x(p), scale.y(p), p.z};
    }
    const bool up = triangle.normal.z > 0;
    fill(corners, [&](std::size_t cell, double z) {
      int& known = up ? view.top[cell] : view.bottom[cell];
      const int level = scale.level(z);
      const bool better = up ? level > known : level < known;
      if (known == PlanView::kNone || better) known = level;
    });
  }
}

/// Lines count as material, and so does what is between the outermost line and the next ones.
void look_at(const raster::Image& drawing, PlanView& view) {
  for (int y = 0; y < kViewSide; ++y) {
    for (int x = 0; x < kViewSide; ++x) {
      const std::uint8_t* pixel = drawing.row(y) + std::ptrdiff_t{3} * x;
      if (std::max({pixel[0], pixel[1], pixel[2]}) < 160) view.top[PlanView::cell(x, y)] = 0;
    }
  }
  const Patch* widest = nullptr;
  const std::vector<Patch> patches = find_patches(view.top);
  for (const Patch& patch : patches) {
    if (patch.level != PlanView::kNone || patch.at_border()) continue;
    if (widest == nullptr || patch.right - patch.left > widest->right - widest->left) {
      widest = &patch;
    }
  }
  if (widest == nullptr) return;
  // It never reaches the border, so all cells around one of its own are on the grid.
  std::vector<std::size_t> open{widest->first};
  while (!open.empty()) {
    const std::size_t cell = open.back();
    open.pop_back();
    if (view.top[cell] != PlanView::kNone) continue;
    view.top[cell] = 0;
    open.insert(open.end(), {cell - 1, cell + 1, cell - kViewSide, cell + kViewSide});
  }
}

/// Openings are what is empty and not reached from the border.
void find_openings(PlanView& view) {
  Patch& outline = view.outline;
  outline = {kViewSide, kViewSide, -1, -1, 0, 0, 0};
  for (int y = 0; y < kViewSide; ++y) {
    for (int x = 0; x < kViewSide; ++x) {
      if (view.top[PlanView::cell(x, y)] == PlanView::kNone) continue;
      outline.left = std::min(outline.left, x);
      outline.right = std::max(outline.right, x);
      outline.top = std::min(outline.top, y);
      outline.bottom = std::max(outline.bottom, y);
      ++outline.area;
    }
  }
  for (const Patch& patch : find_patches(view.top)) {
    if (patch.level != PlanView::kNone || patch.at_border()) continue;
    view.openings.push_back(patch);
    outline.area += patch.area;
  }
}

}  // namespace

PlanShape Patch::shape() const {
  const double width = right - left + 1;
  const double height = bottom - top + 1;
  const double filled = static_cast<double>(area) / (width * height);
  const double longer = std::max(width, height) / std::min(width, height);
  if (filled < 0.62) return PlanShape::kTriangle;
  if (filled > 0.96) return PlanShape::kBox;
  if (filled > 0.83) return longer > 1.2 ? PlanShape::kSlot : PlanShape::kUnknown;
  if (longer < 1.08) return PlanShape::kCircle;
  if (longer < 1.5) return PlanShape::kHexagon;
  return longer > 1.7 && longer < 2.3 ? PlanShape::kHalfCircle : PlanShape::kUnknown;
}

bool PlanView::inside(int x, int y) const {
  if (top[cell(x, y)] != kNone) return true;
  return std::any_of(openings.begin(), openings.end(),
                     [&](const Patch& opening) { return opening.holds(x, y); });
}

std::vector<Patch> find_patches(const std::vector<int>& levels) {
  std::vector<Patch> patches;
  std::vector<char> seen(levels.size(), 0);
  std::vector<std::size_t> piece;
  for (std::size_t start = 0; start < levels.size(); ++start) {
    if (seen[start] != 0) continue;
    Patch patch{kViewSide, kViewSide, 0, 0, 0, levels[start], start};
    piece.assign(1, start);
    seen[start] = 1;
    while (!piece.empty()) {
      const std::size_t i = piece.back();
      piece.pop_back();
      const int x = static_cast<int>(i % kViewSide);
      const int y = static_cast<int>(i / kViewSide);
      patch.left = std::min(patch.left, x);
      patch.right = std::max(patch.right, x);
      patch.top = std::min(patch.top, y);
      patch.bottom = std::max(patch.bottom, y);
      ++patch.area;
      const auto visit = [&](bool there, std::size_t next) {
        if (!there || seen[next] != 0 || levels[next] != patch.level) return;
        seen[next] = 1;
        piece.push_back(next);
      };
      visit(x > 0, i - 1);
      visit(x + 1 < kViewSide, i + 1);
      visit(y > 0, i - kViewSide);
      visit(y + 1 < kViewSide, i + kViewSide);
    }
    if (patch.area >= kSmallestPatch) patches.push_back(patch);
  }
  return patches;
}

int main_level(const std::vector<int>& levels) {
  std::map<int, std::size_t> counts;
  for (const int level : levels) {
    if (level != PlanView::kNone) ++counts[level];
  }
  const auto most =
      std::max_element(counts.begin(), counts.end(),
                       [](const auto& a, const auto& b) { return a.second < b.second; });
  return most == counts.end() ? PlanView::kNone : most->first;
}

Result<PlanView> view_part(const std::string& program) {
  const std::string_view text = trim(program);
  const auto notation = lang::cad::detect(text);
  if (!notation) return fail(ErrorCode::kBadData, "not a CAD program of a known notation");
  PlanView view;
  view.top.assign(kCells, PlanView::kNone);
  view.bottom.assign(kCells, PlanView::kNone);
  if (lang::cad::is_flat(*notation)) {
    const auto sketches = TRY(lang::cad::read_sketches(text, *notation));
    const std::string svg = lang::cad::to_svg(sketches, {.width = kViewSide, .height = kViewSide});
    const raster::Image drawing = TRY(raster::render_svg(svg, kViewSide, kViewSide));
    look_at(drawing, view);
  } else {
    const lang::cad::Recipe recipe =
        TRY(lang::cad::read_recipe(text, *notation, lang::cad::ExtrudeLimits::large()));
    const lang::cad::Solid solid = TRY(lang::cad::build(recipe));
    const scene::Mesh mesh = TRY(lang::cad::to_mesh(solid));
    look_at(mesh, view);
  }
  find_openings(view);
  return view;
}

raster::Image paint_view(const PlanView& view) {
  raster::Image image(kViewSide, kViewSide, raster::PixelFormat::kRgb);
  for (int y = 0; y < kViewSide; ++y) {
    for (int x = 0; x < kViewSide; ++x) {
      const int level = view.top[PlanView::cell(x, y)];
      std::uint8_t* pixel = image.row(y) + std::ptrdiff_t{3} * x;
      if (level != PlanView::kNone) {
        std::fill_n(pixel, 3,
                    static_cast<std::uint8_t>(60 + std::clamp(level, 0, 1000) * 15 / 100));
      } else if (view.inside(x, y)) {
        pixel[1] = pixel[2] = 40;
      }
    }
  }
  return image;
}

}  // namespace papert::solve::sgp
