// The tasks of the second dialect. As ShapeTasks (tasks.h), with the figures that colours and an
// order of painting allow: IoU by colour, and the share of overlapping pairs in the right order.
#pragma once

#include <memory>
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

class ColorTasks : public SceneTasks {
 public:
  ColorTasks(data::shapecode::Samples samples, const Settings& settings);

  [[nodiscard]] suite::Judged judge(std::size_t index, const reply::Answer& answer) const override;
  /// The pixels: a picture is the same task whatever program painted it.
  [[nodiscard]] Result<std::string> content_key(std::size_t index) const override;
  [[nodiscard]] std::vector<suite::TaskKey> keys_in(std::string_view text) const override;
  [[nodiscard]] std::string difference(std::size_t index,
                                       const suite::Judged& judged) const override;
  [[nodiscard]] std::vector<suite::Picture> pictures(std::size_t index,
                                                     const suite::Judged& judged) const override;

 protected:
  [[nodiscard]] raster::Image picture(std::size_t index) const override;
  [[nodiscard]] std::string minted_program(std::size_t index) const override;

 private:
  static constexpr std::size_t kCachedTargets = 128;  // up to 700 KiB each

  [[nodiscard]] lang::shapes::v2::Program program(std::size_t index) const;
  [[nodiscard]] std::shared_ptr<const ColorTarget> target(std::size_t index) const;

  mutable TargetCache<ColorTarget> targets_;
};

}  // namespace papert::suite::shapecode
