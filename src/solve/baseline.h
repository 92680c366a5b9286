// Players that need no language model. They mark the ends of the scale and prove the pipeline: the
// empty reply, the reference itself, and a classical algorithm that sees just what a model sees.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "suite/suite.h"

namespace papert::solve {

class Baseline {
 public:
  virtual ~Baseline() = default;

  /// Whether play() looks at the prompt; the others get an empty one.
  [[nodiscard]] virtual bool reads_prompt() const { return false; }

  /// The reply to one task. Thread-safe.
  [[nodiscard]] virtual Result<std::string> play(const suite::TaskSet& tasks, std::size_t index,
                                                 const suite::Prompt& prompt) const = 0;
};

struct BaselineInfo {
  std::string_view name;
  std::string_view suite;  // empty: any
  std::string_view title;
};

[[nodiscard]] std::vector<BaselineInfo> all_baselines();

/// `name` without the "baseline/" in front; one whose name in the list ends with =X takes any text in
/// its place. The error lists what the suite has.
[[nodiscard]] Result<std::unique_ptr<Baseline>> make_baseline(std::string_view suite,
                                                              std::string_view name);

}  // namespace papert::solve
