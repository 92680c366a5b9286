#include "asking.h"

#include <utility>

#include "base/setting.h"
#include "cli.h"

namespace papert::cli {

void add_connections(Command& command, AskingFlags& flags) {
  command.add_option("--max-connections", flags.model.max_connections, "requests at the same time")
      ->type_name("N")
      ->check(between(1, 4096))
      ->capture_default_str();
  command.add_option("--max-retries", flags.model.max_retries, "attempts after the first")
      ->type_name("N")
      ->check(between(0, 1000))
      ->capture_default_str();
  command
      .add_option("--timeout", flags.model.timeout_s,
                  "seconds an attempt may take (default: 600; programs an hour)")
      ->type_name("S")
      ->check(positive());
}

void add_costs(Command& command, AskingFlags& flags, const std::string& payer) {
  command.add_flag_callback(
      "--cache", [&flags] { flags.model.use_cache = true; },
      "keep replies and use kept ones (default, except for programs, private addresses and a "
      "temperature above 0)");
  command
      .add_flag_callback(
          "--no-cache", [&flags] { flags.model.use_cache = false; },
          "ask for every reply, keep none")
      ->excludes("--cache");
  command.add_option("--prices", flags.prices, "JSON: model -> USD per million tokens")
      ->type_name("FILE");
  command
      .add_option("--max-cost", flags.max_cost,
                  "stop before " + payer + " has cost more than this, over all invocations")
      ->type_name("USD")
      ->check(positive());
}

Result<model::ModelOptions> asking_options(const AskingFlags& flags) {
  model::ModelOptions options = flags.model;
  options.setting = [](const std::string& name) { return setting(name, ""); };
  if (!flags.prices.empty()) {
    model::Prices prices = TRY(model::Prices::load(flags.prices));
    options.prices = std::make_shared<model::Prices>(std::move(prices));
  }
  if (flags.max_cost > 0) {
    if (!options.prices) return fail(ErrorCode::kUsage, "needs --prices FILE", "--max-cost");
    options.budget = std::make_shared<model::Budget>(flags.max_cost);
  }
  return options;
}

std::shared_ptr<model::Cache> open_reply_cache(const model::ModelOptions& options) {
  const auto path = model::cache_path(options.setting);
  auto cache =
      path ? model::Cache::open(*path) : Result<std::unique_ptr<model::Cache>>(fail(path.error()));
  if (cache) return std::move(*cache);
  report_note("replies are not cached: " + cache.error().to_string() +
              " (--no-cache does without)");
  return nullptr;
}

}  // namespace papert::cli
