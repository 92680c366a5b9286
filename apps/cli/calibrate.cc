// How far a rule of comparison can be trusted: against people's labels, or against variants of
// minted programs that are known to draw the same or not.

#include <fmt/format.h>

#include <map>

#include "base/file.h"
#include "base/format.h"
#include "base/jsonl.h"
#include "base/paths.h"
#include "base/text.h"
#include "cli.h"
#include "progress.h"
#include "raster/png.h"
#include "run/folder.h"
#include "score/confusion.h"
#include "study/equivalence.h"

namespace papert::cli {
namespace {

constexpr const char* kExamples = R"(Examples:
  papert calibrate labels.jsonl --scores scores.jsonl --threshold 0.95
      labels: {"id", "epoch", "same": true|false} a line; scores: what 'papert score' or a run wrote
  papert calibrate labels.jsonl --curve curve.csv
      labels that carry their "similarity" need no scores
  papert calibrate --equivalence --seed 7 --count 200 --out failures
      for minted turtle programs, variants that draw the same and variants that do not: how often
      each rule is right, with pictures of where it is not)";

constexpr double kAccuracyWanted = 0.99;

struct Options {
  std::string labels;
  std::string scores;
  std::string metric = "similarity";
  double threshold = 0.95;
  std::string curve;
  bool equivalence = false;
  std::int64_t seed = 0;
  std::size_t count = 200;
  std::size_t jobs = 1;
  std::string out;
  std::string display;
  bool json = false;
};

using Key = std::pair<std::string, std::int64_t>;  // id, epoch

/// Calls use(json, where) for every line of a file; a line that cannot be used is a problem.
template <class Use>
Result<void> each_line(const std::string& path, std::vector<Error>& problems, const Use& use) {
  LineReader reader = TRY(LineReader::open(path));
  Line line;
  while (TRY(reader.next(line))) {
    if (trim(line.text).empty()) continue;
    const std::string where = fmt::format("{}:{}", reader.name(), line.number);
    const auto json = parse_json(line.text, where);
    const Result<void> used = json ? use(*json, where) : Result<void>(fail(json.error()));
    if (!used) problems.push_back(used.error());
  }
  return {};
}

Result<Key> key_of(const Json& json, const std::string& where) {
  std::string id = TRY(get_string(json, "id", where));
  const auto epoch = TRY(get_optional_int(json, "epoch", where));
  return Key{std::move(id), epoch.value_or(0)};
}

Result<std::map<Key, double>> read_scores(const Options& options, std::vector<Error>& problems) {
  std::map<Key, double> scores;
  if (options.scores.empty()) return scores;
  const bool is_run = is_folder(options.scores);
  const std::string file = is_run ? run::samples_path(options.scores).string() : options.scores;
  TRY(each_line(file, problems, [&](const Json& json, const std::string& where) {
    return [&]() -> Result<void> {
      const Key key = TRY(key_of(json, where));
      const auto metrics = json.find("metrics");
      if (metrics == json.end()) return fail(ErrorCode::kBadData, "there is no 'metrics'", where);
      const auto value = TRY(get_optional_number(*metrics, options.metric, where));
      if (value) scores[key] = *value;
      return {};
    }();
  }));
  return scores;
}

Result<std::vector<score::LabelledScore>> read_labels(const Options& options,
                                                      std::vector<Error>& problems) {
  const std::map<Key, double> scores = TRY(read_scores(options, problems));
  std::vector<score::LabelledScore> labels;
  TRY(each_line(options.labels, problems, [&](const Json& json, const std::string& where) {
    return [&]() -> Result<void> {
      const Key key = TRY(key_of(json, where));
      const bool same = TRY(get_bool(json, "same", where));
      std::optional<double> similarity = TRY(get_optional_number(json, options.metric, where));
      const auto known = scores.find(key);
      if (known != scores.end()) similarity = known->second;
      if (!similarity) {
        return fail(ErrorCode::kBadData,
                    fmt::format("'{}' (epoch {}) has no {}", key.first, key.second, options.metric),
                    where);
      }
      labels.push_back({*similarity, same});
      return {};
    }();
  }));
  if (labels.empty()) {
    if (!problems.empty()) return fail(problems.front());
    return fail(ErrorCode::kBadData, "there are no labels", options.labels);
  }
  return labels;
}

Json figure(std::optional<double> value) { return value ? Json(*value) : Json(nullptr); }

Json point_json(double threshold, const score::Confusion& counts) {
  Json json;
  json["threshold"] = threshold;
  json["true_positive"] = counts.true_positive;
  json["false_positive"] = counts.false_positive;
  json["true_negative"] = counts.true_negative;
  json["false_negative"] = counts.false_negative;
  json["precision"] = figure(counts.precision());
  json["recall"] = figure(counts.recall());
  json["f1"] = figure(counts.f1());
  json["accuracy"] = figure(counts.accuracy());
  return json;
}

std::string shown(std::optional<double> value) {
  return value ? fmt::format("{:.4f}", *value) : "-";
}

std::string point_text(double threshold, const score::Confusion& counts) {
  return fmt::format(
      "threshold {:.4f}\n"
      "                    rule: same  rule: different\n"
      "  people: same      {:>10}  {:>15}\n"
      "  people: different {:>10}  {:>15}\n"
      "  precision {}  recall {}  F1 {}  accuracy {}\n",
      threshold, counts.true_positive, counts.false_negative, counts.false_positive,
      counts.true_negative, shown(counts.precision()), shown(counts.recall()), shown(counts.f1()),
      shown(counts.accuracy()));
}

std::string curve_csv(std::span<const score::CurvePoint> curve) {
  std::string text = "threshold,precision,recall,f1,accuracy\n";
  for (const score::CurvePoint& point : curve) {
    text += fmt::format("{:.6f},{},{},{},{}\n", point.threshold, shown(point.confusion.precision()),
                        shown(point.confusion.recall()), shown(point.confusion.f1()),
                        shown(point.confusion.accuracy()));
  }
  return text;
}

Result<int> calibrate(const Options& options) {
  std::vector<Error> problems;
  const std::vector<score::LabelledScore> labels = TRY(read_labels(options, problems));
  const std::vector<score::CurvePoint> curve = score::agreement_curve(labels);
  const score::CurvePoint& best = curve[score::best_point(curve)];
  const score::Confusion given = score::confusion_at(labels, options.threshold);
  if (!options.curve.empty()) TRY(write_file(options.curve, curve_csv(curve)));
  if (options.json) {
    Json json{{"format", kFormat}};
    json["labels"] = labels.size();
    json["given"] = point_json(options.threshold, given);
    json["best"] = point_json(best.threshold, best.confusion);
    for (const score::CurvePoint& point : curve) {
      json["curve"].push_back(point_json(point.threshold, point.confusion));
    }
    print(dump_json_pretty(json) + "\n");
  } else {
    print(fmt::format("{} labels\n\n{}\nbest: {}", labels.size(),
                      point_text(options.threshold, given),
                      point_text(best.threshold, best.confusion)));
  }
  return report_problems(problems) ? kExitBadData : kExitDone;
}

std::string trial_name(const study::Trial& trial) {
  std::string name = trial.id + "-" + std::string(trial.variant.kind);
  std::replace(name.begin(), name.end(), ' ', '_');
  return name;
}

/// Picture and program of every trial that a rule got wrong, in a folder for each rule.
Result<void> write_failures(const std::string& out, const study::EquivalenceReport& report) {
  for (std::size_t rule = 0; rule < study::kAllRules.size(); ++rule) {
    const std::filesystem::path folder = std::filesystem::path(out) / study::kRuleNames[rule];
    TRY(make_directories(folder));
    for (const study::Trial& trial : report.failures) {
      if (trial.correct(rule)) continue;
      const raster::Image picture = study::picture_of(trial);
      const std::string name = trial_name(trial);
      TRY(write_file(folder / (name + ".png"), raster::encode_png(picture, {.compact = true}),
                     Durability::kUnsynced));
      TRY(write_file(folder / (name + ".py"), trial.variant.code, Durability::kUnsynced));
    }
  }
  return {};
}

std::string tally_line(const study::Tally& tally, std::string_view expected) {
  return fmt::format("{:<19}  {:<9}  {:>6}  {:>7.4f}  {:>8.4f}\n", tally.kind, expected,
                     tally.trials, tally.accuracy(0), tally.accuracy(1));
}

std::string report_text(const study::EquivalenceReport& report) {
  std::string text =
      fmt::format("{} programs\n\n{:<19}  {:<9}  {:>6}  {:>7}  {:>8}\n", report.programs, "variant",
                  "expected", "trials", "pixel", "faithful");
  for (const study::Tally& tally : report.kinds) {
    text += tally_line(tally, tally.same ? "same" : "different");
  }
  study::Tally all = report.all;
  all.kind = "all";
  text += tally_line(all, "");
  for (std::size_t rule = 0; rule < study::kAllRules.size(); ++rule) {
    text +=
        fmt::format("\nwrong by {}: {}\n", study::kRuleNames[rule], all.trials - all.correct[rule]);
    for (const study::Trial& trial : report.failures) {
      if (trial.correct(rule)) continue;
      text += fmt::format("  {}  {}  judged {}  similarity {:.4f}\n", trial.id, trial.variant.kind,
                          trial.judged_same[rule] ? "same" : "different", trial.similarity[rule]);
    }
  }
  return text;
}

Json report_json(const study::EquivalenceReport& report) {
  const auto line = [](const study::Tally& tally) {
    Json json;
    json["trials"] = tally.trials;
    for (std::size_t rule = 0; rule < study::kAllRules.size(); ++rule) {
      json[std::string(study::kRuleNames[rule])] = tally.accuracy(rule);
    }
    return json;
  };
  Json json{{"format", kFormat}};
  json["programs"] = report.programs;
  json["all"] = line(report.all);
  for (const study::Tally& tally : report.kinds) {
    Json kind = line(tally);
    kind["kind"] = tally.kind;
    kind["expected"] = tally.same ? "same" : "different";
    json["kinds"].push_back(std::move(kind));
  }
  return json;
}

Result<int> try_rules(const Options& options) {
  suite::WriteOptions write;
  write.jobs = options.jobs;
  ProgressLine line(display_from(options.display), "programs");
  write.progress = [&](std::size_t done, std::size_t total) { line.update(done, total); };
  const study::EquivalenceReport report =
      TRY(study::try_rules({.seed = options.seed, .count = options.count}, write));
  if (!options.out.empty()) TRY(write_failures(options.out, report));
  print(options.json ? dump_json_pretty(report_json(report)) + "\n" : report_text(report));
  return report.all.accuracy(1) >= kAccuracyWanted ? kExitDone : kExitNo;
}

Result<int> run(const Options& options) {
  if (options.equivalence == !options.labels.empty()) {
    return fail(ErrorCode::kUsage, "give either a file of labels or --equivalence");
  }
  return options.equivalence ? try_rules(options) : calibrate(options);
}

}  // namespace

std::function<int()> add_calibrate(Command& app) {
  auto options = std::make_shared<Options>();
  app.add_option("labels", options->labels, "people's labels")->type_name("LABELS.jsonl");
  app.add_option("--scores", options->scores, "score lines or a run, for the similarity")
      ->type_name("FILE.jsonl|RUN");
  app.add_option("--metric", options->metric, "the figure that is compared with the labels")
      ->type_name("NAME")
      ->capture_default_str();
  app.add_option("--threshold", options->threshold, "same is above this")
      ->type_name("X")
      ->check(between(0.0, 1.0))
      ->capture_default_str();
  app.add_option("--curve", options->curve, "all thresholds that make a difference")
      ->type_name("FILE.csv");
  app.add_flag("--equivalence", options->equivalence,
               "try the rules for drawings on variants of minted programs");
  app.add_option("--seed", options->seed, "the first seed")->type_name("S")->capture_default_str();
  app.add_option("--count", options->count, "how many programs")
      ->type_name("N")
      ->check(positive())
      ->capture_default_str();
  app.add_option("--jobs", options->jobs, "how many at once")
      ->type_name("N")
      ->check(positive())
      ->capture_default_str();
  app.add_option("--out", options->out, "a folder for pictures of what was judged wrongly")
      ->type_name("DIR");
  add_display(app, options->display);
  app.add_flag("--json", options->json, "the figures as JSON");
  app.footer(kExamples);
  return [options] {
    const auto code = run(*options);
    return code ? *code : report_error(code.error());
  };
}

}  // namespace papert::cli
