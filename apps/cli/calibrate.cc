// How far a rule of comparison can be trusted: against people's labels, or against variants of
// minted programs that are known to draw the same or not.

#include <fmt/format.h>

#include "analysis/calibration.h"
#include "base/file.h"
#include "chart.h"
#include "cli.h"
#include "progress.h"
#include "score/kept.h"
#include "study/equivalence.h"

namespace papert::cli {
namespace {

constexpr const char* kCalibrateExamples = R"(Examples:
  papert calibrate labels.jsonl --scores scores.jsonl --threshold 0.95
      labels: {"id", "epoch", "same": true|false} a line; scores: what 'papert score' or a run wrote
  papert calibrate labels.jsonl --scores RUN
      labels that a page of 'papert label same RUN' saved
  papert calibrate labels.jsonl --curve curve.csv
      labels that carry their "similarity" need no scores
  papert calibrate labels.jsonl --curve curve.svg
      the same as a picture (or .png)
  papert calibrate --equivalence --seed 7 --count 200 --out failures
      for minted turtle programs, variants that draw the same and variants that do not: how often
      each rule is right, with pictures of where it is not
  papert calibrate --equivalence --keep place,size
      the same where place and size count: moved and scaled variants then draw something else)";

constexpr double kAccuracyWanted = 0.99;

struct CalibrateOptions {
  std::string labels;
  std::string scores;
  std::string metric = "similarity";
  double threshold = 0.95;
  std::string curve;
  bool equivalence = false;
  std::string keep = "none";
  std::int64_t seed = 0;
  std::size_t count = 200;
  std::size_t jobs = 1;
  std::string out;
  std::string display;
  bool json = false;
};

std::string shown(std::optional<double> value) {
  return value ? fmt::format("{:.4f}", *value) : "-";
}

std::string point_text(const score::CurvePoint& point) {
  const score::Confusion& counts = point.confusion;
  return fmt::format(
      "threshold {:.4f}\n"
      "                    rule: same  rule: different\n"
      "  people: same      {:>10}  {:>15}\n"
      "  people: different {:>10}  {:>15}\n"
      "  precision {}  recall {}  F1 {}  accuracy {}\n",
      point.threshold, counts.true_positive, counts.false_negative, counts.false_positive,
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

/// By its name a picture, else CSV.
Result<void> write_curve(const analysis::Calibration& calibration,
                         const CalibrateOptions& options) {
  if (options.curve.empty()) return {};
  if (!is_picture_file(options.curve)) {
    return write_file(options.curve, curve_csv(calibration.curve));
  }
  const report::Chart chart = report::curves_chart(calibration, options.metric);
  if (options.curve.ends_with(".svg")) return write_file(options.curve, report::chart_svg(chart));
  const std::string png = TRY(report::chart_png(chart));
  return write_file(options.curve, png);
}

Result<int> calibrate(const CalibrateOptions& options) {
  const analysis::Calibration calibration =
      TRY(analysis::calibrate({.labels = options.labels,
                               .scores = options.scores,
                               .metric = options.metric,
                               .threshold = options.threshold}));
  TRY(write_curve(calibration, options));
  if (calibration.other_labels > 0) {
    report_note(fmt::format("{} not used: of another kind than same, or about another run",
                            counted(static_cast<std::int64_t>(calibration.other_labels), "label")));
  }
  if (options.json) {
    print(dump_json_pretty(to_json(calibration)) + "\n");
  } else {
    print(fmt::format("{} labels\n\n{}\nbest: {}", calibration.labels,
                      point_text(calibration.given), point_text(calibration.best)));
  }
  return report_problems(calibration.problems) ? kExitBadData : kExitDone;
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

Result<int> try_rules(const CalibrateOptions& options) {
  const score::Keep keep = TRY(score::parse_keep(options.keep));
  suite::WriteOptions write;
  write.jobs = options.jobs;
  ProgressLine line(display_from(options.display), "programs");
  write.progress = [&](std::size_t done, std::size_t total) { line.update(done, total); };
  const study::EquivalenceReport report =
      TRY(study::try_rules({.seed = options.seed, .count = options.count, .keep = keep}, write));
  if (!options.out.empty()) TRY(study::write_failures(options.out, report));
  print(options.json ? dump_json_pretty(to_json(report)) + "\n" : report_text(report));
  return report.all.accuracy(1) >= kAccuracyWanted ? kExitDone : kExitNo;
}

Result<int> run(const CalibrateOptions& options) {
  if (options.equivalence == !options.labels.empty()) {
    return fail(ErrorCode::kUsage, "give either a file of labels or --equivalence");
  }
  if (!options.equivalence && options.keep != "none") {
    return fail(ErrorCode::kUsage,
                "works with --equivalence; scores have what 'papert score --keep' kept", "--keep");
  }
  return options.equivalence ? try_rules(options) : calibrate(options);
}

}  // namespace

std::function<int()> add_calibrate(Command& app) {
  auto options = std::make_shared<CalibrateOptions>();
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
      ->type_name("FILE.csv|.svg|.png");
  app.add_flag("--equivalence", options->equivalence,
               "try the rules for drawings on variants of minted programs");
  app.add_option("--keep", options->keep,
                 "with --equivalence, what counts beside the drawing itself")
      ->type_name("place,size,width")
      ->capture_default_str();
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
  app.footer(kCalibrateExamples);
  return [options] {
    const auto code = run(*options);
    return code ? *code : report_error(code.error());
  };
}

}  // namespace papert::cli
