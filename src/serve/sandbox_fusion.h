// SandboxFusion's POST /run_code, an honest subset: Python that draws, without files or input.
//
//     {code, language, fetch_files, run_timeout, ...}
//     -> {status, message, run_result: {status, execution_time, return_code, stdout, stderr},
//     files}
//
// Whatever the code did, the answer has status 200; a language that is not there gives 422.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/json.h"
#include "base/result.h"

namespace papert::serve {

struct CodeRequest {
  Json run;  // the request of `run`
  std::string code;
  std::vector<std::string> fetch_files;  // those that can be had
};

/// kNotFound for another language than python, kBadData for what is not a request, kUsage for what
/// this jail does not have.
[[nodiscard]] Result<CodeRequest> code_request(const Json& body);

/// `run`: what `run` answered.
[[nodiscard]] Json code_answer(const Json& run);

/// The answer where the code was not run: our own fault, or a wish that cannot be met.
[[nodiscard]] Json code_not_run(const std::string& message);

/// The request of `render` for a file; nothing for scene.json, which `run` already gave.
[[nodiscard]] std::optional<Json> render_request(const std::string& file, const std::string& code);

/// The content of a file in base 64, from what `run` or `render` answered.
[[nodiscard]] std::string file_content(const std::string& file, const Json& answer);

}  // namespace papert::serve
