#include "synth_parts.h"

#include "base/cancel.h"
#include "cli.h"
#include "progress.h"
#include "synth/parts.h"

namespace papert::cli {
namespace {

Result<std::optional<std::size_t>> side_of_split(const Json& split, const char* key,
                                                 const std::string& where) {
  const auto size = split.find(key);
  if (size == split.end()) return fail(ErrorCode::kBadData, "'split' lacks a side", where);
  if (!size->is_number_unsigned()) return std::optional<std::size_t>();
  return std::optional<std::size_t>(size->get<std::size_t>());
}

/// The request of the manifest, read back.
Result<synth::SynthesisOptions> synthesis_from(const Json& request, const std::string& where) {
  synth::SynthesisOptions options;
  options.data_hash = TRY(get_string(request, "data", where));
  options.per_reference = static_cast<std::size_t>(TRY(get_int(request, "per_reference", where)));
  options.pool.seed = TRY(get_int(request, "seed", where));
  options.pool.max_level = static_cast<int>(TRY(get_int(request, "level", where)));
  options.pool.allow_longer = TRY(get_bool(request, "allow_longer", where));
  options.smt = TRY(get_string(request, "engine", where)) == "smt";
  for (const Json& name : request.value("difficulties", Json::array())) {
    for (std::size_t i = 0; i < synth::kDifficultyNames.size(); ++i) {
      if (name == synth::kDifficultyNames[i]) {
        options.difficulties.push_back(static_cast<synth::Difficulty>(i));
      }
    }
  }
  const Json identity = synth::identity_of(options);
  for (const auto& [key, value] : identity.items()) {
    if (request.contains(key) && request[key] == value) continue;
    return fail(ErrorCode::kUsage,
                "this Papert makes other tasks than the one that made the parts ('" + key + "')",
                where);
  }
  return options;
}

Result<synth::FolderOptions> folder_from(const Json& request, const std::string& where) {
  synth::FolderOptions options;
  options.request = request;
  const Json split = request.value("split", Json::object());
  options.split.validation = TRY(side_of_split(split, "validation", where));
  options.split.evaluation = TRY(side_of_split(split, "evaluation", where));
  options.split.group = TRY(get_bool(split, "group", where));
  options.split.seed = TRY(get_int(request, "seed", where));
  options.like_sim = TRY(get_optional_string(request, "like", where)).value_or("") == "sim";
  return options;
}

}  // namespace

Result<void> note_synth_part(const std::filesystem::path& folder, const Json& request,
                             const Shard& shard) {
  data::PartNote note;
  note.verb = "synth";
  note.suite = "xlogo";
  note.work = request;
  note.shard = shard;
  return data::write_part_note(folder, note);
}

Result<std::size_t> join_synthesised(const MergeRequest& request, const data::PartNote& note,
                                     const std::filesystem::path& out) {
  const std::string where = data::part_note_path(request.parts.front()).string();
  const SignalCancel signals;
  ProgressLine line(display_from(request.display), "joined");
  synth::SynthesisOptions options = TRY(synthesis_from(note.work, where));
  synth::FolderOptions folder = TRY(folder_from(note.work, where));
  const synth::PartMaterial material = TRY(synth::read_part_material(request.parts.front()));
  TRY(synth::gather_units(request.parts, out));
  options.out = out;
  options.jobs = request.jobs;
  options.cancel = signals.token();
  options.progress = [&](const synth::SynthesisProgress& now) { line.update(now.done, now.total); };
  folder.jobs = request.jobs;
  const auto units = TRY(synth::synthesise(material.references, material.excluded, options,
                                           synth::make_workshop(options.smt)));
  TRY(synth::write_folder(out, units, material.excluded, folder));
  std::size_t tasks = 0;
  for (const synth::UnitResult& unit : units) tasks += unit.tasks.size();
  return tasks;
}

}  // namespace papert::cli
