// replay/RUN: answers with the replies that a run recorded.
#pragma once

#include <filesystem>
#include <memory>

#include "base/result.h"
#include "model/model.h"

namespace papert::model {

/// `log` is a samples.jsonl. Only an index is kept in memory; replies are read when asked for.
[[nodiscard]] Result<std::unique_ptr<Model>> open_replay(const std::filesystem::path& log);

}  // namespace papert::model
