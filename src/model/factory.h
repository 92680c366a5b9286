// Makes the model of a name such as openai/gpt-4o.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/cache.h"
#include "model/model.h"
#include "model/price.h"
#include "model/retry.h"

namespace papert::model {

struct ModelOptions {
  Sampling sampling;
  std::size_t max_connections = 16;
  int max_retries = 6;
  double timeout_s = 0;  // of one attempt; 0: 600 s, for a program an hour
  double connect_timeout_s = 10;

  /// Looks up OPENAI_API_KEY and the like; "" for what is not set.
  std::function<std::string(const std::string&)> setting;

  /// "JUDGE" makes it look at JUDGE_API_KEY and JUDGE_BASE_URL, and at no provider's own variables.
  std::string prefix;

  std::string base_url;          // before any variable
  std::string max_tokens_field;  // OpenAI's format only; empty: as max_tokens_field() chooses
  std::vector<std::string>
      headers;          // "NAME:VALUE", before ours of the same name; values are secret
  bool stream = false;  // replies come in pieces; decides nothing about them

  std::optional<bool> use_cache;         // as the user says; none: as cache_use() chooses
  std::shared_ptr<Cache> cache;          // may be none
  std::shared_ptr<const Prices> prices;  // may be none
  std::shared_ptr<Budget> budget;        // may be none; needs a price for the model

  std::int64_t seed = 0;    // of the jitter between retries
  Sleep sleep = sleep_for;  // between retries
};

/// Whether requests to such a model have a field for it; the model itself may refuse it.
[[nodiscard]] bool has_temperature(std::string_view name);

/// Whether replies of such a model are kept and kept ones used. If the user does not say, they are
/// not where another model may be behind the same name (a program, an address on this machine or a
/// private network), nor where a temperature above 0 asks for fresh ones. A temperature that is
/// left to the provider does not count as one.
[[nodiscard]] CacheUse cache_use(const std::string& name, const ModelOptions& options);

/// openai/, anthropic/, google/, vllm/, ollama/, azure/ or openrouter/NAME, or command/CMD. kUsage,
/// saying what to set, for an unknown provider, a missing key where the endpoint is not a private
/// one, a bad URL, or a setting that the provider does not have.
[[nodiscard]] Result<std::unique_ptr<Model>> make_model(const std::string& name,
                                                        const ModelOptions& options);

}  // namespace papert::model
