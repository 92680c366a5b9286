#include "synth/shards.h"

#include <fmt/format.h>

#include <cctype>

#include "base/file.h"
#include "base/format.h"
#include "base/paths.h"
#include "base/sha256.h"
#include "base/text.h"

namespace papert::synth {
namespace {

Json state_json(const UnitState& state) {
  Json rejections = Json::object();
  for (std::size_t i = 0; i < kRejectionNames.size(); ++i) {
    rejections[std::string(kRejectionNames[i])] = state.rejections[i];
  }
  return {{"codes", state.codes},           {"next", state.next},
          {"stale", state.stale},           {"stage", state.stage},
          {"tried", state.tried},           {"found", state.found},
          {"exhausted", state.exhausted},   {"rejections", std::move(rejections)},
          {"duplicates", state.duplicates}, {"excluded", state.excluded},
          {"held_back", state.held_back},   {"held_back_used", state.held_back_used}};
}

Result<std::uint64_t> whole_number(const Json& json, std::string_view key) {
  return static_cast<std::uint64_t>(TRY(get_int(json, key)));
}

Result<UnitState> state_from_json(const Json& json) {
  UnitState state;
  state.codes = TRY(whole_number(json, "codes"));
  state.next = TRY(whole_number(json, "next"));
  state.stale = TRY(whole_number(json, "stale"));
  state.stage = TRY(whole_number(json, "stage"));
  state.tried = TRY(whole_number(json, "tried"));
  state.found = TRY(whole_number(json, "found"));
  state.exhausted = TRY(get_bool(json, "exhausted"));
  state.duplicates = TRY(whole_number(json, "duplicates"));
  state.excluded = TRY(whole_number(json, "excluded"));
  state.held_back = TRY(whole_number(json, "held_back"));
  const auto used = TRY(get_optional_int(json, "held_back_used"));  // earlier versions: not there
  state.held_back_used = static_cast<std::uint64_t>(used.value_or(0));
  const auto rejections = json.find("rejections");
  if (rejections == json.end()) return fail(ErrorCode::kBadData, "'rejections' is missing");
  for (std::size_t i = 0; i < kRejectionNames.size(); ++i) {
    state.rejections[i] = TRY(whole_number(*rejections, kRejectionNames[i]));
  }
  return state;
}

Result<std::vector<SynthTask>> tasks_of(const std::string& text) {
  std::vector<SynthTask> tasks;
  for (const std::string_view line : split(text, '\n')) {
    if (line.empty()) continue;
    const Json json = TRY(parse_json(line));
    SynthTask task = TRY(synth_task_from_json(json, ""));
    tasks.push_back(std::move(task));
  }
  return tasks;
}

Result<UnitResult> unit_from_files(const std::filesystem::path& lines,
                                   const std::filesystem::path& done) {
  const std::string end = TRY(read_file(done));
  const Json json = TRY(parse_json(end, done.string()));
  TRY(refuse_later_format(json, done.string()));
  const std::string text = TRY(read_file(lines));
  if (TRY(get_string(json, "sha256")) != sha256_hex(text)) {
    return fail(ErrorCode::kBadData, "does not have the checksum of its .done", lines.string());
  }
  const auto state = json.find("state");
  if (state == json.end()) return fail(ErrorCode::kBadData, "'state' is missing", done.string());
  UnitResult unit;
  unit.state = TRY(state_from_json(*state));
  unit.tasks = TRY(tasks_of(text));
  return unit;
}

/// A name that is a file name everywhere; different ids have different ones.
std::string file_name(const std::string& id) {
  std::string name;
  for (const char c : id) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isalnum(byte) != 0 || c == '-' || c == '_') {
      name += c;
    } else {
      name += fmt::format("%{:02x}", byte);
    }
  }
  return name;
}

Result<void> same_options(const Json& before, const Json& now, const std::string& folder) {
  for (const auto& [key, value] : now.items()) {
    const auto old = before.find(key);
    if (old != before.end() && *old == value) continue;
    const std::string was = old == before.end() ? "nothing" : dump_json(*old);
    return fail(ErrorCode::kUsage,
                fmt::format("this folder was begun with another {} ({} instead of {}); repeat that "
                            "command, or give another --out",
                            key, was, dump_json(value)),
                folder);
  }
  return {};
}

}  // namespace

Result<Shards> Shards::open(const std::filesystem::path& folder, const Json& options) {
  std::filesystem::path units = folder / "units";
  const std::filesystem::path path = units / "options.json";
  if (may_exist(path)) {
    const std::string text = TRY(read_file(path));
    const Json before = TRY(parse_json(text, path.string()));
    TRY(refuse_later_format(before, path.string()));
    TRY(same_options(before, options, folder.string()));
  } else if (may_exist(folder / "tasks.jsonl")) {
    return fail(ErrorCode::kUsage, "this folder holds tasks of another origin; give another --out",
                folder.string());
  } else {
    TRY(make_directories(units));
    TRY(write_file(path, with_format(dump_json(options)) + "\n"));
  }
  return Shards(std::move(units));
}

std::filesystem::path Shards::file(const std::string& reference, Difficulty difficulty,
                                   const char* ending) const {
  return units_ / fmt::format("{}-{}.{}", file_name(reference), name_of(difficulty), ending);
}

std::optional<UnitResult> Shards::read(const std::string& reference, Difficulty difficulty) const {
  auto unit =
      unit_from_files(file(reference, difficulty, "jsonl"), file(reference, difficulty, "done"));
  if (!unit) return std::nullopt;
  unit->reference = reference;
  unit->difficulty = difficulty;
  return std::move(*unit);
}

Result<void> Shards::write(const UnitResult& unit) const {
  std::string lines;
  for (const SynthTask& task : unit.tasks) lines += line_of(task) + "\n";
  Json done{{"tasks", unit.tasks.size()},
            {"sha256", sha256_hex(lines)},
            {"state", state_json(unit.state)}};
  TRY(write_file(file(unit.reference, unit.difficulty, "jsonl"), lines));
  return write_file(file(unit.reference, unit.difficulty, "done"),
                    with_format(dump_json(done)) + "\n");
}

}  // namespace papert::synth
