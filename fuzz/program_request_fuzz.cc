// Any bytes as a request of the playground: one within its limits, or an error that says why.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "require.h"
#include "serve/app/program_gate.h"
#include "serve/app/program_request.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace papert::serve::app;
  using papert::fuzz::require;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::string session = session_name(text);
  require(session.size() <= 64 && session.find_first_of("\r\n \"") == std::string::npos);
  const auto request = read_program_request(text);
  if (!request) {
    require(!request.error().message.empty());
    return 0;
  }
  require(!language_name(request->language).empty());
  require(request->code.size() <= kMaxProgramBytes && request->code.size() <= size);
  require(request->side >= kLeastSide && request->side <= kMostSide);
  return 0;
}
