// What `papert render` does with SVG and CAD programs, and with questions about them.
#pragma once

#include <string>

#include "base/result.h"

namespace papert::cli {

/// Whether a file is an SVG or CAD program, by its extension or, for .txt and .json, its text.
[[nodiscard]] bool is_graphics_program(const std::string& path);

/// What such a program shows, as PNG: SVG and sketches once, solids from four sides.
[[nodiscard]] Result<std::string> program_picture(const std::string& path, const std::string& out,
                                                  int size);

/// The picture that the program of a question makes, as PNG or, for SVG, as the program itself. The
/// extension of `out` decides. The longer side has `size` pixels.
[[nodiscard]] Result<std::string> question_picture(const std::string& path, const std::string& id,
                                                   const std::string& out, int size);

}  // namespace papert::cli
