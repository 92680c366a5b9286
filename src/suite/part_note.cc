#include "suite/part_note.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "base/file.h"
#include "base/format.h"
#include "base/jsonl.h"
#include "base/version.h"
#include "suite/task_folder.h"

namespace papert::suite {
namespace {

constexpr std::size_t kMaxNoteBytes = std::size_t{16} << 20;

}  // namespace

std::filesystem::path part_note_path(const std::filesystem::path& folder) {
  return folder / "shard.json";
}

Result<void> write_part_note(const std::filesystem::path& folder, const PartNote& note) {
  const Json json{{"format", kFormat},   {"papert", version()}, {"verb", note.verb},
                  {"suite", note.suite}, {"work", note.work},   {"shard", note.shard.to_json()}};
  return write_file(part_note_path(folder), dump_json_pretty(json) + "\n");
}

Result<PartNote> read_part_note(const std::filesystem::path& folder) {
  const std::filesystem::path path = part_note_path(folder);
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
  return note;
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

Result<std::vector<std::string>> missing_parts(const std::vector<std::filesystem::path>& folders,
                                               const std::vector<PartNote>& notes,
                                               bool allow_versions) {
  std::map<std::int64_t, std::string> there;
  const PartNote& first = notes.front();
  for (std::size_t i = 0; i < notes.size(); ++i) {
    const PartNote& note = notes[i];
    const std::string where = folders[i].string();
    if (note.verb != first.verb || note.suite != first.suite || note.work != first.work ||
        note.shard.count != first.shard.count) {
      return fail(ErrorCode::kUsage, "is a part of something else than " + folders[0].string(),
                  where);
    }
    if (note.papert != first.papert && !allow_versions) {
      return fail(ErrorCode::kUsage,
                  fmt::format("was made by Papert {}, and the first part by {}; --allow-versions "
                              "joins them all the same",
                              note.papert, first.papert),
                  where);
    }
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

}  // namespace papert::suite
