// What each route does.

#include <algorithm>
#include <utility>

#include "base/error_json.h"
#include "base/numbers.h"
#include "base/text.h"
#include "http/websocket.h"
#include "serve/compat.h"
#include "serve/error_response.h"
#include "serve/routes.h"
#include "serve/sandbox_fusion.h"

namespace papert::serve {
namespace {

using Clock = std::chrono::steady_clock;

http::Response json_response(const Json& json) { return {.body = dump_json(json)}; }

http::Response response_of(const Result<Json>& answer) {
  return answer ? json_response(*answer) : error_response(answer.error());
}

std::string policy_of(const http::Request& request) {
  return request.query("policy").value_or("success");
}

}  // namespace

http::Response RewardServer::Routes::health(const Asked&) { return {.body = R"({"status":"ok"})"}; }

http::Response RewardServer::Routes::readiness(const Asked&) {
  std::string problem = options_.problem ? options_.problem() : "";
  if (problem.empty() && (queue_.full(Lane::kSingle) || queue_.full(Lane::kBatch))) {
    problem = "the queue is full";
  }
  if (problem.empty()) return {.body = R"({"status":"ready"})"};
  auto response = error_response(503, "not_ready", problem);
  response.headers.push_back({"Retry-After", "1"});
  return response;
}

http::Response RewardServer::Routes::metrics(const Asked&) {
  const auto number = [](std::size_t value) { return static_cast<double>(value); };
  const auto waiting = [&](Lane lane) { return number(queue_.waiting(lane)); };
  return {.content_type = "text/plain; version=0.0.4; charset=utf-8",
          .body = metrics_.text({
              {"papert_connections", "Open connections.", number(server_->stats().connections)},
              {"papert_sessions", "OpenEnv sessions.", number(sessions_)},
              {"papert_waiting_singles", "Small requests that wait.", waiting(Lane::kSingle)},
              {"papert_waiting_batches", "Large requests that wait.", waiting(Lane::kBatch)},
              {"papert_waiting_programs", "Programs that wait.", waiting(Lane::kProgram)},
              {"papert_running", "Requests in work.", number(queue_.running())},
          })};
}

http::Response RewardServer::Routes::ask_engine(const Asked& asked) {
  const std::string_view body =
      asked.route.method == "GET" ? "{}" : std::string_view(asked.request.body);
  Answer answer =
      engine_(asked.route.operation, body, until_of(body, asked.begun, options_.deadline_ms));
  if (answer.ok && asked.route.operation == "reward") count_verdicts(answer.json, metrics_);
  return response_of(std::move(answer));
}

/// What came of a request; what the engine called an error is one.
Result<Json> RewardServer::Routes::ask(std::string_view operation, const Json& request,
                                       Clock::time_point begun) {
  const std::string body = dump_json(request);
  const Answer answer = engine_(operation, body, until_of(body, begun, options_.deadline_ms));
  Json json = TRY(parse_json(answer.json));
  if (answer.ok) {
    if (operation == "reward") count_verdicts(answer.json, metrics_);
    return json;
  }
  const Json said = json.value("error", Json::object());
  return fail(answer.code, get_string(said, "message").value_or("the request was not answered"),
              get_string(said, "where").value_or(""));
}

http::Response RewardServer::Routes::openrlhf(const Asked& asked) {
  const auto work = [&]() -> Result<Json> {
    const Json body = TRY(parse_json(asked.request.body));
    const Json request = TRY(openrlhf_request(body, policy_of(asked.request)));
    // With several addresses, all but the first are sent empty lists.
    const Json empty{{"rewards", Json::array()}, {"verdicts", Json::array()}};
    if (request["items"].empty()) return openrlhf_answer(empty);
    const Json scored = TRY(ask("reward", request, asked.begun));
    return openrlhf_answer(scored);
  };
  return response_of(work());
}

http::Response RewardServer::Routes::nemo_gym(const Asked& asked) {
  const auto work = [&]() -> Result<Json> {
    Json body = TRY(parse_json(asked.request.body));
    const Json request = TRY(nemo_gym_request(body, policy_of(asked.request)));
    const Json scored = TRY(ask("reward", request, asked.begun));
    return nemo_gym_answer(std::move(body), scored);
  };
  return response_of(work());
}

http::Response RewardServer::Routes::nemo_gym_session(const Asked&) { return {.body = "{}"}; }

http::Response RewardServer::Routes::nemo_gym_mode(const Asked&) {
  return {.body = R"("stateless")"};
}

http::Response RewardServer::Routes::nemo_gym_means(const Asked& asked) {
  const auto body = parse_json(asked.request.body);
  return body ? response_of(nemo_gym_aggregate(*body)) : error_response(body.error());
}

Result<Json> RewardServer::Routes::run_and_fetch(const Json& body, Clock::time_point begun) {
  const CodeRequest request = TRY(code_request(body));
  const Json run = TRY(ask("run", request.run, begun));
  Json answer = code_answer(run);
  for (const std::string& file : request.fetch_files) {
    const auto picture = render_request(file, request.code);
    const Json source = picture ? TRY(ask("render", *picture, begun)) : run;
    answer["files"][file] = file_content(file, source);
  }
  return answer;
}

http::Response RewardServer::Routes::run_code(const Asked& asked) {
  const auto body = parse_json(asked.request.body);
  if (!body) return error_response(body.error());
  const auto answer = run_and_fetch(*body, asked.begun);
  if (answer) return json_response(*answer);
  const Error& error = answer.error();
  if (error.code == ErrorCode::kBadData) return error_response(error);
  if (error.code == ErrorCode::kNotFound) {
    return error_response(422, "unknown_language", error.message, error.where);
  }
  return json_response(code_not_run(error.to_string()));
}

// OpenEnv

http::Response RewardServer::Routes::openenv_health(const Asked&) {
  return {.body = R"({"status":"healthy"})"};
}

http::Response RewardServer::Routes::openenv_about(const Asked& asked) {
  return json_response(openenv_metadata(asked.suite));
}

http::Response RewardServer::Routes::openenv_actions(const Asked&) {
  return json_response(openenv_schema());
}

/// Without a socket there is no session, so no state but that of one that has not begun.
http::Response RewardServer::Routes::openenv_nothing(const Asked& asked) {
  return json_response(OpenEnvSession({.suite = asked.suite}, {}).state());
}

Result<OpenEnvOptions> RewardServer::Routes::openenv_options(const Asked& asked) const {
  OpenEnvOptions options{.suite = asked.suite};
  options.policy = policy_of(asked.request);
  const std::string turns = asked.request.query("max_turns").value_or("1");
  const auto number = parse_number<std::int64_t>(turns);
  if (!number || *number < 1 || *number > kMaxTurns) {
    return fail(ErrorCode::kBadData, "max_turns is not a number from 1 to 32", "max_turns");
  }
  options.max_turns = *number;
  return options;
}

/// reset, or step in an episode that lasts as long as the request: {"action":{...},"seed":7}.
http::Response RewardServer::Routes::openenv_once(const Asked& asked) {
  const auto work = [&]() -> Result<Json> {
    const Json body = TRY(parse_json(asked.request.body));
    auto options = TRY(openenv_options(asked));
    OpenEnvSession session(std::move(options),
                           [&](std::string_view operation, const Json& request) {
                             return ask(operation, request, asked.begun);
                           });
    Json begun = TRY(session.reset(body));
    if (asked.route.operation == "reset") return begun;
    if (!body.contains("action"))
      return fail(ErrorCode::kBadData, "the action is missing", "action");
    return session.step(body["action"]);
  };
  return response_of(work());
}

class RewardServer::Routes::OpenEnvConversation : public http::Conversation {
 public:
  OpenEnvConversation(Routes& routes, OpenEnvOptions options)
      : routes_(routes),
        session_(std::make_shared<OpenEnvSession>(
            std::move(options), [&routes](std::string_view operation, const Json& request) {
              return routes.ask(operation, request, Clock::now());
            })) {
    ++routes_.sessions_;
  }
  ~OpenEnvConversation() override { --routes_.sessions_; }
  OpenEnvConversation(const OpenEnvConversation&) = delete;
  OpenEnvConversation& operator=(const OpenEnvConversation&) = delete;

  void message(std::string text, http::MessageReply reply) override {
    if (json_depth(text) > kMaxRequestDepth) {
      reply.send(openenv_error("INVALID_JSON", "the JSON is nested too deep"));
      return;
    }
    const auto held = std::make_shared<http::MessageReply>(std::move(reply));
    const bool taken =
        routes_.queue_.submit(Lane::kSingle, [session = session_, said = std::move(text), held] {
          auto answer = session->answer(said);
          answer ? held->send(std::move(*answer)) : held->close();
        });
    if (!taken) held->send(openenv_error("EXECUTION_ERROR", "the server is busy; try again later"));
  }

 private:
  Routes& routes_;
  std::shared_ptr<OpenEnvSession> session_;  // a message in work may outlive the connection
};

http::Response RewardServer::Routes::openenv_socket(const Asked& asked) {
  if (lower(asked.request.header("Upgrade").value_or("")) != "websocket") {
    auto response = error_response(426, "upgrade_required", "this address speaks WebSocket");
    response.headers.push_back({"Upgrade", "websocket"});
    return response;
  }
  auto options = openenv_options(asked);
  if (!options) return error_response(options.error());
  if (sessions_ >= options_.sessions) {
    auto response = error_response(503, "CAPACITY_REACHED", "all sessions are taken");
    response.headers.push_back({"Retry-After", "1"});
    return response;
  }
  http::Response response{.status = 101};
  response.conversation = std::make_shared<OpenEnvConversation>(*this, std::move(*options));
  return response;
}

}  // namespace papert::serve
