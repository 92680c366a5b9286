#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

#include "analysis/certificate.h"
#include "base/cancel.h"
#include "base/file.h"
#include "base/paths.h"
#include "base/thread_pool.h"
#include "cli.h"
#include "datagen/evaluation_tasks.h"
#include "export_source.h"
#include "progress.h"
#include "report/certificate.h"
#include "run/folder.h"
#include "suite/registry.h"

namespace papert::cli {
namespace {

constexpr const char* kCertifyExamples = R"(Examples:
  papert certify eval_v1 --against fresh
      whether a task of eval_v1 is also in fresh, whatever it is called there: the same pixels, or
      the same program. Exit code 0: none is; 1: some are, and a table says which
  papert certify held-out --against tasks --against sft -o certificate.html
      against two sources, with a page: sft is training data (a folder that papert export or datagen
      wrote, or any folder or file with lines of JSON, programs and PNG files)
  papert certify xlogo --mint 1000000 --count 5000 --against published
      tasks that were not written yet, against the hashes of published evaluation sets that this
      program knows
  papert certify eval_v1 --against fresh --keys drawing --json
      by one kind of key alone, as JSON
  papert certify eval_v1 --run RUN --run RUN
      how much better a model is on kept tasks than on fresh ones: runs of the same model and modes,
      one on a data folder, one with --mint

Lists of ids are cut at --list; counts are always whole. What could not be compared (a reference that
does not run, a damaged line, a Parquet file) is listed, with exit code 65 where nothing overlaps.
docs/certify.md says which keys each suite has.)";

struct CertifyRequest {
  std::string what;
  std::string suite;
  DataOptions data;
  ModeOptions mode;
  std::vector<std::string> against;
  std::vector<std::string> runs;
  std::vector<std::string> keys;
  std::string out;
  std::size_t listed = 50;
  std::uint64_t jobs = available_processors();
  std::string log_dir;
  std::string display;
  bool json = false;
};

constexpr std::string_view kPublished = "published";

/// The set, and what it takes to open others of its kind.
struct CertifiedSet {
  std::string name;
  std::unique_ptr<suite::Suite> suite;
  std::string prompt;
  suite::Modes modes;
  std::unique_ptr<suite::TaskSet> tasks;
  run::RunConfig config;
};

Result<CertifiedSet> open_set(const CertifyRequest& request) {
  CertifiedSet set;
  if (request.data.given()) {
    set.config.suite = request.what;
    set.config.data = TRY(request.data.source());
    set.name = request.data.folder.empty()
                   ? fmt::format("{} minted from seeds {} to {}", request.what, request.data.seed,
                                 request.data.seed + request.data.count - 1)
                   : request.data.folder;
  } else {
    const std::filesystem::path folder = tasks_below(absolute_path(request.what));
    set.name = request.what;
    set.config.suite = request.suite;
    if (!may_exist(folder)) {
      return fail(ErrorCode::kUsage, "there are no such data", request.what);
    }
    if (set.config.suite.empty()) {
      if (const auto suite = suite::suite_of_data(folder)) set.config.suite = suite->name();
    }
    if (set.config.suite.empty()) {
      return fail(
          ErrorCode::kUsage,
          "it is not clear of which suite these tasks are: give --suite (papert list data); "
          "training data come behind --against",
          request.what);
    }
    set.config.data.folder = folder.string();
    set.config.data.tiers = request.data.tiers;
  }
  set.suite = TRY(suite::find_suite(set.config.suite));
  TRY(request.mode.apply(*set.suite, set.config));
  set.modes = set.config.modes;
  set.prompt = set.suite->default_prompt(set.modes);
  set.tasks = TRY(run::open_tasks(set.config, *set.suite, request.jobs));
  return set;
}

/// Shows one line for each stage.
class CertifyProgress {
 public:
  CertifyProgress(const std::string& display, bool json)
      : display_(json ? Display::kNone : display_from(display)) {}

  void update(const std::string& source, const char* what, std::size_t done, std::size_t total) {
    const std::string stage = source.empty() ? what : source + ": " + what;
    if (stage_ != stage) {
      line_.reset();
      line_ = std::make_unique<ProgressLine>(display_, stage);
      stage_ = stage;
    }
    line_->update(done, total);
  }

  void end() { line_.reset(); }

 private:
  Display display_;
  std::string stage_;
  std::unique_ptr<ProgressLine> line_;
};

/// Tasks of the set's suite, or nothing where the source is no folder of tasks.
Result<std::unique_ptr<suite::TaskSet>> open_other(const std::string& name, const CertifiedSet& set,
                                                   const CertifyRequest& request) {
  if (!may_exist(name)) return fail(ErrorCode::kUsage, "there are no such data", name);
  const std::filesystem::path folder = tasks_below(absolute_path(name));
  const auto suite = suite::suite_of_data(folder);
  if (!suite) return std::unique_ptr<suite::TaskSet>();
  if (suite->name() != set.suite->name()) {
    return fail(ErrorCode::kUsage,
                fmt::format("holds tasks of {}, which have no keys in common with those of {}",
                            suite->name(), set.suite->name()),
                name);
  }
  suite::LoadOptions load;
  load.modes = set.modes;
  load.jobs = request.jobs;
  return suite->load(folder, load);
}

Result<void> compare_with(const std::string& name, std::unique_ptr<suite::TaskSet> other,
                          const analysis::KeyIndex& index, const analysis::CertifyOptions& options,
                          const CertifiedSet& set, analysis::Certificate& certificate) {
  analysis::CertifiedSource source;
  if (name == kPublished) {
    const datagen::EvaluationTasks published;
    source = index.against_table(
        [&](std::string_view hash) { return published.holds(set.suite->name(), hash); },
        published.count(set.suite->name()), options);
    source.name = "published evaluation sets";
    if (source.items == 0) {
      source.problems.all = 1;
      source.problems.first.push_back(
          {ErrorCode::kNotFound,
           fmt::format("this program knows no hashes of published sets of {}", set.suite->name()),
           ""});
    }
  } else if (other) {
    source = TRY(index.against_tasks(*other, options));
    source.name = name;
  } else {
    source = TRY(index.against_training(name, options));
    source.name = name;
  }
  certificate.sources.push_back(std::move(source));
  return {};
}

/// What a reader of the gap should know about the runs.
std::vector<std::string> gap_notes(const analysis::Certificate& certificate) {
  std::vector<std::string> notes;
  for (const analysis::FrozenGap& gap : certificate.gaps) {
    const auto kept = static_cast<std::size_t>(
        std::ranges::count_if(gap.runs, [](const auto& run) { return run.frozen; }));
    if (kept == 0 || kept == gap.runs.size()) {
      notes.push_back(fmt::format("{}: {}, so there is nothing to take the difference from",
                                  gap.model,
                                  kept == 0 ? "no run on kept tasks" : "no run on fresh tasks"));
    }
    if (gap.suite != certificate.suite) {
      notes.push_back(
          fmt::format("{}: runs of {}, not of {}", gap.model, gap.suite, certificate.suite));
    }
    for (const analysis::GapRun& run : gap.runs) {
      if (run.frozen && run.data_hash != certificate.data_hash) {
        notes.push_back(
            fmt::format("{}: {} is about other tasks than these (its data hash differs)", gap.model,
                        run.folder));
      }
    }
  }
  return notes;
}

Result<void> add_gaps(const CertifyRequest& request, analysis::Certificate& certificate) {
  std::vector<std::filesystem::path> runs;
  for (const std::string& name : request.runs) {
    runs.push_back(TRY(run::find_run(name, request.log_dir)));
  }
  certificate.gaps = TRY(analysis::frozen_gaps(runs));
  certificate.gap_notes = gap_notes(certificate);
  return {};
}

Result<std::vector<suite::KeyKind>> wanted_kinds(const CertifyRequest& request) {
  std::vector<suite::KeyKind> kinds;
  for (const std::string& name : request.keys) {
    for (std::size_t i = 0; i < suite::kKeyKinds; ++i) {
      const auto kind = static_cast<suite::KeyKind>(i);
      if (name == suite::key_name(kind)) kinds.push_back(kind);
    }
  }
  return kinds;
}

void print_certificate(const CertifyRequest& request, const analysis::Certificate& certificate) {
  if (request.json) {
    print(dump_json_pretty(to_json(certificate)) + "\n");
    return;
  }
  print(report::certificate_text(certificate, {.color = is_rich_terminal(STDOUT_FILENO)}));
  if (!request.out.empty()) print("page: " + request.out + "\n");
}

Result<int> certify(const CertifyRequest& request) {
  if (request.against.empty() && request.runs.empty()) {
    return fail(ErrorCode::kUsage,
                "say what the tasks are compared with: --against DIR, or --run RUN");
  }
  const CertifiedSet set = TRY(open_set(request));
  report_notes(set.tasks->notes());
  std::vector<std::unique_ptr<suite::TaskSet>> others;
  bool training = false;
  for (const std::string& name : request.against) {
    std::unique_ptr<suite::TaskSet> other;
    if (name != kPublished) other = TRY(open_other(name, set, request));
    training = training || (name != kPublished && !other);
    others.push_back(std::move(other));
  }
  const SignalCancel signals;
  CertifyProgress progress(request.display, request.json);
  analysis::CertifyOptions options;
  options.jobs = request.jobs;
  options.most_listed = request.listed;
  options.kinds = TRY(wanted_kinds(request));
  options.pictures = training;
  options.prompt_template = set.prompt;
  options.cancel = signals.token();
  std::string source;
  options.progress = [&](const char* what, std::size_t done, std::size_t total) {
    progress.update(source, what, done, total);
  };
  analysis::Certificate certificate;
  certificate.suite = set.suite->name();
  certificate.data = set.name;
  certificate.data_hash = set.tasks->data_hash();
  certificate.tasks = set.tasks->size();
  if (!request.against.empty()) {
    const analysis::KeyIndex index =
        TRY(analysis::KeyIndex::of(set.suite->name(), *set.tasks, options));
    certificate.keys = index.keys();
    certificate.problems = index.problems();
    for (std::size_t i = 0; i < request.against.size(); ++i) {
      source = request.against[i];
      TRY(compare_with(source, std::move(others[i]), index, options, set, certificate));
    }
  }
  for (const Error& problem : set.tasks->problems()) {
    ++certificate.problems.all;
    if (certificate.problems.first.size() < request.listed) {
      certificate.problems.first.push_back(problem);
    }
  }
  TRY(add_gaps(request, certificate));
  progress.end();
  if (!request.out.empty()) TRY(write_file(request.out, report::certificate_html(certificate)));
  print_certificate(request, certificate);
  if (certificate.overlaps()) return kExitNo;
  return certificate.complete() ? kExitDone : kExitBadData;
}

}  // namespace

std::function<int()> add_certify(Command& app) {
  auto options = std::make_shared<CertifyRequest>();
  app.add_option("data", options->what,
                 "the tasks: a data folder or file, or a suite with --mint or --data")
      ->type_name("DATA|SUITE")
      ->required();
  app.add_option(
         "--against", options->against,
         "tasks, training data, or 'published' for the sets that this program knows (repeat)")
      ->type_name("DIR")
      ->expected(1)
      ->take_all();
  app.add_option("--run", options->runs,
                 "runs whose success on kept and on fresh tasks is compared (repeat)")
      ->type_name("RUN")
      ->expected(1)
      ->take_all();
  app.add_option("--keys", options->keys,
                 "only these kinds of keys, and each of them counts (default: all that the suite "
                 "has)")
      ->type_name("KIND,...")
      ->delimiter(',')
      ->check(one_of({"drawing", "task", "world", "program", "picture"}));
  app.add_option("--suite", options->suite, "the suite of the data (default: by their layout)")
      ->type_name("SUITE");
  options->data.add_to(app);
  options->mode.add_to(app, Reader::kRules);
  app.add_option("-o,--out", options->out, "also write a page")->type_name("page.html");
  app.add_option("--list", options->listed, "how many ids and problems are listed, of each source")
      ->type_name("N")
      ->check(not_negative())
      ->capture_default_str();
  app.add_option("--jobs", options->jobs, "threads; the result is the same for any number")
      ->type_name("N")
      ->check(positive())
      ->capture_default_str();
  add_log_dir(app, options->log_dir);
  add_display(app, options->display);
  app.add_flag("--json", options->json, "print the certificate as JSON");
  app.footer(kCertifyExamples);
  return [options] {
    const auto code = certify(*options);
    return code ? *code : report_error(code.error());
  };
}

}  // namespace papert::cli
