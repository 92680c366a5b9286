#include "model/google.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/base64.h"
#include "base/json.h"
#include "base/numbers.h"
#include "model/chat_json.h"

namespace papert::model {
namespace {

/// Reasons to stop that mean that the content, not the length, was objected to.
constexpr std::array<std::string_view, 8> kRefusals{
    "SAFETY", "RECITATION",   "LANGUAGE",   "BLOCKLIST", "PROHIBITED_CONTENT",
    "SPII",   "IMAGE_SAFETY", "MODEL_ARMOR"};

/// Thoughts are counted apart from the candidates, and both are output.
Usage google_usage(const Json& json) {
  const Json& usage = member(json, "usageMetadata");
  Usage result;
  result.input_tokens = count_of(usage, "promptTokenCount");
  result.cached_input_tokens = count_of(usage, "cachedContentTokenCount");
  result.reasoning_tokens = count_of(usage, "thoughtsTokenCount");
  result.output_tokens = sum(count_of(usage, "candidatesTokenCount"), result.reasoning_tokens);
  return result;
}

Json thinking(const std::string& effort) {
  if (const auto budget = parse_number<std::int64_t>(effort)) return {{"thinkingBudget", *budget}};
  return {{"thinkingLevel", effort}};
}

Json user_content(const std::string& text, const std::vector<std::string>& images) {
  Json parts = Json::array();
  for (const std::string& image : images) {
    parts.push_back({{"inline_data", {{"mime_type", "image/png"}, {"data", base64(image)}}}});
  }
  parts.push_back({{"text", text}});
  Json content{{"role", "user"}};
  content["parts"] = std::move(parts);
  return content;
}

Json model_content(const std::string& reply) {
  Json content{{"role", "model"}};
  content["parts"] = Json::array({{{"text", reply}}});
  return content;
}

}  // namespace

std::string google_body(const GoogleOptions& options, const Request& request) {
  Json body = Json::object();
  if (!request.system.empty()) {
    body["systemInstruction"]["parts"] = Json::array({{{"text", request.system}}});
  }
  body["contents"] = Json::array();
  for (const PastTurn& turn : request.history) {
    body["contents"].push_back(user_content(turn.text, turn.images));
    body["contents"].push_back(model_content(turn.reply));
  }
  body["contents"].push_back(user_content(request.text, request.images));
  const Sampling& sampling = options.sampling;
  Json config = Json::object();
  if (sampling.temperature) config["temperature"] = *sampling.temperature;
  if (sampling.top_p) config["topP"] = *sampling.top_p;
  if (sampling.max_tokens) config["maxOutputTokens"] = *sampling.max_tokens;
  if (sampling.seed) config["seed"] = *sampling.seed;
  if (!sampling.reasoning_effort.empty()) {
    config["thinkingConfig"] = thinking(sampling.reasoning_effort);
  }
  if (!config.empty()) body["generationConfig"] = std::move(config);
  if (!sampling.extra_body.empty()) body.merge_patch(sampling.extra_body);
  return dump_json(body);
}

Result<Reply> parse_google(std::string_view response) {
  Json json = TRY(parse_json(response));
  Reply reply;
  reply.usage = google_usage(json);
  if (!text_of(member(json, "promptFeedback"), "blockReason").empty()) {
    reply.status = ReplyStatus::kRefused;
    return reply;
  }
  const Json& candidates = member(json, "candidates");
  if (!candidates.is_array() || candidates.empty()) {
    if (!member(json, "error").is_null()) {
      return fail(ErrorCode::kBadData, "the reply is an error: " + provider_message(response));
    }
    return fail(ErrorCode::kBadData, "the reply has no candidates");
  }
  Json& candidate = json["candidates"][0];
  const std::string_view reason = text_of(candidate, "finishReason");
  if (reason == "MAX_TOKENS") reply.status = ReplyStatus::kTruncated;
  if (std::find(kRefusals.begin(), kRefusals.end(), reason) != kRefusals.end()) {
    reply.status = ReplyStatus::kRefused;
  }
  const Json& parts = member(member(candidate, "content"), "parts");
  if (reply.status == ReplyStatus::kComplete && reason != "STOP" && parts.empty()) {
    return fail(ErrorCode::kBadData,
                "the reply is empty, with finishReason '" + std::string(reason) + "'");
  }
  for (const Json& part : parts) {
    const std::string_view text = text_of(part, "text");
    if (member(part, "thought") == true) {
      add_reasoning(reply, text);
    } else {
      reply.text += text;
    }
  }
  return reply;
}

}  // namespace papert::model
