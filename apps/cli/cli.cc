#include "cli.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>

#include "base/json.h"
#include "base/paths.h"
#include "base/setting.h"
#include "base/text.h"
#include "suite/registry.h"

namespace papert::cli {
namespace {

constexpr std::size_t kShownProblems = 50;

int exit_code(ErrorCode code) {
  switch (code) {
    case ErrorCode::kUsage:
    case ErrorCode::kNotFound:
    case ErrorCode::kIo:
      return kExitUsage;
    case ErrorCode::kBadData:
    case ErrorCode::kLimit:
      return kExitBadData;
    case ErrorCode::kCancelled:
      return kExitInterrupted;
    case ErrorCode::kInternal:
      break;
  }
  return kExitInternal;
}

/// What choose_messages chose. The only state of the command line: errors are printed in places
/// that know no options.
Messages& messages() {
  static Messages style = Messages::kSentences;
  return style;
}

void message(const char* kind, const char* lead, const std::string& text) {
  const bool json = messages() == Messages::kJson;
  print_error(json ? dump_json(Json{{kind, text}}) + "\n" : lead + text + "\n");
}

/// A flag and the mode it is short for.
struct NamedFlag {
  suite::ModeFlag flag;
  std::string_view key;
};

/// Every flag once, in the order of suites. The texts are constants of the suites.
std::vector<NamedFlag> mode_flags() {
  std::vector<NamedFlag> flags;
  for (const auto& suite : suite::all_suites()) {
    for (const suite::ModeInfo& mode : suite->modes()) {
      const bool known = std::any_of(flags.begin(), flags.end(), [&](const NamedFlag& each) {
        return each.flag.name == mode.flag.name;
      });
      if (!mode.flag.name.empty() && !known) flags.push_back({mode.flag, mode.key});
    }
  }
  return flags;
}

bool has_mode(const suite::Suite& suite, std::string_view key) {
  const auto modes = suite.modes();
  return std::any_of(modes.begin(), modes.end(),
                     [&](const suite::ModeInfo& mode) { return mode.key == key; });
}

Error no_such_flag(const suite::Suite& suite, const NamedFlag& flag) {
  std::string others;
  for (const auto& each : suite::all_suites()) {
    if (!has_mode(*each, flag.key)) continue;
    others += others.empty() ? "" : ", ";
    others += each->name();
  }
  return {ErrorCode::kUsage,
          fmt::format("suite {} does not have it; these do: {}", suite.name(), others),
          std::string(flag.flag.name)};
}

}  // namespace

void print(const std::string& text) {
  const bool terminal = ::isatty(STDOUT_FILENO) == 1;
  const std::string& shown = terminal ? terminal_text(text) : text;
  std::fwrite(shown.data(), 1, shown.size(), stdout);
  std::fflush(stdout);
}

void print_error(const std::string& text) {
  const std::string shown = terminal_text(text);
  std::fwrite(shown.data(), 1, shown.size(), stderr);
}

void move_to_line_start() { std::fputs("\r\033[K", stderr); }

void choose_messages(Messages style) { messages() = style; }

int report_error(const Error& error) {
  message("error", "papert: ", error.to_string());
  return exit_code(error.code);
}

void report_note(const std::string& note) { message("note", "papert: ", note); }

std::string counted(std::int64_t count, const std::string& noun) {
  const bool y = noun.ends_with('y');
  const std::string plural = y ? noun.substr(0, noun.size() - 1) + "ies" : noun + "s";
  return format_count(count) + " " + (count == 1 ? noun : plural);
}

bool report_problems(std::span<const Error> problems) {
  for (std::size_t i = 0; i < problems.size() && i < kShownProblems; ++i) {
    message("problem", "papert: ", problems[i].to_string());
  }
  if (problems.size() > kShownProblems) {
    message("problem", "papert: ",
            "and " + format_count(static_cast<std::int64_t>(problems.size() - kShownProblems)) +
                " more of these");
  }
  return !problems.empty();
}

void report_notes(std::span<const std::string> notes) {
  for (const std::string& note : notes) message("note", "papert: note: ", note);
}

void DataOptions::add_to(Command& app) {
  folder_flag =
      app.add_option("--data", folder, "folder with tasks (sgp: or a .csv file)")->type_name("DIR");
  mint_flag =
      app.add_option("--mint", seed, "mint fresh tasks from this seed instead")->type_name("SEED");
  app.add_option("--count", count, "with --mint: tasks per tier")
      ->type_name("N")
      ->check(positive())
      ->capture_default_str();
  app.add_option("--tier", tiers, "only this tier (repeat, or separate by commas)")
      ->type_name("T")
      ->delimiter(',');
}

Result<run::DataSource> DataOptions::source() const {
  if (!given()) {
    return fail(ErrorCode::kUsage, "say where the tasks come from: --data DIR or --mint SEED");
  }
  if (folder_flag->count() + mint_flag->count() > 1) {
    return fail(ErrorCode::kUsage, "--data and --mint cannot both be given");
  }
  if (!folder.empty() && !may_exist(folder)) {
    return fail(ErrorCode::kUsage, "there is no such file or folder", folder);
  }
  // Absolute, so that a run can be scored again from anywhere.
  const std::string absolute = folder.empty() ? "" : absolute_path(folder).string();
  return run::DataSource{.folder = absolute, .seed = seed, .count = count, .tiers = tiers};
}

void ModeOptions::add_flag(Command& app, const suite::ModeFlag& flag) {
  const std::string name(flag.name);
  const std::string title(flag.title);
  const auto note = [this, name](const std::string& value) { flags[name] = value; };
  if (flag.value.empty()) {
    app.add_option_function(name, note, title)->type_name(std::string(flag.type));
  } else {
    app.add_flag_callback(name, [note, value = std::string(flag.value)] { note(value); }, title);
  }
}

void ModeOptions::add_for_minting(Command& app) {
  app.add_option("--mode", given, "what kind of tasks (papert list modes)")->type_name("KEY=VALUE");
  for (const NamedFlag& each : mode_flags()) {
    if (each.flag.mints) add_flag(app, each.flag);
  }
}

void ModeOptions::add_to(Command& app, Reader reader) {
  app.add_option("--mode", given, "how tasks are asked and judged (papert list modes)")
      ->type_name("KEY=VALUE");
  for (const NamedFlag& each : mode_flags()) {
    add_flag(app, each.flag);
    if (each.flag.setting.empty()) continue;
    const std::string value = setting(std::string(each.flag.setting), "");
    if (!value.empty()) settings[std::string(each.key)] = value;
  }
  std::vector<std::string> readings;
  readings.reserve(run::kReadings.size());
  for (const reply::Extraction each : run::kReadings)
    readings.emplace_back(run::reading_name(each));
  if (reader == Reader::kJudgeToo) readings.insert(readings.end(), {"judge", "judge-always"});
  app.add_option("--extract", extract, "how the answer is looked for in a reply (default: lenient)")
      ->type_name(fmt::format("{}", fmt::join(readings, "|")))
      ->check(one_of(readings));
}

Result<void> ModeOptions::apply(const suite::Suite& suite, run::RunConfig& config) const {
  suite::Modes named;
  for (const std::string& text : given) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos) {
      return fail(ErrorCode::kUsage, "'" + text + "' is not a mode: give KEY=VALUE", "--mode");
    }
    named[text.substr(0, equals)] = text.substr(equals + 1);
  }
  for (const NamedFlag& each : mode_flags()) {
    const std::string name(each.flag.name);
    const auto found = flags.find(name);
    if (found == flags.end()) continue;
    if (!has_mode(suite, each.key)) return fail(no_such_flag(suite, each));
    const auto [known, added] = named.emplace(each.key, found->second);
    if (!added && known->second != found->second) {
      return fail(ErrorCode::kUsage,
                  fmt::format("--mode {}={} says otherwise", each.key, known->second), name);
    }
  }
  suite::Modes modes = config.modes;
  // A run that is scored again keeps the encoder it had, or none.
  for (const auto& [key, value] : settings) {
    if (has_mode(suite, key)) modes.emplace(key, value);
  }
  for (auto& [key, value] : named) modes[key] = std::move(value);
  config.modes = TRY(suite::resolve_modes(suite, modes));
  if (!extract.empty()) TRY(config.set_extraction(extract));
  return {};
}

void add_log_dir(Command& app, std::string& log_dir) {
  log_dir = setting("PAPERT_LOG_DIR", "runs");
  app.add_option("--log-dir", log_dir, "folder of run folders (also: PAPERT_LOG_DIR)")
      ->type_name("DIR")
      ->capture_default_str();
}

void add_shard(Command& app, Shard& shard) {
  const auto take = [&shard](const std::string& text) {
    const auto given =
        Shard::parse(text, [](const std::string& name) { return setting(name, ""); });
    if (!given) refuse_value("--shard", given.error().message);
    shard = *given;
  };
  app.add_option_function("--shard", take,
                          "only part I of N, from 0, which 'papert merge' joins; auto: by the "
                          "variables of a Slurm array, else PAPERT_SHARD")
      ->type_name("I/N|auto");
}

void add_display(Command& app, std::string& display) {
  app.add_option("--display", display, "how progress is shown (default: by the terminal)")
      ->type_name("rich|plain|none")
      ->check(one_of({"rich", "plain", "none"}));
}

void add_interval(Command& app, std::string& interval) {
  app.add_option("--interval", interval,
                 "intervals of shares: Wilson's, or the bootstrap's as published tables have them")
      ->type_name("wilson|bootstrap")
      ->check(one_of({"wilson", "bootstrap"}))
      ->capture_default_str();
}

analysis::ProportionInterval interval_from_name(const std::string& name) {
  return name == "bootstrap" ? analysis::ProportionInterval::kBootstrap
                             : analysis::ProportionInterval::kWilson;
}

bool is_rich_terminal(int fd) {
  return ::isatty(fd) != 0 && std::getenv("NO_COLOR") == nullptr && std::getenv("CI") == nullptr;
}

}  // namespace papert::cli
