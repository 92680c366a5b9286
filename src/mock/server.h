// The mock on a socket: plain HTTP/1.1 with keep-alive.
//
//     POST /v1/chat/completions, /chat/completions     OpenAI
//     POST /v1/messages                                Anthropic
//     POST /openai/deployments/{model}/chat/completions   the same at an address of Azure's
//     POST /v1beta/models/{model}:generateContent      Gemini, also :streamGenerateContent
//     GET  /v1/models, /health, /mock/stats
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "base/result.h"
#include "mock/service.h"

namespace papert::mock {

/// Connections served at once; for further ones, those that are idle are closed.
inline constexpr std::size_t kMaxConnections = 4096;

struct ServerOptions {
  std::string host = "127.0.0.1";
  int port = 0;                                        // 0: a free one
  std::size_t max_body_bytes = std::size_t{64} << 20;  // more is refused with status 413
};

class MockServer {
 public:
  /// Listens when it returns. `service` must outlive it.
  [[nodiscard]] static Result<std::unique_ptr<MockServer>> start(MockService& service,
                                                                 const ServerOptions& options);
  /// Stops.
  ~MockServer();
  MockServer(const MockServer&) = delete;
  MockServer& operator=(const MockServer&) = delete;

  [[nodiscard]] int port() const;
  [[nodiscard]] std::string url() const;  // "http://127.0.0.1:PORT/v1"

  /// Hangs up, at once: requests in flight may be left without a reply.
  void stop();

 private:
  class Listener;
  explicit MockServer(std::unique_ptr<Listener> listener);

  std::unique_ptr<Listener> listener_;
};

}  // namespace papert::mock
