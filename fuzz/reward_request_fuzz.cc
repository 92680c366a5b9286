// Any bytes as a request to a worker that has no data and mints little: an answer that is a JSON
// object, and for what is wrong an error with a code and words.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/error_json.h"
#include "require.h"
#include "reward/request.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace papert;
  using fuzz::require;
  static reward::TaskSets sets({.max_count = 2, .folders = std::vector<std::filesystem::path>()});
  static const reward::Service kService(sets, {.max_items = 8, .references = false});
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const reward::Response response = kService.answer_frame(text);
  const auto json = parse_json(response.json);
  require(json && json->is_object());
  require(response.ok != json->contains("error"));
  if (response.ok) return 0;
  const Json& error = (*json)["error"];
  require(error["code"].get<std::string>() == error_code_name(response.code));
  require(!error["message"].get<std::string>().empty());
  return 0;
}
