#include "run/foreign.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>

#include "base/numbers.h"
#include "base/paths.h"
#include "base/text.h"

namespace papert::run {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::pair<ForeignFormat, std::string_view>, 4> kFormats{{
    {ForeignFormat::kShapeCodeBench, "shapecodebench"},
    {ForeignFormat::kInspect, "inspect"},
    {ForeignFormat::kCsv, "csv"},
    {ForeignFormat::kJsonl, "jsonl"},
}};

/// Whether a path in a folder of runs is one.
bool is_run(ForeignFormat format, const fs::path& path) {
  const std::string ending = lower(path.extension().string());
  switch (format) {
    case ForeignFormat::kShapeCodeBench:
      return is_folder(path) && may_exist(path / "run_config.json");
    case ForeignFormat::kInspect:
      return ending == ".json" || ending == ".eval";
    case ForeignFormat::kCsv:
      return ending == ".csv";
    case ForeignFormat::kJsonl:
      return ending == ".jsonl";
  }
  return false;
}

std::string_view what_a_run_is(ForeignFormat format) {
  switch (format) {
    case ForeignFormat::kShapeCodeBench:
      return "a folder with run_config.json and samples/";
    case ForeignFormat::kInspect:
      return "a .json or .eval log";
    case ForeignFormat::kCsv:
      return "a .csv file";
    case ForeignFormat::kJsonl:
      return "a .jsonl file";
  }
  return "";
}

/// The runs at a path: itself, or those in the folder, in the order of their names.
Result<std::vector<fs::path>> runs_at(ForeignFormat format, const fs::path& path,
                                      const ForeignLimits& limits) {
  if (!may_exist(path)) {
    return fail(ErrorCode::kNotFound, "there is no such file or folder", path.string());
  }
  if (!is_folder(path) || is_run(format, path)) return std::vector{path};
  std::vector<fs::path> runs;
  std::error_code error;
  fs::directory_iterator entry(path, error);
  for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
    if (is_run(format, entry->path())) runs.push_back(entry->path());
  }
  if (runs.empty()) {
    return fail(ErrorCode::kBadData,
                fmt::format("there is no run of {} here: it would be {}, or a folder of them",
                            foreign_format_name(format), what_a_run_is(format)),
                path.string());
  }
  if (runs.size() > limits.runs) {
    return fail(ErrorCode::kLimit,
                fmt::format("there are {} runs here; at most {} are read at once", runs.size(),
                            limits.runs),
                path.string());
  }
  std::sort(runs.begin(), runs.end());
  return runs;
}

/// The runs of one file or folder.
Result<std::vector<ForeignRun>> read_at(ForeignFormat format, const fs::path& place,
                                        const ForeignLimits& limits) {
  if (format == ForeignFormat::kCsv || format == ForeignFormat::kJsonl) {
    return read_reply_table(format, place, limits);
  }
  ForeignRun run = TRY(format == ForeignFormat::kInspect ? read_inspect(place, limits)
                                                         : read_shapecodebench(place, limits));
  std::vector<ForeignRun> runs;
  runs.push_back(std::move(run));
  return runs;
}

std::optional<std::int64_t> token_count(const Json& json,
                                        std::initializer_list<const char*> names) {
  for (const char* name : names) {
    const auto found = json.find(name);
    if (found == json.end()) continue;
    const auto value = recorded_number(*found);
    constexpr double kMost = 1e15;
    if (value && *value >= 0 && *value <= kMost) return std::llround(*value);
  }
  return std::nullopt;
}

}  // namespace

Result<ForeignFormat> foreign_format(std::string_view name) {
  for (const auto& [format, known] : kFormats) {
    if (known == name) return format;
  }
  return fail(ErrorCode::kUsage, fmt::format("'{}' is not a format that can be imported; there "
                                             "are: shapecodebench, inspect, csv, jsonl",
                                             name));
}

std::string_view foreign_format_name(ForeignFormat format) {
  return kFormats[static_cast<std::size_t>(format)].second;
}

std::vector<std::string> ForeignRun::unknown() const {
  std::vector<std::string> names;
  const auto none = [&](const auto& has) {
    return std::none_of(samples.begin(), samples.end(), has);
  };
  if (sampling.to_json().empty()) names.emplace_back("sampling");
  if (prompt.empty()) names.emplace_back("prompt");
  if (none([](const ForeignSample& s) { return s.reply.usage.output_tokens.has_value(); })) {
    names.emplace_back("usage");
  }
  if (none([](const ForeignSample& s) { return s.reply.usage.cost_usd.has_value(); })) {
    names.emplace_back("cost");
  }
  if (none([](const ForeignSample& s) { return s.latency_ms.has_value(); })) {
    names.emplace_back("latency");
  }
  if (none([](const ForeignSample& s) { return !s.reply.time.value_or("").empty(); })) {
    names.emplace_back("time");
  }
  return names;
}

std::optional<double> recorded_number(const Json& value) {
  if (value.is_boolean()) return value.get<bool>() ? 1.0 : 0.0;
  if (value.is_number()) return value.get<double>();
  if (!value.is_string()) return std::nullopt;
  const std::string text = lower(trim(value.get_ref<const std::string&>()));
  if (text == "true") return 1.0;
  if (text == "false") return 0.0;
  const auto number = parse_number<double>(text);
  return number && std::isfinite(*number) ? number : std::nullopt;
}

model::Usage recorded_usage(const Json& json) {
  model::Usage usage;
  if (!json.is_object()) return usage;
  usage.input_tokens = token_count(json, {"input_tokens", "prompt_tokens"});
  usage.cached_input_tokens = token_count(json, {"cached_input_tokens", "input_tokens_cache_read"});
  usage.output_tokens = token_count(json, {"output_tokens", "completion_tokens"});
  usage.reasoning_tokens = token_count(json, {"reasoning_tokens"});
  const auto cost = json.find("cost_usd");
  if (cost != json.end()) usage.cost_usd = recorded_number(*cost);
  return usage;
}

Result<ForeignRuns> read_foreign(ForeignFormat format, const fs::path& path,
                                 const ForeignLimits& limits) {
  const std::vector<fs::path> places = TRY(runs_at(format, path, limits));
  ForeignRuns found;
  for (const fs::path& place : places) {
    auto runs = read_at(format, place, limits);
    if (!runs) {
      found.problems.push_back(runs.error());
      continue;
    }
    for (ForeignRun& run : *runs) found.runs.push_back(std::move(run));
  }
  if (found.runs.empty()) return fail(found.problems.front());
  return found;
}

}  // namespace papert::run
