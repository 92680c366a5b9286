// The tasks of one selection, loaded or minted. A minted task is two numbers (tier, seed) and is
// generated again whenever it is looked at; the program of a loaded one is a line of a temporary
// file when there are many. Target pictures are painted on demand and kept in a bounded cache, so a
// million tasks cost megabytes, not gigabytes.
//
// Five published figures of an answer (exact match, pixel accuracy, foreground IoU, parse and
// execution success), and how many shapes it used: program length is not limited, so one 1 x 1
// square per black pixel is an exact match too, and only the shape count tells.
#pragma once

#include <array>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "data/shapecode/layout.h"
#include "lang/shapes/parse.h"
#include "raster/bitmap.h"
#include "raster/render.h"
#include "suite/portable.h"
#include "suite/replay.h"
#include "suite/shapecode/prompt.h"
#include "suite/suite.h"
#include "suite/task_keys.h"

namespace papert::suite::shapecode {

struct Target {
  raster::Bitmap pixels{lang::shapes::kCanvasSize, lang::shapes::kCanvasSize};
  lang::shapes::Program reference;
  std::vector<std::int64_t> black_above;  // pixels in the rows before each, and in all

  [[nodiscard]] std::int64_t black() const { return black_above.back(); }
};

[[nodiscard]] Target make_target(lang::shapes::Program reference);

struct ShapeScore {
  std::optional<lang::shapes::ParseError> error;  // set: everything below is zero
  bool exact_match = false;
  double pixel_accuracy = 0;
  double foreground_iou = 0;
  std::size_t shapes = 0;
  std::int64_t missing_pixels = 0;  // black in the target only
  std::int64_t extra_pixels = 0;    // black in the answer only
};

/// Scores one program after another, reusing its canvas: about half a microsecond a shape. A
/// program of the reference's shapes is right without being painted.
class Scorer {
 public:
  [[nodiscard]] ShapeScore score(std::string_view program, const Target& target);

  /// What the last program, which had no error and was scored against `target`, looks like. The
  /// scorer is spent then.
  [[nodiscard]] raster::Bitmap picture(const Target& target) && {
    if (program_ == target.reference) return target.pixels;
    return std::move(canvas_);
  }

 private:
  [[nodiscard]] raster::Overlap paint_over(const Target& target);

  lang::shapes::Program program_;
  scene::PixelScene scene_;
  raster::Bitmap canvas_{lang::shapes::kCanvasSize, lang::shapes::kCanvasSize};
  raster::Rows painted_;  // outside of these the canvas is empty
};

/// What --mode chooses.
struct Settings {
  Dialect dialect = Dialect::kV1;
  std::optional<std::size_t> max_shapes;  // an answer with more is not right, whatever it paints
  Prompting prompting = Prompting::kPlain;
  Shots shots = Shots::kNone;
};

/// The suite's modes, and what they say. A limit that is not a whole number is kUsage.
[[nodiscard]] std::span<const suite::ModeInfo> mode_infos();
[[nodiscard]] Result<Settings> settings_from(const suite::Modes& modes);

/// The tasks of the settings' dialect.
[[nodiscard]] std::unique_ptr<suite::TaskSet> make_tasks(data::shapecode::Samples samples,
                                                         const Settings& settings);

/// The verdict and the detail of an answer that is not a program.
void note_error(const lang::shapes::ParseError& error, suite::Score& score);

/// The detail of an answer with more shapes than are allowed.
void note_too_many(std::size_t shapes, std::size_t most, suite::Score& score);

/// Figures of the program's length: shape_count, shape_count_ratio, within_budget and programs.
struct ShapeCount {
  bool parsed = false;
  bool right = false;
  double shapes = 0;
  double reference = 0;
  double programs = 0;
};
void add_counts(const ShapeCount& count, std::vector<suite::Metric>& metrics);

/// Targets that were made, as far as there is room; a task always has the same place.
template <typename Target>
class TargetCache {
 public:
  explicit TargetCache(std::size_t room) : slots_(room) {}

  /// The target of a task; make() where it is not here.
  template <typename Make>
  [[nodiscard]] std::shared_ptr<const Target> get(std::size_t index, Make make) {
    Slot& slot = slots_[index % slots_.size()];
    {
      const std::lock_guard lock(slot.mutex);
      if (slot.index == index) return slot.target;
    }
    auto made = std::make_shared<const Target>(make());
    const std::lock_guard lock(slot.mutex);
    slot.index = index;
    slot.target = made;
    return made;
  }

 private:
  struct Slot {
    std::mutex mutex;
    std::size_t index = SIZE_MAX;
    std::shared_ptr<const Target> target;
  };
  std::vector<Slot> slots_;
};

/// What the tasks of both dialects have in common: where they come from, and how they are asked.
class SceneTasks : public suite::TaskSet, public suite::PortableTasks, public suite::KeyedTasks {
 public:
  [[nodiscard]] std::size_t size() const override { return samples_.keys.size(); }
  [[nodiscard]] std::string id(std::size_t index) const override {
    return samples_.keys[index].id();
  }
  [[nodiscard]] suite::Task task(std::size_t index) const override;
  [[nodiscard]] Result<suite::Prompt> prompt(std::size_t index,
                                             std::string_view prompt_template) const override;
  [[nodiscard]] reply::Answer read(std::string_view reply,
                                   reply::Extraction extraction) const override;
  [[nodiscard]] std::string reference(std::size_t index) const override;
  /// The drawing as its pixels, the program in canonical form.
  [[nodiscard]] std::span<const suite::KeyInfo> key_infos() const override;
  [[nodiscard]] Result<std::vector<suite::TaskKey>> more_keys(std::size_t index) const override {
    return std::vector<suite::TaskKey>{{suite::KeyKind::kProgram, reference(index)}};
  }
  [[nodiscard]] Result<suite::DataFiles> files(std::size_t index) const override;
  [[nodiscard]] std::string data_hash() const override { return samples_.data_hash; }
  [[nodiscard]] std::span<const Error> problems() const override { return samples_.problems; }

 protected:
  SceneTasks(data::shapecode::Samples samples, const Settings& settings)
      : samples_(std::move(samples)), settings_(settings) {}

  [[nodiscard]] const data::shapecode::Samples& samples() const { return samples_; }
  [[nodiscard]] const Settings& settings() const { return settings_; }
  [[nodiscard]] bool is_minted() const { return samples_.programs.size() == 0; }

  /// The target, as it is shown.
  [[nodiscard]] virtual raster::Image picture(std::size_t index) const = 0;
  /// The program of a minted task in canonical form.
  [[nodiscard]] virtual std::string minted_program(std::size_t index) const = 0;

 private:
  data::shapecode::Samples samples_;
  Settings settings_;
};

class ShapeTasks : public SceneTasks, public suite::ReplayedTasks {
 public:
  ShapeTasks(data::shapecode::Samples samples, const Settings& settings);

  [[nodiscard]] suite::Judged judge(std::size_t index, const reply::Answer& answer) const override;
  /// All on one canvas.
  [[nodiscard]] std::vector<suite::Score> score_all(
      std::span<const suite::Submission> submissions) const override;
  /// The pixels: a picture is the same task whatever program painted it.
  [[nodiscard]] Result<std::string> content_key(std::size_t index) const override;
  [[nodiscard]] std::vector<suite::TaskKey> keys_in(std::string_view text) const override;
  [[nodiscard]] std::string difference(std::size_t index,
                                       const suite::Judged& judged) const override;
  [[nodiscard]] std::vector<suite::Picture> pictures(std::size_t index,
                                                     const suite::Judged& judged) const override;
  [[nodiscard]] Result<scene::Replay> replay(std::size_t index,
                                             const reply::Answer& answer) const override;

 protected:
  [[nodiscard]] raster::Image picture(std::size_t index) const override;
  [[nodiscard]] std::string minted_program(std::size_t index) const override;

 private:
  static constexpr std::size_t kCachedTargets = 2048;  // 32 KiB each

  [[nodiscard]] suite::Score score_with(Scorer& scorer, std::size_t index,
                                        const reply::Answer& answer) const;
  [[nodiscard]] lang::shapes::Program program(std::size_t index) const;
  [[nodiscard]] std::shared_ptr<const Target> target(std::size_t index) const;

  mutable TargetCache<Target> targets_;
};

}  // namespace papert::suite::shapecode
