// Any bytes as what a shard left behind: its log, its note and its name. A log is joined with
// itself to the same lines or refused with words; a note that is read is written the same.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/json.h"
#include "base/shard.h"
#include "data/part_note.h"
#include "require.h"
#include "run/folder.h"
#include "run/merge.h"

namespace {

using namespace papert;
using fuzz::require;

void check_name(std::string_view bytes) {
  const auto shard = Shard::of_name(bytes);
  if (shard) require(bytes.ends_with(shard->suffix()) && !shard->whole());
  const auto parsed = Shard::parse(std::string(bytes), [](const std::string&) { return ""; });
  if (parsed) require(parsed->index < parsed->count);
  if (!parsed) require(!parsed.error().message.empty());
}

void check_note(const fuzz::Scratch& scratch, std::string_view bytes) {
  scratch.write("shard.json", bytes);
  const auto note = data::read_part_note(scratch.folder());
  if (!note) {
    require(!note.error().message.empty());
    return;
  }
  const auto options = data::mint_options_of(note->work, "here");
  if (!options) require(!options.error().message.empty());
  require(data::write_part_note(scratch.folder(), *note).has_value());
  const auto again = data::read_part_note(scratch.folder());
  require(again && again->work == note->work && again->shard == note->shard);
}

void check_log(const fuzz::Scratch& scratch, std::string_view bytes) {
  scratch.write("samples.jsonl", bytes);
  const std::filesystem::path folder = scratch.folder();
  const auto parts = run::MergeParts::open({folder, folder}, {});
  if (!parts) {
    require(!parts.error().message.empty());
    return;
  }
  std::size_t lines = 0;
  const auto written = parts->canonical([&](std::string_view text) -> Result<void> {
    for (const char c : text) lines += c == '\n' ? 1 : 0;
    return {};
  });
  require(!written || lines == parts->samples());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const fuzz::Scratch kScratch;
  static const bool kReady = [] {
    papert::run::RunConfig config;
    config.suite = "xlogo";
    config.model = "baseline/oracle";
    config.prompt_name = "default";
    return papert::run::write_config(kScratch.folder(), config).has_value();
  }();
  require(kReady);
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  check_name(bytes);
  check_note(kScratch, bytes);
  check_log(kScratch, bytes);
  return 0;
}
