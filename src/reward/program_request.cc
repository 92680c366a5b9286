// The operations run and render: a program of any language that a suite paints, without a task.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "base/base64.h"
#include "base/file.h"
#include "base/known_keys.h"
#include "base/scratch_folder.h"
#include "lang/turtle/host/jail_pool.h"
#include "reward/operations.h"
#include "scene/replay_json.h"
#include "suite/registry.h"

namespace papert::reward {
namespace {

constexpr std::int64_t kMaxSide = 4096;

constexpr KnownKey kLimits[] = {{"cpu_ms"}, {"steps"}, {"memory_bytes"}, {"output_bytes"}};
constexpr KnownKey kRun[] = {{"lang"}, {"code"}, {"limits", kLimits}, {"deadline_ms"}, {"trace"}};
constexpr KnownKey kRender[] = {{"lang"}, {"code"}, {"view"}, {"size"}, {"format"}};

Result<std::string> code_of(const Json& request) {
  std::string code = TRY(get_string(request, "code"));
  if (code.size() <= kMaxCodeBytes) return code;
  return fail(
      ErrorCode::kLimit,
      fmt::format("the program has {} bytes; at most {} are run", code.size(), kMaxCodeBytes),
      "code");
}

Result<std::unique_ptr<suite::Suite>> painter_of(const Json& request) {
  const std::string language = TRY(get_optional_string(request, "lang")).value_or("turtle");
  std::vector<std::string> known;
  for (auto& suite : suite::all_suites()) {
    if (suite->painter() == nullptr) continue;
    for (const std::string_view name : suite->painter()->languages()) {
      if (name == language) return std::move(suite);
      known.emplace_back(name);
    }
  }
  return fail(ErrorCode::kUsage,
              fmt::format("there is no language '{}'; there are: {}", language.substr(0, 60),
                          fmt::join(known, ", ")),
              "lang");
}

/// What a caller may ask for: no more than the usual.
template <class Number>
Result<void> lower(const Json& limits, std::string_view key, Number& limit) {
  const auto asked = TRY(get_optional_int(limits, key, "limits"));
  if (!asked) return {};
  if (*asked < 1 || static_cast<std::uint64_t>(*asked) > limit) {
    return fail(ErrorCode::kLimit, fmt::format("{} is not a number from 1 to {}", *asked, limit),
                "limits." + std::string(key));
  }
  limit = static_cast<Number>(*asked);
  return {};
}

Result<sandbox::Limits> limits_of(const Json& request) {
  sandbox::Limits limits;
  const auto given = request.find("limits");
  if (given == request.end() || given->is_null()) return limits;
  if (!given->is_object()) return fail(ErrorCode::kBadData, "must be an object", "limits");
  TRY(lower(*given, "cpu_ms", limits.cpu_ms));
  TRY(lower(*given, "steps", limits.steps));
  TRY(lower(*given, "memory_bytes", limits.memory_bytes));
  TRY(lower(*given, "output_bytes", limits.output_bytes));
  return limits;
}

Result<int> side_of(const Json& number) {
  if (number.is_number_integer() && number >= 1 && number <= kMaxSide) return number.get<int>();
  return fail(ErrorCode::kLimit, fmt::format("must be two numbers from 1 to {}", kMaxSide), "size");
}

Result<suite::PaintOptions> paint_options(const Json& request, const ScratchFolder& folder) {
  suite::PaintOptions options;
  options.language = TRY(get_optional_string(request, "lang")).value_or("turtle");
  options.view = TRY(get_optional_string(request, "view")).value_or(options.view);
  if (options.view != "fit" && options.view != "tk" && options.view != "canonical") {
    return fail(ErrorCode::kUsage, "there is no such view; there are: fit, tk, canonical", "view");
  }
  const std::string format = TRY(get_optional_string(request, "format")).value_or("png");
  if (format != "png" && format != "svg") {
    return fail(ErrorCode::kUsage, "there is no such format; there are: png, svg", "format");
  }
  options.out = "picture." + format;
  const auto size = request.find("size");
  if (size != request.end() && !size->is_null()) {
    if (!size->is_array() || size->size() != 2) {
      return fail(ErrorCode::kBadData, "must be [width, height]", "size");
    }
    suite::PaintSize wanted;
    wanted.width = TRY(side_of((*size)[0]));
    wanted.height = TRY(side_of((*size)[1]));
    options.size = wanted;
  }
  options.file = folder.path() / "program.txt";
  const std::string code = TRY(code_of(request));
  TRY(write_file(options.file, code, Durability::kUnsynced));
  return options;
}

Result<Deadline> deadline_of(const Call& call) {
  const auto asked = TRY(get_optional_int(call.request, "deadline_ms"));
  if (!asked) return call.call.deadline;
  if (*asked < 1 || *asked > kMaxDeadlineMs) {
    return fail(ErrorCode::kLimit, "is not a number of milliseconds", "deadline_ms");
  }
  return call.call.deadline.within(std::chrono::milliseconds(*asked));
}

}  // namespace

Result<std::string> answer_run(const Call& call) {
  TRY(check_keys(call.request, kRun, "request"));
  const std::string language = TRY(get_optional_string(call.request, "lang")).value_or("turtle");
  if (language != "turtle") {
    return fail(ErrorCode::kUsage,
                "only programs of the language turtle are run; others are rendered", "lang");
  }
  const std::string code = TRY(code_of(call.request));
  sandbox::Limits limits = TRY(limits_of(call.request));
  limits.trace = TRY(get_optional_bool(call.request, "trace")).value_or(false);
  const Deadline deadline = TRY(deadline_of(call));
  lang::turtle::JailPool jails({});
  lang::turtle::Drawing drawing = TRY(jails.run(code, limits, deadline));
  Json json = lang::turtle::to_json(drawing);
  json["cpu_seconds"] = drawing.outcome.cpu_seconds;
  if (limits.trace) {
    const auto replay = lang::turtle::replay_of(std::move(drawing));
    json["replay"] = replay ? scene::to_json(*replay) : Json(nullptr);
  }
  return dump_json(json);
}

Result<std::string> answer_render(const Call& call) {
  TRY(check_keys(call.request, kRender, "request"));
  const auto suite = TRY(painter_of(call.request));
  const ScratchFolder folder = TRY(ScratchFolder::make("render"));
  const suite::PaintOptions options = TRY(paint_options(call.request, folder));
  const auto painted = suite->painter()->paint(options);
  if (!painted) {
    // The name of a file that nobody but us knows explains nothing.
    return fail(painted.error().code, painted.error().message, "code");
  }
  Json json;
  options.format() == ".svg" ? json["svg"] = painted->bytes : json["png"] = base64(painted->bytes);
  json["notes"] = painted->notes;
  json["problem"] = painted->problem ? Json(painted->problem->message) : Json(nullptr);
  return dump_json(json);
}

}  // namespace papert::reward
