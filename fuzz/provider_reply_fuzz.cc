// Any bytes as a provider's reply, whole and as a stream, in each wire format: a reply or an error
// that says why; a reply holds no more than the bytes can, no counter is negative, and a stream
// that is read is read the same way again from what it was joined to.
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "base/text.h"
#include "model/anthropic.h"
#include "model/chat_json.h"
#include "model/google.h"
#include "model/openai.h"
#include "model/stream.h"

namespace {

using namespace papert;
using namespace papert::model;

struct Format {
  Result<Reply> (*parse)(std::string_view);
  Result<std::string> (*join)(std::string_view);
};

constexpr std::array<Format, 3> kFormats{
    {{parse_openai, join_openai}, {parse_anthropic, join_anthropic}, {parse_google, join_google}}};

void check(const Result<Reply>& reply, std::size_t size) {
  if (!reply) {
    if (reply.error().message.empty()) std::abort();
    return;
  }
  // A damaged byte becomes three; reasoning may stand in two fields.
  if (reply->text.size() + reply->reasoning.size() > 8 * size + 64) std::abort();
  if (!is_valid_utf8(reply->text) || !is_valid_utf8(reply->reasoning)) std::abort();
  for (const auto& count : {reply->usage.input_tokens, reply->usage.cached_input_tokens,
                            reply->usage.output_tokens, reply->usage.reasoning_tokens}) {
    if (count && *count < 0) std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view body(reinterpret_cast<const char*>(data), size);
  for (const Format& format : kFormats) {
    check(format.parse(body), size);
    const auto joined = format.join(body);
    if (!joined && joined.error().message.empty()) std::abort();
    if (joined) check(format.parse(*joined), size);
  }
  if (provider_message(body).size() > 320) std::abort();
  (void)provider_code(body);
  return 0;
}
