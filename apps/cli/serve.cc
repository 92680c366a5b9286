#include "serve.h"

#include <fmt/format.h>

#include <ctime>

#include "base/cancel.h"
#include "base/format.h"
#include "base/setting.h"
#include "base/thread_pool.h"
#include "cli.h"
#include "lang/turtle/host/jail_pool.h"
#include "reward/request.h"
#include "serve/reward_server.h"

namespace papert::cli {
namespace {

constexpr const char* kServeExamples = R"(Examples:
  papert serve
      all runs in the browser: prints the address to open
  papert serve --demo
      the same with small runs of every suite in a temporary folder, made while you look
  papert serve --log-dir runs --data data/eval_v1 --port 8080
      the runs of a folder, and the tasks of another
  papert serve --reward
      rewards for a trainer on this machine; prints its address and a token
  PAPERT_TOKEN=... papert serve --reward --host 0.0.0.0 --origin http://rewards.cluster:7676 --jobs 32
      for other machines, which call it by that name
  curl -H "Authorization: Bearer $PAPERT_TOKEN" -H "Content-Type: application/json"
      -d '{"policy":"success","items":[{"ref":REF,"text":"..."}]}' http://127.0.0.1:7676/api/v1/reward

OpenRLHF: --reward.remote_url http://127.0.0.1:7676/t/TOKEN/get_reward?policy=shaped
SandboxFusion's clients: http://127.0.0.1:7676/t/TOKEN/run_code
Probes: /healthz, /readyz; figures for Prometheus: /metrics. docs/serve.md has every route.

The token is in the environment (PAPERT_TOKEN) or made anew; on the command line other users of the machine
see it. Names are exact: a request must call this server localhost, 127.0.0.1, [::1], its --host or the host
of an --origin.)";

}  // namespace

Result<std::string> token_of(const ServeOptions& options) {
  if (options.no_token) return std::string();
  std::string token = options.token.empty() ? setting("PAPERT_TOKEN", "") : options.token;
  if (!token.empty()) return token;
  return serve::make_token();
}

std::string start_a_jail() {
  lang::turtle::JailPool jails({});
  const auto drawing = jails.run("import turtle\n");
  return drawing ? "" : "no jail starts: " + drawing.error().to_string();
}

void wait_for_signal(const SignalCancel& signals) {
  while (!signals.token().cancelled()) {
    const timespec nap{.tv_sec = 0, .tv_nsec = 100'000'000};
    ::nanosleep(&nap, nullptr);
  }
}

serve::Engine engine_of(const reward::Service& service) {
  return [&service](std::string_view operation, std::string_view body,
                    std::chrono::steady_clock::time_point until) {
    reward::Response response =
        service.answer(operation, body, {.deadline = Deadline(until), .go_on = {}});
    return serve::Answer{std::move(response.json), response.ok, response.code};
  };
}

namespace {

void announce(const ServeOptions& options, const serve::RewardServer& server,
              const std::string& token, const std::vector<reward::AllowedFolder>& folders) {
  if (options.json) {
    Json line{{"format", kFormat}};
    line["url"] = server.url();
    line["port"] = server.port();
    line["token"] = token.empty() ? Json(nullptr) : Json(token);
    line["data"] = Json::array();
    for (const auto& folder : folders) {
      line["data"].push_back(
          {{"suite", folder.suite}, {"hash", folder.hash}, {"path", folder.path.string()}});
    }
    print(dump_json(line) + "\n");
    return;
  }
  print(fmt::format("listening on {}\n", server.url()));
  if (!token.empty()) {
    print(
        fmt::format("token {}\nwithout headers: {}/t/{}/get_reward\n", token, server.url(), token));
  }
  for (const auto& folder : folders) {
    print(fmt::format("data {} {} {}\n", folder.suite, folder.hash, folder.path.string()));
  }
}

Result<int> serve_rewards(ServeOptions options) {
  const SignalCancel signals;
  options.server.jobs = options.jobs;
  options.server.access.token = TRY(token_of(options));
  reward::TaskSetsOptions set_options{.jobs = options.jobs};
  set_options.folders.emplace(options.data.begin(), options.data.end());
  reward::TaskSets sets(std::move(set_options));
  const auto folders = TRY(sets.allowed());
  const reward::Service service(sets, {.jobs = options.jobs, .references = false});
  const std::string problem = start_a_jail();
  options.server.problem = [problem] { return problem; };
  if (!problem.empty()) report_note(problem);
  const auto server = TRY(serve::RewardServer::start(engine_of(service), options.server));
  announce(options, *server, options.server.access.token, folders);
  wait_for_signal(signals);
  server->stop(kGraceMs);
  return kExitDone;
}

Result<int> serve_either(ServeOptions options) {
  if (options.no_token && !options.token.empty()) {
    return fail(ErrorCode::kUsage, "give a token or none: --token or --no-token", "--no-token");
  }
  if (options.reward && options.demo) {
    return fail(ErrorCode::kUsage, "--demo is about pages, which --reward has none of", "--demo");
  }
  return options.reward ? serve_rewards(std::move(options)) : serve_app(std::move(options));
}

}  // namespace

std::function<int()> add_serve(Command& app) {
  auto options = std::make_shared<ServeOptions>();
  options->server.http.port = 7676;
  app.add_flag("--reward", options->reward, "rewards for trainers, without pages");
  app.add_flag("--demo", options->demo,
               "with small runs of every suite, in a temporary folder that is removed at the end");
  add_log_dir(app, options->log_dir);
  app.add_option("--annotations", options->annotations,
                 "where the pages keep labels, answers and drawings by people")
      ->type_name("DIR")
      ->capture_default_str();
  app.add_option("--host", options->server.http.host,
                 "address to listen on; another than this machine's own needs a token")
      ->capture_default_str();
  app.add_option("--port", options->server.http.port, "port to listen on; 0: a free one")
      ->type_name("N")
      ->check(between(0, 65535))
      ->capture_default_str();
  app.add_option("--data", options->data,
                 "a data folder that references may name by its hash; repeatable")
      ->type_name("DIR")
      ->check(existing_path())
      ->take_all();
  app.add_option("--jobs", options->jobs, "replies or pictures in work at once (all cores)")
      ->type_name("N")
      ->check(between(1, 1024));
  app.add_option("--rate", options->rate,
                 "programs a second that the playground runs, of all browsers together")
      ->type_name("N")
      ->check(between(1, 1'000'000))
      ->capture_default_str();
  app.add_option("--token", options->token,
                 "what clients must send (default: PAPERT_TOKEN, or made and printed)");
  app.add_flag("--no-token", options->no_token, "none, on this machine only");
  app.add_option("--origin", options->server.access.origins,
                 "a further address under which clients call it; repeatable")
      ->type_name("URL")
      ->take_all();
  app.add_flag("--json", options->json, "say where it listens as a line of JSON");
  app.footer(kServeExamples);
  return [options] {
    const auto code = serve_either(*options);
    return code ? *code : report_error(code.error());
  };
}

}  // namespace papert::cli
