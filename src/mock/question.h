// What a client asks, in the formats of three providers: OpenAI's chat completions,
// Anthropic's messages, Gemini's generateContent. All that counts here is the prompt (its text and
// pictures), the model's name, how many answers are wanted and whether in pieces; sampling settings
// are accepted and ignored, but Anthropic's max_tokens must be there, as it must at Anthropic's.
//
//     {"model": "m", "messages": [{"role": "user", "content": [
//        {"type": "text", "text": "Draw this."},
//        {"type": "image_url", "image_url": {"url": "data:image/png;base64,iVBORw0..."}}]}]}
//
// The prompt's text is that of all parts of the user's messages, joined by newlines. System
// messages are checked and left out, so that a client may add its own. In a conversation each
// answer of the model ends a turn; the prompt is what the user said after the last one.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/model.h"

namespace papert::mock {

enum class ChatFormat { kOpenAi, kAnthropic, kGemini };

/// As many answers as OpenAI gives to one request.
inline constexpr int kMaxChoices = 128;

struct Question {
  std::string model;  // empty for Gemini, which names it in the address
  std::string text;
  std::vector<std::string> images;       // as bytes
  std::vector<model::PastTurn> history;  // of a conversation
  int choices = 1;
  bool stream = false;        // the reply in pieces; Gemini says so in the address
  bool stream_usage = false;  // with the tokens at its end, which OpenAI leaves out unless asked
};

/// The error's place is the field in question ("messages[0].content[1].image_url.url"); kBadData
/// for what no provider would take, kUsage for what a provider takes and the mock does not.
[[nodiscard]] Result<Question> parse_question(ChatFormat format, std::string_view body);

/// Hex digits that are the same for the same text and pictures. White space around the text does
/// not count, and damaged UTF-8 is read as JSON readers read it, so that the way through a client
/// changes nothing.
[[nodiscard]] std::string prompt_hash(std::string_view text, std::span<const std::string> images);

/// The same of a conversation: of all turns and answers. That of the prompt where there was none.
[[nodiscard]] std::string conversation_hash(const Question& question);

/// Standard alphabet, with or without padding, nothing else.
[[nodiscard]] Result<std::string> decode_base64(std::string_view text);

}  // namespace papert::mock
