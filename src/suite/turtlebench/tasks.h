// The tasks of one selection: how they are asked, judged and broken down.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "base/recent.h"
#include "data/turtlebench/folder.h"
#include "lang/turtle/host/jail_pool.h"
#include "lang/turtle/host/reference_store.h"
#include "raster/bitmap.h"
#include "scene/scene.h"
#include "score/compare_drawings.h"
#include "suite/compared.h"
#include "suite/in_time.h"
#include "suite/portable.h"
#include "suite/replay.h"
#include "suite/suite.h"
#include "suite/task_keys.h"
#include "suite/turtlebench/prompt.h"
#include "suite/turtlebench/settings.h"

namespace papert::suite::turtlebench {

using data::turtlebench::Item;
using data::turtlebench::Items;

/// How complex a picture is, by the number of its contours (raster/contours.h). Level 1: at most
/// one contour; level 2: up to five; level 3: six or more.
[[nodiscard]] constexpr int complexity_level(std::int64_t contours) {
  if (contours <= 1) return 1;
  return contours <= 5 ? 2 : 3;
}

/// Where items come from.
struct Origin {
  std::string data_hash;  // empty: that of the items, made when it is asked for
  std::unique_ptr<lang::turtle::ReferenceStore> store;  // may be null
  std::vector<std::string> notes;
};

class TurtleTasks : public suite::TaskSet,
                    public suite::TimedTasks,
                    public suite::PortableTasks,
                    public suite::ReplayedTasks,
                    public suite::ComparedTasks,
                    public suite::KeyedTasks {
 public:
  /// Keeps the items that `settings` asks for: for text modalities the scratch tasks with a
  /// description, for code_edit the tweaks whose question 1 is there. An item without a picture
  /// file is painted from its program. Nothing is run yet.
  TurtleTasks(Items items, const Settings& settings, Origin origin);

  [[nodiscard]] std::size_t size() const override { return entries_.size(); }
  [[nodiscard]] std::string id(std::size_t index) const override { return item_of(index).name(); }
  [[nodiscard]] suite::Task task(std::size_t index) const override;
  [[nodiscard]] Result<suite::Prompt> prompt(std::size_t index,
                                             std::string_view prompt_template) const override;
  [[nodiscard]] reply::Answer read(std::string_view reply,
                                   reply::Extraction extraction) const override;
  [[nodiscard]] suite::Judged judge(std::size_t index, const reply::Answer& answer) const override;
  [[nodiscard]] std::vector<suite::Judged> judge_in_time(
      std::span<const suite::Submission> submissions, const Deadline& deadline) const override;
  [[nodiscard]] std::string reference(std::size_t index) const override;
  [[nodiscard]] std::vector<suite::Construct> constructs(std::size_t index) const override;
  /// With question 1 of its shape.
  [[nodiscard]] Result<suite::DataFiles> files(std::size_t index) const override;
  /// Of what is to be drawn, turned and mirrored in all eight ways; modes and tweaks do not count.
  [[nodiscard]] Result<std::string> content_key(std::size_t index) const override;
  [[nodiscard]] std::span<const suite::KeyInfo> key_infos() const override;
  [[nodiscard]] Result<std::vector<suite::TaskKey>> more_keys(std::size_t index) const override;
  [[nodiscard]] std::vector<suite::TaskKey> keys_in(std::string_view text) const override;
  [[nodiscard]] std::string difference(std::size_t index,
                                       const suite::Judged& judged) const override;
  [[nodiscard]] std::vector<suite::Picture> pictures(std::size_t index,
                                                     const suite::Judged& judged) const override;
  [[nodiscard]] std::optional<suite::Compared> compared(std::size_t index,
                                                        const suite::Judged& judged) const override;
  [[nodiscard]] Result<scene::Replay> replay(std::size_t index,
                                             const reply::Answer& answer) const override;
  [[nodiscard]] std::string data_hash() const override;
  [[nodiscard]] std::span<const Error> problems() const override { return problems_; }
  [[nodiscard]] std::span<const std::string> notes() const override { return origin_.notes; }

 private:
  /// What a reference draws.
  struct Target {
    score::PaintedDrawing ink;
    raster::Bitmap picture;
  };
  struct Contours {
    std::once_flag once;
    std::int64_t count = 0;
  };
  struct Entry {
    std::size_t item = 0;  // in items_
    std::size_t base = 0;  // question 1 of its id; itself for a scratch task or where it is missing
  };

  [[nodiscard]] const Item& item_of(std::size_t index) const {
    return items_[entries_[index].item];
  }
  /// Run when it is first needed, then held, or the error. Some tens of megabytes are held.
  [[nodiscard]] std::shared_ptr<const Result<Target>> target_of(std::size_t item) const;
  [[nodiscard]] Result<Target> draw_target(const Item& item) const;
  [[nodiscard]] Result<raster::Image> picture_of(std::size_t item) const;
  [[nodiscard]] std::int64_t contours_of(std::size_t item) const;
  Result<void> attach_pictures(const Entry& entry, Modality modality, suite::Prompt& prompt) const;
  /// What is asked in the way of the settings, still without words.
  [[nodiscard]] Question question_of(bool tweak) const;
  [[nodiscard]] Result<std::string> add_examples(const Question& asked,
                                                 suite::Prompt& prompt) const;
  [[nodiscard]] Result<std::vector<std::string>> example_pictures() const;
  [[nodiscard]] suite::Judged judge_one(std::size_t index, const reply::Answer& answer,
                                        const Deadline& deadline) const;
  [[nodiscard]] suite::Judged run_and_score(const Entry& entry, const std::string& code,
                                            const Deadline& deadline) const;
  [[nodiscard]] suite::Score failed(const sandbox::Outcome& outcome) const;
  [[nodiscard]] suite::Score score_drawing(const Target& target,
                                           const score::PaintedDrawing& ink) const;

  std::vector<Item> items_;  // all, because tweaks need their question 1
  std::vector<Entry> entries_;
  std::vector<Error> problems_;
  Settings settings_;
  Origin origin_;
  mutable std::once_flag hash_once_;
  mutable std::string data_hash_;
  std::unique_ptr<lang::turtle::JailPool> jails_;
  std::unique_ptr<lang::turtle::JailPool> plot_jails_;  // of answers that plot; else null
  mutable std::once_flag examples_once_;
  mutable Result<std::vector<std::string>> example_pictures_;  // of prompts with examples
  mutable Recent<Result<Target>> targets_;                     // by item
  std::unique_ptr<Contours[]> contours_;                       // one per item
};

}  // namespace papert::suite::turtlebench
