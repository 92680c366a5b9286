// The operations info, tasks and task: what there is to be asked.

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/base64.h"
#include "base/format.h"
#include "base/known_keys.h"
#include "base/version.h"
#include "reward/operations.h"
#include "reward/policy.h"
#include "suite/registry.h"

namespace papert::reward {
namespace {

constexpr std::size_t kMostNotes = 20;

constexpr KnownKey kTasks[] = {{"suite"}, {"modes"}, {"src"}, {"data"}, {"after"}, {"limit"}};
constexpr KnownKey kTask[] = {{"ref"}, {"suite"},  {"modes"},     {"src"},   {"data"},
                              {"id"},  {"prompt"}, {"reference"}, {"inline"}};

Json mode_json(const suite::ModeInfo& mode) {
  Json json{{"key", mode.key}};
  json["values"] = mode.values;
  json["title"] = mode.title;
  if (mode.numbers) json["numbers"] = {mode.numbers->low, mode.numbers->high};
  if (mode.files) json["files"] = true;
  if (mode.several) json["several"] = true;
  return json;
}

Json suite_json(const suite::Suite& suite) {
  Json json{{"name", suite.name()}, {"title", suite.info().title}};
  json["metrics"] = Json::array();
  for (const suite::MetricInfo& metric : suite.metrics()) {
    json["metrics"].push_back({{"name", metric.name}, {"title", metric.title}});
  }
  json["modes"] = Json::array();
  for (const suite::ModeInfo& mode : suite.modes()) json["modes"].push_back(mode_json(mode));
  json["tiers"] = suite.tiers();
  json["mints"] = suite.generator() != nullptr;
  json["languages"] = Json::array();
  if (suite.painter() != nullptr) {
    for (const std::string_view name : suite.painter()->languages()) {
      json["languages"].push_back(name);
    }
  }
  return json;
}

Json limits_json(const ServiceOptions& options) {
  return {{"items", options.max_items},
          {"request_bytes", kMaxRequestBytes},
          {"depth", kMaxRequestDepth},
          {"reply_bytes", options.max_reply_bytes},
          {"code_bytes", kMaxCodeBytes},
          {"inline_bytes", kMaxInlineBytes},
          {"listed", kMaxListed},
          {"deadline_ms", kMaxDeadlineMs},
          {"jobs", std::max<std::size_t>(options.jobs, 1)}};
}

Json task_json(const OpenSet& set, std::size_t index) {
  const suite::Task task = set.tasks().task(index);
  Json json{{"id", task.id}};
  if (!task.base.empty()) json["base"] = task.base;
  json["tags"] = suite::tags_json(task.tags);
  if (task.distance) json["distance"] = *task.distance;
  return json;
}

Json prompt_json(const suite::Prompt& prompt) {
  Json json{{"text", prompt.text}};
  json["images"] = Json::array();
  for (const std::string& image : prompt.images) json["images"].push_back(base64(image));
  return json;
}

/// The index of the first task of a page, and behind its last.
Result<std::pair<std::size_t, std::size_t>> page_of(const Json& request, const OpenSet& set) {
  std::size_t first = 0;
  if (const auto after = TRY(get_optional_string(request, "after"))) {
    first = TRY(set.find(*after)) + 1;
  }
  const auto most = static_cast<std::int64_t>(kMaxListed);
  const std::int64_t limit = TRY(get_optional_int(request, "limit")).value_or(most);
  if (limit < 0 || limit > most) {
    return fail(ErrorCode::kLimit, fmt::format("{} is not a number from 0 to {}", limit, most),
                "limit");
  }
  const std::size_t last = std::min(first + static_cast<std::size_t>(limit), set.tasks().size());
  return std::pair(first, last);
}

}  // namespace

Result<std::string> answer_info(const Call& call) {
  TRY(check_keys(call.request, {}, "request"));
  Json json{{"papert", version()}, {"format", kFormat}, {"ref_version", kRefVersion}};
  json["operations"] = Service::operations();
  json["suites"] = Json::array();
  for (const auto& suite : suite::all_suites()) json["suites"].push_back(suite_json(*suite));
  json["verdicts"] = Json::array();
  for (const suite::VerdictName& each : suite::kVerdicts) json["verdicts"].push_back(each.name);
  json["policies"] = {policy_name(Policy::kSuccess), policy_name(Policy::kShaped)};
  json["unscored"] = {unscored_name(Unscored::kNone), unscored_name(Unscored::kZero),
                      unscored_name(Unscored::kRaise)};
  json["limits"] = limits_json(call.options);
  if (call.sets.options().folders) {
    json["data"] = Json::array();
    for (const AllowedFolder& each : TRY(call.sets.allowed())) {
      json["data"].push_back({{"suite", each.suite}, {"hash", each.hash}});
    }
  }
  return dump_json(json);
}

Result<std::string> answer_tasks(const Call& call) {
  TRY(check_keys(call.request, kTasks, "request"));
  const SetRef ref = TRY(named_set(call.request, ""));
  const auto set = TRY(call.sets.open(ref));
  const suite::TaskSet& tasks = set->tasks();
  const auto [first, last] = TRY(page_of(call.request, *set));
  Json json = to_json(set->ref());
  json["hash"] = tasks.data_hash();
  json["size"] = tasks.size();
  json["tasks"] = Json::array();
  for (std::size_t i = first; i < last; ++i) json["tasks"].push_back(task_json(*set, i));
  json["next"] = last < tasks.size() && last > first ? Json(set->id(last - 1)) : Json(nullptr);
  json["problems"] = Json::array();
  for (const Error& problem :
       tasks.problems().first(std::min(tasks.problems().size(), kMostNotes))) {
    json["problems"].push_back(problem.to_string());
  }
  json["notes"] = Json::array();
  for (const std::string& note : tasks.notes().first(std::min(tasks.notes().size(), kMostNotes))) {
    json["notes"].push_back(note);
  }
  return dump_json(json);
}

Result<std::string> answer_task(const Call& call) {
  const Json& request = call.request;
  TRY(check_keys(request, kTask, "request"));
  const TaskRef ref = TRY(named_task(request, ""));
  const bool prompt = TRY(get_optional_bool(request, "prompt")).value_or(true);
  const bool reference = TRY(get_optional_bool(request, "reference")).value_or(false);
  const bool carried = TRY(get_optional_bool(request, "inline")).value_or(false);
  if (reference && !call.options.references) {
    return fail(ErrorCode::kUsage, "references are not shown here", "reference");
  }
  const auto set = TRY(call.sets.open(ref.set));
  const std::size_t index = TRY(set->find(ref.id));
  const TaskRef named = carried ? TRY(set->inline_ref(index)) : set->task_ref(index);
  Json json;
  json["ref"] = TRY(ref_text(named));
  json.update(task_json(*set, index));
  if (prompt) {
    const std::string_view text = set->suite().default_prompt(set->ref().modes);
    json["prompt"] = prompt_json(TRY(set->tasks().prompt(index, text)));
  }
  if (reference) json["reference"] = set->tasks().reference(index);
  return dump_json(json);
}

}  // namespace papert::reward
