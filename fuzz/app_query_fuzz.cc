// Any bytes as the target of a request to the web application: what is read keeps its limits, what
// is not is refused at a key, and names that a route takes are never empty.
#include <cstddef>
#include <cstdint>
#include <string>

#include "require.h"
#include "serve/app/app.h"
#include "serve/app/query.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace papert::serve::app;
  using papert::fuzz::require;
  const std::string text(reinterpret_cast<const char*>(data), size);
  for (const std::string& target : {text, "/api/v1/runs?" + text, "/api/v1/runs/" + text}) {
    const papert::http::Request request{.method = "GET", .target = target};
    const auto samples = read_sample_query(request);
    if (samples) {
      require(samples->limit <= kMaxRows && samples->text.size() <= kMaxTextBytes);
      require(samples->tags.size() <= 2 * kMaxFilters);
      require(!samples->key().empty());
    } else {
      require(!samples.error().message.empty() && !samples.error().where.empty());
    }
    const auto runs = read_runs_query(request);
    require(!runs || (runs->limit >= 1 && runs->limit <= kMaxRows));
    const auto found = find_route(request, false);
    if (found.route == nullptr) continue;
    for (const std::string& name : found.names) {
      require(!name.empty() && name.size() <= kMaxTextBytes);
      (void)read_epoch(name);
      (void)picture_kind(name);
    }
  }
  return 0;
}
