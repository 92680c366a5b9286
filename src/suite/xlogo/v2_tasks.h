// The tasks of the second dialect: how they are asked, judged and broken down.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "data/xlogo/v2_folder.h"
#include "suite/compared.h"
#include "suite/ground_truth.h"
#include "suite/portable.h"
#include "suite/replay.h"
#include "suite/suite.h"
#include "suite/xlogo/tasks.h"

namespace papert::suite::xlogo {

using data::xlogo::SecondTask;

class SecondTasks : public suite::TaskSet,
                    public suite::GroundTruths,
                    public suite::PortableTasks,
                    public suite::ReplayedTasks,
                    public suite::ComparedTasks {
 public:
  SecondTasks(data::OpenedShelf<SecondTask> opened, const Settings& settings);

  [[nodiscard]] std::size_t size() const override { return tasks_.size(); }
  [[nodiscard]] std::string id(std::size_t index) const override { return tasks_.id(index); }
  [[nodiscard]] suite::Task task(std::size_t index) const override;
  [[nodiscard]] Result<suite::Prompt> prompt(std::size_t index,
                                             std::string_view prompt_template) const override;
  [[nodiscard]] reply::Answer read(std::string_view reply,
                                   reply::Extraction extraction) const override;
  [[nodiscard]] suite::Judged judge(std::size_t index, const reply::Answer& answer) const override;
  [[nodiscard]] std::string reference(std::size_t index) const override;
  [[nodiscard]] std::string ground_truth(std::size_t index) const override {
    return task_line(*tasks_.get_or_blank(index));
  }
  [[nodiscard]] std::vector<suite::Construct> constructs(std::size_t index) const override;
  [[nodiscard]] Result<suite::DataFiles> files(std::size_t index) const override;
  [[nodiscard]] Result<std::string> content_key(std::size_t index) const override;
  [[nodiscard]] std::vector<suite::Picture> pictures(std::size_t index,
                                                     const suite::Judged& judged) const override;
  /// A world is judged by its goals, not by how its picture looks.
  [[nodiscard]] std::optional<suite::Compared> compared(std::size_t,
                                                        const suite::Judged&) const override {
    return std::nullopt;
  }
  [[nodiscard]] Result<scene::Replay> replay(std::size_t index,
                                             const reply::Answer& answer) const override;
  [[nodiscard]] std::string data_hash() const override { return data_hash_; }
  [[nodiscard]] std::span<const Error> problems() const override { return problems_; }

  /// For who plays the task rather than its prompt.
  [[nodiscard]] Result<lang::xlogo::v2::Task> grid_task(std::size_t index) const {
    const auto stored = TRY(tasks_.get(index));
    return stored->task;
  }

 private:
  data::TaskShelf<SecondTask> tasks_;
  std::vector<Error> problems_;
  Settings settings_;
  std::string data_hash_;
};

/// Whether a task is asked, as look_at() in the published dialect.
[[nodiscard]] data::Looked look_at(const SecondTask& stored, const Settings& settings);

}  // namespace papert::suite::xlogo
