#include "mock/reply.h"

#include <string_view>

#include "base/text.h"

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
  const auto read = [](const std::string& text, const std::vector<std::string>& images) {
    return tokens_of(text) + kTokensPerImage * static_cast<std::int64_t>(images.size());
  };
  tokens.prompt = read(question.text, question.images);
  for (const model::PastTurn& turn : question.history) {
    tokens.prompt += read(turn.text, turn.images) + tokens_of(turn.reply);
  }
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

/// A text in pieces of about six tokens, no code point cut, nor kMarker.
std::vector<std::string> pieces(std::string_view text) {
  constexpr std::size_t kPieceBytes = 24;
  std::vector<std::string> all;
  while (!text.empty()) {
    const std::size_t marker = text.find(kMarker);
    std::string_view piece = marker == 0 ? kMarker : cut_utf8(text.substr(0, marker), kPieceBytes);
    if (piece.empty()) piece = text.substr(0, 1);
    all.emplace_back(piece);
    text.remove_prefix(piece.size());
  }
  return all;
}

std::string data_event(const Json& json) { return "data: " + dump_json(json) + "\n\n"; }

std::string named_event(const Json& json) {
  return "event: " + json["type"].get<std::string>() + "\n" + data_event(json);
}

std::vector<std::string> openai_events(const Json& reply, bool usage) {
  std::vector<std::string> events;
  Json chunk;
  for (const char* key : {"id", "object", "created", "model"}) chunk[key] = reply[key];
  chunk["object"] = "chat.completion.chunk";
  const auto add = [&](const Json& index, const Json& delta, const Json& reason) {
    chunk["choices"] = Json::array({{{"index", index}, {"delta", delta}}});
    chunk["choices"][0]["finish_reason"] = reason;
    events.push_back(data_event(chunk));
  };
  for (const Json& choice : reply["choices"]) {
    add(choice["index"], {{"role", "assistant"}, {"content", ""}}, nullptr);
    for (const char* key : {"reasoning_content", "refusal", "content"}) {
      const Json text = choice["message"].value(key, Json());
      if (!text.is_string()) continue;
      for (const std::string& piece : pieces(text.get_ref<const std::string&>())) {
        add(choice["index"], {{key, piece}}, nullptr);
      }
    }
    add(choice["index"], Json::object(), choice["finish_reason"]);
  }
  if (usage) {
    chunk["choices"] = Json::array();
    chunk["usage"] = reply["usage"];
    events.push_back(data_event(chunk));
  }
  events.emplace_back("data: [DONE]\n\n");
  return events;
}

std::vector<std::string> anthropic_events(const Json& reply) {
  std::vector<std::string> events;
  Json message = reply;
  message["content"] = Json::array();
  message["stop_reason"] = nullptr;
  message["usage"]["output_tokens"] = 1;
  events.push_back(named_event({{"type", "message_start"}, {"message", message}}));
  events.push_back(named_event({{"type", "ping"}}));
  std::size_t index = 0;
  for (const Json& block : reply["content"]) {
    const std::string key = block["type"];
    Json start{{"type", key}};
    start[key] = "";
    events.push_back(
        named_event({{"type", "content_block_start"}, {"index", index}, {"content_block", start}}));
    for (const std::string& piece : pieces(block[key].get_ref<const std::string&>())) {
      Json delta{{"type", key + "_delta"}};
      delta[key] = piece;
      events.push_back(
          named_event({{"type", "content_block_delta"}, {"index", index}, {"delta", delta}}));
    }
    events.push_back(named_event({{"type", "content_block_stop"}, {"index", index++}}));
  }
  Json end{{"type", "message_delta"}};
  end["delta"] = {{"stop_reason", reply["stop_reason"]}, {"stop_sequence", nullptr}};
  end["usage"]["output_tokens"] = reply["usage"]["output_tokens"];
  events.push_back(named_event(end));
  events.push_back(named_event({{"type", "message_stop"}}));
  return events;
}

std::vector<std::string> gemini_events(const Json& reply) {
  std::vector<std::string> events;
  Json chunk = reply;
  chunk.erase("usageMetadata");
  for (const Json& candidate : reply["candidates"]) {
    const Json content = candidate.value("content", Json::object());
    for (const Json& part : content.value("parts", Json::array())) {
      for (const std::string& piece : pieces(part["text"].get_ref<const std::string&>())) {
        Json each = part;
        each["text"] = piece;
        Json sent{{"content", {{"parts", Json::array({each})}, {"role", "model"}}}};
        sent["index"] = candidate["index"];
        chunk["candidates"] = Json::array({sent});
        events.push_back(data_event(chunk));
      }
    }
  }
  for (Json& candidate : (chunk = reply)["candidates"]) candidate.erase("content");
  events.push_back(data_event(chunk));
  return events;
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

Json reply_json(ChatFormat format, const ReplyHead& head, const Question& question,
                const std::vector<model::Reply>& answers) {
  const Tokens tokens = count_tokens(question, answers);
  switch (format) {
    case ChatFormat::kAnthropic:
      return anthropic_reply(head, tokens, answers);
    case ChatFormat::kGemini:
      return gemini_reply(head, tokens, answers);
    case ChatFormat::kOpenAi:
      break;
  }
  return openai_reply(head, tokens, answers);
}

std::vector<std::string> stream_events(ChatFormat format, const Json& reply, bool usage) {
  switch (format) {
    case ChatFormat::kAnthropic:
      return anthropic_events(reply);
    case ChatFormat::kGemini:
      return gemini_events(reply);
    case ChatFormat::kOpenAi:
      break;
  }
  return openai_events(reply, usage);
}

std::string error_event(ChatFormat format, const Json& error) {
  return format == ChatFormat::kAnthropic ? named_event(error) : data_event(error);
}

std::string gemini_list(const std::vector<std::string>& events) {
  constexpr std::string_view kField = "data: ";
  std::string list = "[";
  for (const std::string& event : events) {
    if (list.size() > 1) list += ",\n";
    list += trim(std::string_view(event).substr(kField.size()));
  }
  return list + "]";
}

Json error_json(ChatFormat format, const Refused& refused) {
  const std::string message =
      refused.param.empty() ? refused.message : refused.param + ": " + refused.message;
  switch (format) {
    case ChatFormat::kAnthropic:
      return {{"type", "error"},
              {"error", {{"type", anthropic_type(refused.status)}, {"message", message}}}};
    case ChatFormat::kGemini:
      return {{"error",
               {{"code", refused.status},
                {"message", message},
                {"status", gemini_status(refused.status)}}}};
    case ChatFormat::kOpenAi:
      break;
  }
  return {{"error",
           {{"message", message},
            {"type", openai_type(refused.status)},
            {"param", refused.param.empty() ? Json(nullptr) : Json(refused.param)},
            {"code", refused.code}}}};
}

}  // namespace papert::mock
