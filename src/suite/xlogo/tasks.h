// The tasks of one selection: how they are asked, judged and broken down.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "data/xlogo/folder.h"
#include "lang/xlogo/emulator.h"
#include "lang/xlogo/transform.h"
#include "mint/xlogo/second.h"
#include "suite/compared.h"
#include "suite/ground_truth.h"
#include "suite/hint.h"
#include "suite/portable.h"
#include "suite/replay.h"
#include "suite/suite.h"
#include "suite/task_keys.h"
#include "suite/xlogo/prompt.h"
#include "suite/xlogo/selection.h"

namespace papert::suite::xlogo {

using data::xlogo::StoredTask;

/// What --mode chooses.
struct Settings {
  Form form = Form::kText;
  Shots shots = Shots::kNone;
  Prompting prompting = Prompting::kPlain;
  Dialect dialect = Dialect::kV1;
  lang::xlogo::RunRules rules;
  mint::xlogo::Selection selection;  // of the published dialect
  mint::xlogo::SecondWish wish;      // of the second
};

class GridTasks : public suite::TaskSet,
                  public suite::GroundTruths,
                  public suite::PortableTasks,
                  public suite::ReplayedTasks,
                  public suite::HintedTasks,
                  public suite::ComparedTasks,
                  public suite::KeyedTasks {
 public:
  /// Tasks that look_at() wants.
  GridTasks(data::OpenedShelf<StoredTask> opened, const Settings& settings);

  [[nodiscard]] std::size_t size() const override { return tasks_.size(); }
  [[nodiscard]] std::string id(std::size_t index) const override { return tasks_.id(index); }
  [[nodiscard]] suite::Task task(std::size_t index) const override;
  [[nodiscard]] Result<suite::Prompt> prompt(std::size_t index,
                                             std::string_view prompt_template) const override;
  [[nodiscard]] reply::Answer read(std::string_view reply,
                                   reply::Extraction extraction) const override;
  [[nodiscard]] suite::Judged judge(std::size_t index, const reply::Answer& answer) const override;
  [[nodiscard]] std::string reference(std::size_t index) const override;
  /// A line of tasks.jsonl.
  [[nodiscard]] std::string ground_truth(std::size_t index) const override {
    return task_line(*tasks_.get_or_blank(index));
  }
  [[nodiscard]] std::vector<suite::Construct> constructs(std::size_t index) const override;
  [[nodiscard]] Result<suite::DataFiles> files(std::size_t index) const override {
    const auto stored = TRY(tasks_.get(index));
    return suite::DataFiles{{data::tasks_path("").string(), whole_line(*stored) + "\n"}};
  }
  [[nodiscard]] Result<std::string> content_key(std::size_t index) const override {
    const auto stored = TRY(tasks_.get(index));
    return lang::xlogo::canonical_key(stored->task);
  }
  [[nodiscard]] std::span<const suite::KeyInfo> key_infos() const override;
  [[nodiscard]] Result<std::vector<suite::TaskKey>> more_keys(std::size_t index) const override;
  [[nodiscard]] std::vector<suite::TaskKey> keys_in(std::string_view text) const override;
  [[nodiscard]] std::vector<suite::TaskKey> keys_in_record(const Json& record) const override;
  [[nodiscard]] std::vector<suite::Picture> pictures(std::size_t index,
                                                     const suite::Judged& judged) const override;
  /// A world is judged by its goals, not by how its picture looks.
  [[nodiscard]] std::optional<suite::Compared> compared(std::size_t,
                                                        const suite::Judged&) const override {
    return std::nullopt;
  }
  [[nodiscard]] Result<scene::Replay> replay(std::size_t index,
                                             const reply::Answer& answer) const override;
  [[nodiscard]] Result<std::vector<suite::Hint>> hints(std::size_t index,
                                                       const reply::Answer& answer) const override;
  [[nodiscard]] std::string data_hash() const override { return data_hash_; }
  [[nodiscard]] std::span<const Error> problems() const override { return problems_; }

  /// For who plays the task rather than its prompt, and the rules under which answers are judged.
  [[nodiscard]] Result<lang::xlogo::Task> grid_task(std::size_t index) const {
    const auto stored = TRY(tasks_.get(index));
    return stored->task;
  }
  [[nodiscard]] const lang::xlogo::RunRules& rules() const { return settings_.rules; }

 private:
  /// A run packs its task when it is made, so a few thousand are kept for the next answer.
  struct RunSlot {
    std::mutex mutex;
    std::size_t index = 0;  // of the task
    std::unique_ptr<lang::xlogo::GridRun> run;
  };
  static constexpr std::size_t kKeptRuns = 4096;  // some KiB each

  [[nodiscard]] suite::Score score_of(std::size_t index, const lang::xlogo::Program& program,
                                      const reply::Answer& answer) const;
  /// Nobody else has it until it is put back.
  [[nodiscard]] Result<std::unique_ptr<lang::xlogo::GridRun>> take_run(std::size_t index) const;
  void put_back(std::size_t index, std::unique_ptr<lang::xlogo::GridRun> run) const;
  [[nodiscard]] lang::xlogo::Parsed<lang::xlogo::Program> parsed(const std::string& code) const;

  data::TaskShelf<StoredTask> tasks_;
  std::vector<Error> problems_;
  Settings settings_;
  std::string data_hash_;
  mutable std::vector<RunSlot> runs_;
};

/// Whether a task is asked: one that the selection leaves out is not wanted, and one whose own
/// solution does not solve it is a problem.
[[nodiscard]] data::Looked look_at(const StoredTask& stored, const Settings& settings);

/// The values of a task's facets, for breakdowns; the skills overlap.
[[nodiscard]] std::vector<suite::Tag> facets(const StoredTask& stored);

}  // namespace papert::suite::xlogo
