#include <array>
#include <exception>
#include <string>
#include <vector>

#include "base/version.h"
#include "cli.h"

namespace papert::cli {
namespace {

struct Entry {
  const char* name;
  const char* title;
  Verb add;
};

constexpr std::array<Entry, 18> kVerbs{{
    {"eval", "ask a model (or baseline) every task, score the answers, report", add_eval},
    {"score", "score replies that came from anywhere", add_score},
    {"mint", "make fresh tasks from a seed, or check a folder of them", add_mint},
    {"render", "run a turtle program or another, and draw it", add_render},
    {"grade", "compare a folder of turtle programs with a reference", add_grade},
    {"report", "make the page of one or more runs", add_report},
    {"describe", "what a data set holds: counts, lengths, duplicates, problems", add_describe},
    {"compare", "compare two runs sample by sample", add_compare},
    {"agreement", "what several runs agree on, task by task", add_agreement},
    {"consensus", "how far the answers of runs agree, with each other and with people",
     add_consensus},
    {"calibrate", "how far a rule of comparison can be trusted", add_calibrate},
    {"batch", "write requests for a provider's batch service, read its results", add_batch},
    {"perturb", "make changed versions of tasks", add_perturb},
    {"datagen", "make training data", add_datagen},
    {"cache", "show or empty the cache of replies", add_cache},
    {"mock", "a local server that answers like a provider, with faults on demand", add_mock},
    {"list", "show suites, modes, models, data or runs", add_list},
    {"doctor", "check this machine", add_doctor},
}};

constexpr const char* kExamples = R"(Examples:
  papert eval shapecode --mint 7 --count 20 --model baseline/heuristic
  papert eval shapecode --data eval_v1 --model baseline/oracle
  papert score shapecode --data eval_v1 --answers replies.jsonl --summary
  papert mint shapecode --seed 0 --count 50 --out fresh
  papert render program.txt -o picture.png
  papert report runs/* -o report.html

'papert VERB --help' explains a verb. Exit codes: 0 done, 1 the answer is no, 2 usage,
65 bad input data (the rest was processed), 70 internal fault, 130 interrupted.)";

/// --max_retries means --max-retries: snake_case spellings of flags are accepted.
std::string kebab(std::string argument) {
  if (!argument.starts_with("--")) return argument;
  const std::size_t end = std::min(argument.find('='), argument.size());
  for (std::size_t i = 2; i < end; ++i) {
    if (argument[i] == '_') argument[i] = '-';
  }
  return argument;
}

int run(int argc, char** argv) {
  CLI::App app("Papert: run, render, score and mint visual-programming benchmarks.", "papert");
  app.set_version_flag("--version", "papert " + std::string(version()));
  app.require_subcommand(1);
  app.footer(kExamples);
  app.get_formatter()->column_width(34);
  app.get_formatter()->label("REQUIRED", "(required)");
  std::function<int()> chosen;
  for (const Entry& entry : kVerbs) {
    CLI::App* verb = app.add_subcommand(entry.name, entry.title);
    verb->parse_complete_callback([&chosen, work = entry.add(*verb)] { chosen = work; });
  }
  if (argc < 2) {
    print_error(app.help());
    return kExitUsage;
  }
  std::vector<std::string> arguments;
  for (int i = argc - 1; i > 0; --i) arguments.push_back(kebab(argv[i]));
  try {
    app.parse(std::move(arguments));
  } catch (const CLI::Success& asked) {
    return app.exit(asked);
  } catch (const CLI::ParseError& error) {
    // A word that is not understood explains more than what is missing because of it.
    const std::vector<std::string> unknown = app.remaining(true);
    const std::string why =
        unknown.empty() ? error.what() : "'" + unknown.front() + "' is not understood here";
    print_error("papert: " + why + "\nRun with --help for more.\n");
    return kExitUsage;
  }
  return chosen();
}

}  // namespace
}  // namespace papert::cli

int main(int argc, char** argv) {
  try {
    return papert::cli::run(argc, argv);
  } catch (const std::exception& error) {
    return papert::cli::report_error({papert::ErrorCode::kInternal, error.what(), ""});
  }
}
