#include "model/factory.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "base/text.h"
#include "model/anthropic.h"
#include "model/command.h"
#include "model/endpoint.h"
#include "model/google.h"
#include "model/http_backend.h"
#include "model/openai.h"
#include "model/remote.h"

namespace papert::model {
namespace {

/// Where a provider's key and address are looked up, the first that is set counts.
struct Provider {
  std::string_view name;
  std::vector<std::string> key_variables;
  std::vector<std::string> url_variables;
  std::string_view url;
};

const std::vector<Provider>& providers() {
  static const std::vector<Provider> all{
      {"openai",
       {"OPENAI_API_KEY"},
       {"OPENAI_BASE_URL", "OPENAI_API_BASE", "OPENAI_API_URL"},
       "https://api.openai.com"},
      {"anthropic", {"ANTHROPIC_API_KEY"}, {"ANTHROPIC_BASE_URL"}, "https://api.anthropic.com"},
      {"google",
       {"GEMINI_API_KEY", "GOOGLE_API_KEY"},
       {"GEMINI_BASE_URL", "GOOGLE_GEMINI_BASE_URL"},
       "https://generativelanguage.googleapis.com"},
  };
  return all;
}

struct Setting {
  std::string value;
  std::string variable;  // where it is from, or should be
};

std::string look_up(const ModelOptions& options, const std::string& variable) {
  return options.setting ? std::string(trim(options.setting(variable))) : std::string();
}

Setting first_of(const ModelOptions& options, std::vector<std::string> variables,
                 std::string_view judged) {
  if (!options.prefix.empty()) variables = {options.prefix + std::string(judged)};
  for (const std::string& variable : variables) {
    if (std::string value = look_up(options, variable); !value.empty()) {
      return {std::move(value), variable};
    }
  }
  return {"", variables.front()};
}

Result<std::string> key_for(const ModelOptions& options, const Provider& provider, Wire& wire) {
  Setting key = first_of(options, provider.key_variables, "_API_KEY");
  wire.key_variable = key.variable;
  if (key.value.empty() && !is_private(wire.url)) {
    return fail(ErrorCode::kUsage,
                fmt::format("{} is not set; {} needs a key", key.variable, host_of(wire.url)));
  }
  if (std::any_of(key.value.begin(), key.value.end(), [](char c) { return c <= ' ' || c > '~'; })) {
    return fail(ErrorCode::kUsage,
                fmt::format("{} holds characters that no key has", key.variable));
  }
  return std::move(key.value);
}

Result<std::string> url_for(std::string_view provider, const std::string& name,
                            const std::string& base) {
  if (provider == "anthropic") return messages_url(base);
  if (provider == "google") return generate_url(base, name);
  return chat_url(base);
}

void use_openai(Wire& wire, const ModelOptions& options) {
  if (!wire.key.empty()) wire.headers.push_back("Authorization: Bearer " + wire.key);
  OpenAiOptions format{wire.model, options.sampling, options.max_tokens_field};
  if (format.max_tokens_field.empty()) {
    format.max_tokens_field = max_tokens_field(wire.url, wire.model);
  }
  wire.body = [format](const Request& request) { return openai_body(format, request); };
  wire.parse = parse_openai;
}

void use_anthropic(Wire& wire, const ModelOptions& options) {
  wire.headers.push_back(fmt::format("anthropic-version: {}", kAnthropicVersion));
  if (!wire.key.empty()) wire.headers.push_back("x-api-key: " + wire.key);
  wire.body = [format = AnthropicOptions{wire.model, options.sampling}](const Request& request) {
    return anthropic_body(format, request);
  };
  wire.parse = parse_anthropic;
}

void use_google(Wire& wire, const ModelOptions& options) {
  if (!wire.key.empty()) wire.headers.push_back("x-goog-api-key: " + wire.key);
  wire.body = [format = GoogleOptions{options.sampling}](const Request& request) {
    return google_body(format, request);
  };
  wire.parse = parse_google;
}

Result<std::unique_ptr<Backend>> http_backend(const Provider& provider, const std::string& name,
                                              const ModelOptions& options) {
  Wire wire;
  wire.model = name;
  const Setting url = first_of(options, provider.url_variables, "_BASE_URL");
  wire.url_variable = url.variable;
  const std::string& given = options.base_url.empty() ? url.value : options.base_url;
  wire.url = TRY(url_for(provider.name, name, given.empty() ? std::string(provider.url) : given));
  wire.key = TRY(key_for(options, provider, wire));
  wire.headers = {"Content-Type: application/json", "Accept: application/json"};
  if (provider.name == "anthropic") {
    use_anthropic(wire, options);
  } else if (provider.name == "google") {
    use_google(wire, options);
  } else {
    use_openai(wire, options);
  }
  TransportOptions transport;
  transport.connect_timeout_s = options.connect_timeout_s;
  if (options.timeout_s > 0) transport.timeout_s = options.timeout_s;
  transport.max_connections = options.max_connections;
  // libcurl, unlike its command line and most other clients, does not look at these by itself.
  for (const char* variable : {"CURL_CA_BUNDLE", "SSL_CERT_FILE", "REQUESTS_CA_BUNDLE"}) {
    if (transport.ca_file.empty()) transport.ca_file = look_up(options, variable);
  }
  transport.ca_folder = look_up(options, "SSL_CERT_DIR");
  auto opened = TRY(Transport::open(transport));
  return make_http_backend(std::move(wire), std::move(opened));
}

Result<std::unique_ptr<Backend>> backend_for(const std::string& provider, const std::string& name,
                                             const ModelOptions& options) {
  if (provider == "command") {
    CommandOptions command;
    command.sampling = options.sampling;
    if (options.timeout_s > 0) command.timeout_s = options.timeout_s;
    return make_command_backend(name, command);
  }
  if (provider == "anthropic" && options.sampling.seed) {
    return fail(ErrorCode::kUsage, "anthropic/ models take no seed");
  }
  for (const Provider& known : providers()) {
    if (known.name == provider) return http_backend(known, name, options);
  }
  return fail(ErrorCode::kUsage,
              fmt::format("there is no model '{}/{}'; use openai/NAME, anthropic/NAME, google/NAME "
                          "or command/CMD",
                          provider, name));
}

}  // namespace

bool has_temperature(std::string_view name) {
  const std::string_view provider = name.substr(0, name.find('/'));
  return std::ranges::any_of(providers(), [&](const Provider& p) { return p.name == provider; });
}

Result<std::unique_ptr<Model>> make_model(const std::string& name, const ModelOptions& options) {
  const std::size_t slash = std::min(name.find('/'), name.size());
  RemoteOptions remote;
  remote.provider = name.substr(0, slash);
  remote.name = slash < name.size() ? name.substr(slash + 1) : "";
  if (remote.name.empty()) {
    return fail(ErrorCode::kUsage,
                fmt::format("'{}' is no model; write PROVIDER/NAME, as in openai/gpt-4o", name));
  }
  auto backend = TRY(backend_for(remote.provider, remote.name, options));
  remote.max_connections = options.max_connections;
  remote.retry.max_retries = options.max_retries;
  remote.max_tokens = options.sampling.max_tokens;
  if (!remote.max_tokens && remote.provider == "anthropic") remote.max_tokens = kAnthropicMaxTokens;
  remote.cache = options.cache;
  if (options.prices) remote.price = options.prices->find(name);
  remote.budget = options.budget;
  if (remote.budget && !remote.price) {
    return fail(ErrorCode::kUsage,
                fmt::format("a cost limit needs the price of '{}' in the price file", name));
  }
  remote.seed = options.seed;
  remote.sleep = options.sleep;
  return std::unique_ptr<Model>(
      std::make_unique<RemoteModel>(std::move(backend), std::move(remote)));
}

}  // namespace papert::model
