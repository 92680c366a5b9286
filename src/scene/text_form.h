// A Scene as lines of text, to read, to compare and to keep beside a program.
//
//     background #ffffe0
//     stroke width=1 #000000 0,0 100,0 100,50
//     fill #ff0000 0,0 10,0 10,10
//     dot 10 #00ff00 5,5
//     stamp fill=#ff0000 outline=none width=1 0,0 5,-9 0,-7
//     text "Hello\n" align=left font="Arial" size=8 style="normal" #000000 0,0
//
// One item a line, lowest first. `background` comes first and is left out when white. Numbers have
// the fewest digits that read back as the same double. In strings \" \\ \n \r \t are escaped, other
// control characters and bytes that are not UTF-8 as \x1f. Empty lines and lines that begin with
// "# " (or are just "#") mean nothing.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "scene/scene.h"
#include "scene/wire.h"

namespace papert::scene {

/// The shortest text that reads back as the same double: "100", "-0.5", "1e+22".
void append_number(std::string& out, double value);

/// "#rrggbb".
void append_color(std::string& out, Color color);

/// Ends with a line end unless the scene is empty on white, which is the empty text.
[[nodiscard]] std::string to_text(const Scene& scene);

/// The inverse: from_text(to_text(scene)) equals every scene that decode accepts. Accepts what
/// decode accepts, under the same limits; errors name the line ("line 3") and what was expected
/// there.
[[nodiscard]] Result<Scene> from_text(std::string_view text, const WireLimits& limits = {});

}  // namespace papert::scene
