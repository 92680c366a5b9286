// Work of which each piece waits for replies: so many pieces at a time as there are connections,
// each taken up when another is done, in no order. (Descriptions of SVG programs are the exception:
// how many more are wanted follows from the replies, so datagen/sit takes them in order.)
#pragma once

#include <cstddef>
#include <functional>
#include <optional>

#include "base/result.h"

namespace papert::datagen {

struct Dispatch {
  std::size_t connections = 1;  // 0: as many as there are processors

  /// The next piece; nothing where there is none, or none is to be begun any more. Any thread.
  std::function<std::optional<std::size_t>()> next;

  /// Any thread. What it throws is an error, too.
  std::function<Result<void>(std::size_t index)> work;

  /// Takes an error of work(); next() then gives nothing. Any thread.
  std::function<void(Error)> stop;
};

/// Returns when next() gives nothing and all that was begun is done. `most`: there are no more
/// pieces than that.
void run_dispatch(const Dispatch& dispatch, std::size_t most);

}  // namespace papert::datagen
