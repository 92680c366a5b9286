#include "model/anthropic.h"

#include <utility>

#include "base/base64.h"
#include "base/json.h"
#include "model/chat_json.h"

namespace papert::model {
namespace {

/// Tokens read from or written to the provider's own prompt cache are counted apart there, beside
/// input_tokens.
Usage anthropic_usage(const Json& json) {
  const Json& usage = member(json, "usage");
  Usage result;
  result.cached_input_tokens = count_of(usage, "cache_read_input_tokens");
  result.input_tokens =
      sum(sum(count_of(usage, "input_tokens"), count_of(usage, "cache_creation_input_tokens")),
          result.cached_input_tokens);
  result.output_tokens = count_of(usage, "output_tokens");
  return result;
}

Json user_message(const std::string& text, const std::vector<std::string>& images) {
  Json content = Json::array();
  for (const std::string& image : images) {
    content.push_back(
        {{"type", "image"},
         {"source", {{"type", "base64"}, {"media_type", "image/png"}, {"data", base64(image)}}}});
  }
  content.push_back({{"type", "text"}, {"text", text}});
  Json message{{"role", "user"}};
  message["content"] = std::move(content);
  return message;
}

}  // namespace

std::string anthropic_body(const AnthropicOptions& options, const Request& request) {
  const Sampling& sampling = options.sampling;
  Json body{{"model", options.model}};
  body["max_tokens"] = sampling.max_tokens.value_or(kAnthropicMaxTokens);
  if (!request.system.empty()) body["system"] = request.system;
  body["messages"] = Json::array();
  for (const PastTurn& turn : request.history) {
    body["messages"].push_back(user_message(turn.text, turn.images));
    body["messages"].push_back({{"role", "assistant"}, {"content", turn.reply}});
  }
  body["messages"].push_back(user_message(request.text, request.images));
  if (sampling.temperature) body["temperature"] = *sampling.temperature;
  if (sampling.top_p) body["top_p"] = *sampling.top_p;
  if (!sampling.reasoning_effort.empty()) {
    body["output_config"]["effort"] = sampling.reasoning_effort;
  }
  if (!sampling.extra_body.empty()) body.merge_patch(sampling.extra_body);
  return dump_json(body);
}

Result<Reply> parse_anthropic(std::string_view response) {
  Json json = TRY(parse_json(response));
  if (text_of(json, "type") == "error") {
    return fail(ErrorCode::kBadData, "the reply is an error: " + provider_message(response));
  }
  if (!member(json, "content").is_array()) {
    return fail(ErrorCode::kBadData, "the reply is not a message");
  }
  const std::string_view reason = text_of(json, "stop_reason");
  Reply reply;
  if (reason == "max_tokens" || reason == "model_context_window_exceeded") {
    reply.status = ReplyStatus::kTruncated;
  } else if (reason == "refusal") {
    reply.status = ReplyStatus::kRefused;
  } else if (member(json, "content").empty()) {
    return fail(ErrorCode::kBadData, "the reply's message is empty");
  }
  for (Json& block : json["content"]) {
    const std::string_view type = text_of(block, "type");
    if (type == "thinking") add_reasoning(reply, text_of(block, "thinking"));
    if (type != "text" || text_of(block, "text").empty()) continue;
    if (reply.text.empty()) {
      reply.text = std::move(block["text"].get_ref<std::string&>());
    } else {
      reply.text += text_of(block, "text");
    }
  }
  reply.usage = anthropic_usage(json);
  return reply;
}

}  // namespace papert::model
