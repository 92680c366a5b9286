#include "datagen/turtle/seeds.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "base/embedded.h"
#include "base/file.h"
#include "base/paths.h"
#include "base/sha256.h"
#include "base/text.h"
#include "data/turtleai/folder.h"
#include "data/turtlebench/folder.h"
#include "score/drawing_index.h"

PAPERT_EMBEDDED(seed_01_triangle);
PAPERT_EMBEDDED(seed_02_square);
PAPERT_EMBEDDED(seed_03_square_on_its_corner);
PAPERT_EMBEDDED(seed_04_two_squares);
PAPERT_EMBEDDED(seed_05_large_and_small_square);
PAPERT_EMBEDDED(seed_06_blue_square);
PAPERT_EMBEDDED(seed_07_yellow_square);
PAPERT_EMBEDDED(seed_08_house);
PAPERT_EMBEDDED(seed_09_circle);
PAPERT_EMBEDDED(seed_10_hexagon_of_triangles);

namespace papert::datagen {
namespace {

std::vector<NamedProgram> builtin_programs() {
  const auto program = [](const char* name, const char* begin, const char* end) {
    return NamedProgram{name, std::string(embedded(begin, end))};
  };
#define PAPERT_SEED(name) \
  program(#name, papert_embedded_seed_##name, papert_embedded_seed_##name##_end)
  return {PAPERT_SEED(01_triangle),
          PAPERT_SEED(02_square),
          PAPERT_SEED(03_square_on_its_corner),
          PAPERT_SEED(04_two_squares),
          PAPERT_SEED(05_large_and_small_square),
          PAPERT_SEED(06_blue_square),
          PAPERT_SEED(07_yellow_square),
          PAPERT_SEED(08_house),
          PAPERT_SEED(09_circle),
          PAPERT_SEED(10_hexagon_of_triangles)};
#undef PAPERT_SEED
}

Result<std::vector<NamedProgram>> tasks_in(const std::filesystem::path& folder) {
  const data::turtleai::StoredTasks stored =
      TRY(data::turtleai::read_tasks(folder, data::turtleai::Pictures::kListed));
  if (!stored.problems.empty()) return fail(stored.problems.front());
  std::vector<NamedProgram> programs;
  programs.reserve(stored.tasks.size());
  for (const auto& task : stored.tasks) programs.push_back({task.id, task.code});
  return programs;
}

/// The answers of a turtlebench folder, with their variables, as functions of a turtle.
Result<std::vector<NamedProgram>> items_in(const std::filesystem::path& folder) {
  const data::turtlebench::Items stored = TRY(data::turtlebench::read_items(folder));
  if (!stored.problems.empty()) return fail(stored.problems.front());
  std::vector<NamedProgram> programs;
  programs.reserve(stored.items.size());
  for (const auto& item : stored.items) {
    std::string code = "def draw(t):\n";
    for (const std::string* part : {&item.variables, &item.code}) {
      for (const std::string_view line : split(*part, '\n')) {
        if (!trim(line).empty()) code.append("    ").append(line).append("\n");
      }
    }
    programs.push_back({item.name(), std::move(code)});
  }
  return programs;
}

Result<std::vector<NamedProgram>> files_in(const std::filesystem::path& folder) {
  constexpr std::size_t kMaxBytes = std::size_t{1} << 20;
  std::vector<std::string> names;
  for (const std::string& name : names_in(folder)) {
    if (name.ends_with(".py")) names.push_back(name);
  }
  std::sort(names.begin(), names.end());
  std::vector<NamedProgram> programs;
  programs.reserve(names.size());
  for (const std::string& name : names) {
    std::string code = TRY(read_file(folder / name, kMaxBytes));
    programs.push_back({name, std::move(code)});
  }
  return programs;
}

}  // namespace

Result<std::vector<NamedProgram>> read_programs(const std::string& source) {
  if (source == "builtin") return builtin_programs();
  const std::filesystem::path folder = source;
  if (!is_folder(folder)) {
    return fail(ErrorCode::kNotFound,
                "is not a folder with programs (*.py), tasks.jsonl or dataset.jsonl", source);
  }
  const auto read = may_exist(folder / "tasks.jsonl")     ? tasks_in
                    : may_exist(folder / "dataset.jsonl") ? items_in
                                                          : files_in;
  auto programs = TRY(read(folder));
  if (programs.empty()) {
    return fail(ErrorCode::kBadData, "the folder has neither programs (*.py) nor tasks", source);
  }
  return programs;
}

Result<Seeds> run_seeds(Drawer& drawer, const std::vector<NamedProgram>& programs) {
  Seeds seeds;
  std::map<std::string, std::string> names;  // by drawing
  for (const NamedProgram& program : programs) {
    const DrawnProgram drawn = TRY(drawer.draw(program.code));
    if (drawn.status != "ok") {
      seeds.problems.push_back({ErrorCode::kBadData,
                                "cannot be a seed: its program ends with " + drawn.status,
                                program.name});
      continue;
    }
    const auto [first, fresh] = names.emplace(drawn.drawing, program.name);
    if (!fresh) {
      seeds.notes.push_back(
          fmt::format("seed {} draws the same as {} and is left out", program.name, first->second));
      continue;
    }
    const std::string id = drawing_id(short_key(drawn.drawing));
    drawer.remember(id, drawn.scene);
    seeds.programs.push_back({id, drawn.drawing, program.code});
  }
  if (seeds.programs.empty()) {
    return fail(
        ErrorCode::kBadData,
        "no program can be a seed" +
            (seeds.problems.empty() ? std::string() : "; " + seeds.problems.front().to_string()));
  }
  return seeds;
}

Result<void> ExcludedDrawings::add(Drawer& drawer, const std::string& folder) {
  for (const NamedProgram& program : TRY(tasks_in(folder))) {
    lang::turtle::Drawing drawing = TRY(drawer.jails().run(program.code));
    if (drawing.outcome.status != sandbox::Status::kOk) {
      return fail(
          ErrorCode::kBadData,
          "its program does not run, so its drawing cannot be excluded: " + drawing.outcome.reason,
          folder + ", task '" + program.name + "'");
    }
    keys_.push_back(score::drawing_key(drawing.scene));
    const InkMark mark = TRY(sheets_.add(score::PaintedDrawing(std::move(drawing.scene))));
    const InkFacts facts = TRY(sheets_.facts(mark));
    facts_.push_back(facts);
  }
  std::sort(keys_.begin(), keys_.end());
  return {};
}

Result<bool> ExcludedDrawings::has(const std::string& drawing, const scene::Scene& scene) const {
  if (keys_.empty()) return false;
  if (std::binary_search(keys_.begin(), keys_.end(), drawing)) return true;
  const score::PaintedDrawing painted(scene);
  const InkFacts facts = ink_facts(painted);
  for (const InkFacts& known : facts_) {
    if (!may_be_equal(known, facts)) continue;
    if (TRY(sheets_.equal(known, painted, facts))) return true;
  }
  return false;
}

std::string ExcludedDrawings::hash() const {
  Sha256 hash;
  for (const std::string& key : keys_) hash.update(key);
  return keys_.empty() ? "" : hash.hex();
}

}  // namespace papert::datagen
