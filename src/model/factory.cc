#include "model/factory.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "base/nearest.h"
#include "base/text.h"
#include "model/anthropic.h"
#include "model/chat_json.h"
#include "model/command.h"
#include "model/endpoint.h"
#include "model/google.h"
#include "model/http_backend.h"
#include "model/openai.h"
#include "model/provider.h"
#include "model/remote.h"
#include "model/stream.h"

namespace papert::model {
namespace {

/// A header of the user's own. Its value may be a secret, so no message holds it.
struct Header {
  std::string name;
  std::string value;
};

Result<Header> parse_header(const std::string& text) {
  const std::size_t colon = std::min(text.find(':'), text.size());
  Header header{std::string(trim(text.substr(0, colon))),
                colon < text.size() ? std::string(trim(text.substr(colon + 1))) : ""};
  const auto in_name = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '_';
  };
  if (colon == text.size() || header.name.empty() || !std::ranges::all_of(header.name, in_name)) {
    return fail(ErrorCode::kUsage, "a header is written NAME:VALUE, as in X-Team:vision",
                "--header");
  }
  if (std::ranges::any_of(header.value, [](char c) { return c < ' ' || c > '~'; })) {
    return fail(ErrorCode::kUsage, "the value of a header must be printable ASCII",
                "--header " + header.name);
  }
  return header;
}

bool holds_a_key(std::string_view header) {
  const std::string name = lower(header);
  return name == "authorization" || name == "api-key" || name == "x-api-key" ||
         name == "x-goog-api-key";
}

/// The user's own headers take the place of ours of the same name.
Result<void> add_headers(ChatEndpoint& chat, const ModelOptions& options) {
  for (const std::string& text : options.headers) {
    const Header header = TRY(parse_header(text));
    const std::string start = lower(header.name) + ":";
    std::erase_if(chat.headers,
                  [&](const std::string& each) { return lower(each).starts_with(start); });
    chat.headers.push_back(header.name + ": " + header.value);
    chat.secrets.add(header.value);
    // "Bearer KEY": the key alone is secret, too.
    chat.secrets.add(std::string_view(header.value).substr(header.value.rfind(' ') + 1));
  }
  return {};
}

Result<std::string> key_for(const ModelOptions& options, const Provider& provider,
                            ChatEndpoint& chat) {
  Setting key = first_of(options, provider.key_variables, "_API_KEY");
  chat.key_variable = key.variable;
  for (const std::string& text : options.headers) {
    const Header header = TRY(parse_header(text));
    if (holds_a_key(header.name)) chat.key_header = header.name;
  }
  if (!chat.key_header.empty()) return std::string();
  if (key.value.empty() && !is_private(chat.url)) {
    return fail(ErrorCode::kUsage,
                fmt::format("{} is not set; {} needs a key", key.variable, host_of(chat.url)));
  }
  if (std::any_of(key.value.begin(), key.value.end(), [](char c) { return c <= ' ' || c > '~'; })) {
    return fail(ErrorCode::kUsage,
                fmt::format("{} holds characters that no key has", key.variable));
  }
  return std::move(key.value);
}

void use_openai(ChatEndpoint& chat, const ModelOptions& options, bool azure) {
  if (!chat.key.empty()) {
    chat.headers.push_back((azure ? "api-key: " : "Authorization: Bearer ") + chat.key);
  }
  OpenAiOptions format{chat.model, options.sampling, options.max_tokens_field};
  if (format.max_tokens_field.empty()) {
    format.max_tokens_field = max_tokens_field(chat.url, chat.model);
  }
  chat.max_tokens_field = format.max_tokens_field;
  chat.body = [format](const Request& request) { return openai_body(format, request); };
  chat.parse = parse_openai;
  chat.join = join_openai;
  chat.stream_url = chat.url;
  // Without being asked for it, usage is not part of a stream. Whoever names the options has said
  // what they are: null, for servers that do not know them.
  chat.stream_fields = options.sampling.extra_body.contains("stream_options")
                           ? R"("stream":true})"
                           : R"("stream":true,"stream_options":{"include_usage":true}})";
}

void use_anthropic(ChatEndpoint& chat, const ModelOptions& options) {
  chat.headers.push_back(fmt::format("anthropic-version: {}", kAnthropicVersion));
  if (!chat.key.empty()) chat.headers.push_back("x-api-key: " + chat.key);
  chat.body = [format = AnthropicOptions{chat.model, options.sampling}](const Request& request) {
    return anthropic_body(format, request);
  };
  chat.parse = parse_anthropic;
  chat.join = join_anthropic;
  chat.stream_url = chat.url;
  chat.stream_fields = R"("stream":true})";
}

void use_google(ChatEndpoint& chat, const ModelOptions& options) {
  if (!chat.key.empty()) chat.headers.push_back("x-goog-api-key: " + chat.key);
  chat.body = [format = GoogleOptions{options.sampling}](const Request& request) {
    return google_body(format, request);
  };
  chat.parse = parse_google;
  chat.join = join_google;
  chat.stream_url = stream_url(chat.url);
}

void use_format(ChatEndpoint& chat, const Provider& provider, const ModelOptions& options) {
  switch (provider.format) {
    case Format::kAnthropic:
      return use_anthropic(chat, options);
    case Format::kGoogle:
      return use_google(chat, options);
    case Format::kAzure:
      return use_openai(chat, options, true);
    case Format::kOpenAi:
      return use_openai(chat, options, false);
  }
}

TransportOptions transport_options(const ModelOptions& options, ChatEndpoint& chat) {
  TransportOptions transport;
  transport.connect_timeout_s = options.connect_timeout_s;
  if (options.timeout_s > 0) transport.timeout_s = options.timeout_s;
  transport.max_connections = options.max_connections;
  // libcurl, unlike its command line and most other clients, does not look at these by itself.
  for (const char* variable : {"CURL_CA_BUNDLE", "SSL_CERT_FILE", "REQUESTS_CA_BUNDLE"}) {
    if (!transport.ca_file.empty()) break;
    transport.ca_file = look_up(options, variable);
    if (!transport.ca_file.empty()) chat.ca_variable = variable;
  }
  chat.ca_file = transport.ca_file;
  transport.ca_folder = look_up(options, "SSL_CERT_DIR");
  return transport;
}

Result<std::unique_ptr<Backend>> http_backend(const Provider& provider, const std::string& name,
                                              const ModelOptions& options) {
  ChatEndpoint chat;
  chat.model = name;
  const Setting base = TRY(base_for(provider, options));
  chat.url_variable = base.variable;
  chat.url = TRY(url_for(provider, name, options, base.value));
  chat.key = TRY(key_for(options, provider, chat));
  chat.secrets.add(chat.key);
  for (const std::string& value : query_secrets(chat.url)) chat.secrets.add(value);
  chat.stream = options.stream;
  chat.headers = {
      "Content-Type: application/json",
      options.stream ? "Accept: text/event-stream, application/json" : "Accept: application/json"};
  use_format(chat, provider, options);
  TRY(add_headers(chat, options));
  auto transport = TRY(Transport::open(transport_options(options, chat)));
  return make_http_backend(std::move(chat), std::move(transport));
}

Result<std::unique_ptr<Backend>> command_backend(const std::string& name,
                                                 const ModelOptions& options) {
  CommandOptions command;
  command.sampling = options.sampling;
  if (options.timeout_s > 0) command.timeout_s = options.timeout_s;
  for (const Provider& provider : providers()) {
    for (const std::string& variable : provider.key_variables) {
      command.secrets.add(look_up(options, variable));
    }
  }
  return make_command_backend(name, command);
}

/// "openai/NAME, vllm/NAME, ... or command/CMD", and what was meant if that is near.
Error unknown_provider(const std::string& provider, const std::string& name) {
  std::vector<std::string_view> known;
  std::string list;
  for (const Provider& each : providers()) {
    known.push_back(each.name);
    list += fmt::format("{}/NAME, ", each.name);
  }
  known.insert(known.end(), {"command", "replay", "baseline", "solver"});
  const auto meant = nearest(provider, known);
  const std::string did_you_mean =
      meant ? fmt::format("did you mean {}/{}? ", *meant, name) : std::string();
  return {
      ErrorCode::kUsage,
      fmt::format("there is no model '{}/{}'; {}use {}command/CMD, replay/RUN, baseline/NAME or "
                  "solver/NAME",
                  provider, name, did_you_mean, list),
      ""};
}

Result<std::unique_ptr<Backend>> backend_for(const std::string& provider, const std::string& name,
                                             const ModelOptions& options) {
  if (options.sampling.extra_body.contains("stream")) {
    return fail(ErrorCode::kUsage, "leave \"stream\" out of it and say --stream", "--extra-body");
  }
  if (provider == "command") return command_backend(name, options);
  if (provider == "anthropic" && options.sampling.seed) {
    return fail(ErrorCode::kUsage, "anthropic/ models take no seed");
  }
  if (const Provider* known = find_provider(provider)) return http_backend(*known, name, options);
  return fail(unknown_provider(provider, name));
}

bool is_above_zero(const Json& value) { return value.is_number() && value.get<double>() > 0; }

/// Whether a temperature above 0 is asked for. One that is left to the provider does not count.
bool is_sampled(const Sampling& sampling) {
  const Json& extra = sampling.extra_body;
  if (extra.contains("temperature")) return is_above_zero(extra["temperature"]);
  const Json& config = member(extra, "generationConfig");
  if (is_above_zero(member(config, "temperature"))) return true;
  return sampling.temperature.value_or(0) > 0;
}

struct Name {
  std::string provider;
  std::string model;
};

Name split_name(const std::string& name) {
  const std::size_t slash = std::min(name.find('/'), name.size());
  return {name.substr(0, slash), slash < name.size() ? name.substr(slash + 1) : ""};
}

}  // namespace

bool has_temperature(std::string_view name) {
  return find_provider(name.substr(0, name.find('/'))) != nullptr;
}

CacheUse cache_use(const std::string& name, const ModelOptions& options) {
  const Name parts = split_name(name);
  const Provider* provider = find_provider(parts.provider);
  if (provider == nullptr && parts.provider != "command") return {};
  if (options.use_cache) return {*options.use_cache, ""};
  if (provider == nullptr) return {false, "a program may have changed (--cache keeps them)"};
  if (is_sampled(options.sampling)) {
    return {false, "the temperature is above 0 (--cache keeps them)"};
  }
  const auto base = base_for(*provider, options);
  const auto url = base ? url_for(*provider, parts.model, options, base->value)
                        : Result<std::string>(fail(base.error()));
  if (url && is_private(*url)) {
    return {false, "another model may be behind a private address (--cache keeps them)"};
  }
  return {true, ""};
}

Result<std::unique_ptr<Model>> make_model(const std::string& name, const ModelOptions& options) {
  const Name parts = split_name(name);
  RemoteOptions remote;
  remote.provider = parts.provider;
  remote.name = parts.model;
  if (remote.name.empty()) {
    return fail(ErrorCode::kUsage,
                fmt::format("'{}' is not a model; write PROVIDER/NAME, as in openai/gpt-4o", name));
  }
  auto backend = TRY(backend_for(remote.provider, remote.name, options));
  remote.max_connections = options.max_connections;
  remote.retry.max_retries = options.max_retries;
  remote.max_tokens = options.sampling.max_tokens;
  if (!remote.max_tokens && remote.provider == "anthropic") remote.max_tokens = kAnthropicMaxTokens;
  remote.cache_use = cache_use(name, options);
  if (remote.cache_use.on) remote.cache = options.cache;
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
