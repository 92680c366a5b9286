#include "model/complaint.h"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>

#include "base/text.h"

namespace papert::model {
namespace {

bool has(std::string_view text, std::string_view word) {
  return text.find(word) != std::string_view::npos;
}

bool has_any(std::string_view text, std::initializer_list<std::string_view> words) {
  return std::any_of(words.begin(), words.end(), [&](auto word) { return has(text, word); });
}

bool is_about_the_field(std::string_view words) {
  return has_any(words, {"max_tokens", "max_completion_tokens"}) &&
         has_any(words, {"unsupported", "not supported", "unrecognized", "unknown", "unexpected",
                         "not permitted", "extra input", "extra field", "instead"});
}

/// "The model `x` does not exist", "model 'x' not found", "unknown model", "x is not a valid
/// model".
bool is_about_the_model(std::string_view code, std::string_view words) {
  constexpr std::size_t kNear = 120;
  if (has_any(code, {"model_not_found", "model_not_available", "unknown_model"})) return true;
  if (has_any(words, {"unknown model", "no such model", "invalid model", "not a valid model"})) {
    return true;
  }
  const std::size_t model = words.find("model");
  if (model == std::string_view::npos) return false;
  return has_any(words.substr(model, kNear), {"does not exist", "not found", "doesn't exist"});
}

bool is_about_images(std::string_view words) {
  if (!has_any(words, {"image", "multimodal", "multi-modal", "vision"})) return false;
  return has_any(words, {"not support", "n't support", "unsupported", "not a multimodal",
                         "not a multi-modal", "text-only", "text only", "only text", "no vision",
                         "at most 0", "not allowed", "not available"});
}

bool is_about_length(std::string_view code, std::string_view words) {
  return has(code, "context_length") ||
         has_any(words, {"context length", "context window", "maximum context", "too many tokens",
                         "prompt is too long", "max_model_len", "maximum number of tokens"});
}

bool is_about_tls(std::string_view words) {
  return has_any(words, {"http request to an https server", "http request was sent to https port"});
}

}  // namespace

Complaint complaint_of(int status, std::string_view code, std::string_view message) {
  const std::string words = lower(message);
  if (code == "insufficient_quota" || status == 402) return Complaint::kNoMoney;
  if (status == 401) return Complaint::kBadKey;
  if (status == 403) return Complaint::kForbidden;
  if (status == 404) return Complaint::kUnknownModel;
  if (status != 400 && status != 422) return Complaint::kOther;
  if (is_about_tls(words)) return Complaint::kWantsTls;
  if (is_about_the_field(words)) return Complaint::kMaxTokensField;
  if (is_about_length(code, words)) return Complaint::kContextLength;
  if (is_about_images(words)) return Complaint::kNoImages;
  if (is_about_the_model(code, words)) return Complaint::kUnknownModel;
  if (status == 400 && has(words, "temperature")) return Complaint::kTemperature;
  return Complaint::kOther;
}

bool is_fatal(Complaint complaint) {
  return complaint != Complaint::kOther && complaint != Complaint::kNoImages &&
         complaint != Complaint::kContextLength;
}

std::string hint_for(Complaint complaint, const HintContext& context) {
  switch (complaint) {
    case Complaint::kTemperature:
      return "; leave it out with --temperature none";
    case Complaint::kMaxTokensField:
      if (context.max_tokens_field.empty()) return "";
      return fmt::format("; try --max-tokens-field {}", context.max_tokens_field == "max_tokens"
                                                            ? "max_completion_tokens"
                                                            : "max_tokens");
    case Complaint::kUnknownModel:
      return fmt::format("; either there is no model '{}', or {} is not the endpoint (set {})",
                         context.model, context.address, context.url_variable);
    case Complaint::kNoImages:
      return "; choose a model that takes pictures, or a mode whose prompts have none (papert list "
             "modes)";
    case Complaint::kContextLength:
      return "; lower --max-tokens, or give the model a longer context (vLLM: --max-model-len)";
    case Complaint::kWantsTls:
      return fmt::format("; write https:// in {}", context.url_variable);
    case Complaint::kNoMoney:
      return "; the account has no money left";
    case Complaint::kBadKey:
      return fmt::format("; set {} to a valid key", context.key_variable);
    case Complaint::kForbidden:
      return fmt::format("; the key in {} may not use {}", context.key_variable, context.model);
    case Complaint::kOther:
      break;
  }
  return "";
}

}  // namespace papert::model
