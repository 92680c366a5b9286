// The tasks of one selection: how they are asked and judged.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "lang/turtle/jail_pool.h"
#include "suite/suite.h"
#include "suite/turtleai/judge.h"
#include "suite/turtleai/mint.h"

namespace papert::turtleai {

enum class Prompting { kPlain, kSteps };
enum class PictureStyle { kClean, kHand };

/// What --mode chooses.
struct Settings {
  Prompting prompting = Prompting::kPlain;
  PictureStyle picture = PictureStyle::kClean;
  JudgeOptions judge;
};

[[nodiscard]] std::string_view default_template(Prompting prompting);

class DrawingTasks : public suite::TaskSet {
 public:
  /// `tasks` in the order of their ids, with what their programs draw.
  DrawingTasks(std::vector<MintedTask> tasks, std::vector<Error> problems, const Settings& settings,
               std::string data_hash, std::unique_ptr<turtle::JailPool> jails);

  [[nodiscard]] std::size_t size() const override { return tasks_.size(); }
  [[nodiscard]] suite::Task task(std::size_t index) const override;
  [[nodiscard]] Result<suite::Prompt> prompt(std::size_t index,
                                             std::string_view prompt_template) const override;
  [[nodiscard]] suite::Answer extract(std::string_view reply,
                                      suite::Extraction extraction) const override;
  [[nodiscard]] suite::Score score(std::size_t index, const suite::Answer& answer) const override;
  [[nodiscard]] std::string reference(std::size_t index) const override;
  [[nodiscard]] std::vector<suite::Picture> pictures(std::size_t index,
                                                     const suite::Answer& answer) const override;
  [[nodiscard]] std::string data_hash() const override { return data_hash_; }
  [[nodiscard]] std::span<const Error> problems() const override { return problems_; }

 private:
  std::vector<MintedTask> tasks_;
  std::vector<Error> problems_;
  Settings settings_;
  std::string data_hash_;
  std::unique_ptr<turtle::JailPool> jails_;
};

/// Runs the programs of stored tasks. A program that does not run or draws nothing is a problem.
[[nodiscard]] Result<std::vector<MintedTask>> draw_tasks(std::vector<StoredTask> tasks,
                                                         std::size_t jobs, turtle::JailPool& jails,
                                                         std::vector<Error>& problems);

}  // namespace papert::turtleai
