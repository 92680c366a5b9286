#include "datagen/made.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/file.h"
#include "base/json.h"
#include "base/json_view.h"
#include "base/jsonl.h"
#include "base/paths.h"
#include "base/text.h"
#include "datagen/export/readme.h"

namespace papert::datagen {
namespace {

namespace fs = std::filesystem;

using Made = std::optional<MadeFolder>;

Result<Json> object_in(const fs::path& path) {
  const std::string text = TRY(read_file(path));
  Json json = TRY(parse_json(text, path.string()));
  if (json.is_object()) return json;
  return fail(ErrorCode::kBadData, "is not an object", path.string());
}

/// Lines that are not blank; 0 where there is no such file.
Result<std::size_t> lines_in(const fs::path& path) {
  if (!may_exist(path)) return std::size_t{0};
  LineReader reader = TRY(LineReader::open(path));
  Line line;
  std::size_t count = 0;
  while (TRY(reader.next(line))) count += line.blank() ? 0 : 1;
  return count;
}

std::string many(std::size_t count) { return format_count(static_cast<std::int64_t>(count)); }

std::string plain(const Json& value) {
  if (value.is_string() && value != "") return value.get<std::string>();
  return value.is_null() || value == "" ? "none" : dump_json(value);
}

/// A fact with the number of lines of a file, where there is one.
Result<void> add_lines(const fs::path& path, const std::string& name, MadeFolder& made) {
  if (!may_exist(path)) return {};
  const std::size_t count = TRY(lines_in(path));
  made.facts.emplace_back(name, many(count));
  return {};
}

// Generations of turtle programs.

Result<void> add_rounds(const fs::path& folder, MadeFolder& made) {
  MadeTable table{"rounds", {"round", "candidates", "drawings", "scored", "elite"}, {}};
  for (std::int64_t round = 1;; ++round) {
    const fs::path part = folder / fmt::format("round-{}", round);
    if (!may_exist(part)) break;
    std::vector<std::int64_t> row{round};
    for (const char* stage : {"candidates", "distinct", "scores", "elite"}) {
      const std::size_t lines = TRY(lines_in(part / fmt::format("{}.jsonl", stage)));
      row.push_back(static_cast<std::int64_t>(lines));
    }
    table.rows.push_back(std::move(row));
  }
  if (!table.rows.empty()) made.table = std::move(table);
  return {};
}

void add_turtle_steps(const fs::path& folder, MadeFolder& made) {
  const std::string name = folder.string();
  if (!may_exist(folder / "growth.json")) {
    made.next.push_back(
        "it is not finished: the command that began it goes on (papert datagen "
        "turtle, with the settings above and --out " +
        name + ")");
    return;
  }
  made.next.push_back("look at it: " + name + "/report.html");
  made.next.push_back("papert describe " + name + "/dataset");
  made.next.push_back("papert eval turtleai --data " + name + "/dataset --model ...");
  made.next.push_back("papert export " + name + " --format sharegpt --out sft");
}

Result<Made> turtle_generation(const fs::path& folder, const Json& request) {
  MadeFolder made;
  made.title = "drawing programs grown by papert datagen turtle";
  for (const auto& [key, value] : request.items()) {
    if (key != "kind" && key != "format") made.facts.emplace_back(key, plain(value));
  }
  TRY(add_lines(folder / "seeds.jsonl", "seed programs", made));
  TRY(add_rounds(folder, made));
  TRY(add_lines(folder / "selection.jsonl", "looked at for the set", made));
  for (const char* set : {"dataset", "dataset-hand", "selected", "turtlebench"}) {
    TRY(add_lines(folder / set / "tasks.jsonl", fmt::format("tasks in {}", set), made));
    TRY(add_lines(folder / set / "dataset.jsonl", fmt::format("items in {}", set), made));
    TRY(add_lines(folder / set / "validation.txt", fmt::format("for validation in {}", set), made));
  }
  TRY(add_lines(folder / "labels.jsonl", "labels", made));
  add_turtle_steps(folder, made);
  return Made(std::move(made));
}

/// Other recipes that keep their request: what they were asked for, and the lines of their files.
Result<Made> other_request(const fs::path& folder, const Json& request) {
  MadeFolder made;
  made.title = "written by papert " + plain(request.value("kind", Json("datagen")));
  for (const auto& [key, value] : request.items()) {
    if (key != "kind" && key != "format") made.facts.emplace_back(key, plain(value));
  }
  std::vector<std::string> names;
  for (const std::string& name : names_in(folder)) {
    if (name.ends_with(".jsonl")) names.push_back(name);
  }
  std::sort(names.begin(), names.end());
  for (const std::string& name : names) TRY(add_lines(folder / name, "lines of " + name, made));
  made.next.emplace_back("the command that made it goes on where it is not finished");
  return Made(std::move(made));
}

// Exports.

Result<Made> exported(const fs::path& folder) {
  const fs::path path = folder / "README.md";
  if (!may_exist(path) || !may_exist(folder / "SHA256SUMS")) return Made();
  constexpr std::size_t kMost = std::size_t{1} << 20;
  const auto text = read_file(path, kMost);
  if (!text || text->find("Written by papert ") == std::string::npos) return Made();
  const auto facts = readme_facts(*text);
  if (!facts.contains("format") || !facts.contains("for")) return Made();
  MadeFolder made;
  const std::string_view heading = std::string_view(*text).substr(0, text->find('\n'));
  made.title = fmt::format("{}, written by papert export", trim(heading.substr(2)));
  for (const std::string_view line : split(*text, '\n')) {
    const std::size_t colon = line.find(": ");
    if (!line.starts_with("- ") || colon == std::string_view::npos) continue;
    made.facts.emplace_back(line.substr(2, colon - 2), line.substr(colon + 2));
  }
  made.next.push_back("papert export --check " + folder.string());
  made.next.push_back("how it is loaded: " + path.string());
  return Made(std::move(made));
}

// Loops and draws.

Result<Made> loop(const fs::path& folder) {
  if (!may_exist(folder / "state.jsonl") || !may_exist(folder / "prompts.jsonl")) return Made();
  MadeFolder made;
  made.title = "training in rounds by papert datagen loop";
  TRY(add_lines(folder / "prompts.jsonl", "tasks", made));
  TRY(add_lines(folder / "eval" / "prompts.jsonl", "evaluation tasks", made));
  TRY(add_lines(folder / "state.jsonl", "finished steps", made));
  std::size_t seeds = 0;
  std::size_t epochs = 0;
  while (may_exist(folder / fmt::format("seed-{}", seeds + 1))) {
    const fs::path seed = folder / fmt::format("seed-{}", ++seeds);
    std::size_t begun = 0;
    while (may_exist(seed / fmt::format("epoch-{}", begun))) ++begun;
    epochs = std::max(epochs, begun);
  }
  made.facts.emplace_back("seeds begun", many(seeds));
  made.facts.emplace_back("epochs begun", many(epochs));
  if (may_exist(folder / "results.json")) {
    made.next.push_back("its table: " + (folder / "results.json").string());
  } else {
    made.next.emplace_back("it is not finished: the command that began it goes on");
  }
  return Made(std::move(made));
}

Result<Made> resampled(const fs::path& folder) {
  for (const char* name : {"weights.jsonl", "indices.txt", "train.jsonl"}) {
    if (!may_exist(folder / name)) return Made();
  }
  MadeFolder made;
  made.title = "training lines drawn by papert datagen resample";
  std::size_t failed = 0;
  std::size_t samples = 0;
  LineReader reader = TRY(LineReader::open(folder / "weights.jsonl"));
  Line line;
  while (TRY(reader.next(line))) {
    if (line.blank()) continue;
    const Json json = TRY(parse_json(
        line.text, fmt::format("{}:{}", (folder / "weights.jsonl").string(), line.number)));
    ++samples;
    failed += json.value("success", true) ? 0 : 1;
  }
  made.facts.emplace_back("samples", many(samples));
  made.facts.emplace_back("of them failed", many(failed));
  TRY(add_lines(folder / "indices.txt", "lines drawn", made));
  made.next.push_back("train on " + (folder / "train.jsonl").string());
  return Made(std::move(made));
}

/// A file of labels that a page of papert label saved: nothing where its first line is not one.
Result<Made> labels_of_people(const fs::path& path) {
  auto reader = LineReader::open(path);
  if (!reader) return Made();
  MadeFolder made;
  made.title = "labels by people, from pages of papert label";
  std::map<std::string, std::int64_t> kinds;
  std::set<std::string> annotators;
  Line line;
  JsonView view;
  while (TRY(reader->next(line))) {
    if (line.blank()) continue;
    const bool label = !line.too_long && view.read(line.text) && view["kind"].is_string() &&
                       view["annotator"].is_string();
    if (!label && kinds.empty()) return Made();
    if (!label) continue;
    ++kinds[view["kind"].string()];
    annotators.insert(view["annotator"].string());
  }
  if (kinds.empty()) return Made();
  made.facts.emplace_back("annotators", many(annotators.size()));
  for (const auto& [kind, lines] : kinds) {
    made.facts.emplace_back(kind, format_count(lines) + " lines");
  }
  made.next.push_back("papert agreement --labels " + path.string());
  return Made(std::move(made));
}

}  // namespace

Result<std::optional<MadeFolder>> describe_made(const fs::path& folder) {
  if (!is_folder(folder)) {
    return may_exist(folder) && folder.extension() == ".jsonl" ? labels_of_people(folder) : Made();
  }
  if (may_exist(folder / "request.json")) {
    const Json request = TRY(object_in(folder / "request.json"));
    return request.value("kind", "") == "datagen turtle" ? turtle_generation(folder, request)
                                                         : other_request(folder, request);
  }
  for (const auto& kind : {exported, loop, resampled}) {
    auto made = TRY(kind(folder));
    if (made) return made;
  }
  return Made();
}

}  // namespace papert::datagen
