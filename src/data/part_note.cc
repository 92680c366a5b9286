#include "data/part_note.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "base/file.h"
#include "base/format.h"
#include "base/jsonl.h"
#include "base/version.h"
#include "data/task_folder.h"

namespace papert::data {
namespace {

constexpr std::size_t kMaxNoteBytes = std::size_t{16} << 20;

Result<void> write_note(const std::filesystem::path& path, const PartNote& note) {
  Json json{{"format", kFormat},   {"papert", version()}, {"verb", note.verb},
            {"suite", note.suite}, {"work", note.work},   {"shard", note.shard.to_json()}};
  if (note.bytes >= 0) json["bytes"] = note.bytes;
  return write_file(path, dump_json_pretty(json) + "\n");
}

Result<PartNote> read_note(const std::filesystem::path& path) {
  const std::string where = path.string();
  const Json json = TRY(parse_json(TRY(read_file(path, kMaxNoteBytes)), where));
  if (!json.is_object()) return fail(ErrorCode::kBadData, "not a JSON object", where);
  TRY(refuse_later_format(json, where));
  PartNote note;
  note.papert = TRY(get_string(json, "papert", where));
  note.verb = TRY(get_string(json, "verb", where));
  note.suite = TRY(get_string(json, "suite", where));
  note.work = json.value("work", Json());
  if (!note.work.is_object()) return fail(ErrorCode::kBadData, "'work' must be an object", where);
  note.shard = TRY(Shard::from_json(json.value("shard", Json()), where));
  if (json.contains("bytes")) note.bytes = TRY(get_int(json, "bytes", where));
  return note;
}

/// What two works differ in, as "count 100, not 200; suite xlogo, not shapecode"; "" for one work.
std::string differences(const PartNote& first, const PartNote& other) {
  std::vector<std::string> found;
  const auto compare = [&](const std::string& what, const Json& a, const Json& b) {
    if (a != b) found.push_back(fmt::format("{} {}, not {}", what, dump_json(b), dump_json(a)));
  };
  compare("verb", first.verb, other.verb);
  compare("suite", first.suite, other.suite);
  compare("number of shards", first.shard.count, other.shard.count);
  std::set<std::string> keys;
  for (const auto& [key, value] : first.work.items()) keys.insert(key);
  for (const auto& [key, value] : other.work.items()) keys.insert(key);
  for (const std::string& key : keys) {
    compare(key, first.work.value(key, Json()), other.work.value(key, Json()));
  }
  return fmt::format("{}", fmt::join(found, "; "));
}

}  // namespace

std::filesystem::path part_note_path(const std::filesystem::path& folder) {
  return folder / "shard.json";
}

Result<void> write_part_note(const std::filesystem::path& folder, const PartNote& note) {
  return write_note(part_note_path(folder), note);
}

Result<PartNote> read_part_note(const std::filesystem::path& folder) {
  return read_note(part_note_path(folder));
}

std::filesystem::path lines_note_path(const std::filesystem::path& file) {
  std::filesystem::path path = file;
  path += ".json";
  return path;
}

Result<void> write_lines_note(const std::filesystem::path& file, const PartNote& note) {
  return write_note(lines_note_path(file), note);
}

Result<PartNote> read_lines_note(const std::filesystem::path& file) {
  return read_note(lines_note_path(file));
}

Json mint_work(const MintOptions& options, int generator) {
  return {{"seed", options.seed},   {"count", options.count}, {"tiers", options.tiers},
          {"split", options.split}, {"modes", options.modes}, {"generator", generator}};
}

Result<MintOptions> mint_options_of(const Json& work, const std::string& where) {
  MintOptions options;
  options.seed = TRY(get_int(work, "seed", where));
  options.count = TRY(get_int(work, "count", where));
  options.split = TRY(get_string(work, "split", where));
  for (const Json& tier : work.value("tiers", Json::array())) {
    if (!tier.is_string()) return fail(ErrorCode::kBadData, "'tiers' must be names", where);
    options.tiers.push_back(tier.get<std::string>());
  }
  const Json modes = work.value("modes", Json::object());
  for (const auto& [key, value] : modes.items()) {
    if (!value.is_string()) return fail(ErrorCode::kBadData, "'modes' must be names", where);
    options.modes[key] = value.get<std::string>();
  }
  return options;
}

Result<void> check_same_work(const PartNote& first, const std::string& first_where,
                             const PartNote& note, const std::string& where, bool allow_versions) {
  if (const std::string differs = differences(first, note); !differs.empty()) {
    return fail(ErrorCode::kUsage,
                fmt::format("is a part of something else than {}: {}", first_where, differs),
                where);
  }
  if (note.papert == first.papert || allow_versions) return {};
  return fail(ErrorCode::kUsage,
              fmt::format("was made by Papert {}, and the first part by {}; --allow-versions "
                          "joins them all the same",
                          note.papert, first.papert),
              where);
}

Result<std::vector<std::string>> missing_parts(const std::vector<std::filesystem::path>& folders,
                                               const std::vector<PartNote>& notes,
                                               bool allow_versions) {
  std::map<std::int64_t, std::string> there;
  const PartNote& first = notes.front();
  for (std::size_t i = 0; i < notes.size(); ++i) {
    const PartNote& note = notes[i];
    const std::string where = folders[i].string();
    TRY(check_same_work(first, folders[0].string(), note, where, allow_versions));
    const auto [other, fresh] = there.emplace(note.shard.index, where);
    if (!fresh) {
      return fail(ErrorCode::kUsage,
                  "is shard " + note.shard.text() + " again, which " + other->second + " is",
                  where);
    }
  }
  std::vector<std::string> missing;
  for (std::int64_t i = 0; i < first.shard.count; ++i) {
    if (!there.contains(i)) missing.push_back(Shard{i, first.shard.count}.text());
  }
  return missing;
}

Result<std::size_t> join_task_lines(const std::vector<std::filesystem::path>& parts,
                                    const std::filesystem::path& out) {
  std::map<std::string, std::string> lines;
  for (const std::filesystem::path& part : parts) {
    LineReader reader =
        TRY(LineReader::open(tasks_path(part), {.max_line_bytes = kMaxTaskBytes, .cancel = {}}));
    Line line;
    JsonView view;
    while (TRY(reader.next(line))) {
      if (line.blank()) continue;
      const std::string where = fmt::format("{}:{}", reader.name(), line.number);
      if (line.too_long) return fail(ErrorCode::kLimit, "the task is too long", where);
      const Json json = TRY(parse_line(line.text, view, where));
      TRY(refuse_later_format(json, where));
      const std::string id = TRY(get_string(json, "id", where));
      const auto [known, fresh] = lines.emplace(id, line.text);
      if (!fresh && known->second != line.text) {
        return fail(ErrorCode::kBadData, "another part has another task '" + id + "'", where);
      }
    }
  }
  std::string text;
  for (const auto& [id, line] : lines) text += line + "\n";
  TRY(write_task_folder(out, text));
  return lines.size();
}

}  // namespace papert::data
