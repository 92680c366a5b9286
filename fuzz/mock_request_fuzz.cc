// Any bytes as the body of a request: a question or an error that says why, in each format;
// and what was understood is within what the body can hold.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "mock/question.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace papert::mock;
  const std::string_view body(reinterpret_cast<const char*>(data), size);
  for (const ChatFormat format :
       {ChatFormat::kOpenAi, ChatFormat::kAnthropic, ChatFormat::kGemini}) {
    const auto question = parse_question(format, body);
    if (!question) {
      if (question.error().message.empty()) std::abort();
      continue;
    }
    if (question->choices < 1 || question->choices > kMaxChoices) std::abort();
    std::size_t bytes = 0;
    for (const std::string& image : question->images) bytes += image.size();
    if (bytes > size) std::abort();
    if (prompt_hash(question->text, question->images).size() != 64) std::abort();
  }
  return 0;
}
