// Any bytes as what a run left behind: run.json and samples.jsonl. A configuration that is read is
// written and read back the same; lines of the log are used or named as damaged, never lost.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/json.h"
#include "require.h"
#include "run/config.h"
#include "run/log.h"

namespace {

using namespace papert;
using fuzz::require;

void check_config(std::string_view bytes) {
  const auto json = parse_json(bytes);
  if (!json) return;
  const auto config = run::RunConfig::from_json(*json, "run.json");
  if (!config) {
    require(!config.error().message.empty());
    return;
  }
  const auto again = run::RunConfig::from_json(config->to_json(), "again");
  require(again && again->id() == config->id());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const fuzz::Scratch kScratch;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  check_config(bytes);
  std::size_t used = 0;
  const auto log =
      run::read_log(kScratch.write("samples.jsonl", bytes), [&](const run::LogLine& line) {
        require(line.offset + line.bytes <= bytes.size());
        ++used;
      });
  if (!log) {
    require(!log.error().message.empty());
    return 0;
  }
  for (const Error& error : log->damaged) require(!error.message.empty());
  require(used + log->duplicates <= bytes.size());
  return 0;
}
