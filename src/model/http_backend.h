// A provider over HTTP: its format on top of the transport, and what each way to fail means.
//
// Asked again: no connection, time-outs, dropped connections, 408, 409, 425, 429, 5xx, a body that
// is not JSON or not of the format, an empty list of choices, a stream that is cut off or reports
// an error. Fatal, as every request would end the same way: 401, 402, 403, 404, redirections, an
// account without money, an untrusted certificate, a field that the model does not take
// (complaint.h); on this machine a port where nobody listens, if nobody ever answered. Other
// failures (400, 413, 422, a reply over the size limit) are this request's alone.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "model/remote.h"
#include "model/secret.h"
#include "model/transport.h"

namespace papert::model {

/// A provider's format and address.
struct ChatEndpoint {
  std::string model;  // its name, for hints
  std::string url;
  std::vector<std::string> headers;
  std::string key;           // never shown
  std::string key_variable;  // where it comes from, for hints
  std::string key_header;    // the user's own header that stands for it; may be empty
  std::string url_variable;
  Secrets secrets;               // the key, and whatever else a server must not repeat
  std::string max_tokens_field;  // for hints; empty: there is no choice
  std::string ca_variable;       // that named the certificates; may be empty
  std::string ca_file;
  bool stream = false;
  std::string stream_url;
  std::string stream_fields;  // the end of the request's object, its brace included; may be empty
  std::function<std::string(const Request&)> body;
  std::function<Result<Reply>(std::string_view)> parse;
  std::function<Result<std::string>(std::string_view)> join;  // of a stream: stream.h
};

/// Decides what a response is: a reply, a failure to try again, one of this request alone, or one
/// that ends the run; `chat` gives the format and the hints. Separate from the backend so that it
/// can be tested on responses.
[[nodiscard]] Attempt classify_response(const ChatEndpoint& chat, const HttpResponse& response);

[[nodiscard]] std::unique_ptr<Backend> make_http_backend(ChatEndpoint chat,
                                                         std::unique_ptr<Transport> transport);

}  // namespace papert::model
