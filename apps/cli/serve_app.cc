#include <fmt/format.h>

#include <memory>

#include "base/format.h"
#include "base/scratch_folder.h"
#include "cli.h"
#include "demo.h"
#include "reward/request.h"
#include "serve.h"
#include "serve/app/app_server.h"

namespace papert::cli {
namespace {

void announce(const ServeOptions& options, const serve::app::AppServer& server,
              const std::string& token, const std::string& log_dir) {
  if (options.json) {
    Json line{{"format", kFormat}};
    line["url"] = server.url();
    line["open"] = server.address();
    line["port"] = server.port();
    line["token"] = token.empty() ? Json(nullptr) : Json(token);
    line["log_dir"] = log_dir;
    line["annotations"] = options.annotations;
    print(dump_json(line) + "\n");
    return;
  }
  print(fmt::format("open {}\nruns of {}, labels and answers by people go into {}\n",
                    server.address(), log_dir, options.annotations));
}

}  // namespace

// The address is printed before anything slow: data folders are read when a page asks for them.
Result<int> serve_app(ServeOptions options) {
  const SignalCancel signals;
  serve::app::AppServerOptions server_options{.http = options.server.http,
                                              .access = options.server.access};
  server_options.access.token = TRY(token_of(options));
  server_options.jobs = options.jobs;
  server_options.programs_per_second = static_cast<double>(options.rate);
  server_options.warm_up = start_a_jail;
  std::unique_ptr<Demo> demo;
  if (options.demo) {
    demo = TRY(Demo::make());
    options.log_dir = demo->folder().string();
    options.annotations = (demo->folder() / "annotations").string();
  }
  server_options.log_dir = options.log_dir;
  server_options.annotations = options.annotations;
  reward::TaskSetsOptions set_options{.jobs = options.jobs};
  set_options.folders.emplace(options.data.begin(), options.data.end());
  reward::TaskSets sets(std::move(set_options));
  const reward::Service service(sets, {.jobs = options.jobs});
  const std::string token = server_options.access.token;
  const auto server =
      TRY(serve::app::AppServer::start(sets, engine_of(service), std::move(server_options)));
  announce(options, *server, token, options.log_dir);
  if (demo) demo->start();
  wait_for_signal(signals);
  if (demo) demo->stop();
  server->stop(kGraceMs);
  return kExitDone;
}

}  // namespace papert::cli
