// The interface of a benchmark. A suite knows how its tasks load and are minted, how they are
// asked, how an answer is found in a reply, and what it is worth. Everything above (runs, reports,
// the command line) speaks only to these two classes; registry.cc is the one file that knows all
// suites.
//
//     auto suite = TRY(find_suite("shapecode"));
//     auto tasks = TRY(suite->mint({.seed = 7, .count = 10}));
//     Score score = tasks->score(0, tasks->extract(reply));
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/cancel.h"
#include "base/result.h"
#include "suite/task.h"

namespace papert::suite {

/// Numbers from `low` on and below `high`.
struct NumberRange {
  double low = 0;
  double high = 0;
};

/// What a suite lets the user choose: how tasks are asked and judged.
struct ModeInfo {
  std::string_view key;
  std::span<const std::string_view> values;  // the first is the default
  std::string_view title;
  std::optional<NumberRange> numbers = std::nullopt;  // also any of these
  bool files = false;                                 // also the path of a file
};

/// A value for every mode of the suite. A number is written in the shortest way, a file as
/// "sha256:<hash> <absolute path>".
using Modes = std::map<std::string, std::string, std::less<>>;

/// An answer to the task of that index.
struct Submission {
  std::size_t index = 0;
  reply::Answer answer;
};

/// Tasks ready to be asked and scored, in the order of their ids. All members are thread-safe.
class TaskSet {
 public:
  virtual ~TaskSet() = default;

  [[nodiscard]] virtual std::size_t size() const = 0;
  [[nodiscard]] virtual Task task(std::size_t index) const = 0;

  /// Fills the prompt template; an unknown placeholder is an error.
  [[nodiscard]] virtual Result<Prompt> prompt(std::size_t index,
                                              std::string_view prompt_template) const = 0;
  [[nodiscard]] virtual reply::Answer extract(std::string_view reply,
                                              reply::Extraction extraction) const = 0;
  [[nodiscard]] virtual Score score(std::size_t index, const reply::Answer& answer) const = 0;

  /// What score() gives for each. A suite that can share work among answers does so here, and says
  /// by batch_size() how many are worth waiting for.
  [[nodiscard]] virtual std::vector<Score> score_all(std::span<const Submission> submissions) const;
  [[nodiscard]] virtual std::size_t batch_size() const { return 1; }

  /// A reply that is right by construction.
  [[nodiscard]] virtual std::string reference(std::size_t index) const = 0;

  /// What a person wants to see of a sample: the target first.
  [[nodiscard]] virtual std::vector<Picture> pictures(std::size_t index,
                                                      const reply::Answer& answer) const = 0;

  /// What a judge is asked who is to read out the answer of a reply that no rule can read; its
  /// reply is read like any other. kUsage where the suite has no use for one.
  [[nodiscard]] virtual Result<Prompt> judge_prompt(std::size_t index,
                                                    std::string_view reply) const;

  /// Identifies the data these tasks come from, whatever part of it was selected.
  [[nodiscard]] virtual std::string data_hash() const = 0;

  /// Items that could not be used, each with its file and the reason.
  [[nodiscard]] virtual std::span<const Error> problems() const = 0;

  /// What was repaired or guessed while reading them, a sentence each.
  [[nodiscard]] virtual std::span<const std::string> notes() const { return {}; }
};

/// The answer in a raw reply. Whoever has one (a run, a batch file, a recorded run, a stream of
/// replies to score) comes through here: what the model thought is taken apart first
/// (reply/reasoning.h), so the same text always gets the same verdict.
[[nodiscard]] reply::Answer read_answer(const TaskSet& tasks, std::string_view reply,
                                        reply::Extraction extraction);

struct LoadOptions {
  Modes modes;
  std::vector<std::string> tiers;  // empty: all
  std::size_t jobs = 1;
};

struct MintOptions {
  Modes modes;
  std::int64_t seed = 0;
  std::int64_t count = 1;          // per tier: seeds seed .. seed+count-1
  std::vector<std::string> tiers;  // empty: all
  std::string split = "fresh";
  std::size_t jobs = 1;  // never changes what is minted
};

struct WriteOptions {
  std::size_t jobs = 1;
  CancelToken cancel;
  std::function<void(std::size_t done, std::size_t total)> progress;
};

struct PerturbOptions {
  std::vector<std::string> kinds;  // the suite's names
  std::vector<std::string> ids;    // only these tasks; empty: all
  std::size_t count = 1;           // versions per task, for kinds that are drawn by chance
  std::int64_t seed = 0;
  std::size_t jobs = 1;
  CancelToken cancel;
  std::function<void(std::size_t done, std::size_t total)> progress;
  std::function<void(const Error&)> problem;  // what could not be read or changed, and why
};

struct CheckReport {
  std::size_t checked = 0;
  std::vector<Error> problems;
};

class Suite {
 public:
  virtual ~Suite() = default;

  [[nodiscard]] virtual std::string_view name() const = 0;
  [[nodiscard]] virtual std::string_view title() const = 0;
  [[nodiscard]] virtual std::string_view data_layout() const = 0;  // one line: what --data expects
  [[nodiscard]] virtual std::span<const std::string_view> tiers() const = 0;
  [[nodiscard]] virtual std::span<const MetricInfo> metrics() const = 0;  // the first is primary
  /// The order of tag values in tables; others follow alphabetically.
  [[nodiscard]] virtual std::span<const std::string_view> value_order() const { return tiers(); }
  [[nodiscard]] virtual std::span<const ModeInfo> modes() const { return {}; }
  /// Whether models are asked for their likeliest answer (temperature 0) unless something else is
  /// said.
  [[nodiscard]] virtual bool is_greedy() const { return false; }
  [[nodiscard]] virtual std::string_view default_prompt(const Modes& modes) const = 0;

  [[nodiscard]] virtual Result<std::unique_ptr<TaskSet>> load(const std::filesystem::path& data,
                                                              const LoadOptions&) const = 0;
  [[nodiscard]] virtual Result<std::unique_ptr<TaskSet>> mint(const MintOptions&) const = 0;

  /// Mints into a folder in the layout that load() reads, extending what is there.
  /// Returns how many tasks were written.
  [[nodiscard]] virtual Result<std::size_t> mint_to(const std::filesystem::path& folder,
                                                    const MintOptions&,
                                                    const WriteOptions&) const = 0;

  /// Writes changed versions of the tasks in `data`, in the layout that load() reads. Returns how
  /// many tasks were written.
  [[nodiscard]] virtual Result<std::size_t> perturb_to(const std::filesystem::path& data,
                                                       const std::filesystem::path& out,
                                                       const PerturbOptions& options) const;

  /// Verifies a folder against its manifest and checksums.
  [[nodiscard]] virtual Result<CheckReport> check(const std::filesystem::path& folder,
                                                  std::size_t jobs) const = 0;
};

/// Identifies the tasks of a seed. `generator` is the version of the suite's generator, raised with
/// every change of what a seed gives: an old run never goes on with other tasks. Not the count or
/// the tiers: asking for more of the same seed continues the same run.
[[nodiscard]] std::string mint_hash(std::string_view suite, int generator,
                                    const MintOptions& options);

/// kUsage unless there is a seed for every task: count at least 1, seed + count a 64-bit integer,
/// and a split name of letters, digits, '-', '_' and '.' that can begin ids and file names.
[[nodiscard]] Result<void> check_mint(const MintOptions& options);

/// kUsage if any are given, for a suite that has none.
[[nodiscard]] Result<void> refuse_tiers(std::string_view suite,
                                        const std::vector<std::string>& tiers);

/// The value of a mode, or its place among the mode's values; the default where `modes` has none.
[[nodiscard]] std::string_view chosen_value(const Modes& modes, const ModeInfo& mode);
[[nodiscard]] std::size_t chosen_index(const Modes& modes, const ModeInfo& mode);

/// The value as a number, where it is one.
[[nodiscard]] std::optional<double> chosen_number(const Modes& modes, const ModeInfo& mode);

/// A file that a mode names.
struct NamedFile {
  std::string hash;  // SHA-256 of its bytes when the mode was resolved
  std::filesystem::path path;
};
[[nodiscard]] std::optional<NamedFile> chosen_file(const Modes& modes, const ModeInfo& mode);

/// What a mode can be, in words: "paper, or a number from 0 to below 1".
[[nodiscard]] std::string values_text(const ModeInfo& mode);

/// Defaults for what is not given. The error lists the modes, or the values, there are.
[[nodiscard]] Result<Modes> resolve_modes(const Suite& suite, const Modes& given);

/// The modes as they identify a run: files by their bytes, wherever they are.
[[nodiscard]] Modes identity_of(const Modes& modes);

}  // namespace papert::suite
