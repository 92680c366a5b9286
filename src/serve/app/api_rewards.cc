// Replies that are scored, for programs: the routes of `papert serve --reward`, beside the pages.

#include "serve/app/app.h"
#include "serve/scoring.h"

namespace papert::serve::app {
namespace {

Answer ask_engine(App& app, const Asked& asked, std::string_view operation) {
  const std::string_view body = asked.request.body;
  return app.engine(operation, body, until_of(body, asked.begun, app.scoring_ms));
}

}  // namespace

Result<http::Response> post_score(App& app, const Asked& asked) {
  return response_of(ask_engine(app, asked, "score"));
}

Result<http::Response> post_reward(App& app, const Asked& asked) {
  Answer answer = ask_engine(app, asked, "reward");
  if (answer.ok) app.count_verdicts(answer.json);
  return response_of(std::move(answer));
}

}  // namespace papert::serve::app
