#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <memory>

#include "asking.h"
#include "base/cancel.h"
#include "base/numbers.h"
#include "base/paths.h"
#include "base/text.h"
#include "base/thread_pool.h"
#include "cli.h"
#include "datagen/sit/generate.h"
#include "datagen_recipes.h"
#include "model/factory.h"
#include "progress.h"
#include "report/table.h"

namespace papert::cli {
namespace {

namespace sit = datagen::sit;

constexpr const char* kSitExamples = R"(Examples:
  papert datagen sit --programs icons --describe mock --sizes 200,500 --out trial
      looks at every .svg file below icons, says of each what its own code says, and writes
      trial/sit-200-forward.jsonl and trial/sit-500-forward.jsonl: no model, no network
  papert datagen sit --programs icons --describe openai/NAME --direction forward,reverse,mixed \
      --exclude sgp_inv_testset.csv --prices p.json --max-cost 40 --out sit
      shows each picture to a model (DESCRIBE_API_KEY, DESCRIBE_BASE_URL) and writes the five
      published sizes three ways: program -> description, description -> program, and half of each
  papert datagen sit --programs programs.jsonl --describe vllm/NAME --mix open-instruct.jsonl --out s
      also mixes each set into an instruction set (columns instruction and response, or messages)
  papert datagen sit --programs icons --describe openai/NAME --dry-run
      how many requests and tokens that would take, before any is made

Programs come from a folder of .svg files, lines ("program", "svg" or "code", and "id"), a table, or
an sgp data folder. 25k is the 25,000 shortest of at most 72,000 drawn by lot, 10k a sample of these,
40k, 55k and 72k the next longer ones; a smaller source makes all sets smaller in proportion, and
says so. Interrupt it at any time: the same command goes on, and the files are the same, as they are
for any number of --jobs. docs/datagen-sit.md has the rules and the files.)";

struct SitFlags : AskingFlags {
  sit::SitOptions options;
  std::string programs;
  std::string describe;
  std::vector<std::string> sizes{"10k", "25k", "40k", "55k", "72k"};
  std::vector<std::string> directions{"forward"};
  std::string mix;
  std::vector<std::string> excludes;
  std::string wordings;
  std::string out;
  std::int64_t max_tokens = 1024;
  bool dry_run = false;
  std::string display;
};

Result<model::ModelOptions> describer_options(const SitFlags& flags) {
  model::ModelOptions options = TRY(asking_options(flags));
  options.prefix = "DESCRIBE";
  options.sampling.max_tokens = flags.max_tokens;
  if (model::cache_use(flags.describe, options).on) options.cache = open_reply_cache(options);
  return options;
}

/// Who describes, and where what was spent before is charged.
struct OpenedDescriber {
  std::unique_ptr<sit::Describer> describer;
  std::shared_ptr<model::Budget> budget;
};

Result<OpenedDescriber> open_describer(const SitFlags& flags, const sit::Wordings& wordings) {
  OpenedDescriber opened;
  if (flags.describe == "mock") {
    opened.describer = sit::mock_describer();
    return opened;
  }
  const model::ModelOptions options = TRY(describer_options(flags));
  std::shared_ptr<model::Model> model = TRY(model::make_model(flags.describe, options));
  model->charge_to(absolute_path(flags.out).string());
  print_error("describer: " + model->describe() + "\n");
  opened.budget = options.budget;
  opened.describer = sit::model_describer(flags.describe, std::move(model), wordings.ask);
  return opened;
}

/// A line for each stage: a new one begins where the stage changes.
class SitLines {
 public:
  explicit SitLines(Display display) : display_(display) {}

  void update(const std::string& what, std::size_t done, std::size_t total,
              const std::string& note) {
    if (!line_ || what != what_) {
      line_.reset();
      what_ = what;
      line_ = std::make_unique<ProgressLine>(display_, what, done > 0 ? done - 1 : 0);
    }
    line_->update(done, total, note);
  }

 private:
  Display display_;
  std::string what_;
  std::unique_ptr<ProgressLine> line_;
};

std::string sit_count(std::size_t count) { return format_count(static_cast<std::int64_t>(count)); }

Result<int> print_sit_forecast(const SitFlags& flags, const sit::SitOptions& options) {
  constexpr std::int64_t kPictureTokens = 350;      // 512 x 512 pixels
  constexpr std::int64_t kDescriptionTokens = 150;  // two to six sentences
  const auto source = TRY(sit::open_source(options.programs));
  report_notes(source->notes());
  const std::size_t most = std::min(source->size(), sit::largest_of(options.sizes));
  const std::size_t files =
      options.sizes.size() * options.directions.size() * (options.mix.empty() ? 1 : 2);
  print(fmt::format("{} programs, at most {} to describe, {} training files\n",
                    sit_count(source->size()), sit_count(most), files));
  if (flags.describe == "mock") {
    print("no requests to a model\n");
    return kExitDone;
  }
  const auto requests = static_cast<std::int64_t>(most);
  const std::int64_t text = model::estimated_input_tokens({"", 0, options.wordings.ask, {}});
  model::Usage usage;
  usage.input_tokens = requests * (text + kPictureTokens);
  usage.output_tokens = requests * kDescriptionTokens;
  print(fmt::format("about {} requests to {}, {} input and {} output tokens\n", sit_count(most),
                    flags.describe, format_count(*usage.input_tokens),
                    format_count(*usage.output_tokens)));
  if (flags.prices.empty()) return kExitDone;
  const auto prices = TRY(model::Prices::load(flags.prices));
  const auto price = prices.find(flags.describe);
  const auto cost = price ? model::cost_usd(*price, usage) : std::nullopt;
  print(cost ? fmt::format("about ${:.2f}\n", *cost)
             : fmt::format("{} has no price for {}\n", flags.prices, flags.describe));
  return kExitDone;
}

void print_sets(const SitFlags& flags, const sit::SitReport& report) {
  report::TextTable table({"file", "lines", "forward", "reverse", "mixed in", "longest"});
  for (const auto& file : report.files) {
    table.add_row({file.name, sit_count(file.lines),
                   sit_count(file.lines - file.reverse - file.mixed_in), sit_count(file.reverse),
                   sit_count(file.mixed_in), sit_count(file.longest)});
  }
  print(table.to_string({.color = is_rich_terminal(STDOUT_FILENO)}));
  std::string refused;
  for (const auto& [status, count] : report.counts) {
    if (status == sit::Status::kOk) continue;
    refused +=
        fmt::format("{}{} {}", refused.empty() ? "" : ", ", sit_count(count), sit::name_of(status));
  }
  print(fmt::format("{}: {} of {} programs described{}{}\n", flags.out, sit_count(report.accepted),
                    sit_count(report.programs), refused.empty() ? "" : "; left out: ", refused));
  if (report.spent_usd > 0) print(fmt::format("spent: ${:.4f}\n", report.spent_usd));
  if (!report.files.empty()) print(fmt::format("to train on it: {}/README.md\n", flags.out));
}

Result<sit::SitOptions> sit_options(const SitFlags& flags) {
  sit::SitOptions options = flags.options;
  options.programs = flags.programs;
  options.mix = flags.mix;
  options.excludes.assign(flags.excludes.begin(), flags.excludes.end());
  options.out = flags.out;
  options.sizes = TRY(sit::parse_sizes(flags.sizes));
  for (const std::string& word : flags.directions) {
    const sit::Direction direction = TRY(sit::direction_of(word));
    const auto& known = options.directions;
    if (std::find(known.begin(), known.end(), direction) == known.end()) {
      options.directions.push_back(direction);
    }
  }
  options.wordings = TRY(sit::read_wordings(flags.wordings));
  return options;
}

Result<int> datagen_sit(const SitFlags& flags) {
  sit::SitOptions options = TRY(sit_options(flags));
  if (flags.dry_run) return print_sit_forecast(flags, options);
  if (flags.out.empty()) {
    return fail(ErrorCode::kUsage, "give the folder to write, --out DIR, or --dry-run");
  }
  const SignalCancel signals;
  const OpenedDescriber opened = TRY(open_describer(flags, options.wordings));
  options.cancel = signals.token();
  if (opened.budget) options.charge = [&](double usd) { opened.budget->charge(usd); };
  sit::SitReport report;
  {
    SitLines lines(display_from(flags.display));
    options.progress = [&](const std::string& what, std::size_t done, std::size_t total,
                           const std::string& note) { lines.update(what, done, total, note); };
    report = TRY(sit::make_sit(options, *opened.describer));
  }
  report_notes(report.notes);
  const bool bad = report_problems(report.problems);
  if (report.files.empty()) {
    print(
        fmt::format("{}: {} requests failed, so no sets were written; the same command asks "
                    "them again, --finish does without\n",
                    flags.out, sit_count(report.failed)));
    return kExitNo;
  }
  print_sets(flags, report);
  return bad ? kExitBadData : kExitDone;
}

void add_describer(Command& recipe, SitFlags& flags) {
  recipe
      .add_option("--describe", flags.describe,
                  "who describes the pictures: a model (DESCRIBE_API_KEY, DESCRIBE_BASE_URL), or "
                  "mock: the program's own facts")
      ->type_name("PROVIDER/NAME|mock")
      ->required();
  recipe
      .add_option_function(
          "--temperature",
          [&flags](const std::string& text) {
            const auto value = parse_number<double>(text);
            if (!value || !(*value >= 0 && *value <= 10)) {
              refuse_value("--temperature", "'" + text + "' is not a number from 0 to 10");
            }
            flags.model.sampling.temperature = *value;
          },
          "of the model (default: the provider's)")
      ->type_name("X");
  recipe.add_option("--max-tokens", flags.max_tokens, "of a description, thoughts included")
      ->type_name("N")
      ->check(positive())
      ->capture_default_str();
  add_connections(recipe, flags);
  add_costs(recipe, flags, "the folder");
}

void add_sets(Command& recipe, SitFlags& flags) {
  recipe.add_option("--sizes", flags.sizes, "programs of each set [10k,25k,40k,55k,72k]")
      ->type_name("N,N,...")
      ->delimiter(',');
  recipe
      .add_option("--direction", flags.directions,
                  "forward: program -> description; reverse: description -> program; mixed: "
                  "exactly half reversed [forward]")
      ->type_name("forward,reverse,mixed")
      ->delimiter(',');
  recipe
      .add_option(
          "--mix", flags.mix,
          "an instruction set to mix with, lines with instruction and response, or messages")
      ->type_name("FILE.jsonl");
  recipe
      .add_option("--exclude", flags.excludes,
                  "an evaluation set (as --programs) whose programs must not come out (repeat)")
      ->type_name("DATA");
  recipe
      .add_option("--max-bytes", flags.options.max_bytes,
                  "of a program, blanks between tags not counted")
      ->type_name("N")
      ->check(between(std::int64_t{64}, std::int64_t{1} << 20))
      ->capture_default_str();
  recipe
      .add_option("--wordings", flags.wordings,
                  "a folder with describe.txt, write.txt or ask.txt instead of ours")
      ->type_name("DIR");
}

}  // namespace

Recipe add_datagen_sit(Command& recipe) {
  auto flags = std::make_shared<SitFlags>();
  flags->options.jobs = available_processors();
  recipe
      .add_option("--programs", flags->programs,
                  "a folder of .svg files, FILE.jsonl, FILE.csv or an sgp data folder")
      ->type_name("SOURCE")
      ->required();
  add_describer(recipe, *flags);
  add_sets(recipe, *flags);
  recipe.add_option("--seed", flags->options.seed, "of all that chance decides")
      ->type_name("S")
      ->check(not_negative())
      ->capture_default_str();
  recipe.add_flag("--finish", flags->options.finish,
                  "ask nothing more, and write the sets of what there is");
  recipe.add_flag("--dry-run", flags->dry_run, "print what it would ask, and ask nothing");
  recipe
      .add_option("--jobs", flags->options.jobs, "threads; the result is the same for any number")
      ->type_name("N")
      ->check(between(1, 1024))
      ->capture_default_str();
  recipe.add_option("--out", flags->out, "the folder to write; one that was begun is finished")
      ->type_name("DIR");
  add_display(recipe, flags->display);
  recipe.footer(kSitExamples);
  return [flags] { return datagen_sit(*flags); };
}

}  // namespace papert::cli
