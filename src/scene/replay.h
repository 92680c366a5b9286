// A program's run, step by step, for whoever shows it: what the source's place is at each step,
// where the turtle is, and what is on the sheet. One type for all languages: a turtle's drawing
// consists of items that come and go, the other languages give one picture a step.
//
// Steps count from 1. Step 0 is the sheet before the program began; after step k exactly the items
// with born <= k < died are there, lowest first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "scene/canonical.h"
#include "scene/scene.h"

namespace papert::scene {

/// The turtle's pen at a step.
struct ReplayPen {
  std::uint32_t turtle = 0;  // which one, from 0 in the order of their first steps
  bool down = true;
  bool filling = false;
  bool shown = true;
  std::optional<Color> color;
  std::optional<Color> fill;
  double width = 1;

  friend bool operator==(const ReplayPen&, const ReplayPen&) = default;
};

/// `line` and `column` count from 1, the column in characters; 0 where none is known. `length`
/// characters are meant, 0: the whole line.
struct ReplayStep {
  int line = 0;
  int column = 0;
  int length = 0;
  Point position;
  double heading = 0;  // degrees, counter-clockwise, 0 to the right
  int pen = -1;        // in Replay::pens; -1: this language has no turtle

  friend bool operator==(const ReplayStep&, const ReplayStep&) = default;
};

/// A whole picture.
struct ReplayPicture {
  std::string bytes;  // PNG

  friend bool operator==(const ReplayPicture&, const ReplayPicture&) = default;
};

inline constexpr std::uint32_t kNeverDies = ~std::uint32_t{0};

struct ReplayItem {
  std::variant<Stroke, Fill, Stamp, Text, ReplayPicture> what;
  /// Of a stroke: from which step on each of its points is there, as many as points. While all of
  /// those are equal the stroke is a dot.
  std::vector<std::uint32_t> grows;
  std::uint32_t born = 1;
  std::uint32_t died = kNeverDies;

  friend bool operator==(const ReplayItem&, const ReplayItem&) = default;
};

struct Replay {
  std::string language;  // "turtle", "xlogo", "shapes", "svg", "cad"
  std::string source;
  std::vector<ReplayPen> pens;
  std::vector<ReplayStep> steps;
  std::vector<ReplayItem> items;  // lowest first
  /// From which step on the sheet has which colour; white before the first.
  std::vector<std::pair<std::uint32_t, Color>> backgrounds;
  bool cut = false;     // steps were left out, there were too many
  std::string problem;  // how the program failed after the last step; empty if it did not

  friend bool operator==(const Replay&, const Replay&) = default;
};

/// Columns and lengths in bytes -> in characters of the source, which is taken over; lines that the
/// source does not have become 0.
void set_source(Replay& replay, std::string source);

/// Of a replay whose source is set: `source` is a part of it, from behind its first `skipped`
/// lines. Lines outside of it become 0.
void keep_lines(Replay& replay, int skipped, std::string source);

/// What is drawn after the first `step` steps. Pictures are left out.
[[nodiscard]] Scene scene_at(const Replay& replay, std::size_t step);

/// The picture after the first `step` steps, of a language that has pictures; null if none is
/// there.
[[nodiscard]] const ReplayPicture* picture_at(const Replay& replay, std::size_t step);

/// The part of the sheet that all steps together need, with a margin of a twentieth.
[[nodiscard]] Bounds replay_view(const Replay& replay);

/// Where one turtle is, how it looks, and its pen.
struct TurtleState {
  Point position;
  double heading = 0;
  ReplayPen pen;
};

/// All turtles that have moved by then, in the order of their numbers.
[[nodiscard]] std::vector<TurtleState> turtles_at(const Replay& replay, std::size_t step);

}  // namespace papert::scene
