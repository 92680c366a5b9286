// From a request to the function that answers it: the table, who may, and on which thread.

#include "serve/routes.h"

#include <algorithm>
#include <array>
#include <utility>

#include "serve/error_response.h"
#include "serve/request_body.h"

namespace papert::serve {
namespace {

constexpr std::size_t kMaxSuiteBytes = 64;

/// Whether a path is the pattern's; what stands for its * goes into `name`.
bool matches(std::string_view pattern, std::string_view path, std::string& name) {
  const std::size_t star = pattern.find('*');
  if (star == std::string_view::npos) return pattern == path;
  const std::string_view begin = pattern.substr(0, star);
  const std::string_view end = pattern.substr(star + 1);
  if (!path.starts_with(begin) || !path.ends_with(end)) return false;
  if (path.size() <= begin.size() + end.size()) return false;
  const auto middle = path.substr(begin.size(), path.size() - begin.size() - end.size());
  const bool plain = std::all_of(middle.begin(), middle.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
  });
  if (!plain || middle.size() > kMaxSuiteBytes) return false;
  name = middle;
  return true;
}

}  // namespace

std::span<const RewardServer::Routes::Route> RewardServer::Routes::all() {
  constexpr Guard kNothing = Guard::kNothing;
  constexpr Guard kRead = Guard::kRead;
  constexpr Guard kWork = Guard::kWork;
  // method, path, guard, below a token, queued, operation, work
  static constexpr std::array<Route, 24> kRoutes{{
      {"GET", "/healthz", kNothing, false, false, "", &Routes::health},
      {"GET", "/readyz", kNothing, false, false, "", &Routes::readiness},
      {"GET", "/metrics", kRead, false, false, "", &Routes::metrics},
      {"GET", "/api/v1/info", kRead, false, true, "info", &Routes::ask_engine},
      {"POST", "/api/v1/score", kWork, false, true, "score", &Routes::ask_engine},
      {"POST", "/api/v1/reward", kWork, false, true, "reward", &Routes::ask_engine},
      {"POST", "/api/v1/feedback", kWork, false, true, "feedback", &Routes::ask_engine},
      {"POST", "/api/v1/tasks", kWork, false, true, "tasks", &Routes::ask_engine},
      {"POST", "/api/v1/task", kWork, false, true, "task", &Routes::ask_engine},
      {"POST", "/api/v1/run", kWork, false, true, "run", &Routes::ask_engine},
      {"POST", "/api/v1/render", kWork, false, true, "render", &Routes::ask_engine},
      {"POST", "/get_reward", kWork, true, true, "reward", &Routes::openrlhf},
      {"POST", "/run_code", kWork, true, true, "run", &Routes::run_code},
      {"POST", "/verify", kWork, true, true, "reward", &Routes::nemo_gym},
      {"POST", "/seed_session", kWork, true, false, "", &Routes::nemo_gym_session},
      {"POST", "/aggregate_metrics", kWork, true, true, "", &Routes::nemo_gym_means},
      {"GET", "/reverify_mode", kRead, true, false, "", &Routes::nemo_gym_mode},
      {"GET", "/openenv/*/health", kRead, true, false, "", &Routes::openenv_health},
      {"GET", "/openenv/*/metadata", kRead, true, false, "", &Routes::openenv_about},
      {"GET", "/openenv/*/schema", kRead, true, false, "", &Routes::openenv_actions},
      {"GET", "/openenv/*/state", kRead, true, false, "", &Routes::openenv_nothing},
      {"POST", "/openenv/*/reset", kWork, true, true, "reset", &Routes::openenv_once},
      {"POST", "/openenv/*/step", kWork, true, true, "step", &Routes::openenv_once},
      {"GET", "/openenv/*/ws", kWork, true, false, "", &Routes::openenv_socket},
  }};
  return kRoutes;
}

RewardServer::Routes::Routes(Engine engine, RewardServerOptions options, Access access)
    : engine_(std::move(engine)),
      options_(std::move(options)),
      access_(std::move(access)),
      queue_({LaneLimits{options_.waiting_singles, options_.jobs},
              LaneLimits{options_.waiting_batches_per_job * options_.jobs, kBatchesAtOnce},
              LaneLimits{options_.waiting_programs, options_.jobs}}) {}

Result<void> RewardServer::Routes::start() {
  server_ = TRY(http::Server::start(*this, options_.http));
  return {};
}

void RewardServer::Routes::stop(std::int64_t grace_ms) {
  if (server_) server_->stop(grace_ms);
  queue_.stop();
}

RewardServer::Routes::Found RewardServer::Routes::find(const http::Request& head, bool any_method) {
  const auto below = split_token(head.path());
  const std::string_view path = below ? below->rest : head.path();
  const std::string_view method = head.method == "HEAD" ? "GET" : std::string_view(head.method);
  Found found;
  for (const Route& route : all()) {
    if (!any_method && route.method != method) continue;
    if (below && !route.below_token) continue;
    if (!matches(route.path, path, found.suite)) continue;
    found.route = &route;
    break;
  }
  return found;
}

std::optional<http::Response> RewardServer::Routes::refuse(const http::Request& head) {
  const Route* route = find(head, false).route;
  auto response = refusal(head, route);
  if (!response) return std::nullopt;
  metrics_.count(route == nullptr ? "other" : route->path, response->status, 0);
  return response;
}

std::optional<http::Response> RewardServer::Routes::refusal(const http::Request& head,
                                                            const Route* route) const {
  const auto below = split_token(head.path());
  const auto token = below ? std::optional(below->token) : std::nullopt;
  const Guard guard = route == nullptr ? Guard::kRead : route->guard;
  if (const auto refused = access_.check(head, guard, token)) {
    auto response = error_response(refused->status, refused->code, refused->message);
    if (refused->status == 401) response.headers.push_back({"WWW-Authenticate", "Bearer"});
    return response;
  }
  if (route == nullptr) {
    const Route* other = find(head, true).route;
    if (other == nullptr) return error_response(404, "unknown_url", "there is nothing here");
    auto response = error_response(405, "wrong_method", "use " + std::string(other->method));
    response.headers.push_back({"Allow", std::string(other->method)});
    return response;
  }
  return refuse_body(head);
}

http::Response RewardServer::Routes::complain(int status, const std::string& message) {
  metrics_.count("other", status, 0);
  auto response = error_response(status, status == 413 ? "limit" : "bad_request", message);
  if (status == 503) response.headers.push_back({"Retry-After", "1"});
  return response;
}

Lane RewardServer::Routes::lane_of(const Route& route, const http::Request& request) const {
  if (route.operation == "run" || route.operation == "render") return Lane::kProgram;
  return request.body.size() > options_.batch_bytes ? Lane::kBatch : Lane::kSingle;
}

void RewardServer::Routes::answer(http::Request request, http::Responder responder) {
  Found found = find(request, false);
  const Route& route = *found.route;  // refuse() has seen to that
  const Lane lane = lane_of(route, request);
  const auto job = std::make_shared<Job>(
      Job{std::move(found), std::move(request), std::move(responder), Clock::now()});
  if (!route.queued) {
    work_on(*job);
    return;
  }
  if (queue_.submit(lane, [this, job] { work_on(*job); })) return;
  const int status = lane == Lane::kProgram ? 429 : 503;
  auto busy = error_response(status, "busy", "more work is waiting than fits; try again later");
  busy.headers.push_back({"Retry-After", "1"});
  finish(*job, std::move(busy));
}

void RewardServer::Routes::work_on(Job& job) {
  if (auto refused = refuse_depth(job.request.body)) {
    finish(job, std::move(*refused));
    return;
  }
  const Route& route = *job.found.route;
  finish(job, (this->*route.work)({route, job.request, job.found.suite, job.begun}));
}

void RewardServer::Routes::finish(Job& job, http::Response response) {
  const std::chrono::duration<double> took = Clock::now() - job.begun;
  metrics_.count(job.found.route->path, response.status, took.count());
  response.headers.push_back({"Cache-Control", "no-store"});
  response.headers.push_back({"X-Content-Type-Options", "nosniff"});
  response.headers.push_back({"Cross-Origin-Resource-Policy", "same-origin"});
  response.headers.push_back({"Referrer-Policy", "no-referrer"});
  response.headers.push_back({"Content-Security-Policy", "default-src 'none'"});
  job.responder.send(std::move(response));
}

}  // namespace papert::serve
