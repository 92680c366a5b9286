#include <fcntl.h>
#include <fmt/format.h>

#include <set>

#include "analysis/summary.h"
#include "base/format.h"
#include "base/jsonl.h"
#include "base/text.h"
#include "base/thread_pool.h"
#include "cli.h"
#include "data/part_note.h"
#include "people.h"
#include "run/folder.h"
#include "run/recorded.h"
#include "run/rescore.h"
#include "run/turns.h"
#include "run_request.h"
#include "save_run.h"
#include "suite/registry.h"

namespace papert::cli {
namespace {

constexpr const char* kScoreExamples = R"(Examples:
  papert score shapecode --data eval_v1 --answers replies.jsonl --out scores.jsonl
  generate | papert score shapecode --mint 7 --answers - | train
      a line out for every line in, in input order, each flushed; bad lines, too
  papert score shapecode --data eval_v1 --answers replies.jsonl --summary
  papert score --run runs/2026... --summary
      scores the replies of a run again
  papert score --run runs/2026... --labels people.jsonl --summary
      where people gave a verdict it counts; the figure by the rule alone stands beside it
  papert score shapecode --data eval_v1 --answers replies.jsonl --shard 3/16 --out scores.jsonl
      every sixteenth line, into scores.jsonl.s003of016; 'papert merge' puts them back in order
  papert score xlogo --data tasks --answers ann.jsonl --save-run human/ann
      the replies become a run folder, which report, compare and label read like any other

In:  {"id": "eval-easy-00000000", "epoch": 0, "key": 17, "text": "the raw reply"}
     epoch (0) and key may be left out; key is echoed, whatever it is; any number of replies to a task
Out: {"id", "epoch", "key", "verdict", "success": true|false|null, "metrics": {...},
      "answer", "rule", "detail": {...}}
     or, for a line that cannot be used, {"line", "id", "epoch", "key", "error", "message"}
     (docs/score.md))";

struct ScoreOptions {
  std::string suite;
  DataOptions data;
  ModeOptions mode;
  std::string answers;
  std::string run;
  std::string out;
  std::size_t jobs = 1;
  bool summary = false;
  std::vector<std::string> labels;
  std::string save_run;  // the model's name
  std::string label;
  std::string log_dir;
  Shard shard;
};

/// Where scored lines go, and what they add up to.
class ScoreSink {
 public:
  /// The summary, which grows with the replies, is only made where it is wanted.
  ScoreSink(const suite::Suite& suite, const suite::TaskSet& tasks, std::optional<JsonlWriter> out,
            bool summary, std::int64_t turns)
      : tasks_(tasks), primary_(suite.metrics().front().name), out_(std::move(out)) {
    if (summary) summary_.emplace(run::metrics_of(suite, turns), suite.value_order());
    if (summary) rule_.emplace(suite.metrics(), suite.value_order());
    if (summary) answered_.resize(tasks.size(), false);
  }

  /// Verdicts by people count from now on; refers to them.
  void use(const analysis::RunLabels& labels) {
    labels_ = &labels;
    tally_.emplace(labels);
  }

  [[nodiscard]] Result<void> put(const run::ScoredBlock& block) {
    if (out_) TRY(out_->write_lines(labels_ == nullptr ? block.lines : with_people(block)));
    for (const run::ScoredReply& reply : block.replies) {
      if (reply.problem) {
        note_problem(*reply.problem);
        continue;
      }
      if (tally_) tally_->add(tasks_.id(reply.index), reply.epoch, reply.score.verdict);
      if (summary_) add_to_summary(reply);
    }
    return {};
  }

  void add_bad(std::size_t lines) { bad_ += lines; }
  [[nodiscard]] bool any_bad() const { return bad_ > 0; }

  /// Says how many lines were bad, and what repeated replies count for.
  void report() const {
    if (bad_ > kShownProblems) {
      print_error(fmt::format("papert: {} lines could not be used\n",
                              format_count(static_cast<std::int64_t>(bad_))));
    }
    if (repeated_ > 0) {
      print_error(
          fmt::format("papert: note: {} replies are to a task and epoch that had one; each "
                      "counts as a sample\n",
                      format_count(static_cast<std::int64_t>(repeated_))));
    }
  }

  /// Of the tasks that were to be answered.
  [[nodiscard]] analysis::Summary finish(const std::vector<std::size_t>& wanted) {
    for (const std::size_t i : wanted) {
      if (!answered_[i]) summary_->add_missing(tasks_.id(i));
    }
    return summary_->finish();
  }

  /// {"verdicts", "differ", ..., "rule": the primary metric by the rule alone}; null without
  /// labels.
  [[nodiscard]] Json people() const {
    if (!tally_) return {};
    Json json = to_json(tally_->counts());
    if (rule_) json["rule"] = to_json(rule_->finish().overall().metrics.front());
    return json;
  }

  /// Says what people said, and which of their verdicts have no effect.
  void report_people() {
    if (!tally_) return;
    report_note(to_text(tally_->counts()));
    const std::vector<Error> problems = tally_->unknown();
    if (report_problems(problems)) bad_ += problems.size();
  }

 private:
  static constexpr std::size_t kShownProblems = 20;

  void note_problem(const Error& problem) {
    if (++bad_ <= kShownProblems) report_error(problem);
  }

  /// The lines of a block with the verdicts that count.
  [[nodiscard]] std::string with_people(const run::ScoredBlock& block) const {
    std::string lines;
    std::size_t at = 0;
    for (const run::ScoredReply& reply : block.replies) {
      const std::size_t end = block.lines.find('\n', at) + 1;
      const std::string line = block.lines.substr(at, end - at);
      at = end;
      const analysis::Votes* const votes =
          reply.problem ? nullptr : labels_->votes(tasks_.id(reply.index), reply.epoch);
      lines += votes == nullptr ? line : with_votes(line, reply, *votes);
    }
    return lines;
  }

  [[nodiscard]] std::string with_votes(const std::string& line, const run::ScoredReply& reply,
                                       const analysis::Votes& votes) const {
    auto json = parse_json(line);
    if (!json) return line;
    const suite::Verdict rule = reply.score.verdict;
    const suite::Verdict counts = labels_->verdict(tasks_.id(reply.index), reply.epoch, rule);
    (*json)["verdict"] = suite::verdict_name(counts);
    (*json)["success"] = suite::success_json(counts);
    if (counts != rule && (*json)["metrics"].contains(primary_)) {
      (*json)["metrics"][std::string(primary_)] = counts == suite::Verdict::kRight ? 1.0 : 0.0;
    }
    (*json)["people"] = {
        {"right", votes.right}, {"wrong", votes.wrong}, {"rule", suite::verdict_name(rule)}};
    return dump_json(*json) + "\n";
  }

  void add_to_summary(const run::ScoredReply& reply) {
    answered_[reply.index] = true;
    if (!seen_.emplace(reply.index, reply.epoch).second) ++repeated_;
    run::Record record =
        run::make_record(tasks_.task(reply.index), reply.epoch, reply.answer.first().code,
                         reply.answer.first().rule, reply.score);
    if (labels_ != nullptr) {
      rule_->add(record);
      labels_->apply(primary_, record);
    }
    summary_->add(record);
  }

  const suite::TaskSet& tasks_;
  std::string_view primary_;
  const analysis::RunLabels* labels_ = nullptr;
  std::optional<analysis::RunLabels::Tally> tally_;
  std::optional<JsonlWriter> out_;
  std::optional<analysis::SummaryBuilder> summary_;
  std::optional<analysis::SummaryBuilder> rule_;  // by the rule alone
  std::vector<bool> answered_;
  std::set<std::pair<std::size_t, std::int64_t>> seen_;
  std::size_t repeated_ = 0;
  std::size_t bad_ = 0;
};

/// What cannot be written ends the reading of the stream, which may wait for its next line.
Result<void> score_answers(const ScoreOptions& options, const run::Rescorer& rescorer,
                           ScoreSink& sink, run::LinesRead& read) {
  const CancelToken stop;
  LineReader reader = TRY(LineReader::open(options.answers, {.cancel = stop}));
  const auto put = [&](const run::ScoredBlock& block) {
    auto written = sink.put(block);
    if (!written) stop.cancel();
    return written;
  };
  run::StreamOptions stream;
  stream.shard = options.shard;
  if (!options.shard.whole()) stream.read = &read;
  return rescorer.score_stream(std::move(reader), options.jobs, put, stream);
}

/// Scores the replies of a run again.
Result<void> score_run(const std::filesystem::path& folder, const ScoreOptions& options,
                       const run::Rescorer& rescorer, ScoreSink& sink) {
  const run::LogReport report =
      TRY(rescorer.score_log(run::samples_path(folder), options.jobs,
                             [&](const run::ScoredBlock& block) { return sink.put(block); }));
  if (report_problems(report.damaged)) sink.add_bad(report.damaged.size());
  return {};
}

/// Where the lines of a shard are written, and where they are when they are complete: whoever joins
/// the parts could not tell a file that lacks its last lines. Elsewhere both are the same.
struct OutPlace {
  std::filesystem::path while_written;
  std::filesystem::path complete;

  explicit OutPlace(const ScoreOptions& options)
      : while_written(options.shard.part_of(options.out.empty() ? "-" : options.out)) {
    if (options.out.empty() || options.out == "-") while_written = "-";
    complete = while_written;
    if (options.shard.whole() || complete == "-") return;
    while_written.replace_filename("." + complete.filename().string() + ".tmp");
  }

  /// With a note beside it of what it is a part of.
  [[nodiscard]] Result<void> finish(data::PartNote note) const {
    if (while_written == complete) return {};
    std::error_code error;
    const std::uintmax_t bytes = std::filesystem::file_size(while_written, error);
    if (error) return fail(system_error(error.value(), "read", while_written.string()));
    note.bytes = static_cast<std::int64_t>(bytes);
    TRY(data::write_lines_note(complete, note));
    std::filesystem::rename(while_written, complete, error);
    if (error) return fail(system_error(error.value(), "write", complete.string()));
    return {};
  }
};

/// What all shards of one work have in common: the tasks, how replies are read and judged, and the
/// replies themselves.
data::PartNote note_of(const ScoreOptions& options, const run::RunConfig& config,
                       const suite::TaskSet& tasks, const run::LinesRead& read) {
  data::PartNote note;
  note.verb = "score";
  note.suite = config.suite;
  note.work = {{"data_hash", tasks.data_hash()},  // of minted data: the seed, not how many
               {"tasks", tasks.size()},
               {"modes", config.modes},
               {"extraction", config.extraction_name()},
               {"replies", read.count},
               {"replies_sha256", read.digest.hex()}};
  note.shard = options.shard;
  return note;
}

Result<std::optional<JsonlWriter>> open_out(const ScoreOptions& options, const OutPlace& place) {
  // With --summary and no --out, standard output is for the summary alone.
  if (options.out.empty() && options.summary) return std::optional<JsonlWriter>();
  const std::filesystem::path& path = place.while_written;
  if (path != "-") TRY(open_file(path, O_WRONLY | O_CREAT | O_TRUNC));
  return std::optional<JsonlWriter>(TRY(JsonlWriter::open_append(path)));
}

/// What is scored: the run's folder is empty for replies of a file.
struct Source {
  run::RunConfig config;
  std::filesystem::path folder;
};

Result<Source> source_of(const ScoreOptions& options) {
  Source source;
  source.config.suite = options.suite;
  if (options.run.empty()) {
    if (options.suite.empty() || options.answers.empty()) {
      return fail(ErrorCode::kUsage, "give SUITE and --answers FILE, or --run RUN");
    }
    if (!options.labels.empty()) {
      return fail(ErrorCode::kUsage, "verdicts by people are about a run: give --run RUN",
                  "--labels");
    }
    source.config.data = TRY(options.data.source());
    return source;
  }
  if (!options.answers.empty() || options.data.given()) {
    return fail(ErrorCode::kUsage, "--run brings its own answers and data");
  }
  source.folder = TRY(run::find_run(options.run, options.log_dir));
  source.config = TRY(run::read_config(source.folder));
  return source;
}

void print_summary(const ScoreOptions& options, const std::vector<std::size_t>& wanted,
                   ScoreSink& sink) {
  Json summary{{"format", kFormat}};
  summary.update(to_json(sink.finish(wanted)));
  if (const Json people = sink.people(); !people.is_null()) summary["people"] = people;
  const std::string text = dump_json_pretty(summary) + "\n";
  options.out == "-" ? print_error(text) : print(text);
}

/// A run folder holds the scores: nothing else is written.
Result<int> score_into_run(const ScoreOptions& options) {
  if (!options.shard.whole()) {
    return fail(ErrorCode::kUsage, "all replies become one run: leave it away", "--shard");
  }
  if (!options.run.empty() || !options.out.empty()) {
    return fail(ErrorCode::kUsage,
                options.run.empty() ? "the run's samples.jsonl has the scores: leave --out away"
                                    : "the replies are a run already: leave --run away",
                "--save-run");
  }
  run::RunConfig config = TRY(source_of(options)).config;
  const auto suite = TRY(suite::find_suite(config.suite));
  TRY(options.mode.apply(*suite, config));
  return save_run({.config = std::move(config),
                   .answers = options.answers,
                   .model = options.save_run,
                   .label = options.label,
                   .log_dir = options.log_dir,
                   .jobs = options.jobs,
                   .json = options.summary});
}

Result<int> score(const ScoreOptions& options) {
  if (!options.save_run.empty()) return score_into_run(options);
  if (!options.label.empty()) return fail(ErrorCode::kUsage, "works with --save-run", "--label");
  if (!options.shard.whole() && !options.run.empty()) {
    return fail(ErrorCode::kUsage, "is about lines of --answers, which a run has none of",
                "--shard");
  }
  auto [config, folder] = TRY(source_of(options));
  bool bad = false;
  const auto people = TRY(read_people(options.labels, {{folder, config}}, bad));
  const auto suite = TRY(suite::find_suite(config.suite));
  TRY(options.mode.apply(*suite, config));
  const auto tasks = TRY(run::open_tasks(config, *suite, available_processors()));
  report_notes(tasks->notes());
  bad |= report_problems(tasks->problems());
  const run::Rescorer rescorer(*tasks, config.extraction, config.judging);
  const OutPlace place(options);
  auto out = TRY(open_out(options, place));
  ScoreSink sink(*suite, *tasks, std::move(out), options.summary, config.turns);
  if (people.front()) sink.use(*people.front());
  run::LinesRead read;
  const auto outcome = folder.empty() ? score_answers(options, rescorer, sink, read)
                                      : score_run(folder, options, rescorer, sink);
  sink.report();
  TRY(outcome);
  if (!options.shard.whole() && options.out != "-" && !options.out.empty()) {
    TRY(place.finish(note_of(options, config, *tasks, read)));
  }
  sink.report_people();
  if (options.summary) {
    // Shards are of lines: the tasks without a reply here have theirs among the lines of others.
    std::vector<std::size_t> wanted;
    if (options.shard.whole()) {
      wanted = TRY(run::asked_tasks(config, *tasks, *suite));
    } else {
      report_note("a shard cannot tell which tasks have no reply: the summary is of its lines");
    }
    print_summary(options, wanted, sink);
  }
  return bad || sink.any_bad() ? kExitBadData : kExitDone;
}

}  // namespace

std::function<int()> add_score(Command& app) {
  auto options = std::make_shared<ScoreOptions>();
  app.add_option("suite", options->suite, "the benchmark (papert list suites)");
  options->data.add_to(app);
  options->mode.add_to(app, Reader::kRules);
  app.add_option("--answers", options->answers, "replies, one JSON object per line; - is stdin")
      ->type_name("FILE");
  app.add_option("--run", options->run, "score the replies of this run again")->type_name("RUN");
  app.add_option("--out", options->out, "where score lines go; - is stdout (the default)")
      ->type_name("FILE");
  app.add_option("--jobs", options->jobs, "threads")
      ->type_name("N")
      ->check(between(1, 1024))
      ->capture_default_str();
  app.add_flag("--summary", options->summary,
               "print the summary object (to stderr with --out -; without --out, only it)");
  add_labels(app, options->labels);
  app.add_option("--save-run", options->save_run,
                 "make the replies a run of this name, as human/NAME, in the folder of runs")
      ->type_name("PROVIDER/NAME");
  app.add_option("--label", options->label, "with --save-run: another label is another run")
      ->type_name("TEXT");
  add_shard(app, options->shard);
  add_log_dir(app, options->log_dir);
  app.footer(kScoreExamples);
  return [options] {
    const auto code = score(*options);
    return code ? *code : report_error(code.error());
  };
}

}  // namespace papert::cli
