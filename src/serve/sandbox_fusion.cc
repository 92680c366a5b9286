#include "serve/sandbox_fusion.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/base64.h"

namespace papert::serve {
namespace {

constexpr double kMaxRunSeconds = 60;
constexpr double kUsualRunSeconds = 10;
constexpr std::size_t kMaxFiles = 16;
constexpr const char* kScene = "scene.json";

/// How a program ended -> what SandboxFusion calls it.
struct Ending {
  std::string_view status;
  const char* theirs;
};
constexpr auto kEndings = std::to_array<Ending>({
    {"ok", "Finished"},
    {"step_limit", "TimeLimitExceeded"},
});

bool holds_something(const Json& body, const char* key) {
  const auto found = body.find(key);
  if (found == body.end() || found->is_null()) return false;
  return found->is_string() ? !found->get_ref<const std::string&>().empty() : !found->empty();
}

Result<std::int64_t> run_ms(const Json& body) {
  const double seconds = TRY(get_optional_number(body, "run_timeout")).value_or(kUsualRunSeconds);
  if (!(seconds > 0 && seconds <= kMaxRunSeconds)) {
    return fail(ErrorCode::kUsage, "run_timeout must be more than 0 and at most 60 seconds",
                "run_timeout");
  }
  return std::max<std::int64_t>(1, std::llround(seconds * 1000));
}

}  // namespace

Result<CodeRequest> code_request(const Json& body) {
  CodeRequest request;
  request.code = TRY(get_string(body, "code"));
  const std::string language = TRY(get_string(body, "language"));
  if (language != "python") {
    return fail(ErrorCode::kNotFound, "only the language python is run here", "language");
  }
  for (const char* key : {"files", "stdin"}) {
    if (!holds_something(body, key)) continue;
    return fail(ErrorCode::kUsage,
                std::string("this jail has no ") +
                    (key == std::string_view("files") ? "files" : "input") + ": leave '" + key +
                    "' out",
                key);
  }
  if (holds_something(body, "fetch_files")) {
    const Json& files = body["fetch_files"];
    if (!files.is_array() || files.size() > kMaxFiles) {
      return fail(ErrorCode::kBadData, "must be a short list of names", "fetch_files");
    }
    for (const Json& file : files) {
      for (const char* known : {"drawing.png", "drawing.svg", kScene}) {
        if (file == known) request.fetch_files.emplace_back(known);
      }
    }
  }
  request.run["lang"] = "turtle";
  request.run["code"] = request.code;
  request.run["deadline_ms"] = TRY(run_ms(body));
  return request;
}

Json code_answer(const Json& run) {
  const std::string status = get_string(run, "status").value_or("internal_error");
  if (status == "internal_error" || status == "host_slow") {
    return code_not_run(get_string(run, "reason").value_or("the program was not run"));
  }
  const auto* found = std::find_if(kEndings.begin(), kEndings.end(),
                                   [&](const Ending& each) { return each.status == status; });
  const std::string theirs = found == kEndings.end() ? "Error" : found->theirs;
  const bool ok = theirs == "Finished";
  Json result;
  result["status"] = theirs;
  result["execution_time"] = get_number(run, "cpu_seconds").value_or(0);
  result["return_code"] = ok ? Json(0) : theirs == "Error" ? Json(1) : Json(nullptr);
  result["stdout"] = get_string(run, "printed").value_or("");
  result["stderr"] = ok ? "" : get_string(run, "reason").value_or(status);
  Json answer;
  answer["status"] = ok ? "Success" : "Failed";
  answer["message"] = "";
  answer["compile_result"] = nullptr;
  answer["run_result"] = std::move(result);
  answer["executor_pod_name"] = nullptr;
  answer["files"] = Json::object();
  return answer;
}

Json code_not_run(const std::string& message) {
  Json answer;
  answer["status"] = "SandboxError";
  answer["message"] = message;
  answer["compile_result"] = nullptr;
  answer["run_result"] = nullptr;
  answer["executor_pod_name"] = nullptr;
  answer["files"] = Json::object();
  return answer;
}

std::optional<Json> render_request(const std::string& file, const std::string& code) {
  if (file == kScene) return std::nullopt;
  Json request;
  request["lang"] = "turtle";
  request["code"] = code;
  request["format"] = file.ends_with(".svg") ? "svg" : "png";
  return request;
}

std::string file_content(const std::string& file, const Json& answer) {
  if (file == kScene) return base64(dump_json(answer.value("items", Json::array())));
  if (file.ends_with(".svg")) return base64(get_string(answer, "svg").value_or(""));
  return get_string(answer, "png").value_or("");
}

}  // namespace papert::serve
