#include "mock/question.h"

#include <array>
#include <cstdint>
#include <optional>
#include <utility>

#include "base/json.h"
#include "base/sha256.h"
#include "base/text.h"

namespace papert::mock {
namespace {

std::string at(const std::string& place, std::size_t index) {
  return place + "[" + std::to_string(index) + "]";
}

tl::unexpected<Error> bad(const std::string& place, std::string message) {
  return fail(ErrorCode::kBadData, std::move(message), place);
}

tl::unexpected<Error> unsupported(const std::string& place, std::string message) {
  return fail(ErrorCode::kUsage, std::move(message), place);
}

/// The array under `key`, not empty.
Result<const Json*> get_list(const Json& json, const char* key, const std::string& place) {
  const auto found = json.find(key);
  if (found == json.end() || !found->is_array() || found->empty()) {
    return bad(place, "must be a list with something in it");
  }
  return &*found;
}

/// get_string with the place of the field itself.
Result<std::string> get_text(const Json& json, const char* key, const std::string& place) {
  const auto found = json.is_object() ? json.find(key) : json.end();
  if (found == json.end() || !found->is_string()) return bad(place, "must be a string");
  return found->get<std::string>();
}

/// Collects the prompt of the user's messages.
class PromptParts {
 public:
  explicit PromptParts(Question& question) : question_(&question) {}

  void add_text(const std::string& text) {
    if (!first_) question_->text += '\n';
    first_ = false;
    question_->text += text;
  }

  Result<void> add_image(std::string_view base64, const std::string& place) {
    auto bytes = decode_base64(base64);
    if (!bytes) return bad(place, bytes.error().message);
    if (bytes->empty()) return bad(place, "the picture has no bytes");
    question_->images.push_back(std::move(*bytes));
    return {};
  }

  Result<void> add_data_url(const std::string& url, const std::string& place) {
    const std::size_t comma = url.find(',');
    const std::string head = lower(std::string_view(url).substr(0, std::min(comma, url.size())));
    if (!head.starts_with("data:")) {
      return unsupported(place,
                         "only data: addresses are taken (data:image/png;base64,...); the mock "
                         "fetches nothing from the network");
    }
    if (comma == std::string::npos || !head.starts_with("data:image/") ||
        !head.ends_with(";base64")) {
      return bad(place, "not of the form data:image/TYPE;base64,...");
    }
    return add_image(std::string_view(url).substr(comma + 1), place);
  }

 private:
  Question* question_;
  bool first_ = true;
};

Result<void> openai_part(const Json& part, const std::string& place, PromptParts* prompt) {
  const std::string type = TRY(get_text(part, "type", place + ".type"));
  if (type == "text") {
    const std::string text = TRY(get_text(part, "text", place + ".text"));
    if (prompt != nullptr) prompt->add_text(text);
    return {};
  }
  if (type == "image_url") {
    const Json image = part.value("image_url", Json());
    const std::string where = place + ".image_url.url";
    const std::string url = TRY(get_text(image, "url", where));
    if (prompt == nullptr) return bad(place, "only the user sends pictures");
    return prompt->add_data_url(url, where);
  }
  return unsupported(place + ".type", "'" + type + "' parts are not taken; use text or image_url");
}

Result<void> anthropic_part(const Json& part, const std::string& place, PromptParts* prompt) {
  const std::string type = TRY(get_text(part, "type", place + ".type"));
  if (type == "text") {
    const std::string text = TRY(get_text(part, "text", place + ".text"));
    if (prompt != nullptr) prompt->add_text(text);
    return {};
  }
  if (type == "image") {
    const Json source = part.value("source", Json());
    const std::string where = place + ".source";
    const std::string kind = TRY(get_text(source, "type", where + ".type"));
    if (kind != "base64") {
      return unsupported(where + ".type", "only base64 pictures are taken, not '" + kind + "'");
    }
    const std::string media = TRY(get_text(source, "media_type", where + ".media_type"));
    if (!media.starts_with("image/")) return bad(where + ".media_type", "must be image/...");
    const std::string data = TRY(get_text(source, "data", where + ".data"));
    if (prompt == nullptr) return bad(place, "only the user sends pictures");
    return prompt->add_image(data, where + ".data");
  }
  return unsupported(place + ".type", "'" + type + "' blocks are not taken; use text or image");
}

Result<void> gemini_part(const Json& part, const std::string& place, PromptParts* prompt) {
  if (!part.is_object()) return bad(place, "must be an object");
  if (part.contains("text")) {
    const std::string text = TRY(get_text(part, "text", place + ".text"));
    if (prompt != nullptr) prompt->add_text(text);
    return {};
  }
  const char* key = part.contains("inline_data") ? "inline_data" : "inlineData";
  if (!part.contains(key)) return unsupported(place, "only text and inlineData parts are taken");
  const std::string where = place + "." + key + ".data";
  const std::string data = TRY(get_text(part[key], "data", where));
  if (prompt == nullptr) return bad(place, "only the user sends pictures");
  return prompt->add_image(data, where);
}

using PartReader = Result<void> (*)(const Json&, const std::string&, PromptParts*);

/// A string, or a list of parts. A null `prompt` only checks.
Result<void> read_content(const Json& message, const char* key, const std::string& place,
                          PartReader read_part, PromptParts* prompt) {
  const std::string where = place.empty() ? key : place + "." + key;
  const auto content = message.find(key);
  if (content == message.end()) return bad(where, "is missing");
  if (content->is_string()) {
    if (prompt != nullptr) prompt->add_text(content->get<std::string>());
    return {};
  }
  const Json& parts = *TRY(get_list(message, key, where));
  for (std::size_t i = 0; i < parts.size(); ++i) TRY(read_part(parts[i], at(where, i), prompt));
  return {};
}

/// Closes the turn: what the user said, and this answer to it.
Result<void> read_answer(const Json& message, const char* key, const std::string& place,
                         PartReader read_part, Question& question) {
  if (question.text.empty() && question.images.empty()) {
    return bad(place, "an answer must follow a message of the user");
  }
  Question said;
  PromptParts parts(said);
  TRY(read_content(message, key, place, read_part, &parts));
  if (!said.images.empty()) return bad(place, "only the user sends pictures");
  question.history.push_back(
      {std::exchange(question.text, {}), std::exchange(question.images, {}), std::move(said.text)});
  return {};
}

/// messages of OpenAI and Anthropic, which differ in their parts.
Result<void> read_messages(const Json& json, PartReader read_part, Question& question) {
  const Json& messages = *TRY(get_list(json, "messages", "messages"));
  PromptParts prompt(question);
  bool asked = false;
  for (std::size_t i = 0; i < messages.size(); ++i) {
    const std::string place = at("messages", i);
    const std::string role = TRY(get_text(messages[i], "role", place + ".role"));
    const bool user = role == "user";
    if (role == "tool") {
      return unsupported(place + ".role", "no task has tools: 'tool' messages have no match");
    }
    if (role == "assistant") {
      TRY(read_answer(messages[i], "content", place, read_part, question));
      prompt = PromptParts(question);
      asked = false;
      continue;
    }
    if (!user && role != "system" && role != "developer") {
      return bad(place + ".role", "'" + role + "' is not a role; use user, system or developer");
    }
    TRY(read_content(messages[i], "content", place, read_part, user ? &prompt : nullptr));
    asked |= user;
  }
  if (!asked) return bad("messages", "there is no message of the user to answer");
  return {};
}

Result<int> read_choices(const Json& json, const char* key, const std::string& place) {
  const auto found = json.find(key);
  if (found == json.end() || found->is_null()) return 1;
  if (!found->is_number_integer() || *found < 1 || *found > kMaxChoices) {
    return bad(place, "must be a whole number from 1 to " + std::to_string(kMaxChoices));
  }
  return found->get<int>();
}

Result<void> read_model(const Json& json, Question& question) {
  question.model = TRY(get_text(json, "model", "model"));
  if (question.model.empty()) return bad("model", "must name a model");
  const auto stream = json.find("stream");
  if (stream == json.end() || stream->is_null()) return {};
  if (!stream->is_boolean()) return bad("stream", "must be true or false");
  question.stream = *stream == true;
  const auto options = json.find("stream_options");
  question.stream_usage = options != json.end() && options->is_object() &&
                          options->value("include_usage", Json(false)) == true;
  return {};
}

Result<void> check_max_tokens(const Json& json) {
  const auto found = json.find("max_tokens");
  if (found == json.end()) return bad("max_tokens", "is missing; this format demands it");
  if (!found->is_number_integer() || *found < 1) {
    return bad("max_tokens", "must be a whole number of at least 1");
  }
  return {};
}

Result<void> read_gemini(const Json& json, Question& question) {
  const Json& contents = *TRY(get_list(json, "contents", "contents"));
  PromptParts prompt(question);
  bool asked = false;
  for (std::size_t i = 0; i < contents.size(); ++i) {
    const std::string place = at("contents", i);
    if (!contents[i].is_object()) return bad(place, "must be an object");
    const auto role = contents[i].find("role");
    if (role != contents[i].end() && *role == "model") {
      TRY(read_answer(contents[i], "parts", place, gemini_part, question));
      prompt = PromptParts(question);
      asked = false;
      continue;
    }
    if (role != contents[i].end() && *role != "user") return bad(place + ".role", "must be user");
    const Json& parts = *TRY(get_list(contents[i], "parts", place + ".parts"));
    for (std::size_t k = 0; k < parts.size(); ++k) {
      TRY(gemini_part(parts[k], at(place + ".parts", k), &prompt));
    }
    asked = true;
  }
  if (!asked) return bad("contents", "there is no message of the user to answer");
  const auto config = json.find("generationConfig");
  if (config == json.end()) return {};
  if (!config->is_object()) return bad("generationConfig", "must be an object");
  question.choices =
      TRY(read_choices(*config, "candidateCount", "generationConfig.candidateCount"));
  return {};
}

}  // namespace

Result<Question> parse_question(ChatFormat format, std::string_view body) {
  const auto json = parse_json(body);
  if (!json) return bad("", "the body is not JSON: " + json.error().message);
  if (!json->is_object()) return bad("", "the body must be a JSON object");
  Question question;
  switch (format) {
    case ChatFormat::kOpenAi:
      TRY(read_model(*json, question));
      TRY(read_messages(*json, openai_part, question));
      question.choices = TRY(read_choices(*json, "n", "n"));
      break;
    case ChatFormat::kAnthropic:
      TRY(read_model(*json, question));
      if (json->contains("system")) TRY(read_content(*json, "system", "", anthropic_part, nullptr));
      TRY(read_messages(*json, anthropic_part, question));
      TRY(check_max_tokens(*json));
      break;
    case ChatFormat::kGemini:
      TRY(read_gemini(*json, question));
      break;
  }
  return question;
}

std::string prompt_hash(std::string_view text, std::span<const std::string> images) {
  Sha256 hash;
  hash.update(sha256_hex(trim(sanitise_utf8(text))));
  for (const std::string& image : images) hash.update(sha256_hex(image));
  return hash.hex();
}

std::string conversation_hash(const Question& question) {
  const std::string last = prompt_hash(question.text, question.images);
  if (question.history.empty()) return last;
  Sha256 hash;
  for (const model::PastTurn& turn : question.history) {
    hash.update(prompt_hash(turn.text, turn.images));
    hash.update(sha256_hex(trim(sanitise_utf8(turn.reply))));
  }
  hash.update(last);
  return hash.hex();
}

Result<std::string> decode_base64(std::string_view text) {
  static constexpr std::uint8_t kNone = 0xff;
  static constexpr std::array<std::uint8_t, 256> kValues = [] {
    std::array<std::uint8_t, 256> values{};
    values.fill(kNone);
    std::uint8_t next = 0;
    for (const char c : std::string_view("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                                         "0123456789+/")) {
      values[static_cast<unsigned char>(c)] = next++;
    }
    return values;
  }();
  if (text.size() % 4 == 0 && text.ends_with('=')) text.remove_suffix(text.ends_with("==") ? 2 : 1);
  if (text.size() % 4 == 1) return fail(ErrorCode::kBadData, "base64 of an impossible length");
  std::string bytes;
  bytes.reserve(text.size() / 4 * 3 + 2);
  std::uint32_t group = 0;
  int bits = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::uint8_t value = kValues[static_cast<unsigned char>(text[i])];
    if (value == kNone) {
      return fail(ErrorCode::kBadData, "not base64 at character " + std::to_string(i));
    }
    group = group << 6 | value;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes += static_cast<char>(group >> bits & 0xff);
  }
  return bytes;
}

}  // namespace papert::mock
