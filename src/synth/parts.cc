#include "synth/parts.h"

#include <algorithm>

#include "base/file.h"
#include "base/jsonl.h"
#include "base/paths.h"
#include "base/text.h"

namespace papert::synth {
namespace {

namespace fs = std::filesystem;

fs::path references_path(const fs::path& part) { return part / "references.jsonl"; }
fs::path excluded_path(const fs::path& part) { return part / "excluded.txt"; }

std::string reference_lines(const std::vector<lang::xlogo::Task>& references) {
  std::string lines;
  for (const auto& task : references) lines += dump_json(lang::xlogo::to_json(task)) + "\n";
  return lines;
}

std::string excluded_lines(const Excluded& excluded) {
  std::string lines;
  for (const std::string& key : excluded) lines += key + "\n";
  return lines;
}

/// The names of files of units, in their order.
Result<std::vector<std::string>> unit_files(const fs::path& part) {
  std::vector<std::string> names;
  for (const std::string& name : names_in(part / "units")) {
    if (name.ends_with(".jsonl") || name.ends_with(".done")) names.push_back(name);
  }
  std::ranges::sort(names);
  return names;
}

Result<void> same_file(const fs::path& a, const fs::path& b) {
  const std::string first = TRY(read_file(a));
  const std::string second = TRY(read_file(b));
  if (first == second) return {};
  return fail(ErrorCode::kBadData, "differs from that of " + a.parent_path().string(), b.string());
}

}  // namespace

Result<std::size_t> synthesise_part(const std::vector<lang::xlogo::Task>& references,
                                    const Excluded& excluded, const SynthesisOptions& options,
                                    const Workshop& workshop) {
  const std::size_t units = TRY(fill_units(references, excluded, options, workshop));
  TRY(write_file(references_path(options.out), reference_lines(references)));
  TRY(write_file(excluded_path(options.out), excluded_lines(excluded)));
  return units;
}

Result<PartMaterial> read_part_material(const fs::path& part) {
  PartMaterial material;
  LineReader reader = TRY(LineReader::open(references_path(part)));
  Line line;
  while (TRY(reader.next(line))) {
    const std::string where = reader.name() + ":" + std::to_string(line.number);
    if (line.too_long) return fail(ErrorCode::kLimit, "the line is too long", where);
    if (line.blank()) continue;
    const Json json = TRY(parse_json(line.text, where));
    lang::xlogo::Task task = TRY(lang::xlogo::task_from_json(json, where));
    material.references.push_back(std::move(task));
  }
  const std::string keys = TRY(read_file(excluded_path(part)));
  for (const std::string_view key : split(keys, '\n')) {
    if (!key.empty()) material.excluded.emplace(key);
  }
  return material;
}

Result<void> gather_units(const std::vector<fs::path>& parts, const fs::path& out) {
  const fs::path units = out / "units";
  TRY(make_directories(units));
  for (const fs::path& part : parts) {
    TRY(same_file(references_path(parts.front()), references_path(part)));
    TRY(same_file(excluded_path(parts.front()), excluded_path(part)));
    TRY(same_file(parts.front() / "units/options.json", part / "units/options.json"));
    for (const std::string& name : TRY(unit_files(part))) {
      if (may_exist(units / name)) {
        return fail(ErrorCode::kBadData, "another part has this unit, too",
                    (part / "units" / name).string());
      }
      const std::string bytes = TRY(read_file(part / "units" / name));
      TRY(write_file(units / name, bytes));
    }
  }
  const std::string options = TRY(read_file(parts.front() / "units/options.json"));
  return write_file(units / "options.json", options);
}

}  // namespace papert::synth
