#include <fmt/format.h>

#include "base/cancel.h"
#include "base/text.h"
#include "base/thread_pool.h"
#include "cli.h"
#include "data/part_note.h"
#include "progress.h"
#include "suite/registry.h"

namespace papert::cli {
namespace {

constexpr const char* kMintExamples = R"(Examples:
  papert mint shapecode --seed 1000000 --count 50 --out fresh
      seeds 1,000,000 to 1,000,049 of every tier; an existing folder is extended
  papert mint shapecode --split eval --tier hard --seed 0 --count 50 --out copy
      the hard scenes of the published set
  papert mint xlogo --seed 1000000 --count 100 --mode type=draw --mode grid=5 --out pictures
      only tasks of that kind
  papert mint sgp --family illusion --seed 1000000 --count 50 --out illusions
      a hundred pictures of which sizes are misjudged, half of them with the opposite truth
  papert mint xlogo --seed 1000000 --count 100000 --shard 3/16 --out fresh
      a sixteenth of the seeds, into fresh.s003of016; 'papert merge' joins the parts
  papert mint shapecode --check fresh
      every file against the manifest and SHA256SUMS; exit code 1 if anything is off

The same seed always gives the same bytes. Published sets come from seeds from 0 on; those from
1,000,000 on are free for training and for sets of your own.)";

struct MintOptions {
  std::string suite;
  suite::MintOptions mint;
  ModeOptions mode;
  std::string out;
  std::string check;
  std::string display;
  std::size_t jobs = available_processors();
  Option* seed_flag = nullptr;
};

Result<int> check(const suite::Suite& suite, const std::string& folder, std::size_t jobs) {
  const suite::CheckReport report = TRY(suite.check(folder, jobs));
  report_problems(report.problems);
  print(fmt::format("{}: {} samples checked, {} problems\n", folder,
                    format_count(static_cast<std::int64_t>(report.checked)),
                    format_count(static_cast<std::int64_t>(report.problems.size()))));
  return report.problems.empty() ? kExitDone : kExitNo;
}

Result<int> mint(MintOptions options) {
  const auto suite = TRY(suite::find_suite(options.suite));
  run::RunConfig config;
  TRY(options.mode.apply(*suite, config));
  options.mint.modes = config.modes;
  if (!options.check.empty() && options.out.empty())
    return check(*suite, options.check, options.jobs);
  if (!options.check.empty() || options.out.empty() || options.seed_flag->count() == 0) {
    return fail(ErrorCode::kUsage, "give --seed S, --count N and --out DIR, or --check DIR");
  }
  const Shard& shard = options.mint.shard;
  options.out = shard.part_of(options.out).string();
  const auto there = suite::suite_of_data(options.out);
  if (there != nullptr && there->name() != suite->name()) {
    return fail(ErrorCode::kUsage, "this folder holds tasks of " + std::string(there->name()),
                options.out);
  }
  const SignalCancel signals;
  ProgressLine line(display_from(options.display), "minted");
  suite::WriteOptions write;
  write.jobs = options.jobs;
  write.cancel = signals.token();
  write.progress = [&](std::size_t done, std::size_t total) { line.update(done, total); };
  const std::size_t written = TRY(suite->mint_to(options.out, options.mint, write));
  if (!shard.whole()) {
    const Json work = data::mint_work(options.mint, suite->generator()->version());
    TRY(data::write_part_note(
        options.out,
        {.papert = "", .verb = "mint", .suite = options.suite, .work = work, .shard = shard}));
  }
  print(fmt::format("{}: {} tasks written\n", options.out,
                    format_count(static_cast<std::int64_t>(written))));
  return kExitDone;
}

}  // namespace

std::function<int()> add_mint(Command& app) {
  auto options = std::make_shared<MintOptions>();
  app.add_option("suite", options->suite, "the benchmark (papert list suites)")->required();
  options->seed_flag =
      app.add_option("--seed", options->mint.seed, "the first seed")->type_name("S");
  app.add_option("--count", options->mint.count, "seeds per tier")
      ->type_name("N")
      ->check(positive())
      ->capture_default_str();
  app.add_option("--tier", options->mint.tiers, "only this tier (repeat, or separate by commas)")
      ->type_name("T")
      ->delimiter(',');
  options->mode.add_for_minting(app);
  app.add_option("--split", options->mint.split, "the name these tasks go by")
      ->type_name("NAME")
      ->capture_default_str();
  app.add_option("--out", options->out, "the folder to write")->type_name("DIR");
  app.add_option("--check", options->check, "verify this folder instead")->type_name("DIR");
  app.add_option("--jobs", options->jobs, "threads; the tasks are the same for any number")
      ->type_name("N")
      ->check(between(1, 1024))
      ->capture_default_str();
  add_shard(app, options->mint.shard);
  add_display(app, options->display);
  app.footer(kMintExamples);
  return [options] {
    const auto code = mint(*options);
    return code ? *code : report_error(code.error());
  };
}

}  // namespace papert::cli
