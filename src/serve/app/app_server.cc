#include "serve/app/app_server.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <mutex>
#include <thread>
#include <utility>

#include "serve/app/app.h"
#include "serve/app/query.h"
#include "serve/error_response.h"
#include "serve/metrics.h"
#include "serve/request_body.h"
#include "serve/scoring.h"
#include "serve/work_queue.h"

namespace papert::serve::app {
namespace {

using Clock = std::chrono::steady_clock;

constexpr const char* kPolicy =
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; "
    "form-action 'none'";

void protect(http::Response& response) {
  response.headers.push_back({"Content-Security-Policy", kPolicy});
  response.headers.push_back({"X-Content-Type-Options", "nosniff"});
  response.headers.push_back({"Cross-Origin-Opener-Policy", "same-origin"});
  response.headers.push_back({"Cross-Origin-Resource-Policy", "same-origin"});
  response.headers.push_back({"Referrer-Policy", "no-referrer"});
}

http::Response busy_response(int status) {
  auto busy = error_response(status, "busy", "more work is waiting than fits; try again later");
  busy.headers.push_back({"Retry-After", "1"});
  return busy;
}

Lane lane_of(Cost cost) {
  if (cost == Cost::kProgram) return Lane::kProgram;
  return cost == Cost::kMuch ? Lane::kBatch : Lane::kSingle;
}

std::filesystem::path annotations_of(const AppServerOptions& options) {
  return options.annotations.empty() ? options.log_dir / "annotations" : options.annotations;
}

}  // namespace

class AppServer::Handler : public http::Handler {
 public:
  Handler(reward::TaskSets& sets, Engine engine, AppServerOptions options, Access access,
          StaticFiles files)
      : options_(std::move(options)),
        access_(std::move(access)),
        app_(options_.log_dir, annotations_of(options_), options_.jobs, sets, std::move(engine),
             std::move(files)),
        gate_(options_.programs_per_second),
        // Looking at runs must not wait for a picture that takes long, so there are more threads
        // than jobs.
        queue_({LaneLimits{options_.waiting, options_.jobs + 1},
                LaneLimits{options_.waiting, options_.jobs},
                LaneLimits{options_.waiting_programs, options_.jobs}}),
        scores_(
            {LaneLimits{options_.scoring.waiting_singles, options_.jobs},
             LaneLimits{options_.scoring.waiting_batches_per_job * options_.jobs, kBatchesAtOnce},
             LaneLimits{0, 0}}) {
    app_.problem = [this] { return problem(); };
    app_.figures = [this] { return figures(); };
    app_.count_verdicts = [this](std::string_view answer) { count_verdicts(answer, metrics_); };
    app_.scoring_ms = options_.scoring.deadline_ms;
  }

  [[nodiscard]] Result<void> start() {
    server_ = TRY(http::Server::start(*this, options_.http));
    reader_ = std::thread([this] { read_ahead(); });
    return {};
  }

  void stop(std::int64_t grace_ms) {
    stopping_ = true;
    app_.events.stop();
    if (server_) server_->stop(grace_ms);
    queue_.stop();
    scores_.stop();
    if (reader_.joinable()) reader_.join();
  }

  [[nodiscard]] const http::Server& server() const { return *server_; }
  [[nodiscard]] const Access& access() const { return access_; }

  void listening_at(int port) override {
    access_.listening_at(port);
    access_.set_cookie("papert-" + std::to_string(port));
  }

  std::optional<http::Response> refuse(const http::Request& head) override {
    const Route* route = find_route(head, false).route;
    auto response = refusal(head, route);
    if (!response) return std::nullopt;
    metrics_.count(route == nullptr ? "other" : route->path, response->status, 0);
    protect(*response);
    return response;
  }

  void answer(http::Request request, http::Responder responder) override {
    if (const StaticFile* file = app_.files.find(request.path())) {
      http::Response response = page(*file, request);
      metrics_.count("page", response.status, 0);
      responder.send(std::move(response));
      return;
    }
    FoundRoute found = find_route(request, false);
    const Route& route = *found.route;  // refuse() has seen to that
    const auto job = std::make_shared<Job>(Job{std::move(request), std::move(found.names),
                                               std::move(responder), &route, Clock::now()});
    if (route.cost == Cost::kNothing) {
      work_on(*job);
      return;
    }
    if (route.cost == Cost::kScores) {
      const bool batch = job->request.body.size() > options_.scoring.batch_bytes;
      if (scores_.submit(batch ? Lane::kBatch : Lane::kSingle, [this, job] { work_on(*job); }))
        return;
      finish(*job, busy_response(503));
      return;
    }
    const Lane lane = lane_of(route.cost);
    if (lane == Lane::kProgram) {
      if (!gate_.admit()) {
        finish(*job, busy_response(429));
        return;
      }
      job->pass = gate_.enter(session_name(job->request.header("X-Papert-Session")));
    }
    if (queue_.submit(lane, [this, job] { work_on(*job); })) return;
    finish(*job, busy_response(lane == Lane::kProgram ? 429 : 503));
  }

  http::Response complain(int status, const std::string& message) override {
    metrics_.count("other", status, 0);
    auto response = error_response(status, status == 413 ? "limit" : "bad_request", message);
    if (status == 503) response.headers.push_back({"Retry-After", "1"});
    protect(response);
    return response;
  }

 private:
  struct Job {
    http::Request request;
    std::vector<std::string> names;
    http::Responder responder;
    const Route* route;
    Clock::time_point begun;
    std::shared_ptr<ProgramGate::Pass> pass;  // of a program
  };

  [[nodiscard]] std::optional<http::Response> refusal(const http::Request& head,
                                                      const Route* route) const {
    const bool is_file = app_.files.find(head.path()) != nullptr;
    const Guard guard = is_file ? Guard::kPage : route == nullptr ? Guard::kRead : route->guard;
    if (const auto refused = access_.check(head, guard, std::nullopt)) {
      return error_response(refused->status, refused->code, refused->message);
    }
    const bool reads = head.method == "GET" || head.method == "HEAD";
    if (is_file && reads) return std::nullopt;
    if (route != nullptr) return refuse_body(head);
    const Route* other = find_route(head, true).route;
    if (!is_file && other == nullptr) {
      return error_response(404, "unknown_url", "there is nothing here");
    }
    const std::string method = is_file ? "GET" : std::string(other->method);
    auto response = error_response(405, "wrong_method", "use " + method);
    response.headers.push_back({"Allow", method});
    return response;
  }

  /// What /readyz says.
  [[nodiscard]] std::string problem() const {
    if (queue_.full(Lane::kSingle) || queue_.full(Lane::kBatch) || queue_.full(Lane::kProgram)) {
      return "the queue is full";
    }
    if (scores_.full(Lane::kSingle) || scores_.full(Lane::kBatch)) return "the queue is full";
    const std::lock_guard lock(warm_mutex_);
    return no_jail_;
  }

  [[nodiscard]] std::string figures() const {
    const auto number = [](std::size_t value) { return static_cast<double>(value); };
    const auto waiting = [&](Lane lane) { return number(queue_.waiting(lane)); };
    return metrics_.text({
        {"papert_connections", "Open connections.", number(server_->stats().connections)},
        {"papert_sessions", "Playgrounds whose program waits or runs.", number(gate_.sessions())},
        {"papert_waiting_singles", "Quick requests that wait.", waiting(Lane::kSingle)},
        {"papert_waiting_batches", "Long requests that wait.", waiting(Lane::kBatch)},
        {"papert_waiting_programs", "Programs that wait.", waiting(Lane::kProgram)},
        {"papert_waiting_scores", "Requests to score replies that wait.",
         number(scores_.waiting(Lane::kSingle) + scores_.waiting(Lane::kBatch))},
        {"papert_running", "Requests in work.", number(queue_.running() + scores_.running())},
    });
  }

  /// The page, or with the right token in its address the cookie and the page without it.
  [[nodiscard]] http::Response page(const StaticFile& file, const http::Request& request) const {
    http::Response response = file_response(file, request);
    const auto token = request.query("token");
    if (token && !file.lasting) {
      response = {.status = 303, .content_type = "text/plain"};
      response.headers.push_back({"Location", "/"});
      response.headers.push_back({"Cache-Control", "no-store"});
      if (same_secret(*token, access_.token())) {
        response.headers.push_back({"Set-Cookie", access_.cookie()});
      }
    }
    protect(response);
    return response;
  }

  void work_on(Job& job) {
    if (auto refused = refuse_depth(job.request.body)) {
      finish(job, std::move(*refused));
      return;
    }
    auto response = error_response(500, "internal", "the request could not be answered");
    try {
      const Deadline deadline = job.pass ? Deadline().with(job.pass->token()) : Deadline();
      auto made = job.route->work(app_, {job.request, job.names, deadline, job.begun});
      response = made ? std::move(*made) : error_response(made.error());
    } catch (const std::exception& problem) {
      response = error_response(500, "internal", problem.what());
    }
    finish(job, std::move(response));
  }

  void finish(Job& job, http::Response response) {
    const std::chrono::duration<double> took = Clock::now() - job.begun;
    metrics_.count(job.route->path, response.status, took.count());
    const bool lasting = job.route->lasting && response.status == 200;
    response.headers.push_back(
        {"Cache-Control", lasting ? "private, max-age=31536000, immutable" : "no-store"});
    protect(response);
    job.responder.send(std::move(response));
  }

  /// Starts a jail, and reads all logs once, the newest first, so that pages need not wait for it.
  void read_ahead() {
    if (options_.warm_up) {
      std::string found = options_.warm_up();
      const std::lock_guard lock(warm_mutex_);
      no_jail_ = std::move(found);
    }
    for (const auto& run : app_.store.list()) {
      if (stopping_) return;
      (void)run->look([](const SampleIndex&) -> Result<void> { return {}; });
    }
  }

  AppServerOptions options_;
  Access access_;
  App app_;
  Metrics metrics_;
  ProgramGate gate_;
  std::atomic<bool> stopping_{false};
  mutable std::mutex warm_mutex_;
  std::string no_jail_;
  std::unique_ptr<http::Server> server_;
  WorkQueue queue_;
  WorkQueue scores_;  // apart, so that a long batch keeps no page waiting
  std::thread reader_;
};

AppServer::AppServer(std::unique_ptr<Handler> handler) : handler_(std::move(handler)) {}
AppServer::~AppServer() { stop(); }

Result<std::unique_ptr<AppServer>> AppServer::start(reward::TaskSets& sets, Engine engine,
                                                    AppServerOptions options) {
  options.access.host = options.http.host;
  auto access = TRY(Access::make(options.access));
  auto files = TRY(StaticFiles::embedded());
  auto handler = std::make_unique<Handler>(sets, std::move(engine), std::move(options),
                                           std::move(access), std::move(files));
  TRY(handler->start());
  return std::unique_ptr<AppServer>(new AppServer(std::move(handler)));
}

int AppServer::port() const { return handler_->server().port(); }
std::string AppServer::url() const { return handler_->server().url(); }

std::string AppServer::address() const {
  const std::string& token = handler_->access().token();
  return url() + (token.empty() ? "/" : "/?token=" + token);
}

void AppServer::stop(std::int64_t grace_ms) { handler_->stop(grace_ms); }

}  // namespace papert::serve::app
