#include "serve/reward_server.h"

#include <utility>

#include "serve/routes.h"

namespace papert::serve {

RewardServer::RewardServer(std::unique_ptr<Routes> routes) : routes_(std::move(routes)) {}
RewardServer::~RewardServer() { stop(); }

Result<std::unique_ptr<RewardServer>> RewardServer::start(Engine engine,
                                                          RewardServerOptions options) {
  options.access.host = options.http.host;
  auto access = TRY(Access::make(options.access));
  auto routes = std::make_unique<Routes>(std::move(engine), std::move(options), std::move(access));
  TRY(routes->start());
  return std::unique_ptr<RewardServer>(new RewardServer(std::move(routes)));
}

int RewardServer::port() const { return routes_->server().port(); }
std::string RewardServer::url() const { return routes_->server().url(); }
void RewardServer::stop(std::int64_t grace_ms) { routes_->stop(grace_ms); }

}  // namespace papert::serve
