// The tasks of one selection: how they are asked and judged.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "base/recent.h"
#include "data/task_shelf.h"
#include "data/turtleai/mint.h"
#include "lang/python/quality.h"
#include "lang/turtle/host/jail_pool.h"
#include "lang/turtle/host/reference_store.h"
#include "score/embedding.h"
#include "suite/compared.h"
#include "suite/in_time.h"
#include "suite/portable.h"
#include "suite/replay.h"
#include "suite/suite.h"
#include "suite/task_keys.h"
#include "suite/turtleai/drawing_verdict.h"

namespace papert::suite::turtleai {

using data::turtleai::StoredTask;

enum class Prompting { kPlain, kSteps };

/// What --mode chooses.
struct Settings {
  Prompting prompting = Prompting::kPlain;
  raster::PictureStyle picture = raster::PictureStyle::kClean;
  VerdictOptions judge;
  std::optional<suite::NamedFile> encoder;
  raster::EncoderView encoder_view = raster::EncoderView::kDefault;
};

[[nodiscard]] std::string_view default_template(Prompting prompting);

/// What the tasks are and where their drawings come from.
struct DrawingSource {
  data::TaskShelf<StoredTask> tasks;
  std::vector<Error> problems;
  std::vector<scene::Scene> drawn;  // what their programs draw, if that is known already
  std::string data_hash;
  std::unique_ptr<lang::turtle::ReferenceStore> store;  // may be null
  std::vector<std::string> notes;
  sandbox::JailOptions jail;
};

/// Programs of tasks are run when their drawings are first needed, and some tens of megabytes of
/// drawings are held. One that does not run or draws nothing makes its samples internal errors, and
/// its prompt an error.
class DrawingTasks : public suite::TaskSet,
                     public suite::TimedTasks,
                     public suite::PortableTasks,
                     public suite::ReplayedTasks,
                     public suite::ComparedTasks,
                     public suite::KeyedTasks {
 public:
  /// `encoder` may be null.
  DrawingTasks(DrawingSource source, Settings settings,
               std::unique_ptr<const score::Encoder> encoder);

  [[nodiscard]] std::size_t size() const override { return tasks_.size(); }
  [[nodiscard]] std::string id(std::size_t index) const override { return tasks_.id(index); }
  [[nodiscard]] suite::Task task(std::size_t index) const override;
  [[nodiscard]] Result<suite::Prompt> prompt(std::size_t index,
                                             std::string_view prompt_template) const override;
  [[nodiscard]] reply::Answer read(std::string_view reply,
                                   reply::Extraction extraction) const override;
  [[nodiscard]] suite::Judged judge(std::size_t index, const reply::Answer& answer) const override;
  [[nodiscard]] std::vector<suite::Judged> judge_all(
      std::span<const suite::Submission> submissions) const override {
    return judge_in_time(submissions, {});
  }
  [[nodiscard]] std::vector<suite::Judged> judge_in_time(
      std::span<const suite::Submission> submissions, const Deadline& deadline) const override;
  [[nodiscard]] std::size_t batch_size() const override {
    return encoder_ ? score::kEncoderBatch : 1;
  }
  [[nodiscard]] std::string reference(std::size_t index) const override;
  [[nodiscard]] std::vector<suite::Construct> constructs(std::size_t index) const override;
  [[nodiscard]] std::string difference(std::size_t index,
                                       const suite::Judged& judged) const override;
  [[nodiscard]] std::vector<suite::Picture> pictures(std::size_t index,
                                                     const suite::Judged& judged) const override;
  [[nodiscard]] std::optional<suite::Compared> compared(std::size_t index,
                                                        const suite::Judged& judged) const override;
  [[nodiscard]] Result<scene::Replay> replay(std::size_t index,
                                             const reply::Answer& answer) const override;
  [[nodiscard]] Result<suite::DataFiles> files(std::size_t index) const override;
  /// The key of its drawing.
  [[nodiscard]] Result<std::string> content_key(std::size_t index) const override;
  [[nodiscard]] std::span<const suite::KeyInfo> key_infos() const override;
  [[nodiscard]] Result<std::vector<suite::TaskKey>> more_keys(std::size_t index) const override;
  [[nodiscard]] std::vector<suite::TaskKey> keys_in(std::string_view text) const override;
  [[nodiscard]] std::string data_hash() const override { return data_hash_; }
  [[nodiscard]] std::span<const Error> problems() const override { return problems_; }
  [[nodiscard]] std::span<const std::string> notes() const override { return notes_; }

 private:
  using Target = Result<score::PaintedDrawing>;

  /// What an answer is worth but for its features.
  struct Attempt {
    DrawingVerdict best;
    std::optional<double> length_ratio;
    std::optional<lang::python::CodeQuality> quality;  // of a program that is Python
    std::optional<raster::Image> sheet;  // what the longest block drew, if an encoder wants it
    score::NotKept sheet_not_kept;       // of that drawing
    std::size_t programs = 0;            // in the reply
  };
  struct Embedded {
    std::optional<double> similarity;
    std::string error;
  };

  /// Holds it, or the error, for the next time.
  [[nodiscard]] Target target(std::size_t index) const;
  [[nodiscard]] Target draw_target(std::size_t index) const;
  [[nodiscard]] Attempt attempt(const suite::Submission& submission,
                                const Deadline& deadline) const;
  void show_encoder(const scene::Scene& drawing, const score::PaintedDrawing& reference,
                    Attempt& attempt) const;
  [[nodiscard]] std::vector<Embedded> embed(std::span<const suite::Submission> submissions,
                                            std::span<const Attempt> attempts) const;
  [[nodiscard]] Result<std::vector<double>> similarities(
      std::span<const std::size_t> indices, std::span<const raster::Image> sheets) const;
  [[nodiscard]] suite::Score finished(Attempt attempt, const Embedded& embedded) const;

  data::TaskShelf<StoredTask> tasks_;
  std::vector<Error> problems_;
  std::vector<std::string> notes_;
  Settings settings_;
  std::string data_hash_;
  std::unique_ptr<lang::turtle::JailPool> jails_;
  std::unique_ptr<lang::turtle::ReferenceStore> store_;
  mutable Recent<Target> targets_;
  std::unique_ptr<const score::Encoder> encoder_;
  mutable std::mutex features_mutex_;
  mutable std::map<std::size_t, score::Features> features_;  // of some targets
};

}  // namespace papert::suite::turtleai
