// The drawing as a whole, laid on the picture in its colours: what lies on what, and how far what
// lies below goes on.
#pragma once

#include "raster/image.h"
#include "solve/turtle/drawing.h"
#include "solve/turtle/work.h"

namespace papert::solve::turtle {

/// Discs without an outline that hide lines are painted after them, and the lines go on below them.
/// Areas around which lines of one pen run are drawn with that pen; lines that then add nothing are
/// left out. The painted picture is never worse for it but for a few pixels at the lines left out.
void compose(Drawing& drawing, const raster::Image& picture, Work* work);

}  // namespace papert::solve::turtle
