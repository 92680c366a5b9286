// A provider over HTTP: its wire format on top of the transport, and what each way to fail means.
//
// Asked again: no connection, time-outs, dropped connections, 408, 409, 425, 429, 5xx, a body that
// is not JSON or not of the format, a reply without choices. Fatal, as every request would end the
// same way: 401, 402, 403, 404, redirections, an account without money, an untrusted certificate.
// Other failures (400, 413, 422, a reply over the size limit) are this request's alone.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "model/remote.h"
#include "model/transport.h"

namespace papert::model {

/// A provider's format and address.
struct Wire {
  std::string model;  // its name, for hints
  std::string url;
  std::vector<std::string> headers;
  std::string key;           // never shown
  std::string key_variable;  // where it comes from, for hints
  std::string url_variable;
  std::function<std::string(const Request&)> body;
  std::function<Result<Reply>(std::string_view)> parse;
};

/// What a response means; `wire` gives the format and the hints. Separate from the backend so that
/// it can be tested on responses.
[[nodiscard]] Attempt judge_response(const Wire& wire, const HttpResponse& response);

[[nodiscard]] std::unique_ptr<Backend> make_http_backend(Wire wire,
                                                         std::unique_ptr<Transport> transport);

}  // namespace papert::model
