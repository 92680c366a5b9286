// A generation of turtle programs as a folder of the turtlebench suite: shapes to draw from
// scratch, and tweaks of them.
//
// A program of the set becomes a tweak of the program that it was grown from, whose drawing is then
// the shape that is given; the operator that changed it says which kind of tweak that is. At most
// two tweaks belong to a shape; further programs, and those that were grown from nothing, are
// shapes themselves. Drawings are black ink with a pen of 5, so what differs in colour alone is one
// drawing, and is there once.
#pragma once

#include <cstddef>
#include <filesystem>

#include "base/cancel.h"
#include "base/result.h"

namespace papert::datagen {

struct BenchSetReport {
  std::size_t shapes = 0;
  std::size_t tweaks = 0;
  std::size_t alike = 0;  // programs left out because their ink is there already
};

/// Writes DIR/turtlebench for a finished folder of `papert datagen turtle`; what is there is
/// replaced.
[[nodiscard]] Result<BenchSetReport> write_bench_set(const std::filesystem::path& folder,
                                                     const CancelToken& cancel);

}  // namespace papert::datagen
