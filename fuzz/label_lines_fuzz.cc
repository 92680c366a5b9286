// Any bytes as labels of all kinds: a line is whole or a problem that names it, what is read is
// written and read back the same, and nobody has two labels of one item.
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>

#include "analysis/label_lines.h"
#include "require.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace papert;
  using fuzz::require;
  static const fuzz::Scratch kScratch;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const auto log =
      analysis::read_label_log({kScratch.write("labels.jsonl", bytes)}, {.lines = 256});
  if (!log) {
    require(!log.error().message.empty());
    return 0;
  }
  for (const Error& problem : log->problems) {
    require(!problem.message.empty() && !problem.where.empty());
  }
  std::set<std::string> seen;
  for (const analysis::LabelLine& line : log->labels) {
    require(!line.id.empty() && !line.annotator.empty() && !line.undone);
    const auto json = analysis::label_line_json(line);
    require(json.has_value());
    const auto again = analysis::read_label_line(*json, line.where);
    require(again.has_value() && again->said == line.said && again->item() == line.item());
    const Json key{line.kind, line.run, line.id, line.epoch.value_or(0), line.annotator};
    require(seen.insert(dump_json(key)).second);
  }
  return 0;
}
