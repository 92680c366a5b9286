#include "model/cache.h"

#include <fmt/format.h>
#include <unistd.h>

#include <ctime>

#include "base/setting.h"
#include "base/text.h"
#include "cli.h"
#include "report/table.h"

namespace papert::cli {
namespace {

constexpr const char* kCacheExamples = R"(Examples:
  papert cache ls
  papert cache prune --older-than 30
  papert cache prune --model openai/gpt-5-mini
  papert cache prune --all

The cache is PAPERT_CACHE_DIR/replies.sqlite, by default in ~/.cache/papert. It holds complete replies
only; papert eval --no-cache does without it.)";

constexpr const char* kPruneExamples = R"(Examples:
  papert cache prune --older-than 30
      replies that were kept more than 30 days ago
  papert cache prune --model openai/gpt-5-mini
  papert cache prune --all)";

struct CacheOptions {
  model::CachePrune prune;
  bool all = false;
};

Result<std::unique_ptr<model::Cache>> open_cache() {
  const auto path =
      TRY(model::cache_path([](const std::string& name) { return setting(name, ""); }));
  return model::Cache::open(path);
}

std::string day(std::int64_t seconds) {
  const auto time = static_cast<std::time_t>(seconds);
  std::tm utc{};
  ::gmtime_r(&time, &utc);
  return fmt::format("{:04}-{:02}-{:02}", utc.tm_year + 1900, utc.tm_mon + 1, utc.tm_mday);
}

Result<int> list() {
  const auto cache = TRY(open_cache());
  report::TextTable table({"model", "replies", "bytes", "oldest", "newest"});
  for (const model::CacheEntries& entry : TRY(cache->list())) {
    table.add_row({entry.model, format_count(entry.replies), format_count(entry.bytes),
                   day(entry.oldest), day(entry.newest)});
  }
  print(table.to_string({.color = is_rich_terminal(STDOUT_FILENO)}));
  print("\n" + cache->path().string() + "\n");
  return kExitDone;
}

Result<int> prune(const CacheOptions& options) {
  const bool chosen = options.prune.older_than_days.has_value() || !options.prune.model.empty();
  if (chosen == options.all) {
    return fail(ErrorCode::kUsage, "say what to remove: --older-than, --model, or --all");
  }
  const auto cache = TRY(open_cache());
  const std::int64_t removed = TRY(cache->prune(options.prune));
  print(fmt::format("{} replies removed\n", format_count(removed)));
  return kExitDone;
}

}  // namespace

std::function<int()> add_cache(Command& app) {
  auto options = std::make_shared<CacheOptions>();
  app.require_subcommand(1);
  Command* listing = app.add_subcommand("ls", "what is kept, by model");
  listing->footer("Examples:\n  papert cache ls");
  Command& pruning = *app.add_subcommand("prune", "remove replies");
  pruning.add_option("--older-than", options->prune.older_than_days, "only older ones")
      ->type_name("DAYS")
      ->check(not_negative());
  pruning.add_option("--model", options->prune.model, "only of this model")
      ->type_name("PROVIDER/NAME");
  pruning.add_flag("--all", options->all, "everything");
  pruning.footer(kPruneExamples);
  app.footer(kCacheExamples);
  return [options, listing] {
    const auto code = listing->parsed() ? list() : prune(*options);
    return code ? *code : report_error(code.error());
  };
}

}  // namespace papert::cli
