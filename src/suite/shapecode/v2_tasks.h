// The tasks of the second dialect. As ShapeTasks (tasks.h), with the figures that colours and an
// order of painting allow: IoU by colour, and the share of overlapping pairs in the right order.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lang/shapes/v2_parse.h"
#include "raster/color_plane.h"
#include "score/color_scores.h"
#include "score/paint_order.h"
#include "suite/shapecode/tasks.h"

namespace papert::suite::shapecode {

struct ColorTarget {
  explicit ColorTarget(lang::shapes::v2::Program program);

  lang::shapes::v2::Program reference;
  raster::ColorPlane pixels;
  score::PaintOrder order;
};

struct ColorScore {
  std::optional<lang::shapes::ParseError> error;  // set: all figures are zero
  score::ColorScores pixels;
  std::optional<double> order;  // nothing where the reference has no pair
  std::size_t shapes = 0;
  raster::ColorPlane picture;  // of a program
};

[[nodiscard]] ColorScore score_colors(std::string_view program, const ColorTarget& target);

class ColorTasks : public suite::TaskSet, public suite::PortableTasks {
 public:
  explicit ColorTasks(TaskSource source);

  [[nodiscard]] std::size_t size() const override { return source_.keys.size(); }
  [[nodiscard]] std::string id(std::size_t index) const override {
    return source_.keys[index].id();
  }
  [[nodiscard]] suite::Task task(std::size_t index) const override;
  [[nodiscard]] Result<suite::Prompt> prompt(std::size_t index,
                                             std::string_view prompt_template) const override;
  [[nodiscard]] reply::Answer read(std::string_view reply,
                                   reply::Extraction extraction) const override;
  [[nodiscard]] suite::Judged judge(std::size_t index, const reply::Answer& answer) const override;
  [[nodiscard]] std::string reference(std::size_t index) const override;
  [[nodiscard]] Result<suite::DataFiles> files(std::size_t index) const override;
  /// The pixels: a picture is the same task whatever program painted it.
  [[nodiscard]] Result<std::string> content_key(std::size_t index) const override;
  [[nodiscard]] std::string difference(std::size_t index,
                                       const suite::Judged& judged) const override;
  [[nodiscard]] std::vector<suite::Picture> pictures(std::size_t index,
                                                     const suite::Judged& judged) const override;
  [[nodiscard]] std::string data_hash() const override { return source_.data_hash; }
  [[nodiscard]] std::span<const Error> problems() const override { return source_.problems; }

 private:
  struct Slot {
    std::mutex mutex;
    std::size_t index = SIZE_MAX;
    std::shared_ptr<const ColorTarget> target;
  };
  static constexpr std::size_t kCachedTargets = 128;  // up to 700 KiB each

  [[nodiscard]] lang::shapes::v2::Program program(std::size_t index) const;
  [[nodiscard]] std::shared_ptr<const ColorTarget> target(std::size_t index) const;

  TaskSource source_;
  mutable std::vector<Slot> slots_;
};

}  // namespace papert::suite::shapecode
