// What the verbs share. Each verb is one file with one function that describes its options and sets
// what to run; main.cc is the table of them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "analysis/summary.h"
#include "base/result.h"
#include "base/shard.h"
#include "command.h"
#include "run/config.h"
#include "suite/suite.h"

namespace papert::cli {

enum ExitCode : int {
  kExitDone = 0,
  kExitNo = 1,            // the answer is no, e.g. a check failed
  kExitUsage = 2,         // usage or configuration
  kExitBadData = 65,      // some input was bad; the rest was processed
  kExitInternal = 70,     // our own fault
  kExitInterrupted = 130  // by SIGINT, with the log intact
};

/// Adds a verb's options to `app`; the function it returns does the work and gives the exit code.
using Verb = std::function<int()> (*)(Command& app);

std::function<int()> add_eval(Command& app);
std::function<int()> add_score(Command& app);
std::function<int()> add_import(Command& app);
std::function<int()> add_merge(Command& app);
std::function<int()> add_mint(Command& app);
std::function<int()> add_render(Command& app);
std::function<int()> add_grade(Command& app);
std::function<int()> add_solve(Command& app);
std::function<int()> add_report(Command& app);
std::function<int()> add_describe(Command& app);
std::function<int()> add_compare(Command& app);
std::function<int()> add_consensus(Command& app);
std::function<int()> add_batch(Command& app);
std::function<int()> add_agreement(Command& app);
std::function<int()> add_calibrate(Command& app);
std::function<int()> add_certify(Command& app);
std::function<int()> add_label(Command& app);
std::function<int()> add_cache(Command& app);
std::function<int()> add_mock(Command& app);
std::function<int()> add_serve(Command& app);
std::function<int()> add_perturb(Command& app);
std::function<int()> add_synth(Command& app);
std::function<int()> add_datagen(Command& app);
std::function<int()> add_export(Command& app);
std::function<int()> add_list(Command& app);
std::function<int()> add_doctor(Command& app);
std::function<int()> add_completion(Command& app);
std::function<int()> add_worker(Command& app);
std::function<int()> add_upgrade(Command& app);

/// How messages on standard error look: sentences, or with --json one JSON object per line, under
/// the key "error", "problem" or "note". Chosen once, before a verb works.
enum class Messages { kSentences, kJson };
void choose_messages(Messages style);

/// Prints "papert: ..." to standard error and gives the exit code that fits.
int report_error(const Error& error);

/// Prints what a user should know, one line.
void report_note(const std::string& note);

/// "1 task", "12,000 tasks", "2 replies".
std::string counted(std::int64_t count, const std::string& noun);

/// Prints what could not be used, one line each. True if there was anything.
bool report_problems(std::span<const Error> problems);

/// Prints what was repaired or guessed while reading, one line each.
void report_notes(std::span<const std::string> notes);

/// --data, --mint, --count and --tier, as several verbs take them.
struct DataOptions {
  std::string folder;
  std::int64_t seed = 0;
  std::int64_t count = 50;
  std::vector<std::string> tiers;
  Option* folder_flag = nullptr;
  Option* mint_flag = nullptr;

  void add_to(Command& app);
  [[nodiscard]] bool given() const { return folder_flag->count() + mint_flag->count() > 0; }
  [[nodiscard]] Result<run::DataSource> source() const;
};

/// Who can be asked to read replies: the rules only, or also a judge model.
enum class Reader { kRules, kJudgeToo };

/// --mode, the flags that are short for one (--metric NAME is --mode metric=NAME, by what suites
/// say of their modes) and --extract, as several verbs take them.
struct ModeOptions {
  std::vector<std::string> given;               // KEY=VALUE
  std::map<std::string, std::string> flags;     // flag -> value
  std::map<std::string, std::string> settings;  // mode -> value, from the environment
  std::string extract;

  void add_to(Command& app, Reader reader);
  /// --mode and the flags of modes that say what is minted.
  void add_for_minting(Command& app);
  [[nodiscard]] bool any() const { return !given.empty() || !flags.empty() || !extract.empty(); }
  /// What was given replaces what `config` says; the other modes keep their value or default.
  [[nodiscard]] Result<void> apply(const suite::Suite& suite, run::RunConfig& config) const;

 private:
  void add_flag(Command& app, const suite::ModeFlag& flag);
};

/// The folder of runs: --log-dir, else PAPERT_LOG_DIR from the environment or a .env file, else
/// "runs".
void add_log_dir(Command& app, std::string& log_dir);

/// --shard, the same for every verb: one of N parts of the work (base/shard.h).
void add_shard(Command& app, Shard& shard);

/// --display, read by display_from (progress.h).
void add_display(Command& app, std::string& display);

/// --interval, read by interval_from_name: how sure a share of right answers is.
void add_interval(Command& app, std::string& interval);
analysis::ProportionInterval interval_from_name(const std::string& name);

/// Whether `fd` is a terminal that wants colour and moving lines.
bool is_rich_terminal(int fd);

/// Data and models name what is printed here, so what would steer a terminal is written out; what
/// goes into a pipe or a file from standard output stays as it is.
void print(const std::string& text);
void print_error(const std::string& text);

/// And empties the line: standard error, on a terminal.
void move_to_line_start();

}  // namespace papert::cli
