#include <fmt/format.h>

#include <algorithm>

#include "base/cancel.h"
#include "base/random.h"
#include "base/thread_pool.h"
#include "cli.h"
#include "damage.h"
#include "data/part_note.h"
#include "datagen/failures.h"
#include "progress.h"
#include "run/folder.h"
#include "suite/registry.h"

namespace papert::cli {
namespace {

constexpr const char* kPerturbExamples = R"(Examples:
  papert perturb xlogo --data tasks --kinds A,B,C --out changed
      every task as it is (T) and in the seven other combinations (T_A, ... T_ABC):
      A without code constraints, B without walls and forbidden cells, C with the turtle
      two moves before its goal. A task that lacks a part is left as it is in that respect
  papert perturb xlogo --data tasks --kinds A,B,C --failed-by RUN RUN --limit 20 --out changed
      only tasks that both runs failed, 20 of them drawn by --seed
  papert perturb xlogo --data tasks --kinds turn --count 3 --seed 7 --out more
      three turned or mirrored versions of every task, each checked by its own solution
  papert perturb sgp --data questions.csv --kinds t,se2 --count 5 --seed 7 --out moved
      five shifted and five turned and shifted versions of every SVG program, the originals beside
      them; each checked by rendering, those that cannot be moved listed (exit code 65)
Then:
  papert eval xlogo --data changed --model ...
  papert report RUN... --by perturbation)";

struct PerturbOptions {
  std::string suite;
  std::string data;
  std::string out;
  suite::PerturbOptions perturb;
  std::vector<std::string> failed_by;
  std::size_t limit = 0;
  std::string log_dir;
  std::string display;
};

/// The ids of tasks all runs failed, at most `limit` of them by chance.
Result<std::vector<std::string>> pick_failures(const PerturbOptions& options) {
  std::vector<std::filesystem::path> runs;
  runs.reserve(options.failed_by.size());
  for (const std::string& name : options.failed_by) {
    runs.push_back(TRY(run::find_run(name, options.log_dir)));
  }
  datagen::FailedTasks failed = TRY(datagen::failed_by_all(runs));
  report_damage(failed.damaged);
  std::vector<std::string>& ids = failed.ids;
  if (ids.empty()) return fail(ErrorCode::kBadData, "no task was failed by all of these runs");
  if (options.limit == 0 || options.limit >= ids.size()) return std::move(ids);
  std::vector<std::string> picked = Random(options.perturb.seed).sample(ids, options.limit);
  std::sort(picked.begin(), picked.end());
  return picked;
}

/// What all parts together are, for whoever joins them.
Json perturb_work(const PerturbOptions& options) {
  const suite::PerturbOptions& perturb = options.perturb;
  return {{"data", options.data},
          {"kinds", perturb.kinds},
          {"ids", perturb.ids},
          {"count", perturb.count},
          {"seed", perturb.seed}};
}

Result<int> perturb(PerturbOptions options) {
  const auto suite = TRY(suite::find_suite(options.suite));
  const Shard& shard = options.perturb.shard;
  options.out = shard.part_of(options.out).string();
  if (!options.failed_by.empty()) options.perturb.ids = TRY(pick_failures(options));
  const SignalCancel signals;
  ProgressLine line(display_from(options.display), "changed");
  std::vector<Error> problems;
  options.perturb.jobs = available_processors();
  options.perturb.cancel = signals.token();
  options.perturb.progress = [&](std::size_t done, std::size_t total) { line.update(done, total); };
  options.perturb.problem = [&](const Error& problem) { problems.push_back(problem); };
  const std::size_t written = TRY(suite->perturb_to(options.data, options.out, options.perturb));
  if (!shard.whole()) {
    const Json work = perturb_work(options);
    TRY(data::write_part_note(
        options.out,
        {.papert = "", .verb = "perturb", .suite = options.suite, .work = work, .shard = shard}));
  }
  const bool bad = report_problems(problems);
  print(fmt::format("{}: {} tasks written\n", options.out, written));
  return bad ? kExitBadData : kExitDone;
}

}  // namespace

std::function<int()> add_perturb(Command& app) {
  auto options = std::make_shared<PerturbOptions>();
  app.add_option("suite", options->suite, "the benchmark (papert list suites)")->required();
  app.add_option("--kinds", options->perturb.kinds, "what to change, separated by commas")
      ->type_name("K,K")
      ->delimiter(',')
      ->required();
  app.add_option("--data", options->data, "folder with tasks")
      ->type_name("DIR")
      ->check(existing_path())
      ->required();
  app.add_option("--out", options->out, "the folder to write")->type_name("DIR")->required();
  app.add_option("--failed-by", options->failed_by, "only tasks that all these runs failed")
      ->type_name("RUN");
  app.add_option("--limit", options->limit, "with --failed-by: at most this many tasks")
      ->type_name("N");
  app.add_option("--count", options->perturb.count, "versions per task, where chance picks them")
      ->type_name("N")
      ->capture_default_str();
  app.add_option("--seed", options->perturb.seed, "of what chance picks")
      ->type_name("S")
      ->capture_default_str();
  add_shard(app, options->perturb.shard);
  add_log_dir(app, options->log_dir);
  add_display(app, options->display);
  app.footer(kPerturbExamples);
  return [options] {
    const auto code = perturb(*options);
    return code ? *code : report_error(code.error());
  };
}

}  // namespace papert::cli
