// Solids to pixels: flat shaded triangles with their edges drawn over them, from fixed cameras.
//
// Views are parallel projections with z upwards, fitted to the picture with a margin. The same mesh
// gives the same bytes on every machine and in every run. Coordinates must be finite and corners
// inside the mesh.
#pragma once

#include <array>

#include "base/result.h"
#include "raster/image.h"
#include "scene/mesh.h"

namespace papert::raster {

/// Where the camera stands: (+1,-1,+0.8), (-1,+1,+0.8), at -y looking along +y, at +y.
enum class MeshView { kIsoFront, kIsoBack, kFront, kBack };

inline constexpr std::array<MeshView, 4> kMeshViews{MeshView::kIsoFront, MeshView::kIsoBack,
                                                    MeshView::kFront, MeshView::kBack};

inline constexpr int kMinMeshSide = 16;    // pixels of one view, each way
inline constexpr int kMaxMeshSide = 2048;  // pixels of one view, each way

/// One view, RGB. kUsage for a size outside the limits above.
[[nodiscard]] Result<Image> paint_mesh(const scene::Mesh& mesh, MeshView view, int width,
                                       int height);

/// All four: iso front and iso back above front and back. Each has half the width and height.
[[nodiscard]] Result<Image> paint_mesh_sheet(const scene::Mesh& mesh, int width, int height);

}  // namespace papert::raster
