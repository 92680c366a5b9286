#include "analysis/constructs.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/thread_pool.h"
#include "run/config.h"
#include "run/folder.h"
#include "suite/registry.h"

namespace papert::analysis {
namespace {

bool has_key(const ReportedRun& run, const std::string& key) {
  const auto& groups = run.summary.figures.groups;
  const bool tag = std::any_of(groups.begin(), groups.end(),
                               [&](const Group& group) { return group.by == key; });
  return tag || setting_of(run, key);
}

Result<void> read_constructs(ReportedRun& run) {
  const run::RunConfig config = TRY(run::read_config(run.folder));
  const auto suite = TRY(suite::find_suite(config.suite));
  const auto tasks = TRY(config.data.open(*suite, config.modes, available_processors()));
  for (std::size_t i = 0; i < tasks->size(); ++i) {
    std::vector<suite::Tag> tags = construct_tags(tasks->constructs(i));
    if (!tags.empty()) run.more_tags[tasks->id(i)] = std::move(tags);
  }
  return {};
}

}  // namespace

std::string bin_of(std::int64_t count) {
  if (count <= 2) return std::to_string(count);
  std::int64_t end = 4;
  while (end < count) end *= 2;
  return fmt::format("{}-{}", end / 2 + 1, end);
}

std::vector<suite::Tag> construct_tags(const std::vector<suite::Construct>& constructs) {
  std::map<std::string, std::int64_t> totals;
  std::vector<suite::Tag> tags;
  for (const suite::Construct& construct : constructs) {
    totals[std::string(construct.kind)] += construct.count;
    if (construct.count > 0) tags.push_back({std::string(construct.kind), construct.name});
  }
  for (const auto& [kind, count] : totals) tags.push_back({kind + "s", bin_of(count)});
  return tags;
}

std::string natural_key(std::string_view text) {
  constexpr std::size_t kDigits = 20;
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  if (digits == 0 || digits > kDigits) return std::string(text);
  return std::string(kDigits - digits, '0') + std::string(text);
}

Result<void> add_construct_tags(std::span<ReportedRun> runs, const std::vector<std::string>& keys) {
  for (ReportedRun& run : runs) {
    const auto unknown =
        std::find_if(keys.begin(), keys.end(), [&](const auto& key) { return !has_key(run, key); });
    if (unknown == keys.end() || !run.more_tags.empty()) continue;
    if (const auto read = read_constructs(run); !read) {
      return fail(ErrorCode::kUsage,
                  fmt::format("the run has no tag or setting '{}', and its tasks cannot be opened "
                              "to look for it in their programs: {}",
                              *unknown, read.error().to_string()),
                  run.folder.string());
    }
  }
  return {};
}

}  // namespace papert::analysis
