#include "model/http_backend.h"

#include <fmt/format.h>

#include <utility>

#include "base/text.h"
#include "model/endpoint.h"
#include "model/wire.h"

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
  attempt.reply.status = ReplyStatus::kFailed;
  attempt.reply.error = std::move(why);
  attempt.sign = sign;
  return attempt;
}

Attempt judge_fault(const Wire& wire, const HttpResponse& response) {
  const std::string host(host_of(wire.url));
  const bool slow = response.fault == HttpFault::kTimeout;
  Attempt attempt = failure(fmt::format("{}: {}", host, response.message),
                            slow ? Gate::Sign::kOverload : Gate::Sign::kNothing);
  attempt.again =
      slow || response.fault == HttpFault::kConnect || response.fault == HttpFault::kDropped;
  attempt.answered = response.fault != HttpFault::kConnect;
  switch (response.fault) {
    case HttpFault::kConnect:
      attempt.reason = "no connection to " + host;
      attempt.reply.error += fmt::format("; is {} right?", wire.url_variable);
      break;
    case HttpFault::kTimeout:
      attempt.reason = "no answer in time";
      break;
    case HttpFault::kDropped:
      attempt.reason = "connection lost";
      break;
    case HttpFault::kUntrusted:
      attempt.reply.fatal = true;
      attempt.reply.error += "; SSL_CERT_FILE names the certificates to trust";
      break;
    default:
      break;
  }
  return attempt;
}

bool is_about_temperature(int status, const std::string& message) {
  return status == 400 && lower(message).find("temperature") != std::string::npos;
}

/// What to do about a status that every request would get.
std::string hint(const Wire& wire, int status, const std::string& message) {
  if (is_about_temperature(status, message)) return "; leave it out with --temperature none";
  switch (status) {
    case 401:
      return fmt::format("; set {} to a valid key", wire.key_variable);
    case 402:
      return "; the account has no money left";
    case 403:
      return fmt::format("; the key in {} may not use {}", wire.key_variable, wire.model);
    case 404:
      return fmt::format("; either there is no model '{}', or {} is not the endpoint (set {})",
                         wire.model, wire.url, wire.url_variable);
    default:
      return "";
  }
}

Attempt judge_error(const Wire& wire, const HttpResponse& response) {
  const int status = response.status;
  const std::string name = fmt::format("HTTP {}{}", status, status_name(status));
  if (status >= 300 && status < 400) {
    Attempt attempt = failure(fmt::format("{}: {} redirects to {}; set {} to the right address",
                                          name, wire.url, response.location, wire.url_variable),
                              Gate::Sign::kNothing);
    attempt.reply.fatal = true;
    return attempt;
  }
  // Before a message is cut out of it, lest a cut-off key is no longer recognised.
  const std::string body = without_key(response.body, wire.key);
  const std::string code = provider_code(body);
  if (status == 400 && (code == "content_filter" || code == "content_policy_violation")) {
    Attempt attempt;
    attempt.reply.status = ReplyStatus::kRefused;
    attempt.reply.text = provider_message(body);
    return attempt;
  }
  const bool broke = code == "insufficient_quota";
  const std::string message = provider_message(body);
  const bool overload = status == 429 || status >= 500 || status == 408;
  Attempt attempt = failure(fmt::format("{} from {}: {}{}", name, host_of(wire.url), message,
                                        hint(wire, broke ? 402 : status, message)),
                            overload ? Gate::Sign::kOverload : Gate::Sign::kNothing);
  attempt.again = !broke && (overload || status == 409 || status == 425);
  attempt.reason = name;
  attempt.wait_s = response.retry_after_s;
  attempt.reply.fatal =
      broke || is_about_temperature(status, message) || (status >= 401 && status <= 404);
  return attempt;
}

Attempt judge_success(const Wire& wire, const HttpResponse& response) {
  const auto malformed = [&](const std::string& why) {
    Attempt attempt = failure(fmt::format("{}: {}", host_of(wire.url), why), Gate::Sign::kNothing);
    attempt.again = true;
    attempt.reason = "an unusable reply";
    return attempt;
  };
  const std::string type = lower(response.content_type);
  if (!type.empty() && type.find("json") == std::string::npos) {
    return malformed(fmt::format("the reply is {}, not JSON: {}", type,
                                 provider_message(without_key(response.body, wire.key))));
  }
  auto reply = wire.parse(response.body);
  if (!reply) {
    reply = wire.parse(without_key(response.body, wire.key));  // its words may be in the message
    if (!reply) return malformed(reply.error().message);
  }
  Attempt attempt;
  attempt.reply = std::move(*reply);
  return attempt;
}

class HttpBackend : public Backend {
 public:
  HttpBackend(Wire wire, std::unique_ptr<Transport> transport)
      : wire_(std::move(wire)), transport_(std::move(transport)) {}

  [[nodiscard]] std::string body(const Request& request) const override {
    return wire_.body(request);
  }

  [[nodiscard]] Attempt attempt(const Request&, const std::string& body,
                                const CancelToken& cancel) override {
    return judge_response(wire_, transport_->send({wire_.url, wire_.headers, body}, cancel));
  }

  [[nodiscard]] std::string endpoint() const override { return wire_.url; }
  [[nodiscard]] std::string address() const override { return address_of(wire_.url); }

  [[nodiscard]] std::string describe() const override {
    return wire_.key.empty() ? fmt::format("{} (no key)", wire_.url)
                             : fmt::format("{} (key {})", wire_.url, masked(wire_.key));
  }

 private:
  const Wire wire_;
  const std::unique_ptr<Transport> transport_;
};

}  // namespace

Attempt judge_response(const Wire& wire, const HttpResponse& response) {
  if (response.fault != HttpFault::kNone) return judge_fault(wire, response);
  if (response.status < 200 || response.status >= 300) return judge_error(wire, response);
  return judge_success(wire, response);
}

std::unique_ptr<Backend> make_http_backend(Wire wire, std::unique_ptr<Transport> transport) {
  return std::make_unique<HttpBackend>(std::move(wire), std::move(transport));
}

}  // namespace papert::model
