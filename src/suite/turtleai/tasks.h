// The tasks of one selection: how they are asked and judged.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "lang/turtle/host/jail_pool.h"
#include "score/embedding.h"
#include "suite/suite.h"
#include "suite/turtleai/judge.h"
#include "suite/turtleai/mint.h"
#include "suite/turtleai/picture.h"

namespace papert::suite::turtleai {

enum class Prompting { kPlain, kSteps };

/// What --mode chooses.
struct Settings {
  Prompting prompting = Prompting::kPlain;
  PictureStyle picture = PictureStyle::kClean;
  JudgeOptions judge;
  std::optional<suite::NamedFile> encoder;
};

[[nodiscard]] std::string_view default_template(Prompting prompting);

class DrawingTasks : public suite::TaskSet {
 public:
  /// `tasks` in the order of their ids, with what their programs draw. `encoder` may be null.
  DrawingTasks(std::vector<MintedTask> tasks, std::vector<Error> problems, const Settings& settings,
               std::string data_hash, std::unique_ptr<lang::turtle::JailPool> jails,
               std::unique_ptr<const score::Encoder> encoder);

  [[nodiscard]] std::size_t size() const override { return entries_.size(); }
  [[nodiscard]] suite::Task task(std::size_t index) const override;
  [[nodiscard]] Result<suite::Prompt> prompt(std::size_t index,
                                             std::string_view prompt_template) const override;
  [[nodiscard]] reply::Answer extract(std::string_view reply,
                                      reply::Extraction extraction) const override;
  [[nodiscard]] suite::Score score(std::size_t index, const reply::Answer& answer) const override;
  [[nodiscard]] std::vector<suite::Score> score_all(
      std::span<const suite::Submission> submissions) const override;
  [[nodiscard]] std::size_t batch_size() const override {
    return encoder_ ? score::kEncoderBatch : 1;
  }
  [[nodiscard]] std::string reference(std::size_t index) const override;
  [[nodiscard]] std::vector<suite::Picture> pictures(std::size_t index,
                                                     const reply::Answer& answer) const override;
  [[nodiscard]] std::string data_hash() const override { return data_hash_; }
  [[nodiscard]] std::span<const Error> problems() const override { return problems_; }

 private:
  struct Entry {
    StoredTask task;
    score::PaintedDrawing target;
  };
  /// What an answer is worth but for its features.
  struct Attempt {
    Judgement best;
    std::optional<double> length_ratio;
    std::optional<raster::Image> sheet;  // what the longest block drew, if an encoder wants it
    std::size_t programs = 0;            // in the reply
  };
  /// What an answer drew, kept for a while so that its picture needs no second run.
  struct Drawn {
    std::size_t index = 0;
    reply::Answer answer;
    std::optional<scene::Scene> drawing;
  };
  struct Embedded {
    std::optional<double> similarity;
    std::string error;
  };

  [[nodiscard]] Attempt attempt(std::size_t index, const reply::Answer& answer) const;
  void remember(std::size_t index, const reply::Answer& answer,
                std::optional<scene::Scene> drawing) const;
  [[nodiscard]] std::optional<scene::Scene> drawing_of(std::size_t index,
                                                       const reply::Answer& answer) const;
  [[nodiscard]] std::vector<Embedded> embed(std::span<const suite::Submission> submissions,
                                            std::span<const Attempt> attempts) const;
  [[nodiscard]] Result<std::vector<double>> similarities(
      std::span<const std::size_t> indices, std::span<const raster::Image> sheets) const;
  [[nodiscard]] suite::Score finished(Attempt attempt, const Embedded& embedded) const;

  std::vector<Entry> entries_;
  std::vector<Error> problems_;
  Settings settings_;
  std::string data_hash_;
  std::unique_ptr<lang::turtle::JailPool> jails_;
  std::unique_ptr<const score::Encoder> encoder_;
  mutable std::mutex drawn_mutex_;
  mutable std::deque<Drawn> drawn_;  // the latest ones
  mutable std::mutex features_mutex_;
  mutable std::map<std::size_t, score::Features> features_;  // of targets, as they are needed
};

/// Runs the programs of stored tasks. A program that does not run or draws nothing is a problem.
[[nodiscard]] Result<std::vector<MintedTask>> draw_tasks(std::vector<StoredTask> tasks,
                                                         std::size_t jobs,
                                                         lang::turtle::JailPool& jails,
                                                         std::vector<Error>& problems);

}  // namespace papert::suite::turtleai
