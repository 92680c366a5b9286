// Any JSON as what a trainer sends: a request of ours, or an error that says why; and whatever the
// scoring answers becomes an answer or an error, with as many figures as there are rewards.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/json.h"
#include "require.h"
#include "serve/compat.h"
#include "serve/sandbox_fusion.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace papert;
  using fuzz::require;
  const auto body = parse_json(std::string_view(reinterpret_cast<const char*>(data), size));
  if (!body) return 0;
  const auto openrlhf = serve::openrlhf_request(*body, "success");
  require(openrlhf ? (*openrlhf)["items"].size() == (*body)["query"].size()
                   : !openrlhf.error().message.empty());
  const auto nemo = serve::nemo_gym_request(*body, "success");
  require(nemo ? (*nemo)["items"].size() == 1 : !nemo.error().message.empty());
  const auto means = serve::nemo_gym_aggregate(*body);
  require(means || !means.error().message.empty());
  const auto code = serve::code_request(*body);
  require(code ? code->run["code"] == (*body)["code"] : !code.error().message.empty());
  require(serve::code_answer(*body).contains("run_result"));
  if (const auto answer = serve::openrlhf_answer(*body)) {
    require((*answer)["rewards"].size() == (*body)["rewards"].size());
    require((*answer)["extra_logs"]["verdict"].size() == (*body)["rewards"].size());
  }
  (void)serve::nemo_gym_answer(*body, *body);
  return 0;
}
