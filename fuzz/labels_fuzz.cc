// Any bytes as verdicts by people, lines and table: a label is whole or a problem that names its
// line, and what people said of a run is counted once.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "analysis/labels.h"
#include "require.h"

namespace {

using namespace papert;
using fuzz::require;

void check(const std::filesystem::path& path) {
  const auto file = analysis::read_labels(path, {.labels = 256});
  if (!file) {
    require(!file.error().message.empty());
    return;
  }
  for (const Error& problem : file->problems) require(!problem.message.empty());
  const analysis::RunLabels labels(*file, "a", "b", true);
  analysis::RunLabels::Tally tally(labels);
  std::size_t votes = 0;
  for (const analysis::Label& label : file->labels) {
    require(!label.id.empty() && label.epoch >= 0 && !label.where.empty());
    const suite::Verdict counts = labels.verdict(label.id, label.epoch, suite::Verdict::kCrashed);
    require(counts == suite::Verdict::kRight || counts == suite::Verdict::kCrashed);
    tally.add(label.id, label.epoch, suite::Verdict::kCrashed);
    ++votes;
  }
  const analysis::PeopleCounts counts = tally.counts();
  require(counts.differ <= counts.verdicts && counts.verdicts <= votes);
  require(!to_text(counts).empty());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const fuzz::Scratch kScratch;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  check(kScratch.write("people.jsonl", bytes));
  check(kScratch.write("people.csv", bytes));
  return 0;
}
