// Any bytes as what a run left behind: run.json and samples.jsonl. A configuration or a sample that
// is read is written and read back the same; lines of the log are used or named as damaged, never
// lost.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/json.h"
#include "require.h"
#include "run/config.h"
#include "run/log.h"
#include "run/record.h"

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

void check_record(const run::Record& record) {
  const std::string line = dump_json(run::to_json(record));
  const auto again = run::RecordReader(run::Part::kAll).read(line);
  require(again && *again && (*again)->id == record.id && (*again)->verdict == record.verdict);
  require(dump_json(run::to_json(**again)) == line);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const fuzz::Scratch kScratch;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  check_config(bytes);
  std::size_t used = 0;
  const auto log = run::read_log(kScratch.write("samples.jsonl", bytes), run::Part::kAll,
                                 [&](const run::Record& record) {
                                   require(record.offset + record.bytes <= bytes.size());
                                   check_record(record);
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
