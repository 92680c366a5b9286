// Any bytes as a run that another program recorded, in each of the formats: a sample is whole or a
// problem that names its place, and limits hold.
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "require.h"
#include "run/foreign.h"

namespace {

using namespace papert;
using fuzz::require;

constexpr run::ForeignLimits kLimits{.samples = 64, .sample_bytes = std::size_t{1} << 18};

void check(const run::ForeignRun& run) {
  require(run.samples.size() <= kLimits.samples);
  require(run.sha256.size() == 64);
  (void)run.unknown();
  for (const run::ForeignSample& sample : run.samples) {
    require(!sample.where.empty());
    require(!sample.epoch || *sample.epoch >= 0);
  }
  for (const Error& problem : run.problems) {
    require(!problem.message.empty() && !problem.where.empty());
  }
}

void check_all(run::ForeignFormat format, const std::filesystem::path& path) {
  const auto runs = run::read_foreign(format, path, kLimits);
  if (!runs) {
    require(!runs.error().message.empty());
    return;
  }
  for (const run::ForeignRun& run : runs->runs) check(run);
  for (const Error& problem : runs->problems) require(!problem.message.empty());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const fuzz::Scratch kScratch;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const std::filesystem::path folder = kScratch.folder() / "published";
  std::filesystem::create_directories(folder / "samples");
  check_all(run::ForeignFormat::kCsv, kScratch.write("run.csv", bytes));
  check_all(run::ForeignFormat::kJsonl, kScratch.write("run.jsonl", bytes));
  check_all(run::ForeignFormat::kInspect, kScratch.write("run.eval", bytes));
  // The same bytes as each file of a published folder.
  kScratch.write("published/summary.json", bytes);
  kScratch.write("published/samples/a.json", bytes);
  kScratch.write("published/run_config.json", bytes);
  check_all(run::ForeignFormat::kShapeCodeBench, folder);
  kScratch.write("published/run_config.json", "{}");
  check_all(run::ForeignFormat::kShapeCodeBench, folder);
  return 0;
}
