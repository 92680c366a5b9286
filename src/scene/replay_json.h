// A Replay as JSON, for pages and programs.
#pragma once

#include "base/json.h"
#include "scene/replay.h"

namespace papert::scene {

/// {"language","source","frames","view":[x0,y0,x1,y1],"pens":[...],"steps":[[line,column,x,y,
/// heading,pen,length]],"items":[{"kind",...,"born","died"}],"backgrounds":[[step,"#rrggbb"]],
/// "cut","problem"}. `frames` is the number of steps and one. `died` is null for what stays. The
/// points of an item are one list x,y,x,y,...; a stroke that grew has "grows". A picture has "src",
/// a data address.
[[nodiscard]] Json to_json(const Replay& replay);

}  // namespace papert::scene
