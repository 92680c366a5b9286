#include "serve/scoring.h"

#include <algorithm>
#include <utility>

#include "base/json_view.h"
#include "serve/error_response.h"

namespace papert::serve {

std::chrono::steady_clock::time_point until_of(std::string_view body,
                                               std::chrono::steady_clock::time_point begun,
                                               std::int64_t most_ms) {
  JsonView view;
  std::int64_t patience = most_ms;
  if (view.read(body)) {
    const auto own = view["deadline_ms"].integer();
    if (own) patience = std::clamp(*own, std::int64_t{0}, most_ms);
  }
  return begun + std::chrono::milliseconds(patience);
}

http::Response response_of(Answer answer) {
  return {.status = answer.ok ? 200 : status_of(answer.code), .body = std::move(answer.json)};
}

void count_verdicts(std::string_view answer, Metrics& metrics) {
  JsonView view;
  if (!view.read(answer)) return;
  for (const JsonPiece& verdict : view["verdicts"].elements()) {
    metrics.count_verdict(verdict.string());
  }
}

}  // namespace papert::serve
