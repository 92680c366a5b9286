// The interface of a benchmark. A suite says how its tasks load, how they are asked, how an answer
// is found in a reply, and what it is worth. What not every benchmark can do (mint tasks, change
// them, paint programs) is a capability: an object that the suite gives or does not give.
// Everything above (runs, reports, the command line) speaks only to these classes;
// docs/adding-a-suite.md builds one from scratch.
//
//     auto suite = TRY(find_suite("shapecode"));
//     auto tasks = TRY(suite->mint({.seed = 7, .count = 10}));
//     Judged judged = tasks->judge(0, read_answer(*tasks, reply, Extraction::kLenient));
#pragma once

#include <any>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "data/options.h"
#include "suite/losses.h"
#include "suite/modes.h"
#include "suite/paint.h"
#include "suite/task.h"

namespace papert::suite {

/// A score, and what the answer drew in the suite's own form, so that its pictures need no second
/// run. Empty where there is no answer.
struct Judged {
  Score score;
  std::any drawing;
};

/// An answer to the task of that index.
struct Submission {
  std::size_t index = 0;
  reply::Answer answer;
};

/// Tasks ready to be asked and judged, in the order of their ids. All members are thread-safe.
class TaskSet {
 public:
  virtual ~TaskSet() = default;

  [[nodiscard]] virtual std::size_t size() const = 0;
  [[nodiscard]] virtual std::string id(std::size_t index) const = 0;  // cheap
  [[nodiscard]] virtual Task task(std::size_t index) const = 0;       // may have to look at it

  /// Fills the prompt template; an unknown placeholder is an error.
  [[nodiscard]] virtual Result<Prompt> prompt(std::size_t index,
                                              std::string_view prompt_template) const = 0;

  /// Finds the answer in a reply whose thoughts were taken apart (read_answer).
  [[nodiscard]] virtual reply::Answer read(std::string_view reply,
                                           reply::Extraction extraction) const = 0;
  [[nodiscard]] virtual Judged judge(std::size_t index, const reply::Answer& answer) const = 0;

  /// What judge() gives for each. A suite that can share work among answers does so here, and says
  /// by batch_size() how many are worth waiting for.
  [[nodiscard]] virtual std::vector<Judged> judge_all(
      std::span<const Submission> submissions) const;
  [[nodiscard]] virtual std::size_t batch_size() const { return 1; }

  /// The scores that judge_all() gives, for those who want no drawings.
  [[nodiscard]] virtual std::vector<Score> score_all(std::span<const Submission> submissions) const;

  /// A reply that is right by construction.
  [[nodiscard]] virtual std::string reference(std::size_t index) const = 0;

  /// What the program of the task (shown to the model, or its solution) is made of; nothing where
  /// the suite has no programs, or this one cannot be read.
  [[nodiscard]] virtual std::vector<Construct> constructs(std::size_t) const { return {}; }

  /// What a person wants to see of a sample: the target first, then what the answer drew.
  [[nodiscard]] virtual std::vector<Picture> pictures(std::size_t index,
                                                      const Judged& judged) const = 0;

  /// How an answer that was looked at and is not right differs from what was asked for, in words to
  /// whoever gave it and may try again. They must not say what would be right. Empty: only the
  /// verdict is told. As it is, the message of the score's detail.
  [[nodiscard]] virtual std::string difference(std::size_t index, const Judged& judged) const;

  /// The prompt for a judge model that reads out the answer of a reply no rule could read; its
  /// reply is read like any other. kUsage where the suite has no use for one.
  [[nodiscard]] virtual Result<Prompt> judge_prompt(std::size_t index,
                                                    std::string_view reply) const;

  /// What makes a task the task it is, whatever its id, the modes and the prompt: equal for tasks
  /// that ask for the same, also turned or mirrored where that makes no new task. By it a task is
  /// found again among others. Empty where the suite does not tell; may have to run a program.
  [[nodiscard]] virtual Result<std::string> content_key(std::size_t index) const;

  /// Identifies the data these tasks come from, whatever part of it was selected.
  [[nodiscard]] virtual std::string data_hash() const = 0;

  /// Items that could not be used, each with its file and the reason.
  [[nodiscard]] virtual std::span<const Error> problems() const { return {}; }

  /// What was repaired or guessed while reading them, a sentence each.
  [[nodiscard]] virtual std::span<const std::string> notes() const { return {}; }

  /// The score alone.
  [[nodiscard]] Score score(std::size_t index, const reply::Answer& answer) const {
    return judge(index, answer).score;
  }
};

/// The answer in a raw reply. Whoever has one (a run, a batch file, a recorded run, a stream of
/// replies to score) comes through here: what the model thought is taken apart first
/// (reply/reasoning.h), so the same text always gets the same verdict.
[[nodiscard]] reply::Answer read_answer(const TaskSet& tasks, std::string_view reply,
                                        reply::Extraction extraction);

/// Data about a benchmark.
struct SuiteInfo {
  std::string_view name;
  std::string_view title;
  std::string_view data_layout;             // one line: what --data expects
  std::span<const std::string_view> tiers;  // empty: it has none
  std::span<const MetricInfo> metrics;      // the first is primary
  /// The order of tag values in tables, where it is not that of the tiers; others follow
  /// alphabetically.
  std::span<const std::string_view> value_order;
  std::span<const ModeInfo> modes;
  /// Whether models are asked for their likeliest answer (temperature 0) unless something else is
  /// said.
  bool greedy = false;
};

// What suites and folders are asked in the same words.
using data::CheckReport;
using data::MintOptions;
using data::PerturbOptions;
using data::WriteOptions;

struct LoadOptions {
  Modes modes;
  std::vector<std::string> tiers;  // empty: all
  std::size_t jobs = 1;            // threads, at most
};

/// A task whose picture is known, for a look at the machine.
struct KnownTask {
  std::string_view tier;
  std::int64_t seed = 0;
  std::string_view sha256;  // of the pixels of its first picture
};

/// Makes tasks from seeds.
class Generator {
 public:
  virtual ~Generator() = default;

  /// Raised with every change of what a seed gives: an old run never goes on with other tasks.
  [[nodiscard]] virtual int version() const = 0;

  [[nodiscard]] virtual Result<std::unique_ptr<TaskSet>> mint_tasks(const MintOptions&) const = 0;

  /// Mints into a folder in the layout that load() reads, extending what is there.
  /// Returns how many tasks were written.
  [[nodiscard]] virtual Result<std::size_t> mint_folder(const std::filesystem::path& folder,
                                                        const MintOptions&,
                                                        const WriteOptions&) const = 0;

  /// Verifies a folder against its manifest and checksums.
  [[nodiscard]] virtual Result<CheckReport> check_folder(const std::filesystem::path& folder,
                                                         std::size_t jobs) const = 0;

  [[nodiscard]] virtual std::optional<KnownTask> known_task() const { return std::nullopt; }
};

/// Makes changed versions of tasks.
class Perturber {
 public:
  virtual ~Perturber() = default;

  /// Writes changed versions of the tasks in `data`, in the layout that load() reads. Returns how
  /// many tasks were written.
  [[nodiscard]] virtual Result<std::size_t> perturb(const std::filesystem::path& data,
                                                    const std::filesystem::path& out,
                                                    const PerturbOptions& options) const = 0;
};

class Suite {
 public:
  virtual ~Suite() = default;

  [[nodiscard]] virtual const SuiteInfo& info() const = 0;
  [[nodiscard]] virtual std::string_view default_prompt(const Modes& modes) const = 0;
  [[nodiscard]] virtual Result<std::unique_ptr<TaskSet>> load(const std::filesystem::path& data,
                                                              const LoadOptions&) const = 0;

  // What not every suite can do; null where it cannot.
  [[nodiscard]] virtual const Generator* generator() const { return nullptr; }
  [[nodiscard]] virtual const Perturber* perturber() const { return nullptr; }
  [[nodiscard]] virtual const Painter* painter() const { return nullptr; }
  [[nodiscard]] virtual const Recogniser* recogniser() const { return nullptr; }
  [[nodiscard]] virtual const LossClassifier* loss_classifier() const { return nullptr; }

  [[nodiscard]] std::string_view name() const { return info().name; }
  [[nodiscard]] std::span<const std::string_view> tiers() const { return info().tiers; }
  [[nodiscard]] std::span<const MetricInfo> metrics() const { return info().metrics; }
  [[nodiscard]] std::span<const ModeInfo> modes() const { return info().modes; }
  [[nodiscard]] std::span<const std::string_view> value_order() const {
    return info().value_order.empty() ? info().tiers : info().value_order;
  }

  // The capabilities, with kUsage where they are missing: "xyz cannot be minted".
  [[nodiscard]] Result<std::unique_ptr<TaskSet>> mint(const MintOptions& options) const;
  [[nodiscard]] Result<std::size_t> mint_to(const std::filesystem::path& folder,
                                            const MintOptions& options,
                                            const WriteOptions& write) const;
  [[nodiscard]] Result<CheckReport> check(const std::filesystem::path& folder,
                                          std::size_t jobs) const;
  [[nodiscard]] Result<std::size_t> perturb_to(const std::filesystem::path& data,
                                               const std::filesystem::path& out,
                                               const PerturbOptions& options) const;
};

/// Defaults for what is not given. The error lists the modes, or the values, there are.
[[nodiscard]] Result<Modes> resolve_modes(const Suite& suite, const Modes& given);

}  // namespace papert::suite
