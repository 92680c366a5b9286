// Features of a drawing without a network: an encoder for everybody, and for tests.
//
// 512 numbers of the canonical sheet (320 x 320, pen 1, wherever and however large the drawing
// was): of each of 16 x 16 cells the mean darkness and the mean chroma of the blurred sheet. The
// blur lets a line that lies a pixel further change the numbers a little rather than a lot. White
// is dark 0, black 1; chroma is the largest of red, green and blue less the smallest.
//
// The numbers are sums and products in a fixed order: the same on every machine.
#pragma once

#include <cstddef>

#include "score/compare_drawings.h"
#include "score/embedding.h"

namespace papert::score {

inline constexpr std::size_t kBuiltinFeatures = 512;

/// What these features mean: another value for other numbers.
inline constexpr const char* kBuiltinFeaturesName = "builtin-1";

/// Drawings nearer than this count as the same, by trials with variants of minted programs
/// (docs/datagen-turtle.md).
inline constexpr double kBuiltinEps = 0.02;

[[nodiscard]] Features builtin_features(const PaintedDrawing& drawing);

}  // namespace papert::score
