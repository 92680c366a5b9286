// Labels by people: a page to label with, made from runs or from a folder of tasks.

#include <fmt/format.h>

#include <set>

#include "analysis/label_items.h"
#include "analysis/label_kinds.h"
#include "analysis/label_lines.h"
#include "base/file.h"
#include "base/numbers.h"
#include "cli.h"
#include "report/label_page.h"

namespace papert::cli {
namespace {

constexpr const char* kLabelExamples = R"(Examples:
  papert label failure/xlogo RUN RUN -o page.html
      why programs failed: one of seven types, the names of models hidden
  papert label failure/turtleai RUN --sample 100 --by category --seed 7 -o page.html
      a hundred failures, each category with its share
  papert label same RUN --sample 0.1 -o page.html
      whether target and drawing are the same: what 'papert calibrate' reads
  papert label answer/sgp tasks --batches 10x50 --people 50 -o page.html
      ten batches of fifty questions; person 1 to 50 get one each, every question five answers
  papert label quality/turtleai DATAGEN -o page.html
      six times good or bad for each drawing of a generated set

The page is one file that works without a server. People open it, give a name, choose with the
keys 1 to 9 and download their labels as JSON lines; 'papert agreement --labels FILE...' says how
far they agree. Kinds: failure/turtleai, failure/turtlebench, failure/xlogo, same, quality/xlogo,
quality/turtleai, category/turtleai, answer/sgp, inspect/sgp, verdict/SUITE, tweak/turtlebench
(docs/labels.md defines them).)";

/// How many answers each question gets where the number of people is not said.
constexpr std::size_t kAnswersWanted = 5;

struct LabelOptions {
  std::string kind;
  std::vector<std::string> sources;
  std::string out;
  std::string sample;
  std::int64_t seed = 0;
  std::string by;
  std::string batches;
  std::size_t people = 0;
  std::vector<std::string> collected;
  std::string log_dir;
};

Result<analysis::LabelRequest> request_of(const LabelOptions& options) {
  analysis::LabelRequest request;
  request.kind = options.kind;
  request.sources = options.sources;
  request.log_dir = options.log_dir;
  request.seed = options.seed;
  request.by = options.by;
  request.sample = TRY(analysis::SampleSize::parse(options.sample));
  request.batches = TRY(analysis::BatchPlan::parse(options.batches));
  if (!options.sample.empty() && request.batches.batches > 0) {
    return fail(ErrorCode::kUsage, "--batches says how many items are drawn: leave --sample out");
  }
  if (request.batches.batches == 0 && (options.people > 0 || !options.collected.empty())) {
    return fail(ErrorCode::kUsage, "works with --batches",
                options.people > 0 ? "--people" : "--collected");
  }
  return request;
}

/// How many people have answered something of each batch.
Result<std::map<std::size_t, std::size_t>> answered(const LabelOptions& options, bool& bad) {
  const analysis::LabelLog log =
      TRY(analysis::read_label_log({options.collected.begin(), options.collected.end()}));
  bad |= report_problems(log.problems);
  std::set<std::pair<std::size_t, std::string>> people;
  for (const analysis::LabelLine& line : log.labels) {
    const auto batch = parse_number<std::size_t>(line.batch);
    if (line.kind == options.kind && batch && *batch > 0)
      people.emplace(*batch - 1, line.annotator);
  }
  std::map<std::size_t, std::size_t> counts;
  for (const auto& [batch, person] : people) ++counts[batch];
  return counts;
}

Result<int> make_label_page(const LabelOptions& options) {
  const analysis::LabelRequest request = TRY(request_of(options));
  const analysis::LabelItems items = TRY(analysis::label_items(request));
  report_notes(items.notes);
  bool bad = report_problems(items.problems);
  report::LabelPage page{.kind = options.kind, .seed = options.seed, .deal = {}};
  if (request.batches.batches > 0) {
    const auto counts = TRY(answered(options, bad));
    const std::size_t people =
        options.people > 0 ? options.people : request.batches.batches * kAnswersWanted;
    for (const std::size_t batch :
         analysis::deal_batches(request.batches.batches, people, options.seed, counts)) {
      page.deal.push_back(std::to_string(batch + 1));
    }
  }
  const std::string html = TRY(report::label_html(page, items.items));
  TRY(write_file(options.out, html));
  const auto count = [](std::size_t n, const char* noun) {
    return counted(static_cast<std::int64_t>(n), noun);
  };
  print(fmt::format("{} of {} to label{}: {}\n", items.items.size(), count(items.found, "item"),
                    page.deal.empty()
                        ? ""
                        : fmt::format(" in {} for {} people",
                                      request.batches.batches == 1
                                          ? "1 batch"
                                          : fmt::format("{} batches", request.batches.batches),
                                      page.deal.size()),
                    options.out));
  return bad ? kExitBadData : kExitDone;
}

}  // namespace

std::function<int()> add_label(Command& app) {
  auto options = std::make_shared<LabelOptions>();
  app.add_option("kind", options->kind, "what is asked (see below)")->type_name("KIND")->required();
  app.add_option("source", options->sources,
                 "runs, or a folder of tasks or of datagen, as the kind needs")
      ->type_name("SOURCE...")
      ->required();
  app.add_option("-o,--out", options->out, "the page")->type_name("PAGE.html")->required();
  app.add_option("--sample", options->sample, "only so many items, or this share of them, by lot")
      ->type_name("N|SHARE");
  app.add_option("--seed", options->seed, "of the lots, and of the order that people see")
      ->type_name("S")
      ->capture_default_str();
  app.add_option("--by", options->by, "the sample has the same shares of this tag as all items")
      ->type_name("TAG");
  app.add_option("--batches", options->batches,
                 "so many batches of so many items; a person gets one, the least answered first")
      ->type_name("NxM");
  app.add_option("--people", options->people,
                 "with --batches: how many people are dealt one (default: five a batch)")
      ->type_name("N")
      ->check(between(1, 100'000));
  app.add_option("--collected", options->collected,
                 "with --batches: labels that are there; their batches come last (repeat)")
      ->type_name("FILE")
      ->expected(1)
      ->take_all();
  add_log_dir(app, options->log_dir);
  app.footer(kLabelExamples);
  return [options] {
    const auto code = make_label_page(*options);
    return code ? *code : report_error(code.error());
  };
}

}  // namespace papert::cli
