#include "cli.h"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "base/file.h"
#include "base/text.h"

namespace papert::cli {
namespace {

constexpr std::size_t kMaxEnvFileBytes = 1U << 20;
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

/// The value of NAME=value in a .env file; quotes around it are dropped.
std::string env_file_value(const std::string& text, const std::string& name) {
  for (std::string_view line : split(text, '\n')) {
    line = trim(line);
    if (line.starts_with("export ")) line = trim(line.substr(7));
    const std::size_t equals = line.find('=');
    if (equals == std::string_view::npos || trim(line.substr(0, equals)) != name) continue;
    std::string_view value = trim(line.substr(equals + 1));
    if (value.size() >= 2 && value.front() == value.back() &&
        (value.front() == '"' || value.front() == '\'')) {
      value = value.substr(1, value.size() - 2);
    }
    return std::string(value);
  }
  return "";
}

}  // namespace

void print(const std::string& text) {
  std::fwrite(text.data(), 1, text.size(), stdout);
  std::fflush(stdout);
}

void print_error(const std::string& text) { std::fwrite(text.data(), 1, text.size(), stderr); }

int report_error(const Error& error) {
  print_error("papert: " + error.to_string() + "\n");
  return exit_code(error.code);
}

bool report_problems(std::span<const Error> problems) {
  for (std::size_t i = 0; i < problems.size() && i < kShownProblems; ++i) {
    print_error("papert: " + problems[i].to_string() + "\n");
  }
  if (problems.size() > kShownProblems) {
    print_error("papert: and " +
                format_count(static_cast<std::int64_t>(problems.size() - kShownProblems)) +
                " more of these\n");
  }
  return !problems.empty();
}

void DataOptions::add_to(CLI::App& app) {
  folder_flag = app.add_option("--data", folder, "folder with tasks")->type_name("DIR");
  mint_flag =
      app.add_option("--mint", seed, "mint fresh tasks from this seed instead")->type_name("SEED");
  app.add_option("--count", count, "with --mint: tasks per tier")
      ->type_name("N")
      ->check(quiet(CLI::PositiveNumber))
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
  if (!folder.empty() && !std::filesystem::is_directory(folder)) {
    return fail(ErrorCode::kUsage, "there is no such folder", folder);
  }
  // Absolute, so that a run can be scored again from anywhere.
  const std::string absolute = folder.empty() ? "" : std::filesystem::absolute(folder).string();
  return run::DataSource{.folder = absolute, .seed = seed, .count = count, .tiers = tiers};
}

void ModeOptions::add_to(CLI::App& app) {
  app.add_option("--mode", given, "how tasks are asked and judged (papert list modes)")
      ->type_name("KEY=VALUE");
  app.add_flag("--strict-reference", strict_reference,
               "xlogo: judge as the released emulator does, slips included");
  app.add_option("--extract", extract, "how the answer is looked for in a reply (default: lenient)")
      ->type_name("lenient|strict")
      ->check(quiet(CLI::IsMember({"lenient", "strict"})));
}

Result<void> ModeOptions::apply(const suite::Suite& suite, run::RunConfig& config) const {
  suite::Modes modes = config.modes;
  for (const std::string& text : given) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos) {
      return fail(ErrorCode::kUsage, "'" + text + "' is no mode: give KEY=VALUE", "--mode");
    }
    modes[text.substr(0, equals)] = text.substr(equals + 1);
  }
  if (strict_reference) modes["strict_reference"] = "true";
  config.modes = TRY(suite::resolve_modes(suite, modes));
  if (!extract.empty()) {
    config.extraction =
        extract == "strict" ? suite::Extraction::kStrict : suite::Extraction::kLenient;
  }
  return {};
}

std::string setting(const std::string& name, const std::string& fallback) {
  if (const char* value = std::getenv(name.c_str()); value != nullptr && *value != '\0') {
    return value;
  }
  std::error_code ignored;
  std::filesystem::path folder = std::filesystem::current_path(ignored);
  while (!folder.empty()) {
    const auto text = read_file(folder / ".env", kMaxEnvFileBytes);
    if (text) {
      std::string value = env_file_value(*text, name);
      return value.empty() ? fallback : value;
    }
    if (folder == folder.root_path()) break;
    folder = folder.parent_path();
  }
  return fallback;
}

void add_log_dir(CLI::App& app, std::string& log_dir) {
  log_dir = setting("PAPERT_LOG_DIR", "runs");
  app.add_option("--log-dir", log_dir, "folder of run folders (also: PAPERT_LOG_DIR)")
      ->type_name("DIR")
      ->capture_default_str();
}

CLI::Validator quiet(CLI::Validator validator) {
  validator.description("");
  return validator;
}

void add_display(CLI::App& app, std::string& display) {
  app.add_option("--display", display, "how progress is shown (default: by the terminal)")
      ->type_name("rich|plain|none")
      ->check(quiet(CLI::IsMember({"rich", "plain", "none"})));
}

bool is_rich_terminal(int fd) {
  return ::isatty(fd) != 0 && std::getenv("NO_COLOR") == nullptr && std::getenv("CI") == nullptr;
}

}  // namespace papert::cli
