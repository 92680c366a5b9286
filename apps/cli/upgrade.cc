#include "run/upgrade.h"

#include <fmt/format.h>

#include "base/cancel.h"
#include "base/format.h"
#include "base/text.h"
#include "cli.h"
#include "progress.h"
#include "run/folder.h"

namespace papert::cli {
namespace {

constexpr const char* kUpgradeExamples = R"(Examples:
  papert upgrade runs/20260131-120000-shapecode-openai-gpt-5-mini-8c1d52b9e7
      writes the run again as this version writes runs: the format in run.json, summary.json and
      every line of the log, pictures in their subfolders
  papert upgrade RUN RUN --dry-run
      says what there is to do (exit code 1) or that there is nothing (0), and changes nothing

Runs of earlier versions can be read as they are; this is for archives and for programs of your own.
The run keeps its id, its replies and scores, and the version that made it. It may be interrupted at
any time: the same command does the rest. A run of a newer Papert is refused.)";

struct UpgradeRequest {
  std::vector<std::string> runs;
  std::string log_dir;
  std::string display;
  bool dry_run = false;
  bool json = false;
};

std::string as_text(std::size_t count) { return format_count(static_cast<std::int64_t>(count)); }

std::string what_changed(const run::Upgrade& upgrade) {
  std::string text;
  const auto add = [&](const std::string& part) { text += (text.empty() ? "" : ", ") + part; };
  if (upgrade.config) add("run.json");
  if (upgrade.summary) add("summary.json");
  if (upgrade.lines > 0) {
    add(fmt::format("{} of {} lines of the log", as_text(upgrade.lines),
                    as_text(upgrade.of_lines)));
  }
  if (upgrade.pictures > 0) {
    add(counted(static_cast<std::int64_t>(upgrade.pictures), "picture"));
  }
  return text;
}

void print_upgrade(const UpgradeRequest& request, const std::filesystem::path& folder,
                   const run::Upgrade& upgrade) {
  if (request.json) {
    print(dump_json({{"format", kFormat},
                     {"run", folder.string()},
                     {"changed", upgrade.any() && !request.dry_run},
                     {"run_json", upgrade.config},
                     {"summary", upgrade.summary},
                     {"lines", upgrade.lines},
                     {"of_lines", upgrade.of_lines},
                     {"pictures", upgrade.pictures},
                     {"damaged", upgrade.damaged.size()}}) +
          "\n");
  } else if (!upgrade.any()) {
    print(fmt::format("{}: of the newest format already ({})\n", folder.string(), kFormat));
  } else {
    print(fmt::format(
        "{}: {} {}\n", folder.string(),
        request.dry_run ? "of an earlier form:" : "written again:", what_changed(upgrade)));
  }
}

Result<int> upgrade_runs(const UpgradeRequest& request) {
  const SignalCancel signals;
  bool older = false;
  bool bad = false;
  for (const std::string& name : request.runs) {
    const std::filesystem::path folder = TRY(run::find_run(name, request.log_dir));
    run::UpgradeOptions options;
    options.dry_run = request.dry_run;
    options.cancel = signals.token();
    Result<run::Upgrade> upgrade;
    {
      ProgressLine line(display_from(request.display), "KB of the log");
      options.progress = [&](std::size_t done, std::size_t total) {
        line.update(done / 1024, total / 1024);
      };
      upgrade = run::upgrade_run(folder, options);
    }
    if (!upgrade && upgrade.error().code == ErrorCode::kCancelled) {
      return fail(std::move(upgrade.error()));
    }
    if (!upgrade) {
      report_problems({&upgrade.error(), 1});
      bad = true;
      continue;
    }
    bad = report_problems(upgrade->damaged) || bad;
    older = older || upgrade->any();
    print_upgrade(request, folder, *upgrade);
  }
  if (bad) return kExitBadData;
  return request.dry_run && older ? kExitNo : kExitDone;
}

}  // namespace

std::function<int()> add_upgrade(Command& app) {
  auto options = std::make_shared<UpgradeRequest>();
  app.add_option("run", options->runs, "the runs to write again")->type_name("RUN")->required();
  app.add_flag("--dry-run", options->dry_run, "only say what there is to do");
  add_log_dir(app, options->log_dir);
  add_display(app, options->display);
  app.add_flag("--json", options->json, "print a JSON object for each run");
  app.footer(kUpgradeExamples);
  return [options] {
    const auto code = upgrade_runs(*options);
    return code ? *code : report_error(code.error());
  };
}

}  // namespace papert::cli
