#include "mock/reply.h"

#include <string_view>

namespace papert::mock {
namespace {

constexpr std::int64_t kBytesPerToken = 4;
constexpr std::int64_t kTokensPerImage = 85;
constexpr const char* kRefusalText = "I'm sorry, but I can't help with that.";

std::int64_t tokens_of(std::string_view text) {
  return (static_cast<std::int64_t>(text.size()) + kBytesPerToken - 1) / kBytesPerToken;
}

struct Tokens {
  std::int64_t prompt = 0;
  std::int64_t reasoning = 0;
  std::int64_t output = 0;  // without reasoning
};

Tokens count_tokens(const Question& question, const std::vector<model::Reply>& answers) {
  Tokens tokens;
  tokens.prompt = tokens_of(question.text) +
                  kTokensPerImage * static_cast<std::int64_t>(question.images.size());
  for (const model::Reply& answer : answers) {
    tokens.reasoning += tokens_of(answer.reasoning);
    tokens.output += tokens_of(answer.text);
  }
  return tokens;
}

std::string refusal_text(const model::Reply& answer) {
  return answer.text.empty() ? kRefusalText : answer.text;
}

bool is_refused(const model::Reply& answer) {
  return answer.status == model::ReplyStatus::kRefused;
}

bool is_truncated(const model::Reply& answer) {
  return answer.status == model::ReplyStatus::kTruncated;
}

Json openai_reply(const ReplyHead& head, const Tokens& tokens,
                  const std::vector<model::Reply>& answers) {
  Json json;
  json["id"] = "chatcmpl-" + head.id;
  json["object"] = "chat.completion";
  json["created"] = head.created;
  json["model"] = head.model;
  json["choices"] = Json::array();
  for (const model::Reply& answer : answers) {
    Json message;
    message["role"] = "assistant";
    message["content"] = is_refused(answer) ? Json(nullptr) : Json(answer.text);
    message["refusal"] = is_refused(answer) ? Json(refusal_text(answer)) : Json(nullptr);
    if (!answer.reasoning.empty()) message["reasoning_content"] = answer.reasoning;
    Json choice;
    choice["index"] = json["choices"].size();
    choice["message"] = std::move(message);
    choice["logprobs"] = nullptr;
    choice["finish_reason"] = is_truncated(answer) ? "length" : "stop";
    json["choices"].push_back(std::move(choice));
  }
  const std::int64_t completion = tokens.output + tokens.reasoning;
  json["usage"] = {{"prompt_tokens", tokens.prompt},
                   {"completion_tokens", completion},
                   {"total_tokens", tokens.prompt + completion},
                   {"prompt_tokens_details", {{"cached_tokens", 0}, {"audio_tokens", 0}}},
                   {"completion_tokens_details", {{"reasoning_tokens", tokens.reasoning}}}};
  json["system_fingerprint"] = nullptr;
  return json;
}

Json anthropic_reply(const ReplyHead& head, const Tokens& tokens,
                     const std::vector<model::Reply>& answers) {
  Json json;
  json["id"] = "msg_" + head.id;
  json["type"] = "message";
  json["role"] = "assistant";
  json["model"] = head.model;
  json["content"] = Json::array();
  const char* reason = "end_turn";
  for (const model::Reply& answer : answers) {
    if (!answer.reasoning.empty()) {
      json["content"].push_back(
          {{"type", "thinking"}, {"thinking", answer.reasoning}, {"signature", "mock"}});
    }
    const std::string text = is_refused(answer) ? refusal_text(answer) : answer.text;
    json["content"].push_back({{"type", "text"}, {"text", text}});
    if (is_refused(answer)) reason = "refusal";
    if (is_truncated(answer)) reason = "max_tokens";
  }
  json["stop_reason"] = reason;
  json["stop_sequence"] = nullptr;
  json["usage"] = {{"input_tokens", tokens.prompt},
                   {"output_tokens", tokens.output + tokens.reasoning}};
  return json;
}

Json gemini_reply(const ReplyHead& head, const Tokens& tokens,
                  const std::vector<model::Reply>& answers) {
  Json json;
  json["candidates"] = Json::array();
  for (const model::Reply& answer : answers) {
    Json candidate;
    // A blocked candidate has no content at all.
    if (!is_refused(answer)) {
      Json parts = Json::array();
      if (!answer.reasoning.empty()) {
        parts.push_back({{"text", answer.reasoning}, {"thought", true}});
      }
      parts.push_back({{"text", answer.text}});
      candidate["content"] = {{"parts", std::move(parts)}, {"role", "model"}};
    }
    candidate["finishReason"] = is_refused(answer)     ? "SAFETY"
                                : is_truncated(answer) ? "MAX_TOKENS"
                                                       : "STOP";
    candidate["index"] = json["candidates"].size();
    json["candidates"].push_back(std::move(candidate));
  }
  Json usage{{"promptTokenCount", tokens.prompt}, {"candidatesTokenCount", tokens.output}};
  if (tokens.reasoning > 0) usage["thoughtsTokenCount"] = tokens.reasoning;
  usage["totalTokenCount"] = tokens.prompt + tokens.output + tokens.reasoning;
  json["usageMetadata"] = std::move(usage);
  json["modelVersion"] = head.model;
  json["responseId"] = head.id;
  return json;
}

const char* openai_type(int status) {
  if (status == 429) return "rate_limit_error";
  return status >= 500 ? "server_error" : "invalid_request_error";
}

const char* anthropic_type(int status) {
  switch (status) {
    case 401:
      return "authentication_error";
    case 404:
      return "not_found_error";
    case 413:
      return "request_too_large";
    case 429:
      return "rate_limit_error";
    case 504:
      return "timeout_error";
    default:
      return status >= 500 ? "api_error" : "invalid_request_error";
  }
}

const char* gemini_status(int status) {
  switch (status) {
    case 401:
      return "UNAUTHENTICATED";
    case 404:
      return "NOT_FOUND";
    case 429:
      return "RESOURCE_EXHAUSTED";
    case 503:
      return "UNAVAILABLE";
    case 504:
      return "DEADLINE_EXCEEDED";
    default:
      return status >= 500 ? "INTERNAL" : "INVALID_ARGUMENT";
  }
}

}  // namespace

Json reply_json(Wire wire, const ReplyHead& head, const Question& question,
                const std::vector<model::Reply>& answers) {
  const Tokens tokens = count_tokens(question, answers);
  switch (wire) {
    case Wire::kAnthropic:
      return anthropic_reply(head, tokens, answers);
    case Wire::kGemini:
      return gemini_reply(head, tokens, answers);
    case Wire::kOpenAi:
      break;
  }
  return openai_reply(head, tokens, answers);
}

Json error_json(Wire wire, const Refused& refused) {
  const std::string message =
      refused.param.empty() ? refused.message : refused.param + ": " + refused.message;
  switch (wire) {
    case Wire::kAnthropic:
      return {{"type", "error"},
              {"error", {{"type", anthropic_type(refused.status)}, {"message", message}}}};
    case Wire::kGemini:
      return {{"error",
               {{"code", refused.status},
                {"message", message},
                {"status", gemini_status(refused.status)}}}};
    case Wire::kOpenAi:
      break;
  }
  return {{"error",
           {{"message", message},
            {"type", openai_type(refused.status)},
            {"param", refused.param.empty() ? Json(nullptr) : Json(refused.param)},
            {"code", refused.code}}}};
}

}  // namespace papert::mock
