#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/cancel.h"
#include "base/file.h"
#include "base/nearest.h"
#include "base/numbers.h"
#include "base/sha256.h"
#include "base/text.h"
#include "base/thread_pool.h"
#include "cli.h"
#include "progress.h"
#include "synth/folder.h"
#include "synth/page.h"
#include "synth/parts.h"
#include "synth/smt.h"
#include "synth/synthesis.h"
#include "synth_parts.h"
#include "synth_summary.h"

namespace papert::cli {
namespace {

constexpr const char* kSynthExamples = R"(Examples:
  papert synth xlogo --data tasks --difficulty easy --per-reference 20 --seed 7 --out small
      for each task of the folder 20 new ones that are like it: another program of the same
      length, as many constraints, the same goal, a world built around it. Every one is proven to
      have no shorter solution; none is equal to another or to one of the data, turned or mirrored
  papert synth xlogo --data tasks --difficulty all --per-reference 500 --seed 7 --out sim
      also medium (one or two blocks more) and hard (two blocks and one constraint more); ends with
      a table beside the published set and the units that ended short. Interrupt it at any time:
      the same command goes on
  papert synth xlogo --data tasks --difficulty hard --ids 51,60 --per-reference 100 --seed 7 \
      --out two --sheet two.html
      two references only, and a page to look at
  papert synth xlogo --data tasks --difficulty all --per-reference 500 --seed 7 --out like \
      --like sim --split 500,1000 --group --exclude eval_set
      divided like the published set; 500 tasks for validation and 1,000 for evaluation, none of
      which has a solution that occurs in training; nothing that eval_set holds
  papert synth xlogo --data tasks --difficulty all --per-reference 500 --seed 7 --out sim --shard 3/16
      a sixteenth of the units, in sim.s003of016; papert merge sim.s*of016 --out sim joins them to
      the folder that one machine would have made
  papert synth xlogo --check sim --data tasks --sheet sim.html
      proves again from the files what was promised, beside the references, too; exit code 1 if
      anything is off. Writes a page of the set

The tasks depend on the data, --seed, --per-reference, --level, --engine and --allow-longer, never
on --jobs. 'papert eval xlogo --data sim ...' asks them; docs/synth.md has the rules.)";

struct SynthOptions {
  std::string suite;
  std::string data;
  std::vector<std::string> difficulties;
  std::vector<std::string> ids;
  std::vector<std::string> excludes;
  std::size_t per_reference = 500;
  std::int64_t seed = 0;
  std::string out;
  int level = synth::kMaxLevel;
  bool allow_longer = false;
  std::string engine = "direct";
  synth::SplitOptions split;
  std::string like;
  std::string check;
  std::string sheet;
  std::string display;
  std::size_t jobs = available_processors();
  Option* seed_flag = nullptr;
  Shard shard;
  const Command* command = nullptr;
};

void read_split(const std::string& text, synth::SplitOptions& split) {
  const std::size_t comma = text.find(',');
  const auto number = [&](const std::string& part) {
    const auto value = parse_number<std::size_t>(part);
    if (!value) refuse_value("--split", "'" + text + "' is not two numbers such as 1000,1000");
    return *value;
  };
  split.validation = number(text.substr(0, comma));
  split.evaluation = number(comma == std::string::npos ? "" : text.substr(comma + 1));
}

/// The references to work on, and the keys of all tasks that must not come out.
struct Material {
  std::vector<lang::xlogo::Task> references;
  synth::Excluded excluded;
  std::string hash;
  bool problems = false;
};

Result<void> keep_ids(const std::vector<std::string>& ids, const std::string& folder,
                      std::vector<lang::xlogo::Task>& tasks) {
  if (ids.empty()) return {};
  std::vector<std::string_view> known;
  known.reserve(tasks.size());
  for (const auto& task : tasks) known.push_back(task.id);
  for (const std::string& id : ids) {
    if (std::find(known.begin(), known.end(), id) != known.end()) continue;
    const auto meant = nearest(id, known);
    return fail(ErrorCode::kUsage,
                fmt::format("there is no task '{}' in {}{}", id, folder,
                            meant ? fmt::format("; did you mean '{}'?", *meant) : ""),
                "--ids");
  }
  std::erase_if(tasks, [&](const auto& task) {
    return std::find(ids.begin(), ids.end(), task.id) == ids.end();
  });
  return {};
}

Result<Material> read_material(const SynthOptions& options) {
  Material material;
  synth::References references = TRY(synth::read_references(options.data));
  material.problems = report_problems(references.problems);
  synth::exclude(references.tasks, material.excluded);
  Sha256 hash;
  hash.update(references.hash);
  for (const std::string& folder : options.excludes) {
    const synth::References more = TRY(synth::read_references(folder, false));
    material.problems = report_problems(more.problems) || material.problems;
    synth::exclude(more.tasks, material.excluded);
    hash.update(more.hash);
  }
  material.hash = hash.hex();
  material.references = std::move(references.tasks);
  TRY(keep_ids(options.ids, options.data, material.references));
  if (material.references.empty()) {
    return fail(ErrorCode::kBadData, "there is no task to start from", options.data);
  }
  return material;
}

std::vector<synth::Difficulty> difficulties_of(const SynthOptions& options) {
  std::vector<synth::Difficulty> list;
  for (std::size_t i = 0; i < synth::kDifficultyNames.size(); ++i) {
    const bool wanted = std::any_of(options.difficulties.begin(), options.difficulties.end(),
                                    [&](const std::string& name) {
                                      return name == "all" || name == synth::kDifficultyNames[i];
                                    });
    if (wanted) list.push_back(static_cast<synth::Difficulty>(i));
  }
  return list;
}

/// What the folder was made for; everything in it follows from this.
Json request_of(const SynthOptions& options, const synth::SynthesisOptions& synthesis,
                const Material& material) {
  Json json = synth::identity_of(synthesis);
  json["difficulties"] = Json::array();
  for (const synth::Difficulty each : synthesis.difficulties) {
    json["difficulties"].push_back(synth::name_of(each));
  }
  json["references"] = Json::array();
  for (const auto& reference : material.references) json["references"].push_back(reference.id);
  json["split"] = Json::object();
  const auto side = [](const std::optional<std::size_t>& size) {
    return size ? Json(*size) : Json("usual");
  };
  json["split"]["validation"] = side(options.split.validation);
  json["split"]["evaluation"] = side(options.split.evaluation);
  json["split"]["group"] = options.split.group;
  json["like"] = options.like.empty() ? Json(nullptr) : Json(options.like);
  return json;
}

/// A page of a folder's tasks beside those of the references that are at hand.
Result<void> write_sheet(const SynthOptions& options, const std::string& folder, std::int64_t seed,
                         const std::vector<lang::xlogo::Task>& references) {
  const auto tasks = TRY(synth::read_synth_tasks(folder, options.jobs));
  std::vector<const synth::SynthTask*> list;
  list.reserve(tasks.size());
  for (const synth::SynthTask& task : tasks) list.push_back(&task);
  const std::string page = synth::sheet_page(
      list, references, {.title = "Synthesised tasks, seed " + std::to_string(seed), .seed = seed});
  TRY(write_file(options.sheet, page));
  print(fmt::format("{}: written\n", options.sheet));
  return {};
}

synth::SynthesisOptions synthesis_of(const SynthOptions& options, const Material& material) {
  synth::SynthesisOptions synthesis;
  synthesis.out = options.out;
  synthesis.difficulties = difficulties_of(options);
  synthesis.per_reference = options.per_reference;
  synthesis.pool.seed = options.seed;
  synthesis.pool.max_level = options.level;
  synthesis.pool.allow_longer = options.allow_longer;
  synthesis.smt = options.engine == "smt";
  synthesis.data_hash = material.hash;
  synthesis.shard = options.shard;
  synthesis.jobs = options.jobs;
  return synthesis;
}

/// Some of the units, in a folder that merge takes.
Result<int> make_part(const SynthOptions& options, const Material& material,
                      const synth::SynthesisOptions& synthesis) {
  const std::size_t units = TRY(synth::synthesise_part(
      material.references, material.excluded, synthesis, synth::make_workshop(synthesis.smt)));
  TRY(note_synth_part(options.out, request_of(options, synthesis, material), options.shard));
  print(fmt::format("{}: {} (papert merge joins the parts)\n", options.out,
                    counted(static_cast<std::int64_t>(units), "unit")));
  return material.problems ? kExitBadData : kExitDone;
}

Result<int> make_tasks(const SynthOptions& options) {
  const Material material = TRY(read_material(options));
  const SignalCancel signals;
  synth::SynthesisOptions synthesis = synthesis_of(options, material);
  synthesis.cancel = signals.token();
  std::vector<synth::UnitResult> units;
  {
    ProgressLine line(display_from(options.display), "synthesised");
    synthesis.progress = [&](const synth::SynthesisProgress& now) {
      const std::string note =
          now.exhausted == 0
              ? ""
              : counted(static_cast<std::int64_t>(now.exhausted), "unit") + " exhausted";
      line.update(now.done, now.total, note);
    };
    if (!options.shard.whole()) return make_part(options, material, synthesis);
    units = TRY(synth::synthesise(material.references, material.excluded, synthesis,
                                  synth::make_workshop(synthesis.smt)));
  }
  synth::FolderOptions folder;
  folder.request = request_of(options, synthesis, material);
  folder.split = options.split;
  folder.split.seed = options.seed;
  folder.like_sim = options.like == "sim";
  folder.jobs = options.jobs;
  const synth::FolderSummary summary =
      TRY(synth::write_folder(options.out, units, material.excluded, folder));
  print_synthesis(options.out, summary, units, options.per_reference);
  if (!options.sheet.empty()) {
    TRY(write_sheet(options, options.out, options.seed, material.references));
  }
  return material.problems ? kExitBadData : kExitDone;
}

/// What tasks were drawn by, as their folder says.
Result<std::int64_t> seed_of(const std::string& folder) {
  const std::string path = folder + "/manifest.json";
  const std::string text = TRY(read_file(path));
  const Json manifest = TRY(parse_json(text, path));
  const auto request = manifest.is_object() ? manifest.find("request") : manifest.end();
  if (request == manifest.end()) return fail(ErrorCode::kBadData, "'request' is missing", path);
  return get_int(*request, "seed", path);
}

Result<int> check_tasks(const SynthOptions& options) {
  const SignalCancel signals;
  synth::CheckOptions check;
  check.jobs = options.jobs;
  check.cancel = signals.token();
  for (const std::string& folder : options.excludes) {
    const synth::References more = TRY(synth::read_references(folder, false));
    report_problems(more.problems);
    synth::exclude(more.tasks, check.excluded);
  }
  if (!options.data.empty()) {
    synth::References data = TRY(synth::read_references(options.data, false));
    report_problems(data.problems);
    synth::exclude(data.tasks, check.excluded);
    check.references = std::move(data.tasks);
  }
  std::optional<synth::FolderCheck> result;
  {
    ProgressLine line(display_from(options.display), "checked");
    check.progress = [&](std::size_t done, std::size_t total) { line.update(done, total); };
    result = TRY(synth::check_folder(options.check, check));
  }
  report_problems(result->problems);
  print(fmt::format("{}: {} checked, {}\n", options.check,
                    counted(static_cast<std::int64_t>(result->checked), "task"),
                    counted(static_cast<std::int64_t>(result->problems.size()), "problem")));
  if (check.references.empty()) {
    print("not compared with their references: give --data, too\n");
  }
  if (!options.sheet.empty()) {
    const std::int64_t seed = TRY(seed_of(options.check));
    TRY(write_sheet(options, options.check, seed, check.references));
  }
  return result->problems.empty() ? kExitDone : kExitNo;
}

/// Refuses what would be silently ignored.
Result<void> only_checks(const SynthOptions& options) {
  for (const char* flag : {"--ids", "--out", "--difficulty", "--per-reference", "--seed", "--level",
                           "--allow-longer", "--engine", "--split", "--group", "--like"}) {
    if (!options.command->given(flag)) continue;
    return fail(ErrorCode::kUsage,
                "is for making tasks; --check takes --data, --exclude, --sheet, --jobs and "
                "--display",
                flag);
  }
  if (options.shard.whole()) return {};
  return fail(ErrorCode::kUsage, "is for making tasks; --check is for a whole set", "--shard");
}

Result<int> synthesise(const SynthOptions& options) {
  if (options.suite != "xlogo") {
    return fail(ErrorCode::kUsage,
                "tasks of '" + options.suite + "' cannot be synthesised; only those of xlogo can");
  }
  if (!options.check.empty()) {
    TRY(only_checks(options));
    return check_tasks(options);
  }
  if (options.out.empty() || options.data.empty() || options.difficulties.empty() ||
      options.seed_flag->count() == 0) {
    return fail(ErrorCode::kUsage,
                "give --data DIR, --difficulty D, --seed S and --out DIR, or --check DIR");
  }
  if (options.engine == "smt" && !synth::smt_available()) {
    return fail(ErrorCode::kUsage,
                "this program was built without Z3 (the CMake option PAPERT_SMT); --engine direct "
                "needs none",
                "--engine");
  }
  if (!options.shard.whole() && !options.sheet.empty()) {
    return fail(ErrorCode::kUsage, "is for the whole set: make it when the parts are joined",
                "--sheet");
  }
  return make_tasks(options);
}

void add_where(Command& app, SynthOptions& options) {
  app.add_option("suite", options.suite, "the benchmark: xlogo")->required();
  app.add_option("--data", options.data, "the folder with the reference tasks")->type_name("DIR");
  app.add_option("--ids", options.ids, "only these references (repeat, or separate by commas)")
      ->type_name("ID")
      ->delimiter(',');
  app.add_option("--exclude", options.excludes,
                 "a folder of tasks that must not come out, as those of --data (repeat)")
      ->type_name("DIR");
  app.add_option("--out", options.out, "the folder to write; one that was begun is finished")
      ->type_name("DIR");
  app.add_option("--check", options.check, "verify this folder instead")->type_name("DIR");
  app.add_option("--sheet", options.sheet, "also write a page with a few tasks of each unit")
      ->type_name("page.html");
}

void add_what(Command& app, SynthOptions& options) {
  app.add_option("--difficulty", options.difficulties,
                 "easy, medium, hard or all (repeat, or separate by commas)")
      ->type_name("D")
      ->delimiter(',')
      ->check(one_of({"easy", "medium", "hard", "all"}));
  app.add_option("--per-reference", options.per_reference,
                 "tasks for each reference at each difficulty")
      ->type_name("N")
      ->check(between(1, 99'999))
      ->capture_default_str();
  options.seed_flag = app.add_option("--seed", options.seed, "what the tasks are drawn by")
                          ->type_name("S")
                          ->check(not_negative());
  app.add_option("--level", options.level,
                 "how far a unit may go from its reference where it would stay short: 0 by the "
                 "published rules, 1 larger grids and more in them, 2 other commands, too")
      ->type_name("0|1|2")
      ->check(between(0, synth::kMaxLevel))
      ->capture_default_str();
  app.add_flag("--allow-longer", options.allow_longer,
               "fill units that stay short with tasks that have a shorter solution, marked so");
  app.add_option("--engine", options.engine,
                 "how worlds are made: direct by construction, smt also by Z3 for units that this "
                 "leaves short")
      ->type_name("direct|smt")
      ->check(one_of({"direct", "smt"}))
      ->capture_default_str();
}

void add_division(Command& app, SynthOptions& options) {
  app.add_option_function(
         "--split", [&options](const std::string& text) { read_split(text, options.split); },
         "so many tasks for validation and for evaluation [1000,1000, at most a tenth each]")
      ->type_name("V,E");
  app.add_flag("--group", options.split.group,
               "tasks with equal solutions go to one side of the split");
  app.add_option("--like", options.like, "keep a part that is divided like the published set")
      ->type_name("sim")
      ->check(one_of({"sim"}));
}

}  // namespace

std::function<int()> add_synth(Command& app) {
  auto options = std::make_shared<SynthOptions>();
  options->command = &app;
  add_where(app, *options);
  add_what(app, *options);
  add_division(app, *options);
  app.add_option("--jobs", options->jobs, "threads; the tasks are the same for any number")
      ->type_name("N")
      ->check(between(1, 1024))
      ->capture_default_str();
  add_shard(app, options->shard);
  add_display(app, options->display);
  app.footer(kSynthExamples);
  return [options] {
    if (!options->out.empty()) options->out = options->shard.part_of(options->out).string();
    const auto code = synthesise(*options);
    return code ? *code : report_error(code.error());
  };
}

}  // namespace papert::cli
