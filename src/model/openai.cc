#include "model/openai.h"

#include <fmt/format.h>

#include <utility>

#include "base/base64.h"
#include "base/json.h"
#include "base/text.h"
#include "model/chat_json.h"
#include "model/endpoint.h"

namespace papert::model {
namespace {

constexpr std::string_view kPictureAddress = "data:image/png;base64,";

bool is_version_digit(char c) { return c >= '0' && c <= '9'; }

/// A list of parts, as some servers send a message's content.
void take_parts(const Json& parts, Reply& reply) {
  for (const Json& part : parts) {
    const std::string_view type = text_of(part, "type");
    if (type == "text" || type == "output_text") {
      reply.text += text_of(part, "text");
    } else if (type == "refusal") {
      reply.status = ReplyStatus::kRefused;
      reply.text += text_of(part, "refusal");
    } else if (type == "thinking" || type == "reasoning") {
      add_reasoning(reply, text_of(part, type));
      for (const Json& piece : member(part, type)) add_reasoning(reply, text_of(piece, "text"));
    }
  }
}

/// All pictures of a conversation, in order.
std::vector<const std::string*> pictures_of(const Request& request) {
  std::vector<const std::string*> pictures;
  for (const PastTurn& turn : request.history) {
    for (const std::string& image : turn.images) pictures.push_back(&image);
  }
  for (const std::string& image : request.images) pictures.push_back(&image);
  return pictures;
}

/// A body with its pictures, written without them.
std::string with_pictures(std::string body, const std::vector<const std::string*>& images) {
  if (images.empty()) return body;
  const std::string start = fmt::format(R"("url":"{}")", kPictureAddress);
  std::size_t bytes = body.size();
  for (const std::string* image : images) bytes += 4 * (image->size() / 3 + 1);
  std::string whole;
  whole.reserve(bytes);
  std::size_t done = 0;
  for (const std::string* image : images) {
    const std::size_t end = body.find(start, done) + start.size() - 1;  // before the quote
    whole.append(body, done, end - done);
    append_base64(whole, *image);
    done = end;
  }
  whole.append(body, done);
  return whole;
}

/// A message of the user; its pictures are left empty unless they are to be `in_place`.
Json user_message(const std::string& text, const std::vector<std::string>& images, bool in_place) {
  Json message{{"role", "user"}};
  if (images.empty()) {
    message["content"] = text;
    return message;
  }
  message["content"] = Json::array({{{"type", "text"}, {"text", text}}});
  for (const std::string& image : images) {
    std::string url(kPictureAddress);
    if (in_place) append_base64(url, image);
    message["content"].push_back({{"type", "image_url"}, {"image_url", {{"url", std::move(url)}}}});
  }
  return message;
}

Usage openai_usage(const Json& json) {
  const Json& usage = member(json, "usage");
  Usage result;
  result.input_tokens = count_of(usage, "prompt_tokens");
  result.cached_input_tokens = count_of(member(usage, "prompt_tokens_details"), "cached_tokens");
  result.output_tokens = count_of(usage, "completion_tokens");
  result.reasoning_tokens =
      count_of(member(usage, "completion_tokens_details"), "reasoning_tokens");
  return result;
}

}  // namespace

std::string max_tokens_field(std::string_view url, std::string_view model) {
  const std::string_view host = host_of(url);
  if (host != "api.openai.com" && !host.ends_with(".openai.azure.com")) return "max_tokens";
  const bool o_series = model.size() >= 2 && model[0] == 'o' && is_version_digit(model[1]);
  const bool from_gpt_5 = model.size() >= 5 && model.starts_with("gpt-") &&
                          is_version_digit(model[4]) &&
                          (model[4] >= '5' || (model.size() > 5 && is_version_digit(model[5])));
  return o_series || from_gpt_5 ? "max_completion_tokens" : "max_tokens";
}

// Pictures are most of a body's bytes, and a JSON writer looks at each of them for what needs an
// escape. So the body is written without them, and each is put where its address ends; inside a
// text a quote is escaped, so no prompt holds what is looked for. Whoever replaces the messages may
// have written anything: then the pictures are in place from the start.
std::string openai_body(const OpenAiOptions& options, const Request& request) {
  const Json& extra = options.sampling.extra_body;
  const bool replaced = extra.contains("messages") || extra.contains("model");
  Json body{{"model", options.model}};
  body["messages"] = Json::array();
  if (!request.system.empty()) {
    body["messages"].push_back({{"role", "system"}, {"content", request.system}});
  }
  for (const PastTurn& turn : request.history) {
    body["messages"].push_back(user_message(turn.text, turn.images, replaced));
    body["messages"].push_back({{"role", "assistant"}, {"content", turn.reply}});
  }
  body["messages"].push_back(user_message(request.text, request.images, replaced));
  const Sampling& sampling = options.sampling;
  if (sampling.temperature) body["temperature"] = *sampling.temperature;
  if (sampling.top_p) body["top_p"] = *sampling.top_p;
  if (sampling.max_tokens) body[options.max_tokens_field] = *sampling.max_tokens;
  if (sampling.seed) body["seed"] = *sampling.seed;
  if (!sampling.reasoning_effort.empty()) body["reasoning_effort"] = sampling.reasoning_effort;
  if (!extra.empty()) body.merge_patch(extra);
  return replaced ? dump_json(body) : with_pictures(dump_json(body), pictures_of(request));
}

Result<Reply> parse_openai(std::string_view response) {
  Json json = TRY(parse_json(response));
  const Json& choices = member(json, "choices");
  if (!choices.is_array() || choices.empty()) {
    if (!member(json, "error").is_null()) {
      return fail(ErrorCode::kBadData, "the reply is an error: " + provider_message(response));
    }
    return fail(ErrorCode::kBadData, choices.is_array() ? "the reply has an empty list of choices"
                                                        : "the reply is not a chat completion");
  }
  Json& choice = json["choices"][0];
  if (!member(choice, "message").is_object()) {
    return fail(ErrorCode::kBadData, "the reply's choice has no message");
  }
  Json& message = choice["message"];
  const std::string_view reason = text_of(choice, "finish_reason");
  if (reason == "error") {
    return fail(ErrorCode::kBadData,
                "the reply ended with an error: " + provider_message(response));
  }
  Reply reply;
  if (reason == "length") reply.status = ReplyStatus::kTruncated;
  add_reasoning(reply, text_of(message, "reasoning_content"));
  if (reply.reasoning.empty()) add_reasoning(reply, text_of(message, "reasoning"));
  if (member(message, "content").is_array()) {
    take_parts(message["content"], reply);
  } else if (member(message, "content").is_string()) {
    reply.text = std::move(message["content"].get_ref<std::string&>());
  }
  const std::string_view refusal = text_of(message, "refusal");
  if (reason == "content_filter" || !refusal.empty()) {
    reply.status = ReplyStatus::kRefused;
    if (reply.text.empty()) reply.text = refusal;
  }
  reply.usage = openai_usage(json);
  return reply;
}

}  // namespace papert::model
