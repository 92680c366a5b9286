// The table of verbs, and what is common to them.

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <deque>
#include <exception>
#include <string>
#include <string_view>
#include <vector>

#include "base/nearest.h"
#include "base/thread_pool.h"
#include "cli.h"
#include "cli/run.h"
#include "lang/turtle/host/jail_pool.h"
#include "version_text.h"

namespace papert::cli {
namespace {

struct Entry {
  const char* name;
  const char* title;
  Verb add;
};

constexpr auto kVerbs = std::to_array<Entry>({
    {"eval", "ask a model (or baseline) every task, score the answers, report", add_eval},
    {"score", "score replies that came from anywhere", add_score},
    {"merge",
     "join the parts that machines made of one run, one set of tasks or one file of scores",
     add_merge},
    {"upgrade", "write runs of earlier versions again, in the newest form", add_upgrade},
    {"import", "make run folders of runs that other programs recorded", add_import},
    {"mint", "make fresh tasks from a seed, or check a folder of them", add_mint},
    {"render", "run a turtle program or another, and draw it", add_render},
    {"solve", "find the program of a picture or task by search, without a language model",
     add_solve},
    {"grade", "compare a folder of turtle programs with a reference", add_grade},
    {"report", "make the page of one or more runs", add_report},
    {"describe", "what a data set holds: counts, lengths, duplicates, problems", add_describe},
    {"compare", "compare two runs sample by sample", add_compare},
    {"agreement", "what several runs agree on, task by task", add_agreement},
    {"consensus", "how far the answers of runs agree, with each other and with people",
     add_consensus},
    {"calibrate", "how far a rule of comparison can be trusted", add_calibrate},
    {"certify", "whether tasks occur in other data, and how much better a model is on kept ones",
     add_certify},
    {"label", "make a page on which people label samples, tasks or questions", add_label},
    {"batch", "write requests for a provider's batch service, read its results", add_batch},
    {"perturb", "make changed versions of tasks", add_perturb},
    {"synth", "make tasks like given ones, proven to be as hard as they look", add_synth},
    {"datagen", "make training data", add_datagen},
    {"export", "write tasks, or what models replied, in the form of a trainer", add_export},
    {"worker", "score and answer requests over a pipe, for trainers", add_worker},
    {"cache", "show or empty the cache of replies", add_cache},
    {"serve", "look at runs in the browser; with --reward, score replies for trainers", add_serve},
    {"mock", "a local server that answers like a provider, with faults on demand", add_mock},
    {"list", "show suites, modes, models, data or runs", add_list},
    {"doctor", "check this machine", add_doctor},
    {"completion", "print the completion script of a shell", add_completion},
});

constexpr const char* kVerbsExamples = R"(Examples:
  papert eval shapecode --mint 7 --count 20 --model baseline/heuristic
  papert eval shapecode --data eval_v1 --model baseline/oracle
  papert score shapecode --data eval_v1 --answers replies.jsonl --summary
  papert mint shapecode --seed 0 --count 50 --out fresh
  papert render program.txt -o picture.png
  papert report runs/* -o report.html

'papert help VERB' explains a verb. Exit codes: 0 done, 1 a check failed or nothing was scored, 2 usage,
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

/// 'papert help batch write' means 'papert batch write --help'.
std::vector<std::string> read_arguments(int argc, char** argv) {
  std::vector<std::string> arguments;
  for (int i = 1; i < argc; ++i) arguments.push_back(kebab(argv[i]));
  if (!arguments.empty() && arguments.front() == "help") {
    arguments.erase(arguments.begin());
    arguments.emplace_back("--help");
  }
  return arguments;
}

bool has_word(const std::vector<std::string>& arguments, std::string_view word) {
  return std::find(arguments.begin(), arguments.end(), word) != arguments.end();
}

std::string did_you_mean(const std::string& word, const std::vector<std::string>& known) {
  const std::vector<std::string_view> words(known.begin(), known.end());
  const auto meant = nearest(word, words);
  return meant ? "; did you mean '" + std::string(*meant) + "'?" : "";
}

/// The verb, or the verb below a verb, that was reached, as it is typed.
struct Reached {
  const CLI::App* app = nullptr;
  std::string name = "papert";
};

Reached reached_by(const CLI::App& app) {
  Reached reached{&app};
  while (!reached.app->get_subcommands().empty()) {
    reached.app = reached.app->get_subcommands().front();
    reached.name += " " + reached.app->get_name();
  }
  return reached;
}

/// What is wrong with a word that nothing takes.
std::string unknown_word(const CLI::App& app, const std::string& word) {
  const Reached reached = reached_by(app);
  std::vector<std::string> known;
  if (word.starts_with("-")) {
    for (const CLI::Option* option : reached.app->get_options()) {
      for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
    }
    const std::string flag = word.substr(0, word.find('='));
    return "'" + flag + "' is not an option of " + reached.name + did_you_mean(flag, known);
  }
  for (const CLI::App* verb : reached.app->get_subcommands({})) known.push_back(verb->get_name());
  if (known.empty()) return "'" + word + "' is one word too many for " + reached.name;
  return "'" + word + "' is not a verb of " + reached.name + did_you_mean(word, known);
}

bool has_verb(const CLI::App& app, std::string_view name) {
  return std::ranges::any_of(app.get_subcommands([](const CLI::App*) { return true; }),
                             [&](const CLI::App* verb) { return verb->get_name() == name; });
}

/// "Could not convert: --mint = abc" in plain words.
std::string plain(const std::string& message) {
  constexpr std::string_view kLead = "Could not convert: ";
  const std::size_t equals = message.find(" = ");
  if (!message.starts_with(kLead) || equals == std::string::npos) return message;
  return message.substr(kLead.size(), equals - kLead.size()) + ": '" + message.substr(equals + 3) +
         "' is not a valid value";
}

int wrong_usage(const CLI::App& app, const CLI::ParseError& error, bool json) {
  // A word that is not understood explains more than what is missing because of it.
  const std::vector<std::string> unknown = app.remaining(true);
  const std::string why =
      unknown.empty() ? plain(error.what()) : unknown_word(app, unknown.front());
  report_error({ErrorCode::kUsage, why, ""});
  if (!json) print_error("'" + reached_by(app).name + " --help' explains more.\n");
  return kExitUsage;
}

int try_run(int argc, char** argv) {
  CLI::App app("Papert: run, render, score and mint visual-programming benchmarks.", "papert");
  std::string version = version_line();
  version.pop_back();  // CLI11 ends the line
  app.set_version_flag("--version", version, "say which build this is; with --json, all of it");
  app.require_subcommand(1);
  app.footer(kVerbsExamples);
  app.get_formatter()->column_width(34);
  app.get_formatter()->label("REQUIRED", "(required)");
  std::function<int()> chosen;
  std::deque<Command> commands;
  for (const Entry& entry : kVerbs) {
    CLI::App* verb = app.add_subcommand(entry.name, entry.title);
    Command& command = commands.emplace_back(*verb);
    verb->parse_complete_callback([&chosen, work = entry.add(command)] { chosen = work; });
  }
  app.add_subcommand("help", "explain a verb: papert help eval");
  if (argc < 2) {
    print_error(app.help());
    return kExitUsage;
  }
  if (argc > 2 && std::string_view(argv[1]) == "help" && !has_verb(app, argv[2])) {
    return report_error({ErrorCode::kUsage, unknown_word(app, argv[2]), ""});
  }
  std::vector<std::string> arguments = read_arguments(argc, argv);
  const bool json = has_word(arguments, "--json");
  if (json) choose_messages(Messages::kJson);
  if (json && has_word(arguments, "--version")) {
    print(version_json());
    return kExitDone;
  }
  std::reverse(arguments.begin(), arguments.end());  // as CLI11 takes them
  try {
    app.parse(std::move(arguments));
  } catch (const CLI::Success& asked) {
    return app.exit(asked);
  } catch (const CLI::ParseError& error) {
    return wrong_usage(app, error, json);
  }
  lang::turtle::raise_jail_limit(available_processors());
  return chosen();
}

}  // namespace

int run(int argc, char** argv) {
  try {
    return try_run(argc, argv);
  } catch (const std::exception& error) {
    return report_error({ErrorCode::kInternal, error.what(), ""});
  }
}

}  // namespace papert::cli
