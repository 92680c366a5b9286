// `papert render` for programs step by step: a page, a film, or the picture after some steps.
#pragma once

#include <cstddef>
#include <optional>

#include "base/result.h"
#include "suite/paint.h"
#include "suite/suite.h"

namespace papert::cli {

/// Whether the name of the picture, or --step, asks for that.
[[nodiscard]] bool wants_replay(const suite::Suite& suite, const suite::PaintOptions& options,
                                const std::optional<std::size_t>& step);

[[nodiscard]] Result<suite::Painted> paint_replay(const suite::Suite& suite,
                                                  const suite::PaintOptions& options,
                                                  const std::optional<std::size_t>& step);

}  // namespace papert::cli
