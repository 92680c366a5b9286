#include <fcntl.h>
#include <fmt/format.h>

#include <unordered_map>
#include <unordered_set>

#include "base/jsonl.h"
#include "base/thread_pool.h"
#include "cli.h"
#include "run/folder.h"
#include "run/log.h"
#include "run_request.h"
#include "suite/registry.h"
#include "suite/summary.h"

namespace papert::cli {
namespace {

constexpr const char* kExamples = R"(Examples:
  papert score shapecode --data eval_v1 --answers replies.jsonl --out scores.jsonl
  generate | papert score shapecode --mint 7 --answers - | train
      a line in, a line out, in input order, each flushed
  papert score shapecode --data eval_v1 --answers replies.jsonl --summary
  papert score --run runs/2026... --summary
      scores the replies of a run again

In:  {"id": "eval-easy-00000000", "epoch": 0, "text": "the raw reply"}   (epoch may be left out)
Out: {"id", "epoch", "verdict", "success": true|false|null, "metrics": {...}, "detail": {...}})";

struct Options {
  std::string suite;
  DataOptions data;
  ModeOptions mode;
  std::string answers;
  std::string run;
  std::string out;
  std::size_t jobs = 1;
  bool summary = false;
  std::string log_dir;
};

/// An answer to score, or why a line is none.
struct Item {
  std::size_t index = 0;
  std::string id;
  std::int64_t epoch = 0;
  std::string text;
  std::optional<std::string> judge;  // what a judge replied about it
};

struct Scored {
  Json line;
  std::string base;
  Json tags;
  suite::Verdict verdict = suite::Verdict::kInternalError;
};

class Scoring {
 public:
  Scoring(const suite::Suite& suite, const suite::TaskSet& tasks, const run::RunConfig& config,
          std::optional<JsonlWriter> out)
      : tasks_(tasks),
        config_(config),
        out_(std::move(out)),
        summary_(suite.metrics(), suite.value_order()) {
    for (std::size_t i = 0; i < tasks.size(); ++i) index_.emplace(tasks.task(i).id, i);
    answered_.resize(tasks.size(), false);
  }

  /// Reads one input line; an error names what is wrong with it.
  [[nodiscard]] Result<Item> read(const Line& line, const std::string& where) {
    if (line.too_long) return fail(ErrorCode::kLimit, "the line is too long", where);
    const Json json = TRY(parse_json(line.text, where));
    Item item;
    item.id = TRY(get_string(json, "id", where));
    item.epoch = TRY(get_optional_int(json, "epoch", where)).value_or(0);
    item.text = TRY(get_string(json, "text", where));
    TRY(claim(item, where));
    return item;
  }

  /// Finds the task and makes sure that (id, epoch) is new.
  [[nodiscard]] Result<void> claim(Item& item, const std::string& where) {
    const auto found = index_.find(item.id);
    if (found == index_.end()) {
      return fail(ErrorCode::kBadData, "there is no task '" + item.id + "'", where);
    }
    if (item.epoch < 0 || item.epoch > INT32_MAX) {
      return fail(ErrorCode::kBadData, fmt::format("{} is no epoch", item.epoch), where);
    }
    item.index = found->second;
    const auto key =
        static_cast<std::uint64_t>(item.index) << 31 | static_cast<std::uint64_t>(item.epoch);
    if (!seen_.insert(key).second) {
      return fail(ErrorCode::kBadData,
                  fmt::format("a second answer to '{}', epoch {}", item.id, item.epoch), where);
    }
    answered_[item.index] = true;
    return {};
  }

  /// Whether a judge's recorded replies say what the answers are.
  [[nodiscard]] bool judged() const { return config_.judging != run::Judging::kNever; }

  /// How many answers are scored together.
  [[nodiscard]] std::size_t batch_size() const { return tasks_.batch_size(); }

  [[nodiscard]] std::vector<Scored> score(const std::vector<Item>& items) const {
    std::vector<suite::Submission> submissions;
    for (const Item& item : items) {
      submissions.push_back(
          {item.index, item.judge ? run::judged_answer(tasks_, *item.judge, config_.judging)
                                  : tasks_.extract(item.text, config_.extraction)});
    }
    std::vector<suite::Score> scores = tasks_.score_all(submissions);
    std::vector<Scored> all;
    for (std::size_t i = 0; i < items.size(); ++i) {
      scores[i].detail["rule"] = submissions[i].answer.rule;
      all.push_back(line_of(items[i], std::move(scores[i])));
    }
    return all;
  }

  [[nodiscard]] Scored line_of(const Item& item, suite::Score score) const {
    Scored scored;
    scored.verdict = score.verdict;
    const suite::Task task = tasks_.task(item.index);
    scored.base = task.base;
    scored.tags = suite::tags_json(task.tags);
    scored.line["id"] = item.id;
    scored.line["epoch"] = item.epoch;
    scored.line["verdict"] = suite::verdict_name(score.verdict);
    scored.line["success"] = suite::success_json(score.verdict);
    scored.line["metrics"] = suite::metrics_json(score.metrics);
    scored.line["detail"] = std::move(score.detail);
    return scored;
  }

  [[nodiscard]] Result<void> emit(const Scored& scored) {
    if (out_) TRY(out_->write(scored.line));
    summary_.add(scored.line["id"].get<std::string>(), scored.base,
                 scored.line["epoch"].get<std::int64_t>(), scored.tags, scored.verdict,
                 scored.line["metrics"], scored.line["detail"]);
    return {};
  }

  /// Of the tasks that were to be answered.
  [[nodiscard]] Json finish(const Range& range) {
    for (std::size_t i = range.first; i < range.last; ++i) {
      if (!answered_[i]) summary_.add_missing(tasks_.task(i).id);
    }
    return summary_.finish();
  }

 private:
  const suite::TaskSet& tasks_;
  const run::RunConfig& config_;
  std::optional<JsonlWriter> out_;
  suite::SummaryBuilder summary_;
  std::unordered_map<std::string, std::size_t> index_;
  std::unordered_set<std::uint64_t> seen_;
  std::vector<bool> answered_;
};

/// Scores a stream of answers. Returns whether any line was bad.
Result<bool> score_answers(const Options& options, Scoring& scoring) {
  LineReader reader = TRY(LineReader::open(options.answers));
  bool any_bad = false;
  Result<void> outcome;
  const auto next = [&]() -> std::optional<Item> {
    Line line;
    while (outcome) {
      const auto more = reader.next(line);
      if (!more) outcome = fail(more.error());
      if (!more || !*more) return std::nullopt;
      if (line.blank()) continue;
      auto item = scoring.read(line, fmt::format("{}:{}", reader.name(), line.number));
      if (item) return std::move(*item);
      report_error(item.error());
      any_bad = true;
    }
    return std::nullopt;
  };
  // Only what waits already joins a batch: whoever writes may want an answer before going on.
  const auto produce = [&]() -> std::optional<std::vector<Item>> {
    std::vector<Item> batch;
    while (batch.size() < scoring.batch_size() && (batch.empty() || reader.ready())) {
      std::optional<Item> item = next();
      if (!item) break;
      batch.push_back(std::move(*item));
    }
    return batch.empty() ? std::nullopt : std::optional(std::move(batch));
  };
  Result<void> written;
  ordered_pipeline(
      options.jobs, 4 * options.jobs, produce,
      [&](const std::vector<Item>& batch) { return scoring.score(batch); },
      [&](const std::vector<Scored>& batch) {
        for (const Scored& scored : batch) {
          if (written) written = scoring.emit(scored);
        }
      });
  TRY(std::move(outcome));
  TRY(std::move(written));
  return any_bad;
}

/// Scores the replies of a run again; what was no reply keeps its verdict.
Result<bool> score_run(const std::filesystem::path& folder, Scoring& scoring) {
  Result<void> outcome;
  const std::filesystem::path log = run::samples_path(folder);
  std::vector<Item> batch;
  const auto flush = [&] {
    for (const Scored& scored : scoring.score(batch)) {
      if (outcome) outcome = scoring.emit(scored);
    }
    batch.clear();
  };
  TRY(run::read_log(log, [&](const run::LogLine& line) {
    if (!outcome) return;
    Item item;
    item.id = line.json["id"].get<std::string>();
    item.epoch = line.json["epoch"].get<std::int64_t>();
    item.text = line.json.value("reply", "");
    if (const auto judge = line.json.find("judge");
        scoring.judged() && judge != line.json.end() && judge->is_object()) {
      item.judge = judge->value("reply", "");
    }
    outcome = scoring.claim(item, fmt::format("{}:{}", log.string(), line.number));
    if (!outcome) return;
    if (!suite::was_read(line.verdict)) {
      Scored scored = scoring.line_of(item, {});
      scored.verdict = line.verdict;
      for (const char* key : {"verdict", "success", "metrics", "detail"}) {
        scored.line[key] = line.json[key];
      }
      outcome = scoring.emit(scored);
      return;
    }
    batch.push_back(std::move(item));
    if (batch.size() == scoring.batch_size()) flush();
  }));
  flush();
  TRY(std::move(outcome));
  return false;
}

Result<std::optional<JsonlWriter>> open_out(const Options& options) {
  // With --summary and no --out, standard output is for the summary alone.
  if (options.out.empty() && options.summary) return std::optional<JsonlWriter>();
  const std::string path = options.out.empty() ? "-" : options.out;
  if (path != "-") TRY(open_file(path, O_WRONLY | O_CREAT | O_TRUNC));
  return std::optional<JsonlWriter>(TRY(JsonlWriter::open_append(path)));
}

Result<int> score(const Options& options) {
  run::RunConfig config;
  config.suite = options.suite;
  std::filesystem::path folder;
  if (options.run.empty()) {
    if (config.suite.empty() || options.answers.empty()) {
      return fail(ErrorCode::kUsage, "give SUITE and --answers FILE, or --run RUN");
    }
    config.data = TRY(options.data.source());
  } else {
    if (!options.answers.empty() || options.data.given()) {
      return fail(ErrorCode::kUsage, "--run brings its own answers and data");
    }
    folder = TRY(run::find_run(options.run, options.log_dir));
    config = TRY(run::read_config(folder));
  }
  const auto suite = TRY(suite::find_suite(config.suite));
  TRY(options.mode.apply(*suite, config));
  hint_at_encoder(config);
  const auto tasks = TRY(config.data.open(*suite, config.modes, available_processors()));
  report_notes(tasks->notes());
  bool bad = report_problems(tasks->problems());
  if (folder.empty() && config.judging != run::Judging::kNever) {
    return fail(ErrorCode::kUsage, "only papert eval asks a judge", "--extract");
  }
  auto out = TRY(open_out(options));
  Scoring scoring(*suite, *tasks, config, std::move(out));
  bad |= folder.empty() ? TRY(score_answers(options, scoring)) : TRY(score_run(folder, scoring));
  if (options.summary) {
    const Range range = TRY(parse_limit(config.limit, tasks->size()));
    const std::string text = dump_json_pretty(scoring.finish(range)) + "\n";
    options.out == "-" ? print_error(text) : print(text);
  }
  return bad ? kExitBadData : kExitDone;
}

}  // namespace

std::function<int()> add_score(CLI::App& app) {
  auto options = std::make_shared<Options>();
  app.add_option("suite", options->suite, "the benchmark (papert list suites)");
  options->data.add_to(app);
  options->mode.add_to(app);
  app.add_option("--answers", options->answers, "replies, one JSON object per line; - is stdin")
      ->type_name("FILE");
  app.add_option("--run", options->run, "score the replies of this run again")->type_name("RUN");
  app.add_option("--out", options->out, "where score lines go; - is stdout (the default)")
      ->type_name("FILE");
  app.add_option("--jobs", options->jobs, "threads")
      ->type_name("N")
      ->check(quiet(CLI::Range(1, 1024)))
      ->capture_default_str();
  app.add_flag("--summary", options->summary,
               "print the summary object (to stderr with --out -; without --out, only it)");
  add_log_dir(app, options->log_dir);
  app.footer(kExamples);
  return [options] {
    const auto code = score(*options);
    return code ? *code : report_error(code.error());
  };
}

}  // namespace papert::cli
