#include "model/http_backend.h"

#include <fmt/format.h>

#include <utility>

#include "base/text.h"
#include "model/chat_json.h"
#include "model/complaint.h"
#include "model/endpoint.h"

namespace papert::model {
namespace {

std::string_view status_name(int status) {
  switch (status) {
    case 400:
      return " Bad Request";
    case 401:
      return " Unauthorized";
    case 402:
      return " Payment Required";
    case 403:
      return " Forbidden";
    case 404:
      return " Not Found";
    case 408:
      return " Request Timeout";
    case 413:
      return " Content Too Large";
    case 429:
      return " Too Many Requests";
    case 500:
      return " Internal Server Error";
    case 502:
      return " Bad Gateway";
    case 503:
      return " Service Unavailable";
    case 504:
      return " Gateway Timeout";
    default:
      return "";
  }
}

Attempt failure(std::string why, Gate::Sign sign) {
  Attempt attempt;
  attempt.reply = Reply::failed(std::move(why));
  attempt.sign = sign;
  return attempt;
}

/// OpenSSL's words for a server that answers a TLS greeting in plain text.
bool speaks_no_tls(const HttpResponse& response) {
  return response.message.find("wrong version number") != std::string::npos ||
         response.message.find("packet length too long") != std::string::npos;
}

/// What a server that expects TLS does when http is spoken to it.
std::string tls_hint(const ChatEndpoint& chat, const HttpResponse& response) {
  const bool likely = response.message.find("HTTP/0.9") != std::string::npos ||
                      response.message.find("reset by peer") != std::string::npos ||
                      response.message.find("Empty reply") != std::string::npos;
  if (!likely || !chat.url.starts_with("http://")) return "";
  return fmt::format("; if the server wants TLS, write https:// in {}", chat.url_variable);
}

Attempt classify_no_connection(const ChatEndpoint& chat, const HttpResponse& response,
                               Attempt attempt) {
  const std::string host(host_of(chat.url));
  attempt.reason = "no connection to " + host;
  // A machine that says at once that nobody listens will say so again; what is not this machine
  // may be about to start.
  attempt.hopeless = response.refused && is_loopback(chat.url);
  if (attempt.hopeless) attempt.reply.error += "; no server listens there";
  if (speaks_no_tls(response)) {
    attempt.hopeless = true;
    attempt.reply.error +=
        fmt::format("; the server speaks http, write http:// in {}", chat.url_variable);
    return attempt;
  }
  attempt.reply.error += fmt::format("; is {} right?", chat.url_variable);
  return attempt;
}

/// Which certificates are trusted, and which variable changes that.
std::string certificate_hint(const ChatEndpoint& chat) {
  if (chat.ca_variable.empty()) return "; SSL_CERT_FILE names the certificates to trust";
  return fmt::format("; the certificates to trust are those of {}={}", chat.ca_variable,
                     chat.ca_file);
}

Attempt classify_fault(const ChatEndpoint& chat, const HttpResponse& response) {
  const bool slow = response.fault == HttpFault::kTimeout;
  Attempt attempt = failure(fmt::format("{}: {}", host_of(chat.url), response.message),
                            slow ? Gate::Sign::kOverload : Gate::Sign::kNothing);
  attempt.again =
      slow || response.fault == HttpFault::kConnect || response.fault == HttpFault::kDropped;
  attempt.answered = response.fault != HttpFault::kConnect;
  switch (response.fault) {
    case HttpFault::kConnect:
      return classify_no_connection(chat, response, std::move(attempt));
    case HttpFault::kTimeout:
      attempt.reason = "no answer in time";
      break;
    case HttpFault::kDropped:
      attempt.reason = "connection lost";
      attempt.reply.error += tls_hint(chat, response);
      break;
    case HttpFault::kUntrusted:
      attempt.reply.fatal = true;
      attempt.reply.error += certificate_hint(chat);
      break;
    case HttpFault::kRefused:
      attempt.reply.error += tls_hint(chat, response);
      break;
    default:
      break;
  }
  return attempt;
}

Attempt classify_redirection(const ChatEndpoint& chat, const HttpResponse& response,
                             const std::string& name) {
  Attempt attempt = failure(fmt::format("{}: {} redirects to {}; set {} to the right address", name,
                                        address_of(chat.url), response.location, chat.url_variable),
                            Gate::Sign::kNothing);
  attempt.reply.fatal = true;
  return attempt;
}

std::string hint_in(const ChatEndpoint& chat, Complaint complaint) {
  const std::string address = address_of(chat.url);
  return hint_for(complaint, {chat.model, address, chat.key_variable, chat.url_variable,
                              chat.max_tokens_field});
}

/// The server's own words in the error of a reply that is one, under status 200; "" for others.
std::string_view reported_error(std::string_view why) {
  for (const std::string_view start :
       {"the stream reports an error: ", "the reply is an error: "}) {
    if (why.starts_with(start)) return why.substr(start.size());
  }
  return {};
}

Attempt classify_error(const ChatEndpoint& chat, const HttpResponse& response) {
  const int status = response.status;
  const std::string name = fmt::format("HTTP {}{}", status, status_name(status));
  if (status >= 300 && status < 400) return classify_redirection(chat, response, name);
  // Before a message is cut out of it, lest a cut-off key is no longer recognised.
  const std::string body = chat.secrets.hide(response.body);
  const std::string code = provider_code(body);
  const std::string message = provider_message(body);
  if (status == 400 && (code == "content_filter" || code == "content_policy_violation")) {
    Attempt attempt;
    attempt.reply.status = ReplyStatus::kRefused;
    attempt.reply.text = message;
    return attempt;
  }
  const Complaint complaint = complaint_of(status, code, message);
  const std::string hint = hint_in(chat, complaint);
  const bool overload = status == 429 || status >= 500 || status == 408;
  Attempt attempt = failure(fmt::format("{} from {}: {}{}", name, host_of(chat.url), message, hint),
                            overload ? Gate::Sign::kOverload : Gate::Sign::kNothing);
  attempt.reply.fatal = is_fatal(complaint);
  attempt.again = !attempt.reply.fatal && (overload || status == 409 || status == 425);
  attempt.reason = name;
  attempt.wait_s = response.retry_after_s;
  return attempt;
}

bool looks_like_a_stream(std::string_view body) {
  return body.starts_with("data:") || body.starts_with("event:") || body.starts_with(": ");
}

/// The type of a body is what it looks like: servers put JSON under text/plain, and streams under
/// no type at all.
Result<Reply> read_body(const ChatEndpoint& chat, const HttpResponse& response,
                        std::string_view body) {
  const std::string type = lower(response.content_type);
  const bool stream =
      type.find("event-stream") != std::string::npos || (chat.stream && looks_like_a_stream(body));
  if (stream) {
    const std::string joined = TRY(chat.join(body));
    return chat.parse(joined);
  }
  auto reply = chat.parse(body);
  if (!reply && !type.empty() && type.find("json") == std::string::npos) {
    return fail(ErrorCode::kBadData,
                fmt::format("the reply is {}, not JSON: {}", type, provider_message(body)));
  }
  return reply;
}

Attempt classify_success(const ChatEndpoint& chat, const HttpResponse& response) {
  Attempt attempt;
  auto reply = read_body(chat, response, response.body);
  if (!reply) {
    // Its words may be in the message, which is cut: so it is read again without the key.
    const auto again = read_body(chat, response, chat.secrets.hide(response.body));
    const std::string& why = again ? reply.error().message : again.error().message;
    // A stream has begun with status 200 before its server looks at the request.
    const Complaint complaint = complaint_of(400, "", reported_error(why));
    attempt = failure(fmt::format("{}: {}{}", host_of(chat.url), why, hint_in(chat, complaint)),
                      Gate::Sign::kNothing);
    attempt.reply.fatal = is_fatal(complaint);
    attempt.again = !attempt.reply.fatal;
    attempt.reason = "an unusable reply";
    return attempt;
  }
  attempt.reply = std::move(*reply);
  return attempt;
}

class HttpBackend : public Backend {
 public:
  HttpBackend(ChatEndpoint chat, std::unique_ptr<Transport> transport)
      : chat_(std::move(chat)), transport_(std::move(transport)) {}

  /// Without what makes it a stream, which decides nothing about the reply.
  [[nodiscard]] std::string body(const Request& request) const override {
    return chat_.body(request);
  }

  [[nodiscard]] Attempt attempt(const Request&, const std::string& body,
                                const CancelToken& cancel) override {
    if (!chat_.stream) {
      return classify_response(chat_, transport_->send({chat_.url, chat_.headers, body}, cancel));
    }
    std::string streamed = body;
    if (!chat_.stream_fields.empty()) {
      streamed.back() = ',';  // the object's brace
      streamed += chat_.stream_fields;
    }
    return classify_response(chat_,
                             transport_->send({chat_.stream_url, chat_.headers, streamed}, cancel));
  }

  [[nodiscard]] std::string endpoint() const override { return chat_.url; }
  [[nodiscard]] std::string address() const override { return address_of(chat_.url); }

  [[nodiscard]] std::string describe() const override {
    const std::string url = chat_.url.substr(0, chat_.url.find('?'));
    if (!chat_.key_header.empty()) {
      return fmt::format("{} (key in --header {})", url, chat_.key_header);
    }
    return chat_.key.empty() ? fmt::format("{} (no key)", url)
                             : fmt::format("{} (key {})", url, masked(chat_.key));
  }

 private:
  const ChatEndpoint chat_;
  const std::unique_ptr<Transport> transport_;
};

}  // namespace

Attempt classify_response(const ChatEndpoint& chat, const HttpResponse& response) {
  const bool fine = response.status >= 200 && response.status < 300;
  Attempt attempt = response.fault != HttpFault::kNone ? classify_fault(chat, response)
                    : fine                             ? classify_success(chat, response)
                                                       : classify_error(chat, response);
  Reply& reply = attempt.reply;
  if (reply.status == ReplyStatus::kFailed && response.fault == HttpFault::kNone) {
    reply.http_status = response.status;
  }
  reply.error = chat.secrets.hide(reply.error);
  reply.text = chat.secrets.hide_in_reply(std::move(reply.text));
  reply.reasoning = chat.secrets.hide_in_reply(std::move(reply.reasoning));
  return attempt;
}

std::unique_ptr<Backend> make_http_backend(ChatEndpoint chat,
                                           std::unique_ptr<Transport> transport) {
  return std::make_unique<HttpBackend>(std::move(chat), std::move(transport));
}

}  // namespace papert::model
