// Where examples come from. A source knows how many it has, of which task each is, and makes each
// on demand, so that a million of them need not be in memory.
//
//     auto tasks = TRY(run::open_recorded(...)) or a data folder, opened the same way
//     auto source = task_source({std::move(tasks)}, {});
//     ExportRecord record = TRY(source->record(0));
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/result.h"
#include "datagen/export/record.h"
#include "run/recorded.h"

namespace papert::datagen {

/// A line of README.md: what the examples were made from.
using SourceFact = std::pair<std::string, std::string>;

class ExportSource {
 public:
  virtual ~ExportSource() = default;

  [[nodiscard]] virtual std::string suite() const = 0;
  [[nodiscard]] virtual const suite::TaskSet& tasks() const = 0;

  /// How many examples there are, in the order of their tasks.
  [[nodiscard]] virtual std::size_t size() const = 0;
  [[nodiscard]] virtual std::size_t task_of(std::size_t index) const = 0;

  /// The example without its split. For any thread.
  [[nodiscard]] virtual Result<ExportRecord> record(std::size_t index) const = 0;

  /// A split that the source itself has for a task; empty where it has none.
  [[nodiscard]] virtual std::string split_of(std::size_t) const { return {}; }

  [[nodiscard]] virtual std::vector<SourceFact> facts() const = 0;

  /// The words after "papert score" that open the same tasks.
  [[nodiscard]] virtual std::vector<std::string> score_words() const { return {}; }

  /// What could not be used, beside what the tasks themselves report.
  [[nodiscard]] virtual const std::vector<Error>& problems() const { return problems_; }

 protected:
  std::vector<Error> problems_;
};

/// Prompt, pictures, ground truth and tags of a task; its id, and the reference as the target.
[[nodiscard]] Result<ExportRecord> task_record(const run::RecordedRun& opened, std::size_t index);

/// The same facts for every source: suite, data, modes, prompt.
[[nodiscard]] std::vector<SourceFact> task_facts(const run::RecordedRun& opened);

[[nodiscard]] std::vector<std::string> score_words(const run::RunConfig& config);

/// A program in a code block, for chat models; a text that has one stays as it is.
[[nodiscard]] std::string fenced(const std::string& text);

/// Tasks asked in one way.
struct AskedTasks {
  run::RecordedRun opened;  // its prompt_text is the template
  std::string suffix;       // of ids, where tasks are asked in several ways
};

struct TaskSourceOptions {
  bool fence = false;            // the reference in a code block
  std::filesystem::path labels;  // labels.jsonl: replies to imitate in place of the references
  std::filesystem::path splits;  // a folder with validation.txt, evaluation.txt: ids a line
};

/// Every task with its reference. All ways of asking have the same tasks.
[[nodiscard]] Result<std::unique_ptr<ExportSource>> task_source(std::vector<AskedTasks> ways,
                                                                const TaskSourceOptions& options);

/// What is made of the replies of a run.
enum class RunForm {
  kReplies,     // the replies themselves: with the right ones, rejection sampling
  kReferences,  // the reference, once for each task with such a reply
  kPairs,       // a right reply and one that is not
  kRepair       // the reply, what was wrong with it, and the reference
};

struct RunSourceOptions {
  RunForm form = RunForm::kReplies;
  std::set<suite::Verdict> verdicts;  // of the replies; for pairs, of the bad ones
  bool reference_is_good = false;     // pairs: the reference is the good one
  bool fence = false;
};

/// Of runs about the same tasks; `opened` is the first one.
[[nodiscard]] Result<std::unique_ptr<ExportSource>> run_source(
    run::RecordedRun opened, const std::vector<std::filesystem::path>& runs,
    const RunSourceOptions& options);

}  // namespace papert::datagen
