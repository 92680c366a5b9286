#include "datagen/turtle/round_dataset.h"

#include <fmt/format.h>

#include "base/file.h"
#include "base/folder_lock.h"
#include "base/paths.h"
#include "datagen/turtle/by_rule.h"
#include "datagen/turtle/selection.h"

namespace papert::datagen {
namespace {

/// What request.json says about the form of a set.
Result<TurtleSettings> form_of(const std::filesystem::path& folder) {
  const std::filesystem::path path = folder / "request.json";
  const auto text = read_file(path);
  Json request;
  if (text) request = TRY(parse_json(*text, path.string()));
  if (!request.is_object() || request.value("kind", "") != "datagen turtle") {
    return fail(ErrorCode::kUsage, "is not a folder of papert datagen turtle, so it has no rounds",
                folder.string());
  }
  TurtleSettings settings;
  settings.seed = request.value("seed", std::int64_t{0});
  settings.validation = request.value("validation", 0.0);
  settings.labels = request.value("label", "none") == "template";
  settings.picture = request.value("picture", "clean");
  settings.exact = request.value("dedup", "exact") != kNobody;
  return settings;
}

std::uint32_t finished_rounds(const std::filesystem::path& folder) {
  std::uint32_t rounds = 0;
  while (may_exist(elite_path(round_folder(folder, rounds + 1)))) ++rounds;
  return rounds;
}

Result<void> write_generation(const GenerateOptions& options, const std::filesystem::path& from) {
  const FileDescriptor lock = TRY(lock_folder(
      options.out, "another process is working on this folder; wait for it or stop it"));
  const Roles roles = TRY(roles_by_rule());
  Drawer drawer(options.out);
  InkSheets sheets = TRY(InkSheets::create(options.out));
  const ExcludedDrawings none(std::move(sheets));
  const ProgramFiles files(options.out, options.settings.exact);
  const Workbench bench{options, roles, drawer, none, files};
  std::vector<Elite> programs = TRY(read_elite(elite_path(from)));
  files.sort_by_id(programs);
  SetPlace place{from / "dataset", {}, options.settings.picture == "hand"};
  if (options.settings.labels) {
    place.labels = from / "labels.jsonl";
    TRY(write_labels(bench, programs, place.labels));
  }
  return write_set(bench, programs, place);
}

}  // namespace

Result<std::filesystem::path> round_dataset(const std::filesystem::path& folder,
                                            std::uint32_t round, std::size_t jobs,
                                            const CancelToken& cancel) {
  GenerateOptions options;
  options.settings = TRY(form_of(folder));
  const std::uint32_t rounds = finished_rounds(folder);
  if (round < 1 || round > rounds) {
    const std::string there = rounds == 0   ? "none is finished yet"
                              : rounds == 1 ? "only round 1 is finished"
                                            : fmt::format("there are 1 to {}", rounds);
    return fail(ErrorCode::kUsage, fmt::format("there is no finished round {}; {}", round, there),
                folder.string());
  }
  const std::filesystem::path from = round_folder(folder, round);
  if (may_exist(from / "dataset")) return from / "dataset";
  options.out = folder;
  options.jobs = jobs;
  options.cancel = cancel;
  TRY(write_generation(options, from));
  return from / "dataset";
}

}  // namespace papert::datagen
