#include "serve/app/program_request.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/json.h"
#include "base/known_keys.h"
#include "serve/app/query.h"

namespace papert::serve::app {
namespace {

constexpr std::array<std::string_view, 5> kLanguageNames{"turtle", "shapes", "xlogo", "svg", "cad"};
constexpr KnownKey kRequestKeys[] = {{"lang"}, {"code"}, {"task"}, {"size"}, {"trace"}, {"hint"}};
constexpr KnownKey kRunTaskKeys[] = {{"run"}, {"id"}};

Result<Language> read_language(const Json& json) {
  const std::string name = TRY(get_string(json, "lang"));
  const auto* found = std::find(kLanguageNames.begin(), kLanguageNames.end(), name);
  if (found == kLanguageNames.end()) {
    return fail(
        ErrorCode::kUsage,
        fmt::format("there is no such language; there are: {}", fmt::join(kLanguageNames, ", ")),
        "lang");
  }
  return static_cast<Language>(found - kLanguageNames.begin());
}

Result<std::string> read_name(const Json& json, const char* key) {
  std::string name = TRY(get_string(json, key, "task"));
  if (name.size() <= kMaxTextBytes) return name;
  return fail(ErrorCode::kLimit, "the name is too long", std::string("task.") + key);
}

Result<RunTask> read_run_task(const Json& json) {
  TRY(check_keys(json, kRunTaskKeys, "task"));
  RunTask task;
  task.run = TRY(read_name(json, "run"));
  task.id = TRY(read_name(json, "id"));
  return task;
}

}  // namespace

std::string_view language_name(Language language) {
  return kLanguageNames[static_cast<std::size_t>(language)];
}

Result<ProgramRequest> read_program_request(std::string_view body) {
  const Json json = TRY(parse_json(body, "request"));
  if (!json.is_object()) return fail(ErrorCode::kBadData, "a request is a JSON object", "request");
  TRY(check_keys(json, kRequestKeys, "request"));
  ProgramRequest request;
  request.language = TRY(read_language(json));
  request.code = TRY(get_string(json, "code"));
  if (request.code.size() > kMaxProgramBytes) {
    return fail(ErrorCode::kLimit,
                fmt::format("the program has {} bytes; at most {} are run", request.code.size(),
                            kMaxProgramBytes),
                "code");
  }
  if (const auto side = TRY(get_optional_int(json, "size"))) {
    if (*side < kLeastSide || *side > kMostSide) {
      return fail(ErrorCode::kLimit,
                  fmt::format("must be a number from {} to {}", kLeastSide, kMostSide), "size");
    }
    request.side = static_cast<int>(*side);
  }
  request.trace = TRY(get_optional_bool(json, "trace")).value_or(false);
  request.hint = TRY(get_optional_bool(json, "hint")).value_or(false);
  const auto task = json.find("task");
  if (task == json.end() || task->is_null()) return request;
  if (task->is_object() && task->contains("run")) {
    request.task = TRY(read_run_task(*task));
  } else if (task->is_string()) {
    request.task = TRY(reward::parse_task_ref(task->get_ref<const std::string&>(), "task"));
  } else {
    request.task = TRY(reward::task_ref_from_json(*task, "task"));
  }
  return request;
}

}  // namespace papert::serve::app
