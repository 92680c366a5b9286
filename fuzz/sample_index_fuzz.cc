// Any bytes as samples.idx: what is used of them is within the log and in its order; and as a log:
// the index counts every line once, and its own file says the same again.
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>

#include "require.h"
#include "serve/app/sample_index.h"
#include "serve/app/selection.h"

namespace {

using namespace papert::serve::app;
using papert::fuzz::require;

void check_file(std::string_view bytes) {
  constexpr std::uint64_t kLogBytes = 100'000;
  std::string file = index_header("exact");
  file += bytes;
  for (const std::string_view each : {bytes, std::string_view(file)}) {
    const IndexContents contents = read_index(each, kLogBytes, "exact");
    require(contents.used_bytes <= each.size() && contents.tags.size() <= kIndexedTags);
    std::uint64_t end = 0;
    for (const IndexEntry& entry : contents.entries) {
      require(entry.offset >= end && entry.end() < kLogBytes);
      require(entry.id_beginning().size() <= kIndexedIdBytes);
      (void)entry.scored();
      end = entry.end();
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const papert::fuzz::Scratch kScratch;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  check_file(bytes);
  const std::filesystem::path log = kScratch.write("samples.jsonl", bytes);
  std::filesystem::remove(log.parent_path() / "samples.idx");
  std::size_t counted = 0;
  {
    SampleIndex index(log.parent_path(), "exact");
    require(index.refresh().has_value());
    counted = index.counted().size();
    require(index.log_bytes() <= bytes.size());
    SampleQuery query;
    query.text = "a";
    require(select_samples(index, query, nullptr).size() <= counted);
  }
  SampleIndex again(log.parent_path(), "exact");
  require(again.refresh().has_value());
  require(again.counted().size() == counted);
  return 0;
}
