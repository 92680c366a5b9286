#include "model/provider.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "model/anthropic.h"
#include "model/endpoint.h"
#include "model/google.h"
#include "model/openai.h"

namespace papert::model {
namespace {

/// OLLAMA_HOST is often an address to listen at, and may leave out the port.
std::string with_ollama_port(const std::string& host) {
  constexpr std::string_view kPort = ":11434";
  const bool has_more =
      host.find("://") != std::string::npos || host.find('/') != std::string::npos;
  return has_more || host.rfind(':') != std::string::npos ? host : host + std::string(kPort);
}

}  // namespace

const std::vector<Provider>& providers() {
  static const std::vector<Provider> all{
      {"openai",
       Format::kOpenAi,
       {"OPENAI_API_KEY"},
       {"OPENAI_BASE_URL", "OPENAI_API_BASE", "OPENAI_API_URL"},
       "https://api.openai.com"},
      {"anthropic",
       Format::kAnthropic,
       {"ANTHROPIC_API_KEY"},
       {"ANTHROPIC_BASE_URL"},
       "https://api.anthropic.com"},
      {"google",
       Format::kGoogle,
       {"GEMINI_API_KEY", "GOOGLE_API_KEY"},
       {"GEMINI_BASE_URL", "GOOGLE_GEMINI_BASE_URL"},
       "https://generativelanguage.googleapis.com"},
      {"vllm", Format::kOpenAi, {"VLLM_API_KEY"}, {"VLLM_BASE_URL"}, "http://localhost:8000/v1"},
      {"ollama",
       Format::kOpenAi,
       {"OLLAMA_API_KEY"},
       {"OLLAMA_BASE_URL", "OLLAMA_HOST"},
       "http://localhost:11434/v1"},
      {"azure",
       Format::kAzure,
       {"AZURE_OPENAI_API_KEY"},
       {"AZURE_OPENAI_ENDPOINT", "AZURE_OPENAI_BASE_URL"},
       ""},
      {"openrouter",
       Format::kOpenAi,
       {"OPENROUTER_API_KEY"},
       {"OPENROUTER_BASE_URL"},
       "https://openrouter.ai/api/v1"},
  };
  return all;
}

const Provider* find_provider(std::string_view name) {
  const auto found = std::ranges::find(providers(), name, &Provider::name);
  return found == providers().end() ? nullptr : &*found;
}

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

Result<Setting> base_for(const Provider& provider, const ModelOptions& options) {
  Setting url = first_of(options, provider.url_variables, "_BASE_URL");
  if (url.variable == "OLLAMA_HOST" && !url.value.empty()) url.value = with_ollama_port(url.value);
  if (!options.base_url.empty()) url.value = options.base_url;
  if (url.value.empty()) url.value = provider.url;
  if (url.value.empty()) {
    return fail(ErrorCode::kUsage,
                fmt::format("{} is not set; {}/ needs the address of your resource, as in "
                            "https://NAME.openai.azure.com",
                            url.variable, provider.name));
  }
  return url;
}

Result<std::string> url_for(const Provider& provider, const std::string& name,
                            const ModelOptions& options, const std::string& base) {
  switch (provider.format) {
    case Format::kAnthropic:
      return messages_url(base);
    case Format::kGoogle:
      return generate_url(base, name);
    case Format::kAzure: {
      constexpr const char* kApiVersion = "2024-10-21";
      std::string version = look_up(options, "AZURE_OPENAI_API_VERSION");
      if (version.empty()) version = look_up(options, "OPENAI_API_VERSION");
      return azure_url(base, name, version.empty() ? kApiVersion : version);
    }
    case Format::kOpenAi:
      break;
  }
  return chat_url(base);
}

}  // namespace papert::model
