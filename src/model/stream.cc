#include "model/stream.h"

#include <cstdint>
#include <map>
#include <utility>

#include "base/json.h"
#include "base/text.h"
#include "model/chat_json.h"

namespace papert::model {
namespace {

constexpr const char* kCutOff = "the stream ended before the reply did";

/// Takes a line off the front of `rest`, without its end: \n, \r or both.
std::string_view next_line(std::string_view& rest) {
  const std::size_t end = rest.find_first_of("\r\n");
  const std::string_view line = rest.substr(0, end);
  if (end == std::string_view::npos) {
    rest = {};
    return line;
  }
  const bool both = rest.substr(end, 2) == "\r\n";
  rest.remove_prefix(end + (both ? 2 : 1));
  return line;
}

/// What follows "data:" or "data: "; false for another line.
bool is_data(std::string_view line, std::string_view& value) {
  constexpr std::string_view kField = "data";
  if (!line.starts_with(kField)) return false;
  line.remove_prefix(kField.size());
  if (line.empty()) {
    value = line;
    return true;
  }
  if (line[0] != ':') return false;
  value = line.substr(line.substr(1).starts_with(' ') ? 2 : 1);
  return true;
}

/// One event as an object, or the error that it reports.
Result<Json> event_json(const std::string& data) {
  auto json = parse_json(data);
  if (!json) {
    return fail(ErrorCode::kBadData,
                "the stream has an event that is not JSON: " + provider_message(data));
  }
  if (!json->is_object()) {
    return fail(ErrorCode::kBadData, "the stream has an event that is not an object");
  }
  if (!member(*json, "error").is_null()) {
    return fail(ErrorCode::kBadData, "the stream reports an error: " + provider_message(data));
  }
  return std::move(*json);
}

void append(Json& object, const char* key, std::string_view piece) {
  if (piece.empty()) return;
  Json& value = object[key];
  if (!value.is_string()) value = "";
  value.get_ref<std::string&>() += piece;
}

/// A message's content is a string, or a list of parts where a server sends parts.
void append_content(Json& message, const Json& content) {
  if (content.is_string()) {
    if (!message["content"].is_array()) {
      if (message["content"].is_null()) message["content"] = "";
      message["content"].get_ref<std::string&>() += content.get_ref<const std::string&>();
    } else {
      message["content"].push_back({{"type", "text"}, {"text", content}});
    }
    return;
  }
  if (!content.is_array()) return;
  if (message["content"].is_string()) {
    Json text{{"type", "text"}, {"text", std::move(message["content"])}};
    message["content"] = Json::array({std::move(text)});
  }
  for (const Json& part : content) message["content"].push_back(part);
}

/// The choice with index 0: more are never asked for.
void take_choice(const Json& choice, Json& joined) {
  const Json& index = member(choice, "index");
  if (index.is_number() && index != 0) return;
  const Json& delta = member(choice, "delta");
  if (delta.is_object()) {
    append_content(joined["message"], member(delta, "content"));
    for (const char* key : {"refusal", "reasoning_content", "reasoning"}) {
      append(joined["message"], key, text_of(delta, key));
    }
  }
  const Json& reason = member(choice, "finish_reason");
  if (reason.is_string()) joined["finish_reason"] = reason;
}

/// Anthropic's blocks, by their index.
class Blocks {
 public:
  void start(const Json& event) {
    if (const auto index = count_of(event, "index")) {
      const Json& block = member(event, "content_block");
      if (block.is_object()) blocks_[*index] = block;
    }
  }
  void add(const Json& event) {
    const auto index = count_of(event, "index");
    if (!index) return;
    const Json& delta = member(event, "delta");
    const std::string_view type = text_of(delta, "type");
    if (type != "text_delta" && type != "thinking_delta") return;
    const char* key = type == "text_delta" ? "text" : "thinking";
    Json& block = blocks_[*index];
    if (!block.is_object()) block = {{"type", key}};
    append(block, key, text_of(delta, key));
  }
  [[nodiscard]] Json list() && {
    Json all = Json::array();
    for (auto& [index, block] : blocks_) all.push_back(std::move(block));
    return all;
  }

 private:
  std::map<std::int64_t, Json> blocks_;
};

void take_usage(const Json& from, Json& usage) {
  for (const char* key : {"input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens",
                          "output_tokens"}) {
    if (!member(from, key).is_null()) usage[key] = member(from, key);
  }
}

bool is_plain_text(const Json& part, bool thought) {
  return member(part, "text").is_string() && (member(part, "thought") == true) == thought;
}

/// Parts go on where the last ones ended: a text that was cut into two events is one text.
void append_parts(Json& parts, const Json& more) {
  bool first = true;
  for (const Json& part : more) {
    const bool thought = member(part, "thought") == true;
    const bool goes_on = first && !parts.empty() && is_plain_text(part, thought) &&
                         is_plain_text(parts.back(), thought);
    if (goes_on) {
      append(parts.back(), "text", text_of(part, "text"));
    } else {
      parts.push_back(part);
    }
    first = false;
  }
}

void take_candidate(const Json& candidate, Json& joined) {
  const Json& parts = member(member(candidate, "content"), "parts");
  if (parts.is_array()) append_parts(joined["content"]["parts"], parts);
  const Json& reason = member(candidate, "finishReason");
  if (reason.is_string()) joined["finishReason"] = reason;
}

}  // namespace

Result<void> each_event(std::string_view stream,
                        const std::function<Result<bool>(const std::string& data)>& take) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (stream.starts_with(kByteOrderMark)) stream.remove_prefix(kByteOrderMark.size());
  std::string data;
  bool any = false;
  std::size_t events = 0;
  while (!stream.empty() || any) {
    const std::string_view line = stream.empty() ? std::string_view() : next_line(stream);
    std::string_view value;
    if (is_data(line, value)) {
      if (any) data += '\n';
      data += value;
      any = true;
    }
    if (!line.empty() || !any) continue;
    if (++events > kMaxEvents) {
      return fail(ErrorCode::kLimit,
                  "the stream has more than " + std::to_string(kMaxEvents) + " events");
    }
    if (!data.empty()) {
      const bool more = TRY(take(data));
      if (!more) return {};
    }
    data.clear();
    any = false;
  }
  return {};
}

Result<std::string> join_openai(std::string_view stream) {
  Json choice{{"index", 0}, {"message", {{"role", "assistant"}, {"content", nullptr}}}};
  choice["finish_reason"] = nullptr;
  Json joined;
  bool done = false;
  bool any = false;
  TRY(each_event(stream, [&](const std::string& data) -> Result<bool> {
    done = trim(data) == "[DONE]";
    if (done) return false;
    const Json event = TRY(event_json(data));
    if (member(event, "usage").is_object()) joined["usage"] = member(event, "usage");
    const Json& choices = member(event, "choices");
    if (!choices.is_array()) return true;
    for (const Json& each : choices) take_choice(each, choice);
    any |= !choices.empty();
    return true;
  }));
  if (!done && choice["finish_reason"].is_null()) return fail(ErrorCode::kBadData, kCutOff);
  joined["choices"] = Json::array();
  if (any) joined["choices"].push_back(std::move(choice));
  return dump_json(joined);
}

Result<std::string> join_anthropic(std::string_view stream) {
  Json joined{{"type", "message"}, {"content", nullptr}, {"stop_reason", nullptr}};
  Json usage = Json::object();
  Blocks blocks;
  bool done = false;
  TRY(each_event(stream, [&](const std::string& data) -> Result<bool> {
    const Json event = TRY(event_json(data));
    const std::string_view type = text_of(event, "type");
    if (type == "message_start") take_usage(member(member(event, "message"), "usage"), usage);
    if (type == "content_block_start") blocks.start(event);
    if (type == "content_block_delta") blocks.add(event);
    if (type == "message_delta") {
      const Json& reason = member(member(event, "delta"), "stop_reason");
      if (reason.is_string()) joined["stop_reason"] = reason;
      take_usage(member(event, "usage"), usage);
    }
    done = type == "message_stop";
    return !done;
  }));
  if (!done && joined["stop_reason"].is_null()) return fail(ErrorCode::kBadData, kCutOff);
  joined["content"] = std::move(blocks).list();
  joined["usage"] = std::move(usage);
  return dump_json(joined);
}

Result<std::string> join_google(std::string_view stream) {
  Json candidate{{"content", {{"role", "model"}, {"parts", Json::array()}}}};
  Json joined;
  bool any = false;
  TRY(each_event(stream, [&](const std::string& data) -> Result<bool> {
    const Json event = TRY(event_json(data));
    for (const char* key : {"usageMetadata", "promptFeedback"}) {
      if (member(event, key).is_object()) joined[key] = member(event, key);
    }
    const Json& candidates = member(event, "candidates");
    if (!candidates.is_array() || candidates.empty()) return true;
    any = true;
    take_candidate(candidates[0], candidate);
    return true;
  }));
  const bool blocked = !text_of(member(joined, "promptFeedback"), "blockReason").empty();
  if (!blocked && !candidate.contains("finishReason")) return fail(ErrorCode::kBadData, kCutOff);
  joined["candidates"] = Json::array();
  if (any) joined["candidates"].push_back(std::move(candidate));
  return dump_json(joined);
}

}  // namespace papert::model
