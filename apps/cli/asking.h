// Flags of verbs that ask models: how these are reached, what is kept of their replies, and what
// they may cost.
#pragma once

#include <memory>
#include <string>

#include "base/result.h"
#include "command.h"
#include "model/cache.h"
#include "model/factory.h"

namespace papert::cli {

struct AskingFlags {
  model::ModelOptions model;
  std::string prices;   // a file
  double max_cost = 0;  // USD
};

/// --max-connections, --max-retries and --timeout.
void add_connections(Command& command, AskingFlags& flags);

/// --cache, --no-cache, --prices and --max-cost; `payer` is who must not cost more: "the run".
void add_costs(Command& command, AskingFlags& flags, const std::string& payer);

/// The same as a model wants them: with settings of the environment, prices and a budget.
[[nodiscard]] Result<model::ModelOptions> asking_options(const AskingFlags& flags);

/// None, with a note, if the folder is full, read-only or unknown: everything works without.
[[nodiscard]] std::shared_ptr<model::Cache> open_reply_cache(const model::ModelOptions& options);

}  // namespace papert::cli
