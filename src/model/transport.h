// HTTP POST for many threads at once, over few threads: callers block, one thread (for hundreds of
// plain connections up to four) drives their transfers with libcurl and keeps connections open
// between them.
//
// Proxies come from the environment as libcurl reads it (http_proxy, HTTPS_PROXY, ALL_PROXY,
// NO_PROXY), except that loopback addresses are always reached directly: a proxy's localhost is
// another machine.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/cancel.h"
#include "base/result.h"

namespace papert::model {

struct TransportOptions {
  double connect_timeout_s = 10;
  double timeout_s = 600;            // of the whole exchange
  std::size_t max_connections = 64;  // kept open between requests
  std::size_t max_response_bytes = std::size_t{64} << 20;
  std::size_t max_header_bytes = std::size_t{256} << 10;  // of all headers together
  std::string ca_file;    // certificates to trust instead of the system's
  std::string ca_folder;  // the same, as a folder of hashed names
};

struct HttpRequest {
  std::string url;                   // http or https
  std::vector<std::string> headers;  // "name: value"
  std::string_view body;             // lives until send returns
};

enum class HttpFault {
  kNone,       // there is a response, whatever its status
  kConnect,    // no connection: name, address, refusal, handshake, or not in time
  kTimeout,    // connected, but no whole response in time
  kDropped,    // the connection ended before the response did
  kUntrusted,  // the server's certificate, or our list of certificates, is not good
  kTooLarge,   // the response is over max_response_bytes, or its headers over their limit
  kCancelled,
  kRefused,  // not a request that can be sent
};

struct HttpResponse {
  HttpFault fault = HttpFault::kNone;
  std::string message;   // what happened, if something did
  bool refused = false;  // kConnect: the machine is there, and nobody listens at the port
  int status = 0;
  std::string content_type;
  std::optional<double> retry_after_s;  // Retry-After in either form, or retry-after-ms
  std::string location;                 // of a redirection, which is never followed
  std::string body;
};

class Transport {
 public:
  [[nodiscard]] static Result<std::unique_ptr<Transport>> open(const TransportOptions& options);

  /// No send may be under way.
  ~Transport();
  Transport(const Transport&) = delete;
  Transport& operator=(const Transport&) = delete;

  /// Posts and blocks until there is a response or a fault; any number of threads. A cancelled
  /// token ends it within a fifth of a second.
  [[nodiscard]] HttpResponse send(const HttpRequest& request, const CancelToken& cancel);

 private:
  class Loop;
  explicit Transport(std::vector<std::unique_ptr<Loop>> loops);
  [[nodiscard]] Loop& loop_for(const HttpRequest& request);
  std::vector<std::unique_ptr<Loop>> loops_;
};

}  // namespace papert::model
