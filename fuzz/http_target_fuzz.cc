// Any bytes as a request's target and a header's value: decoding never grows them, what is decoded
// has no escape left that it understood, and no header of ours begins a second line.
#include <cstddef>
#include <cstdint>
#include <string>

#include "http/message.h"
#include "require.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace papert::http;
  using papert::fuzz::require;
  const std::string text(reinterpret_cast<const char*>(data), size);
  const Request request{.method = "GET", .target = text, .headers = {{text, text}}};
  require(request.path().size() <= text.size());
  require(request.header(text) == text);
  for (const char* key : {"key", "policy", ""}) {
    const auto value = request.query(key);
    require(!value || value->size() <= text.size());
  }
  const auto decoded = percent_decode(text);
  require(!decoded || decoded->size() <= text.size());
  const std::string head = head_of({.content_type = text, .headers = {{text, text}}}, {});
  std::size_t lines = 0;
  for (const char c : head) lines += c == '\n' ? 1 : 0;
  require(lines <= 5);
  require(chunk_of(text).empty() == text.empty());
  return 0;
}
