#include "save_run.h"

#include <fmt/format.h>

#include "base/cancel.h"
#include "base/thread_pool.h"
#include "cli.h"
#include "run/folder.h"
#include "run/foreign.h"
#include "run/import.h"
#include "run/recorded.h"
#include "run_request.h"
#include "suite/registry.h"

namespace papert::cli {
namespace {

/// "human/ann": who replied, and a name, as models have it.
Result<void> check_name(const std::string& model) {
  const std::size_t slash = model.find('/');
  if (slash != std::string::npos && slash > 0 && slash + 1 < model.size()) return {};
  return fail(ErrorCode::kUsage, "'" + model + "' is not a name of a model: give human/NAME, say",
              "--save-run");
}

/// All replies of the file as one run; a reply that names no epoch is of epoch 0, as in scoring.
Result<run::ForeignRun> read_replies(const std::string& answers) {
  if (answers == "-") {
    return fail(ErrorCode::kUsage, "replies that become a run are read from a file", "--answers");
  }
  std::vector<run::ForeignRun> parts =
      TRY(run::read_reply_table(run::ForeignFormat::kJsonl, answers, {}));
  if (parts.empty()) return fail(ErrorCode::kBadData, "there are no replies", answers);
  run::ForeignRun all = std::move(parts.front());
  for (std::size_t i = 1; i < parts.size(); ++i) {
    all.samples.insert(all.samples.end(), parts[i].samples.begin(), parts[i].samples.end());
    all.problems.insert(all.problems.end(), parts[i].problems.begin(), parts[i].problems.end());
  }
  for (run::ForeignSample& sample : all.samples) sample.epoch = sample.epoch.value_or(0);
  return all;
}

Result<OpenedRun> open_saved(const SaveRequest& request) {
  OpenedRun opened;
  opened.config = request.config;
  opened.config.model = request.model;
  opened.config.label = request.label;
  opened.config.prompt_name = "unknown";
  opened.config.started = iso_time();
  opened.suite = TRY(suite::find_suite(opened.config.suite));
  opened.tasks = TRY(run::open_tasks(opened.config, *opened.suite, available_processors()));
  opened.config.data_hash = opened.tasks->data_hash();
  report_notes(opened.tasks->notes());
  opened.bad_data = report_problems(opened.tasks->problems());
  return opened;
}

}  // namespace

Result<int> save_run(const SaveRequest& request) {
  TRY(check_name(request.model));
  const run::ForeignRun replies = TRY(read_replies(request.answers));
  OpenedRun opened = TRY(open_saved(request));
  const run::PlacedRun placed = run::place_samples(replies, *opened.tasks);
  opened.bad_data |= report_problems(replies.problems);
  opened.bad_data |= report_problems(placed.problems);
  if (placed.samples.empty()) {
    return fail(ErrorCode::kBadData, "no reply is to a task in the data", request.answers);
  }
  opened.config.epochs = placed.epochs;
  opened.chosen = placed.tasks;
  auto folder = TRY(run::RunFolder::open_or_create(request.log_dir, opened.config, time_stamp()));
  const run::Ledger ledger = TRY(run::Ledger::open(*opened.tasks, folder.path()));
  opened.bad_data |= report_problems(ledger.damaged());
  TRY(folder.plan(ledger, opened.chosen));
  const SignalCancel signals;
  auto added = run::import_samples(*opened.tasks, folder.path(), ledger, replies, placed,
                                   {.extraction = opened.config.extraction,
                                    .jobs = request.jobs,
                                    .cancel = signals.token(),
                                    .progress = {}});
  if (!added) folder.discard_if_empty();
  const run::ImportReport report = TRY(std::move(added));
  if (report.there > 0) {
    report_note(fmt::format("{} to samples that the run has a score of: these stay",
                            counted(static_cast<std::int64_t>(report.there), "reply")));
  }
  TRY(conclude(opened, folder, request.json));
  return opened.bad_data ? kExitBadData : kExitDone;
}

}  // namespace papert::cli
